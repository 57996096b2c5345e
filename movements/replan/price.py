"""The cost of a continuation, counted against the plan in force."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from movements.advice.facts import MINUTES_PER_MOVE
from movements.balance import quality
from movements.model import Movement
from movements.replan.records import Draft, Price, RowChange
from movements.replan.state import PlayState, couple


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """Minutes per board, minutes used before the first round that may change, and minutes left."""

    pace: Fraction
    used: int | None = None
    left: int | None = None

    def of_rounds(self, boards: Iterable[int]) -> int:
        """Return the minutes of rounds of that many *boards* each, with a move after each."""
        each = list(boards)
        return ceil(sum(each) * self.pace + MINUTES_PER_MOVE * len(each))


@dataclass(frozen=True, slots=True)
class _Spot:
    """One round on a pair's guide card."""

    table_no: int | None
    side: str | None
    opponent: int | None
    boards: frozenset[int]

    def same_seat(self, other: "_Spot") -> bool:
        """Return whether both spots have the same seat."""
        if self.side is None and other.side is None:
            return True
        if self.side is None or other.side is None:
            return self.table_no is not None and self.table_no == other.table_no
        return (self.table_no, self.side) == (other.table_no, other.side)

    def same_card(self, other: "_Spot") -> bool:
        """Tell whether a card of the one does for the other: opponents who come or stay away need no new card."""
        if not self.same_seat(other):
            return False
        if self.opponent is None or other.opponent is None:
            return True
        return (self.opponent, self.boards) == (other.opponent, other.boards)


def price_of(night: PlayState, draft: Draft, clock: TimeLeft) -> Price:
    """Return the price of *draft*.

    >>> from movements import make_plan
    >>> night = PlayState(make_plan("mitchell", pairs=9, boards_per_set=2), 3)
    >>> price = price_of(night, Draft(night.plan, "", ""), TimeLeft(Fraction(15, 2)))
    >>> (price.sit_outs, price.pairs_moved, price.minutes, price.minutes_rest)
    (3, 0, 83, 49)
    """
    plan, left = draft.plan, night.gone | draft.left
    before, now = _spots(night.plan, night.from_round), _spots(plan, night.from_round)
    staying = [pair for pair in night.pairs if pair not in left]
    moved = [
        pair
        for pair in staying
        if not _have_same_itinerary(before[pair], now[pair], _Spot.same_seat, known=True)
    ]
    cards = [
        pair
        for pair in staying
        if not _have_same_itinerary(before[pair], now[pair], _Spot.same_card)
    ]
    new = [pair for pair in draft.new_pairs if pair in now]
    delay = clock.of_rounds([draft.delay] if draft.delay else [])
    return Price(
        sit_outs=sum(
            wait.round_no >= night.from_round and wait.contestant not in left
            for wait in plan.sit_outs
        ),
        fairness=quality(plan),
        minutes=_minutes(night, plan, clock) + delay,
        minutes_rest=_minutes_rest(night, plan, clock) + delay,
        pairs_moved=len(moved),
        boards_lost=_boards_lost(night, plan, staying, new) + 2 * draft.unplayed,
        cards_to_print=tuple(sorted({*cards, *new})),
        rematches=_rematches(plan, night.from_round),
        boards_for_new=_boards_for_new(plan, draft.new_pairs),
        spare_sets=plan.board_sets - night.plan.board_sets,
    )


def _boards_for_new(plan: Movement, new_pairs: Sequence[int]) -> int | None:
    """Return the fewest boards of the *new_pairs* who play.

    0 if none of them plays, None without new pairs.
    """
    if not new_pairs:
        return None
    boards = _boards_by_pair(plan)
    return min((boards[pair] for pair in new_pairs if boards[pair]), default=0)


def _spots(plan: Movement, from_round: int) -> dict[int, dict[int, _Spot]]:
    spots: defaultdict[int, dict[int, _Spot]] = defaultdict(dict)
    for row in plan.rows:
        if row.round_no >= from_round:
            seats = ("EW", "NS") if row.arrow_switched else ("NS", "EW")
            boards = frozenset(row.boards)
            spots[row.ns][row.round_no] = _Spot(row.table_no, seats[0], row.ew, boards)
            spots[row.ew][row.round_no] = _Spot(row.table_no, seats[1], row.ns, boards)
    for wait in plan.sit_outs:
        if wait.round_no >= from_round:
            spots[wait.contestant][wait.round_no] = _Spot(wait.table_no, None, None, frozenset())
    return spots


def _have_same_itinerary(
    before: Mapping[int, _Spot],
    now: Mapping[int, _Spot],
    alike: Callable[[_Spot, _Spot], bool],
    *,
    known: bool = False,
) -> bool:
    """Return whether two itineraries agree in every round that the first one has."""
    rounds = {*before} if known else {*before, *now}
    return all(
        round_no in before and (round_no not in now or alike(before[round_no], now[round_no]))
        for round_no in rounds
    )


def _minutes(night: PlayState, plan: Movement, clock: TimeLeft) -> int:
    if clock.used is not None:
        return clock.used + _minutes_rest(night, plan, clock)
    return clock.of_rounds(_boards_in_rounds(plan, 1)) - MINUTES_PER_MOVE


def _minutes_rest(night: PlayState, plan: Movement, clock: TimeLeft) -> int:
    return max(0, clock.of_rounds(_boards_in_rounds(plan, night.from_round)) - MINUTES_PER_MOVE)


def _boards_in_rounds(plan: Movement, first: int) -> list[int]:
    longest: defaultdict[int, int] = defaultdict(int)
    for row in plan.rows:
        if row.round_no >= first:
            longest[row.round_no] = max(longest[row.round_no], len(row.boards))
    return list(longest.values())


def _boards_lost(
    night: PlayState, plan: Movement, staying: Iterable[int], new: Iterable[int]
) -> int:
    due, now = _boards_by_pair(night.plan), _boards_by_pair(plan)
    return max(
        0, sum(max(0, due[pair] - now[pair]) for pair in staying) - sum(now[pair] for pair in new)
    )


def _boards_by_pair(plan: Movement) -> Counter[int]:
    boards: Counter[int] = Counter()
    for row in plan.rows:
        boards[row.ns] += len(row.boards)
        boards[row.ew] += len(row.boards)
    return boards


def _rematches(plan: Movement, from_round: int) -> int:
    met: set[tuple[int, int]] = set()
    again = 0
    for row in plan.rows:
        again += row.round_no >= from_round and couple(row.ns, row.ew) in met
        met.add(couple(row.ns, row.ew))
    return again


def changed_rows(night: PlayState, plan: Movement) -> tuple[RowChange, ...]:
    """Return the tables that differ from the plan in force, by round, then table.

    >>> from movements import make_plan
    >>> night = PlayState(make_plan("mitchell", tables=5), 3)
    >>> changed_rows(night, night.plan)
    ()
    """
    before = {(row.round_no, row.table_no): row for row in night.plan.rows}
    now = {(row.round_no, row.table_no): row for row in plan.rows}
    places = sorted({*before, *now})
    return tuple(
        RowChange(*place, before.get(place), now.get(place))
        for place in places
        if before.get(place) != now.get(place)
    )


def harm(night: PlayState, draft: Draft, price: Price, clock: TimeLeft) -> tuple[Fraction, int]:
    """Return the sort key of proposals: the sum of all weighted harm, the least first."""
    each = max(1, night.plan.boards_per_set)
    over = max(0, price.minutes_rest - clock.left) if clock.left is not None else 0
    if price.boards_for_new is None:
        missing = 0
    else:
        missing = (night.last + 1 - night.from_round) * each - price.boards_for_new
    weighed = (
        Fraction(2 * each * price.sit_outs)
        + 2 * price.boards_lost
        + 12 * rematches_more(night, price)
        + 2 * price.pairs_moved
        + 2 * price.spare_sets
        + max(0, missing) * 2
        + over
        + 3 * each * _uneven(night, draft)
        + Fraction(len(price.cards_to_print), 4)
        - Fraction(price.fairness or 0) / 10
    )
    return draft.rank * 1000 + weighed, len(draft.plan.rows)


def rematches_more(night: PlayState, price: Price) -> int:
    """Return the number of rematches beyond those of the plan in force in the same rounds."""
    return max(0, price.rematches - _rematches(night.plan, night.from_round))


def _uneven(night: PlayState, draft: Draft) -> int:
    """Return how many sit-outs fall to pairs that have had one already, from now on."""
    waits = [
        wait
        for wait in draft.plan.sit_outs
        if wait.contestant not in night.gone | draft.left | {*draft.new_pairs}
    ]
    times = Counter(wait.contestant for wait in waits)
    return sum(count - 1 for count in times.values() if count > 1)
