"""The state in the middle of a contest of players or teams."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property

from movements.layout import list_board_numbers
from movements.model import Movement, TableRound
from movements.replan.state import EventState, get_all_numbers

LEFT_AFTER = 2
"""A contestant who doesn't play in this many last rounds counts as having left."""


class FieldState(EventState):
    """A plan in force of players or teams, with the rounds before *from_round* played.

    - *played_rows*: the rows of the rounds before, which never change.
    - *due_rows*: the rows to come without those of contestants who have left, the *dropped_rows*.

    >>> from movements.registry import make_plan
    >>> state = FieldState(make_plan("round-robin", teams=6), 3, gone=[2])
    >>> state.present, len(state.played_rows), len(state.due_rows), len(state.dropped_rows)
    ((1, 3, 4, 5, 6), 12, 12, 6)
    """

    def __init__(self, plan: Movement, from_round: int, gone: Iterable[int] = ()) -> None:
        super().__init__(plan, from_round, {*gone, *_find_contestants_gone(plan, from_round)})
        self.played_rows = tuple(row for row in plan.rows if row.round_no < from_round)
        due_rows: list[TableRound] = []
        dropped_rows: list[TableRound] = []
        for row in plan.rows:
            if row.round_no < from_round:
                continue
            if self.gone.isdisjoint(plan.get_row_contestants(row)):
                due_rows.append(row)
            else:
                dropped_rows.append(row)
        self.due_rows = tuple(due_rows)
        self.dropped_rows = tuple(dropped_rows)

    @property
    def rounds_left(self) -> range:
        """The rounds that may change."""
        return range(self.from_round, self.last_round + 1)

    @cached_property
    def has_one_set_per_round(self) -> bool:
        """Whether all tables of a round play the same boards, which no other round plays."""
        sets_by_round = defaultdict(set)
        rounds_by_set = defaultdict(set)
        for row in self.plan.rows:
            sets_by_round[row.round_no].add(row.board_set)
            rounds_by_set[row.board_set].add(row.round_no)
        groups = (*sets_by_round.values(), *rounds_by_set.values())
        return all(len(group) == 1 for group in groups)

    @cached_property
    def has_whole_matches(self) -> bool:
        """Whether every round has whole matches of two teams, at two tables each."""
        places = {(row.round_no, row.ns, row.ew) for row in self.plan.rows}
        return all((round_no, ew, ns) in places for round_no, ns, ew in places)

    @cached_property
    def boards_of_set(self) -> Mapping[int, tuple[int, ...]]:
        """The boards of each set in the rows, in ascending order."""
        # The row with the most boards of a set decides, because others may have been shortened.
        rows = sorted(self.plan.rows, key=lambda row: len(row.boards))
        return {row.board_set: tuple(sorted(row.boards)) for row in rows}

    @cached_property
    def board_counts(self) -> Mapping[int, int]:
        """The number of boards in each round."""
        return {row.round_no: len(row.boards) for row in self.plan.rows}

    @cached_property
    def set_of_round(self) -> Mapping[int, int]:
        """A set that is due in each round, the only one if all tables play the same boards."""
        return {row.round_no: row.board_set for row in self.plan.rows}

    def boards(self, board_set: int, round_no: int) -> tuple[int, ...]:
        """Return the boards of a set in a round, which may be shortened.

        >>> from movements.registry import make_plan
        >>> FieldState(make_plan("round-robin", teams=4, boards_per_set=2), 2).boards(4, 4)
        (7, 8)
        """
        known = self.boards_of_set.get(board_set)
        boards = known or list_board_numbers(board_set, self.plan.boards_per_set)
        count = self.board_counts.get(round_no) or self.board_counts.get(
            self.last_round, len(boards)
        )
        return boards[:count]

    @cached_property
    def usable_sets(self) -> tuple[int, ...]:
        """The sets of the plan in ascending order, without those whose boards another set has."""
        used_boards = {board for boards in self.boards_of_set.values() for board in boards}
        usable = []
        for board_set in range(1, self.plan.board_sets + 1):
            boards = set(list_board_numbers(board_set, self.plan.boards_per_set))
            if board_set in self.boards_of_set or boards.isdisjoint(used_boards):
                usable.append(board_set)
        return tuple(usable)

    def get_next_numbers(self, count: int) -> tuple[int, ...]:
        """Return the numbers of *count* new contestants.

        >>> from movements.registry import make_plan
        >>> FieldState(make_plan("round-robin", teams=6), 3).get_next_numbers(2)
        (7, 8)
        """
        used = get_all_numbers(self.plan) | self.gone
        first = max(used) + 1
        return tuple(range(first, first + count))

    def without(self, leavers: Iterable[int]) -> "FieldState":
        """Return the state after *leavers* have left."""
        return FieldState(self.plan, self.from_round, self.gone | set(leavers))


def _find_contestants_gone(plan: Movement, from_round: int) -> frozenset[int]:
    """Return who has left according to *plan*: they sit out its last rounds, at no table."""
    last_rounds: dict[int, int] = defaultdict(int)
    for row in plan.rows:
        for number in plan.get_row_contestants(row):
            last_rounds[number] = max(last_rounds[number], row.round_no)
    places = {(sit_out.round_no, sit_out.contestant): sit_out.table_no for sit_out in plan.sit_outs}
    gone = set()
    for number, last_round in last_rounds.items():
        rounds_out = range(last_round + 1, plan.rounds + 1)
        is_away = all(places.get((round_no, number)) is None for round_no in rounds_out)
        if last_round < from_round and len(rounds_out) >= LEFT_AFTER and is_away:
            gone.add(number)
    return frozenset(gone)


def collect_sets_by_contestant(
    plan: Movement, rows: Iterable[TableRound]
) -> defaultdict[int, set[int]]:
    """Return the sets that each contestant of *plan* plays in *rows*, at any table."""
    sets: defaultdict[int, set[int]] = defaultdict(set)
    for row in rows:
        for number in plan.get_row_contestants(row):
            sets[number].add(row.board_set)
    return sets


def count_sit_outs(plan: Movement, first: int, last: int) -> Counter[int]:
    """Return the rounds from *first* to *last* that contestants sit out with a place in *plan*."""
    return Counter(
        sit_out.contestant for sit_out in plan.sit_outs if first <= sit_out.round_no <= last
    )
