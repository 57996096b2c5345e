"""The frame of a card for the middle of a table: its number, a text for each player, a compass."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from math import cos, pi, sin

from director.pdf.fonts import SMALLEST, text_width, wrap_text
from director.pdf.page import Align, Box, Pen
from director.pdf.words import make_short_stamp, make_stamp
from director.sheets import Heading

CORNER_SIZE = 60.0
CORNER_WIDTH = 104.0
CORNER_HEIGHT = 54.0
EDGE_WIDTH = 27.0  # the strip of East and of West
EDGE_SIZE = 18.0
LEADING = 1.15
GAP = 6.0  # between a corner and what is beside it


@dataclass(frozen=True, slots=True)
class EdgeTexts:
    """The texts for the four players, each at the player's edge of a card."""

    north: str
    east: str
    south: str
    west: str


@dataclass(frozen=True, slots=True)
class Frame:
    """The measures of a frame: the height of its corners, and two sizes of text."""

    corner: float  # height
    edge_size: float
    foot_size: float

    @classmethod
    def around(cls, page: Box, edge_texts: Iterable[str], min_size: float) -> "Frame":
        """Return the frame of a card that fills *page*, with *edge_texts* at its edges.

        No text is smaller than *min_size*.
        """
        size = max(EDGE_SIZE, min_size)
        width = page.width - 2 * (CORNER_WIDTH + GAP)
        lines = max(len(_wrap_edge_text(text, width, size, min_size)) for text in edge_texts)
        # The seat is above the text.
        corner = max(CORNER_HEIGHT, (lines + 1) * size * LEADING)
        return cls(corner, edge_size=size, foot_size=min_size)

    @property
    def foot(self) -> float:
        """The height of the foot."""
        return 2 * self.foot_size * 1.2 + 2

    def middle(self, page: Box) -> Box:
        """Return the free middle of a card that fills *page*, between corners, edges and foot."""
        return page.strip(0, page.height - self.foot).inset(EDGE_WIDTH + 3, self.corner + GAP)


def draw_frame(
    pen: Pen, page: Box, frame: Frame, heading: Heading, table_no: int, edges: EdgeTexts
) -> None:
    """Draw the frame: the table in every corner, each player's words, and the stamp below."""
    card_box = page.strip(0, page.height - frame.foot)
    _draw_frame_foot(
        pen, page.strip(page.height - frame.foot, frame.foot), heading, frame.foot_size
    )
    _draw_corners(pen, card_box, f"{heading.section}{table_no}", frame.corner)
    _draw_edges(pen, card_box, edges, frame)


def _draw_frame_foot(pen: Pen, box: Box, heading: Heading, size: float) -> None:
    """Write the stamp, in its short form if the text is larger than the smallest."""
    if size > SMALLEST:
        pen.write_lines(make_short_stamp(heading, pen.printed_at), box, size, align="left")
        return
    lines = make_stamp(heading, pen.printed_at)
    left_half = box.column(0, box.width / 2 - 4)
    right_half = box.column(box.width / 2 + 4, box.width / 2 - 4)
    pen.write_lines(lines[:2], left_half, size, align="left")
    movement = [line for line in lines[3:] if text_width(line, size) <= right_half.width]
    pen.write_lines((*lines[2:3], *movement), right_half, size, align="right")


def _draw_corners(pen: Pen, box: Box, text: str, height: float) -> None:
    """Write section and table in the four corners, upside down in the upper two."""
    for x_offset, y_offset in product((0, box.width - CORNER_WIDTH), (0, box.height - height)):
        corner = box.strip(y_offset, height).column(x_offset, CORNER_WIDTH)
        if y_offset == 0:
            with pen.turned(corner, 2) as turned_box:
                _draw_frame_number(pen, turned_box, text, at_left=x_offset > 0)
        else:
            _draw_frame_number(pen, corner, text, at_left=x_offset == 0)


def _draw_frame_number(pen: Pen, box: Box, text: str, *, at_left: bool) -> None:
    align: Align = "left" if at_left else "right"
    pen.write(text, box, CORNER_SIZE, bold=True, align=align)


def _draw_edges(pen: Pen, box: Box, edges: EdgeTexts, frame: Frame) -> None:
    """Write the four directions with their words, each turned to its player."""
    between_corners = box.inset(CORNER_WIDTH + GAP, 0)
    north = between_corners.strip(0, frame.corner)
    south = between_corners.strip(between_corners.height - frame.corner, frame.corner)
    sides = box.inset(0, frame.corner)
    with pen.turned(north, 2) as turned_box:
        _draw_edge(pen, turned_box, "NORTH", edges.north, frame.edge_size)
    _draw_edge(pen, south, "SOUTH", edges.south, frame.edge_size)
    with pen.turned(sides.column(0, EDGE_WIDTH), -1) as turned_box:
        _draw_long_edge(pen, turned_box, "WEST", edges.west, frame.edge_size)
    with pen.turned(sides.column(sides.width - EDGE_WIDTH, EDGE_WIDTH), 1) as turned_box:
        _draw_long_edge(pen, turned_box, "EAST", edges.east, frame.edge_size)


def _wrap_edge_text(text: str, width: float, size: float, min_size: float) -> tuple[str, ...]:
    """Return *text* in one line, slightly smaller if necessary, or in several lines."""
    if text_width(text, max(0.75 * size, min_size)) <= width:
        return (text,)
    return wrap_text(text, size, width)


def _draw_edge(pen: Pen, box: Box, seat: str, text: str, size: float) -> None:
    lines = _wrap_edge_text(text, box.width, size, pen.smallest) or ("",)
    line_height = box.height / (len(lines) + 1)
    pen.write(seat, box.strip(0, line_height), size, bold=True)
    for index, line in enumerate(lines, 1):
        pen.write(line, box.strip(index * line_height, line_height), size)


def _draw_long_edge(pen: Pen, box: Box, seat: str, text: str, size: float) -> None:
    """Write seat and text one after the other, in the middle of a long, low strip."""
    gap = 14.0
    seat_width = text_width(seat, size, bold=True) + 1
    words_width = min(text_width(text, size) + 1, box.width - seat_width - gap)
    start = (box.width - seat_width - gap - words_width) / 2
    pen.write(seat, box.column(start, seat_width), size, bold=True, align="left")
    pen.write(text, box.column(start + seat_width + gap, words_width), size, align="left")


# The compass rose: four points, half black, and the letters of the seats.


_SEAT_LETTERS = "NESW"


def draw_compass(pen: Pen, box: Box) -> None:
    """Draw the rose as large as *box* allows, North at the top."""
    x = box.x + box.width / 2
    y = box.y + box.height / 2
    letter = min(16.0, max(9.0, box.height * 0.14))
    radius = box.height / 2 - letter * 1.1
    pen.canvas.setLineWidth(0.7)
    for quarter, name in enumerate(_SEAT_LETTERS):
        angle = pi / 2 - quarter * pi / 2
        _draw_point(pen, x, y, radius=radius, angle=angle)
        reach = radius + letter * 0.65
        letter_box = Box(
            x + reach * cos(angle) - 1.5 * letter,
            y + reach * sin(angle) - letter / 2,
            3 * letter,
            letter,
        )
        pen.write(name, letter_box, letter, bold=True)


def _draw_point(pen: Pen, x: float, y: float, *, radius: float, angle: float) -> None:
    """Draw one of the four points: a kite whose one half is black."""
    for side, filled in ((1, 1), (-1, 0)):
        waist = angle + side * pi / 4
        path = pen.canvas.beginPath()
        path.moveTo(x, y)
        path.lineTo(x + radius * 0.3 * cos(waist), y + radius * 0.3 * sin(waist))
        path.lineTo(x + radius * cos(angle), y + radius * sin(angle))
        path.close()
        pen.canvas.drawPath(path, stroke=1, fill=filled)
