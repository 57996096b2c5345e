"""The frame of a card for the middle of a table: its number, a text for each player, a compass."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from math import cos, pi, sin

from director.pdf.fonts import MIN_SIZE, measure_text, wrap_text
from director.pdf.page import Align, Box, Pen
from director.pdf.words import make_short_stamp, make_stamp
from director.sheets import Heading

CORNER_SIZE = 60.0
CORNER_WIDTH = 104.0
CORNER_HEIGHT = 54.0
SIDE_EDGE_WIDTH = 27.0  # the strip of East and of West
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
class CardFrame:
    """The measures of a frame: the height of its corners, and two sizes of text."""

    corner_height: float  # height
    edge_size: float
    foot_size: float

    @classmethod
    def for_page(cls, page: Box, edge_texts: Iterable[str], min_size: float) -> "CardFrame":
        """Return the frame of a card that fills *page*, with *edge_texts* at its edges.

        No text is smaller than *min_size*.
        """
        size = max(EDGE_SIZE, min_size)
        width = page.width - 2 * (CORNER_WIDTH + GAP)
        lines = max(len(_wrap_edge_text(text, width, size, min_size)) for text in edge_texts)
        # The seat is above the text.
        corner_height = max(CORNER_HEIGHT, (lines + 1) * size * LEADING)
        return cls(corner_height, edge_size=size, foot_size=min_size)

    @property
    def foot_height(self) -> float:
        """The height of the foot."""
        return 2 * self.foot_size * 1.2 + 2

    def get_middle(self, page: Box) -> Box:
        """Return the free middle of a card that fills *page*, between corners, edges and foot."""
        return page.get_strip(0, page.height - self.foot_height).inset(
            SIDE_EDGE_WIDTH + 3, self.corner_height + GAP
        )


def draw_frame(
    pen: Pen, page: Box, frame: CardFrame, heading: Heading, table_no: int, edge_texts: EdgeTexts
) -> None:
    """Draw the frame: the table in every corner, each player's words, and the stamp below."""
    card_box = page.get_strip(0, page.height - frame.foot_height)
    _draw_frame_foot(
        pen,
        page.get_strip(page.height - frame.foot_height, frame.foot_height),
        heading,
        frame.foot_size,
    )
    _draw_corners(pen, card_box, f"{heading.section}{table_no}", frame.corner_height)
    _draw_edges(pen, card_box, edge_texts, frame)


def _draw_frame_foot(pen: Pen, box: Box, heading: Heading, size: float) -> None:
    """Write the stamp, in its short form if the text is larger than the smallest."""
    if size > MIN_SIZE:
        pen.write_lines(make_short_stamp(heading, pen.printed_at), box, size, align="left")
        return
    lines = make_stamp(heading, pen.printed_at)
    left_half = box.get_column(0, box.width / 2 - 4)
    right_half = box.get_column(box.width / 2 + 4, box.width / 2 - 4)
    pen.write_lines(lines[:2], left_half, size, align="left")
    movement = [line for line in lines[3:] if measure_text(line, size) <= right_half.width]
    pen.write_lines((*lines[2:3], *movement), right_half, size, align="right")


def _draw_corners(pen: Pen, box: Box, text: str, height: float) -> None:
    """Write section and table in the four corners, upside down in the upper two."""
    for x_offset, y_offset in product((0, box.width - CORNER_WIDTH), (0, box.height - height)):
        corner_box = box.get_strip(y_offset, height).get_column(x_offset, CORNER_WIDTH)
        if y_offset == 0:
            with pen.turn_box(corner_box, 2) as turned_box:
                _draw_frame_number(pen, turned_box, text, at_left=x_offset > 0)
        else:
            _draw_frame_number(pen, corner_box, text, at_left=x_offset == 0)


def _draw_frame_number(pen: Pen, box: Box, text: str, *, at_left: bool) -> None:
    align: Align = "left" if at_left else "right"
    pen.write(text, box, CORNER_SIZE, bold=True, align=align)


def _draw_edges(pen: Pen, box: Box, edge_texts: EdgeTexts, frame: CardFrame) -> None:
    """Write the four directions with their words, each turned to its player."""
    between_corners = box.inset(CORNER_WIDTH + GAP, 0)
    north_box = between_corners.get_strip(0, frame.corner_height)
    south_box = between_corners.get_strip(
        between_corners.height - frame.corner_height, frame.corner_height
    )
    side_box = box.inset(0, frame.corner_height)
    with pen.turn_box(north_box, 2) as turned_box:
        _draw_edge(pen, turned_box, "NORTH", edge_texts.north, frame.edge_size)
    _draw_edge(pen, south_box, "SOUTH", edge_texts.south, frame.edge_size)
    with pen.turn_box(side_box.get_column(0, SIDE_EDGE_WIDTH), -1) as turned_box:
        _draw_long_edge(pen, turned_box, "WEST", edge_texts.west, frame.edge_size)
    with pen.turn_box(
        side_box.get_column(side_box.width - SIDE_EDGE_WIDTH, SIDE_EDGE_WIDTH), 1
    ) as turned_box:
        _draw_long_edge(pen, turned_box, "EAST", edge_texts.east, frame.edge_size)


def _wrap_edge_text(text: str, width: float, size: float, min_size: float) -> tuple[str, ...]:
    """Return *text* in one line, slightly smaller if necessary, or in several lines."""
    if measure_text(text, max(0.75 * size, min_size)) <= width:
        return (text,)
    return wrap_text(text, size, width)


def _draw_edge(pen: Pen, box: Box, seat: str, text: str, size: float) -> None:
    lines = _wrap_edge_text(text, box.width, size, pen.min_size) or ("",)
    line_height = box.height / (len(lines) + 1)
    pen.write(seat, box.get_strip(0, line_height), size, bold=True)
    for index, line in enumerate(lines, 1):
        pen.write(line, box.get_strip(index * line_height, line_height), size)


def _draw_long_edge(pen: Pen, box: Box, seat: str, text: str, size: float) -> None:
    """Write seat and text one after the other, in the middle of a long, low strip."""
    gap = 14.0
    seat_width = measure_text(seat, size, bold=True) + 1
    text_width_limited = min(measure_text(text, size) + 1, box.width - seat_width - gap)
    left_edge = (box.width - seat_width - gap - text_width_limited) / 2
    pen.write(seat, box.get_column(left_edge, seat_width), size, bold=True, align="left")
    pen.write(
        text, box.get_column(left_edge + seat_width + gap, text_width_limited), size, align="left"
    )


# The compass rose: four points, half black, and the letters of the seats.


_COMPASS_LETTERS = "NESW"
COMPASS_WEIGHT = 0.7


def draw_compass(pen: Pen, box: Box) -> None:
    """Draw the rose as large as *box* allows, North at the top."""
    x = box.x + box.width / 2
    y = box.y + box.height / 2
    letter_size = min(16.0, max(9.0, box.height * 0.14))
    radius = box.height / 2 - letter_size * 1.1
    for quarter, seat in enumerate(_COMPASS_LETTERS):
        angle = pi / 2 - quarter * pi / 2
        _draw_compass_point(pen, x, y, radius=radius, angle=angle)
        letter_distance = radius + letter_size * 0.65
        letter_box = Box(
            x + letter_distance * cos(angle) - 1.5 * letter_size,
            y + letter_distance * sin(angle) - letter_size / 2,
            3 * letter_size,
            letter_size,
        )
        pen.write(seat, letter_box, letter_size, bold=True)


def _draw_compass_point(pen: Pen, x: float, y: float, *, radius: float, angle: float) -> None:
    """Draw one of the four points: a kite whose one half is black."""
    for side, is_filled in ((1, True), (-1, False)):
        side_angle = angle + side * pi / 4
        corner = (x + radius * 0.3 * cos(side_angle), y + radius * 0.3 * sin(side_angle))
        tip = (x + radius * cos(angle), y + radius * sin(angle))
        pen.draw_polygon([(x, y), corner, tip], COMPASS_WEIGHT, is_filled=is_filled)
