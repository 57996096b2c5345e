"""The frame of a card in the middle of a table: its number, and each player's words."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

from director.pdf.fonts import SMALLEST, text_width, wrap_text
from director.pdf.page import Box, Pen
from director.pdf.words import short_stamp, stamp
from director.sheets import Heading

CORNER_SIZE = 60.0
CORNER_WIDTH = 104.0
CORNER_HEIGHT = 54.0
EDGE = 27.0  # the strip of East and of West
EDGE_SIZE = 18.0
LEADING = 1.15
GAP = 6.0  # between a corner and what is beside it


@dataclass(frozen=True, slots=True)
class Edges:
    """What each of the four players reads at the own edge of a card."""

    north: str
    east: str
    south: str
    west: str


@dataclass(frozen=True, slots=True)
class Frame:
    """The measures of a frame: the *corner*, the words at the edges, the foot of two lines."""

    corner: float  # height
    edge_size: float
    foot_size: float

    @classmethod
    def around(cls, page: Box, words: Iterable[str], least: float) -> "Frame":
        """Return the frame of a card that fills *page*, with *words* at its edges.

        Nothing is below *least*.
        """
        size = max(EDGE_SIZE, least)
        width = page.width - 2 * (CORNER_WIDTH + GAP)
        lines = max(len(_edge_lines(text, width, size, least)) for text in words)
        return cls(max(CORNER_HEIGHT, (lines + 1) * size * LEADING), size, least)

    @property
    def foot(self) -> float:
        """The height of the foot."""
        return 2 * self.foot_size * 1.2 + 2

    def middle(self, page: Box) -> Box:
        """Return the part of a card that fills *page* between its corners, edges and foot."""
        return page.strip(0, page.height - self.foot).inset(EDGE + 3, self.corner + GAP)


def draw_frame(
    pen: Pen, page: Box, frame: Frame, heading: Heading, table_no: int, edges: Edges
) -> None:
    """Draw the frame: the table in every corner, each player's words, and the stamp below."""
    card_box = page.strip(0, page.height - frame.foot)
    _draw_foot(pen, page.strip(page.height - frame.foot, frame.foot), heading, frame.foot_size)
    _draw_corners(pen, card_box, f"{heading.section}{table_no}", frame.corner)
    _draw_edges(pen, card_box, edges, frame)


def _draw_foot(pen: Pen, box: Box, heading: Heading, size: float) -> None:
    """Write the stamp.

    A smaller card has room for the short form only.
    """
    if size > SMALLEST:
        pen.write_lines(short_stamp(heading, pen.printed_at), box, size, align="left")
        return
    lines = stamp(heading, pen.printed_at)
    left, right = box.column(0, box.width / 2 - 4), box.column(box.width / 2 + 4, box.width / 2 - 4)
    pen.write_lines(lines[:2], left, size, align="left")
    movement = [line for line in lines[3:] if text_width(line, size) <= right.width]
    pen.write_lines((*lines[2:3], *movement), right, size, align="right")


def _draw_corners(pen: Pen, box: Box, text: str, height: float) -> None:
    """Write section and table in the four corners, upside down in the upper two."""
    for across, down in product((0, box.width - CORNER_WIDTH), (0, box.height - height)):
        corner = box.strip(down, height).column(across, CORNER_WIDTH)
        if down == 0:
            with pen.turned(corner, 2) as seen:
                _draw_number(pen, seen, text, at_left=across > 0)
        else:
            _draw_number(pen, corner, text, at_left=across == 0)


def _draw_number(pen: Pen, box: Box, text: str, *, at_left: bool) -> None:
    pen.write(text, box, CORNER_SIZE, bold=True, align="left" if at_left else "right")


def _draw_edges(pen: Pen, box: Box, edges: Edges, frame: Frame) -> None:
    """Write the four directions with their words, each turned to its player."""
    between = box.inset(CORNER_WIDTH + GAP, 0)
    north, south = (
        between.strip(0, frame.corner),
        between.strip(between.height - frame.corner, frame.corner),
    )
    sides = box.inset(0, frame.corner)
    with pen.turned(north, 2) as seen:
        _draw_edge(pen, seen, "NORTH", edges.north, frame.edge_size)
    _draw_edge(pen, south, "SOUTH", edges.south, frame.edge_size)
    with pen.turned(sides.column(0, EDGE), -1) as seen:
        _draw_long_edge(pen, seen, "WEST", edges.west, frame.edge_size)
    with pen.turned(sides.column(sides.width - EDGE, EDGE), 1) as seen:
        _draw_long_edge(pen, seen, "EAST", edges.east, frame.edge_size)


def _edge_lines(words: str, width: float, size: float, least: float) -> tuple[str, ...]:
    """Return *words* in one line, a little smaller if need be, or in as many as it takes."""
    if text_width(words, max(0.75 * size, least)) <= width:
        return (words,)
    return wrap_text(words, size, width)


def _draw_edge(pen: Pen, box: Box, seat: str, words: str, size: float) -> None:
    lines = _edge_lines(words, box.width, size, pen.smallest) or ("",)
    high = box.height / (len(lines) + 1)
    pen.write(seat, box.strip(0, high), size, bold=True)
    for index, line in enumerate(lines, 1):
        pen.write(line, box.strip(index * high, high), size)


def _draw_long_edge(pen: Pen, box: Box, seat: str, words: str, size: float) -> None:
    """Write seat and words behind each other, in the middle of a strip that is long but low."""
    gap = 14.0
    seat_width = text_width(seat, size, bold=True) + 1
    words_width = min(text_width(words, size) + 1, box.width - seat_width - gap)
    start = (box.width - seat_width - gap - words_width) / 2
    pen.write(seat, box.column(start, seat_width), size, bold=True, align="left")
    pen.write(words, box.column(start + seat_width + gap, words_width), size, align="left")
