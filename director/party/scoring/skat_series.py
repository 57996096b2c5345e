"""An evening in series: the lists of its tables, and the results besides the standings.

In a series each table hands in one list with a line for each player. Besides the standings an
evening shows the best results of each series, teams, tandems, and the cost of lost games. What is
typed into a list is read in ``director.party.play.series``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import itemgetter

from director.core.base.tags.cards import party_figure
from director.core.night.clock import ClockFace
from director.party.models import Party, PartyResult
from director.party.movement.clock import build_party_clock
from director.party.movement.games import Evening, PlayedRound
from director.party.movement.options import has_lists
from director.party.movement.seating import format_players
from director.party.movement.words import format_cents
from director.party.scoring.skat import get_session_seed
from director.party.sheets import RankedLine, SeriesFigures, SeriesResults
from movements.party.model import PartyTable
from movements.party.rules.series import seats_by_standing
from scoring.deals.skat_list import (
    SkatLine,
    list_faults,
    list_sum,
    lost_games_cents,
    seeger_fabian,
    series_games,
)
from scoring.errors import ScoringError
from scoring.party.model import OWN_DEALS
from scoring.party.ranking import party_standings, with_places


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
    check: str = ""
    error: str = ""
    asks_again: bool = False


@dataclass(frozen=True, slots=True)
class SeriesPlay:
    """The page of one series."""

    round_no: int
    latest_no: int
    tables: tuple[ListTable, ...]
    clock: ClockFace
    seed: int | None
    counts_games: bool
    next_by_standing: bool
    missing_lists: int

    @property
    def rounds(self) -> range:
        """The series that have seats."""
        return range(1, self.latest_no + 1)

    @property
    def is_untouched(self) -> bool:
        """Whether no list of the evening is entered."""
        return self.latest_no == 1 and self.missing_lists == len(self.tables)

    @property
    def is_current(self) -> bool:
        """Whether no later series has seats."""
        return self.round_no == self.latest_no


BEST_OF_SERIES = 3  # places shown for each series
USUAL_GAMES = "48"  # of a series, at a table of four


def has_game_counts(evening: Evening) -> bool:
    """Return whether a list has the games won and lost of every player."""
    return bool(evening.party.method) and evening.method.extra_figure == OWN_DEALS


def make_series_play(evening: Evening, round_no: int) -> SeriesPlay | None:
    """Return the page of series *round_no*, or else the latest one. None before the draw."""
    if not evening.rounds:
        return None
    party = evening.party
    shown = next(
        (played for played in evening.rounds if played.round_no == round_no), evening.rounds[-1]
    )
    return SeriesPlay(
        round_no=shown.round_no,
        latest_no=len(evening.rounds),
        tables=tuple(make_list_table(evening, shown, table) for table in shown.tables),
        clock=build_party_clock(party),
        seed=get_session_seed(party, shown.round_no),
        counts_games=has_game_counts(evening),
        next_by_standing=seats_by_standing(
            party.options.get("seats", "drawn"), shown.round_no + 1, party.rounds
        ),
        missing_lists=len(shown.unreported_tables),
    )


def make_list_table(evening: Evening, shown: PlayedRound, table: PartyTable) -> ListTable:
    """Return one table of a series as it is stored."""
    result = shown.results.get(table.table_no)
    has_games = has_game_counts(evening)
    result_texts = [""] * len(table.players)
    total_text = passed = ""
    version = 0
    if result:
        line_results = _compute_line_results(evening, table, result)
        result_texts = [party_figure(line_result) for line_result in line_results]
        total_text = party_figure(sum(line_results))
        passed = str(result.passed) if has_games else ""
        version = result.version
    rows = tuple(
        ListRow(
            number=int(player),
            name=evening.names[player],
            place=index + 1,
            boxes=_make_line_boxes(player, result, index, has_games=has_games),
            result=result_texts[index],
        )
        for index, player in enumerate(table.players)
    )
    return ListTable(
        table_no=table.table_no,
        rows=rows,
        games=series_games(_get_series_games(evening), len(rows)),
        passed=passed,
        written_sum="",  # never stored: it only checks what is typed
        sum=total_text,
        version=version,
        players=format_players(table),
        is_entered=result is not None,
    )


def _get_series_games(evening: Evening) -> int:
    return int(evening.party.options.get("games", USUAL_GAMES))


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
    evening: Evening, table: PartyTable, result: PartyResult
) -> tuple[SkatLine, ...]:
    """Return the lines of an entered list."""
    # A list without games won and lost stores no deals.
    deals = result.deals or [[0, 0]] * len(table.players)
    return tuple(
        SkatLine(evening.names[player], points, *won_and_lost)
        for player, points, won_and_lost in zip(table.players, result.points, deals, strict=True)
    )


def _compute_line_results(
    evening: Evening, table: PartyTable, result: PartyResult
) -> tuple[int, ...]:
    lines = read_stored_lines(evening, table, result)
    return tuple(seeger_fabian(line, lines, get_list_bonus(evening)) for line in lines)


def get_list_bonus(evening: Evening) -> str:
    """Return which points a list has in addition to those of the games."""
    if not has_game_counts(evening):
        return "points"
    bonus: str = evening.method.settings(evening.party.method_options)["bonus"]
    return bonus


def find_list_contradictions(
    evening: Evening, lines: Sequence[SkatLine], *, passed: int, written_sum: int | None
) -> tuple[ScoringError | str, ...]:
    """Return the contradictions within a list, a sentence each."""
    if has_game_counts(evening):
        return list_faults(
            lines,
            games=_get_series_games(evening),
            passed=passed,
            stated_total=written_sum,
            bonus=get_list_bonus(evening),
        )
    settings = evening.method.settings(evening.party.method_options)
    total = sum(line.points for line in lines)
    if settings.get("list_sum") == "zero" and total:
        return ("The table’s points add up to {total}, not 0.".format(total=total),)
    return ()


def check_typed_list(
    evening: Evening, lines: Sequence[SkatLine], *, passed: int, written_sum: int | None
) -> tuple[str, bool]:
    """Return what a list shows while it is typed, and whether it agrees.

    The text has the contradictions of the list, or else its sum.
    """
    faults = find_list_contradictions(evening, lines, passed=passed, written_sum=written_sum)
    if faults:
        return " ".join(str(fault) for fault in faults), False
    total = party_figure(list_sum(lines, get_list_bonus(evening)))
    return f"The list agrees: the results add up to {total}.", True


def compute_series_results(evening: Evening) -> SeriesResults | None:
    """Return the results of an evening in series besides the standings.

    None for other evenings, or before the first list.

    :raises ScoringError: if the games cannot be counted by the party's method
    """
    if not has_lists(evening.party) or not evening.is_ranked:
        return None
    numbers = tuple(sorted({game.round_no for game in evening.games}))
    totals_by_series = {number: _compute_series_totals(evening, number) for number in numbers}
    tariff = evening.party.options.get("lost_games", "none")
    lost_games = {(game.player, game.round_no): game.deals_lost for game in evening.games}
    players = tuple(
        _make_player_figures(evening, standing.player, totals_by_series, lost_games, tariff)
        for standing in evening.ranking.standings
    )
    return SeriesResults(
        numbers=numbers,
        best=tuple(
            (number, _select_best_of_series(evening, totals))
            for number, totals in totals_by_series.items()
        ),
        teams=_rank_sums(evening, "team"),
        tandems=_rank_sums(evening, "tandem"),
        players=players,
        has_costs=tariff != "none",
        cost=format_cents(sum(player.cents for player in players)),
    )


def _compute_series_totals(evening: Evening, number: int) -> dict[str, Fraction]:
    # A series is ranked like an evening of its own.
    games = [game for game in evening.games if game.round_no == number]
    ranking = party_standings(evening.party.method, games, options=evening.party.method_options)
    return {standing.player: standing.total for standing in ranking.standings}


def _make_player_figures(
    evening: Evening,
    player: str,
    totals_by_series: Mapping[int, Mapping[str, Fraction]],
    lost_games: Mapping[tuple[str, int], int],
    tariff: str,
) -> SeriesFigures:
    named = evening.names.by_player.get(player)
    results: list[int | None] = []
    texts = []
    for totals in totals_by_series.values():
        if player in totals:
            results.append(int(totals[player]))
            texts.append(party_figure(totals[player]))
        else:  # absent from this series
            results.append(None)
            texts.append("–")
    lost = [lost_games.get((player, number), 0) for number in totals_by_series]
    cents = sum(lost_games_cents(count, tariff) for count in lost)
    team = named.team if named else ""
    tandem = named.tandem if named else ""
    return SeriesFigures(
        number=int(player),
        name=evening.names[player],
        results=tuple(results),
        lost_games=sum(lost),
        texts=tuple(texts),
        cents=cents,
        cost=format_cents(cents),
        team=team,
        tandem=tandem,
    )


def _select_best_of_series(
    evening: Evening, totals: Mapping[str, Fraction]
) -> tuple[RankedLine, ...]:
    lines = [(evening.names[player], player, int(total)) for player, total in totals.items()]
    ranked = _rank_lines(lines)
    return tuple(line for line in ranked if line.place_no <= BEST_OF_SERIES)


def _rank_sums(evening: Evening, attribute: str) -> tuple[RankedLine, ...]:
    """Return the teams or tandems, ranked by the sum of their members."""
    members: dict[str, list[str]] = {}
    totals: dict[str, int] = {}
    for standing in evening.ranking.standings:
        named = evening.names.by_player.get(standing.player)
        name = getattr(named, attribute) if named else ""
        if name:
            members.setdefault(name, []).append(evening.names[standing.player])
            totals[name] = totals.get(name, 0) + int(standing.total)
    return _rank_lines([(name, ", ".join(members[name]), total) for name, total in totals.items()])


def _rank_lines(lines: Sequence[tuple[str, str, int]]) -> tuple[RankedLine, ...]:
    """Rank *lines* of name, members and total by total, equal totals by name."""
    ordered = sorted(lines, key=lambda line: (-line[2], line[0]))
    return tuple(
        RankedLine(place, is_tied, *line)
        for line, place, is_tied in with_places(ordered, itemgetter(2))
    )


def serialize_series(evening: Evening) -> dict[str, object]:
    """Return the lists of every series, and the sums of teams and tandems, as JSON."""
    results = compute_series_results(evening)
    if results is None:
        return {}
    return {
        "series": [_make_series_json(evening, played_round) for played_round in evening.rounds],
        "teams": _make_ranked_json(results.teams),
        "tandems": _make_ranked_json(results.tandems),
        "lost_games_cents": {str(player.number): player.cents for player in results.players},
    }


def _make_series_json(evening: Evening, played_round: PlayedRound) -> dict[str, object]:
    lists = []
    for table in played_round.tables:
        result = played_round.results.get(table.table_no)
        if result:
            lists.append(
                {
                    "table": table.table_no,
                    "passed_in": result.passed,
                    "lines": _make_lines_json(evening, table, result),
                }
            )
    return {"series": played_round.round_no, "lists": lists}


def _make_ranked_json(lines: Sequence[RankedLine]) -> list[dict[str, object]]:
    return [{"name": line.name, "place": line.place, "total": line.value} for line in lines]


def _make_lines_json(
    evening: Evening, table: PartyTable, result: PartyResult
) -> list[dict[str, object]]:
    lines_with_results = zip(
        table.players,
        read_stored_lines(evening, table, result),
        _compute_line_results(evening, table, result),
        strict=True,
    )
    return [
        {
            "player": player,
            "points": line.points,
            "won": line.won,
            "lost": line.lost,
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
