"""What is shown of an evening in series.

Lists, best results, teams and tandems, and the cost of lost games.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import itemgetter

from director.core.base.tags.cards import party_figure
from director.core.night.clock.read import ClockFace
from director.party.models import Party, PartyResult
from director.party.movement.clock import party_clock
from director.party.movement.games.read import Evening, PlayedRound
from director.party.movement.options import has_lists
from director.party.movement.words import cents_text
from director.party.scoring.skat_play import session_seed
from director.party.sentences import PartySentences
from director.party.sheets import Ranked, SeriesFigures, SeriesResults
from movements import PartyTable, seats_by_standing
from scoring import (
    OWN_DEALS,
    ScoringError,
    SkatLine,
    list_faults,
    list_sum,
    lost_games_cents,
    party_standings,
    seeger_fabian,
    series_games,
    with_places,
)


@dataclass(frozen=True, slots=True)
class ListRow:
    """One player's line of a list: what is in its boxes, and the result once the list is in."""

    number: int
    name: str
    place: int  # the seat at the table, from 1; who sits there first keeps the list
    boxes: tuple[tuple[str, str, str], ...]  # name, heading and text
    result: str


@dataclass(frozen=True, slots=True)
class ListTable:
    """One table of a series: its lines, further figures, and what is wrong with the input."""

    table_no: int
    rows: tuple[ListRow, ...]
    games: int
    passed: str
    said: str
    sum: str
    version: int
    is_in: bool
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
    missing: int

    @property
    def rounds(self) -> range:
        """The series that have seats."""
        return range(1, self.latest_no + 1)

    @property
    def is_untouched(self) -> bool:
        """Whether no list of the evening is in."""
        return self.latest_no == 1 and self.missing == len(self.tables)

    @property
    def is_current(self) -> bool:
        """Whether no later series has seats."""
        return self.round_no == self.latest_no


BEST_OF_SERIES = 3


def counts_games(evening: Evening) -> bool:
    """Return whether games won and lost are asked of every player."""
    return bool(evening.party.method) and evening.method.beside == OWN_DEALS


def series_play(evening: Evening, round_no: int) -> SeriesPlay | None:
    """Return the page of series *round_no*, or of the latest one, or ``None`` before the draw."""
    if not evening.rounds:
        return None
    party = evening.party
    shown = next(
        (played for played in evening.rounds if played.round_no == round_no), evening.rounds[-1]
    )
    return SeriesPlay(
        round_no=shown.round_no,
        latest_no=len(evening.rounds),
        tables=tuple(list_table(evening, shown, table) for table in shown.tables),
        clock=party_clock(party),
        seed=session_seed(party, shown.round_no),
        counts_games=counts_games(evening),
        next_by_standing=seats_by_standing(
            party.options.get("seats", "drawn"), shown.round_no + 1, party.rounds
        ),
        missing=len(shown.waiting),
    )


def list_table(evening: Evening, shown: PlayedRound, table: PartyTable) -> ListTable:
    """Return one table of a series as it is stored."""
    result = shown.results.get(table.table_no)
    results = _results(evening, table, result) if result else ()
    rows = tuple(
        ListRow(
            number=int(player),
            name=evening.names[player],
            place=at + 1,
            boxes=_boxes(player, result, at, counts=counts_games(evening)),
            result=party_figure(results[at]) if results else "",
        )
        for at, player in enumerate(table.players)
    )
    passed = str(result.passed) if result and counts_games(evening) else ""
    version = result.version if result else 0
    return ListTable(
        table_no=table.table_no,
        rows=rows,
        games=series_games(int(evening.party.options.get("games", "48")), len(rows)),
        passed=passed,
        said="",
        sum=party_figure(sum(results)) if results else "",
        version=version,
        is_in=result is not None,
    )


def _boxes(
    player: str, result: PartyResult | None, at: int, *, counts: bool
) -> tuple[tuple[str, str, str], ...]:
    points = str(result.points[at]) if result else ""
    boxes = (("points", "Points", points),)
    if not counts:
        return tuple((f"{key}-{player}", heading, text) for key, heading, text in boxes)
    won, lost = (str(each) for each in result.deals[at]) if result and result.deals else ("", "")
    boxes = (*boxes, ("won", "Won", won), ("lost", "Lost", lost))  # type: ignore[assignment]
    return tuple((f"{key}-{player}", heading, text) for key, heading, text in boxes)


def stored_lines(evening: Evening, table: PartyTable, result: PartyResult) -> tuple[SkatLine, ...]:
    """Return the lines of a list that is in."""
    deals = result.deals or [[0, 0]] * len(table.players)
    return tuple(
        SkatLine(evening.names[player], own, *own_deals)
        for player, own, own_deals in zip(table.players, result.points, deals, strict=True)
    )


def _results(evening: Evening, table: PartyTable, result: PartyResult) -> tuple[int, ...]:
    lines = stored_lines(evening, table, result)
    return tuple(seeger_fabian(line, lines, bonus_of(evening)) for line in lines)


def bonus_of(evening: Evening) -> str:
    """Return which points come beside those of the games."""
    if not counts_games(evening):
        return "points"
    bonus: str = evening.method.settings(evening.party.method_options)["bonus"]
    return bonus


def faults_of(
    evening: Evening, lines: Sequence[SkatLine], *, passed: int, said: int | None
) -> tuple[ScoringError | str, ...]:
    """Return what does not agree in a list: a sentence each."""
    if counts_games(evening):
        games = int(evening.party.options.get("games", "48"))
        return list_faults(lines, games=games, passed=passed, said=said, bonus=bonus_of(evening))
    settings = evening.method.settings(evening.party.method_options)
    total = sum(line.points for line in lines)
    if settings.get("list_sum") == "zero" and total:
        return (PartySentences.LIST_NOT_ZERO.says(total=total),)
    return ()


def list_check(
    evening: Evening, lines: Sequence[SkatLine], *, passed: int, said: int | None
) -> tuple[str, bool]:
    """Return what a list shows while it is typed.

    What is wrong with it or its sum, and whether it agrees.
    """
    if faults := faults_of(evening, lines, passed=passed, said=said):
        return " ".join(str(fault) for fault in faults), False
    return (
        f"The list agrees: the results add up to {party_figure(list_sum(lines, bonus_of(evening)))}.",
        True,
    )


def series_results(evening: Evening) -> SeriesResults | None:
    """Return what an evening in series has besides the standings.

    ``None`` for other evenings, or before any list.

    :raises ScoringError: if the games cannot be counted by the party's method
    """
    if not has_lists(evening.party) or not evening.is_ranked:
        return None
    numbers = tuple(sorted({game.round_no for game in evening.games}))
    results = {number: _series_totals(evening, number) for number in numbers}
    order = [standing.player for standing in evening.ranking.standings]
    steps = evening.party.options.get("lost_games", "none")
    lost = {(game.player, game.round_no): game.deals_lost for game in evening.games}
    players = tuple(_figures(evening, player, results, lost, steps) for player in order)
    return SeriesResults(
        numbers=numbers,
        best=tuple((number, _best(evening, results[number])) for number in numbers),
        teams=_sums(evening, "team"),
        tandems=_sums(evening, "tandem"),
        players=players,
        has_costs=steps != "none",
        cost=cents_text(sum(player.cents for player in players)),
    )


def _series_totals(evening: Evening, number: int) -> dict[str, Fraction]:
    games = [game for game in evening.games if game.round_no == number]
    ranking = party_standings(evening.party.method, games, options=evening.party.method_options)
    return {standing.player: standing.total for standing in ranking.standings}


def _figures(
    evening: Evening,
    player: str,
    results: Mapping[int, Mapping[str, Fraction]],
    lost: Mapping[tuple[str, int], int],
    steps: str,
) -> SeriesFigures:
    who = evening.names.by_player.get(player)
    own = tuple(totals.get(player) for totals in results.values())
    cents = sum(lost_games_cents(lost.get((player, number), 0), steps) for number in results)
    team = who.team if who else ""
    tandem = who.tandem if who else ""
    return SeriesFigures(
        number=int(player),
        name=evening.names[player],
        results=tuple(None if total is None else int(total) for total in own),
        lost=sum(lost.get((player, number), 0) for number in results),
        texts=tuple("–" if total is None else party_figure(total) for total in own),
        cents=cents,
        cost=cents_text(cents),
        team=team,
        tandem=tandem,
    )


def _best(evening: Evening, totals: Mapping[str, Fraction]) -> tuple[Ranked, ...]:
    ranked = _rank_lines(
        [(evening.names[player], player, int(total)) for player, total in totals.items()]
    )
    return tuple(line for line in ranked if line.place_no <= BEST_OF_SERIES)


def _sums(evening: Evening, what: str) -> tuple[Ranked, ...]:
    """Return the teams or tandems, ranked by the sum of their members."""
    members: dict[str, list[str]] = {}
    totals: dict[str, int] = {}
    for standing in evening.ranking.standings:
        who = evening.names.by_player.get(standing.player)
        name = getattr(who, what) if who else ""
        if name:
            members.setdefault(name, []).append(evening.names[standing.player])
            totals[name] = totals.get(name, 0) + int(standing.total)
    return _rank_lines([(name, ", ".join(members[name]), total) for name, total in totals.items()])


def _rank_lines(lines: Sequence[tuple[str, str, int]]) -> tuple[Ranked, ...]:
    ordered = sorted(lines, key=lambda line: (-line[2], line[0]))
    return tuple(
        Ranked(place, is_tied, *line)
        for line, place, is_tied in with_places(ordered, itemgetter(2))
    )


def series_to_json(evening: Evening) -> dict[str, object]:
    """Return the lists of every series, and the sums, for programs.

    Figures are whole numbers.
    """
    results = series_results(evening)
    if results is None:
        return {}
    return {
        "series": [
            {
                "series": played.round_no,
                "lists": [
                    {
                        "table": table.table_no,
                        "passed_in": played.results[table.table_no].passed,
                        "lines": _lines_json(evening, table, played.results[table.table_no]),
                    }
                    for table in played.tables
                    if table.table_no in played.results
                ],
            }
            for played in evening.rounds
        ],
        "teams": [
            {"name": line.name, "place": line.place, "total": line.value} for line in results.teams
        ],
        "tandems": [
            {"name": line.name, "place": line.place, "total": line.value}
            for line in results.tandems
        ],
        "lost_games_cents": {str(player.number): player.cents for player in results.players},
    }


def _lines_json(
    evening: Evening, table: PartyTable, result: PartyResult
) -> list[dict[str, object]]:
    own = zip(
        table.players,
        stored_lines(evening, table, result),
        _results(evening, table, result),
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
        for player, line, figure in own
    ]


def team_rows(party: Party) -> list[tuple[int, str, str, str]]:
    """Return number, name, team and tandem of everybody, by number."""
    players = party.players.select_related("person").order_by("number")
    return [(player.number, str(player), player.team, player.tandem) for player in players]
