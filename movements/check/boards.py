"""Find faults in the boards of a plan.

Responsible for sets and their boards, for sharing and bye-stands, and for nobody playing a board
twice.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from movements.model import CALLED, Fault, Movement, TableRound, listed
from movements.sentences import MovementSentences

PLAYED_BOTH_WAYS = "boards-played-both-ways"
"""The promise of single-table games, in which the same players play every board again with the other cards."""


def board_faults(plan: Movement) -> Iterator[Fault]:
    """Yield every fault about boards and board sets.

    >>> from dataclasses import replace
    >>> from movements import make_plan
    >>> plan = make_plan("mitchell", tables=3, boards_per_set=2)
    >>> wrong = replace(plan.rows[0], boards=(1, 9))
    >>> [fault.text for fault in board_faults(replace(plan, rows=(wrong, *plan.rows[1:])))]
    ['Table 1 plays boards 1 and 9 in round 1, but board set 1 has boards 1 and 2.']
    """
    short = short_rounds(plan)
    sets = _boards_by_set(plan, short)
    yield from _set_faults(plan, sets, short)
    for row in plan.rows:
        wanted = sets[row.board_set][: short.get(row.round_no)]
        if row.half:  # a half match has part of a set
            first = (row.board_set - 1) * plan.boards_per_set
            wanted = tuple(
                no for no in sorted(row.boards) if first < no <= first + plan.boards_per_set
            )
        yield from _row_faults(plan, row, wanted)
    yield from _sharing_faults(plan)
    yield from _repeat_faults(plan)
    yield from _bye_stand_faults(plan)


def short_rounds(plan: Movement) -> dict[int, int]:
    """Return the rounds in which every table plays the same number of boards, the first of its set.

    That is how a night is shortened while it is played, so other rounds have all boards of a set; a
    single table with fewer is a mistake.

    >>> from dataclasses import replace
    >>> from movements import make_plan
    >>> plan = make_plan("mitchell", tables=3, boards_per_set=2)
    >>> rows = [replace(row, boards=row.boards[:1]) if row.round_no == 3 else row for row in plan.rows]
    >>> short_rounds(replace(plan, rows=tuple(rows)))
    {3: 1}
    """
    counts: defaultdict[int, set[int]] = defaultdict(set)
    for row in plan.rows:
        if not row.half:
            counts[row.round_no].add(len(row.boards))
    full = plan.boards_per_set
    if all(full not in each for each in counts.values()):
        return {}
    return {
        round_no: min(each)
        for round_no, each in counts.items()
        if len(each) == 1 and 0 < min(each) < full
    }


def _boards_by_set(plan: Movement, short: Mapping[int, int]) -> dict[int, tuple[int, ...]]:
    """Return the boards of each set in ascending order.

    Most rows decide, on a draw the earliest.

    Of a set that is only played in short rounds the boards known are those of the longest of them.
    """
    votes: defaultdict[int, Counter[tuple[int, ...]]] = defaultdict(Counter)
    for row in sorted(
        plan.rows, key=lambda row: (row.half, -short.get(row.round_no, plan.boards_per_set))
    ):
        is_whole = row.round_no not in short and not row.half
        if is_whole or row.board_set not in votes:
            votes[row.board_set][tuple(sorted(row.boards))] += 1
    return {board_set: counter.most_common(1)[0][0] for board_set, counter in votes.items()}


def _set_faults(
    plan: Movement, sets: Mapping[int, tuple[int, ...]], short: Mapping[int, int]
) -> Iterator[Fault]:
    owners: dict[int, int] = {}
    whole = {row.board_set for row in plan.rows if row.round_no not in short and not row.half}
    for board_set, boards in sorted(sets.items()):
        if board_set in whole and len(boards) != plan.boards_per_set:
            yield MovementSentences.SET_SIZE.fault(
                board_set=board_set,
                boards=count_of(len(boards), "board"),
                wanted=plan.boards_per_set,
            )
        for board_no in boards:
            if not 1 <= board_no <= plan.boards:
                place = _first_use(plan, board_set, board_no)
                yield MovementSentences.BOARD_UNKNOWN.fault(
                    *place, board_no=board_no, board_set=board_set, boards=plan.boards
                )
            owner = owners.setdefault(board_no, board_set)
            if owner != board_set:
                yield MovementSentences.BOARD_IN_TWO_SETS.fault(
                    board_no=board_no, owner=owner, other=board_set
                )


def _first_use(plan: Movement, board_set: int, board_no: int) -> tuple[int, int]:
    """Return the round and table of the first row that plays the board as one of this set."""
    uses = (
        (row.round_no, row.table_no)
        for row in plan.rows
        if row.board_set == board_set and board_no in row.boards
    )
    return min(uses)


def _row_faults(plan: Movement, row: TableRound, boards: tuple[int, ...]) -> Iterator[Fault]:
    where = (row.round_no, row.table_no)
    if not 1 <= row.board_set <= plan.board_sets:
        yield MovementSentences.SET_UNKNOWN.fault(
            *where, board_set=row.board_set, sets=plan.board_sets
        )
    if not 1 <= row.copy_no <= plan.copies:
        if plan.copies == 1:
            yield MovementSentences.NO_OTHER_COPY.fault(
                *where, copy_no=row.copy_no, board_set=row.board_set
            )
        else:
            yield MovementSentences.COPY_UNKNOWN.fault(
                *where, copy_no=row.copy_no, board_set=row.board_set, copies=plan.copies
            )
    if tuple(sorted(row.boards)) != boards:
        odd = sorted(
            (Counter(row.boards) - Counter(boards)) or (Counter(boards) - Counter(row.boards))
        )
        yield MovementSentences.BOARDS_NOT_OF_SET.fault(
            *where,
            board_no=odd[0],
            boards=_boards(row.boards),
            board_set=row.board_set,
            wanted=_boards(boards),
        )


def _sharing_faults(plan: Movement) -> Iterator[Fault]:
    users: defaultdict[tuple[int, int, int], list[TableRound]] = defaultdict(list)
    for row in plan.rows:
        if not row.half:
            users[row.round_no, row.board_set, row.copy_no].append(row)
    for (round_no, board_set, _), rows in users.items():
        if len(rows) > 1 and not all(row.shared for row in rows):
            tables = " and ".join(str(row.table_no) for row in rows)
            board_no = min(rows[1].boards, default=None)
            yield MovementSentences.SET_AT_TWO_TABLES.fault(
                round_no, rows[1].table_no, board_no=board_no, board_set=board_set, tables=tables
            )
        elif len(rows) == 1 and rows[0].shared:
            yield MovementSentences.SHARED_ALONE.fault(
                round_no, rows[0].table_no, board_set=board_set
            )


def _repeat_faults(plan: Movement) -> Iterator[Fault]:
    """Report contestants that play a board twice, one fault for each round."""
    first: dict[tuple[object, int], TableRound] = {}
    for row in plan.rows:
        for number, who in sorted(_who_must_not_know_boards(plan, row)):
            again = [
                board
                for board in row.boards
                if first.setdefault((who, board), row).round_no != row.round_no
            ]
            if again:
                before = first[who, again[0]]
                yield MovementSentences.BOARD_TWICE.fault(
                    row.round_no,
                    row.table_no,
                    number,
                    again[0],
                    called=plan.called
                    if number in plan.contestants_at(row)
                    else CALLED["individual"],
                    boards=_boards(again),
                    former_table=before.table_no,
                    former_round=before.round_no,
                )


def _who_must_not_know_boards(plan: Movement, row: TableRound) -> set[tuple[int, object]]:
    """Return the contestants at a table with the key of their knowledge.

    A team plays every board twice, once from either side.

    A plan that promises that its boards are played both ways by the same players is asked for that
    instead.
    """
    if PLAYED_BOTH_WAYS in plan.guarantees:
        return set()
    if plan.contest == "teams":
        if row.players:
            return {(player, ("player", player)) for player in row.players}
        return {(row.ns, (row.ns, "N-S")), (row.ew, (row.ew, "E-W"))}
    return {(number, number) for number in plan.contestants_at(row)}


def _bye_stand_faults(plan: Movement) -> Iterator[Fault]:
    in_play = {(row.round_no, row.board_set): row.table_no for row in plan.rows}
    for stand in plan.bye_stands:
        after, board_set = stand.after_table, stand.board_set
        if not (1 <= stand.round_no <= plan.rounds and 1 <= stand.board_set <= plan.board_sets):
            yield MovementSentences.STAND_HOLDS_UNKNOWN.fault(
                stand.round_no,
                after=after,
                board_set=board_set,
                rounds=plan.rounds,
                sets=plan.board_sets,
            )
        elif not 1 <= stand.after_table <= plan.tables:
            yield MovementSentences.STAND_WITHOUT_PLACE.fault(
                stand.round_no, after=after, tables=plan.tables
            )
        elif table_no := in_play.get((stand.round_no, stand.board_set)):
            yield MovementSentences.STAND_IN_PLAY.fault(
                stand.round_no, table_no, after=after, board_set=board_set
            )


def count_of(number: int, noun: str) -> str:
    """Return *number* with its *noun*: ``"1 board"``, ``"2 boards"``."""
    if number == 1:
        return f"{number} {noun}"
    return f"{number} {noun}s"


def _boards(numbers: Sequence[int]) -> str:
    return f"{'boards' if len(numbers) > 1 else 'board'} {listed(numbers)}"
