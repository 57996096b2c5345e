"""Pages of lists: a title, tables that run over as many pages as they need, and a foot."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from itertools import pairwise
from typing import Protocol, TypeVar

from director.pdf.fonts import MIN_SIZE, measure_text, wrap_text
from director.pdf.page import MARGIN, PAPERS, Align, Box, Pen
from director.pdf.tables import MIN_ROW_SCALE, PaperColumn, Table, make_list_table
from director.pdf.words import STAMP_SIZE, format_date_and_section, join_with_dots, make_stamp
from director.sheets import Heading

TITLE_SIZE = 19.0
HEAD_HEIGHT = 62.0
FOOT_HEIGHT = 38.0
SUBSTITUTE_NOTE = "□ = letter not in this font"
TEXT_SIZES = (18.0, 16.0, 15.0, 14.0, 13.0, 12.0, 11.0, 10.0)
LARGE_TEXT_SIZES = (24.0, 22.0, 20.0, 18.0)
SMALLER_SCALES = (0.97, 0.94, 0.91, 0.88, 0.85, 0.82, 0.79)
"""Scales to try if the list takes fewer pages on other paper."""
COLUMN_GAP = 18.0
MIN_SAVING_SIZE = 11.0  # a list is set no smaller than this to save a page
MAX_SINGLE_COLUMN = 32  # people in one column before there are two
STAMP_WIDTH_SHARE = 0.37
"""Width of each half of the stamp, as a share of the page."""
# The two lines of a head as shares of its height
_UPPER_LINE_HEIGHT_SHARE = 0.45
_LOWER_LINE_TOP_SHARE = 0.48
_LOWER_LINE_HEIGHT_SHARE = 0.29
# Their left and right texts as shares of the page's width
_EVENT_WIDTH_SHARE = 0.58
_CLUB_WIDTH_SHARE = 0.4
_TITLE_WIDTH_SHARE = 0.62
_NOTE_WIDTH_SHARE = 0.37
Paper = tuple[float, float]
PagePlan = TypeVar("PagePlan", bound="PagedList")


def render_lists(
    draw: Callable[[Pen], object], paper: str, *, title: str, printed_at: datetime
) -> bytes:
    """Return the PDF that *draw* draws on *paper*, a key of ``PAPERS``. *title* is its name in a viewer."""
    target = BytesIO()
    pen = Pen(target, paper=PAPERS[paper], large_print=False, printed_at=printed_at, title=title)
    draw(pen)
    pen.save()
    return target.getvalue()


def begin_list_page(
    pen: Pen, heading: Heading, title: str, note: str = "", *, landscape: bool = False
) -> Box:
    """Begin a page with event and *title*, and return the space below its head.

    *note* is in bold at the right.
    """
    page = pen.begin_page(landscape=landscape).inset(MARGIN)
    head_height, _foot_height = _compute_head_and_foot_heights(pen.paper, landscape=landscape)
    head_box = page.get_strip(0, head_height)
    upper_line = head_box.get_strip(0, head_height * _UPPER_LINE_HEIGHT_SHARE)
    lower_line = head_box.get_strip(
        head_height * _LOWER_LINE_TOP_SHARE, head_height * _LOWER_LINE_HEIGHT_SHARE
    )
    _write_title(
        pen,
        upper_line.get_column(0, page.width * _EVENT_WIDTH_SHARE),
        heading.event,
        TITLE_SIZE,
        align="left",
        bold=True,
    )
    _write_title(
        pen,
        upper_line.get_column(page.width * (1 - _CLUB_WIDTH_SHARE), page.width * _CLUB_WIDTH_SHARE),
        heading.club,
        11,
        align="right",
        bold=False,
    )
    pen.write(
        join_with_dots((format_date_and_section(heading), title)),
        lower_line.get_column(0, page.width * _TITLE_WIDTH_SHARE),
        12,
        align="left",
    )
    note_box = lower_line.get_column(
        page.width * (1 - _NOTE_WIDTH_SHARE), page.width * _NOTE_WIDTH_SHARE
    )
    pen.write(note, note_box, 12, bold=True, align="right")
    pen.draw_lines([(page.x, head_box.y + 8, page.right, head_box.y + 8)], 1.2)
    return get_list_body(pen.paper, landscape=landscape)


def get_list_body(paper: Paper, *, landscape: bool = False) -> Box:
    """Return the space between head and foot of a page."""
    width, height = reversed(paper) if landscape else paper
    page = Box(0, 0, width, height).inset(MARGIN)
    head_height, foot_height = _compute_head_and_foot_heights(paper, landscape=landscape)
    return page.get_strip(head_height, page.height - head_height - foot_height)


def _compute_head_and_foot_heights(paper: Paper, *, landscape: bool) -> tuple[float, float]:
    """Return the heights of a page's head and foot.

    In landscape a narrower paper takes the difference from head and foot, so that the space for
    rows is the same on every paper.
    """
    missing_height = 0.0
    if landscape:
        missing_height = max(width for width, _height in PAPERS.values()) - paper[0]
    return HEAD_HEIGHT - missing_height / 2, FOOT_HEIGHT - missing_height / 2


class PagedList(Protocol):
    """How a list is divided into pages."""

    @property
    def pages(self) -> Sequence[object]:
        """The content of each page."""


def choose_page_plan(
    paper: Paper,
    make_plans: Callable[[Paper], Iterable[PagePlan]],
    make_closer_plans: Callable[[Paper], Iterable[PagePlan]],
) -> PagePlan:
    """Return the plan for *paper* with as many pages as on every other paper.

    The names are then on the same pages on every paper. Both functions return plans for a paper, the
    most readable first. Closer plans are tried if another paper needs fewer pages.
    """
    plans_by_paper = {any_paper: list(make_plans(any_paper)) for any_paper in PAPERS.values()}
    min_pages_of_papers = [
        min(len(plan.pages) for plan in plans) for plans in plans_by_paper.values()
    ]
    page_count = min(min_pages_of_papers)
    if max(min_pages_of_papers) > page_count:
        for any_paper, plans in plans_by_paper.items():
            plans.extend(make_closer_plans(any_paper))
        page_count = _compute_common_page_count(plans_by_paper.values(), page_count)
    for plan in plans_by_paper[paper]:
        if len(plan.pages) == page_count:
            return plan
    return min(plans_by_paper[paper], key=lambda plan: max(len(plan.pages), page_count))


def _compute_common_page_count(
    plans_of_papers: Iterable[Sequence[PagedList]], max_pages: int
) -> int:
    """Return the most pages, up to *max_pages*, that all *plans_of_papers* can have, else *max_pages*."""
    page_counts = [{len(plan.pages) for plan in plans} for plans in plans_of_papers]
    common_counts = set.intersection(*page_counts)
    return max((count for count in common_counts if count <= max_pages), default=max_pages)


def _write_title(pen: Pen, box: Box, text: str, size: float, *, align: Align, bold: bool) -> None:
    """Write *text* in one line, or smaller in several lines if it is too long.

    A line is written smaller than its size if it doesn't fit. One line may shrink to two points
    above the smallest type. Lines that were broken for the smallest type mostly have space for
    one point more.
    """
    if measure_text(text, MIN_SIZE + 2, bold) <= box.width:
        pen.write(text, box, size, align=align, bold=bold)
    else:
        lines = wrap_text(text, MIN_SIZE, box.width, bold=bold)
        pen.write_lines(lines, box, MIN_SIZE + 1, align=align, bold=bold)


def draw_list_foot(
    pen: Pen, heading: Heading, page_no: int, page_count: int, *, landscape: bool = False
) -> None:
    """End a page with the stamp and its number within the list."""
    width, height = reversed(pen.paper) if landscape else pen.paper
    page = Box(0, 0, width, height).inset(MARGIN)
    _head_height, foot_height = _compute_head_and_foot_heights(pen.paper, landscape=landscape)
    foot_box = page.get_strip(page.height - foot_height + 4, foot_height - 4)
    lines = make_stamp(heading, pen.printed_at)
    stamp_width = width * STAMP_WIDTH_SHARE
    left_lines = lines[:2]
    right_lines = [_leave_out_last_parts(line, stamp_width) for line in lines[2:]]
    page_text = f"page {page_no} of {page_count}" if page_count > 1 else ""
    middle_box = foot_box.get_column(
        width * STAMP_WIDTH_SHARE, page.width - width * STAMP_WIDTH_SHARE * 2
    )
    note = (
        wrap_text(SUBSTITUTE_NOTE, STAMP_SIZE, middle_box.width)
        if pen.has_substitute_letters
        else ()
    )
    pen.write_lines(
        left_lines, foot_box.get_column(0, width * STAMP_WIDTH_SHARE), STAMP_SIZE, align="left"
    )
    pen.write_lines([line for line in (page_text, *note) if line], middle_box, STAMP_SIZE)
    pen.write_lines(
        right_lines,
        foot_box.get_column(page.width - width * STAMP_WIDTH_SHARE, width * STAMP_WIDTH_SHARE),
        STAMP_SIZE,
        align="right",
    )


def _leave_out_last_parts(text: str, width: float) -> str:
    """Return *text* without its last parts, as far as it is wider than *width*.

    A movement names its tables and pairs last, and the sheet shows these anyway.
    """
    parts = text.split(", ")
    while len(parts) > 1 and measure_text(", ".join(parts), STAMP_SIZE) > width:
        parts.pop()
    return ", ".join(parts)


def divide_into_even_runs(count: int, max_length: int) -> list[range]:
    """Return *count* things in the fewest runs of at most *max_length*, as equal as possible.

    >>> divide_into_even_runs(28, 12)
    [range(0, 9), range(9, 18), range(18, 28)]
    """
    run_count = max(1, -(-count // max(max_length, 1)))
    edges = [count * index // run_count for index in range(run_count + 1)]
    return [range(first, last) for first, last in pairwise(edges)]


def divide_by_height(
    heights: Sequence[float], first_height: float, page_height: float
) -> list[range]:
    """Return rows in runs that fit *page_height*, the first run *first_height*.

    A row that is too high is alone in its run. The first run is empty if its row is too high for the
    first page but may fit on the second.
    """
    runs: list[range] = []
    start = 0
    used_height = 0.0
    available_height = first_height
    for index, height in enumerate(heights):
        is_first_page_lower = not runs and first_height < page_height
        if used_height + height > available_height and (index > start or is_first_page_lower):
            runs.append(range(start, index))
            start = index
            used_height = 0.0
            available_height = page_height
        used_height += height
    return [*runs, range(start, len(heights))]


def divide_table_for_every_paper(
    paper: Paper, table: Table, height: float
) -> tuple[Table, list[range]]:
    """Return the table with rows as high as possible, and its runs for upright *paper*.

    *height* is the space for rows on a page. A page has as many rows as on the tallest paper. On other
    paper the rows are closer, so that no paper needs more pages.
    """
    missing_height = max(height for _width, height in PAPERS.values()) - paper[1]
    tallest_height = min(height + missing_height, height / MIN_ROW_SCALE)
    runs = divide_by_height(table.row_heights, tallest_height, tallest_height)
    fullest_height = max(sum(table.row_heights[index] for index in run) for run in runs)
    # The height of all rows if the fullest page just fits.
    fitting_height = sum(table.row_heights) * height / max(fullest_height, 1)
    return table.with_stretched_rows(table.head_height + fitting_height, max_factor=1.0), runs


def draw_list(
    pen: Pen,
    heading: Heading,
    title: str,
    columns: Sequence[PaperColumn],
    rows: Sequence[Sequence[str]],
    *,
    has_two_columns: bool = False,
    grouping_column_count: int = 0,
) -> None:
    """Draw a list on as many pages as needed. With two columns, the left one comes first.

    The first *grouping_column_count* are left empty where they repeat the row above.
    """
    sizes: Sequence[float] = TEXT_SIZES
    if pen.large_print:
        sizes = LARGE_TEXT_SIZES
    elif has_two_columns:
        sizes = TEXT_SIZES[3:]  # half a page is too narrow for the largest
    layouts = _ListLayouts(columns, rows, sizes, columns_per_page=2 if has_two_columns else 1)
    plan = choose_page_plan(
        pen.paper,
        lambda paper: (layouts.choose_layout(paper),),
        layouts.iter_closer_layouts,
    )
    for page_no, page_runs in enumerate(plan.pages, 1):
        page = begin_list_page(pen, heading, title)
        for column_no, run in enumerate(page_runs):
            table = plan.table.without_repeated_cells(grouping_column_count, run)
            left_edge = page.x + column_no * (plan.table.width + COLUMN_GAP)
            table.draw(pen, left_edge, page.top, row_range=run, boxed=False)
        draw_list_foot(pen, heading, page_no, len(plan.pages))


@dataclass(frozen=True, slots=True)
class _ListPages:
    """A list with the runs of rows on each page, side by side."""

    table: Table
    columns_per_page: int
    pages: list[list[range]]


@dataclass(frozen=True, slots=True)
class _ListLayouts:
    """The possible layouts of a list, with one or two columns of rows on a page."""

    columns: Sequence[PaperColumn]
    rows: Sequence[Sequence[str]]
    sizes: Sequence[float]
    columns_per_page: int

    def choose_layout(self, paper: Paper) -> _ListPages:
        """Return the best layout to read at one of the sizes."""
        best_layout = min(
            self._iter_layouts(paper, self.columns_per_page), key=_compute_readability_key
        )
        if self.columns_per_page > 1 and best_layout.table.has_divided_words:
            # Lists with many columns need the width of the page for their names.
            single_column_layout = min(self._iter_layouts(paper, 1), key=_compute_readability_key)
            if not single_column_layout.table.has_divided_words and len(
                single_column_layout.pages
            ) <= len(best_layout.pages):
                return single_column_layout
        return best_layout

    def iter_closer_layouts(self, paper: Paper) -> Iterator[_ListPages]:
        """Yield layouts in smaller type.

        Cramped ones are left out, unless the usual layout is cramped too.
        """
        chosen_layout = self.choose_layout(paper)
        for scale in SMALLER_SCALES:
            size = chosen_layout.table.size * scale
            if size >= MIN_SIZE:
                layout = self._make_layout(paper, size, chosen_layout.columns_per_page)
                if chosen_layout.table.is_cramped or not layout.table.is_cramped:
                    yield layout

    def _iter_layouts(self, paper: Paper, columns_per_page: int) -> Iterator[_ListPages]:
        for size in self.sizes:
            yield self._make_layout(paper, size, columns_per_page)

    def _make_layout(self, paper: Paper, size: float, columns_per_page: int) -> _ListPages:
        width = (
            get_list_body(paper).width - COLUMN_GAP * (columns_per_page - 1)
        ) / columns_per_page
        table = make_list_table(self.columns, self.rows, width, size, boxed=False)
        return _make_list_pages(paper, table, columns_per_page)


def _make_list_pages(paper: Paper, table: Table, columns_per_page: int) -> _ListPages:
    table, runs = divide_table_for_every_paper(
        paper, table, get_list_body(paper).height - table.head_height
    )
    if columns_per_page > 1:
        runs = _balance_runs(runs, table.row_heights)
    pages = [
        runs[index : index + columns_per_page] for index in range(0, len(runs), columns_per_page)
    ]
    return _ListPages(table, columns_per_page, pages)


def _compute_readability_key(layout: _ListPages) -> tuple[int, int, float]:
    """Return the key that sorts layouts of one list, the best to read first.

    Whole words count most. Then a page less is better than slightly larger type, because nobody
    looks for the last names on another page. Type below ``MIN_SAVING_SIZE`` saves no page.
    """
    table = layout.table
    if table.is_cramped:
        # Smaller type cramps fewer words.
        return 3, 0, table.size
    if table.has_divided_words:
        return 2, 0, -table.size
    if table.size < MIN_SAVING_SIZE:
        return 1, 0, -table.size
    return 0, len(layout.pages), -table.size


def _balance_runs(runs: Sequence[range], heights: Sequence[float]) -> list[range]:
    """Return *runs* of pages with two columns, of about equal height on the last page.

    >>> _balance_runs([range(0, 4), range(4, 5)], [30.0, 10.0, 10.0, 10.0, 10.0])
    [range(0, 2), range(2, 5)]
    """
    last_runs = runs[-2:] if len(runs) % 2 == 0 else runs[-1:]
    start = last_runs[0].start
    stop = last_runs[-1].stop

    def compute_higher_column(middle: int) -> float:
        return max(sum(heights[start:middle]), sum(heights[middle:stop]))

    # On a tie, the left column is the longer one.
    middle_row = min(range(stop, start, -1), key=compute_higher_column)
    halves = [range(start, middle_row), range(middle_row, stop)]
    return [*runs[: len(runs) - len(last_runs)], *(half for half in halves if half)]
