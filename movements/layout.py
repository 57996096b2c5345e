"""Build the rows of a plan from meetings: two pairs at a table with a board set.

Does what all movements need: the board numbers of a set, sit-outs if a pair is absent, sets shared
by two tables, and the fingerprint that is printed on every sheet.  The movement modules decide who
meets whom.
"""

import csv
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from itertools import count
from typing import Any, NamedTuple

from movements.model import (
    FourPlayers,
    Movement,
    MovementSpec,
    PlanRequest,
    RoundNo,
    SetNo,
    SitOut,
    TableNo,
    TableRound,
)

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""The 32 characters of a fingerprint. 0, O, 1 and I are left out, because they look alike."""

FINGERPRINT_LENGTH = 6
_BOARDS_WITH_OWN_VULNERABILITY = 16
"""After as many boards, dealers and vulnerabilities begin again."""


class Meeting(NamedTuple):
    """Two pairs that meet at a table with a board set. One of them may be absent.

    >>> Meeting(round_no=1, table_no=1, ns=1, ew=6, board_set=1).ew
    6
    """

    round_no: RoundNo
    table_no: TableNo
    ns: int  # holds the N-S cards
    ew: int
    board_set: SetNo
    copy_no: int = 1
    arrow_switched: bool = False  # the boards are turned: "ns" sits E-W


@lru_cache(maxsize=1024)
def list_board_numbers(
    board_set: SetNo, boards_per_set: int, first_board: int = 1
) -> tuple[int, ...]:
    """Return the board numbers of a set in ascending order. Sets follow one another without gaps.

    *first_board* is the number of the first board of set 1.

    >>> list_board_numbers(3, 4), list_board_numbers(3, 4, first_board=13)
    ((9, 10, 11, 12), (21, 22, 23, 24))
    """
    first = (board_set - 1) * boards_per_set + first_board
    return tuple(range(first, first + boards_per_set))


def with_first_board(plan: Movement, first_board: int) -> Movement:
    """Return *plan* with its boards numbered from *first_board* on.

    >>> from movements.registry import make_plan
    >>> plan = with_first_board(make_plan("mitchell", tables=3, boards_per_set=2), 13)
    >>> [row.boards for row in plan.rows if row.round_no == 1], plan.last_board
    ([(13, 14), (15, 16), (17, 18)], 18)
    """
    shift = first_board - plan.first_board
    if not shift:
        return plan
    rows = [replace(row, boards=tuple(board + shift for board in row.boards)) for row in plan.rows]
    return replace(plan, rows=tuple(rows), first_board=first_board)


def with_rounds_from_first_board(plan: Movement) -> Movement:
    """Return *plan* with the boards of every round numbered from its first board on.

    Two who meet again on boards of the same numbers would have two results of one name. Such a round
    begins 16 boards later, or 32 and so on: dealer and vulnerability are the same again.

    >>> from movements.registry import make_plan
    >>> plan = with_rounds_from_first_board(make_plan("round-robin", teams=4, boards_per_set=2))
    >>> [row.boards for row in plan.rows if row.table_no == 1]
    [(1, 2), (1, 2), (1, 2)]
    >>> match = with_rounds_from_first_board(make_plan("team-match", teams=2, rounds=2, boards_per_set=4))
    >>> [row.boards for row in match.rows if row.table_no == 1]
    [(1, 2, 3, 4), (17, 18, 19, 20)]
    """
    used_lines: set[tuple[int, int, int]] = set()
    rows_by_round: defaultdict[RoundNo, list[TableRound]] = defaultdict(list)
    for row in plan.rows:
        rows_by_round[row.round_no].append(row)
    boards_by_row: dict[TableRound, tuple[int, ...]] = {}
    for _round_no, round_rows in sorted(rows_by_round.items()):
        boards_of_round = sorted({board for row in round_rows for board in row.boards})
        for first_board in count(plan.first_board, _BOARDS_WITH_OWN_VULNERABILITY):
            number_by_board = {
                board: number for number, board in enumerate(boards_of_round, first_board)
            }
            lines = {
                (number_by_board[board], row.ns, row.ew)
                for row in round_rows
                for board in row.boards
            }
            if used_lines.isdisjoint(lines):
                break
        used_lines |= lines
        for row in round_rows:
            boards_by_row[row] = tuple(number_by_board[board] for board in row.boards)
    return replace(plan, rows=tuple(replace(row, boards=boards_by_row[row]) for row in plan.rows))


def with_running_boards(plan: Movement) -> Movement:
    """Return *plan* with the boards of its sets numbered one set after the other.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("round-robin", teams=4, boards_per_set=2)
    >>> with_running_boards(with_rounds_from_first_board(plan)) == plan
    True
    """
    boards_by_round_and_set: defaultdict[tuple[RoundNo, SetNo], set[int]] = defaultdict(set)
    for row in plan.rows:
        boards_by_round_and_set[row.round_no, row.board_set].update(row.boards)
    rows = []
    for row in plan.rows:
        first = (row.board_set - 1) * plan.boards_per_set + plan.first_board
        boards_of_set = sorted(boards_by_round_and_set[row.round_no, row.board_set])
        boards = tuple(first + boards_of_set.index(board) for board in row.boards)
        rows.append(replace(row, boards=boards))
    return replace(plan, rows=tuple(rows))


def order_shared_boards(
    boards: tuple[int, ...], position: int = 1, tables: int = 2
) -> tuple[int, ...]:
    """Return *boards* in the order in which one of the sharing *tables* plays them.

    *position* counts the sharing tables from 0.  Each table begins at its share of the set and plays
    the first boards last.  With enough boards no two tables need one at once; otherwise a board is
    handed over after play.

    >>> order_shared_boards((9, 10, 11))
    (10, 11, 9)
    >>> [order_shared_boards((1, 2, 3, 4, 5), place, tables=3) for place in range(3)]
    [(1, 2, 3, 4, 5), (2, 3, 4, 5, 1), (4, 5, 1, 2, 3)]
    """
    start = len(boards) * position // tables
    return boards[start:] + boards[:start]


class SeatedRows(NamedTuple):
    """Who sits where, and who waits: the rows and sit-outs of a plan, or of one round of it.

    >>> lay_out_meetings([Meeting(1, 1, 1, 2, 1)], boards_per_set=2).sit_outs
    ()
    """

    rows: tuple[TableRound, ...]
    sit_outs: tuple[SitOut, ...]


def join_rounds(rounds: Iterable[SeatedRows]) -> SeatedRows:
    """Return the seats of consecutive *rounds* as one.

    >>> seats = [lay_out_meetings([Meeting(number, 1, 1, 2, number)], boards_per_set=2) for number in (1, 2)]
    >>> [row.round_no for row in join_rounds(seats).rows]
    [1, 2]
    """
    rows: list[TableRound] = []
    sit_outs: list[SitOut] = []
    for seats in rounds:
        rows += seats.rows
        sit_outs += seats.sit_outs
    return SeatedRows(tuple(rows), tuple(sit_outs))


def lay_out_meetings(
    meetings: Iterable[Meeting], boards_per_set: int, absent: int | None = None
) -> SeatedRows:
    """Return the rows and the sit-outs of *meetings*, which are sorted by round, then table.

    The opponents of pair *absent* sit out at their table.  Tables that use one copy of a set in one
    round are marked as sharing it, each with an order of its own, see :func:`order_shared_boards`.

    >>> rows, sit_outs = lay_out_meetings([Meeting(1, 1, 1, 3, 1), Meeting(1, 2, 2, 4, 1)], boards_per_set=2, absent=4)
    >>> [(row.ns, row.ew, row.boards, row.shared) for row in rows]
    [(1, 3, (1, 2), False)]
    >>> sit_outs
    (SitOut(round_no=1, contestant=2, table_no=2, board_set=1, copy_no=1),)
    """
    rows: list[TableRound] = []
    sit_outs: list[SitOut] = []
    # Advice lays out tens of thousands of meetings, so each is unpacked once.
    for round_no, table_no, ns, ew, board_set, copy_no, arrow_switched in meetings:
        if absent in (ns, ew):
            opponent = ew if ns == absent else ns
            sit_outs.append(
                SitOut(round_no, opponent, table_no=table_no, board_set=board_set, copy_no=copy_no)
            )
        else:
            boards = list_board_numbers(board_set, boards_per_set)
            rows.append(
                TableRound(
                    round_no,
                    table_no,
                    ns=ns,
                    ew=ew,
                    board_set=board_set,
                    boards=boards,
                    shared=False,
                    arrow_switched=arrow_switched,
                    copy_no=copy_no,
                )
            )
    return SeatedRows(mark_copies(rows), tuple(sit_outs))


def assemble_plan(
    spec: MovementSpec,
    request: PlanRequest,
    meetings: Iterable[Meeting],
    *,
    absent: int | None,
    winners: int,
    board_sets: int,
    holds_by_guarantee: Mapping[str, bool],
) -> Movement:
    """Return the plan of movement *spec* for *request*, without pair *absent*.

    *holds_by_guarantee* says for every guarantee of *spec* whether this plan keeps it.

    >>> from movements.registry import make_plan
    >>> make_plan("mitchell", tables=3, rounds=2).guarantees
    ('no-opponents-twice', 'each-set-at-one-table', 'two-winners', 'ns-pairs-stay')
    """
    return make_plan_from_seats(
        spec,
        request,
        lay_out_meetings(meetings, request.boards_per_set, absent),
        winners=winners,
        board_sets=board_sets,
        holds_by_guarantee=holds_by_guarantee,
    )


def make_plan_from_seats(
    spec: MovementSpec,
    request: PlanRequest,
    seats: SeatedRows,
    *,
    winners: int,
    board_sets: int,
    holds_by_guarantee: Mapping[str, bool],
) -> Movement:
    """Return the plan of movement *spec* for *request* with *seats*, see :func:`assemble_plan`.

    >>> from movements.registry import get_movement
    >>> spec = get_movement("mitchell")
    >>> seats = lay_out_meetings([Meeting(1, 1, 1, 3, 1), Meeting(1, 2, 2, 4, 2)], boards_per_set=2)
    >>> plan = make_plan_from_seats(
    ...     spec,
    ...     PlanRequest(4, 1, 2),
    ...     seats,
    ...     winners=2,
    ...     board_sets=2,
    ...     holds_by_guarantee=dict.fromkeys(spec.guarantees, False),
    ... )
    >>> (plan.tables, plan.boards)
    (2, 4)
    """
    return Movement(
        key=spec.key,
        name=spec.name,
        contest=spec.contest,
        source=spec.source,
        options=request.options,
        contestants=request.contestants,
        winners=winners,
        tables=request.tables,
        rounds=request.rounds,
        boards_per_set=request.boards_per_set,
        board_sets=board_sets,
        rows=seats.rows,
        sit_outs=seats.sit_outs,
        guarantees=tuple(key for key in spec.guarantees if holds_by_guarantee[key]),
    )


def mark_copies(rows: Sequence[TableRound]) -> tuple[TableRound, ...]:
    """Mark the *rows* that share one copy of a set in a round, each with its own order of boards.

    >>> rows = [TableRound(1, 1, 1, 3, 1, (1, 2)), TableRound(1, 2, 2, 4, 1, (1, 2))]
    >>> [(row.boards, row.shared) for row in mark_copies(rows)]
    [((1, 2), True), ((2, 1), True)]
    """
    marked_rows = list(rows)
    row_indexes_by_copy: defaultdict[tuple[int, int, int], list[int]] = defaultdict(list)
    for index, row in enumerate(rows):
        if not row.half:  # the two half matches of a table have different boards
            row_indexes_by_copy[row.round_no, row.board_set, row.copy_no].append(index)
    for indexes in row_indexes_by_copy.values():
        if len(indexes) > 1:
            for position, index in enumerate(indexes):
                boards = order_shared_boards(marked_rows[index].boards, position, len(indexes))
                marked_rows[index] = replace(marked_rows[index], shared=True, boards=boards)
    return tuple(marked_rows)


def compute_fingerprint(plan: Movement) -> str:
    """Return six letters and digits that identify the play of a plan, whatever its name.

    It depends only on the rows and the sit-outs, not on their order, so a plan keeps its
    fingerprint in a file or a database.  Two different plans have the same one by chance about once
    in a thousand million.

    >>> from movements.registry import make_plan
    >>> compute_fingerprint(make_plan("mitchell", tables=7, boards_per_set=4))
    'HDKYQ2'
    """
    # The tuples must stay as they are: their text is hashed, and old sheets bear fingerprints.
    rows = sorted(
        _collect_row_facts(row, with_players=plan.contest != "pairs") for row in plan.rows
    )
    sit_outs = sorted((sit_out.round_no, sit_out.contestant) for sit_out in plan.sit_outs)
    return compute_short_hash((rows, sit_outs))


def _collect_row_facts(row: TableRound, *, with_players: bool) -> tuple[Any, ...]:
    facts: tuple[Any, ...] = (
        row.round_no,
        row.table_no,
        row.ns,
        row.ew,
        row.board_set,
        row.boards,
        row.shared,
        row.arrow_switched,
    )
    # Which player of a pair sits N makes no difference.
    if with_players and row.players:
        facts += row.players
    if row.half:
        facts += (row.half,)
    return facts


def compute_short_hash(facts: object) -> str:
    """Return six letters and digits for the ``repr`` of an object.

    >>> (
    ...     compute_short_hash(("pivot", 12)) == compute_short_hash(("pivot", 12)),
    ...     compute_short_hash(("pivot", 12)) == compute_short_hash(("pivot", 16)),
    ... )
    (True, False)
    """
    number = int.from_bytes(sha256(repr(facts).encode()).digest()[:8])
    characters = []
    for _ in range(FINGERPRINT_LENGTH):
        number, character_index = divmod(number, len(ALPHABET))
        characters.append(ALPHABET[character_index])
    return "".join(characters)


def iter_data_rows(name: str) -> Iterator[dict[str, str]]:
    """Return the lines of ``data/<name>.csv`` by column heading. Lines with ``#`` are comments.

    >>> next(iter_data_rows("starters"))["games"]
    'x 0 1 2'
    """
    text = files("movements").joinpath(f"data/{name}.csv").read_text(encoding="utf-8")
    return csv.DictReader(line for line in text.splitlines() if not line.startswith("#"))


def parse_four_players(text: str) -> FourPlayers:
    """Return the four numbers in a cell of a data file.

    >>> parse_four_players("1-2-3-4")
    (1, 2, 3, 4)
    """
    north, east, south, west = map(int, text.split("-"))
    return north, east, south, west
