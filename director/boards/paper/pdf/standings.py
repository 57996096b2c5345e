"""Draw the standings for the notice board, and the recap: every board of every contestant.

A *group* is ranked by itself and has a table of its own. Groups follow one another on a page and
go on over pages. :func:`_make_pages` divides them at one type size; :func:`_make_layouts` tries the sizes.

Every page of a recap repeats the *fixed* columns: place, number, names and totals. A recap that is
too large for one page is divided into runs of rows and runs of boards. The cross-table of teams is
drawn in the same way.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from director.boards.tables.columns import with_label_column
from director.boards.tables.files import make_standings_table
from director.core.base.grids import list_printed_columns
from director.pdf.fonts import MIN_SIZE, measure_text, wrap_text
from director.pdf.lists import (
    Paper,
    begin_list_page,
    choose_page_plan,
    divide_by_height,
    divide_into_even_runs,
    draw_list_foot,
    get_list_body,
)
from director.pdf.marks import Footnotes
from director.pdf.page import Box, Pen
from director.pdf.tables import PaperColumn, Table, make_form_table, make_list_table
from director.pdf.words import (
    format_percent_column,
    format_points_column,
    make_off_schedule_remarks,
)
from director.sheets import OFF_SCHEDULE_LABEL, RECAP_TITLE, Recap, StandingGroup, Standings

DEFAULT_SIZES = (16.0, 15.0, 14.0, 13.0, 12.0)
LARGE_SIZES = (24.0, 22.0, 20.0, 18.0)
CLOSER_MEASURES = ((0.25, 1.0), (0.15, 1.0), (0.08, 1.0), (0.15, 0.96), (0.08, 0.92))
"""Gaps between rows and scales of type to try if other paper takes fewer pages."""
GROUP_TITLE_HEIGHT = 30.0
GROUP_GAP = 10.0
NOTE_SIZE = 9.0
NOTE_LINE = 12.0  # height of a line of a note
MIN_ROWS = 3  # of a group, at the end of a page

REQUIRED_KEYS = ("place", "pair_no", "names", "boards", "total")
"""Columns that are printed even if they are empty."""


@dataclass(frozen=True, slots=True)
class PrintedGroup:
    """A group with the columns it needs and the texts of its rows, to be laid out at any size."""

    title: str
    columns: tuple[PaperColumn, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class GroupPart:
    """The rows of one group on one page."""

    title: str
    table: Table
    rows: range


@dataclass(slots=True)
class Page:
    """The content of one page."""

    parts: list[GroupPart] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def draw_standings(pen: Pen, standings: Standings) -> None:
    """Draw the standings, N-S and E-W separately with two winners."""
    note = format_provisional_note(standings)
    # On a portrait page, columns of extras or sessions would leave names no room.
    tie_columns = max((len(group.tie_titles) for group in standings.groups), default=0)
    landscape = standings.has_extras or bool(standings.sessions) or tie_columns > 1
    groups = [_make_printed_group(group, standings) for group in standings.groups]

    def usual_layouts(paper: Paper) -> Sequence[_SizedPages]:
        body = get_list_body(paper, landscape=landscape)
        return _make_layouts(groups, standings.notes, body, large_print=pen.large_print)

    def closer_layouts(paper: Paper) -> Iterable[_SizedPages]:
        body = get_list_body(paper, landscape=landscape)
        least_size = usual_layouts(paper)[0].least_size
        for gap, scale in CLOSER_MEASURES:
            yield _SizedPages(_make_pages(groups, standings.notes, body, least_size * scale, gap))

    pages = choose_page_plan(pen.paper, usual_layouts, closer_layouts).pages
    for number, page in enumerate(pages, 1):
        body = begin_list_page(pen, standings.heading, standings.method, note, landscape=landscape)
        bottom = _draw_parts(pen, body, page.parts)
        height = len(page.notes) * NOTE_LINE
        box = Box(body.x, bottom - height, body.width, height)
        pen.write_lines(page.notes, box, NOTE_SIZE, align="left", leading=NOTE_LINE / NOTE_SIZE)
        draw_list_foot(pen, standings.heading, number, len(pages), landscape=landscape)


def format_provisional_note(standings: Standings) -> str:
    """Return how many results are entered, or "" if all are."""
    if standings.is_complete:
        return ""
    text = f"{standings.results_in} of {standings.results_due} {standings.entered_phrase}"
    if standings.is_final:
        return text
    return f"Provisional: {text}"


@dataclass(frozen=True, slots=True)
class _SizedPages:
    """Pages at one type size. *least_size* is the smallest of all that were tried."""

    pages: list[Page]
    least_size: float = 0.0

    @property
    def is_cramped(self) -> bool:
        return any(part.table.is_cramped for page in self.pages for part in page.parts)


def _make_layouts(
    groups: Sequence[PrintedGroup], notes: Sequence[str], body: Box, *, large_print: bool
) -> list[_SizedPages]:
    """Return the pages at every size that breaks no word, larger sizes first.

    If every large size breaks a word, usual sizes are used, and at worst with broken words.
    """
    size_sets = (LARGE_SIZES, DEFAULT_SIZES) if large_print else (DEFAULT_SIZES,)
    for sizes in size_sets:
        layouts = [_SizedPages(_make_pages(groups, notes, body, size), sizes[-1]) for size in sizes]
        roomy_layouts = [layout for layout in layouts if not layout.is_cramped]
        if roomy_layouts:
            return roomy_layouts
    return layouts


def _make_pages(
    groups: Sequence[PrintedGroup],
    notes: Sequence[str],
    body: Box,
    size: float,
    gap: float = 0.35,
) -> list[Page]:
    """Return the rows of every page, and below them the *notes*. Groups stay together if possible."""
    pages = [Page()]
    room = body.height
    for group in groups:
        table = make_list_table(
            group.columns, group.rows, body.width, size, row_gap=gap, boxed=False
        )
        head_height = (GROUP_TITLE_HEIGHT if group.title else 0) + table.head_height
        first_room = _compute_usable_room(table, room, body.height) - head_height
        # Without room for a row, the first run is empty.
        for run in divide_by_height(table.row_heights, first_room, body.height - head_height):
            is_page_used = room < body.height
            if run.start > 0 or (is_page_used and not run):
                pages.append(Page())
                room = body.height
            if run:
                pages[-1].parts.append(GroupPart(group.title, table, run))
                room -= head_height + sum(table.row_heights[index] for index in run) + GROUP_GAP
    note_lines: list[str] = []
    for text in notes:
        note_lines += wrap_text(text, NOTE_SIZE, body.width)
    for index, run in enumerate(divide_by_height([NOTE_LINE] * len(note_lines), room, body.height)):
        if index > 0:
            pages.append(Page())
        pages[-1].notes.extend(note_lines[line] for line in run)
    return pages


def _compute_usable_room(table: Table, room: float, page_height: float) -> float:
    """Return how much of the *room* on a page a group may use: all, or nothing.

    A group that fits a page of its own isn't divided, and no page ends with only a few rows of it.
    """
    fits_own_page = room < table.height + GROUP_TITLE_HEIGHT <= page_height
    least_height = table.head_height + GROUP_TITLE_HEIGHT + sum(table.row_heights[:MIN_ROWS])
    if fits_own_page or room < least_height:
        return 0.0
    return room


def _make_printed_group(group: StandingGroup, standings: Standings) -> PrintedGroup:
    # A group of one direction says it in its title.
    is_mixed = not any(row.direction for row in group.rows)
    data = make_standings_table(replace(standings, groups=(group,)))
    printed = list_printed_columns(with_label_column(data, is_mixed=is_mixed), REQUIRED_KEYS)
    columns = tuple(column for column, _texts in printed)
    rows = tuple(zip(*(texts for _column, texts in printed), strict=True))
    return PrintedGroup(group.title, columns, rows)


def _draw_parts(pen: Pen, body: Box, parts: Sequence[GroupPart]) -> float:
    """Draw the groups of a page. Return the height at which they end."""
    top = body.top
    for part in parts:
        title = part.title
        if title:
            if part.rows.start:
                title += " (continued)"
            title_box = Box(body.x, top - GROUP_TITLE_HEIGHT, body.width, GROUP_TITLE_HEIGHT)
            pen.write(title, title_box, part.table.size + 2, bold=True, align="left")
            top -= GROUP_TITLE_HEIGHT
        top = part.table.draw(pen, body.x, top, part.rows, boxed=False) - GROUP_GAP
    return top


# Height of a row as a multiple of the type size, and room beside a figure.
ROW = 1.85
TIGHT_ROW = 1.5
PAD = 7.0
TIGHT_PAD = 4.0
MAX_ROW_STRETCH = 2.2  # of the rows of a matrix, so that they fill the page
DEFAULT_RECAP_SIZES = (
    (10.0, ROW, PAD),
    (9.5, ROW, PAD),
    (MIN_SIZE, ROW, PAD),
    (MIN_SIZE, TIGHT_ROW, TIGHT_PAD),
)
SMALL_MATRIX_SIZES = (
    (16.0, ROW, PAD),
    (14.0, ROW, PAD),
    (12.0, ROW, PAD),
    (11.0, ROW, PAD),
    *DEFAULT_RECAP_SIZES,
)
"""What a matrix of a few contestants, which would fill a corner of the page, is tried at first."""
LARGE_RECAP_SIZES = (
    (14.0, ROW, PAD),
    (13.0, ROW, PAD),
    (12.0, ROW, PAD),
    (12.0, TIGHT_ROW, TIGHT_PAD),
)
"""Type sizes to try, each with the height of a row and the room beside a figure."""
# Shares of the page to try as the greatest width of names.
NAME_SHARES = (0.28, 0.3, 0.42)
# More to try if other paper takes fewer pages.
CLOSER_PADS = (3.2, 2.6, 2.0, 1.6)
CLOSER_NAME_SHARES = (*NAME_SHARES, 0.38, 0.34, 0.25, 0.22, 0.2)
LEADING = 1.2
MAX_BOARD_WIDTH = 5.0  # as a multiple of the type size
EVEN_STEPS = 20  # tries to make the rows of all pages equal
NAMES_INDEX = 2  # among the fixed columns

Cells = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RecapLayout:
    """A recap at one size, divided into runs of rows and runs of boards.

    *widths* are those of the fixed columns, *heights* those of all rows, *cell* is the least width
    of a board.
    """

    size: float
    pad: float
    widths: tuple[float, ...]
    heights: tuple[float, ...]
    cell: float
    rows: list[range]
    boards: list[range]

    @property
    def pages(self) -> list[tuple[range, range]]:
        """Rows and boards of every page."""
        return list(product(self.rows, self.boards))


def draw_recap(pen: Pen, recap: Recap) -> None:
    """Draw the points of all contestants on all boards."""
    titles = [str(board) for board in recap.boards]
    draw_matrix(pen, recap, RECAP_TITLE, titles, default_sizes=SMALL_MATRIX_SIZES)


def draw_matrix(
    pen: Pen,
    recap: Recap,
    title: str,
    column_titles: Sequence[str],
    *,
    empty_text: str = "",
    default_sizes: Sequence[tuple[float, float, float]] = DEFAULT_RECAP_SIZES,
) -> None:
    """Draw a matrix on landscape pages. *column_titles* are the titles of its columns.

    A figure that was off schedule has a sign, which is explained below the figures. *empty_text* is
    written in place of a missing figure. *default_sizes* are tried in turn, without large print.
    """
    first_page = begin_list_page(pen, recap.heading, title, landscape=True)
    remarks: list[tuple[str, ...]] = []
    for row_remarks in _list_figure_remarks(recap):
        remarks += row_remarks
    notes = Footnotes.from_remarks(remarks, is_large=pen.large_print)
    notes_height = notes.compute_height(first_page.width)
    fixed = _make_fixed_cells(recap)
    points = _make_board_cells(recap, notes, empty_text)
    measures = LARGE_RECAP_SIZES if pen.large_print else default_sizes
    least_size, least_row, _pad = measures[-1]

    def body(paper: Paper) -> Box:
        page = get_list_body(paper, landscape=True)
        return page.get_strip(0, page.height - notes_height)

    def usual_layouts(paper: Paper) -> Iterable[RecapLayout]:
        for (size, row, pad), share in product(measures, NAME_SHARES):
            yield _make_recap_layout(body(paper), fixed, points, share, size, row, pad)

    def closer_layouts(paper: Paper) -> Iterable[RecapLayout]:
        for pad, share in product(CLOSER_PADS, CLOSER_NAME_SHARES):
            yield _make_recap_layout(body(paper), fixed, points, share, least_size, least_row, pad)

    layout = choose_page_plan(pen.paper, usual_layouts, closer_layouts)
    fixed_columns = _make_fixed_columns(fixed, layout)
    # Rows are equally high on all pages: the longest page has the least room to spare.
    page_heights = [sum(layout.heights[row] for row in run) for run in layout.rows]
    room_for_rows = body(pen.paper).height - 2.5 * layout.size
    row_stretch = max(1.0, min(MAX_ROW_STRETCH, room_for_rows / max(*page_heights, 1)))
    for number, (rows, boards) in enumerate(layout.pages, 1):
        page = first_page
        if number > 1:
            page = begin_list_page(pen, recap.heading, title, landscape=True)
        board_room = (first_page.width - sum(layout.widths)) / max(len(boards), 1)
        board_width = min(board_room, MAX_BOARD_WIDTH * layout.size)
        columns = [column for column, _cells in fixed_columns]
        texts = [cells for _column, cells in fixed_columns]
        for board in boards:
            columns.append(
                PaperColumn(column_titles[board], align="right", width_weight=board_width)
            )
            texts.append(points[board])
        table = _make_recap_table(columns, texts, rows, layout)
        table = table.with_stretched_rows(body(pen.paper).height, row_stretch)
        bottom = table.draw(pen, page.x, page.top)
        notes.draw(pen, Box(page.x, bottom - notes_height - 2, page.width, notes_height))
        draw_list_foot(pen, recap.heading, number, len(layout.pages), landscape=True)


def _make_recap_layout(
    body: Box,
    fixed: Sequence[tuple[PaperColumn, Cells]],
    points: Sequence[Cells],
    name_share: float,
    size: float,
    row: float,
    pad: float,
) -> RecapLayout:
    """Return how the matrix is divided at *size*, with names in at most *name_share* of it."""
    figures = {"00"} if points else set()
    for column_cells in points:
        figures.update(column_cells)
    cell = max((measure_text(text, size) for text in figures), default=0.0) + pad
    widths = [_compute_column_width(column, cells, size, pad) for column, cells in fixed]
    names_width = min(widths[NAMES_INDEX], name_share * body.width)
    widths[NAMES_INDEX] = names_width
    heights = []
    for names in fixed[NAMES_INDEX][1]:
        line_count = max(1, len(wrap_text(names, size, names_width - pad)))
        heights.append(max(size * row, line_count * size * LEADING + pad))
    return RecapLayout(
        size=size,
        pad=pad,
        widths=tuple(widths),
        heights=tuple(heights),
        cell=cell,
        rows=_divide_rows_evenly(heights, body.height - 2.5 * size),
        boards=divide_into_even_runs(len(points), int((body.width - sum(widths)) / cell)),
    )


def _divide_rows_evenly(heights: Sequence[float], room: float) -> list[range]:
    """Return the rows in the fewest runs that fit *room*, of about equal height.

    >>> [len(run) for run in _divide_rows_evenly([20.0, 10.0, 10.0, 10.0, 10.0, 10.0, 10.0], 40)]
    [3, 4]
    """
    if len(set(heights)) == 1:
        return divide_into_even_runs(len(heights), int(room / heights[0]))
    fewest = len(divide_by_height(heights, room, room))
    least_room = sum(heights) / fewest
    # A run may be a row higher than the average, so the least that fits is not far above it.
    for step in range(EVEN_STEPS):
        even_room = least_room + (room - least_room) * step / EVEN_STEPS
        runs = divide_by_height(heights, even_room, even_room)
        if len(runs) == fewest:
            return runs
    return divide_by_height(heights, room, room)


def _make_fixed_cells(recap: Recap) -> list[tuple[PaperColumn, Cells]]:
    """Return the columns that every page repeats, each with its texts."""
    standings = [row.standing for row in recap.rows]
    columns = [
        (PaperColumn("Place", align="right"), tuple(standing.place for standing in standings)),
        (
            PaperColumn(recap.heading.contestant_word.capitalize(), bold=True),
            tuple(standing.label for standing in standings),
        ),
        (PaperColumn("Names", align="left"), tuple(standing.names for standing in standings)),
        (
            PaperColumn("Total", align="right", bold=True),
            format_points_column([standing.total for standing in standings]),
        ),
    ]
    percents = format_percent_column([standing.percent for standing in standings])
    if any(percents):  # a team match has none
        columns.append((PaperColumn("%", align="right"), percents))
    return columns


def _make_board_cells(recap: Recap, notes: Footnotes, empty: str) -> list[Cells]:
    """Return the texts of each board with equal decimals."""
    texts = format_points_column([value for row in recap.rows for value in row.points])
    signs: list[str] = []
    for row_remarks in _list_figure_remarks(recap):
        signs += map(notes.get_signs, row_remarks)
    cells = [f"{sign}{text}" or empty for sign, text in zip(signs, texts, strict=True)]
    # The cells are in order of rows: a board has every n-th of them.
    board_count = len(recap.boards)
    return [tuple(cells[index::board_count]) for index in range(board_count)]


def _list_figure_remarks(recap: Recap) -> list[list[tuple[str, ...]]]:
    """Return the remarks on each figure, row by row."""
    remarks = []
    for row in recap.rows:
        row_remarks = []
        for board, value in zip(recap.boards, row.points, strict=True):
            is_off_schedule = board in row.off_schedule and value is not None
            row_remarks.append(
                make_off_schedule_remarks(OFF_SCHEDULE_LABEL) if is_off_schedule else ()
            )
        remarks.append(row_remarks)
    return remarks


def _compute_column_width(column: PaperColumn, cells: Cells, size: float, pad: float) -> float:
    """Return the width that a column needs for its title and its longest text."""
    text_widths = [measure_text(text, size, column.bold) for text in cells]
    title_width = measure_text(column.title, max(size * 0.75, MIN_SIZE))
    return max(title_width, *text_widths) + pad


def _make_fixed_columns(
    fixed: Sequence[tuple[PaperColumn, Cells]], layout: RecapLayout
) -> list[tuple[PaperColumn, Cells]]:
    """Return the fixed columns with their widths, and with wrapped names."""
    columns = []
    for index, (column, cells) in enumerate(fixed):
        width = layout.widths[index]
        if index == NAMES_INDEX:
            wrapped = [wrap_text(names, layout.size, width - layout.pad) for names in cells]
            cells = tuple("\n".join(lines) for lines in wrapped)  # noqa: PLW2901
        columns.append((replace(column, width_weight=width), cells))
    return columns


def _make_recap_table(
    columns: Sequence[PaperColumn], texts: Sequence[Cells], rows: range, layout: RecapLayout
) -> Table:
    row_texts = [tuple(cells[row] for cells in texts) for row in rows]
    width = sum(column.width_weight for column in columns)
    table = make_form_table(columns, row_texts, width, 0, layout.size)
    return replace(
        table,
        row_heights=tuple(layout.heights[row] for row in rows),
        padding=min(table.padding, layout.pad / 2 - 0.05),
    )
