"""The IMPs of each player of a team event, against the datum of every board: page and files."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import ClassVar

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from director.boards.movement.lines.section_lines import SectionLines
from director.boards.movement.sections import Key
from director.boards.movement.sitters import Sitter
from director.boards.pages.steps import make_desk_view
from director.boards.scoring.standings.sheets import SessionResults
from director.boards.tables.results_context import (
    ResultsContext,
    make_page_context,
    serve_to_readers,
)
from director.core.base.grids import PageTable, TableColumn
from director.core.base.requests import make_file_response, make_file_stem
from director.core.club.players import filter_public_players
from director.core.night.page_cache import cache_event_page
from director.formats.figures import Column, ColumnKind, TableData, make_table, write_table_csv
from director.models import Club
from director.names import make_family_key
from scoring.bridge.contracts import get_duplicate_game
from scoring.model import Board, Field, Line, Points, ScoredLine
from scoring.registry import rank_field

BUTLER_METHOD = "butler"


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """One player: *teams* (by number or name), boards and IMPs, and the place with ties."""

    rank: str
    name: str
    teams: tuple[str, ...]
    boards: int
    imps: Points
    person_id: int

    @property
    def average(self) -> Fraction:
        """IMPs per board."""
        return Fraction(self.imps) / self.boards


@dataclass(frozen=True, slots=True)
class PlayersRecord:
    """Every player of an event by IMPs per board.

    *unknown_seat_count* is the number of seats whose player nobody knows, *uncounted_result_count* the number
    of results that are averages and the like.
    """

    players: tuple[PlayerRecord, ...]
    unknown_seat_count: int = 0
    uncounted_result_count: int = 0


@dataclass(slots=True)
class _ButlerSum:
    """The sums of one player while boards are added."""

    person_id: int
    name: str
    team_names: dict[str, None] = field(
        default_factory=dict
    )  # in the order in which they sat for them
    board_count: int = 0
    imps: Points = 0


def compute_players_record(sessions: Iterable[SessionResults]) -> PlayersRecord:
    """Return the record of everybody who sat for a team in *sessions*. (Costs no query.)

    A board counts for a player by the score of their table, against the datum: the mean score of all
    tables that played the same cards, rounded to ten. A result that isn't a bridge score, such as an
    average, counts for nobody and isn't in the datum. Players are ranked by IMPs per board, and equal
    averages share a place.

    Source: [BUTLER].
    """
    sums_by_person: dict[int, _ButlerSum] = {}
    unknown_seat_count = uncounted_result_count = 0
    for session_results in sessions:
        scored = session_results.scored
        scored_lines_by_key = {
            key: line for key, line in scored.points_by_line.items() if _is_score(line.line)
        }
        uncounted_result_count += sum(
            line.line.artificial is not None for line in scored.points_by_line.values()
        )
        for (board_no, ns, ew), points in _compare_with_datum(
            scored_lines_by_key, session_results.lines
        ):
            seats = session_results.sitters_by_line.get((board_no, ns, ew), (None,) * 4)
            unknown_seat_count += seats.count(None)
            # Seats are in the order N, E, S, W, so those of E-W have odd indexes.
            for index, sitter in enumerate(seats):
                if sitter is None:
                    continue
                side, imps = (ew, points.ew_points) if index % 2 else (ns, points.ns_points)
                (team,) = session_results.scoring_field.list_members(side)
                team_name = (
                    session_results.name_by_number.get(team)
                    or f"Team {session_results.scoring_field.get_label(team)}"
                )
                _add_board(sums_by_person, sitter, team_name, imps or 0)
    return PlayersRecord(
        tuple(_rank_players(sums_by_person.values())), unknown_seat_count, uncounted_result_count
    )


def _is_score(line: Line) -> bool:
    return line.artificial is None and (line.score is not None or line.assigned is not None)


def _compare_with_datum(
    lines_by_key: dict[Key, ScoredLine], lines: SectionLines
) -> Iterator[tuple[Key, ScoredLine]]:
    """Yield *lines_by_key* with IMPs against the datum of their board, in the order of boards.

    Two teams meet on a board twice, once each way. So that all tables are compared, each line gets
    two contestants that no other line has.
    """
    keys_by_board: dict[tuple[int, int], list[Key]] = {}
    for key in lines_by_key:
        round_no = 0
        if lines.begins_each_round and (line := lines.find_line(*key)):
            round_no = line.round_no or 0
        keys_by_board.setdefault((key[0], round_no), []).append(key)
    boards = []
    keys_in_order = []
    for (board_no, round_no), keys in sorted(keys_by_board.items()):
        keys_in_order.append(keys)
        isolated_lines = [
            _isolate_line(lines_by_key[key].line, index) for index, key in enumerate(keys)
        ]
        boards.append(Board(board_no, tuple(isolated_lines), round_no))
    if not boards:
        return
    ranking = rank_field(BUTLER_METHOD, Field(1, tuple(boards)))
    for board, keys in zip(ranking.boards, keys_in_order, strict=True):
        lines_by_ns = {line.line.ns: line for line in board.lines}
        for index, key in enumerate(keys):
            yield key, lines_by_ns[_get_isolated_ns(index)]


def _get_isolated_ns(index: int) -> int:
    return 2 * index + 1


def _isolate_line(line: Line, index: int) -> Line:
    """Return *line* with contestants of its own, and without points that a ruling moved."""
    ns = _get_isolated_ns(index)
    return line._replace(ns=ns, ew=ns + 1, adjustments=(), point_shift=None, section="")


def _add_board(
    sums_by_person: dict[int, _ButlerSum], sitter: Sitter, team_name: str, imps: Points
) -> None:
    player_sum = sums_by_person.setdefault(
        sitter.person_id, _ButlerSum(sitter.person_id, sitter.name)
    )
    player_sum.team_names[team_name] = None
    player_sum.board_count += 1
    player_sum.imps += imps


def _rank_players(sums: Iterable[_ButlerSum]) -> Iterator[PlayerRecord]:
    """Yield the records of *sums* by average, best first, with places."""
    ordered_sums = sorted(
        sums, key=lambda player: (-_compute_average(player), make_family_key(player.name))
    )
    players_ahead = 0
    for _average, tied_players in groupby(ordered_sums, key=_compute_average):
        players = list(tied_players)
        rank = f"{players_ahead + 1}{'=' * (len(players) > 1)}"
        for player in players:
            yield PlayerRecord(
                rank=rank,
                name=player.name,
                teams=tuple(player.team_names),
                boards=player.board_count,
                imps=player.imps,
                person_id=player.person_id,
            )
        players_ahead += len(players)


def _compute_average(player: _ButlerSum) -> Fraction:
    return Fraction(player.imps) / player.board_count


_PHONE = TableColumn(hide_on="phone")
_COLUMNS = (
    Column("place", "Place", ColumnKind.PLACE, path="rank"),
    Column("names", "Names", path="name", page=TableColumn(is_row_header=True)),
    Column("team", "Team", path="teams", convert_value=", ".join, page=_PHONE),
    Column(
        "boards", "Boards", ColumnKind.COUNT, page=TableColumn(hide_on="phone", is_stated_once=True)
    ),
    Column("imps", "IMPs", ColumnKind.POINTS, page=_PHONE),
    Column("average", "IMPs per board", ColumnKind.POINTS),
)


class PlayersTable(PageTable):
    """Every player by IMPs per board."""

    class Meta:
        attrs: ClassVar = {"class": "standings"}


def make_players_table(record: PlayersRecord) -> TableData:
    """Return one row for each player of *record*."""
    return make_table("Players", _COLUMNS, record.players, fixed_keys=("place", "names"))


CSV_TYPE, XLSX_TYPE = (
    "text/csv",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
)


def show_players(request: HttpRequest, results_context: ResultsContext) -> HttpResponse:
    """Show every player by IMPs per board: over the event, or one of its sessions."""
    record = _compute_record(results_context)
    table = PlayersTable(
        make_players_table(record),
        request=request,
        caption="Players",
        note="IMPs against the datum of each board",
        links={"names": _make_player_addresses(results_context.results.event.club, record)},
    )
    context = make_page_context(results_context, "players") | {
        "record": record,
        "table": table,
        "players_csv": _reverse_file(results_context, "event_players_csv"),
        "players_xlsx": _reverse_file(results_context, "event_players_xlsx"),
    }
    return render(request, "additions/contests/players.html", context)


def _make_player_addresses(club: Club, record: PlayersRecord) -> list[str | None]:
    """Return the address of each player's public page, or None without one. (Costs one query.)"""
    person_ids = [player.person_id for player in record.players]
    public_ids = {person.pk for person in filter_public_players(club, person_ids)}
    return [
        reverse("player", args=[person_id]) if person_id in public_ids else None
        for person_id in person_ids
    ]


event_players = cache_event_page(serve_to_readers(show_players))
session_results_players = make_desk_view(show_players, "players")


@serve_to_readers
def download_players_csv(_request: HttpRequest, results_context: ResultsContext) -> HttpResponse:
    """Answer with the players as a CSV file."""
    name = f"{make_file_stem(results_context.results.event)}-players.csv"
    return make_file_response(
        write_table_csv(make_players_table(_compute_record(results_context))), name, CSV_TYPE
    )


@serve_to_readers
def download_players_xlsx(_request: HttpRequest, results_context: ResultsContext) -> HttpResponse:
    """Answer with the players as a spreadsheet, printed on the club's paper."""
    results = results_context.results
    from director.formats.xlsx import write_workbook  # openpyxl is slow to import

    content = write_workbook(
        [make_players_table(_compute_record(results_context))],
        results.heading,
        results.event.club.paper,
    )
    return make_file_response(content, f"{make_file_stem(results.event)}-players.xlsx", XLSX_TYPE)


def _reverse_file(results_context: ResultsContext, name: str) -> str:
    return reverse(
        name,
        args=[
            results_context.addresses.event_id,
            *filter(None, (results_context.addresses.session_no,)),
        ],
    )


def _compute_record(results_context: ResultsContext) -> PlayersRecord:
    event = results_context.results.event
    if (
        results_context.session_results.heading.contestant_noun != "team"
        or not get_duplicate_game(event.game).is_known_elsewhere
    ):
        raise Http404("Player records exist only for teams at bridge.")
    return compute_players_record(
        results_context.results.sessions
        if results_context.has_several_sessions
        else [results_context.session_results]
    )
