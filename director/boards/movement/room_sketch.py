"""The picture of the room beside an offer: its tables, the sides that never move, and the first move."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from director.boards.movement.numbering import get_seated_sides
from director.core.base.room_drawing import (
    BOARDS,
    RoomDrawing,
    RoomMove,
    RoomTable,
    draw_room,
)
from movements.model import Movement, TableRound, join_with_and
from movements.moves import BoardMove, TableMoves, get_moves_by_table
from movements.option import format_count

SEATS_OF_SIDES = ("NS", "EW")
SEATS_OF_PLAYERS = ("N", "E", "S", "W")


def draw_room_sketch(movement: Movement) -> RoomDrawing:
    """Return the room in round 1 of *movement*, with the moves to round 2."""
    first_rows = {row.table_no: row for row in movement.rows if row.round_no == 1 and row.half != 2}
    waiting_at_table = {
        sit_out.table_no: sit_out.contestant
        for sit_out in movement.sit_outs
        if sit_out.round_no == 1 and sit_out.table_no and sit_out.table_no not in first_rows
    }
    moves_by_table = get_moves_by_table(movement, 1)
    stationary_seats = list(_iter_stationary_seats(movement, first_rows, waiting_at_table))
    stays_by_table: defaultdict[int, str] = defaultdict(str)
    for number, seats in stationary_seats:
        stays_by_table[number] += seats
    tables = []
    for number in range(1, movement.tables + 1):
        seats = "".join(SEATS_OF_PLAYERS) if number in first_rows else ""
        if number in waiting_at_table:
            moves = moves_by_table.get(number)
            seats = "EW" if moves and moves.ew else "NS"
        tables.append(RoomTable(number, seats, stays_by_table[number]))
    shared_tables = list(_iter_shared_tables(first_rows.values()))
    stands = [stand.after_table for stand in movement.bye_stands if stand.round_no == 1]
    return draw_room(
        tables,
        [*_iter_moves(moves_by_table), *_iter_moves_from_stands(movement)],
        shared=shared_tables,
        stands=stands,
        description=_describe_room(
            movement.tables,
            stays=[seats for _number, seats in stationary_seats],
            half_tables=len(waiting_at_table),
            has_shared_boards=bool(shared_tables),
            has_stands=bool(stands),
        ),
    )


def _iter_moves(moves_by_table: dict[int, TableMoves]) -> Iterator[RoomMove]:
    for table_no, moves in moves_by_table.items():
        sitters = [("NS", moves.ns), ("EW", moves.ew)]
        sitters += zip(SEATS_OF_PLAYERS, moves.players, strict=False)  # none for pairs
        for seat, move in sitters:
            if move and move.table_no is not None:
                kind = "ns" if seat in "NS" else "ew"
                yield RoomMove(kind, table_no, move.table_no, seat, move.side or seat)
        end = _find_boards_end(moves.boards)
        if end is not None:
            yield RoomMove(BOARDS, table_no, end)


def _find_boards_end(move: BoardMove | None) -> float | None:
    if move and move.kind == "bye-stand" and move.after_table:
        return move.after_table + 0.5
    if move and move.kind == "table":
        return move.table_no
    return None


def _iter_moves_from_stands(movement: Movement) -> Iterator[RoomMove]:
    """Yield the steps of boards that rest in round 1 and are played in round 2."""
    table_by_set = {row.board_set: row.table_no for row in movement.rows if row.round_no == 2}
    for stand in movement.bye_stands:
        if stand.round_no == 1 and stand.board_set in table_by_set:
            yield RoomMove(BOARDS, stand.after_table + 0.5, table_by_set[stand.board_set])


def _iter_stationary_seats(
    movement: Movement, first_rows: dict[int, TableRound], waiting_at_table: dict[int, int]
) -> Iterator[tuple[int, str]]:
    """Yield the table and the seats, "NS" or "N", of everybody who never leaves the table.

    A seat also counts if nobody else ever sits there: half of a team plays at home all evening.
    """
    tables_by_number: defaultdict[int, set[int]] = defaultdict(set)
    numbers_in_seat: defaultdict[tuple[int, str], set[int]] = defaultdict(set)
    for row in movement.rows:
        for seats, number in _list_sitters(movement, row):
            tables_by_number[number].add(row.table_no)
            numbers_in_seat[row.table_no, seats].add(number)
    for table_no, row in first_rows.items():
        for seats, number in _list_sitters(movement, row):
            if len(tables_by_number[number]) == 1 or len(numbers_in_seat[table_no, seats]) == 1:
                yield table_no, seats
    for table_no, number in waiting_at_table.items():
        if tables_by_number[number] == {table_no}:
            for seats in SEATS_OF_SIDES:
                if number in numbers_in_seat[table_no, seats]:
                    yield table_no, seats


def _list_sitters(movement: Movement, row: TableRound) -> list[tuple[str, int]]:
    """Return the seats and the number of everybody at a table."""
    if movement.names_players:
        return list(zip(SEATS_OF_PLAYERS, row.players or (), strict=False))
    return list(zip(SEATS_OF_SIDES, get_seated_sides(row), strict=True))


def _iter_shared_tables(rows: Iterable[TableRound]) -> Iterator[tuple[int, int]]:
    """Yield the tables that share boards, two by two."""
    table_by_boards: dict[tuple[int, int], int] = {}
    for row in rows:
        if row.shared:
            boards = (row.board_set, row.copy_no)
            if boards in table_by_boards:
                yield table_by_boards[boards], row.table_no
            table_by_boards[boards] = row.table_no


def _describe_room(
    tables: int,
    *,
    stays: list[str],
    half_tables: int,
    has_shared_boards: bool,
    has_stands: bool,
) -> str:
    """Return the sketch in one sentence.

    >>> _describe_room(7, stays=["NS"] * 7, half_tables=1, has_shared_boards=True, has_stands=True)
    '7 tables, one of them a half table. N-S keep their tables at 7 tables. Tables share boards and boards rest.'
    """
    text = "1 table" if tables == 1 else f"{tables} tables"
    if half_tables:
        text += ", one of them a half table" if half_tables == 1 else f", {half_tables} half tables"
    table_count_by_seats = Counter(stays)
    if table_count_by_seats:
        phrases = [
            f"{'-'.join(seats)} keep their tables at {format_count(count, 'table')}"
            for seats, count in table_count_by_seats.items()
        ]
        text += f". {join_with_and(phrases)}"
    board_phrases = []
    if has_shared_boards:
        board_phrases.append("tables share boards")
    if has_stands:
        board_phrases.append("boards rest")
    if board_phrases:
        text += f". {join_with_and(board_phrases).capitalize()}"
    return f"{text}."
