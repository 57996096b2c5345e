"""The cost of a continuation, counted against the plan in force.

Each pair's guide card is compared round by round. A *spot* is one round on it: table, side, opponent
and boards. An *itinerary* holds a pair's spots by round.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from movements.advice.facts import MINUTES_PER_MOVE
from movements.balance import compute_quality
from movements.model import Movement
from movements.replan.records import Draft, Price, RowChange
from movements.replan.state import PlayState, make_couple


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """Minutes per board, minutes used before the first round that may change, and minutes left."""

    pace: Fraction
    minutes_used: int | None = None
    minutes_left: int | None = None

    def of_rounds(self, boards: Iterable[int]) -> int:
        """Return the minutes of rounds with these numbers of *boards*, with a move after each."""
        boards_by_round = list(boards)
        return ceil(sum(boards_by_round) * self.pace + MINUTES_PER_MOVE * len(boards_by_round))


@dataclass(frozen=True, slots=True)
class _Spot:
    """One round on a pair's guide card."""

    table_no: int | None
    side: str | None  # None in a sit-out
    opponent: int | None
    boards: frozenset[int]

    def has_same_seat(self, other_spot: "_Spot") -> bool:
        """Return whether both spots have the same seat."""
        if self.side is None and other_spot.side is None:
            return True
        # A pair that sits out at its table instead of playing there stays where it is.
        if self.side is None or other_spot.side is None:
            return self.table_no is not None and self.table_no == other_spot.table_no
        return (self.table_no, self.side) == (other_spot.table_no, other_spot.side)

    def has_same_card(self, other_spot: "_Spot") -> bool:
        """Return whether the card for this spot is right for *other_spot*."""
        if not self.has_same_seat(other_spot):
            return False
        # A pair notices without a new card that its opponents are missing, or have come.
        if self.opponent is None or other_spot.opponent is None:
            return True
        return (self.opponent, self.boards) == (other_spot.opponent, other_spot.boards)


def compute_price(state: PlayState, draft: Draft, clock: TimeLeft) -> Price:
    """Return the price of *draft*.

    >>> from movements import make_plan
    >>> state = PlayState(make_plan("mitchell", pairs=9, boards_per_set=2), 3)
    >>> price = compute_price(state, Draft(state.plan, "", ""), TimeLeft(Fraction(15, 2)))
    >>> (price.sit_outs, price.pairs_moved, price.minutes, price.minutes_rest)
    (3, 0, 83, 49)
    """
    plan = draft.plan
    pairs_gone = state.gone | draft.leavers
    staying_pairs = [pair for pair in state.present if pair not in pairs_gone]
    old_itineraries = _make_itineraries(state.plan, state.from_round)
    new_itineraries = _make_itineraries(plan, state.from_round)
    moved_pairs = []
    pairs_with_wrong_card = []
    for pair in staying_pairs:
        old_spots, new_spots = old_itineraries[pair], new_itineraries[pair]
        # An additional round isn't a move, but needs a new card.
        if not _have_same_itinerary(
            old_spots, new_spots, _Spot.has_same_seat, only_old_rounds=True
        ):
            moved_pairs.append(pair)
        if not _have_same_itinerary(old_spots, new_spots, _Spot.has_same_card):
            pairs_with_wrong_card.append(pair)
    new_pairs = [pair for pair in draft.new_pairs if pair in new_itineraries]
    delay = clock.of_rounds([draft.boards_waited] if draft.boards_waited else [])
    sit_outs = [
        sit_out
        for sit_out in plan.sit_outs
        if sit_out.round_no >= state.from_round and sit_out.contestant not in pairs_gone
    ]
    return Price(
        sit_outs=len(sit_outs),
        fairness=compute_quality(plan),
        minutes=count_event_minutes(state.from_round, plan, clock) + delay,
        minutes_rest=count_remaining_minutes(state.from_round, plan, clock) + delay,
        pairs_moved=len(moved_pairs),
        # A result that nobody plays takes a board from two pairs.
        boards_lost=_count_boards_lost(state, plan, staying_pairs, new_pairs)
        + 2 * draft.unplayed_results,
        cards_to_print=tuple(sorted({*pairs_with_wrong_card, *new_pairs})),
        rematches=_count_rematches(plan, state.from_round),
        boards_for_new=_count_boards_of_new_pairs(plan, draft.new_pairs),
        spare_sets=plan.board_sets - state.plan.board_sets,
    )


def _count_boards_of_new_pairs(plan: Movement, new_pairs: Sequence[int]) -> int | None:
    """Return the fewest boards that a new pair plays, 0 if none plays, None without new pairs."""
    if not new_pairs:
        return None
    boards = _count_boards_by_pair(plan)
    return min((boards[pair] for pair in new_pairs if boards[pair]), default=0)


def _make_itineraries(plan: Movement, from_round: int) -> dict[int, dict[int, _Spot]]:
    """Return the spots of each pair by round, from *from_round* on."""
    itineraries: defaultdict[int, dict[int, _Spot]] = defaultdict(dict)
    for row in plan.rows:
        if row.round_no >= from_round:
            # In an arrow-switch pairs keep their seats, and the boards are turned.
            ns_side, ew_side = ("EW", "NS") if row.arrow_switched else ("NS", "EW")
            boards = frozenset(row.boards)
            itineraries[row.ns][row.round_no] = _Spot(row.table_no, ns_side, row.ew, boards)
            itineraries[row.ew][row.round_no] = _Spot(row.table_no, ew_side, row.ns, boards)
    for sit_out in plan.sit_outs:
        if sit_out.round_no >= from_round:
            spot = _Spot(sit_out.table_no, side=None, opponent=None, boards=frozenset())
            itineraries[sit_out.contestant][sit_out.round_no] = spot
    return itineraries


def _have_same_itinerary(
    old_spots: Mapping[int, _Spot],
    new_spots: Mapping[int, _Spot],
    are_alike: Callable[[_Spot, _Spot], bool],
    *,
    only_old_rounds: bool = False,
) -> bool:
    """Return whether two itineraries agree.

    Rounds that are missing from *new_spots* are ignored, and with *only_old_rounds* additional ones
    too.
    """
    for round_no, spot in old_spots.items():
        if round_no in new_spots and not are_alike(spot, new_spots[round_no]):
            return False
    return only_old_rounds or old_spots.keys() >= new_spots.keys()


def count_event_minutes(from_round: int, plan: Movement, clock: TimeLeft) -> int:
    """Return the minutes of *plan*, or of its rest after the minutes used."""
    if clock.minutes_used is not None:
        return clock.minutes_used + count_remaining_minutes(from_round, plan, clock)
    return clock.of_rounds(list_boards_of_rounds(plan, 1)) - MINUTES_PER_MOVE


def count_remaining_minutes(from_round: int, plan: Movement, clock: TimeLeft) -> int:
    """Return the minutes of *plan* from *from_round* on, without a move after the last round."""
    return max(0, clock.of_rounds(list_boards_of_rounds(plan, from_round)) - MINUTES_PER_MOVE)


def list_boards_of_rounds(plan: Movement, first_round: int) -> list[int]:
    """Return the most boards that a table plays in each round of *plan* from *first_round* on."""
    most_boards: defaultdict[int, int] = defaultdict(int)
    for row in plan.rows:
        if row.round_no >= first_round:
            most_boards[row.round_no] = max(most_boards[row.round_no], len(row.boards))
    return list(most_boards.values())


def _count_boards_lost(
    state: PlayState, plan: Movement, staying_pairs: Iterable[int], new_pairs: Iterable[int]
) -> int:
    old_boards = _count_boards_by_pair(state.plan)
    new_boards = _count_boards_by_pair(plan)
    lost = sum(max(0, old_boards[pair] - new_boards[pair]) for pair in staying_pairs)
    gained = sum(new_boards[pair] for pair in new_pairs)
    return max(0, lost - gained)


def _count_boards_by_pair(plan: Movement) -> Counter[int]:
    boards: Counter[int] = Counter()
    for row in plan.rows:
        boards[row.ns] += len(row.boards)
        boards[row.ew] += len(row.boards)
    return boards


def _count_rematches(plan: Movement, from_round: int) -> int:
    met_couples: set[tuple[int, int]] = set()
    rematches = 0
    for row in plan.rows:
        couple = make_couple(row.ns, row.ew)
        if row.round_no >= from_round and couple in met_couples:
            rematches += 1
        met_couples.add(couple)
    return rematches


def list_changed_rows(plan_in_force: Movement, plan: Movement) -> tuple[RowChange, ...]:
    """Return the tables of *plan* that differ from the plan in force, by round, then table.

    >>> from movements import make_plan
    >>> list_changed_rows(make_plan("mitchell", tables=5), make_plan("mitchell", tables=5))
    ()
    """
    old_rows = {(row.round_no, row.table_no): row for row in plan_in_force.rows}
    new_rows = {(row.round_no, row.table_no): row for row in plan.rows}
    places = sorted({*old_rows, *new_rows})
    return tuple(
        RowChange(*place, old_rows.get(place), new_rows.get(place))
        for place in places
        if old_rows.get(place) != new_rows.get(place)
    )
