"""The IMPs of each player of a team event, against the datum of every board: page and files."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import ClassVar

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from director.boards.movement.sections import Key
from director.boards.movement.sitters import Sitter
from director.boards.pages.steps import make_desk_view
from director.boards.scoring.standings.sheets import SessionSheets
from director.boards.tables.grids import ResultsContext, make_page_context, serve_to_readers
from director.core.base.grids import SheetColumn, SheetTable
from director.core.base.requests import make_file_response, make_file_stem
from director.core.night.page_cache import kept_for_visitors
from director.formats.figures import Column, Kind, TableData, make_table, write_table_csv
from director.models.event import Game
from director.names import make_family_key
from scoring.model import Board, Field, Line, Points, ScoredLine
from scoring.registry import rank

METHOD = "butler"


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """One player: *teams* (by number or name), boards and IMPs, and the place with ties."""

    place: str
    name: str
    teams: tuple[str, ...]
    boards: int
    imps: Points

    @property
    def average(self) -> Fraction:
        """IMPs per board."""
        return Fraction(self.imps) / self.boards


@dataclass(frozen=True, slots=True)
class PlayersRecord:
    """Every player of an event by IMPs per board.

    *unknown_seats* is the number of seats whose player nobody knows, *uncounted_results* the number
    of results that are averages and the like.
    """

    players: tuple[PlayerRecord, ...]
    unknown_seats: int = 0
    uncounted_results: int = 0


@dataclass(slots=True)
class _ButlerSum:
    """The sums of one player while boards are added."""

    name: str
    teams: dict[str, None] = field(default_factory=dict)  # in the order in which they sat for them
    boards: int = 0
    imps: Points = 0


def compute_players_record(sessions: Iterable[SessionSheets]) -> PlayersRecord:
    """Return the record of everybody who sat for a team in *sessions*. No query of its own.

    A board counts for a player by the score of their table, against the datum of all tables that
    played the same cards: the mean of their scores, rounded to ten. A result that is no score of
    bridge, such as an average, counts for nobody and is not in the datum. Players are ranked by
    IMPs per board, and equal averages share a place.

    Source: [BUTLER].
    """
    sums: dict[int, _ButlerSum] = {}
    unknown_seats = uncounted_results = 0
    for sheets in sessions:
        scored = sheets.scored
        comparable = {key: line for key, line in scored.points.items() if _is_score(line.line)}
        uncounted_results += sum(
            line.line.artificial is not None for line in scored.points.values()
        )
        for (board_no, ns, ew), points in _compare_with_datum(comparable):
            seats = sheets.sitters.get((board_no, ns, ew), (None,) * 4)
            unknown_seats += seats.count(None)
            # Seats are in the order N, E, S, W, so those of E-W have odd indexes.
            for index, sitter in enumerate(seats):
                if sitter is None:
                    continue
                side, imps = (ew, points.ew_points) if index % 2 else (ns, points.ns_points)
                (team,) = sheets.scoring_field.members(side)
                team_name = sheets.names.get(team) or f"Team {sheets.scoring_field.label(team)}"
                _add_board(sums, sitter, team_name, imps or 0)
    return PlayersRecord(tuple(_rank_players(sums.values())), unknown_seats, uncounted_results)


def _is_score(line: Line) -> bool:
    return line.artificial is None and (line.score is not None or line.assigned is not None)


def _compare_with_datum(lines: dict[Key, ScoredLine]) -> Iterator[tuple[Key, ScoredLine]]:
    """Yield *lines* with IMPs against the datum of their board, in the order of boards.

    Two teams meet on a board twice, once each way. To be compared with all other tables, each line
    gets two contestants of its own.
    """
    keys_by_board: dict[int, list[Key]] = {}
    for key in lines:
        keys_by_board.setdefault(key[0], []).append(key)
    boards = []
    for board_no, keys in sorted(keys_by_board.items()):
        isolated_lines = [_isolate_line(lines[key].line, index) for index, key in enumerate(keys)]
        boards.append(Board(board_no, tuple(isolated_lines)))
    if not boards:
        return
    ranking = rank(METHOD, Field(1, tuple(boards)))
    for board in ranking.boards:
        line_by_ns = {line.line.ns: line for line in board.lines}
        for index, key in enumerate(keys_by_board[board.board_no]):
            yield key, line_by_ns[_get_isolated_ns(index)]


def _get_isolated_ns(index: int) -> int:
    return 2 * index + 1


def _isolate_line(line: Line, index: int) -> Line:
    """Return *line* with contestants of its own, and without points that a ruling moved."""
    ns = _get_isolated_ns(index)
    return line._replace(ns=ns, ew=ns + 1, adjustments=(), moved=None, section="")


def _add_board(sums: dict[int, _ButlerSum], sitter: Sitter, team: str, imps: Points) -> None:
    player_sum = sums.setdefault(sitter.person_id, _ButlerSum(sitter.name))
    player_sum.teams[team] = None
    player_sum.boards += 1
    player_sum.imps += imps


def _rank_players(sums: Iterable[_ButlerSum]) -> Iterator[PlayerRecord]:
    """Yield the records of *sums* by average, best first, with places."""
    ordered = sorted(
        sums, key=lambda player: (-_compute_average(player), make_family_key(player.name))
    )
    ahead = 0
    for _average, tied_players in groupby(ordered, key=_compute_average):
        players = list(tied_players)
        place = f"{ahead + 1}{'=' * (len(players) > 1)}"
        for player in players:
            yield PlayerRecord(
                place=place,
                name=player.name,
                teams=tuple(player.teams),
                boards=player.boards,
                imps=player.imps,
            )
        ahead += len(players)


def _compute_average(player: _ButlerSum) -> Fraction:
    return Fraction(player.imps) / player.boards


_PHONE = SheetColumn(hide_on="phone")
_COLUMNS = (
    Column("place", "Place", Kind.PLACE),
    Column("names", "Names", path="name", page=SheetColumn(row_header=True)),
    Column("team", "Team", path="teams", read=", ".join, page=_PHONE),
    Column("boards", "Boards", Kind.COUNT, page=SheetColumn(hide_on="phone", said_once=True)),
    Column("imps", "IMPs", Kind.POINTS, page=_PHONE),
    Column("average", "IMPs per board", Kind.POINTS),
)


class PlayersTable(SheetTable):
    """Every player by IMPs per board."""

    class Meta:
        attrs: ClassVar = {"class": "standings"}


def make_players_table(record: PlayersRecord) -> TableData:
    """Return one row for each player of *record*."""
    return make_table("Players", _COLUMNS, record.players, fixed_keys=("place", "names"))


CSV, XLSX = "text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def show_players(request: HttpRequest, reading: ResultsContext) -> HttpResponse:
    """Show every player by IMPs per board: over the event, or one of its sessions."""
    record = _compute_record(reading)
    table = PlayersTable(
        make_players_table(record),
        request=request,
        caption="Players",
        note="IMPs against the datum of each board",
    )
    context = make_page_context(reading, "players") | {
        "record": record,
        "table": table,
        "players_csv": _reverse_file(reading, "event_players_csv"),
        "players_xlsx": _reverse_file(reading, "event_players_xlsx"),
    }
    return render(request, "additions/contests/players.html", context)


event_players = kept_for_visitors(serve_to_readers(show_players))
session_results_players = make_desk_view(show_players, "players")


@serve_to_readers
def download_players_csv(_request: HttpRequest, reading: ResultsContext) -> HttpResponse:
    """Answer with the players as a CSV file."""
    name = f"{make_file_stem(reading.results.event)}-players.csv"
    return make_file_response(
        write_table_csv(make_players_table(_compute_record(reading))), name, CSV
    )


@serve_to_readers
def download_players_xlsx(_request: HttpRequest, reading: ResultsContext) -> HttpResponse:
    """Answer with the players as a spreadsheet, printed on the club's paper."""
    results = reading.results
    from director.formats.xlsx import write_workbook  # openpyxl is slow to import

    content = write_workbook(
        [make_players_table(_compute_record(reading))], results.heading, results.event.club.paper
    )
    return make_file_response(content, f"{make_file_stem(results.event)}-players.xlsx", XLSX)


def _reverse_file(reading: ResultsContext, name: str) -> str:
    return reverse(
        name, args=[reading.addresses.event_id, *filter(None, (reading.addresses.session_no,))]
    )


def _compute_record(reading: ResultsContext) -> PlayersRecord:
    event = reading.results.event
    if reading.sheets.heading.contestant_word != "team" or event.game != Game.BRIDGE:
        raise Http404("Player records exist only for teams at bridge.")
    return compute_players_record(
        reading.results.sessions if reading.shows_several_sessions else [reading.sheets]
    )
