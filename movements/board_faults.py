"""What is wrong with the boards of a plan.

Responsible for sets and their boards, for sharing and bye-stands, and for nobody playing a board twice.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from movements.model import Fault, Plan, TableRound


def board_faults(plan: Plan) -> Iterator[Fault]:
    """Yield every fault about boards and board sets.

    >>> from dataclasses import replace
    >>> from movements import make_plan
    >>> plan = make_plan("mitchell", tables=3, boards_per_set=2)
    >>> wrong = replace(plan.rows[0], boards=(1, 9))
    >>> [fault.text for fault in board_faults(replace(plan, rows=(wrong, *plan.rows[1:])))]
    ['Table 1 plays boards 1 and 9 in round 1, but board set 1 has boards 1 and 2.']
    """
    sets = _boards_by_set(plan)
    yield from _set_faults(plan, sets)
    for row in plan.rows:
        yield from _row_faults(plan, row, sets[row.board_set])
    yield from _sharing_faults(plan)
    yield from _repeat_faults(plan)
    yield from _bye_stand_faults(plan)


def _boards_by_set(plan: Plan) -> dict[int, tuple[int, ...]]:
    """Return the boards of each set, ascending: what most of its rows say, the earliest on a draw."""
    votes: defaultdict[int, Counter[tuple[int, ...]]] = defaultdict(Counter)
    for row in plan.rows:
        votes[row.board_set][tuple(sorted(row.boards))] += 1
    return {board_set: counter.most_common(1)[0][0] for board_set, counter in votes.items()}


def _set_faults(plan: Plan, sets: Mapping[int, tuple[int, ...]]) -> Iterator[Fault]:
    owners: dict[int, int] = {}
    for board_set, boards in sorted(sets.items()):
        if len(boards) != plan.boards_per_set:
            text = f"Board set {board_set} has {_count(len(boards), 'board')}; every set has {plan.boards_per_set}."
            yield Fault("set-size", text)
        for board_no in boards:
            if not 1 <= board_no <= plan.boards:
                text = f"Board set {board_set} holds board {board_no}; the plan has boards 1 to {plan.boards}."
                yield Fault("board-unknown", text, *_first_use(plan, board_set, board_no), board_no=board_no)
            owner = owners.setdefault(board_no, board_set)
            if owner != board_set:
                text = f"Board {board_no} is in board sets {owner} and {board_set}; a board belongs to one."
                yield Fault("board-in-two-sets", text, board_no=board_no)


def _first_use(plan: Plan, board_set: int, board_no: int) -> tuple[int, int]:
    """Return the round and table of the first row that plays the board as one of this set."""
    uses = ((row.round_no, row.table_no) for row in plan.rows if row.board_set == board_set and board_no in row.boards)
    return min(uses)


def _row_faults(plan: Plan, row: TableRound, boards: tuple[int, ...]) -> Iterator[Fault]:
    where = (row.round_no, row.table_no)
    if not 1 <= row.board_set <= plan.board_sets:
        text = (
            f"Table {row.table_no} plays board set {row.board_set} in round {row.round_no}; "
            f"there are sets 1 to {plan.board_sets}."
        )
        yield Fault("set-unknown", text, *where)
    if not 1 <= row.copy_no <= plan.copies:
        text = (
            f"Table {row.table_no} plays copy {row.copy_no} of board set {row.board_set} in round {row.round_no}; "
            f"{'there is only one copy' if plan.copies == 1 else f'there are copies 1 to {plan.copies}'}."
        )
        yield Fault("copy-unknown", text, *where)
    if tuple(sorted(row.boards)) != boards:
        odd = sorted((Counter(row.boards) - Counter(boards)) or (Counter(boards) - Counter(row.boards)))
        text = (
            f"Table {row.table_no} plays {_list(row.boards)} in round {row.round_no}, "
            f"but board set {row.board_set} has {_list(boards)}."
        )
        yield Fault("boards-not-of-set", text, *where, board_no=odd[0])


def _sharing_faults(plan: Plan) -> Iterator[Fault]:
    users: defaultdict[tuple[int, int, int], list[TableRound]] = defaultdict(list)
    for row in plan.rows:
        users[row.round_no, row.board_set, row.copy_no].append(row)
    for (round_no, board_set, _), rows in users.items():
        if len(rows) > 1 and not all(row.shared for row in rows):
            tables = " and ".join(str(row.table_no) for row in rows)
            text = (
                f"Board set {board_set} is at tables {tables} in round {round_no}, not all of them marked as sharing."
            )
            yield Fault(
                "set-at-two-tables", text, round_no, rows[1].table_no, board_no=min(rows[1].boards, default=None)
            )
        elif len(rows) == 1 and rows[0].shared:
            text = (
                f"Table {rows[0].table_no} shares board set {board_set} in round {round_no}, but no other table has it."
            )
            yield Fault("shared-alone", text, round_no, rows[0].table_no)


def _repeat_faults(plan: Plan) -> Iterator[Fault]:
    """Pairs that get a board again in a later round, one fault for each such round."""
    first: dict[tuple[int, int], TableRound] = {}
    for row in plan.rows:
        for pair in {row.ns, row.ew}:
            again = [board for board in row.boards if first.setdefault((pair, board), row).round_no != row.round_no]
            if again:
                before = first[pair, again[0]]
                text = (
                    f"Pair {pair} plays {_list(tuple(again))} at table {row.table_no} in round {row.round_no}, "
                    f"as it did at table {before.table_no} in round {before.round_no}."
                )
                yield Fault("board-twice", text, row.round_no, row.table_no, pair, again[0])


def _bye_stand_faults(plan: Plan) -> Iterator[Fault]:
    in_play = {(row.round_no, row.board_set): row.table_no for row in plan.rows}
    for stand in plan.bye_stands:
        where = f"The bye-stand after table {stand.after_table} in round {stand.round_no}"
        if not (1 <= stand.round_no <= plan.rounds and 1 <= stand.board_set <= plan.board_sets):
            known = f"{plan.rounds} rounds and {plan.board_sets} sets"
            text = f"{where} holds board set {stand.board_set}; the plan has {known}."
            yield Fault("bye-stand-unknown", text, stand.round_no)
        elif not 1 <= stand.after_table <= plan.tables:
            yield Fault(
                "bye-stand-unknown", f"{where} has no place; the tables are 1 to {plan.tables}.", stand.round_no
            )
        elif table_no := in_play.get((stand.round_no, stand.board_set)):
            text = f"{where} holds board set {stand.board_set}, which table {table_no} is playing."
            yield Fault("bye-stand-in-play", text, stand.round_no, table_no)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _list(boards: tuple[int, ...]) -> str:
    *front, last = map(str, boards) if boards else ("none",)
    return f"boards {', '.join(front)} and {last}" if front else f"board {last}"
