"""A map of one round: where the tables stand, who sits there, and where everyone goes.

Tables stand in a ring, number 1 in the upper left corner and the others clockwise, so that the next
table up is always the neighbour.  All measures are units of the picture.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot

from director.boards.movement.sides import seated_sides
from director.boards.movement.words import boards_of_set
from movements import BoardMove, Movement, SitOut, TableMoves, TableRound

WIDTH, HEIGHT = 82, 50  # of a table
STEP = 106  # from table to table along a row
MARGIN = 26
STAND_STEP = 24  # between sets on one stand
LANES = {"ew": 9, "boards": 0, "ns": -9}  # beside each other between two neighbours
STEPS_DOWN = {
    1: 0,
    2: 190,
    3: 115,
}  # few rows stand far apart, so that arrows have room between them

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class MapTable:
    """A table on the map: its corner, who sits there ("" for an empty seat), and its boards.

    Where single players sit, *ns* and *ew* are two of them each, "4 2" and "1 8", which stand below
    each other.
    """

    table_no: int
    x: int
    y: int
    ns: str
    ew: str
    boards: str  # "4–6"; "" where nobody plays
    is_followed: bool
    of_players: bool = False


@dataclass(frozen=True, slots=True)
class MapStand:
    """Boards that rest between two tables."""

    x: int
    y: int
    boards: str


@dataclass(frozen=True, slots=True)
class MapArrow:
    """An arrow to where "ns", "ew" or "boards" go next. *path* is SVG."""

    kind: str
    path: str
    is_followed: bool


@dataclass(frozen=True, slots=True)
class RoomMap:
    """The whole picture."""

    round_no: int
    width: int
    height: int
    tables: tuple[MapTable, ...]
    stands: tuple[MapStand, ...]
    arrows: tuple[MapArrow, ...]

    @property
    def shown_width(self) -> int:
        """The width in pixels at which the figures can be read on a phone."""
        return self.width * 9 // 7

    @property
    def shown_height(self) -> int:
        """The height that belongs to it."""
        return self.height * 9 // 7

    @property
    def in_words(self) -> str:
        """A description of the map for screen readers."""
        return (
            f"The room in round {self.round_no}: {len(self.tables)} tables in a ring, with arrows for the next moves."
            " “Room in words” below says the same."
        )


def room_map(
    movement: Movement,
    round_no: int,
    moves: Mapping[int, TableMoves],
    pair_no: int,
    label: Callable[[int], str],
) -> RoomMap:
    """Return the map of *round_no* with the *moves* after it and *pair_no* marked.

    *label* says how a pair is called.
    """
    places = _Places(movement.tables)
    rows = {
        row.table_no: row for row in movement.rows if row.round_no == round_no and row.half != 2
    }
    waits = {
        sit_out.table_no: sit_out for sit_out in movement.sit_outs if sit_out.round_no == round_no
    }
    tables = tuple(
        _table(
            movement,
            places,
            table_no,
            rows.get(table_no),
            waits.get(table_no),
            moves.get(table_no),
            pair_no,
            label,
        )
        for table_no in range(1, movement.tables + 1)
    )
    return RoomMap(
        round_no=round_no,
        width=places.width,
        height=places.height,
        tables=tables,
        stands=tuple(_resting_sets(movement, places, round_no)),
        arrows=tuple(
            arrow
            for table_no, at_table in moves.items()
            for arrow in _arrows(places, table_no, at_table, pair_no)
        ),
    )


class _Places:
    """Where tables stand: in a row up to three, otherwise round a rectangle."""

    def __init__(self, tables: int) -> None:
        half = (tables + 5) // 2  # of the ring, corners counted twice
        rows = 1 if tables < 4 else max(2, round(half * 0.42))
        columns = tables if rows == 1 else half - rows
        down = STEPS_DOWN.get(rows, 92)
        self.width = (columns - 1) * STEP + WIDTH + 2 * MARGIN
        self.height = (rows - 1) * down + HEIGHT + 2 * MARGIN
        edge = [(column, 0) for column in range(columns)] + [
            (columns - 1, row) for row in range(1, rows)
        ]
        if rows > 1:
            edge += [(column, rows - 1) for column in range(columns - 2, -1, -1)]
            edge += [(0, row) for row in range(rows - 2, 0, -1)]
        self.corners = [
            (MARGIN + column * STEP, MARGIN + row * down) for column, row in edge[:tables]
        ]

    def middle(self, table_no: int) -> Point:
        """Return the middle of a table."""
        x, y = self.corners[table_no - 1]
        return x + WIDTH / 2, y + HEIGHT / 2

    def between(self, table_no: int) -> Point:
        """Return the middle between a table and the next higher one."""
        (x, y), (other_x, other_y) = (
            self.middle(table_no),
            self.middle(table_no % len(self.corners) + 1),
        )
        return (x + other_x) / 2, (y + other_y) / 2


def _table(  # noqa: PLR0913, PLR0917
    movement: Movement,
    places: _Places,
    table_no: int,
    row: TableRound | None,
    waits: SitOut | None,
    moves: TableMoves | None,
    pair_no: int,
    label: Callable[[int], str],
) -> MapTable:
    x, y = places.corners[table_no - 1]
    if row and row.players and movement.names_players:
        north, east, south, west = (label(player).split()[0] for player in row.players)
        sides = f"{north} {south}", f"{east} {west}"
        return MapTable(
            table_no, x, y, *sides, _span(row.boards), pair_no in row.players, of_players=True
        )
    ns, ew = seated_sides(row) if row else (None, None)
    if row is None and waits:
        ns, ew = (None, waits.contestant) if moves and moves.ew else (waits.contestant, None)
    ns_name, ew_name = ("" if pair is None else label(pair).split()[0] for pair in (ns, ew))
    return MapTable(
        table_no, x, y, ns_name, ew_name, _span(row.boards) if row else "", pair_no in (ns, ew)
    )


def _span(boards: Sequence[int]) -> str:
    """Return the boards as short as a table of the picture needs them, whatever their order."""
    first, last = min(boards), max(boards)
    if first == last:
        return str(first)
    return f"{first}–{last}"


def _resting_sets(movement: Movement, places: _Places, round_no: int) -> Iterator[MapStand]:
    """Yield the board sets that rest in this round."""
    used: Counter[int] = Counter()
    for bye_stand in movement.bye_stands:
        if bye_stand.round_no == round_no:
            x, y = places.between(bye_stand.after_table)
            boards = _span(boards_of_set(bye_stand.board_set, movement.boards_per_set))
            yield MapStand(round(x), round(y) + used[bye_stand.after_table] * STAND_STEP, boards)
            used[bye_stand.after_table] += 1


def _arrows(places: _Places, table_no: int, moves: TableMoves, pair_no: int) -> Iterator[MapArrow]:
    sides = (
        ("ns", moves.ns),
        ("ew", moves.ew),
        *zip(("ns", "ew", "ns", "ew"), moves.players, strict=False),
    )
    for kind, move in sides:
        if move and move.table_no is not None and move.table_no != table_no:
            path = _path(places, table_no, places.middle(move.table_no), LANES[kind], move.table_no)
            yield MapArrow(kind, path, move.contestant == pair_no)
    if moves.boards and (end := _board_end(places, moves.boards)):
        yield MapArrow(
            "boards",
            _path(places, table_no, end, LANES["boards"], moves.boards.table_no),
            is_followed=False,
        )


def _board_end(places: _Places, move: BoardMove) -> Point | None:
    if move.kind == "bye-stand" and move.after_table:
        return places.between(move.after_table)
    if move.kind == "table" and move.table_no:
        return places.middle(move.table_no)
    return None


def _path(places: _Places, table_no: int, end: Point, lane: int, to_table: int | None) -> str:
    """Return the way from a table to *end*, bent towards the middle unless they are neighbours."""
    start = places.middle(table_no)
    aside = _aside(start, end, lane if to_table is None or to_table > table_no else -lane)
    bend = _shift_point(_bend(places, start, end), aside)
    first, last = _leaving(start, aside, bend), _leaving(end, aside, bend)
    points = " ".join(f"{x:.0f} {y:.0f}" for x, y in (bend, last))
    return f"M{first[0]:.0f} {first[1]:.0f}Q{points}"


def _bend(places: _Places, start: Point, end: Point) -> Point:
    (x, y), (other_x, other_y) = start, end
    middle = ((x + other_x) / 2, (y + other_y) / 2)
    across, down = abs(x - other_x), abs(y - other_y)
    if (across <= STEP and down == 0) or (across == 0 and down <= max(STEPS_DOWN.values())):
        return middle
    to_centre = (places.width / 2 - middle[0], places.height / 2 - middle[1])
    if down == 0 and places.height > HEIGHT + 2 * MARGIN:  # along one row: round the tables between
        return middle[0], middle[1] + _sign(to_centre[1]) * (75 + across / 10)
    if down == 0:
        return middle[0], middle[1] - HEIGHT * 1.2
    if across == 0:
        return middle[0] + _sign(to_centre[0]) * (100 + down / 10), middle[1]
    return middle[0] + to_centre[0] * 0.3, middle[1] + to_centre[1] * 0.3


def _sign(value: float) -> int:
    if value < 0:
        return -1
    return 1


def _aside(start: Point, end: Point, lane: int) -> Point:
    """Return the step to the right of the way from *start* to *end*."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = hypot(across, down) or 1.0
    return -down / length * lane, across / length * lane


def _shift_point(point: Point, by: Point) -> Point:
    return point[0] + by[0], point[1] + by[1]


def _leaving(middle: Point, aside: Point, towards: Point) -> Point:
    """Return the point at which the way from a table leaves it."""
    start = _shift_point(middle, aside)
    across, down = towards[0] - start[0], towards[1] - start[1]
    reach = min(
        (WIDTH / 2 + 3 - _sign(across) * aside[0]) / abs(across) if across else 1.0,
        (HEIGHT / 2 + 3 - _sign(down) * aside[1]) / abs(down) if down else 1.0,
        1.0,
    )
    return start[0] + across * reach, start[1] + down * reach
