"""The state in the middle of a contest of players or teams, and the plan of the whole contest from it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from movements.check.faults import collect_used_numbers
from movements.layout import list_board_numbers, mark_copies
from movements.model import (
    ABOVE_PLAYERS,
    FourPlayers,
    Movement,
    RoundNo,
    SetNo,
    SitOut,
    TableNo,
    TableRound,
)
from movements.partnerships import get_couple_by_partnership, get_couples
from movements.replan.state import EventState, make_changed_name, with_guarantees, without_gaps

MIN_ROUNDS_OUT = 2
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
        super().__init__(plan, from_round, {*gone, *_detect_leavers(plan, from_round)})
        self.played_rows = tuple(row for row in plan.rows if row.round_no < from_round)
        due_rows: list[TableRound] = []
        dropped_rows: list[TableRound] = []
        for row in plan.rows:
            if row.round_no < from_round:
                continue
            if self.leavers.isdisjoint(plan.get_row_contestants(row)):
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
        match_keys = {(row.round_no, row.ns, row.ew) for row in self.plan.rows}
        return all((round_no, ew, ns) in match_keys for round_no, ns, ew in match_keys)

    @cached_property
    def boards_by_set(self) -> Mapping[int, tuple[int, ...]]:
        """The boards of each set in the rows, in ascending order."""
        # The row with the most boards of a set decides, because others may have been shortened.
        rows = sorted(self.plan.rows, key=lambda row: len(row.boards))
        return {row.board_set: tuple(sorted(row.boards)) for row in rows}

    @cached_property
    def board_counts(self) -> Mapping[int, int]:
        """The number of boards in each round."""
        return {row.round_no: len(row.boards) for row in self.plan.rows}

    @cached_property
    def set_by_round(self) -> Mapping[int, int]:
        """A set that is due in each round, the only one if all tables play the same boards."""
        return {row.round_no: row.board_set for row in self.plan.rows}

    def get_boards(self, board_set: SetNo, round_no: RoundNo) -> tuple[int, ...]:
        """Return the boards of a set in a round, which may be shortened.

        >>> from movements.registry import make_plan
        >>> FieldState(make_plan("round-robin", teams=4, boards_per_set=2), 2).get_boards(4, 4)
        (7, 8)
        """
        known_boards = self.boards_by_set.get(board_set)
        boards = known_boards or self._list_boards(board_set)
        count = self.board_counts.get(round_no) or self.board_counts.get(
            self.last_round, len(boards)
        )
        return boards[:count]

    def _list_boards(self, board_set: int) -> tuple[int, ...]:
        return list_board_numbers(board_set, self.plan.boards_per_set, self.plan.first_board)

    @cached_property
    def usable_sets(self) -> tuple[int, ...]:
        """The sets of the plan in ascending order, without those whose boards another set has."""
        used_boards = {board for boards in self.boards_by_set.values() for board in boards}
        usable = []
        for board_set in range(1, self.plan.board_sets + 1):
            boards = set(self._list_boards(board_set))
            if board_set in self.boards_by_set or boards.isdisjoint(used_boards):
                usable.append(board_set)
        return tuple(usable)

    def get_next_numbers(self, count: int) -> tuple[int, ...]:
        """Return the numbers of *count* new contestants.

        >>> from movements.registry import make_plan
        >>> FieldState(make_plan("round-robin", teams=6), 3).get_next_numbers(2)
        (7, 8)
        """
        used_numbers = collect_used_numbers(self.plan) | self.leavers
        first = max(used_numbers) + 1
        return tuple(range(first, first + count))

    def without_leavers(self, leavers: Iterable[int]) -> "FieldState":
        """Return the state after *leavers* have left."""
        return FieldState(self.plan, self.from_round, self.leavers | set(leavers))


def _detect_leavers(plan: Movement, from_round: int) -> frozenset[int]:
    """Return who has left according to *plan*: they sit out its last rounds, at no table."""
    last_rounds: dict[int, int] = defaultdict(int)
    for row in plan.rows:
        for number in plan.get_row_contestants(row):
            last_rounds[number] = max(last_rounds[number], row.round_no)
    table_by_sit_out = {
        (sit_out.round_no, sit_out.contestant): sit_out.table_no for sit_out in plan.sit_outs
    }
    leavers = set()
    for number, last_round in last_rounds.items():
        rounds_out = range(last_round + 1, plan.rounds + 1)
        is_away = all(table_by_sit_out.get((round_no, number)) is None for round_no in rounds_out)
        if last_round < from_round and len(rounds_out) >= MIN_ROUNDS_OUT and is_away:
            leavers.add(number)
    return frozenset(leavers)


def collect_sets_by_contestant(
    plan: Movement, rows: Iterable[TableRound]
) -> defaultdict[int, set[int]]:
    """Return the sets that each contestant of *plan* plays in *rows*, at any table."""
    sets: defaultdict[int, set[int]] = defaultdict(set)
    for row in rows:
        for number in plan.get_row_contestants(row):
            sets[number].add(row.board_set)
    return sets


def make_players_row(
    state: FieldState,
    round_no: RoundNo,
    table_no: TableNo,
    players: FourPlayers,
    board_set: SetNo,
    copy_no: int = 1,
) -> TableRound:
    """Return a new row of four players. :func:`make_whole_plan` numbers its partnerships."""
    boards = state.get_boards(board_set, round_no)
    return TableRound(
        round_no,
        table_no,
        ns=0,
        ew=0,
        board_set=board_set,
        boards=boards,
        copy_no=copy_no,
        players=players,
    )


def make_match_rows(
    state: FieldState,
    round_no: RoundNo,
    match_no: int,
    teams: tuple[int, int],
    board_set: SetNo,
    copy_no: int,
) -> tuple[TableRound, TableRound]:
    """Return the two tables of a match, the first of *teams* at home.

    >>> from movements.registry import make_plan
    >>> state = FieldState(make_plan("round-robin", teams=4, boards_per_set=2), 2)
    >>> [(row.table_no, row.ns, row.ew, row.boards) for row in make_match_rows(state, 2, 2, (1, 4), 2, 2)]
    [(3, 1, 4, (3, 4)), (4, 4, 1, (3, 4))]
    """
    home, away = teams
    boards = state.get_boards(board_set, round_no)
    table_no = 2 * match_no
    return (
        TableRound(
            round_no,
            table_no - 1,
            ns=home,
            ew=away,
            board_set=board_set,
            boards=boards,
            copy_no=copy_no,
        ),
        TableRound(
            round_no,
            table_no,
            ns=away,
            ew=home,
            board_set=board_set,
            boards=boards,
            copy_no=copy_no,
        ),
    )


def make_whole_plan(
    state: FieldState,
    rest_rows: Iterable[TableRound],
    *,
    rounds: int = 0,
    source_plan: Movement | None = None,
    boards_per_set: int = 0,
) -> Movement:
    """Return the plan of the whole event with *rest_rows* from ``state.from_round`` on.

    - *rounds* is the total, by default that of the plan in force.
    - *source_plan* is the plan whose guarantees, notes and copies are used.
    - *boards_per_set* is the size of a whole set, by default that of the plan in force.

    Later rounds move up into rounds in which nobody plays.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("individual", players=9)
    >>> state = FieldState(plan, 3)
    >>> make_whole_plan(state, state.due_rows).rows == plan.rows
    True
    """
    source = source_plan or state.plan
    last_round = rounds or state.last_round
    new_rows = _with_sharing_marked(state, _with_partnerships(state, rest_rows))
    rows, empty_rounds = without_gaps(state, (*state.played_rows, *new_rows), last_round)
    last_round -= len(empty_rounds)
    playing: set[int] = set()
    for row in rows:
        playing.update(state.plan.get_row_contestants(row))
    # If rounds have moved, the places where contestants wait would be those of other rounds.
    planned_sit_outs = {} if empty_rounds else _get_sit_out_by_contestant(state)
    sit_outs = _list_sit_outs(state, rows, playing, last_round, planned_sit_outs)
    used_tables = [row.table_no for row in rows]
    used_tables += [sit_out.table_no or 1 for sit_out in sit_outs]
    sets_in_play = {(row.round_no, row.board_set) for row in rows}
    plan = replace(
        state.plan,
        name=make_changed_name(state.plan.name, state.from_round),
        contestants=len(playing),
        tables=max(used_tables),
        rounds=last_round,
        boards_per_set=boards_per_set or state.plan.boards_per_set,
        board_sets=max([state.plan.board_sets, *(row.board_set for row in rows)]),
        copies=max([state.plan.copies, *(row.copy_no for row in rows)]),
        rows=rows,
        sit_outs=sit_outs,
        bye_stands=tuple(
            stand
            for stand in state.plan.bye_stands
            if stand.round_no <= last_round
            and (stand.round_no, stand.board_set) not in sets_in_play
        ),
        guarantees=(),
        notes=source.notes,
    )
    return with_guarantees(plan, source.guarantees)


def _with_partnerships(state: FieldState, rows: Iterable[TableRound]) -> list[TableRound]:
    """Return *rows* with partnership numbers: those of the plan in force, then higher ones.

    A number is never used for two other players, because results are stored by it.
    """
    numbers = {}
    if state.plan.contest == "individual":
        numbers = {
            players: number for number, players in get_couple_by_partnership(state.plan).items()
        }
    highest = max([ABOVE_PLAYERS, *numbers.values()])
    numbered_rows = []
    for row in sorted(rows, key=lambda row: (row.round_no, row.table_no, row.half)):
        if row.players is None or state.plan.contest != "individual":
            numbered_rows.append(row)
            continue
        sides = []
        for couple in get_couples(row.players):
            if couple not in numbers:
                highest += 1
                numbers[couple] = highest
            sides.append(numbers[couple])
        numbered_rows.append(replace(row, ns=sides[0], ew=sides[1]))
    return numbered_rows


def _with_sharing_marked(state: FieldState, rows: Sequence[TableRound]) -> tuple[TableRound, ...]:
    """Return *rows* with shared sets marked in the rounds whose rows have changed."""
    planned_rows_by_round: defaultdict[int, set[TableRound]] = defaultdict(set)
    rows_by_round: defaultdict[int, list[TableRound]] = defaultdict(list)
    for row in state.plan.rows:
        planned_rows_by_round[row.round_no].add(row)
    for row in rows:
        rows_by_round[row.round_no].append(row)
    marked_rows: list[TableRound] = []
    for round_no, round_rows in sorted(rows_by_round.items()):
        if set(round_rows) == planned_rows_by_round[round_no]:
            marked_rows += round_rows
        else:
            unmarked_rows = [
                replace(row, shared=False, boards=tuple(sorted(row.boards))) for row in round_rows
            ]
            marked_rows += mark_copies(unmarked_rows)
    return tuple(marked_rows)


def _list_sit_outs(
    state: FieldState,
    rows: Sequence[TableRound],
    playing: set[int],
    last_round: int,
    planned_sit_outs: Mapping[tuple[int, int], SitOut],
) -> tuple[SitOut, ...]:
    """Return the sit-outs of the rounds played, and of all who don't play in a round to come."""
    tables = {(row.round_no, row.table_no) for row in rows}
    sides: defaultdict[tuple[int, int], set[str]] = defaultdict(set)
    for row in rows:
        for seat, number in enumerate(state.plan.get_row_contestants(row)):
            sides[row.round_no, number].add(("N-S", "E-W")[seat % 2])
    sit_out_by_contestant = {
        (sit_out.round_no, sit_out.contestant): sit_out
        for sit_out in state.plan.sit_outs
        if sit_out.round_no < state.from_round and sit_out.contestant in playing
    }
    for round_no in range(1, last_round + 1):
        for number in sorted(playing):
            key = (round_no, number)
            if round_no < state.from_round:
                if not sides[key]:
                    sit_out_by_contestant.setdefault(key, SitOut(*key))
                continue
            planned_sit_out = planned_sit_outs.get(key)
            is_table_free = (
                planned_sit_out is not None and (round_no, planned_sit_out.table_no) not in tables
            )
            if not sides[key]:
                # Whoever doesn't play at all has no table to wait at, unless it was due there.
                sit_out_by_contestant[key] = (
                    planned_sit_out
                    if planned_sit_out is not None and is_table_free
                    else SitOut(*key)
                )
            elif (
                planned_sit_out is not None
                and is_table_free
                and len(sides[key]) < _count_sides(state)
            ):
                sit_out_by_contestant[key] = planned_sit_out
    return tuple(
        sorted(
            sit_out_by_contestant.values(),
            key=lambda out: (out.round_no, out.table_no or 0, out.contestant),
        )
    )


def _count_sides(state: FieldState) -> int:
    """Return the number of sides on which a contestant plays: two for the halves of a team."""
    return 2 if state.plan.contest == "teams" else 1


def _get_sit_out_by_contestant(state: FieldState) -> Mapping[tuple[int, int], SitOut]:
    """Return where contestants wait from ``state.from_round`` on: as planned, or for who has left."""
    sit_out_by_contestant: dict[tuple[int, int], SitOut] = {}
    for sit_out in state.plan.sit_outs:
        if sit_out.round_no >= state.from_round:
            sit_out_by_contestant.setdefault((sit_out.round_no, sit_out.contestant), sit_out)
    if state.plan.contest == "teams" and not state.has_whole_matches:
        for row in state.dropped_rows:
            for number in set(state.plan.get_row_contestants(row)) - state.leavers:
                waiting = SitOut(
                    row.round_no,
                    number,
                    table_no=row.table_no,
                    board_set=row.board_set,
                    copy_no=row.copy_no,
                )
                sit_out_by_contestant.setdefault((row.round_no, number), waiting)
    return sit_out_by_contestant
