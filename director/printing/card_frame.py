"""What a card that lies in the middle of a table has round its middle: its number, and each player's words."""

from dataclasses import dataclass
from itertools import product

from director.printing.fonts import text_width
from director.printing.page import Box, Pen
from director.printing.words import stamp
from director.sheets import Heading

CORNER_SIZE = 60.0
CORNER = Box(0, 0, 104.0, 54.0)
EDGE = 27.0  # the strip of East and of West
EDGE_SIZE = 18.0
FOOT = 20.0


@dataclass(frozen=True, slots=True)
class Edges:
    """What each of the four players reads at the own edge of a card."""

    north: str
    east: str
    south: str
    west: str


def draw_frame(pen: Pen, page: Box, heading: Heading, table_no: int, edges: Edges) -> None:
    """Draw what a card has round its middle: the table in every corner, each player's words, and the stamp below."""
    card_box = page.strip(0, page.height - FOOT)
    _draw_foot(pen, page.strip(page.height - FOOT, FOOT), heading)
    _draw_corners(pen, card_box, f"{heading.section}{table_no}")
    _draw_edges(pen, card_box, edges)


def _draw_foot(pen: Pen, box: Box, heading: Heading) -> None:
    lines = stamp(heading, pen.printed_at)
    left, right = box.column(0, box.width / 2 - 4), box.column(box.width / 2 + 4, box.width / 2 - 4)
    pen.write_lines(lines[:2], left, 7.5, align="left")
    pen.write_lines(lines[2:], right, 7.5, align="right")


def _draw_corners(pen: Pen, box: Box, text: str) -> None:
    """Write section and table in the four corners, upside down in the upper two."""
    for across, down in product((0, box.width - CORNER.width), (0, box.height - CORNER.height)):
        corner = box.strip(down, CORNER.height).column(across, CORNER.width)
        if down == 0:
            with pen.turned(corner, 2) as seen:
                _draw_number(pen, seen, text, at_left=across > 0)
        else:
            _draw_number(pen, corner, text, at_left=across == 0)


def _draw_number(pen: Pen, box: Box, text: str, *, at_left: bool) -> None:
    pen.write(text, box, CORNER_SIZE, bold=True, align="left" if at_left else "right")


def _draw_edges(pen: Pen, box: Box, edges: Edges) -> None:
    """Write the four directions with their words, each turned to its player."""
    between = box.inset(CORNER.width + 6, 0)
    north, south = between.strip(0, CORNER.height), between.strip(between.height - CORNER.height, CORNER.height)
    sides = box.inset(0, CORNER.height)
    with pen.turned(north, 2) as seen:
        _draw_edge(pen, seen, "NORTH", edges.north)
    _draw_edge(pen, south, "SOUTH", edges.south)
    with pen.turned(sides.column(0, EDGE), -1) as seen:
        _draw_long_edge(pen, seen, "WEST", edges.west)
    with pen.turned(sides.column(sides.width - EDGE, EDGE), 1) as seen:
        _draw_long_edge(pen, seen, "EAST", edges.east)


def middle_of(page: Box) -> Box:
    """Return the part of a card that fills *page* between its corners and edges."""
    return page.strip(0, page.height - FOOT).inset(EDGE + 3, CORNER.height + 6)


def _draw_edge(pen: Pen, box: Box, seat: str, words: str) -> None:
    pen.write(seat, box.strip(0, box.height / 2), EDGE_SIZE, bold=True)
    pen.write(words, box.strip(box.height / 2, box.height / 2), EDGE_SIZE)


def _draw_long_edge(pen: Pen, box: Box, seat: str, words: str) -> None:
    """Write seat and words behind each other, in the middle of a strip that is long but low."""
    gap = 14.0
    seat_width = text_width(seat, EDGE_SIZE, bold=True) + 1
    words_width = min(text_width(words, EDGE_SIZE) + 1, box.width - seat_width - gap)
    start = (box.width - seat_width - gap - words_width) / 2
    pen.write(seat, box.column(start, seat_width), EDGE_SIZE, bold=True, align="left")
    pen.write(words, box.column(start + seat_width + gap, words_width), EDGE_SIZE, align="left")
