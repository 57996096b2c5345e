"""A map of one round: where the tables stand, who sits there, and where everyone goes.

Tables stand in a ring, table 1 in the upper left corner and the others clockwise. So the next table
up is always the neighbour, and the usual moves are short arrows. :class:`_TablePositions` has the positions;
arrows are Bézier curves from table to table. All measures are units of the picture.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot

from director.boards.movement.numbering import get_seated_sides
from director.boards.movement.table_ring import arrange_ring
from movements.model import Movement, SitOut, TableRound
from movements.moves import BoardMove, TableMoves

WIDTH, HEIGHT = 82, 50  # of a table
STEP = 106  # between tables along a row
MARGIN = 26
STAND_STEP = 24  # between board sets on one stand
LANES = {"ew": 9, "boards": 0, "ns": -9}  # offsets of arrows that run beside each other
# Distance of rows by their number. Few rows are far apart, to leave room for the arrows.
ROW_STEPS = {1: 0, 2: 190, 3: 115}
ROW_STEP = 92
"""Distance of more than three rows."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class MapTable:
    """A table on the map: its corner, who sits there ("" for an empty seat), and its boards.

    For single players *ns* and *ew* are two players each, "4 2" and "1 8", one below the other.
    """

    table_no: int
    x: int
    y: int
    ns: str
    ew: str
    boards: str  # "4–6"; "" if nobody plays
    is_followed: bool
    is_for_players: bool = False


@dataclass(frozen=True, slots=True)
class MapStand:
    """Board sets that rest between two tables."""

    x: int
    y: int
    boards: str


@dataclass(frozen=True, slots=True)
class MapArrow:
    """An arrow to the next table of "ns", "ew" or "boards". *path* is SVG."""

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
        """The width in pixels at which the figures are readable on a phone."""
        return _to_pixels(self.width)

    @property
    def shown_height(self) -> int:
        """The height in pixels in proportion to :attr:`shown_width`."""
        return _to_pixels(self.height)

    @property
    def description(self) -> str:
        """A description of the map for screen readers."""
        return (
            f"The room in round {self.round_no}: {len(self.tables)} tables in a ring, with arrows for the next moves."
            " “Room in words” below says the same."
        )


def _to_pixels(units: int) -> int:
    return units * 9 // 7


def draw_room_map(
    movement: Movement,
    round_no: int,
    moves_by_table: Mapping[int, TableMoves],
    pair_no: int,
    format_label: Callable[[int], str],
) -> RoomMap:
    """Return the map of *round_no* with the *moves_by_table* after it and *pair_no* marked.

    *format_label* is the function for a pair's label.
    """
    positions = _TablePositions(movement.tables)
    rows = {
        row.table_no: row for row in movement.rows if row.round_no == round_no and row.half != 2
    }
    sit_outs = {
        sit_out.table_no: sit_out for sit_out in movement.sit_outs if sit_out.round_no == round_no
    }
    tables = []
    arrows: list[MapArrow] = []
    for table_no in range(1, movement.tables + 1):
        table = _make_map_table(
            movement,
            positions,
            table_no,
            rows.get(table_no),
            sit_outs.get(table_no),
            moves_by_table.get(table_no),
            pair_no,
            format_label,
        )
        tables.append(table)
    for table_no, table_moves in moves_by_table.items():
        arrows += _draw_arrows(positions, table_no, table_moves, pair_no)
    return RoomMap(
        round_no=round_no,
        width=positions.width,
        height=positions.height,
        tables=tuple(tables),
        stands=tuple(_make_stands(movement, positions, round_no)),
        arrows=tuple(arrows),
    )


class _TablePositions:
    """Positions of the tables on the map."""

    def __init__(self, tables: int) -> None:
        ring = arrange_ring(tables)
        row_step = ROW_STEPS.get(ring.rows, ROW_STEP)
        self.width = (ring.columns - 1) * STEP + WIDTH + 2 * MARGIN
        self.height = (ring.rows - 1) * row_step + HEIGHT + 2 * MARGIN
        self.corners = [
            (MARGIN + column * STEP, MARGIN + row * row_step) for column, row in ring.positions
        ]

    def get_middle(self, table_no: int) -> Point:
        """Return the middle of a table."""
        x, y = self.corners[table_no - 1]
        return x + WIDTH / 2, y + HEIGHT / 2

    def get_gap_middle(self, table_no: int) -> Point:
        """Return the middle between a table and the next higher one."""
        x, y = self.get_middle(table_no)
        next_x, next_y = self.get_middle(table_no % len(self.corners) + 1)
        return (x + next_x) / 2, (y + next_y) / 2


def _make_map_table(  # noqa: PLR0913, PLR0917
    movement: Movement,
    positions: _TablePositions,
    table_no: int,
    row: TableRound | None,
    sit_out: SitOut | None,
    moves: TableMoves | None,
    pair_no: int,
    format_label: Callable[[int], str],
) -> MapTable:
    x, y = positions.corners[table_no - 1]
    if row and row.players and movement.names_players:
        north, east, south, west = (_shorten_label(format_label, player) for player in row.players)
        return MapTable(
            table_no=table_no,
            x=x,
            y=y,
            ns=f"{north} {south}",
            ew=f"{east} {west}",
            boards=_format_board_range(row.boards),
            is_followed=pair_no in row.players,
            is_for_players=True,
        )
    ns: int | None = None
    ew: int | None = None
    if row:
        ns, ew = get_seated_sides(row)
    elif sit_out and moves and moves.ew:  # a waiting pair moves on from the seat that it waits in
        ew = sit_out.contestant
    elif sit_out:
        ns = sit_out.contestant
    return MapTable(
        table_no=table_no,
        x=x,
        y=y,
        ns="" if ns is None else _shorten_label(format_label, ns),
        ew="" if ew is None else _shorten_label(format_label, ew),
        boards=_format_board_range(row.boards) if row else "",
        is_followed=pair_no in (ns, ew),
    )


def _shorten_label(format_label: Callable[[int], str], pair_no: int) -> str:
    """Return a label without its direction."""
    return format_label(pair_no).split()[0]


def _format_board_range(boards: Sequence[int]) -> str:
    """Return the lowest and highest of *boards*. A table has no room for another order."""
    first, last = min(boards), max(boards)
    if first == last:
        return str(first)
    return f"{first}–{last}"


def _make_stands(
    movement: Movement, positions: _TablePositions, round_no: int
) -> Iterator[MapStand]:
    """Yield the board sets that rest in this round."""
    sets_at_stand: Counter[int] = Counter()
    for bye_stand in movement.bye_stands:
        if bye_stand.round_no == round_no:
            x, y = positions.get_gap_middle(bye_stand.after_table)
            y += sets_at_stand[bye_stand.after_table] * STAND_STEP
            boards = _format_board_range(movement.get_set_boards(bye_stand.board_set))
            yield MapStand(round(x), round(y), boards)
            sets_at_stand[bye_stand.after_table] += 1


def _draw_arrows(
    positions: _TablePositions, table_no: int, moves: TableMoves, pair_no: int
) -> Iterator[MapArrow]:
    players = zip(("ns", "ew", "ns", "ew"), moves.players, strict=False)  # none for pairs
    for kind, move in (("ns", moves.ns), ("ew", moves.ew), *players):
        if move and move.table_no is not None and move.table_no != table_no:
            path = _draw_path(
                positions, table_no, positions.get_middle(move.table_no), LANES[kind], move.table_no
            )
            yield MapArrow(kind, path, move.contestant == pair_no)
    if moves.boards:
        end = _find_board_end(positions, moves.boards)
        if end:
            path = _draw_path(positions, table_no, end, LANES["boards"], moves.boards.table_no)
            yield MapArrow("boards", path, is_followed=False)


def _find_board_end(positions: _TablePositions, move: BoardMove) -> Point | None:
    """Return where a board set goes, or None if it stays in its place or is out of play."""
    if move.kind == "bye-stand" and move.after_table:
        return positions.get_gap_middle(move.after_table)
    if move.kind == "table" and move.table_no:
        return positions.get_middle(move.table_no)
    return None


def _draw_path(
    positions: _TablePositions, table_no: int, end: Point, lane: int, to_table: int | None
) -> str:
    """Return the curve from a table to *end*, bent towards the middle unless they are neighbours."""
    start = positions.get_middle(table_no)
    # Arrows in both directions between two tables run beside each other, since the lane changes sides.
    is_up = to_table is None or to_table > table_no
    offset = _compute_sideways_step(start, end, lane if is_up else -lane)
    control = _shift_point(_compute_control_point(positions, start, end), offset)
    start_x, start_y = _compute_edge_point(start, offset, control)
    end_x, end_y = _compute_edge_point(end, offset, control)
    control_x, control_y = control
    return f"M{start_x:.0f} {start_y:.0f}Q{control_x:.0f} {control_y:.0f} {end_x:.0f} {end_y:.0f}"


def _compute_control_point(positions: _TablePositions, start: Point, end: Point) -> Point:
    """Return the control point of the curve: straight to neighbours, else round other tables."""
    (x, y), (end_x, end_y) = start, end
    middle_x = (x + end_x) / 2
    middle_y = (y + end_y) / 2
    across = abs(x - end_x)
    down = abs(y - end_y)
    is_next_in_row = down == 0 and across <= STEP
    is_next_in_column = across == 0 and down <= max(ROW_STEPS.values())
    if is_next_in_row or is_next_in_column:
        return middle_x, middle_y
    to_centre_x = positions.width / 2 - middle_x
    to_centre_y = positions.height / 2 - middle_y
    is_single_row = positions.height <= HEIGHT + 2 * MARGIN
    if down == 0 and is_single_row:  # above the tables between
        return middle_x, middle_y - HEIGHT * 1.2
    if down == 0:  # along one side of the ring: through the free middle
        return middle_x, middle_y + _get_sign(to_centre_y) * (75 + across / 10)
    if across == 0:
        return middle_x + _get_sign(to_centre_x) * (100 + down / 10), middle_y
    return middle_x + to_centre_x * 0.3, middle_y + to_centre_y * 0.3


def _get_sign(value: float) -> int:
    if value < 0:
        return -1
    return 1


def _compute_sideways_step(start: Point, end: Point, distance: int) -> Point:
    """Return the step of *distance* to the right of the way from *start* to *end*."""
    across = end[0] - start[0]
    down = end[1] - start[1]
    length = hypot(across, down) or 1.0  # not 0 if both points are the same
    return -down / length * distance, across / length * distance


def _shift_point(point: Point, offset: Point) -> Point:
    return point[0] + offset[0], point[1] + offset[1]


def _compute_edge_point(middle: Point, offset: Point, target: Point) -> Point:
    """Return where the way from a table's *middle* to *target* leaves the table."""
    x, y = _shift_point(middle, offset)
    across = target[0] - x
    down = target[1] - y
    # The share of the way to each edge, 3 units outside the table; the nearer edge counts.
    fraction_across = fraction_down = 1.0
    if across:
        fraction_across = (WIDTH / 2 + 3 - _get_sign(across) * offset[0]) / abs(across)
    if down:
        fraction_down = (HEIGHT / 2 + 3 - _get_sign(down) * offset[1]) / abs(down)
    fraction = min(fraction_across, fraction_down, 1.0)
    return x + across * fraction, y + down * fraction
