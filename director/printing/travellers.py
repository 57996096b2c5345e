"""Travellers: one a board, printed before play with everyone who will meet on it."""

from collections.abc import Sequence

from director.printing.page import Box, Pen
from director.printing.pieces import Cut, Layout, places, write_stamp, write_titles
from director.printing.tables import Column, Table
from director.printing.words import seat_label
from director.sheets import Traveller

USUAL = Layout(cuts=(Cut(8, 2, 4), Cut(20, 2, 2), Cut(40, 2, 1)), head=30, foot=0, tallest_row=25, size=12)
LARGE = Layout(cuts=(Cut(4, 1, 4), Cut(14, 1, 2), Cut(40, 1, 1)), head=40, foot=0, tallest_row=28, size=18)

_ROUND = Column("Rd", weight=0.8, scale=0.75)
_PAIRS = (Column("N-S", weight=1.3, bold=True), Column("E-W", weight=1.3))
COLUMNS = {
    "bridge": (
        _ROUND,
        *_PAIRS,
        Column("Contract", weight=2.4),
        Column("By", weight=1),
        Column("Tricks", weight=1.4),
        Column("N-S\nscore +", weight=1.9),
        Column("E-W\nscore −", weight=1.9),
        Column("MP\nN-S", weight=1.5),
        Column("MP\nE-W", weight=1.5),
    ),
    "whist": (
        _ROUND,
        *_PAIRS,
        Column("N-S\ntricks", weight=2),
        Column("E-W\ntricks", weight=2),
        Column("Points\nN-S", weight=2),
        Column("Points\nE-W", weight=2),
    ),
}


def draw_travellers(pen: Pen, travellers: Sequence[Traveller]) -> None:
    """Draw every traveller, several to a page."""
    layout = LARGE if pen.large_print else USUAL
    counts = [len(traveller.rows) for traveller in travellers]
    for place, traveller in zip(places(pen, layout, counts), travellers, strict=True):
        _draw_head(pen, place.strip(0, layout.head), traveller)
        _table(place, traveller, layout).draw(pen, place.x, place.top - layout.head - 2)


def _draw_head(pen: Pen, box: Box, traveller: Traveller) -> None:
    """Write the board number large, dealer and vulnerability beside it, the stamp at the right."""
    taken = write_titles(pen, box.column(0, box.width * 0.4), (("Board", str(traveller.board_no)),), box.height * 0.87)
    middle = box.column(taken, box.width * 0.54 - taken)
    facts = [("Dealer", traveller.dealer), ("Vul", traveller.vulnerability)]
    lines = [f"{word} {fact}" for word, fact in facts if fact]
    pen.write_lines(lines, middle, box.height * 0.3, align="left", bold=True)
    write_stamp(pen, box.column(box.width * 0.56, box.width * 0.44), traveller.heading)


def _table(place: Box, traveller: Traveller, layout: Layout) -> Table:
    columns = COLUMNS[traveller.heading.game]
    rows = [
        (str(row.round_no), seat_label(row.ns, "NS"), seat_label(row.ew, "EW"), *("",) * (len(columns) - 3))
        for row in traveller.rows
    ]
    return layout.form_on(place, columns, rows, f"The traveller of board {traveller.board_no}")
