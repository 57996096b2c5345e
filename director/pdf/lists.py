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
SIDE_WIDTH = 0.37  # of the page: the width of each half of the stamp
Paper = tuple[float, float]
Plan = TypeVar("Plan", bound="Paged")


def begin_list_page(
    pen: Pen, heading: Heading, title: str, note: str = "", *, landscape: bool = False
) -> Box:
    """Begin a page with event and *title*, and return the space below its head.

    *note* is in bold at the right.
    """
    page = pen.new_page(landscape=landscape).inset(MARGIN)
    head_height, _foot_height = _compute_head_and_foot(pen.paper, landscape=landscape)
    head_box = page.strip(0, head_height)
    upper_line = head_box.strip(0, head_height * 0.45)
    lower_line = head_box.strip(head_height * 0.48, head_height * 0.29)
    _write_title(
        pen,
        upper_line.column(0, page.width * 0.58),
        heading.event,
        TITLE_SIZE,
        align="left",
        bold=True,
    )
    _write_title(
        pen,
        upper_line.column(page.width * 0.6, page.width * 0.4),
        heading.club,
        11,
        align="right",
        bold=False,
    )
    pen.write(
        join_with_dots((format_date_and_section(heading), title)),
        lower_line.column(0, page.width * 0.62),
        12,
        align="left",
    )
    pen.write(
        note, lower_line.column(page.width * 0.63, page.width * 0.37), 12, bold=True, align="right"
    )
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

    In landscape both are lower by as much as the paper is lower than others, so that the space for
    rows is the same on every paper.
    """
    missing_height = 0.0
    if landscape:
        missing_height = max(width for width, _height in PAPERS.values()) - paper[0]
    return HEAD_HEIGHT - missing_height / 2, FOOT_HEIGHT - missing_height / 2


class Paged(Protocol):
    """How a list is divided into pages."""

    @property
    def pages(self) -> Sequence[object]:
        """The content of each page."""


def choose_page_plan(
    paper: Paper,
    plans: Callable[[Paper], Iterable[Plan]],
    closer: Callable[[Paper], Iterable[Plan]],
) -> Plan:
    """Return the plan for *paper* with as many pages as on every other paper.

    *plans* and *closer* are functions that return plans for a paper, the most readable first.
    *closer* ones are tried if another paper needs fewer pages.
    """
    plans_by_paper = {any_paper: list(plans(any_paper)) for any_paper in PAPERS.values()}
    page_counts = [min(len(plan.pages) for plan in layouts) for layouts in plans_by_paper.values()]
    fewest = min(page_counts)
    if max(page_counts) > fewest:
        for any_paper, layouts in plans_by_paper.items():
            layouts.extend(closer(any_paper))
        counts = ({len(plan.pages) for plan in layouts} for layouts in plans_by_paper.values())
        common = {count for count in set.intersection(*counts) if count <= fewest}
        fewest = max(common, default=fewest)
    return min(
        plans_by_paper[paper],
        key=lambda plan: (len(plan.pages) != fewest, max(len(plan.pages), fewest)),
    )


def _write_title(pen: Pen, box: Box, text: str, size: float, *, align: Align, bold: bool) -> None:
    """Write *text* in one line, or smaller in several lines if it is too long."""
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
    page_text = f"page {number} of {count}" if count > 1 else ""
    middle = foot.column(width * SIDE_WIDTH, page.width - width * SIDE_WIDTH * 2)
    note = wrap_text(SUBSTITUTE_NOTE, STAMP_SIZE, middle.width) if pen.has_substitutes else ()
    pen.write_lines(lines[:2], foot.column(0, width * SIDE_WIDTH), STAMP_SIZE, align="left")
    pen.write_lines([line for line in (page_text, *note) if line], middle, STAMP_SIZE)
    pen.write_lines(
        lines[2:],
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


def divide_by_height(heights: Sequence[float], first_room: float, room: float) -> list[range]:
    """Return rows in runs that fit *room*, the first run *first_room*.

    A row that is too high gets a run of its own.
    """
    runs: list[range] = []
    start = 0
    used_height = 0.0
    limit = first_room
    for index, height in enumerate(heights):
        if used_height + height > limit and (index > start or (not runs and first_room < room)):
            runs.append(range(start, index))
            start = index
            used_height = 0.0
            limit = room
        used_height += height
    return [*runs, range(start, len(heights))]


def divide_table_alike(paper: Paper, table: Table, room: float) -> tuple[Table, list[range]]:
    """Return the table with rows as high as possible, and its runs for upright *paper*.

    A page holds as many rows as one of the tallest paper. On other paper rows are closer, so that
    no paper needs more pages.
    """
    missing_height = max(height for _width, height in PAPERS.values()) - paper[1]
    tallest = min(room + missing_height, room / MIN_ROW_SCALE)
    runs = divide_by_height(table.heights, tallest, tallest)
    fullest = max(sum(table.heights[index] for index in run) for run in runs)
    height = table.head_height + sum(table.heights) * room / max(fullest, 1)
    return table.with_stretched_rows(height, 1.0), runs


def draw_rows(
    pen: Pen,
    heading: Heading,
    title: str,
    columns: Sequence[PaperColumn],
    rows: Sequence[Sequence[str]],
    *,
    is_double: bool = False,
    groups: int = 0,
) -> None:
    """Draw a list on as many pages as needed. With two columns, the left one comes first.

    The first *groups* columns are left empty where they repeat the row above.
    """
    sizes: Sequence[float] = SIZES
    if pen.large_print:
        sizes = LARGE_SIZES
    elif is_double:
        sizes = SIZES[3:]  # half a page is too narrow for the largest
    layouts = _ListLayouts(columns, rows, sizes, across=2 if is_double else 1)
    plan = choose_page_plan(
        pen.paper,
        plans=lambda paper: (layouts.choose_layout(paper),),
        closer=layouts.generate_closer_layouts,
    )
    for number, page_runs in enumerate(plan.pages, 1):
        page = begin_list_page(pen, heading, title)
        for column_no, run in enumerate(page_runs):
            table = plan.table.without_repeated_cells(groups, run)
            left_edge = page.x + column_no * (plan.table.width + COLUMN_GAP)
            table.draw(pen, left_edge, page.top, rows=run, boxed=False)
        draw_list_foot(pen, heading, number, len(plan.pages))


@dataclass(frozen=True, slots=True)
class _ListPages:
    """A list with the runs of rows on each page, side by side."""

    table: Table
    across: int
    pages: list[list[range]]


@dataclass(frozen=True, slots=True)
class _ListLayouts:
    """The possible layouts of a list. *across* is the number of columns of rows on a page."""

    columns: Sequence[PaperColumn]
    rows: Sequence[Sequence[str]]
    sizes: Sequence[float]
    across: int

    def choose_layout(self, paper: Paper) -> _ListPages:
        """Return the best layout to read at one of the sizes."""
        best = min(self._generate_layouts(paper, self.across), key=_get_reading_order)
        if self.across > 1 and best.table.divides_words:
            # Lists with many columns need the width of the page for their names.
            single = min(self._generate_layouts(paper, 1), key=_get_reading_order)
            if not single.table.divides_words and len(single.pages) <= len(best.pages):
                return single
        return best

    def generate_closer_layouts(self, paper: Paper) -> Iterator[_ListPages]:
        """Yield layouts in smaller type, without cramped words unless the usual one has some."""
        usual_layout = self.choose_layout(paper)
        for scale in SMALLER_SCALES:
            size = usual_layout.table.size * scale
            if size >= SMALLEST:
                layout = self._make_layout(paper, size, usual_layout.across)
                if usual_layout.table.is_cramped or not layout.table.is_cramped:
                    yield layout

    def _generate_layouts(self, paper: Paper, across: int) -> Iterator[_ListPages]:
        for size in self.sizes:
            yield self._make_layout(paper, size, across)

    def _make_layout(self, paper: Paper, size: float, across: int) -> _ListPages:
        width = (get_list_body(paper).width - COLUMN_GAP * (across - 1)) / across
        table = make_list_table(self.columns, self.rows, width, size, boxed=False)
        return _make_list_pages(paper, table, across)


def _make_list_pages(paper: Paper, table: Table, across: int) -> _ListPages:
    table, runs = divide_table_alike(paper, table, get_list_body(paper).height - table.head_height)
    if across > 1:
        runs = _balance_runs(runs, table.heights)
    pages = [runs[index : index + across] for index in range(0, len(runs), across)]
    return _ListPages(table, across, pages)


def _get_reading_order(layout: _ListPages) -> tuple[int, int, float]:
    """Return the key that sorts layouts of one list, the best to read first.

    Whole words count most. Then a page less is better than slightly larger type, because nobody
    looks for the last names on another page. Type below ``MIN_SAVING_SIZE`` saves no page.
    """
    table = layout.table
    if table.is_cramped:
        return 3, 0, table.size
    if table.divides_words:
        return 2, 0, -table.size
    if table.size < MIN_SAVING_SIZE:
        return 1, 0, -table.size
    return 0, len(layout.pages), -table.size


def _balance_runs(runs: Sequence[range], heights: Sequence[float]) -> list[range]:
    """Return *runs* with columns of about equal height on the last page.

    >>> _balance_runs([range(0, 4), range(4, 5)], [30.0, 10.0, 10.0, 10.0, 10.0])
    [range(0, 2), range(2, 5)]
    """
    last_runs = runs[-2:] if len(runs) % 2 == 0 else runs[-1:]
    start = last_runs[0].start
    stop = last_runs[-1].stop

    def compute_higher_column(middle: int) -> float:
        return max(sum(heights[start:middle]), sum(heights[middle:stop]))

    # Of equal ends the last counts: the left column may be the longer one.
    middle = min(range(stop, start, -1), key=compute_higher_column)
    halves = [range(start, middle), range(middle, stop)]
    return [*runs[: len(runs) - len(last_runs)], *(half for half in halves if half)]
