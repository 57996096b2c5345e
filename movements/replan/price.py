"""The price of a continuation: what it costs compared with the plan in force.

Each contestant's guide card is compared round by round. A *spot* is one round on it: table, seat,
the others there and the boards. A team has two spots in a match, one for each half. An *itinerary*
holds a contestant's spots.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil
from typing import TypeAlias

from movements.advice.facts import MINUTES_PER_MOVE
from movements.balance import compute_quality
from movements.model import (
    Movement,
    TableNo,
    TableRound,
)
from movements.partnerships import count_opponent_rounds_by_couple, get_couples, make_couple
from movements.replan.records import Draft, Price
from movements.replan.state import EventState

FREE_MEETINGS = 2
"""Two players are opponents twice in a perfect contest, so only a third time is a repeat."""


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """The time of an event."""

    pace: Fraction  # minutes per board
    minutes_used: int | None = None  # before the first round that may change, None if unknown
    minutes_left: int | None = None  # from that round on, None if unknown

    def compute_minutes(self, boards: Iterable[int]) -> int:
        """Return the minutes of rounds with these numbers of *boards*, and of a move after each."""
        boards_by_round = list(boards)
        return ceil(sum(boards_by_round) * self.pace + MINUTES_PER_MOVE * len(boards_by_round))


@dataclass(frozen=True, slots=True)
class _Spot:
    """One round on a guide card, or half a round of a team."""

    table_no: TableNo | None
    seat: int | None  # None in a sit-out
    other_contestants: tuple[int, ...]  # empty if the opponents are missing
    boards: frozenset[int]

    def has_same_seat(self, other_spot: "_Spot") -> bool:
        """Return whether both spots have the same seat."""
        if self.seat is None and other_spot.seat is None:
            return True
        # A pair that sits out at its table instead of playing there stays where it is.
        if self.seat is None or other_spot.seat is None:
            return self.table_no is not None and self.table_no == other_spot.table_no
        return (self.table_no, self.seat) == (other_spot.table_no, other_spot.seat)

    def has_same_card(self, other_spot: "_Spot", contest: str) -> bool:
        """Return whether the card for this spot is right for *other_spot*."""
        if not self.has_same_seat(other_spot):
            return False
        # A pair notices without a new card that its opponents are missing, or have come.
        if not self.other_contestants or not other_spot.other_contestants:
            return True
        # Single players meet whoever sits there.
        has_same_others = (
            contest == "individual" or self.other_contestants == other_spot.other_contestants
        )
        return has_same_others and self.boards == other_spot.boards


_Itinerary: TypeAlias = dict[tuple[int, int], _Spot]
"""The spots of a contestant by round and half. Only teams have halves 0 and 1, others 0."""


def compute_price(state: EventState, draft: Draft, time_left: TimeLeft) -> Price:
    """Return the price of *draft*.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("mitchell", pairs=9, boards_per_set=2)
    >>> draft = Draft(plan, title="", reason="")
    >>> price = compute_price(EventState(plan, 3, ()), draft, TimeLeft(Fraction(15, 2)))
    >>> (price.sit_outs, price.pairs_moved, price.minutes, price.remaining_minutes)
    (3, 0, 83, 49)
    >>> plan = make_plan("round-robin", teams=5, boards_per_set=4)
    >>> draft = Draft(plan, title="", reason="")
    >>> price = compute_price(EventState(plan, 3, ()), draft, TimeLeft(Fraction(15, 2)))
    >>> (price.sit_outs, price.boards_range, price.rematches)
    (3, (16, 16), 0)
    """
    plan = draft.plan
    leavers = state.leavers | draft.leavers
    staying_numbers = [number for number in state.present if number not in leavers]
    previous_itineraries = _make_itineraries(state.plan, state.from_round)
    new_itineraries = _make_itineraries(plan, state.from_round)
    moved_numbers = [
        number
        for number in staying_numbers
        if _has_moved(previous_itineraries[number], new_itineraries[number])
    ]
    wrong_card_numbers = [
        number
        for number in staying_numbers
        if _is_card_wrong(previous_itineraries[number], new_itineraries[number], plan.contest)
    ]
    playing_newcomers = [number for number in draft.new_pairs if new_itineraries[number]]
    # A team that meets others in halves must play both.
    has_halves = _has_halves(state.plan)
    boards_before = count_boards_by_contestant(state.plan, has_halves=has_halves)
    boards_now = count_boards_by_contestant(plan, has_halves=has_halves)
    staying_boards = [boards_now[number] for number in staying_numbers]
    boards_lost = _count_boards_lost(
        boards_before, boards_now, staying=staying_numbers, newcomers=playing_newcomers
    )
    # A result that nobody plays takes a board from two pairs.
    boards_lost += 2 * draft.unplayed_results
    delay = 0
    if draft.boards_waited:
        delay = time_left.compute_minutes([draft.boards_waited])
    is_pairs_contest = plan.contest == "pairs"
    boards_range = None
    if not is_pairs_contest:
        boards_range = (min(staying_boards, default=0), max(staying_boards, default=0))
    return Price(
        sit_outs=_count_sit_outs(plan, state.from_round, leavers),
        fairness=compute_quality(plan) if is_pairs_contest else None,
        minutes=_count_event_minutes(state.from_round, plan, time_left) + delay,
        remaining_minutes=_count_remaining_minutes(state.from_round, plan, time_left) + delay,
        pairs_moved=len(moved_numbers),
        boards_lost=boards_lost,
        cards_to_print=tuple(sorted({*wrong_card_numbers, *playing_newcomers})),
        rematches=_count_rematches(plan, state.from_round),
        newcomer_boards=_count_fewest_newcomer_boards(draft, new_itineraries, boards_now),
        spare_sets=plan.board_sets - state.plan.board_sets,
        repeated_partners=_count_repeated_partners(plan, state.from_round),
        boards_range=boards_range,
    )


def _make_itineraries(plan: Movement, from_round: int) -> defaultdict[int, _Itinerary]:
    """Return the itinerary of each contestant from *from_round* on.

    Only pairs have spots for sit-outs: the cards of players and teams leave those rounds out.
    """
    itineraries: defaultdict[int, _Itinerary] = defaultdict(dict)
    for row in plan.rows:
        if row.round_no < from_round:
            continue
        seated = plan.get_row_contestants(row)
        boards = frozenset(row.boards)
        for seat_index, number in enumerate(seated):
            other_contestants = seated[:seat_index] + seated[seat_index + 1 :]
            half = seat_index if plan.contest == "teams" else 0
            seat = seat_index
            if row.arrow_switched and plan.contest == "pairs":
                # Pairs keep their chairs and the boards are turned, but the row names who is N-S.
                seat = 1 - seat_index
            itineraries[number][row.round_no, half] = _Spot(
                row.table_no, seat, other_contestants, boards
            )
    if plan.contest == "pairs":
        for sit_out in plan.sit_outs:
            if sit_out.round_no >= from_round:
                spot = _Spot(sit_out.table_no, seat=None, other_contestants=(), boards=frozenset())
                itineraries[sit_out.contestant][sit_out.round_no, 0] = spot
    return itineraries


def _has_moved(previous_itinerary: _Itinerary, new_itinerary: _Itinerary) -> bool:
    """Return whether a contestant sits elsewhere in a round that both itineraries have.

    To play in another round isn't a move.
    """
    return any(
        not previous_itinerary[key].has_same_seat(new_itinerary[key])
        for key in previous_itinerary.keys() & new_itinerary.keys()
    )


def _is_card_wrong(previous_itinerary: _Itinerary, new_itinerary: _Itinerary, contest: str) -> bool:
    """Return whether the guide card of *previous_itinerary* is wrong for any new spot."""
    has_new_rounds = not new_itinerary.keys() <= previous_itinerary.keys()
    has_fewer_rounds = not previous_itinerary.keys() <= new_itinerary.keys()
    if has_new_rounds:
        return True
    # Pairs and teams see that their opponents are missing, but a player must know who sits out.
    if has_fewer_rounds and contest == "individual":
        return True
    return any(
        not previous_itinerary[key].has_same_card(new_itinerary[key], contest)
        for key in new_itinerary
    )


def _count_sit_outs(plan: Movement, from_round: int, leavers: frozenset[int]) -> int:
    """Return the sit-outs from *from_round* on of everybody but *leavers*."""
    return sum(
        1
        for sit_out in plan.sit_outs
        if sit_out.round_no >= from_round and sit_out.contestant not in leavers
    )


def _count_event_minutes(from_round: int, plan: Movement, time_left: TimeLeft) -> int:
    """Return the minutes of the whole event, with the minutes used so far if they are known."""
    if time_left.minutes_used is not None:
        return time_left.minutes_used + _count_remaining_minutes(from_round, plan, time_left)
    return time_left.compute_minutes(_list_boards_of_rounds(plan, 1)) - MINUTES_PER_MOVE


def _count_remaining_minutes(from_round: int, plan: Movement, time_left: TimeLeft) -> int:
    """Return the minutes of *plan* from *from_round* on, without a move after the last round."""
    return max(
        0, time_left.compute_minutes(_list_boards_of_rounds(plan, from_round)) - MINUTES_PER_MOVE
    )


def _list_boards_of_rounds(plan: Movement, first_round: int) -> list[int]:
    """Return the most boards that a table plays in each round of *plan* from *first_round* on."""
    most_boards: defaultdict[int, int] = defaultdict(int)
    for row in plan.rows:
        if row.round_no >= first_round:
            most_boards[row.round_no] = max(most_boards[row.round_no], len(row.boards))
    return list(most_boards.values())


def _has_halves(plan: Movement) -> bool:
    """Return whether teams play both halves of a match, as in all but a few old movements."""
    return plan.contest == "teams" and bool(count_boards_by_contestant(plan, has_halves=True))


def count_boards_by_contestant(plan: Movement, *, has_halves: bool) -> Counter[int]:
    """Return how many boards each contestant plays.

    With *has_halves* a board counts only if the teams play it in both halves of their match.

    >>> from movements.registry import make_plan
    >>> count_boards_by_contestant(make_plan("triple", teams=3, boards_per_set=4), has_halves=True)[1]
    8
    """
    boards: Counter[int] = Counter()
    if not has_halves:
        for row in plan.rows:
            for number in plan.get_row_contestants(row):
                boards[number] += len(row.boards)
        return boards
    ns_teams_by_match_board: defaultdict[tuple[frozenset[int], int], set[int]] = defaultdict(set)
    for row in plan.rows:
        ns, ew = plan.get_row_contestants(row)
        for board in row.boards:
            ns_teams_by_match_board[frozenset((ns, ew)), board].add(ns)
    for (teams, _board), ns_teams in ns_teams_by_match_board.items():
        if len(ns_teams) == 2:
            boards.update(teams)
    return boards


def _count_boards_lost(
    boards_before: Counter[int],
    boards_now: Counter[int],
    *,
    staying: Iterable[int],
    newcomers: Iterable[int],
) -> int:
    lost_boards = sum(max(0, boards_before[number] - boards_now[number]) for number in staying)
    # Boards that newcomers play aren't lost to the room.
    gained_boards = sum(boards_now[number] for number in newcomers)
    return max(0, lost_boards - gained_boards)


def _count_fewest_newcomer_boards(
    draft: Draft, itineraries: Mapping[int, _Itinerary], boards_now: Counter[int]
) -> int | None:
    """Return the fewest boards of a newcomer who plays, 0 if none plays, or None without newcomers."""
    if not draft.new_pairs:
        return None
    boards_of_players = []
    for number in draft.new_pairs:
        spots = itineraries.get(number, {}).values()
        is_seated = any(spot.seat is not None for spot in spots)
        if is_seated:
            boards_of_players.append(boards_now[number])
    return min(boards_of_players, default=0)


def _count_rematches(plan: Movement, from_round: int) -> int:
    """Return the number of meetings from *from_round* on that repeat an earlier one.

    Pairs: rounds against the same opponents. Teams: board sets that the same teams play after another
    set. Players: rounds in which two are opponents for the third time or more.
    """
    if plan.contest == "pairs":
        return _count_repeated_rounds(plan, from_round)
    if plan.contest == "teams":
        return sum(1 for _meeting in _iter_repeated_matches(plan, from_round))
    played_rows = tuple(row for row in plan.rows if row.round_no < from_round)
    previous_counts = count_opponent_rounds_by_couple(replace(plan, rows=played_rows))
    rematches = 0
    for players, count in count_opponent_rounds_by_couple(plan).items():
        previous_rematches = _count_beyond_free_meetings(previous_counts[players])
        rematches += _count_beyond_free_meetings(count) - previous_rematches
    return rematches


def _count_beyond_free_meetings(count: int) -> int:
    return max(0, count - FREE_MEETINGS)


def _count_repeated_rounds(plan: Movement, from_round: int) -> int:
    met_couples: set[tuple[int, int]] = set()
    rematches = 0
    for row in plan.rows:
        couple = make_couple(row.ns, row.ew)
        if row.round_no >= from_round and couple in met_couples:
            rematches += 1
        met_couples.add(couple)
    return rematches


def _iter_repeated_matches(plan: Movement, from_round: int) -> Iterator[TableRound]:
    """Yield the first row of each set on which two teams meet again from *from_round* on."""
    # If there are only two teams, they can't help meeting again.
    if plan.contestants <= 2:
        return
    sets: defaultdict[frozenset[int], set[int]] = defaultdict(set)
    for row in plan.rows:
        teams = frozenset(plan.get_row_contestants(row))
        if len(teams) == 2 and row.board_set not in sets[teams]:
            if sets[teams] and row.round_no >= from_round:
                yield row
            sets[teams].add(row.board_set)


def _count_repeated_partners(plan: Movement, from_round: int) -> int:
    if plan.contest != "individual":
        return 0
    partners: set[tuple[int, int]] = set()
    repeats = 0
    for row in plan.rows:
        for players in get_couples(row.players or (0, 0, 0, 0)):
            if row.round_no >= from_round and players in partners:
                repeats += 1
            partners.add(players)
    return repeats
