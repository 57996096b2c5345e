"""Pages of lists: a title, tables that run over as many pages as they need, and a foot."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol, TypeVar

from director.pdf.fonts import SMALLEST, text_width, wrap_text
from director.pdf.page import MARGIN, PAPERS, Align, Box, Pen
from director.pdf.tables import MIN_ROW_SCALE, PaperColumn, Table, make_list_table
from director.pdf.words import STAMP_SIZE, format_date_and_section, join_with_dots, make_stamp
from director.sheets import Heading

TITLE_SIZE = 19.0
HEAD_HEIGHT = 62.0
FOOT_HEIGHT = 38.0
SUBSTITUTE_NOTE = "□ = letter not in this font"
SIZES = (18.0, 16.0, 15.0, 14.0, 13.0, 12.0, 11.0, 10.0)
LARGE_SIZES = (24.0, 22.0, 20.0, 18.0)
SMALLER_SCALES = (0.97, 0.94, 0.91, 0.88, 0.85, 0.82, 0.79)
"""Scales to try if the list takes fewer pages on other paper."""
COLUMN_GAP = 18.0
MIN_SAVING_SIZE = 11.0  # a list is set no smaller than this to save a page
MAX_SINGLE_COLUMN = 32  # people in one column before there are two
SIDE_WIDTH = 0.37
"""Width of each half of the stamp, as a share of the page."""
# The two lines of a head as shares of its height
_UPPER_LINE_HEIGHT = 0.45
_LOWER_LINE_TOP = 0.48
_LOWER_LINE_HEIGHT = 0.29
# Their left and right texts as shares of the page's width
_EVENT_WIDTH = 0.58
_CLUB_WIDTH = 0.4
_TITLE_WIDTH = 0.62
_NOTE_WIDTH = 0.37
Paper = tuple[float, float]
PagePlan = TypeVar("PagePlan", bound="PagedList")


def begin_list_page(
    pen: Pen, heading: Heading, title: str, note: str = "", *, landscape: bool = False
) -> Box:
    """Begin a page with event and *title*, and return the space below its head.

    *note* is in bold at the right.
    """
    page = pen.new_page(landscape=landscape).inset(MARGIN)
    head_height, _foot_height = _compute_head_and_foot(pen.paper, landscape=landscape)
    head_box = page.strip(0, head_height)
    upper_line = head_box.strip(0, head_height * _UPPER_LINE_HEIGHT)
    lower_line = head_box.strip(head_height * _LOWER_LINE_TOP, head_height * _LOWER_LINE_HEIGHT)
    _write_title(
        pen,
        upper_line.column(0, page.width * _EVENT_WIDTH),
        heading.event,
        TITLE_SIZE,
        align="left",
        bold=True,
    )
    _write_title(
        pen,
        upper_line.column(page.width * (1 - _CLUB_WIDTH), page.width * _CLUB_WIDTH),
        heading.club,
        11,
        align="right",
        bold=False,
    )
    pen.write(
        join_with_dots((format_date_and_section(heading), title)),
        lower_line.column(0, page.width * _TITLE_WIDTH),
        12,
        align="left",
    )
    note_box = lower_line.column(page.width * (1 - _NOTE_WIDTH), page.width * _NOTE_WIDTH)
    pen.write(note, note_box, 12, bold=True, align="right")
    pen.rule([(page.x, head_box.y + 8, page.right, head_box.y + 8)], 1.2)
    return get_list_body(pen.paper, landscape=landscape)


def get_list_body(paper: Paper, *, landscape: bool = False) -> Box:
    """Return the space between head and foot of a page."""
    width, height = reversed(paper) if landscape else paper
    page = Box(0, 0, width, height).inset(MARGIN)
    head_height, foot_height = _compute_head_and_foot(paper, landscape=landscape)
    return page.strip(head_height, page.height - head_height - foot_height)


def _compute_head_and_foot(paper: Paper, *, landscape: bool) -> tuple[float, float]:
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

    So the names are on the same pages whatever paper a club prints on. Both functions return plans
    for a paper, the most readable first. Closer plans are tried if another paper needs fewer pages.
    """
    plans_by_paper = {any_paper: list(make_plans(any_paper)) for any_paper in PAPERS.values()}
    fewest_pages = [min(len(plan.pages) for plan in plans) for plans in plans_by_paper.values()]
    page_count = min(fewest_pages)
    if max(fewest_pages) > page_count:
        for any_paper, plans in plans_by_paper.items():
            plans.extend(make_closer_plans(any_paper))
        page_count = _find_common_page_count(plans_by_paper.values(), page_count)
    for plan in plans_by_paper[paper]:
        if len(plan.pages) == page_count:
            return plan
    return min(plans_by_paper[paper], key=lambda plan: max(len(plan.pages), page_count))


def _find_common_page_count(papers: Iterable[Sequence[PagedList]], limit: int) -> int:
    """Return the most pages up to *limit* for which each of *papers* has a plan, else *limit*."""
    page_counts = [{len(plan.pages) for plan in plans} for plans in papers]
    common_counts = set.intersection(*page_counts)
    return max((count for count in common_counts if count <= limit), default=limit)


def _write_title(pen: Pen, box: Box, text: str, size: float, *, align: Align, bold: bool) -> None:
    """Write *text* in one line, or smaller in several lines if it is too long.

    A line is written smaller than its size if it doesn't fit. One line may shrink to two points
    above the smallest type. Lines that were broken for the smallest type mostly have space for
    one point more.
    """
    if text_width(text, SMALLEST + 2, bold) <= box.width:
        pen.write(text, box, size, align=align, bold=bold)
    else:
        lines = wrap_text(text, SMALLEST, box.width, bold=bold)
        pen.write_lines(lines, box, SMALLEST + 1, align=align, bold=bold)


def draw_list_foot(
    pen: Pen, heading: Heading, number: int, count: int, *, landscape: bool = False
) -> None:
    """End a page with the stamp and its number within the list."""
    width, height = reversed(pen.paper) if landscape else pen.paper
    page = Box(0, 0, width, height).inset(MARGIN)
    _head_height, foot_height = _compute_head_and_foot(pen.paper, landscape=landscape)
    foot = page.strip(page.height - foot_height + 4, foot_height - 4)
    lines = make_stamp(heading, pen.printed_at)
    left_lines, right_lines = lines[:2], lines[2:]
    page_text = f"page {number} of {count}" if count > 1 else ""
    middle = foot.column(width * SIDE_WIDTH, page.width - width * SIDE_WIDTH * 2)
    note = wrap_text(SUBSTITUTE_NOTE, STAMP_SIZE, middle.width) if pen.has_substitutes else ()
    pen.write_lines(left_lines, foot.column(0, width * SIDE_WIDTH), STAMP_SIZE, align="left")
    pen.write_lines([line for line in (page_text, *note) if line], middle, STAMP_SIZE)
    pen.write_lines(
        right_lines,
        foot.column(page.width - width * SIDE_WIDTH, width * SIDE_WIDTH),
        STAMP_SIZE,
        align="right",
    )


def divide_into_even_runs(count: int, max_length: int) -> list[range]:
    """Return *count* things in the fewest runs of at most *max_length*, as equal as possible.

    >>> divide_into_even_runs(28, 12)
    [range(0, 9), range(9, 18), range(18, 28)]
    """
    runs = max(1, -(-count // max(max_length, 1)))
    edges = [count * index // runs for index in range(runs + 1)]
    return [range(first, last) for first, last in pairwise(edges)]


def divide_by_height(
    heights: Sequence[float], first_height: float, page_height: float
) -> list[range]:
    """Return rows in runs that fit *page_height*, the first run *first_height*.

    A row that is too high gets a run of its own. The first run is empty if its row is too high for
    the first page but may fit the second.
    """
    runs: list[range] = []
    start = 0
    used_height = 0.0
    limit = first_height
    for index, height in enumerate(heights):
        is_first_page_lower = not runs and first_height < page_height
        if used_height + height > limit and (index > start or is_first_page_lower):
            runs.append(range(start, index))
            start = index
            used_height = 0.0
            limit = page_height
        used_height += height
    return [*runs, range(start, len(heights))]


def divide_table_for_every_paper(
    paper: Paper, table: Table, height: float
) -> tuple[Table, list[range]]:
    """Return the table with rows as high as possible, and its runs for upright *paper*.

    *height* is the space for rows on a page.
    A page holds as many rows as one of the tallest paper. On other paper rows are closer, so that
    no paper needs more pages.
    """
    missing_height = max(height for _width, height in PAPERS.values()) - paper[1]
    tallest_height = min(height + missing_height, height / MIN_ROW_SCALE)
    runs = divide_by_height(table.heights, tallest_height, tallest_height)
    fullest_height = max(sum(table.heights[index] for index in run) for run in runs)
    # The height of all rows if the fullest page just fits.
    fitting_height = sum(table.heights) * height / max(fullest_height, 1)
    return table.with_stretched_rows(table.head_height + fitting_height, max_factor=1.0), runs


def draw_rows(
    pen: Pen,
    heading: Heading,
    title: str,
    columns: Sequence[PaperColumn],
    rows: Sequence[Sequence[str]],
    *,
    is_double: bool = False,
    grouping_columns: int = 0,
) -> None:
    """Draw a list on as many pages as needed. With two columns, the left one comes first.

    The first *grouping_columns* are left empty where they repeat the row above.
    """
    sizes: Sequence[float] = SIZES
    if pen.large_print:
        sizes = LARGE_SIZES
    elif is_double:
        sizes = SIZES[3:]  # half a page is too narrow for the largest
    layouts = _ListLayouts(columns, rows, sizes, columns_per_page=2 if is_double else 1)
    plan = choose_page_plan(
        pen.paper,
        lambda paper: (layouts.choose_layout(paper),),
        layouts.generate_closer_layouts,
    )
    for number, page_runs in enumerate(plan.pages, 1):
        page = begin_list_page(pen, heading, title)
        for column_no, run in enumerate(page_runs):
            table = plan.table.without_repeated_cells(grouping_columns, run)
            left_edge = page.x + column_no * (plan.table.width + COLUMN_GAP)
            table.draw(pen, left_edge, page.top, rows=run, boxed=False)
        draw_list_foot(pen, heading, number, len(plan.pages))


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
        best = min(
            self._generate_layouts(paper, self.columns_per_page), key=_compute_readability_key
        )
        if self.columns_per_page > 1 and best.table.divides_words:
            # Lists with many columns need the width of the page for their names.
            single = min(self._generate_layouts(paper, 1), key=_compute_readability_key)
            if not single.table.divides_words and len(single.pages) <= len(best.pages):
                return single
        return best

    def generate_closer_layouts(self, paper: Paper) -> Iterator[_ListPages]:
        """Yield layouts in smaller type.

        Cramped ones are left out, unless the usual layout is cramped too.
        """
        usual_layout = self.choose_layout(paper)
        for scale in SMALLER_SCALES:
            size = usual_layout.table.size * scale
            if size >= SMALLEST:
                layout = self._make_layout(paper, size, usual_layout.columns_per_page)
                if usual_layout.table.is_cramped or not layout.table.is_cramped:
                    yield layout

    def _generate_layouts(self, paper: Paper, columns_per_page: int) -> Iterator[_ListPages]:
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
        runs = _balance_runs(runs, table.heights)
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
    if table.divides_words:
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
    middle = min(range(stop, start, -1), key=compute_higher_column)
    halves = [range(start, middle), range(middle, stop)]
    return [*runs[: len(runs) - len(last_runs)], *(half for half in halves if half)]
