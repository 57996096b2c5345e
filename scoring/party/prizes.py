"""The prizes of a party: their kinds, who may win them, and the order in which they are given.

A tie for a prize comes out open, with what to do; asked again with its ``Decision``, the prize has
a winner.  How a set of prizes is given is in ``awarding``.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby
from operator import attrgetter

from scoring.errors import ScoringError
from scoring.model import Points
from scoring.party.awarding import (
    Prize,
    PrizeGiving,
    PrizeSet,
    give,
    no_draw_yet,
    no_tickets_yet,
    table_of,
)
from scoring.party.decisions import BY_HALVES, FINAL_TIES, Decision
from scoring.party.drawn_number import nearest_first
from scoring.party.model import PartyRanking, PartyStanding
from scoring.party.ranking import party_places
from scoring.party.sentences import PartyScoringSentences
from scoring.registry import find_party_method

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
_MOST = {
    "places": len(ORDINALS),
    "half": 3,
    "aisle": 10,
    "table": 4,
    "table_winners": 100,
    "drawn": 100,
    "raffle": 100,
    "half_after": 100,
}
_DEEDS = (
    ("high_game", "high-game", attrgetter("highest"), "", " in one game"),
    ("lone_hands", "lone-hands", attrgetter("lone"), "lone hands", ""),
    ("tens", "ten-tricks", attrgetter("tens"), "hands", " of ten tricks or more"),
)
"""Prizes for what was done most or best: rule, kind of prize, figure, its unit (of a game that of the method) and what
follows."""


@dataclass(frozen=True, slots=True)
class PrizeRules:
    """Which prizes a party gives.

    *places* are the principal prizes, first, second and so on; *half* those for the best at
    half-time, which is when round *half_after* is played, 0 for half of the rounds that are
    planned; *aisle* those of each row and *table* those of each table, by where a player finished;
    *table_winners* those for the best among the winners of the tables, one for a table, where there
    are fewer prizes than tables; *drawn* those by a drawn number, *raffle* those by lot. *booby* is
    for the lowest, *lone_hands* for most lone hands, *high_game* for most points in one game and
    *tens* for most hands of ten tricks or more.  With *by_group* each prize group has its own set,
    and with *equal_numbers* no more principal, half-time and aisle prizes than the smaller group
    can take.  *one_each*: nobody takes two prizes, the next in line takes the second; a raffle is a
    matter of its own.  *leavers*: who left before the end may take prizes all the same.  The booby
    prize is never theirs, nor that of who came late, because fewer games make it too easy; a prize
    of an aisle or a table takes a game there.  *final_tie* is a key of ``FINAL_TIES``.

    >>> PrizeRules(places=3, aisle=2, final_tie="slips").booby
    True

    :raises ScoringError: for a number of prizes or a tie rule that cannot be.

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
        for name, most in _MOST.items():
            if not 0 <= getattr(self, name) <= most:
                what = f"The number of prizes for {name}"
                raise ScoringError(
                    PartyScoringSentences.PARTY_RULE,
                    what=what,
                    given=getattr(self, name),
                    wanted=f"0 to {most}",
                )
        if self.final_tie not in FINAL_TIES:
            what, given = "The final tie-break", f'"{self.final_tie}"'
            raise ScoringError(
                PartyScoringSentences.PARTY_RULE,
                what=what,
                given=given,
                wanted=f"one of {', '.join(FINAL_TIES)}",
            )


@dataclass(frozen=True, slots=True)
class Draws:
    """Figures for prizes besides the standings.

    The drawn number, half-time totals and the raffle's players.

    Each is ``None`` before it is known.
    """

    number: int | None = None
    half_totals: Mapping[str, Points] | None = None
    tickets: Sequence[str] | None = None


NOTHING_DRAWN = Draws()


def party_prizes(
    ranking: PartyRanking,
    rules: PrizeRules | None = None,
    *,
    decisions: Iterable[Decision] = (),
    drawn: Draws = NOTHING_DRAWN,
    unit: str = "",
    name: Callable[[str], str] = str,
    group_names: Mapping[str, str] | None = None,
) -> tuple[Prize, ...]:
    """Return the prizes of a party in the order in which they are given.

    A tie that none of *decisions* settles is open: the prize has all tied players and says what to
    do.  A prize that hangs on an open tie has no players and waits.  The order: principal prizes,
    half-time, aisles, tables, winners of tables, highest game, lone hands, hands of ten tricks,
    booby, drawn number, raffle.  Principal winners take no aisle and no booby prize. *name* says
    what people call a player; it, *group_names* and *unit*, by default that of the method, are for
    the sentences.

    >>> from scoring import PartyGame, decide_cut, party_standings
    >>> games = [PartyGame(player, 1, 1, side, won=1 - side) for player, side in (("1", 0), ("2", 0), ("3", 1))]
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
    return tuple(
        _award_prizes(award, ranking, rules or PrizeRules(), tuple(decisions), drawn).prizes
    )


def stale_decisions(
    ranking: PartyRanking,
    rules: PrizeRules | None = None,
    *,
    decisions: Iterable[Decision] = (),
    drawn: Draws = NOTHING_DRAWN,
) -> tuple[Decision, ...]:
    """Return the *decisions* that no longer settle a tie, such as after a correction.

    >>> from scoring import decide_by_lot
    >>> [found.order for found in stale_decisions(PartyRanking("games", ()), decisions=[decide_by_lot("12", 7)])]
    [('2', '1')]
    """
    listed = tuple(decisions)
    used = _award_prizes(PrizeGiving(), ranking, rules or PrizeRules(), listed, drawn).used
    return tuple(decision for decision in listed if decision not in used)


def _award_prizes(
    award: PrizeGiving,
    ranking: PartyRanking,
    rules: PrizeRules,
    decisions: Sequence[Decision],
    drawn: Draws,
) -> PrizeGiving:
    """Return *award* with every prize."""
    award.decisions, award.final_tie, award.one_each = decisions, rules.final_tie, rules.one_each
    everybody = ranking.standings
    competing = tuple(standing for standing in everybody if rules.leavers or not standing.has_left)
    ranking = replace(ranking, standings=competing)
    for prize_set in _sets(ranking, rules, drawn.half_totals):
        give(award, prize_set)
    if rules.drawn and ranking.standings:
        if drawn.number is None:
            no_draw_yet(award, rules.drawn)
        else:
            give(award, _drawn_set(ranking.standings, rules.drawn, drawn.number))
    if rules.raffle and everybody:
        if drawn.tickets is None:
            no_tickets_yet(award, rules.raffle)
        else:
            give(award, _raffle_set(everybody, rules.raffle, drawn.tickets))
    return award


def _sets(
    ranking: PartyRanking, rules: PrizeRules, half: Mapping[str, Points] | None
) -> Iterator[PrizeSet]:
    """Yield the sets of prizes in the order in which they are given, without those by lot."""
    everybody = _by_group(ranking.standings, rules)
    written = find_party_method(ranking.method).unit.replace(
        "games", "points"
    )  # in the box of one game
    second = _second_half(ranking.standings, rules, half)
    by = BY_HALVES.get(rules.final_tie, "")
    places = _fair_number(rules.places, everybody, rules)
    for group, those in everybody.items():
        totals = _totals(those)
        yield PrizeSet(
            ORDINALS[:places],
            those,
            totals,
            group=group,
            is_principal=True,
            then=second,
            then_by=by,
        )
    if rules.half and half is not None:
        yield from _half_sets(everybody, rules, half)
    yield from chain(_local_sets(ranking, rules, "row"), _local_sets(ranking, rules, "table"))
    if rules.table_winners:
        yield from _table_winner_sets(ranking, rules)
    for rule, kind, figure, counted, note in _DEEDS:
        for group, those in everybody.items() if getattr(rules, rule) else ():
            having = tuple(standing for standing in those if figure(standing))
            done = {standing.player: figure(standing) for standing in having}
            unit = written if rule == "high_game" else counted
            yield PrizeSet(
                (kind,), having, done, group=group, unit=unit, note=note, says_merit=True
            )
    for group, those in everybody.items():
        throughout = tuple(standing for standing in those if not standing.is_partial)
        if rules.booby and throughout:
            lowest = {player: -merit for player, merit in _totals(throughout).items()}
            worse = {player: -better for player, better in second.items()}
            yield PrizeSet(
                ("booby",),
                throughout,
                lowest,
                group=group,
                after_principal=True,
                is_booby=True,
                then=worse,
                then_by=by,
            )


def _half_sets(
    everybody: Mapping[str, tuple[PartyStanding, ...]],
    rules: PrizeRules,
    half: Mapping[str, Points],
) -> Iterator[PrizeSet]:
    """Yield the prizes for the best at half-time among those present then."""
    those = {
        group: tuple(member for member in members if member.player in half)
        for group, members in everybody.items()
    }
    number = _fair_number(rules.half, those, rules)
    for group, members in those.items():
        merit = {member.player: half[member.player] for member in members}
        kinds = ("half-time",) * number
        yield PrizeSet(kinds, members, merit, group=group, note=" at half-time", says_merit=True)


def _second_half(
    standings: Iterable[PartyStanding], rules: PrizeRules, half: Mapping[str, Points] | None
) -> dict[str, Points]:
    """Return the tie-break of players tied at the end: the second half or the first, by the rules."""
    if rules.final_tie not in BY_HALVES or half is None:
        return {}
    sign = (
        1 if rules.final_tie == "first-half" else -1
    )  # the totals are equal: more at first is less later
    return {standing.player: sign * half.get(standing.player, 0) for standing in standings}


def _local_sets(ranking: PartyRanking, rules: PrizeRules, by: str) -> Iterator[PrizeSet]:
    """Yield the prizes of each aisle or table, by the row and table of the last game."""
    count, kind = (rules.aisle, "aisle") if by == "row" else (rules.table, "table")
    if not count:
        return
    rows = {standing.row for standing in ranking.standings}
    seated = tuple(standing for standing in ranking.standings if standing.played)
    for those in party_places(replace(ranking, standings=seated), by).values():
        groups = _by_group(those, rules)
        number = _fair_number(count, groups, rules)
        row = those[0].row if by == "row" or len(rows) > 1 else None
        for group, members in groups.items():
            yield PrizeSet(
                kinds=(kind,) * number,
                candidates=members,
                merit=_totals(members),
                group=group,
                row=row,
                table_no=those[0].table_no if by == "table" else None,
                after_principal=by == "row",
            )


def _table_winner_sets(ranking: PartyRanking, rules: PrizeRules) -> Iterator[PrizeSet]:
    """Yield the prizes for the best winners of tables, at most one for each table.

    Everybody who has played is a candidate: the winner of a table may have another prize already.
    """
    seated = tuple(standing for standing in ranking.standings if standing.played)
    groups = _by_group(seated, rules)
    tables = {
        group: {table_of(standing) for standing in members} for group, members in groups.items()
    }
    number = _fair_number(rules.table_winners, tables, rules)
    for group, members in groups.items():
        yield PrizeSet(
            ("table-winner",) * number, members, _totals(members), group=group, one_per_table=True
        )


def _by_group(
    standings: Sequence[PartyStanding], rules: PrizeRules
) -> dict[str, tuple[PartyStanding, ...]]:
    of_group = attrgetter("group") if rules.by_group else lambda _standing: ""
    return {
        group: tuple(those) for group, those in groupby(sorted(standings, key=of_group), of_group)
    }


def _fair_number(wanted: int, groups: Mapping[str, Collection[object]], rules: PrizeRules) -> int:
    """Return the number of prizes of each group: *wanted*, limited by the smallest group if equal."""
    smallest = min((len(those) for those in groups.values()), default=0)
    if rules.equal_numbers:
        return min(wanted, smallest)
    return wanted


def _totals(standings: Iterable[PartyStanding]) -> dict[str, Points]:
    """Return the order for the prizes: totals, and the tie-break of equal ones."""
    merits = {standing.player: standing.merit for standing in standings}
    order = {merit: rank for rank, merit in enumerate(sorted(set(merits.values())))}
    return {player: order[merit] for player, merit in merits.items()}


def _drawn_set(standings: Sequence[PartyStanding], count: int, drawn_number: int) -> PrizeSet:
    """Return the prizes for totals nearest to the drawn number, open to the whole room."""
    nearest = nearest_first([standing.total for standing in standings], drawn_number)
    merit: dict[str, Points] = {}
    for rank, tied in enumerate(nearest):
        for at in tied:
            merit[standings[at].player] = -rank
    return PrizeSet(("drawn-number",) * count, tuple(standings), merit, drawn_number=drawn_number)


def _raffle_set(standings: Sequence[PartyStanding], count: int, tickets: Sequence[str]) -> PrizeSet:
    """Return the prizes of the raffle, for the players in the order in which they were drawn."""
    drawn = tuple(standing for standing in standings if standing.player in tickets)
    merit: dict[str, Points] = {player: -at for at, player in enumerate(tickets)}
    return PrizeSet(("raffle",) * count, drawn, merit, is_lot=True)
