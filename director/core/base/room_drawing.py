"""The picture of a room: its tables in one row, who sits there, and where everybody goes next.

People move below the row, boards above it, so a movement has a shape: a Mitchell is a chain of
short steps both ways, a Howell has arcs of every length. Every layer of the picture is one SVG path,
since a page of offers is made again with each key.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

STEP = 58
"""From the middle of a table to the middle of the next one."""
TABLE, GAP, SEAT = 28, 2, 8
"""The side of a table, the gap between table and seat, and the depth of a seat: 48 in all."""
HALF = TABLE / 2 + GAP + SEAT
MARGIN = 5
HEAD = 5
"""The length of an arrow's head."""
MIN_RISE, MAX_RISE = 11, 28
"""The height of the arc to the next table, and of the longest arc."""
MAX_FULL_SIZE = 20
"""The tables that fit a laptop. Larger rooms are shrunk, with larger numbers."""
_SIDE_SEATS = {"W": -1, "E": 1}
_BELOW_SEATS = {"N": -6, "S": 6, "NS": 0}
BOARDS = "boards"


@dataclass(frozen=True, slots=True)
class RoomTable:
    """A table of the picture."""

    number: int
    seats: str  # those taken, of "NESW"
    stays: str = ""  # those whose people never leave the table


@dataclass(frozen=True, slots=True)
class RoomMove:
    """A step to the next round: of people, or of boards (*kind* ``BOARDS``), between two places.

    A place is the number of a table, or half a table more for boards between two tables. A seat is
    "N", "E", "S" or "W", "NS" for a pair, "EW" for the near side of a table, or "" for boards.
    """

    kind: str
    start: float
    end: float
    from_seat: str = ""
    to_seat: str = ""


@dataclass(frozen=True, slots=True)
class RoomLayer:
    """All marks of one kind."""

    kind: str  # "table", "stays" and so on; an arrow has a layer of its heads, "ew head"
    path: str  # in SVG


@dataclass(frozen=True, slots=True)
class RoomNumber:
    """The number of a table and its place."""

    number: int
    x: str
    y: str


@dataclass(frozen=True, slots=True)
class RoomDrawing:
    """The picture of the room, and the same in words.

    The kinds of its layers are, the lowest first:

    * "shared": lines between tables that share boards,
    * a kind of move, such as "ns", "ew" and "boards", and its heads,
    * "table" and "idle": tables in use, and those where nobody sits,
    * "seats" and "stays": seats of those who move, and of those who keep their table,
    * "stands": boards that rest.

    A kind that doesn't occur is left out.
    """

    width: str  # text, since a template formats a number for the reader's language
    height: str
    layers: tuple[RoomLayer, ...]
    numbers: tuple[RoomNumber, ...]
    description: str

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of marks that occur."""
        return frozenset(layer.kind for layer in self.layers)

    @property
    def is_large(self) -> bool:
        """Whether the room is shrunk on a laptop."""
        return len(self.numbers) > MAX_FULL_SIZE


def draw_room(
    tables: Sequence[RoomTable],
    moves: Iterable[RoomMove],
    *,
    description: str,
    shared: Iterable[tuple[int, int]] = (),
    stands: Iterable[int] = (),
) -> RoomDrawing:
    """Return the picture of *tables* with *moves*; *shared* are couples of tables, *stands* follow a table.

    >>> tables = [RoomTable(1, "NESW", "NS"), RoomTable(2, "NESW", "NS")]
    >>> sorted(draw_room(tables, [RoomMove("ew", 1, 2, "EW", "EW")], description="").kinds)
    ['ew', 'ew head', 'seats', 'stays', 'table']
    """
    moves = [move for move in moves if move.start != move.end]
    shared, stands = list(shared), list(stands)
    spans = [abs(move.end - move.start) for move in moves]
    spans += [abs(end - start) for start, end in shared]
    pen = _RoomPen(max(spans, default=1))
    above = [move for move in moves if move.kind == BOARDS]
    has_above, has_below = bool(above or shared), len(above) < len(moves)
    pen.top = HALF + MARGIN + (MAX_RISE if has_above else 0)
    paths: defaultdict[str, list[str]] = defaultdict(list)
    for couple in shared:
        paths["shared"].append(pen.draw_arc(*couple))
    for move in moves:
        arc, head = pen.draw_move(move)
        paths[move.kind].append(arc)
        paths[f"{move.kind} head"].append(head)
    for table in tables:
        kind = "table" if table.seats else "idle"
        paths[kind].append(pen.draw_table(table.number))
        for seat in table.seats:
            kind = "stays" if seat in table.stays else "seats"
            paths[kind].append(pen.draw_seat(table.number, seat))
    for table_no in stands:
        paths["stands"].append(pen.draw_stand(table_no))
    # Only boards between the last table and the first need room behind the row.
    columns = max([len(tables), *(place + 0.5 for place in stands)])
    height = pen.top + HALF + MARGIN + (MAX_RISE if has_below else 0)
    return RoomDrawing(
        width=f"{2 * MARGIN + 2 * HALF + (columns - 1) * STEP:.0f}",
        height=f"{height:.0f}",
        layers=_sort_layers(paths),
        numbers=tuple(
            RoomNumber(table.number, f"{pen.get_x(table.number):.0f}", f"{pen.top:.0f}")
            for table in tables
        ),
        description=description,
    )


def _sort_layers(paths: Mapping[str, list[str]]) -> tuple[RoomLayer, ...]:
    upper = ("table", "idle", "seats", "stays", "stands")
    kinds = [kind for kind in paths if kind not in upper] + [
        kind for kind in upper if kind in paths
    ]
    return tuple(RoomLayer(kind, "".join(paths[kind])) for kind in kinds)


class _RoomPen:
    """Draws tables and moves; *max_span* is the longest move, in tables."""

    def __init__(self, max_span: float) -> None:
        self.max_span = max_span
        self.top = 0.0  # of the middle of the tables

    def get_x(self, place: float) -> float:
        """Return the middle of a table, or of the gap behind it."""
        return MARGIN + HALF + (place - 1) * STEP

    def draw_table(self, number: int) -> str:
        x, y = self.get_x(number) - TABLE / 2, self.top - TABLE / 2
        return f"M{x:.1f} {y:.1f}h{TABLE}v{TABLE}h-{TABLE}z"

    def draw_seat(self, number: int, seat: str) -> str:
        x, y = self.get_x(number), self.top
        near, far = TABLE / 2 + GAP, HALF
        wide = TABLE - 6
        boxes = {
            "N": (x - wide / 2, y - far, wide, SEAT),
            "S": (x - wide / 2, y + near, wide, SEAT),
            "W": (x - far, y - wide / 2, SEAT, wide),
            "E": (x + near, y - wide / 2, SEAT, wide),
        }
        left, upper, width, height = boxes[seat]
        return f"M{left:.1f} {upper:.1f}h{width:.1f}v{height:.1f}h{-width:.1f}z"

    def draw_stand(self, after_table: int) -> str:
        """Return a pile of boards in the gap behind a table."""
        x = self.get_x(after_table + 0.5) - 4
        return "".join(f"M{x:.1f} {self.top + step:.1f}h8v3h-8z" for step in (-6, -1, 4))

    def draw_arc(self, start: float, end: float) -> str:
        """Return the line above the row between two tables."""
        return self._draw_curve(
            self.get_x(start), self.top - HALF, self.get_x(end), self.top - HALF, -1, end - start
        )

    def draw_move(self, move: RoomMove) -> tuple[str, str]:
        """Return the arc of a move and the head of its arrow."""
        # People leave by the right and come in by the left, but step down to the next table.
        way = -1 if move.end == move.start - 1 else 1
        boards_way = 1 if move.end > move.start else -1
        if move.kind == BOARDS:
            start_x, start_y = self.get_x(move.start) + 5 * boards_way, HALF + 1.0
            end_x, end_y = self.get_x(move.end) - 5 * boards_way, HALF + 1.0
        else:
            start_x, start_y = self._find_seat(move.start, move.from_seat, way)
            end_x, end_y = self._find_seat(move.end, move.to_seat, -way)
        turn = -1 if move.kind == BOARDS else 1
        tip_y = self.top + turn * end_y
        arc = self._draw_curve(
            start_x,
            self.top + turn * start_y,
            end_x,
            tip_y + turn * HEAD,
            turn,
            move.end - move.start,
        )
        half_width = HEAD * 0.7
        head = f"M{end_x:.1f} {tip_y:.1f}l{-half_width:.1f} {turn * HEAD}h{2 * half_width:.1f}z"
        return arc, head

    def _find_seat(self, place: float, seat: str, way: int) -> tuple[float, float]:
        """Return where an arc touches a seat, below the row; *way* is the side of a pair's E-W seats."""
        x = self.get_x(place)
        if seat in _BELOW_SEATS:
            return x + _BELOW_SEATS[seat], HALF + 1.0
        return x + _SIDE_SEATS.get(seat, way) * (HALF - SEAT / 2), TABLE / 2 - 2.0

    def _draw_curve(
        self, x: float, y: float, end_x: float, end_y: float, turn: int, span: float
    ) -> str:
        share = sqrt(max(abs(span) - 1, 0) / max(self.max_span - 1, 1))
        rise = MIN_RISE + (MAX_RISE - MIN_RISE) * share
        # The highest point of such a curve is three quarters of the way to its control points.
        control_y = self.top + turn * (HALF + (rise - 1) / 0.75)
        return f"M{x:.1f} {y:.1f}C{x:.1f} {control_y:.1f} {end_x:.1f} {control_y:.1f} {end_x:.1f} {end_y:.1f}"
