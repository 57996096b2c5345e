"""Travellers: one a physical board, printed before play with everyone who will meet on it."""

from collections.abc import Sequence
from dataclasses import replace

from director.boards.paper.pdf.blanks.score_columns import FormSums, columns_of_sides, form_of
from director.pdf.fonts import text_width
from director.pdf.footnotes import Footnotes
from director.pdf.marks import write_blank
from director.pdf.page import Box, Pen
from director.pdf.pieces import (
    STAMP,
    Cut,
    SlipLayout,
    draw_stamp,
    piece_width,
    places_on_pages,
    write_titles,
)
from director.pdf.tables import Column, Table
from director.pdf.words import seat_label
from director.sheets import Heading, Traveller

USUAL = SlipLayout(
    cuts=(Cut(5, 2, 4), Cut(11, 2, 3), Cut(20, 2, 2), Cut(40, 2, 1)),
    head=28,
    foot=STAMP,
    tallest_row=25,
    size=12,
)
WIDE = replace(
    USUAL, cuts=tuple(replace(cut, across=1) for cut in USUAL.cuts)
)  # for sides of two numbers
LARGE = SlipLayout(
    cuts=(Cut(3, 1, 4), Cut(13, 1, 2), Cut(40, 1, 1)), head=40, foot=STAMP, tallest_row=28, size=18
)

LONGEST = 5  # letters of a side, "12+40", that half the width of a page has room for
BACK_WORD, BACK_FIGURE = 16.0, 84.0

MOST_COLUMNS = 10  # that half the width of a page has room for

_MEETING = (
    Column("Rd", weight=1.0, scale=0.75),
    Column("N-S", weight=1.1, bold=True),
    Column("E-W", weight=1.1),
)
_RESULT = {
    "bridge": (
        Column("Contract", weight=2.1),
        Column("By", weight=0.8),
        Column("Tricks", weight=1.5),
        Column("N-S\n+", weight=1.6),
        Column("E-W\n−", weight=1.6),
    ),
    "auction": (
        Column("Contract", weight=2.1),
        Column("By", weight=0.8),
        Column("Tricks", weight=1.3),
        Column("Hon.", weight=1.2),
        Column("N-S\nplus", weight=1.5),
        Column("N-S\nminus", weight=1.5),
    ),
    "whist": (Column("N-S\ntricks", weight=2), Column("E-W\ntricks", weight=2)),
}
_POINTS = {"bridge": 1.25, "auction": 1.25, "whist": 1.6}
EXCESS = Column("Excess", weight=1.5)


def traveller_columns(heading: Heading) -> tuple[Column, ...]:
    """Return the columns of a traveller for the method."""
    game = heading.game
    excess = (EXCESS,) if heading.has_excess else ()
    return (
        *_MEETING,
        *_RESULT[game],
        *excess,
        *columns_of_sides(form_of(heading).sides, _POINTS[game]),
    )


def draw_travellers(pen: Pen, travellers: Sequence[Traveller]) -> None:
    """Draw every traveller, several to a page."""
    is_wide = any(
        len(row.ns) > LONGEST or len(row.ew) > LONGEST for sheet in travellers for row in sheet.rows
    )
    first = travellers[0].heading
    is_wide = (is_wide and first.is_of_players) or len(traveller_columns(first)) > MOST_COLUMNS
    if pen.large_print:
        usual = LARGE
    elif is_wide:
        usual = WIDE
    else:
        usual = USUAL
    counts = [len(traveller.rows) for traveller in travellers]
    width = piece_width(pen, usual, max(counts))
    notes = [
        Footnotes.of((row.marks for row in traveller.rows), large=pen.large_print)
        for traveller in travellers
    ]
    sums = FormSums(form_of(first), is_large=pen.large_print)
    below = sums.height(width) + max(note.height(width) for note in notes)
    layout = replace(usual, foot=usual.foot + below).roomy(pen, max(counts))
    noted = list(zip(travellers, notes, strict=True))
    for place, (traveller, note) in places_on_pages(
        pen, layout, noted, max(counts), lambda box, each: _draw_back(pen, box, each[0])
    ):
        _draw_head(pen, place.strip(0, layout.head), traveller)
        draw_stamp(pen, place, traveller.heading)
        table = _table(place, traveller, note, layout)
        bottom = sums.draw(pen, table, place.x, table.draw(pen, place.x, place.top - layout.head))
        note.draw(pen, Box(place.x, bottom - note.height(width) - 1, width, note.height(width)))


def _draw_back(pen: Pen, box: Box, traveller: Traveller) -> None:
    """Write the board's number large, readable when folded."""
    middle = box.inset(0, STAMP)
    pen.write(_traveller_title(traveller), middle.strip(0, BACK_WORD * 1.4), BACK_WORD)
    size = min(middle.height - BACK_WORD * 3, BACK_FIGURE)
    pen.write(
        f"{traveller.heading.section}{traveller.board_no}",
        middle.inset(0, BACK_WORD * 1.4),
        size,
        bold=True,
    )
    pen.write(
        traveller.copy.capitalize(),
        middle.strip(middle.height - BACK_WORD * 1.4, BACK_WORD * 1.4),
        BACK_WORD,
    )
    draw_stamp(pen, box, traveller.heading)


def _draw_head(pen: Pen, box: Box, traveller: Traveller) -> None:
    """Write the board's number, dealer, vulnerability or trump, and copy."""
    title = (_traveller_title(traveller), str(traveller.board_no))
    taken = write_titles(pen, box.column(0, box.width * 0.5), (title,), box.height * 0.87)
    size, copy = box.height * 0.32, traveller.copy.capitalize()
    right = text_width(copy, size * 1.2, bold=True) + 4 if copy else 0.0
    facts = box.column(taken, box.width - taken - right)
    if traveller.heading.game == "whist":
        _draw_trump(pen, facts, traveller, size)
    else:
        known = (("Dealer", traveller.dealer), ("Vul", traveller.vulnerability))
        lines = [f"{word} {fact}" for word, fact in known if fact]
        pen.write_lines(lines, facts, size, align="left", bold=True)
    pen.write(copy, box.column(box.width - right, right), size * 1.2, align="right", bold=True)


def _draw_trump(pen: Pen, box: Box, traveller: Traveller, size: float) -> None:
    """Write who deals and the trump of the deal, or leave a line to write it on."""
    dealer = f"Dealer {traveller.dealer}" if traveller.dealer else ""
    pen.write(dealer, box.strip(0, box.height / 2), size, align="left", bold=True)
    lower = box.strip(box.height / 2, box.height / 2)
    if traveller.trump:
        pen.write(f"Trump {traveller.trump}", lower, size, align="left", bold=True)
    else:
        write_blank(pen, lower.column(0, min(lower.width - 4, size * 10)), "Trump", size)


def _traveller_title(traveller: Traveller) -> str:
    if traveller.heading.game == "whist":
        return "Deal No."
    return "Board"


def _table(place: Box, traveller: Traveller, notes: Footnotes, layout: SlipLayout) -> Table:
    columns = traveller_columns(traveller.heading)
    rows = []
    for row in traveller.rows:
        rows.append(
            (
                f"{row.round_no}{notes.behind(row.marks)}",
                seat_label(row.ns, "NS"),
                seat_label(row.ew, "EW"),
                *("",) * (len(columns) - 3),
            )
        )
    return layout.form_on(place, columns, rows, f"The traveller of board {traveller.board_no}")
