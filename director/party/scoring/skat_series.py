"""A party in series: the lists of its tables, and the results besides the standings.

In a series each table hands in one list with a line for each player. Besides the standings a party
in series has the best results of each series, teams, tandems, and the cost of lost games. Typed lists
are read in ``director.party.play.series``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import itemgetter

from director.core.base.tags.cards import party_figure
from director.core.night.clock import ClockFace
from director.core.night.money import format_cents
from director.party.models import Party, PartyResult
from director.party.movement.clock import make_party_clock
from director.party.movement.games import PartyRecord, PlayedRound
from director.party.movement.options import has_lists
from director.party.movement.seating import format_players
from director.party.scoring.skat import get_session_seed
from director.party.sheets import RankedLine, SeriesFigures, SeriesResults
from movements.party.model import PartyTable
from movements.party.rules.series import is_seated_by_standings
from scoring.deals.skat_list import (
    SkatLine,
    compute_list_sum,
    compute_lost_games_cents,
    compute_seeger_fabian,
    count_series_games,
    list_bierlachs_problems,
    list_problems,
)
from scoring.errors import ScoringError
from scoring.party.methods import GOAL
from scoring.party.model import DEALS_WON_AND_LOST
from scoring.party.ranking import iter_ranked, rank_party_games


@dataclass(frozen=True, slots=True)
class ListRow:
    """One player's line of a list: its boxes, and the result once the list is entered."""

    number: int
    name: str
    place: int  # the seat at the table, from 1; the player of seat 1 keeps the list
    boxes: tuple[tuple[str, str, str], ...]  # name, heading and text
    result: str


@dataclass(frozen=True, slots=True)
class ListTable:
    """One table of a series: its lines, further figures, and problems of the input."""

    table_no: int
    rows: tuple[ListRow, ...]
    games: int
    passed: str  # games passed in
    written_sum: str  # the sum that the table wrote
    sum: str
    version: int
    players: str  # by number, side by side
    is_entered: bool
    has_minus_points: bool
    check: str = ""
    error: str = ""
    needs_confirmation: bool = False


@dataclass(frozen=True, slots=True)
class SeriesPlay:
    """The page of one series."""

    round_no: int
    latest_no: int  # the latest series that has seats
    tables: tuple[ListTable, ...]
    clock: ClockFace
    seed: int | None  # of the draw for its seats, None if the standings decide them
    counts_games: bool  # lists have games won and lost
    is_next_by_standing: bool  # the standings decide the next seats
    missing_list_count: int

    @property
    def rounds(self) -> range:
        """The series that have seats."""
        return range(1, self.latest_no + 1)

    @property
    def is_untouched(self) -> bool:
        """Whether no list of the party is entered."""
        return self.latest_no == 1 and self.missing_list_count == len(self.tables)

    @property
    def is_current(self) -> bool:
        """Whether no later series has seats."""
        return self.round_no == self.latest_no


MAX_RANK_SHOWN = 3  # ranks shown for each series
DEFAULT_GAMES = "48"  # of a series, at a table of four


def has_game_counts(record: PartyRecord) -> bool:
    """Return whether a list has the games won and lost of every player."""
    return bool(record.party.method) and record.method.extra_figure == DEALS_WON_AND_LOST


def has_minus_points(record: PartyRecord) -> bool:
    """Return whether a list has minus points only, as at Bierlachs."""
    return bool(record.party.method) and GOAL in record.method.options


def make_series_play(record: PartyRecord, round_no: int) -> SeriesPlay | None:
    """Return the page of series *round_no*, or else the latest one. None before the draw."""
    if not record.rounds:
        return None
    party = record.party
    shown_round = next(
        (played_round for played_round in record.rounds if played_round.round_no == round_no),
        record.rounds[-1],
    )
    return SeriesPlay(
        round_no=shown_round.round_no,
        latest_no=len(record.rounds),
        tables=tuple(make_list_table(record, shown_round, table) for table in shown_round.tables),
        clock=make_party_clock(party),
        seed=get_session_seed(party, shown_round.round_no),
        counts_games=has_game_counts(record),
        is_next_by_standing=is_seated_by_standings(
            party.options.get("seats", "drawn"), shown_round.round_no + 1, party.rounds
        ),
        missing_list_count=len(shown_round.unreported_tables),
    )


def make_list_table(record: PartyRecord, shown_round: PlayedRound, table: PartyTable) -> ListTable:
    """Return one table of a series as it is stored."""
    result = shown_round.results.get(table.table_no)
    has_games = has_game_counts(record)
    result_texts = [""] * len(table.players)
    total_text = passed = ""
    version = 0
    if result:
        line_results = _compute_line_results(record, table, result)
        result_texts = [party_figure(line_result) for line_result in line_results]
        total_text = party_figure(sum(line_results))
        passed = str(result.passed) if has_games else ""
        version = result.version
    rows = tuple(
        ListRow(
            number=int(player),
            name=record.names[player],
            place=index + 1,
            boxes=_make_line_boxes(player, result, index, has_games=has_games),
            result=result_texts[index],
        )
        for index, player in enumerate(table.players)
    )
    return ListTable(
        table_no=table.table_no,
        rows=rows,
        games=count_series_games(_get_series_games(record), len(rows)),
        passed=passed,
        written_sum="",  # never stored: it only checks what is typed
        sum=total_text,
        version=version,
        players=format_players(table),
        is_entered=result is not None,
        has_minus_points=has_minus_points(record),
    )


def _get_series_games(record: PartyRecord) -> int:
    return int(record.party.options.get("games", DEFAULT_GAMES))


def _make_line_boxes(
    player: str, result: PartyResult | None, index: int, *, has_games: bool
) -> tuple[tuple[str, str, str], ...]:
    """Return the name, heading and text of each box in the line *index* of a list."""
    points = str(result.points[index]) if result else ""
    boxes = [(f"points-{player}", "Points", points)]
    if has_games:
        won = lost = ""
        if result and result.deals:
            won, lost = map(str, result.deals[index])
        boxes += [(f"won-{player}", "Won", won), (f"lost-{player}", "Lost", lost)]
    return tuple(boxes)


def read_stored_lines(
    record: PartyRecord, table: PartyTable, result: PartyResult
) -> tuple[SkatLine, ...]:
    """Return the lines of an entered list."""
    # A list without games won and lost stores no deals.
    deals = result.deals or [[0, 0]] * len(table.players)
    return tuple(
        SkatLine(record.names[player], points, *won_and_lost)
        for player, points, won_and_lost in zip(table.players, result.points, deals, strict=True)
    )


def _compute_line_results(
    record: PartyRecord, table: PartyTable, result: PartyResult
) -> tuple[int, ...]:
    lines = read_stored_lines(record, table, result)
    return tuple(compute_seeger_fabian(line, lines, get_list_bonus(record)) for line in lines)


def get_list_bonus(record: PartyRecord) -> str:
    """Return the key of the points that a list has in addition to the game points."""
    if not has_game_counts(record):
        return "points"
    bonus: str = record.method.complete_settings(record.party.method_options)["bonus"]
    return bonus


def list_contradictions(
    record: PartyRecord, lines: Sequence[SkatLine], *, passed: int, written_sum: int | None
) -> tuple[ScoringError | str, ...]:
    """Return the contradictions within a list, a sentence each."""
    if has_game_counts(record):
        return list_problems(
            lines,
            games=_get_series_games(record),
            games_passed=passed,
            stated_total=written_sum,
            bonus=get_list_bonus(record),
        )
    settings = record.method.complete_settings(record.party.method_options)
    if goal := settings.get(GOAL.name):
        return tuple(map(str, list_bierlachs_problems(lines, int(goal))))
    total = sum(line.points for line in lines)
    if settings.get("list_sum") == "zero" and total:
        return (f"The table’s points add up to {total}, not 0.",)
    return ()


def check_typed_list(
    record: PartyRecord, lines: Sequence[SkatLine], *, passed: int, written_sum: int | None
) -> tuple[str, bool]:
    """Return the check of a list while it is typed, and whether the list agrees.

    The check has the contradictions of the list, or else its sum.
    """
    contradictions = list_contradictions(record, lines, passed=passed, written_sum=written_sum)
    if contradictions:
        return " ".join(str(contradiction) for contradiction in contradictions), False
    total = party_figure(compute_list_sum(lines, get_list_bonus(record)))
    return f"The list agrees: the results add up to {total}.", True


def compute_series_results(record: PartyRecord) -> SeriesResults | None:
    """Return the results of a party in series besides the standings.

    Return None for other parties, and before the first list.

    :raises ScoringError: if the games cannot be counted by the party's method
    """
    if not has_lists(record.party) or not record.is_ranked:
        return None
    series_nos = tuple(sorted({game.round_no for game in record.games}))
    totals_by_series = {
        series_no: _compute_totals_by_player(record, series_no) for series_no in series_nos
    }
    tariff = record.party.options.get("lost_games", "none")
    lost_games_by_player_series = {
        (game.player, game.round_no): game.deals_lost for game in record.games
    }
    players = tuple(
        _make_player_figures(
            record, standing.player, totals_by_series, lost_games_by_player_series, tariff
        )
        for standing in record.ranking.standings
    )
    return SeriesResults(
        series_nos=series_nos,
        best_by_series=tuple(
            (series_no, _select_best_of_series(record, totals))
            for series_no, totals in totals_by_series.items()
        ),
        teams=_rank_sums(record, "team"),
        tandems=_rank_sums(record, "tandem"),
        players=players,
        has_costs=tariff != "none",
        cost=format_cents(sum(player.cents for player in players)),
    )


def _compute_totals_by_player(record: PartyRecord, series_no: int) -> dict[str, Fraction]:
    # A series is ranked like a party of its own.
    games = [game for game in record.games if game.round_no == series_no]
    ranking = rank_party_games(record.party.method, games, options=record.party.method_options)
    return {standing.player: standing.total for standing in ranking.standings}


def _make_player_figures(
    record: PartyRecord,
    player: str,
    totals_by_series: Mapping[int, Mapping[str, Fraction]],
    lost_games_by_player_series: Mapping[tuple[str, int], int],
    tariff: str,
) -> SeriesFigures:
    player_facts = record.names.facts_by_player.get(player)
    results: list[int | None] = []
    texts = []
    for totals in totals_by_series.values():
        if player in totals:
            results.append(int(totals[player]))
            texts.append(party_figure(totals[player]))
        else:  # absent from this series
            results.append(None)
            texts.append("–")
    lost_counts = [
        lost_games_by_player_series.get((player, number), 0) for number in totals_by_series
    ]
    cents = sum(compute_lost_games_cents(count, tariff) for count in lost_counts)
    team = player_facts.team if player_facts else ""
    tandem = player_facts.tandem if player_facts else ""
    return SeriesFigures(
        number=int(player),
        name=record.names[player],
        results=tuple(results),
        lost_games=sum(lost_counts),
        result_texts=tuple(texts),
        cents=cents,
        cost=format_cents(cents),
        team=team,
        tandem=tandem,
    )


def _select_best_of_series(
    record: PartyRecord, totals: Mapping[str, Fraction]
) -> tuple[RankedLine, ...]:
    lines = [(record.names[player], player, int(total)) for player, total in totals.items()]
    ranked = _rank_lines(lines)
    return tuple(line for line in ranked if line.rank <= MAX_RANK_SHOWN)


def _rank_sums(record: PartyRecord, attribute: str) -> tuple[RankedLine, ...]:
    """Return the teams or tandems, ranked by the sum of their members."""
    members_by_name: dict[str, list[str]] = {}
    total_by_name: dict[str, int] = {}
    for standing in record.ranking.standings:
        player_facts = record.names.facts_by_player.get(standing.player)
        name = getattr(player_facts, attribute) if player_facts else ""
        if name:
            members_by_name.setdefault(name, []).append(record.names[standing.player])
            total_by_name[name] = total_by_name.get(name, 0) + int(standing.total)
    return _rank_lines(
        [(name, ", ".join(members_by_name[name]), total) for name, total in total_by_name.items()]
    )


def _rank_lines(lines: Sequence[tuple[str, str, int]]) -> tuple[RankedLine, ...]:
    """Rank *lines* of name, members and total by total, equal totals by name."""
    ordered = sorted(lines, key=lambda line: (-line[2], line[0]))
    return tuple(
        RankedLine(rank, is_tied, *line)
        for line, rank, is_tied in iter_ranked(ordered, itemgetter(2))
    )


def serialize_series(record: PartyRecord) -> dict[str, object]:
    """Return the lists of every series, and the sums of teams and tandems, as JSON."""
    results = compute_series_results(record)
    if results is None:
        return {}
    return {
        "series": [_make_series_json(record, played_round) for played_round in record.rounds],
        "teams": _make_ranked_json(results.teams),
        "tandems": _make_ranked_json(results.tandems),
        "lost_games_cents": {str(player.number): player.cents for player in results.players},
    }


def _make_series_json(record: PartyRecord, played_round: PlayedRound) -> dict[str, object]:
    lists = []
    for table in played_round.tables:
        result = played_round.results.get(table.table_no)
        if result:
            lists.append(
                {
                    "table": table.table_no,
                    "passed_in": result.passed,
                    "lines": _make_lines_json(record, table, result),
                }
            )
    return {"series": played_round.round_no, "lists": lists}


def _make_ranked_json(lines: Sequence[RankedLine]) -> list[dict[str, object]]:
    return [{"name": line.name, "place": line.place, "total": line.value} for line in lines]


def _make_lines_json(
    record: PartyRecord, table: PartyTable, result: PartyResult
) -> list[dict[str, object]]:
    lines_with_results = zip(
        table.players,
        read_stored_lines(record, table, result),
        _compute_line_results(record, table, result),
        strict=True,
    )
    return [
        {
            "player": player,
            "points": line.points,
            "won": line.games_won,
            "lost": line.games_lost,
            "result": figure,
        }
        for player, line, figure in lines_with_results
    ]


TeamRow = tuple[int, str, str, str]
"""The number, name, team and tandem of a player."""


def fetch_team_rows(party: Party) -> list[TeamRow]:
    """Return the number, name, team and tandem of every player."""
    players = party.players.select_related("person").order_by("number")
    return [(player.number, str(player), player.team, player.tandem) for player in players]
