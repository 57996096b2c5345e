"""Small sheets, several on a page and cut apart: how many fit, and the head of each.

A ``SlipLayout`` has the possible cuts of a page and the measures of one sheet. All sheets of a set
are cut alike, for the one with the most rows, and paper of another size takes as many pages. What
is drawn below the head is left to the kinds of sheets.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from director.errors import TooLongError
from director.pdf.fonts import MIN_SIZE, measure_text
from director.pdf.page import PAPERS, Box, Item, Pen, divide_page, iter_piece_boxes
from director.pdf.tables import (
    PaperColumn,
    Table,
    make_form_table,
    make_largest_list,
    make_list_table,
)
from director.pdf.words import STAMP_SIZE, join_with_dots, make_short_stamp
from director.sheets import Heading

DEFAULT_REMEDY = "divide the field into sections or the event into sessions"
MIN_ROW_HEIGHT = 12.0  # of a row that can still be written in or read
MIN_FORM_TITLES_HEIGHT = 30.0
TITLES_SCALE = 2.1  # height of a form's titles, as a multiple of its size
WRITING_HEIGHT = 13.0  # of a row that is easy to write in
STAMP_HEIGHT = 2 * STAMP_SIZE * 1.2 + 2  # height of the stamp at the foot of a small sheet


@dataclass(frozen=True, slots=True)
class PageDivision:
    """A way to cut a page, for sheets of at most *max_rows* rows."""

    max_rows: int
    across: int
    down: int


@dataclass(frozen=True, slots=True)
class SlipLayout:
    """The cuts and measures for one kind of small sheet. All measures are in points."""

    cuts: tuple[PageDivision, ...]  # from many sheets per page to few
    head_height: float
    foot_height: float
    max_row_height: float
    text_size: float
    remedy: str = DEFAULT_REMEDY  # advice for a sheet with too many rows

    def choose_cut(self, row_count: int) -> PageDivision:
        """Return the cut with the most sheets per page that has room for *row_count*, else the last."""
        return next((cut for cut in self.cuts if row_count <= cut.max_rows), self.cuts[-1])

    def with_roomy_cuts(
        self, pen: Pen, row_count: int, spare_head_height: float = 0.0
    ) -> "SlipLayout":
        """Return the layout with the cuts that leave *row_count* rows high enough to write in.

        If there is no such cut, the last one remains. Shorter paper is cut like the tallest: its head
        gets lower by at most *spare_head_height*, and its rows get lower too.
        """
        page = Box(0, 0, *pen.paper)
        tallest_page = Box(0, 0, pen.paper[0], max(height for _width, height in PAPERS.values()))
        other_height = (
            self.head_height
            + self.foot_height
            + max(MIN_FORM_TITLES_HEIGHT, self.text_size * TITLES_SCALE)
        )
        for index, cut in enumerate(self.cuts):
            piece_height = next(divide_page(page, cut.across, cut.down)).height
            tallest_piece_height = next(divide_page(tallest_page, cut.across, cut.down)).height
            roomy_height = other_height + row_count * WRITING_HEIGHT
            saved_from_head = min(max(roomy_height + 2 - piece_height, 0), spare_head_height)
            min_height = other_height - saved_from_head + row_count * MIN_ROW_HEIGHT + 2
            if tallest_piece_height >= roomy_height and piece_height >= min_height:
                return replace(
                    self, cuts=self.cuts[index:], head_height=self.head_height - saved_from_head
                )
        return replace(self, cuts=self.cuts[-1:])

    def make_form(
        self,
        box: Box,
        columns: Sequence[PaperColumn],
        rows: Sequence[Sequence[str]],
        sheet_label: str,
    ) -> Table:
        """Return a form that fills *box* below its head.

        :raises PrintingError: if its rows would be too low to write in; the error names *sheet_label*
        """
        form = make_form_table(columns, rows, box.width, row_height=0, size=self.text_size)
        row_height = self._compute_row_height(box, len(rows), form.head_height, sheet_label)
        size = row_height * 0.78  # letters as high as the row allows
        if size >= self.text_size:
            return form.with_row_height(row_height)
        return make_form_table(columns, rows, box.width, row_height=row_height, size=size)

    def make_list(
        self,
        box: Box,
        columns: Sequence[PaperColumn],
        rows: Sequence[Sequence[str]],
        sheet_label: str,
        *,
        boxed: bool,
        widest_row: Sequence[str] = (),
    ) -> Table:
        """Return a list that fills *box* below its head, at the largest size at which words fit.

        A row whose words take several lines is higher than the others. *widest_row* has the widest
        texts of all sheets of a set: if it fits, the columns are as wide as on the other sheets.

        :raises PrintingError: if its rows would be too low to read; the error names *sheet_label*
        """
        titles_height = make_list_table(columns, (), box.width, self.text_size).head_height
        row_height = self._compute_row_height(box, len(rows), titles_height, sheet_label)
        size = min(self.text_size, row_height * 0.68)
        possible_sizes = [size - step * 0.5 for step in range(10)]
        sizes = [possible for possible in possible_sizes if possible >= MIN_SIZE] or [size]
        if widest_row:
            measured_rows = (*rows, widest_row)
            table = make_largest_list(columns, measured_rows, box.width, sizes, boxed=boxed)
            if table.max_cell_lines < 2 and not table.is_cramped:
                return table.without_last_row().with_row_height(row_height)
        table = make_largest_list(columns, rows, box.width, sizes, boxed=boxed)
        if table.max_cell_lines < 2:
            return table.with_row_height(row_height)
        rows_height = self._compute_rows_height(box, titles_height)
        for smaller_size in (size for size in sizes if size <= table.size):
            table = make_list_table(columns, rows, box.width, smaller_size, boxed=boxed)
            if sum(table.row_heights) <= rows_height and not table.is_cramped:
                break
        return table.with_stretched_rows(
            table.head_height + rows_height, row_height / min(table.row_heights)
        )

    def _compute_row_height(
        self, box: Box, row_count: int, titles_height: float, sheet_label: str
    ) -> float:
        rows_height = self._compute_rows_height(box, titles_height)
        height = min(self.max_row_height, rows_height / max(row_count, 1))
        if height < MIN_ROW_HEIGHT:
            raise make_too_long_error(
                sheet=sheet_label,
                lines=row_count,
                most=int(rows_height / MIN_ROW_HEIGHT),
                remedy=self.remedy,
            )
        return height

    def _compute_rows_height(self, box: Box, titles_height: float) -> float:
        """Return the height that the rows of a sheet share."""
        return box.height - self.head_height - self.foot_height - titles_height - 2


def find_fitting_layout(
    paper: tuple[float, float], layout: SlipLayout, is_fitting: Callable[[Box], bool]
) -> SlipLayout | None:
    """Return *layout* with the first of its cuts whose pieces fit, or None.

    The tallest paper decides for all. On other paper rows are closer, so that none takes more pages.
    """
    page = Box(0, 0, paper[0], max(height for _width, height in PAPERS.values()))
    for cut in layout.cuts:
        if is_fitting(next(divide_page(page, cut.across, cut.down))):
            return replace(layout, cuts=(cut,))
    return None


def compute_piece_width(pen: Pen, layout: SlipLayout, row_count: int) -> float:
    """Return the width of a set's small sheets, the longest of which has *row_count*."""
    cut = layout.choose_cut(row_count)
    return next(divide_page(Box(0, 0, *pen.paper), cut.across, cut.down)).width


def iter_sheet_boxes(
    pen: Pen,
    layout: SlipLayout,
    sheets: Sequence[Item],
    row_count: int,
    draw_back: Callable[[Box, Item], None] | None = None,
) -> Iterator[tuple[Box, Item]]:
    """Yield small *sheets* with their boxes, all cut alike for the *row_count* of the longest."""
    cut = layout.choose_cut(row_count)
    yield from iter_piece_boxes(pen, sheets, cut.across, cut.down, draw_back=draw_back)


def iter_visible_boxes(
    pen: Pen,
    layout: SlipLayout,
    sheets: Sequence[Item],
    row_count: int,
    draw_back: Callable[[Box, Item], None] | None = None,
    *,
    count_rows: Callable[[Item], int] = lambda _sheet: 0,
) -> Iterator[tuple[Box, Item]]:
    """Yield small *sheets* as :func:`iter_sheet_boxes`, but only visible ones.

    The longest by *count_rows*, or the first of equal ones, comes in any case: if it fits, so do
    the others.
    """
    longest_sheet = max(sheets, key=count_rows, default=None)
    for box, sheet in iter_sheet_boxes(pen, layout, sheets, row_count, draw_back):
        if pen.is_page_visible or sheet is longest_sheet:
            yield box, sheet


def draw_stamp(pen: Pen, box: Box, heading: Heading) -> None:
    """Write the two-line stamp at the foot of a small sheet, with the movement's name if it fits."""
    foot_box = box.get_strip(box.height - STAMP_HEIGHT, STAMP_HEIGHT)
    date_line, printed_line = make_short_stamp(heading, pen.printed_at)
    long_line = join_with_dots((printed_line, heading.movement))
    fits = measure_text(long_line, STAMP_SIZE) <= foot_box.width
    pen.write_lines(
        (date_line, long_line if fits else printed_line), foot_box, STAMP_SIZE, align="left"
    )


def write_labelled_figures(
    pen: Pen, box: Box, labelled_figures: Sequence[tuple[str, str]], size: float
) -> float:
    """Write pairs of a small label and a large figure, such as "Board" and "7". Return their width.

    An empty figure is replaced by a line to write it on.
    """
    used_width = 0.0
    label_size = max(MIN_SIZE, size * 0.42)
    for label, figure in labelled_figures:
        label_width = measure_text(label, label_size) + 4
        pen.write(label, box.get_column(used_width, label_width), label_size, align="left")
        used_width += label_width
        figure_width = min(
            max(measure_text(figure, size, bold=True) + 2, size), box.width - used_width
        )
        if not figure:
            foot = box.y + (box.height - size) / 2
            pen.draw_lines([(box.x + used_width, foot, box.x + used_width + figure_width, foot)])
        pen.write(figure, box.get_column(used_width, figure_width), size, bold=True, align="left")
        used_width += figure_width + size * 0.5
    return used_width


# Personal sheets, each large for whoever needs large print.


class PersonalSheet(Protocol):
    """A sheet that belongs to a contestant."""

    @property
    def needs_large_print(self) -> bool:
        """Whether it is for somebody who needs large print."""


_Sheet = TypeVar("_Sheet", bound=PersonalSheet)


def draw_personal_sheets(
    pen: Pen, sheets: Sequence[_Sheet], draw: Callable[[Pen, Sequence[_Sheet]], None]
) -> None:
    """Draw the *sheets*. Those in large print come last."""
    large_sheets = [sheet for sheet in sheets if sheet.needs_large_print]
    if pen.large_print or not large_sheets:
        draw(pen, sheets)
        return
    normal_sheets = [sheet for sheet in sheets if not sheet.needs_large_print]
    if normal_sheets:
        draw(pen, normal_sheets)
    with pen.use_large_print():
        draw(pen, large_sheets)


def make_too_long_error(
    *, sheet: object, lines: object, most: object, remedy: object
) -> TooLongError:
    return TooLongError(
        "too-long",
        "{sheet} has {lines} lines, but a page fits {most}; {remedy}.",
        sheet=sheet,
        lines=lines,
        most=most,
        remedy=remedy,
    )
