"""Small sheets, several on a page and cut apart: how many fit, and the head of each.

A ``SlipLayout`` has the possible cuts of a page and the measures of one sheet. All sheets of a set
are cut alike, for the one with the most rows, and paper of another size takes as many pages. What
is drawn below the head is left to the kinds of sheets.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from director.errors import TooLongError
from director.pdf.fonts import SMALLEST, text_width
from director.pdf.page import PAPERS, Box, Item, Pen, divide_page, impose
from director.pdf.tables import (
    PaperColumn,
    Table,
    make_form_table,
    make_largest_list,
    make_list_table,
)
from director.pdf.words import STAMP_SIZE, join_with_dots, make_short_stamp
from director.sheets import Heading

REMEDY = "divide the field into sections or the event into sessions"
MIN_ROW_HEIGHT = 12.0  # of a row that can still be written in or read
MIN_TITLES_HEIGHT = 30.0
TITLES_SCALE = 2.1  # height of a form's titles, as a multiple of its size
WRITING_HEIGHT = 13.0  # of a row that is easy to write in
STAMP = 2 * STAMP_SIZE * 1.2 + 2  # height of the stamp at the foot of a small sheet


@dataclass(frozen=True, slots=True)
class PageDivision:
    """A way to cut a page, for sheets of at most *max_rows* rows."""

    max_rows: int
    across: int
    down: int


@dataclass(frozen=True, slots=True)
class SlipLayout:
    """The cuts and measures for one kind of small sheet.

    *cuts* are sorted from many sheets per page to few; all measures are in points.
    """

    cuts: tuple[PageDivision, ...]
    head: float
    foot: float
    max_row_height: float
    size: float
    remedy: str = REMEDY  # advice for a sheet with too many rows

    def choose_cut(self, rows: int) -> PageDivision:
        """Return the cut with the most sheets per page that has room for *rows*, else the last."""
        return next((cut for cut in self.cuts if rows <= cut.max_rows), self.cuts[-1])

    def with_roomy_cuts(self, pen: Pen, rows: int, spare: float = 0.0) -> "SlipLayout":
        """Return the layout with only the cuts whose *rows* are high enough to write in.

        If there is no such cut, the last one remains. Other paper than the tallest is cut alike:
        there the head gets lower by at most *spare*, and so do the rows.
        """
        page = Box(0, 0, *pen.paper)
        tallest = Box(0, 0, pen.paper[0], max(height for _width, height in PAPERS.values()))
        other_height = self.head + self.foot + max(MIN_TITLES_HEIGHT, self.size * TITLES_SCALE)
        for index, cut in enumerate(self.cuts):
            piece_height = next(divide_page(page, cut.across, cut.down)).height
            tallest_piece_height = next(divide_page(tallest, cut.across, cut.down)).height
            roomy_height = other_height + rows * WRITING_HEIGHT
            saved_from_head = min(max(roomy_height + 2 - piece_height, 0), spare)
            least_height = other_height - saved_from_head + rows * MIN_ROW_HEIGHT + 2
            if tallest_piece_height >= roomy_height and piece_height >= least_height:
                return replace(self, cuts=self.cuts[index:], head=self.head - saved_from_head)
        return replace(self, cuts=self.cuts[-1:])

    def make_form(
        self, place: Box, columns: Sequence[PaperColumn], rows: Sequence[Sequence[str]], sheet: str
    ) -> Table:
        """Return a form that fills *place* below its head.

        :raises PrintingError: if its rows would be too low to write in; the error names *sheet*
        """
        form = make_form_table(columns, rows, place.width, row_height=0, size=self.size)
        height = self._compute_row_height(place, len(rows), form.head_height, sheet)
        size = height * 0.78  # letters as high as the row allows
        if size >= self.size:
            return form.with_rows(height)
        return make_form_table(columns, rows, place.width, row_height=height, size=size)

    def make_list(
        self,
        place: Box,
        columns: Sequence[PaperColumn],
        rows: Sequence[Sequence[str]],
        sheet: str,
        *,
        boxed: bool,
    ) -> Table:
        """Return a list that fills *place* below its head, at the largest size at which words fit.

        A row whose words take several lines is higher than the others.

        :raises PrintingError: if its rows would be too low to read; the error names *sheet*
        """
        titles = make_list_table(columns, (), place.width, self.size).head_height
        height = self._compute_row_height(place, len(rows), titles, sheet)
        size = min(self.size, height * 0.68)
        smaller_sizes = [size - step * 0.5 for step in range(10)]
        sizes = [any_size for any_size in smaller_sizes if any_size >= SMALLEST] or [size]
        table = make_largest_list(columns, rows, place.width, sizes, boxed=boxed)
        if table.max_lines < 2:
            return table.with_rows(height)
        room = self._compute_rows_height(place, titles)
        for smaller in (size for size in sizes if size <= table.size):
            table = make_list_table(columns, rows, place.width, smaller, boxed=boxed)
            if sum(table.heights) <= room and not table.is_cramped:
                break
        return table.with_stretched_rows(table.head_height + room, height / min(table.heights))

    def _compute_row_height(self, place: Box, rows: int, titles: float, sheet: str) -> float:
        room = self._compute_rows_height(place, titles)
        height = min(self.max_row_height, room / max(rows, 1))
        if height < MIN_ROW_HEIGHT:
            raise make_too_long_error(
                sheet=sheet,
                lines=rows,
                most=int(room / MIN_ROW_HEIGHT),
                remedy=self.remedy,
            )
        return height

    def _compute_rows_height(self, place: Box, titles: float) -> float:
        """Return the height that the rows of a sheet share."""
        return place.height - self.head - self.foot - titles - 2


def find_first_fitting(
    paper: tuple[float, float], layout: SlipLayout, fits: Callable[[Box], bool]
) -> SlipLayout | None:
    """Return *layout* with the first of its cuts whose pieces fit, or None.

    The tallest paper decides for all. On other paper rows are closer, so that none takes more pages.
    """
    page = Box(0, 0, paper[0], max(height for _width, height in PAPERS.values()))
    for cut in layout.cuts:
        if fits(next(divide_page(page, cut.across, cut.down))):
            return replace(layout, cuts=(cut,))
    return None


def compute_piece_width(pen: Pen, layout: SlipLayout, rows: int) -> float:
    """Return the width of a set's small sheets, the longest of which has *rows*."""
    cut = layout.choose_cut(rows)
    return next(divide_page(Box(0, 0, *pen.paper), cut.across, cut.down)).width


def place_on_pages(
    pen: Pen,
    layout: SlipLayout,
    sheets: Sequence[Item],
    rows: int,
    back: Callable[[Box, Item], None] | None = None,
) -> Iterator[tuple[Box, Item]]:
    """Yield small *sheets* with their places, all cut alike for the *rows* of the longest."""
    cut = layout.choose_cut(rows)
    yield from impose(pen, sheets, cut.across, cut.down, back=back)


def place_visible_on_pages(
    pen: Pen,
    layout: SlipLayout,
    sheets: Sequence[Item],
    rows: int,
    back: Callable[[Box, Item], None] | None = None,
    *,
    count_rows: Callable[[Item], int] = lambda _sheet: 0,
) -> Iterator[tuple[Box, Item]]:
    """Yield small *sheets* as :func:`place_on_pages`, but only visible ones.

    The longest by *count_rows*, or the first of equal ones, comes in any case: if it fits, so do
    the others.
    """
    longest = max(sheets, key=count_rows, default=None)
    for place, sheet in place_on_pages(pen, layout, sheets, rows, back):
        if pen.is_seen or sheet is longest:
            yield place, sheet


def draw_stamp(pen: Pen, place: Box, heading: Heading) -> None:
    """Write the two-line stamp at the foot of a small sheet, with the movement's name if it fits."""
    foot = place.strip(place.height - STAMP, STAMP)
    when, printed = make_short_stamp(heading, pen.printed_at)
    long_line = join_with_dots((printed, heading.movement))
    fits = text_width(long_line, STAMP_SIZE) <= foot.width
    pen.write_lines((when, long_line if fits else printed), foot, STAMP_SIZE, align="left")


def write_titles(pen: Pen, box: Box, titles: Sequence[tuple[str, str]], size: float) -> float:
    """Write pairs of a small word and a large figure, such as "Board" and "7". Return their width.

    An empty figure is replaced by a line to write it on.
    """
    across = 0.0
    word_size = max(SMALLEST, size * 0.42)
    for word, figure in titles:
        word_width = text_width(word, word_size) + 4
        pen.write(word, box.column(across, word_width), word_size, align="left")
        across += word_width
        figure_width = min(max(text_width(figure, size, bold=True) + 2, size), box.width - across)
        if not figure:
            foot = box.y + (box.height - size) / 2
            pen.rule([(box.x + across, foot, box.x + across + figure_width, foot)])
        pen.write(figure, box.column(across, figure_width), size, bold=True, align="left")
        across += figure_width + size * 0.5
    return across


# Personal sheets, each large for whoever needs large print.


class PersonalSheet(Protocol):
    """A sheet that belongs to a contestant."""

    @property
    def needs_large_print(self) -> bool:
        """Whether it is for somebody who needs large print."""


_Sheet = TypeVar("_Sheet", bound=PersonalSheet)


def draw_personal(
    pen: Pen, sheets: Sequence[_Sheet], draw: Callable[[Pen, Sequence[_Sheet]], None]
) -> None:
    """Draw the *sheets*. Those in large print come last."""
    large_sheets = [sheet for sheet in sheets if sheet.needs_large_print]
    if pen.large_print or not large_sheets:
        draw(pen, sheets)
        return
    usual_sheets = [sheet for sheet in sheets if not sheet.needs_large_print]
    if usual_sheets:
        draw(pen, usual_sheets)
    with pen.larger():
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
