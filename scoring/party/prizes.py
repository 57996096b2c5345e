"""The prizes of a party, the players who may win them, and the order of giving.

A tie for a prize is left open and says what to do. When the prizes are calculated again with the
``Decision``, the prize has a winner. ``awarding`` gives one set of prizes.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from scoring.errors import ScoringError
from scoring.model import Points
from scoring.party.awarding import (
    Prize,
    PrizeGiving,
    PrizeSet,
    add_undrawn_prizes,
    add_undrawn_raffle,
    get_last_table,
    give_prizes,
)
from scoring.party.methods import get_party_method
from scoring.party.model import PartyRanking, PartyStanding
from scoring.party.prize_ties import FINAL_TIES, HALF_NAME_BY_TIE_RULE, Decision
from scoring.party.ranking import rank_by_part
from scoring.party.slips import group_indexes_by_distance

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
_MAX_PRIZE_COUNTS = {
    "places": len(ORDINALS),
    "half": 3,
    "aisle": 10,
    "table": 4,
    "table_winners": 100,
    "drawn": 100,
    "raffle": 100,
    "half_after": 100,
}


class _RecordPrize(NamedTuple):
    """A prize for the most of something."""

    rule_name: str  # the field of PrizeRules that gives it
    kind: str
    get_figure: Callable[[PartyStanding], int]
    unit: str  # "" for the method's
    figure_suffix: str  # the text after the figure


_RECORD_PRIZES = (
    _RecordPrize("high_game", "high-game", attrgetter("highest_game"), "", " in one game"),
    _RecordPrize("lone_hands", "lone-hands", attrgetter("lone_hands"), "lone hands", ""),
    _RecordPrize(
        "tens", "ten-tricks", attrgetter("ten_trick_hands"), "hands", " of ten tricks or more"
    ),
)


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

    - *by_group*: each prize group has its own set. With *equal_numbers* the number of principal,
      half-time and aisle prizes is limited to what the smallest group can take.
    - *one_each*: nobody takes two prizes. The next in line takes the second one. A raffle is excepted.
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
        for name, max_count in _MAX_PRIZE_COUNTS.items():
            if not 0 <= getattr(self, name) <= max_count:
                raise make_party_rule_error(
                    what=f"The number of prizes for {name}",
                    given=getattr(self, name),
                    wanted=f"0 to {max_count}",
                )
        if self.final_tie not in FINAL_TIES:
            raise make_party_rule_error(
                what="The final tie-break",
                given=f'"{self.final_tie}"',
                wanted=f"one of {', '.join(FINAL_TIES)}",
            )


@dataclass(frozen=True, slots=True)
class PrizeDraws:
    """What prizes need besides the standings. Each is None before it is known."""

    drawn_number: int | None = None
    half_total_by_player: Mapping[str, Points] | None = None
    drawn_players: Sequence[str] | None = None  # of the raffle, in the order of the draw


NOTHING_DRAWN = PrizeDraws()


def list_party_prizes(
    ranking: PartyRanking,
    rules: PrizeRules | None = None,
    *,
    decisions: Iterable[Decision] = (),
    draws: PrizeDraws = NOTHING_DRAWN,
    unit: str = "",
    get_name: Callable[[str], str] = str,
    group_names: Mapping[str, str] | None = None,
) -> tuple[Prize, ...]:
    """Return the prizes of a party in the order in which they are given.

    If none of *decisions* settles a tie, it is open: the prize has all tied players and says what
    to do. A prize that depends on an open tie has no players and waits.

    The order is: principal prizes, half-time, aisles, tables, winners of tables, highest game, lone
    hands, hands of ten tricks, booby, drawn number, raffle. Winners of principal prizes take no
    aisle or booby prize.

    The sentences have players as *get_name* returns them, groups by *group_names*, and the *unit*, by
    default the method's.

    >>> from scoring.party.prize_ties import decide_cut
    >>> from scoring.party.model import PartyGame
    >>> from scoring.party.ranking import rank_party_games
    >>> games = [
    ...     PartyGame(player, 1, 1, side, games_won=1 - side)
    ...     for player, side in (("1", 0), ("2", 0), ("3", 1))
    ... ]
    >>> ranking = rank_party_games("games", games)
    >>> [prize.text for prize in list_party_prizes(ranking, PrizeRules(places=1, final_tie="cut"))]
    ['First prize: 1 and 2 are tied with 1 game. Cut; the highest card takes the prize.', \
'Booby prize: 3 with 0 games.']
    >>> cut = decide_cut({"1": 4, "2": 9})
    >>> [prize.players for prize in list_party_prizes(ranking, PrizeRules(places=1), decisions=[cut])]
    [('2',), ('3',)]

    Source: [HOYLE1926] pp. 35-36, 90-96.
    """
    unit = unit or get_party_method(ranking.method).unit
    giving = PrizeGiving(unit, get_name, group_names or {})
    _award_prizes(giving, ranking, rules or PrizeRules(), tuple(decisions), draws)
    return tuple(giving.prizes)


def list_stale_decisions(
    ranking: PartyRanking,
    rules: PrizeRules | None = None,
    *,
    decisions: Iterable[Decision] = (),
    draws: PrizeDraws = NOTHING_DRAWN,
) -> tuple[Decision, ...]:
    """Return the *decisions* that settle no tie, for example after a correction.

    >>> from scoring.party.prize_ties import decide_by_lot
    >>> stale = list_stale_decisions(PartyRanking("games", ()), decisions=[decide_by_lot("12", 7)])
    >>> [decision.sorted_players for decision in stale]
    [('2', '1')]
    """
    decisions = tuple(decisions)
    giving = PrizeGiving()
    _award_prizes(giving, ranking, rules or PrizeRules(), decisions, draws)
    return tuple(decision for decision in decisions if decision not in giving.used_decisions)


def _award_prizes(
    giving: PrizeGiving,
    ranking: PartyRanking,
    rules: PrizeRules,
    decisions: Sequence[Decision],
    draws: PrizeDraws,
) -> None:
    """Add every prize to *giving*."""
    giving.decisions = decisions
    giving.tie_rule = rules.final_tie
    giving.has_one_prize_each = rules.one_each
    all_standings = ranking.standings  # a raffle is open to players who have left, too
    competitors = tuple(
        standing for standing in all_standings if rules.leavers or not standing.has_left
    )
    ranking = replace(ranking, standings=competitors)
    for prize_set in _iter_prize_sets(ranking, rules, draws.half_total_by_player):
        give_prizes(giving, prize_set)
    if rules.drawn and ranking.standings:
        if draws.drawn_number is None:
            add_undrawn_prizes(giving, rules.drawn)
        else:
            give_prizes(giving, _make_drawn_set(ranking.standings, rules.drawn, draws.drawn_number))
    if rules.raffle and all_standings:
        if draws.drawn_players is None:
            add_undrawn_raffle(giving, rules.raffle)
        else:
            give_prizes(giving, _make_raffle_set(all_standings, rules.raffle, draws.drawn_players))


def _iter_prize_sets(
    ranking: PartyRanking, rules: PrizeRules, half_totals: Mapping[str, Points] | None
) -> Iterator[PrizeSet]:
    """Yield the sets of prizes in the order of giving, without prizes by lot."""
    groups = _make_standings_by_group(ranking.standings, rules)
    tie_break = _make_half_tie_break(ranking.standings, rules, half_totals)
    tie_break_name = HALF_NAME_BY_TIE_RULE.get(rules.final_tie, "")
    principal_count = _limit_prize_count(rules.places, groups, rules)
    for group, members in groups.items():
        yield PrizeSet(
            ORDINALS[:principal_count],
            members,
            _compute_merit_by_player(members),
            group=group,
            is_principal=True,
            tie_break_by_player=tie_break,
            tie_break_name=tie_break_name,
        )
    if rules.half and half_totals is not None:
        yield from _iter_half_time_sets(groups, rules, half_totals)
    yield from _iter_local_sets(ranking, rules, "row")
    yield from _iter_local_sets(ranking, rules, "table")
    if rules.table_winners:
        yield from _iter_table_winner_sets(ranking, rules)
    yield from _iter_record_sets(groups, rules, get_party_method(ranking.method).unit)
    if rules.booby:
        yield from _iter_booby_sets(groups, tie_break, tie_break_name)


def _iter_record_sets(
    groups: Mapping[str, tuple[PartyStanding, ...]], rules: PrizeRules, method_unit: str
) -> Iterator[PrizeSet]:
    """Yield the prizes for the highest game, lone hands and hands of ten tricks."""
    # A game of a method that counts games has points on its card.
    game_unit = method_unit.replace("games", "points")
    for record_prize in _RECORD_PRIZES:
        if not getattr(rules, record_prize.rule_name):
            continue
        for group, members in groups.items():
            figures = {member.player: record_prize.get_figure(member) for member in members}
            candidates = tuple(member for member in members if figures[member.player])
            yield PrizeSet(
                (record_prize.kind,),
                candidates,
                figures,
                group=group,
                unit=record_prize.unit or game_unit,
                figure_suffix=record_prize.figure_suffix,
                shows_merit=True,
            )


def _iter_booby_sets(
    groups: Mapping[str, tuple[PartyStanding, ...]],
    tie_break: Mapping[str, Points],
    tie_break_name: str,
) -> Iterator[PrizeSet]:
    for group, members in groups.items():
        candidates = tuple(standing for standing in members if not standing.is_partly_present)
        if not candidates:
            continue
        # The lowest total wins, and the worse half if totals are equal.
        merits = {player: -merit for player, merit in _compute_merit_by_player(candidates).items()}
        yield PrizeSet(
            ("booby",),
            candidates,
            merits,
            group=group,
            excludes_principal_winners=True,
            is_booby=True,
            tie_break_by_player={player: -figure for player, figure in tie_break.items()},
            tie_break_name=tie_break_name,
        )


def _iter_half_time_sets(
    groups: Mapping[str, tuple[PartyStanding, ...]],
    rules: PrizeRules,
    half_totals: Mapping[str, Points],
) -> Iterator[PrizeSet]:
    """Yield the prizes for the best at half-time among those present then."""
    present_groups = {}
    for group, members in groups.items():
        present_groups[group] = tuple(member for member in members if member.player in half_totals)
    prize_count = _limit_prize_count(rules.half, present_groups, rules)
    for group, members in present_groups.items():
        merit_by_player = {member.player: half_totals[member.player] for member in members}
        kinds = ("half-time",) * prize_count
        yield PrizeSet(
            kinds,
            members,
            merit_by_player,
            group=group,
            figure_suffix=" at half-time",
            shows_merit=True,
        )


def _make_half_tie_break(
    standings: Iterable[PartyStanding], rules: PrizeRules, half_totals: Mapping[str, Points] | None
) -> dict[str, Points]:
    """Return the tie-break figures for equal totals: the first or second half, by the rules."""
    if rules.final_tie not in HALF_NAME_BY_TIE_RULE or half_totals is None:
        return {}
    # Of equal totals the one with the lower first half has the higher second half.
    sign = 1 if rules.final_tie == "first-half" else -1
    return {standing.player: sign * half_totals.get(standing.player, 0) for standing in standings}


def _iter_local_sets(ranking: PartyRanking, rules: PrizeRules, grouping: str) -> Iterator[PrizeSet]:
    """Yield the prizes of each ``"row"`` (aisle) or ``"table"``, by the players' last game."""
    kind = "aisle" if grouping == "row" else "table"
    count = rules.aisle if grouping == "row" else rules.table
    if not count:
        return
    rows = {standing.row for standing in ranking.standings}
    # A prize of an aisle or table needs a game there.
    seated_standings = tuple(standing for standing in ranking.standings if standing.games_played)
    seated_ranking = replace(ranking, standings=seated_standings)
    for standings in rank_by_part(seated_ranking, grouping).values():
        groups = _make_standings_by_group(standings, rules)
        prize_count = _limit_prize_count(count, groups, rules)
        first = standings[0]
        row = first.row if grouping == "row" or len(rows) > 1 else None
        table_no = first.table_no if grouping == "table" else None
        for group, members in groups.items():
            yield PrizeSet(
                kinds=(kind,) * prize_count,
                candidates=members,
                merit_by_player=_compute_merit_by_player(members),
                group=group,
                row=row,
                table_no=table_no,
                excludes_principal_winners=grouping == "row",
            )


def _iter_table_winner_sets(ranking: PartyRanking, rules: PrizeRules) -> Iterator[PrizeSet]:
    """Yield the prizes for the best winners of tables, at most one for each table.

    Everybody who has played is a candidate: the winner of a table may have another prize already.
    """
    seated = tuple(standing for standing in ranking.standings if standing.games_played)
    groups = _make_standings_by_group(seated, rules)
    tables_by_group = {}
    for group, members in groups.items():
        tables_by_group[group] = {get_last_table(standing) for standing in members}
    prize_count = _limit_prize_count(rules.table_winners, tables_by_group, rules)
    for group, members in groups.items():
        yield PrizeSet(
            ("table-winner",) * prize_count,
            members,
            _compute_merit_by_player(members),
            group=group,
            has_one_per_table=True,
        )


def _make_standings_by_group(
    standings: Sequence[PartyStanding], rules: PrizeRules
) -> dict[str, tuple[PartyStanding, ...]]:
    """Return the standings of each prize group, or of all as one group with an empty name."""
    key = attrgetter("group") if rules.by_group else lambda _standing: ""
    return {group: tuple(members) for group, members in groupby(sorted(standings, key=key), key)}


def _limit_prize_count(
    max_count: int, groups: Mapping[str, Collection[object]], rules: PrizeRules
) -> int:
    """Return *max_count* prizes per group, or fewer if groups must have equal numbers."""
    if not rules.equal_numbers:
        return max_count
    smallest_group_size = min((len(members) for members in groups.values()), default=0)
    return min(max_count, smallest_group_size)


def _compute_merit_by_player(standings: Iterable[PartyStanding]) -> dict[str, Points]:
    """Return each player's rank from the lowest merit up.

    A ``PrizeSet`` has one figure of merit, but a standing has a total and its tie-breaks.
    """
    merits = {standing.player: standing.merit for standing in standings}
    rank_by_merit = {merit: rank for rank, merit in enumerate(sorted(set(merits.values())))}
    return {player: rank_by_merit[merit] for player, merit in merits.items()}


def _make_drawn_set(standings: Sequence[PartyStanding], count: int, drawn_number: int) -> PrizeSet:
    """Return the prizes for the totals nearest to the drawn number, of the whole room."""
    indexes_by_distance = group_indexes_by_distance(
        [standing.total for standing in standings], drawn_number
    )
    merit_by_player: dict[str, Points] = {}
    for rank, tied_indexes in enumerate(indexes_by_distance):
        for index in tied_indexes:
            merit_by_player[standings[index].player] = -rank
    return PrizeSet(
        ("drawn-number",) * count, tuple(standings), merit_by_player, drawn_number=drawn_number
    )


def _make_raffle_set(
    standings: Sequence[PartyStanding], count: int, drawn_players: Sequence[str]
) -> PrizeSet:
    """Return the prizes of the raffle, in the order of *drawn_players*."""
    drawn_standings = tuple(standing for standing in standings if standing.player in drawn_players)
    merit_by_player: dict[str, Points] = {
        player: -index for index, player in enumerate(drawn_players)
    }
    return PrizeSet(("raffle",) * count, drawn_standings, merit_by_player, is_drawn_by_lot=True)


def make_party_rule_error(*, what: object, given: object, wanted: object) -> ScoringError:
    return ScoringError(
        "party-rule",
        "{what} can’t be {given}. Enter {wanted}.",
        what=what,
        given=given,
        wanted=wanted,
    )
