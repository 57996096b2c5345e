"""The prizes of a party, the players who may win them, and the order of giving.

A tie for a prize is left open and says what to do. When the prizes are calculated again with the
``Decision``, the prize has a winner. How a set of prizes is given is in ``awarding``.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby
from math import ceil, floor
from operator import attrgetter
from random import Random

from scoring.errors import ScoringError
from scoring.model import Points
from scoring.party.awarding import (
    Prize,
    PrizeGiving,
    PrizeSet,
    add_undrawn_prizes,
    add_undrawn_raffle,
    get_last_table,
    give,
)
from scoring.party.methods import find_party_method
from scoring.party.model import PartyRanking, PartyStanding
from scoring.party.ranking import party_places
from scoring.party.ties import BY_HALVES, FINAL_TIES, Decision

ORDINALS = (
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
)
_MAX_PRIZES = {
    "places": len(ORDINALS),
    "half": 3,
    "aisle": 10,
    "table": 4,
    "table_winners": 100,
    "drawn": 100,
    "raffle": 100,
    "half_after": 100,
}
_RECORD_PRIZES = (
    ("high_game", "high-game", attrgetter("highest_game"), "", " in one game"),
    ("lone_hands", "lone-hands", attrgetter("lone_hands"), "lone hands", ""),
    ("tens", "ten-tricks", attrgetter("ten_trick_hands"), "hands", " of ten tricks or more"),
)
"""Prizes for the most of something: rule, kind, figure, unit and the words after the figure.

The highest game has the unit of the method.
"""


@dataclass(frozen=True, slots=True)
class PrizeRules:
    """The prizes that a party gives.

    Numbers of prizes:

    - *places*: principal prizes, first, second and so on
    - *half*: for the best totals at half-time, after round *half_after*, or if that is 0 after half
      of the planned rounds
    - *aisle* and *table*: for the best of each row and each table, by the players' last seats
    - *table_winners*: for the best of the winners of tables, at most one for each table
    - *drawn*: by a drawn number
    - *raffle*: by lot

    Single prizes:

    - *booby*: for the lowest total
    - *lone_hands*: for most lone hands
    - *high_game*: for most points in one game
    - *tens*: for most hands of ten tricks or more

    Conditions:

    - *by_group*: each prize group has its own set. With *equal_numbers* there are no more
      principal, half-time and aisle prizes than the smallest group can take.
    - *one_each*: nobody takes two prizes; the next in line takes the second. A raffle is excepted.
    - *leavers*: players who left before the end may take prizes. Neither they nor late arrivals can
      take the booby prize, because fewer games would make it too easy.
    - A prize of an aisle or table needs a game there.
    - *final_tie*: a key of ``FINAL_TIES``

    >>> PrizeRules(places=3, aisle=2, final_tie="slips").booby
    True

    :raises ScoringError: if a number of prizes or the tie rule is impossible

    Source: [HOYLE1926] pp. 35-36, 90-96.
    """

    places: int = 2
    booby: bool = True
    lone_hands: bool = False
    aisle: int = 0
    table: int = 0
    table_winners: int = 0
    drawn: int = 0
    half: int = 0
    half_after: int = 0
    high_game: bool = False
    tens: bool = False
    raffle: int = 0
    by_group: bool = True
    equal_numbers: bool = True
    one_each: bool = False
    leavers: bool = False
    final_tie: str = "play-off"

    def __post_init__(self) -> None:
        """Raise if the rules contradict each other."""
        for name, most_prizes in _MAX_PRIZES.items():
            if not 0 <= getattr(self, name) <= most_prizes:
                raise make_party_rule_error(
                    what=f"The number of prizes for {name}",
                    given=getattr(self, name),
                    wanted=f"0 to {most_prizes}",
                )
        if self.final_tie not in FINAL_TIES:
            raise make_party_rule_error(
                what="The final tie-break",
                given=f'"{self.final_tie}"',
                wanted=f"one of {', '.join(FINAL_TIES)}",
            )


@dataclass(frozen=True, slots=True)
class PrizeDraws:
    """What prizes need besides the standings: the drawn number, half-time totals, raffle winners.

    Each is None before it is known. *tickets* are the players in the order in which they were
    drawn.
    """

    number: int | None = None
    half_totals: Mapping[str, Points] | None = None
    tickets: Sequence[str] | None = None


NOTHING_DRAWN = PrizeDraws()


def party_prizes(
    ranking: PartyRanking,
    rules: PrizeRules | None = None,
    *,
    decisions: Iterable[Decision] = (),
    drawn: PrizeDraws = NOTHING_DRAWN,
    unit: str = "",
    name: Callable[[str], str] = str,
    group_names: Mapping[str, str] | None = None,
) -> tuple[Prize, ...]:
    """Return the prizes of a party in the order in which they are given.

    If none of *decisions* settles a tie, it is open: the prize has all tied players and says what
    to do. A prize that depends on an open tie has no players and waits.

    The order is: principal prizes, half-time, aisles, tables, winners of tables, highest game, lone
    hands, hands of ten tricks, booby, drawn number, raffle. Winners of principal prizes take no
    aisle or booby prize.

    *name* returns the name of a player for the sentences, which also use *group_names* and *unit*,
    by default that of the method.

    >>> from scoring.party.ties import decide_cut
    >>> from scoring.party.model import PartyGame
    >>> from scoring.party.ranking import party_standings
    >>> games = [
    ...     PartyGame(player, 1, 1, side, games_won=1 - side)
    ...     for player, side in (("1", 0), ("2", 0), ("3", 1))
    ... ]
    >>> ranking = party_standings("games", games)
    >>> [prize.text for prize in party_prizes(ranking, PrizeRules(places=1, final_tie="cut"))]
    ['First prize: 1 and 2 are tied with 1 game. Cut; the highest card takes the prize.', \
'Booby prize: 3 with 0 games.']
    >>> cut = decide_cut({"1": 4, "2": 9})
    >>> [prize.players for prize in party_prizes(ranking, PrizeRules(places=1), decisions=[cut])]
    [('2',), ('3',)]

    Source: [HOYLE1926] pp. 35-36, 90-96.
    """
    unit = unit or find_party_method(ranking.method).unit
    award = PrizeGiving(unit, name, group_names or {})
    _award_prizes(award, ranking, rules or PrizeRules(), tuple(decisions), drawn)
    return tuple(award.prizes)


def stale_decisions(
    ranking: PartyRanking,
    rules: PrizeRules | None = None,
    *,
    decisions: Iterable[Decision] = (),
    drawn: PrizeDraws = NOTHING_DRAWN,
) -> tuple[Decision, ...]:
    """Return the *decisions* that settle no tie, for example after a correction.

    >>> from scoring.party.ties import decide_by_lot
    >>> [decision.order for decision in stale_decisions(PartyRanking("games", ()), decisions=[decide_by_lot("12", 7)])]
    [('2', '1')]
    """
    decisions = tuple(decisions)
    award = PrizeGiving()
    _award_prizes(award, ranking, rules or PrizeRules(), decisions, drawn)
    return tuple(decision for decision in decisions if decision not in award.used_decisions)


def _award_prizes(
    award: PrizeGiving,
    ranking: PartyRanking,
    rules: PrizeRules,
    decisions: Sequence[Decision],
    drawn: PrizeDraws,
) -> None:
    """Add every prize to *award*."""
    award.decisions = decisions
    award.final_tie = rules.final_tie
    award.one_each = rules.one_each
    everybody = ranking.standings  # a raffle is open to players who have left, too
    competitors = tuple(
        standing for standing in everybody if rules.leavers or not standing.has_left
    )
    ranking = replace(ranking, standings=competitors)
    for prize_set in _make_prize_sets(ranking, rules, drawn.half_totals):
        give(award, prize_set)
    if rules.drawn and ranking.standings:
        if drawn.number is None:
            add_undrawn_prizes(award, rules.drawn)
        else:
            give(award, _make_drawn_set(ranking.standings, rules.drawn, drawn.number))
    if rules.raffle and everybody:
        if drawn.tickets is None:
            add_undrawn_raffle(award, rules.raffle)
        else:
            give(award, _make_raffle_set(everybody, rules.raffle, drawn.tickets))


def _make_prize_sets(
    ranking: PartyRanking, rules: PrizeRules, half: Mapping[str, Points] | None
) -> Iterator[PrizeSet]:
    """Yield the sets of prizes in the order of giving, without those by lot."""
    groups = _group_standings(ranking.standings, rules)
    tie_break = _make_half_tie_break(ranking.standings, rules, half)
    tie_break_name = BY_HALVES.get(rules.final_tie, "")
    places = _limit_number(rules.places, groups, rules)
    for group, members in groups.items():
        yield PrizeSet(
            ORDINALS[:places],
            members,
            _compute_total_merits(members),
            group=group,
            is_principal=True,
            tie_break=tie_break,
            tie_break_name=tie_break_name,
        )
    if rules.half and half is not None:
        yield from _make_half_sets(groups, rules, half)
    yield from chain(
        _make_local_sets(ranking, rules, "row"), _make_local_sets(ranking, rules, "table")
    )
    if rules.table_winners:
        yield from _make_table_winner_sets(ranking, rules)
    yield from _make_most_of_sets(groups, rules, find_party_method(ranking.method).unit)
    if rules.booby:
        yield from _make_booby_sets(groups, tie_break, tie_break_name)


def _make_most_of_sets(
    groups: Mapping[str, tuple[PartyStanding, ...]], rules: PrizeRules, method_unit: str
) -> Iterator[PrizeSet]:
    """Yield the prizes for the highest game, lone hands and hands of ten tricks."""
    # A game of a method that counts games has points on its card.
    game_unit = method_unit.replace("games", "points")
    for rule, kind, read_figure, prize_unit, note in _RECORD_PRIZES:
        if not getattr(rules, rule):
            continue
        unit = game_unit if rule == "high_game" else prize_unit
        for group, members in groups.items():
            candidates = tuple(standing for standing in members if read_figure(standing))
            figures = {standing.player: read_figure(standing) for standing in candidates}
            yield PrizeSet(
                (kind,), candidates, figures, group=group, unit=unit, note=note, shows_merit=True
            )


def _make_booby_sets(
    groups: Mapping[str, tuple[PartyStanding, ...]],
    tie_break: Mapping[str, Points],
    tie_break_name: str,
) -> Iterator[PrizeSet]:
    for group, members in groups.items():
        candidates = tuple(standing for standing in members if not standing.is_partial)
        if not candidates:
            continue
        # The lowest total wins, and the worse half if totals are equal.
        merits = {player: -merit for player, merit in _compute_total_merits(candidates).items()}
        yield PrizeSet(
            ("booby",),
            candidates,
            merits,
            group=group,
            after_principal=True,
            is_booby=True,
            tie_break={player: -figure for player, figure in tie_break.items()},
            tie_break_name=tie_break_name,
        )


def _make_half_sets(
    groups: Mapping[str, tuple[PartyStanding, ...]],
    rules: PrizeRules,
    half: Mapping[str, Points],
) -> Iterator[PrizeSet]:
    """Yield the prizes for the best at half-time among those present then."""
    present_groups = {}
    for group, members in groups.items():
        present_groups[group] = tuple(member for member in members if member.player in half)
    number = _limit_number(rules.half, present_groups, rules)
    for group, members in present_groups.items():
        merit = {member.player: half[member.player] for member in members}
        kinds = ("half-time",) * number
        yield PrizeSet(kinds, members, merit, group=group, note=" at half-time", shows_merit=True)


def _make_half_tie_break(
    standings: Iterable[PartyStanding], rules: PrizeRules, half: Mapping[str, Points] | None
) -> dict[str, Points]:
    """Return the tie-break figures for equal totals: the first or second half, by the rules."""
    if rules.final_tie not in BY_HALVES or half is None:
        return {}
    # Of equal totals the one with the lower first half has the higher second half.
    sign = 1 if rules.final_tie == "first-half" else -1
    return {standing.player: sign * half.get(standing.player, 0) for standing in standings}


def _make_local_sets(ranking: PartyRanking, rules: PrizeRules, grouping: str) -> Iterator[PrizeSet]:
    """Yield the prizes of each ``"row"`` (aisle) or ``"table"``, by the players' last game."""
    if grouping == "row":
        kind, count = "aisle", rules.aisle
    else:
        kind, count = "table", rules.table
    if not count:
        return
    rows = {standing.row for standing in ranking.standings}
    # A prize of an aisle or table needs a game there.
    seated = tuple(standing for standing in ranking.standings if standing.games_played)
    for standings in party_places(replace(ranking, standings=seated), grouping).values():
        groups = _group_standings(standings, rules)
        number = _limit_number(count, groups, rules)
        first = standings[0]
        row = first.row if grouping == "row" or len(rows) > 1 else None
        table_no = first.table_no if grouping == "table" else None
        for group, members in groups.items():
            yield PrizeSet(
                kinds=(kind,) * number,
                candidates=members,
                merit=_compute_total_merits(members),
                group=group,
                row=row,
                table_no=table_no,
                after_principal=grouping == "row",
            )


def _make_table_winner_sets(ranking: PartyRanking, rules: PrizeRules) -> Iterator[PrizeSet]:
    """Yield the prizes for the best winners of tables, at most one for each table.

    Everybody who has played is a candidate: the winner of a table may have another prize already.
    """
    seated = tuple(standing for standing in ranking.standings if standing.games_played)
    groups = _group_standings(seated, rules)
    tables_by_group = {}
    for group, members in groups.items():
        tables_by_group[group] = {get_last_table(standing) for standing in members}
    number = _limit_number(rules.table_winners, tables_by_group, rules)
    for group, members in groups.items():
        yield PrizeSet(
            ("table-winner",) * number,
            members,
            _compute_total_merits(members),
            group=group,
            one_per_table=True,
        )


def _group_standings(
    standings: Sequence[PartyStanding], rules: PrizeRules
) -> dict[str, tuple[PartyStanding, ...]]:
    """Return the standings of each prize group, or of all as one group with an empty name."""
    key = attrgetter("group") if rules.by_group else lambda _standing: ""
    return {group: tuple(members) for group, members in groupby(sorted(standings, key=key), key)}


def _limit_number(
    wanted_number: int, groups: Mapping[str, Collection[object]], rules: PrizeRules
) -> int:
    """Return *wanted_number* prizes per group, or fewer if groups must have equal numbers."""
    if not rules.equal_numbers:
        return wanted_number
    smallest = min((len(members) for members in groups.values()), default=0)
    return min(wanted_number, smallest)


def _compute_total_merits(standings: Iterable[PartyStanding]) -> dict[str, Points]:
    """Return each player's rank from the lowest merit up.

    A ``PrizeSet`` has one figure of merit, but a standing has a total and its tie-breaks.
    """
    merits = {standing.player: standing.merit for standing in standings}
    rank_by_merit = {merit: rank for rank, merit in enumerate(sorted(set(merits.values())))}
    return {player: rank_by_merit[merit] for player, merit in merits.items()}


def _make_drawn_set(standings: Sequence[PartyStanding], count: int, drawn_number: int) -> PrizeSet:
    """Return the prizes for the totals nearest to the drawn number, of the whole room."""
    nearest = group_by_distance([standing.total for standing in standings], drawn_number)
    merit: dict[str, Points] = {}
    for rank, tied in enumerate(nearest):
        for index in tied:
            merit[standings[index].player] = -rank
    return PrizeSet(("drawn-number",) * count, tuple(standings), merit, drawn_number=drawn_number)


def _make_raffle_set(
    standings: Sequence[PartyStanding], count: int, tickets: Sequence[str]
) -> PrizeSet:
    """Return the prizes of the raffle, for the players of *tickets* in the order of the draw."""
    drawn = tuple(standing for standing in standings if standing.player in tickets)
    merit: dict[str, Points] = {player: -index for index, player in enumerate(tickets)}
    return PrizeSet(("raffle",) * count, drawn, merit, is_lot=True)


# A prize by a drawn number goes to the nearest total, so that luck counts beside skill. A hundred slips
# with likely totals are made before the party; one is drawn when all cards are handed in. Lots are drawn
# by a ``random.Random``, whose seed the caller stores.


MAX_SLIPS = 100
FIRST_SLIPS = (1401, 1402, 1403, 1404)
_STEPS_UP_TO = ((1600, 4), (1700, 5), (1900, 10), (2100, 20))


def slips(first: int = 1402) -> tuple[int, ...]:
    """Return the hundred numbers of the slips, from *first* up to 2100.

    They are 4 apart up to 1600, then 5, 10 and 20 apart.

    >>> numbers = slips()
    >>> len(numbers), numbers[:3], numbers[24:26], numbers[-1]
    (100, (1402, 1406, 1410), (1498, 1502), 2098)

    :raises ScoringError: if *first* is not 1401 to 1404.

    Source: [HOYLE1926] pp. 35-36.
    """
    if first not in FIRST_SLIPS:
        raise ScoringError(
            "prizes-first-slip",
            "The slips can't start at {first}. Start at 1401, 1402, 1403 or 1404.",
            first=first,
        )
    numbers = [first]
    for upper, step in _STEPS_UP_TO:
        numbers += range(numbers[-1] + step, upper + 1, step)
    return tuple(numbers)


def slips_between(lowest: Points, highest: Points) -> tuple[int, ...]:
    """Return at most a hundred whole numbers, evenly spread from *lowest* to *highest*.

    They are for totals that the slips of the book don't reach.

    >>> slips_between(1, 8)
    (1, 2, 3, 4, 5, 6, 7, 8)
    >>> numbers = slips_between(150, 348)
    >>> len(numbers), numbers[:3], numbers[-1]
    (100, (150, 152, 154), 348)
    """
    first, last = floor(lowest), ceil(highest)
    count = min(last - first + 1, MAX_SLIPS)
    if count == 1:
        return (first,)
    return tuple(first + (last - first) * index // (count - 1) for index in range(count))


def draw_slip(chance: Random, first: int = 1402) -> int:
    """Return the number on the slip that *chance* draws.

    >>> draw_slip(Random(1916)) in slips()
    True

    Source: [HOYLE1926] p. 36.
    """
    return chance.choice(slips(first))


def seeded_slip(seed: int, first: int = 1402) -> int:
    """Return the number on the slip that *seed* draws.

    Store the seed and show it beside the number, so that the draw can be repeated.

    >>> seeded_slip(1916) == seeded_slip(1916)
    True

    :raises ScoringError: if *first* is not 1401 to 1404.

    Source: [HOYLE1926] p. 36.
    """
    return draw_slip(Random(seed), first)  # noqa: S311


def group_by_distance(scores: Sequence[Points], drawn: int) -> list[list[int]]:
    """Return the indexes of *scores* by distance from *drawn*, equal distances together.

    A score above *drawn* ties with one that is as far below. The book does not mention this case.

    >>> group_by_distance([1438, 1443, 1447, 1437], drawn=1442)
    [[1], [0], [2, 3]]

    Source: [HOYLE1926] p. 36.
    """

    def distance(index: int) -> Points:
        return max(scores[index] - drawn, drawn - scores[index])

    nearest = sorted(range(len(scores)), key=distance)
    return [list(tied) for _distance, tied in groupby(nearest, key=distance)]


def prize_order(scores: Sequence[Points], drawn: int, chance: Random) -> list[int]:
    """Return the indexes of *scores* in the order of prizes. Ties are broken by lot.

    >>> prize_order([1438, 1443, 1447, 1448], 1442, Random(1))
    [1, 0, 2, 3]

    Source: [HOYLE1926] p. 36.
    """
    order = []
    for tied in group_by_distance(scores, drawn):
        order += chance.sample(tied, len(tied))
    return order


def make_party_rule_error(*, what: object, given: object, wanted: object) -> ScoringError:
    return ScoringError(
        "party-rule",
        "{what} can't be {given}. Enter {wanted}.",
        what=what,
        given=given,
        wanted=wanted,
    )
