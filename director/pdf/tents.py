"""Table numbers that stand on tables: one page each, folded across the middle."""

from collections.abc import Iterable
from dataclasses import dataclass

from director.pdf.page import CUT_GAP, MARGIN, Box, Pen
from director.pdf.pieces import STAMP, draw_stamp
from director.sheets import Heading

NUMBER_SIZE = 250.0


@dataclass(frozen=True, slots=True)
class TableSign:
    """The number of a table, and a few words below it."""

    heading: Heading
    number: str  # "3", "B3"
    words: str = ""


def draw_tents(pen: Pen, tents: Iterable[TableSign]) -> None:
    """Draw each tent on a page of its own, with the number on both sides of the fold."""
    for tent in tents:
        page = pen.new_page()
        lower_half = page.strip(page.height / 2, page.height / 2)
        upper_half = page.strip(0, page.height / 2)
        pen.rule(
            [(x, page.height / 2, x + 18, page.height / 2) for x in (0.0, page.width - 18)], 0.5
        )
        with pen.turned(upper_half, 2) as turned_box:
            _draw_side(pen, turned_box.inset(MARGIN, CUT_GAP), tent)
        half = lower_half.inset(MARGIN, CUT_GAP)
        _draw_side(pen, half, tent)
        draw_stamp(pen, Box(half.x, MARGIN, half.width, STAMP), tent.heading)


def _draw_side(pen: Pen, box: Box, tent: TableSign) -> None:
    """Write one side. The number fills the space that the words leave free."""
    pen.write("Table", box.strip(0, 34), 26)
    words_height = 54.0 if tent.words else 0.0
    pen.write(
        tent.number,
        box.strip(40, box.height - 40 - words_height - STAMP - 10),
        NUMBER_SIZE,
        bold=True,
    )
    if tent.words:
        pen.write(
            tent.words,
            box.strip(box.height - words_height - STAMP - 6, words_height - 8),
            40,
            bold=True,
        )
