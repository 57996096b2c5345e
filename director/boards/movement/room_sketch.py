"""A small plan of the room beside an offer: the tables in round 1, and the sides that never move.

The tables stand as on the map of the room (:mod:`director.boards.movement.room_map`). Every layer
of the picture is a single SVG path, since a page of offers is made again with each key.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import ceil

from director.boards.movement.numbering import get_seated_sides
from director.boards.movement.table_ring import arrange_ring
from movements.model import Movement, TableRound, join_with_and
from movements.option import format_count

WIDTH, HEIGHT = 132, 66
"""The largest picture. One of few tables is smaller."""
MAX_COLUMN_STEP, MAX_ROW_STEP = 34, 30
MARGIN_SHARE = 0.2
"""The room for the seats round a table, as a share of its side."""
TABLE_SHARE = 0.52
"""The side of a table as a share of the distance to the next one."""
SEATS_OF_SIDES = ("NS", "EW")
SEATS_OF_PLAYERS = ("N", "E", "S", "W")


@dataclass(frozen=True, slots=True)
class SketchLayer:
    """All marks of one kind."""

    kind: str  # "table", "stays" and so on
    path: str  # in SVG


@dataclass(frozen=True, slots=True)
class RoomSketch:
    """The picture of the room, and the same in words.

    The kinds of its layers are, the lowest first:

    * "shared": lines between tables that share boards,
    * "table", "half", "idle": tables of two pairs, of one and of none,
    * "stays": sides of contestants who keep their table,
    * "stands": boards that rest.

    A kind that doesn't occur is left out.
    """

    width: str  # text, since a template formats a number for the reader's language
    height: str
    layers: tuple[SketchLayer, ...]
    description: str

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of marks that occur."""
        return frozenset(layer.kind for layer in self.layers)


def draw_room_sketch(movement: Movement) -> RoomSketch:
    """Return the sketch of the room in round 1 of *movement*."""
    table_squares = _TableSquares(movement.tables)
    first_rows = {row.table_no: row for row in movement.rows if row.round_no == 1 and row.half != 2}
    waiting_at_table = {
        sit_out.table_no: sit_out.contestant
        for sit_out in movement.sit_outs
        if sit_out.round_no == 1 and sit_out.table_no and sit_out.table_no not in first_rows
    }
    idle_tables = [
        number
        for number in range(1, movement.tables + 1)
        if number not in first_rows and number not in waiting_at_table
    ]
    stationary_seats = list(_iter_stationary_seats(movement, first_rows, waiting_at_table))
    shared_tables = list(_iter_shared_tables(first_rows.values()))
    stands = [stand.after_table for stand in movement.bye_stands if stand.round_no == 1]
    marks_by_kind = {
        "shared": [table_squares.draw_line(*couple) for couple in shared_tables],
        "table": [table_squares.draw_table(number) for number in first_rows],
        "half": [table_squares.draw_half_table(number) for number in waiting_at_table],
        "idle": [table_squares.draw_table(number) for number in idle_tables],
        "stays": [table_squares.draw_seats(number, seats) for number, seats in stationary_seats],
        "stands": [table_squares.draw_stand(number) for number in stands],
    }
    return RoomSketch(
        width=str(table_squares.width),
        height=str(table_squares.height),
        layers=tuple(
            SketchLayer(kind, "".join(marks)) for kind, marks in marks_by_kind.items() if marks
        ),
        description=_describe_room(
            movement.tables,
            stays=[seats for _number, seats in stationary_seats],
            half_tables=len(waiting_at_table),
            has_shared_boards=bool(shared_tables),
            has_stands=bool(stands),
        ),
    )


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


class _TableSquares:
    """The squares of the tables, all of one size."""

    def __init__(self, tables: int) -> None:
        ring = arrange_ring(tables)
        # The outer tables have a margin in place of the distance to a next one.
        column_step = min(WIDTH / (ring.columns - 0.1), MAX_COLUMN_STEP)
        row_step = min(HEIGHT / (ring.rows - 0.1), MAX_ROW_STEP)
        self.side = TABLE_SHARE * min(column_step, row_step)
        margin = self.side * (0.5 + MARGIN_SHARE)
        self.width = ceil((ring.columns - 1) * column_step + 2 * margin)
        self.height = ceil((ring.rows - 1) * row_step + 2 * margin)
        self.middles = [
            (margin + column * column_step, margin + row * row_step) for column, row in ring.places
        ]

    def draw_table(self, table_no: int) -> str:
        x, y = self._get_corner(table_no)
        return _draw_box(x, y, self.side, self.side)

    def draw_half_table(self, table_no: int) -> str:
        x, y = self._get_corner(table_no)
        return f"M{x:.1f} {y:.1f}h{self.side:.1f}l{-self.side:.1f} {self.side:.1f}z"

    def draw_seats(self, table_no: int, seats: str) -> str:
        """Return a bar at each side of the table that is in *seats*."""
        x, y = self._get_corner(table_no)
        thick = self.side * MARGIN_SHARE
        bars = {
            "N": (x, y - thick, self.side, thick),
            "S": (x, y + self.side, self.side, thick),
            "W": (x - thick, y, thick, self.side),
            "E": (x + self.side, y, thick, self.side),
        }
        return "".join(_draw_box(*bars[seat]) for seat in seats)

    def draw_line(self, table_no: int, other_table_no: int) -> str:
        x, y = self.middles[table_no - 1]
        other_x, other_y = self.middles[other_table_no - 1]
        return f"M{x:.1f} {y:.1f}L{other_x:.1f} {other_y:.1f}"

    def draw_stand(self, after_table: int) -> str:
        """Return a small diamond between a table and the next one."""
        x, y = self.middles[after_table - 1]
        next_x, next_y = self.middles[after_table % len(self.middles)]
        middle_x = (x + next_x) / 2
        middle_y = (y + next_y) / 2
        size = self.side * 0.25
        return f"M{middle_x:.1f} {middle_y - size:.1f}l{size:.1f} {size:.1f}l{-size:.1f} {size:.1f}l{-size:.1f} {-size:.1f}z"

    def _get_corner(self, table_no: int) -> tuple[float, float]:
        x, y = self.middles[table_no - 1]
        return x - self.side / 2, y - self.side / 2


def _draw_box(x: float, y: float, width: float, height: float) -> str:
    return f"M{x:.1f} {y:.1f}h{width:.1f}v{height:.1f}h{-width:.1f}z"
