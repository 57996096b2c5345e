"""Faults in the boards of a plan.

Each set must have its boards, sets must be shared and put on bye-stands correctly, and nobody may
play a board twice.  In a *short round* every table plays only the first boards of its set.  A *half
match* of two teams has a part of a set.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from movements.layout import list_board_numbers
from movements.model import (
    NOUN_BY_CONTEST,
    Movement,
    PlanProblem,
    TableRound,
    join_with_and,
    make_problem,
)
from movements.option import format_count

BOARDS_PLAYED_BOTH_WAYS = "boards-played-both-ways"
"""The promise of games at one table, where the same players play every board twice.

The second time they hold the other side's cards.
"""


def iter_board_problems(plan: Movement) -> Iterator[PlanProblem]:
    """Yield every fault about boards and board sets.

    >>> from dataclasses import replace
    >>> from movements.registry import make_plan
    >>> plan = make_plan("mitchell", tables=3, boards_per_set=2)
    >>> wrong = replace(plan.rows[0], boards=(1, 9))
    >>> [fault.text for fault in iter_board_problems(replace(plan, rows=(wrong, *plan.rows[1:])))]
    ['Table 1 plays boards 1 and 9 in round 1, but board set 1 has boards 1 and 2.']
    """
    board_count_by_round = get_board_count_by_round(plan)
    boards_by_set = _collect_boards_by_set(plan, board_count_by_round)
    yield from _iter_set_problems(plan, boards_by_set, board_count_by_round)
    for row in plan.rows:
        if row.half:
            # A half match may have any part of its set.
            set_boards = list_board_numbers(row.board_set, plan.boards_per_set, plan.first_board)
            expected_boards = tuple(board for board in sorted(row.boards) if board in set_boards)
        else:
            expected_boards = boards_by_set[row.board_set][: board_count_by_round.get(row.round_no)]
        yield from _iter_row_problems(plan, row, expected_boards)
    yield from _iter_sharing_problems(plan)
    yield from _iter_repeat_problems(plan)
    yield from _iter_bye_stand_problems(plan)


def get_board_count_by_round(plan: Movement) -> dict[int, int]:
    """Return the short rounds, each with the number of boards that every table plays.

    A session is shortened during play in this way, so at least one other round has all boards of
    its sets.  A single table with fewer boards than the others is a mistake, not a short round.

    >>> from dataclasses import replace
    >>> from movements.registry import make_plan
    >>> plan = make_plan("mitchell", tables=3, boards_per_set=2)
    >>> rows = [replace(row, boards=row.boards[:1]) if row.round_no == 3 else row for row in plan.rows]
    >>> get_board_count_by_round(replace(plan, rows=tuple(rows)))
    {3: 1}
    """
    counts: defaultdict[int, set[int]] = defaultdict(set)
    for row in plan.rows:
        if not row.half:
            counts[row.round_no].add(len(row.boards))
    full_count = plan.boards_per_set
    if all(full_count not in round_counts for round_counts in counts.values()):
        return {}
    board_count_by_round = {}
    for round_no, round_counts in counts.items():
        fewest = min(round_counts)
        if len(round_counts) == 1 and 0 < fewest < full_count:
            board_count_by_round[round_no] = fewest
    return board_count_by_round


def _collect_boards_by_set(
    plan: Movement, board_count_by_round: Mapping[int, int]
) -> dict[int, tuple[int, ...]]:
    """Return the boards of each set in ascending order, as in most of its rows.

    If two versions are equally frequent, the first counts.  If a set is only played in short
    rounds, only the boards of the longest round are known.
    """

    def sort_key(row: TableRound) -> tuple[int, int]:
        return row.half, -board_count_by_round.get(row.round_no, plan.boards_per_set)

    board_votes_by_set: defaultdict[int, Counter[tuple[int, ...]]] = defaultdict(Counter)
    for row in sorted(plan.rows, key=sort_key):
        is_whole_set = row.round_no not in board_count_by_round and not row.half
        # Whole sets come first, so a part of a set counts only if the whole is never played.
        if is_whole_set or row.board_set not in board_votes_by_set:
            board_votes_by_set[row.board_set][tuple(sorted(row.boards))] += 1
    return {
        board_set: counter.most_common(1)[0][0] for board_set, counter in board_votes_by_set.items()
    }


def _iter_set_problems(
    plan: Movement,
    boards_by_set: Mapping[int, tuple[int, ...]],
    board_count_by_round: Mapping[int, int],
) -> Iterator[PlanProblem]:
    set_by_board: dict[int, int] = {}
    whole_sets = {
        row.board_set
        for row in plan.rows
        if row.round_no not in board_count_by_round and not row.half
    }
    for board_set, boards in sorted(boards_by_set.items()):
        if board_set in whole_sets and len(boards) != plan.boards_per_set:
            yield make_problem(
                "set-size",
                "Board set {board_set} has {boards}, but every set must have {wanted}.",
                board_set=board_set,
                boards=format_count(len(boards), "board"),
                wanted=plan.boards_per_set,
            )
        for board_no in boards:
            if not plan.first_board <= board_no <= plan.last_board:
                location = _get_first_use(plan, board_set, board_no)
                yield make_problem(
                    "board-unknown",
                    "Board set {board_set} contains board {board_no}, but the plan has boards "
                    "{first_board} to {last_board}.",
                    *location,
                    board_no=board_no,
                    board_set=board_set,
                    first_board=plan.first_board,
                    last_board=plan.last_board,
                )
            first_set = set_by_board.setdefault(board_no, board_set)
            if first_set != board_set:
                yield make_problem(
                    "board-in-two-sets",
                    "Board {board_no} is in board sets {owner} and {other}. Choose one.",
                    board_no=board_no,
                    owner=first_set,
                    other=board_set,
                )


def _get_first_use(plan: Movement, board_set: int, board_no: int) -> tuple[int, int]:
    """Return the round and table of the first row that plays *board_no* as part of *board_set*."""
    uses = (
        (row.round_no, row.table_no)
        for row in plan.rows
        if row.board_set == board_set and board_no in row.boards
    )
    return min(uses)


def _iter_row_problems(
    plan: Movement, row: TableRound, expected_boards: tuple[int, ...]
) -> Iterator[PlanProblem]:
    location = (row.round_no, row.table_no)
    if not 1 <= row.board_set <= plan.board_sets:
        yield make_problem(
            "set-unknown",
            "Table {table_no} plays board set {board_set} in round {round_no}, but there are sets "
            "1 to {sets}.",
            *location,
            board_set=row.board_set,
            sets=plan.board_sets,
        )
    if not 1 <= row.copy_no <= plan.copies:
        if plan.copies == 1:
            yield make_problem(
                "copy-unknown",
                "Table {table_no} plays copy {copy_no} of board set {board_set} in round {round_no}, "
                "but there is only one copy.",
                *location,
                copy_no=row.copy_no,
                board_set=row.board_set,
            )
        else:
            yield make_problem(
                "copy-unknown",
                "Table {table_no} plays copy {copy_no} of board set {board_set} in round {round_no}, "
                "but there are copies 1 to {copies}.",
                *location,
                copy_no=row.copy_no,
                board_set=row.board_set,
                copies=plan.copies,
            )
    if tuple(sorted(row.boards)) != expected_boards:
        # Counters also find a board that is listed twice.
        surplus_boards = Counter(row.boards) - Counter(expected_boards)
        missing_boards = Counter(expected_boards) - Counter(row.boards)
        yield make_problem(
            "boards-not-of-set",
            "Table {table_no} plays {boards} in round {round_no}, but board set {board_set} has "
            "{wanted}.",
            *location,
            board_no=min(surplus_boards or missing_boards),
            boards=_format_boards(row.boards),
            board_set=row.board_set,
            wanted=_format_boards(expected_boards),
        )


def _iter_sharing_problems(plan: Movement) -> Iterator[PlanProblem]:
    rows_by_copy: defaultdict[tuple[int, int, int], list[TableRound]] = defaultdict(list)
    for row in plan.rows:
        if not row.half:
            rows_by_copy[row.round_no, row.board_set, row.copy_no].append(row)
    for (round_no, board_set, _), rows in rows_by_copy.items():
        if len(rows) > 1 and not all(row.shared for row in rows):
            tables = " and ".join(str(row.table_no) for row in rows)
            board_no = min(rows[1].boards, default=None)
            yield make_problem(
                "set-at-two-tables",
                "Board set {board_set} is at tables {tables} in round {round_no}. Mark all of them as "
                "sharing.",
                round_no,
                rows[1].table_no,
                board_no=board_no,
                board_set=board_set,
                tables=tables,
            )
        elif len(rows) == 1 and rows[0].shared:
            yield make_problem(
                "shared-alone",
                "Table {table_no} shares board set {board_set} in round {round_no}, but no other "
                "table has it.",
                round_no,
                rows[0].table_no,
                board_set=board_set,
            )


def _iter_repeat_problems(plan: Movement) -> Iterator[PlanProblem]:
    """Report contestants that play a board twice, one fault for each round."""
    first_rows: dict[tuple[object, int], TableRound] = {}
    for row in plan.rows:
        for number, board_memory in sorted(_collect_board_memories(plan, row)):
            repeated_boards = []
            for board in row.boards:
                first_row = first_rows.setdefault((board_memory, board), row)
                if first_row.round_no != row.round_no:
                    repeated_boards.append(board)
            if repeated_boards:
                first_row_of_board = first_rows[board_memory, repeated_boards[0]]
                is_contestant = number in plan.get_row_contestants(row)
                yield make_problem(
                    "board-twice",
                    "{Called} {contestant} plays {boards} at table {table_no} in round {round_no}, as "
                    "{they} did at table {former_table} in round {former_round}.",
                    row.round_no,
                    row.table_no,
                    number,
                    repeated_boards[0],
                    called=plan.contestant_noun if is_contestant else NOUN_BY_CONTEST["individual"],
                    boards=_format_boards(repeated_boards),
                    former_table=first_row_of_board.table_no,
                    former_round=first_row_of_board.round_no,
                )


def _collect_board_memories(plan: Movement, row: TableRound) -> set[tuple[int, object]]:
    """Return the contestants who would remember a board at a table, each with a key.

    Players with the same key have seen the same boards. The two halves of a team each play every
    board once, so each half has a key of its own.
    """
    if BOARDS_PLAYED_BOTH_WAYS in plan.guarantees:
        # Here the same players have to play every board twice, see :mod:`movements.check.guarantees`.
        return set()
    if plan.contest == "teams":
        if row.players:
            return {(player, ("player", player)) for player in row.players}
        return {(row.ns, (row.ns, "N-S")), (row.ew, (row.ew, "E-W"))}
    return {(number, number) for number in plan.get_row_contestants(row)}


def _iter_bye_stand_problems(plan: Movement) -> Iterator[PlanProblem]:
    table_by_set_in_play = {(row.round_no, row.board_set): row.table_no for row in plan.rows}
    for stand in plan.bye_stands:
        table_before = stand.after_table
        board_set = stand.board_set
        is_round_known = 1 <= stand.round_no <= plan.rounds
        is_set_known = 1 <= board_set <= plan.board_sets
        if not (is_round_known and is_set_known):
            yield make_problem(
                "bye-stand-unknown",
                "The bye-stand after table {after} in round {round_no} has board set {board_set}. The "
                "plan has {rounds} rounds and {sets} sets.",
                stand.round_no,
                after=table_before,
                board_set=board_set,
                rounds=plan.rounds,
                sets=plan.board_sets,
            )
        elif not 1 <= table_before <= plan.tables:
            yield make_problem(
                "bye-stand-unknown",
                "The bye-stand in round {round_no} is after table {after}, but the tables are 1 to "
                "{tables}.",
                stand.round_no,
                after=table_before,
                tables=plan.tables,
            )
        elif (stand.round_no, board_set) in table_by_set_in_play:
            table_no = table_by_set_in_play[stand.round_no, board_set]
            yield make_problem(
                "bye-stand-in-play",
                "The bye-stand after table {after} in round {round_no} has board set {board_set}, "
                "which table {table_no} is playing.",
                stand.round_no,
                table_no,
                after=table_before,
                board_set=board_set,
            )


def _format_boards(numbers: Sequence[int]) -> str:
    noun = "boards" if len(numbers) > 1 else "board"
    return f"{noun} {join_with_and(numbers)}"
