"""Draw travellers: forms with a line for every table that will play a board."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from director.boards.paper.pdf.score_columns import FormSums, get_score_form, make_side_columns
from director.pdf.fonts import measure_text
from director.pdf.marks import Footnotes, write_blank
from director.pdf.page import Box, Pen
from director.pdf.pieces import (
    STAMP_HEIGHT,
    PageDivision,
    SlipLayout,
    compute_piece_width,
    draw_stamp,
    iter_visible_boxes,
    write_labelled_figures,
)
from director.pdf.tables import PaperColumn, Table
from director.pdf.words import shorten_seat_label
from director.sheets import Heading, Traveller
from scoring.bridge.contracts import get_duplicate_game

DEFAULT_LAYOUT = SlipLayout(
    cuts=(
        PageDivision(max_rows=5, across=2, down=4),
        PageDivision(max_rows=11, across=2, down=3),
        PageDivision(max_rows=20, across=2, down=2),
        PageDivision(max_rows=40, across=2, down=1),
    ),
    head_height=28,
    foot_height=STAMP_HEIGHT,
    max_row_height=25,
    text_size=12,
)
# For sides that are named by two numbers, and for many columns.
WIDE_LAYOUT = replace(
    DEFAULT_LAYOUT, cuts=tuple(replace(cut, across=1) for cut in DEFAULT_LAYOUT.cuts)
)
LARGE_LAYOUT = SlipLayout(
    cuts=(
        PageDivision(max_rows=3, across=1, down=4),
        PageDivision(max_rows=13, across=1, down=2),
        PageDivision(max_rows=40, across=1, down=1),
    ),
    head_height=40,
    foot_height=STAMP_HEIGHT,
    max_row_height=28,
    text_size=18,
)

# Half the width of a page has room for sides of so few letters ("12+40"), and for so few columns.
MAX_SIDE_LENGTH = 5
MAX_COLUMNS = 10
# Type sizes on the back of "Board", and of its number.
BACK_TITLE_SIZE = 16.0
BACK_FIGURE_SIZE = 84.0

_MEETING = (
    PaperColumn("Rd", width_weight=1.0, size_scale=0.75),
    PaperColumn("N-S", width_weight=1.1, bold=True),
    PaperColumn("E-W", width_weight=1.1),
)
_RESULT = {
    "bridge": (
        PaperColumn("Contract", width_weight=2.1),
        PaperColumn("By", width_weight=0.8),
        PaperColumn("Tricks", width_weight=1.5),
        PaperColumn("N-S\n+", width_weight=1.6),
        PaperColumn("E-W\n+", width_weight=1.6),
    ),
    "auction": (
        PaperColumn("Contract", width_weight=2.1),
        PaperColumn("By", width_weight=0.8),
        PaperColumn("Tricks", width_weight=1.3),
        PaperColumn("Hon.", width_weight=1.2),
        PaperColumn("N-S\nplus", width_weight=1.5),
        PaperColumn("N-S\nminus", width_weight=1.5),
    ),
    "whist": (
        PaperColumn("N-S\ntricks", width_weight=2),
        PaperColumn("E-W\ntricks", width_weight=2),
    ),
}
_POINTS_WEIGHT = {"bridge": 1.25, "auction": 1.25, "whist": 1.6}
EXCESS_COLUMN = PaperColumn("Excess", width_weight=1.5)


class _NotedTraveller(NamedTuple):
    """A traveller with its footnotes."""

    traveller: Traveller
    notes: Footnotes


def make_traveller_columns(heading: Heading) -> tuple[PaperColumn, ...]:
    """Return the columns of a traveller for the method."""
    game = heading.game
    excess_columns = (EXCESS_COLUMN,) if heading.has_excess else ()
    return (
        *_MEETING,
        *_RESULT[game],
        *excess_columns,
        *make_side_columns(get_score_form(heading).traveller_columns, _POINTS_WEIGHT[game]),
    )


def draw_travellers(pen: Pen, travellers: Sequence[Traveller]) -> None:
    """Draw every traveller, several to a page, with a large number on the back if two-sided."""
    heading = travellers[0].heading
    base_layout = _choose_base_layout(pen, travellers)
    most_rows = max(len(traveller.rows) for traveller in travellers)
    width = compute_piece_width(pen, base_layout, most_rows)
    sheets = []
    for traveller in travellers:
        marks = (row.marks for row in traveller.rows)
        notes = Footnotes.from_texts(marks, is_large=pen.large_print)
        sheets.append(_NotedTraveller(traveller, notes))
    sums = FormSums(get_score_form(heading), is_large=pen.large_print)
    notes_height = max(sheet.notes.compute_height(width) for sheet in sheets)
    foot_height = base_layout.foot_height + (sums.compute_height(width) + notes_height)
    layout = replace(base_layout, foot_height=foot_height).with_roomy_cuts(pen, most_rows)

    def draw_back(box: Box, sheet: _NotedTraveller) -> None:
        _draw_back(pen, box, sheet.traveller)

    def count_rows(sheet: _NotedTraveller) -> int:
        return len(sheet.traveller.rows)

    for traveller_box, (traveller, notes) in iter_visible_boxes(
        pen, layout, sheets, most_rows, draw_back, count_rows=count_rows
    ):
        _draw_traveller_head(pen, traveller_box.get_strip(0, layout.head_height), traveller)
        draw_stamp(pen, traveller_box, traveller.heading)
        table = _make_traveller_table(traveller_box, traveller, notes, layout)
        table_bottom = table.draw(pen, traveller_box.x, traveller_box.top - layout.head_height)
        bottom = sums.draw(pen, table, traveller_box.x, table_bottom)
        height = notes.compute_height(width)
        notes.draw(pen, Box(traveller_box.x, bottom - height - 1, width, height))


def _choose_base_layout(pen: Pen, travellers: Sequence[Traveller]) -> SlipLayout:
    """Return the layout that is wide enough for every traveller."""
    if pen.large_print:
        return LARGE_LAYOUT
    heading = travellers[0].heading
    if len(make_traveller_columns(heading)) > MAX_COLUMNS:
        return WIDE_LAYOUT
    if heading.has_player_moves:
        for traveller in travellers:
            for row in traveller.rows:
                if max(len(row.ns), len(row.ew)) > MAX_SIDE_LENGTH:
                    return WIDE_LAYOUT
    return DEFAULT_LAYOUT


def _draw_back(pen: Pen, box: Box, traveller: Traveller) -> None:
    """Write the number of the board so large that it can be read on a folded traveller."""
    middle = box.inset(0, STAMP_HEIGHT)
    title_height = BACK_TITLE_SIZE * 1.4
    pen.write("Board", middle.get_strip(0, title_height), BACK_TITLE_SIZE)
    number = f"{traveller.heading.section}{traveller.board_no}"
    number_size = min(middle.height - BACK_TITLE_SIZE * 3, BACK_FIGURE_SIZE)
    pen.write(number, middle.inset(0, title_height), number_size, bold=True)
    copy_box = middle.get_strip(middle.height - title_height, title_height)
    pen.write(traveller.copy.capitalize(), copy_box, BACK_TITLE_SIZE)
    draw_stamp(pen, box, traveller.heading)


def _draw_traveller_head(pen: Pen, box: Box, traveller: Traveller) -> None:
    """Write the board's number, dealer, vulnerability or trump, and copy."""
    title = ("Board", str(traveller.board_no))
    title_width = write_labelled_figures(
        pen, box.get_column(0, box.width * 0.5), (title,), box.height * 0.87
    )
    size = box.height * 0.32
    copy = traveller.copy.capitalize()
    copy_width = 0.0
    if copy:
        copy_width = measure_text(copy, size * 1.2, bold=True) + 4
    facts_box = box.get_column(title_width, box.width - title_width - copy_width)
    if get_duplicate_game(traveller.heading.game).has_turned_trump:
        _draw_trump(pen, facts_box, traveller, size)
    else:
        facts = (("Dealer", traveller.dealer), ("Vul", traveller.vulnerability))
        lines = [f"{title} {fact}" for title, fact in facts if fact]
        pen.write_lines(lines, facts_box, size, align="left", bold=True)
    copy_box = box.get_column(box.width - copy_width, copy_width)
    pen.write(copy, copy_box, size * 1.2, align="right", bold=True)


def _draw_trump(pen: Pen, box: Box, traveller: Traveller, size: float) -> None:
    """Write the dealer and the trump, or a blank for the trump."""
    dealer = f"Dealer {traveller.dealer}" if traveller.dealer else ""
    pen.write(dealer, box.get_strip(0, box.height / 2), size, align="left", bold=True)
    lower_half = box.get_strip(box.height / 2, box.height / 2)
    if traveller.trump:
        pen.write(f"Trump {traveller.trump}", lower_half, size, align="left", bold=True)
    else:
        blank_width = min(lower_half.width - 4, size * 10)
        write_blank(pen, lower_half.get_column(0, blank_width), "Trump", size)


def _make_traveller_table(
    traveller_box: Box, traveller: Traveller, notes: Footnotes, layout: SlipLayout
) -> Table:
    columns = make_traveller_columns(traveller.heading)
    blank_cells = ("",) * (len(columns) - len(_MEETING))
    rows = []
    for row in traveller.rows:
        rows.append(
            (
                f"{row.round_no}{notes.get_signs(row.marks)}",
                shorten_seat_label(row.ns, "NS"),
                shorten_seat_label(row.ew, "EW"),
                *blank_cells,
            )
        )
    table_title = f"The traveller of board {traveller.board_no}"
    return layout.make_form(traveller_box, columns, rows, table_title)
