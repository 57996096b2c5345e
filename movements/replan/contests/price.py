"""The cost of a continuation of players or teams, counted against the plan in force.

A *spot* is what a contestant does in one round on one side: table, seat, the others and the boards.
A team has two, one for each half.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace

from movements.model import Movement, TableRound
from movements.partnerships import adversaries, get_couples
from movements.replan.contests.state import FieldState
from movements.replan.price import TimeLeft, count_event_minutes, count_remaining_minutes
from movements.replan.records import Draft, Price

FREE_MEETINGS = 2
"""Two players are opponents twice in a perfect contest."""


@dataclass(frozen=True, slots=True)
class _SeatInRound:
    table_no: int
    seat: int
    others: tuple[int, ...]
    boards: frozenset[int]

    @property
    def place(self) -> tuple[int, int]:
        return self.table_no, self.seat

    def card(self, plan: Movement) -> tuple[object, ...]:
        """Return what a guide card must say. Players meet whoever sits there."""
        if plan.contest == "individual":
            return self.place, self.boards
        return self.place, self.boards, self.others


def compute_field_price(state: FieldState, draft: Draft, clock: TimeLeft) -> Price:
    """Return the price of *draft*.

    >>> from movements import make_plan
    >>> from fractions import Fraction
    >>> state = FieldState(make_plan("round-robin", teams=5, boards_per_set=4), 3)
    >>> price = compute_field_price(state, Draft(state.plan, "", ""), TimeLeft(Fraction(15, 2)))
    >>> (price.sit_outs, price.boards_each, price.rematches)
    (3, (16, 16), 0)
    """
    plan = draft.plan
    gone = state.gone | draft.leavers
    staying = [number for number in state.present if number not in gone]
    old_spots = _list_spots(state.plan, state.from_round)
    new_spots = _list_spots(plan, state.from_round)
    moved, cards = [], []
    for number in staying:
        before, now = old_spots[number], new_spots[number]
        common = before.keys() & now.keys()
        if any(now[key].place != before[key].place for key in common):
            moved.append(number)
        is_wrong = any(now[key].card(plan) != before[key].card(plan) for key in common)
        has_other_rounds = now.keys() - before.keys()
        # A team sees that its opponents are missing, but a player must know who sits out.
        must_sit_out = plan.contest == "individual" and before.keys() - now.keys()
        if is_wrong or has_other_rounds or must_sit_out:
            cards.append(number)
    has_halves = _has_halves(state.plan)
    boards_before = count_boards(state.plan, has_halves=has_halves)
    boards_now = count_boards(plan, has_halves=has_halves)
    new_numbers = [number for number in draft.new_pairs if new_spots[number]]
    lost = sum(max(0, boards_before[number] - boards_now[number]) for number in staying)
    gained = sum(boards_now[number] for number in new_numbers)
    boards_each = [boards_now[number] for number in staying]
    boards_for_new = None
    if draft.new_pairs:
        playing = [boards_now[number] for number in new_numbers]
        boards_for_new = min(playing, default=0)
    return Price(
        sit_outs=sum(_count_sit_outs(plan, state.from_round, gone).values()),
        fairness=None,
        minutes=count_event_minutes(state.from_round, plan, clock),
        minutes_rest=count_remaining_minutes(state.from_round, plan, clock),
        pairs_moved=len(moved),
        boards_lost=max(0, lost - gained),
        cards_to_print=tuple(sorted({*cards, *new_numbers})),
        rematches=_count_rematches(plan, state.from_round),
        boards_for_new=boards_for_new,
        spare_sets=plan.board_sets - state.plan.board_sets,
        partners_again=_count_partners_again(plan, state.from_round),
        boards_each=(min(boards_each, default=0), max(boards_each, default=0)),
    )


def _count_sit_outs(plan: Movement, from_round: int, gone: frozenset[int]) -> Counter[int]:
    """Return the rounds from *from_round* on that contestants who are there sit out."""
    return Counter(
        sit_out.contestant
        for sit_out in plan.sit_outs
        if sit_out.round_no >= from_round and sit_out.contestant not in gone
    )


def _list_spots(
    plan: Movement, from_round: int
) -> defaultdict[int, dict[tuple[int, int], _SeatInRound]]:
    """Return the spots of each contestant by round and half, from *from_round* on."""
    spots: defaultdict[int, dict[tuple[int, int], _SeatInRound]] = defaultdict(dict)
    for row in plan.rows:
        if row.round_no < from_round:
            continue
        seated = plan.get_row_contestants(row)
        for seat, number in enumerate(seated):
            others = seated[:seat] + seated[seat + 1 :]
            half = seat if plan.contest == "teams" else 0
            boards = frozenset(row.boards)
            spots[number][row.round_no, half] = _SeatInRound(row.table_no, seat, others, boards)
    return spots


def _has_halves(plan: Movement) -> bool:
    """Return whether a match of teams has two halves, as in all but a few old movements."""
    return plan.contest == "teams" and bool(count_boards(plan, has_halves=True))


def count_boards(plan: Movement, *, has_halves: bool) -> Counter[int]:
    """Return the boards of each contestant. If matches have halves, both must play them.

    >>> from movements import make_plan
    >>> count_boards(make_plan("triple", teams=3, boards_per_set=4), has_halves=True)[1]
    8
    """
    boards: Counter[int] = Counter()
    if not has_halves:
        for row in plan.rows:
            for number in plan.get_row_contestants(row):
                boards[number] += len(row.boards)
        return boards
    directions: defaultdict[tuple[frozenset[int], int], set[int]] = defaultdict(set)
    for row in plan.rows:
        ns, ew = plan.get_row_contestants(row)
        for board in row.boards:
            directions[frozenset((ns, ew)), board].add(ns)
    for (teams, _board), ns_teams in directions.items():
        if len(ns_teams) == 2:
            boards.update(teams)
    return boards


def _count_rematches(plan: Movement, from_round: int) -> int:
    """Return the meetings from *from_round* on that repeat one.

    Of teams they are sets on which two teams meet after another set. Of players they are opponents
    who have met twice already.
    """
    if plan.contest == "teams":
        return sum(1 for _meeting in _find_repeated_matches(plan, from_round))
    played_rows = tuple(row for row in plan.rows if row.round_no < from_round)
    before = adversaries(replace(plan, rows=played_rows))
    rematches = 0
    for players, count in adversaries(plan).items():
        rematches += max(0, count - FREE_MEETINGS) - max(0, before[players] - FREE_MEETINGS)
    return rematches


def _find_repeated_matches(plan: Movement, from_round: int) -> Iterator[TableRound]:
    """Yield the first row of each set on which two teams meet again from *from_round* on."""
    # In a match of two teams it is always the same ones.
    if plan.contestants <= 2:
        return
    sets: defaultdict[frozenset[int], set[int]] = defaultdict(set)
    for row in plan.rows:
        teams = frozenset(plan.get_row_contestants(row))
        if len(teams) == 2 and row.board_set not in sets[teams]:
            if sets[teams] and row.round_no >= from_round:
                yield row
            sets[teams].add(row.board_set)


def _count_partners_again(plan: Movement, from_round: int) -> int:
    if plan.contest != "individual":
        return 0
    partners: set[tuple[int, int]] = set()
    again = 0
    for row in plan.rows:
        for players in get_couples(row.players or (0, 0, 0, 0)):
            again += row.round_no >= from_round and players in partners
            partners.add(players)
    return again
