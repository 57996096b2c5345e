"""Travellers: one a physical board, printed before play with everyone who will meet on it."""

from collections.abc import Sequence
from dataclasses import replace

from director.pdf.fonts import text_width
from director.pdf.lists import Footnotes
from director.pdf.page import Box, Pen
from director.pdf.pieces import STAMP, Cut, SlipLayout, draw_stamp, piece_width, placed, write_titles
from director.pdf.tables import Column, Table
from director.pdf.words import seat_label
from director.sheets import Traveller

USUAL = SlipLayout(
    cuts=(Cut(5, 2, 4), Cut(11, 2, 3), Cut(20, 2, 2), Cut(40, 2, 1)), head=28, foot=STAMP, tallest_row=25, size=12
)
WIDE = replace(USUAL, cuts=tuple(replace(cut, across=1) for cut in USUAL.cuts))  # for sides of two numbers
LARGE = SlipLayout(cuts=(Cut(3, 1, 4), Cut(13, 1, 2), Cut(40, 1, 1)), head=40, foot=STAMP, tallest_row=28, size=18)

LONGEST = 5  # letters of a side, "12+40", that half the width of a page has room for
BACK_WORD, BACK_FIGURE = 16.0, 84.0

_ROUND = Column("Rd", weight=1.0, scale=0.75)
_PAIRS = (Column("N-S", weight=1.1, bold=True), Column("E-W", weight=1.1))
COLUMNS = {
    "bridge": (
        _ROUND,
        *_PAIRS,
        Column("Contract", weight=2.1),
        Column("By", weight=0.8),
        Column("Tricks", weight=1.5),
        Column("N-S\n+", weight=1.6),
        Column("E-W\n−", weight=1.6),
        Column("MP\nN-S", weight=1.25),
        Column("MP\nE-W", weight=1.25),
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
    """Draw every traveller, several to a page; what is special in a round has a sign there and its words below."""
    is_wide = any(len(row.ns) > LONGEST or len(row.ew) > LONGEST for sheet in travellers for row in sheet.rows)
    usual = LARGE if pen.large_print else WIDE if is_wide and travellers[0].heading.is_of_players else USUAL
    counts = [len(traveller.rows) for traveller in travellers]
    width = piece_width(pen, usual, max(counts))
    notes = [Footnotes.of((row.marks for row in traveller.rows), large=pen.large_print) for traveller in travellers]
    layout = replace(usual, foot=usual.foot + max(note.height(width) for note in notes)).roomy(pen, max(counts))
    noted = list(zip(travellers, notes, strict=True))
    for place, (traveller, note) in placed(
        pen, layout, noted, max(counts), lambda box, each: _draw_back(pen, box, each[0])
    ):
        _draw_head(pen, place.strip(0, layout.head), traveller)
        draw_stamp(pen, place, traveller.heading)
        bottom = _table(place, traveller, note, layout).draw(pen, place.x, place.top - layout.head)
        note.draw(pen, Box(place.x, bottom - note.height(width) - 1, width, note.height(width)))


def _draw_back(pen: Pen, box: Box, traveller: Traveller) -> None:
    """Write the board's number large: folded up, the slip still tells whose it is and no result."""
    middle = box.inset(0, STAMP)
    pen.write("Board", middle.strip(0, BACK_WORD * 1.4), BACK_WORD)
    size = min(middle.height - BACK_WORD * 3, BACK_FIGURE)
    pen.write(f"{traveller.heading.section}{traveller.board_no}", middle.inset(0, BACK_WORD * 1.4), size, bold=True)
    pen.write(traveller.copy.capitalize(), middle.strip(middle.height - BACK_WORD * 1.4, BACK_WORD * 1.4), BACK_WORD)
    draw_stamp(pen, box, traveller.heading)


def _draw_head(pen: Pen, box: Box, traveller: Traveller) -> None:
    """Write the board number large; dealer, vulnerability and which copy it is beside it."""
    taken = write_titles(pen, box.column(0, box.width * 0.4), (("Board", str(traveller.board_no)),), box.height * 0.87)
    facts = (("Dealer", traveller.dealer), ("Vul", traveller.vulnerability))
    lines = [f"{word} {fact}" for word, fact in facts if fact]
    size, copy = box.height * 0.32, traveller.copy.capitalize()
    right = text_width(copy, size * 1.2, bold=True) + 4 if copy else 0.0
    pen.write_lines(lines, box.column(taken, box.width - taken - right), size, align="left", bold=True)
    pen.write(copy, box.column(box.width - right, right), size * 1.2, align="right", bold=True)


def _table(place: Box, traveller: Traveller, notes: Footnotes, layout: SlipLayout) -> Table:
    columns = COLUMNS[traveller.heading.game]
    rows = [
        (
            f"{row.round_no}{notes.behind(row.marks)}",
            seat_label(row.ns, "NS"),
            seat_label(row.ew, "EW"),
            *("",) * (len(columns) - 3),
        )
        for row in traveller.rows
    ]
    return layout.form_on(place, columns, rows, f"The traveller of board {traveller.board_no}")
