"""Draw the recap, which has every board of every contestant, and the cross-table of teams.

Every page of a recap repeats the *fixed* columns: place, number, names and totals. A recap that is
too large for one page is divided into runs of rows and runs of boards. The cross-table of teams is
drawn in the same way.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple

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
from director.pdf.tables import PaperColumn, Table, make_form_table
from director.pdf.words import format_percent_column, format_points_column, make_off_schedule_notes
from director.sheets import OFF_SCHEDULE_LABEL, RECAP_TITLE, Recap


class MatrixMeasure(NamedTuple):
    """A type size of a matrix with the room around its figures."""

    size: float
    row_scale: float = 1.85  # height of a row, as a multiple of the type size
    padding: float = 7.0  # room beside a figure, in points


TIGHT_ROW_SCALE = 1.5
TIGHT_PADDING = 4.0
DEFAULT_RECAP_SIZES = (
    MatrixMeasure(10.0),
    MatrixMeasure(9.5),
    MatrixMeasure(MIN_SIZE),
    MatrixMeasure(MIN_SIZE, TIGHT_ROW_SCALE, TIGHT_PADDING),
)
"""Measures of a matrix to try in turn."""
SMALL_MATRIX_SIZES = (
    MatrixMeasure(16.0),
    MatrixMeasure(14.0),
    MatrixMeasure(12.0),
    MatrixMeasure(11.0),
    *DEFAULT_RECAP_SIZES,
)
"""Larger measures first, for a matrix of a few contestants that would fill a corner of the page."""
LARGE_RECAP_SIZES = (
    MatrixMeasure(14.0),
    MatrixMeasure(13.0),
    MatrixMeasure(12.0),
    MatrixMeasure(12.0, TIGHT_ROW_SCALE, TIGHT_PADDING),
)
"""Measures to try in large print."""
# Shares of the page to try as the greatest width of names.
NAME_SHARES = (0.28, 0.3, 0.42)
# More to try if other paper takes fewer pages.
CLOSER_PADDINGS = (3.2, 2.6, 2.0, 1.6)
CLOSER_NAME_SHARES = (*NAME_SHARES, 0.38, 0.34, 0.25, 0.22, 0.2)
LEADING = 1.2
HEAD_ROWS = 2.5  # height of the titles of the columns, as a multiple of the type size
MAX_ROW_STRETCH = 2.2  # of the rows of a matrix, so that they fill the page
MAX_BOARD_WIDTH = 5.0  # as a multiple of the type size
EVEN_STEPS = 20  # tries to make the rows of all pages equal
NAMES_INDEX = 2  # among the fixed columns

Cells = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RecapLayout:
    """A recap at one size, divided into runs of rows and runs of boards."""

    size: float
    padding: float
    widths: tuple[float, ...]  # of the fixed columns
    heights: tuple[float, ...]  # of all rows
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
    default_sizes: Sequence[MatrixMeasure] = DEFAULT_RECAP_SIZES,
) -> None:
    """Draw a matrix on landscape pages. *column_titles* are the titles of its columns.

    A figure that was off schedule has a sign, which is explained below the figures. *empty_text* is
    written in place of a missing figure. *default_sizes* are tried in turn, except in large print.
    """
    first_page = begin_list_page(pen, recap.heading, title, landscape=True)
    figure_notes: list[tuple[str, ...]] = []
    for row_notes in _list_figure_notes(recap):
        figure_notes += row_notes
    notes = Footnotes.from_texts(figure_notes, is_large=pen.large_print)
    notes_height = notes.compute_height(first_page.width)
    fixed = _make_fixed_cells(recap)
    board_cells = _make_board_cells(recap, notes, empty_text)
    measures = LARGE_RECAP_SIZES if pen.large_print else default_sizes
    smallest_measure = measures[-1]

    def get_body(paper: Paper) -> Box:
        page = get_list_body(paper, landscape=True)
        return page.get_strip(0, page.height - notes_height)

    def make_default_layouts(paper: Paper) -> Iterable[RecapLayout]:
        for measure, name_share in product(measures, NAME_SHARES):
            yield _make_recap_layout(get_body(paper), fixed, board_cells, name_share, measure)

    def make_closer_layouts(paper: Paper) -> Iterable[RecapLayout]:
        for padding, name_share in product(CLOSER_PADDINGS, CLOSER_NAME_SHARES):
            measure = smallest_measure._replace(padding=padding)
            yield _make_recap_layout(get_body(paper), fixed, board_cells, name_share, measure)

    layout = choose_page_plan(pen.paper, make_default_layouts, make_closer_layouts)
    fixed_columns = _make_fixed_columns(fixed, layout)
    # Rows are equally high on all pages: the longest page has the least room to spare.
    page_heights = [sum(layout.heights[row] for row in run) for run in layout.rows]
    room_for_rows = get_body(pen.paper).height - HEAD_ROWS * layout.size
    page_stretch = room_for_rows / max(*page_heights, 1)
    row_stretch = max(1.0, min(MAX_ROW_STRETCH, page_stretch))
    for page_no, (rows, boards) in enumerate(layout.pages, 1):
        page = first_page
        if page_no > 1:
            page = begin_list_page(pen, recap.heading, title, landscape=True)
        board_room = (first_page.width - sum(layout.widths)) / max(len(boards), 1)
        board_width = min(board_room, MAX_BOARD_WIDTH * layout.size)
        columns = [column for column, _cells in fixed_columns]
        texts = [cells for _column, cells in fixed_columns]
        for board in boards:
            columns.append(
                PaperColumn(column_titles[board], align="right", width_weight=board_width)
            )
            texts.append(board_cells[board])
        table = _make_recap_table(columns, texts, rows, layout)
        table = table.with_stretched_rows(get_body(pen.paper).height, row_stretch)
        bottom = table.draw(pen, page.x, page.top)
        notes.draw(pen, Box(page.x, bottom - notes_height - 2, page.width, notes_height))
        draw_list_foot(pen, recap.heading, page_no, len(layout.pages), landscape=True)


def _make_recap_layout(
    body: Box,
    fixed: Sequence[tuple[PaperColumn, Cells]],
    board_cells: Sequence[Cells],
    name_share: float,
    measure: MatrixMeasure,
) -> RecapLayout:
    """Return how the matrix is divided, with names in at most *name_share* of the page's width."""
    size, row_scale, padding = measure
    # A board is at least as wide as two figures.
    figures = {"00"} if board_cells else set()
    for column_cells in board_cells:
        figures.update(column_cells)
    min_board_width = max((measure_text(text, size) for text in figures), default=0.0) + padding
    widths = [_compute_column_width(column, cells, size, padding) for column, cells in fixed]
    names_width = min(widths[NAMES_INDEX], name_share * body.width)
    widths[NAMES_INDEX] = names_width
    heights = []
    _names_column, all_names = fixed[NAMES_INDEX]
    for names in all_names:
        line_count = max(1, len(wrap_text(names, size, names_width - padding)))
        heights.append(max(size * row_scale, line_count * size * LEADING + padding))
    boards_per_page = int((body.width - sum(widths)) / min_board_width)
    return RecapLayout(
        size=size,
        padding=padding,
        widths=tuple(widths),
        heights=tuple(heights),
        rows=_divide_rows_evenly(heights, body.height - HEAD_ROWS * size),
        boards=divide_into_even_runs(len(board_cells), boards_per_page),
    )


def _divide_rows_evenly(heights: Sequence[float], room: float) -> list[range]:
    """Return the rows in the fewest runs that fit *room*, of about equal height.

    >>> [len(run) for run in _divide_rows_evenly([20.0, 10.0, 10.0, 10.0, 10.0, 10.0, 10.0], 40)]
    [3, 4]
    """
    if len(set(heights)) == 1:
        return divide_into_even_runs(len(heights), int(room / heights[0]))
    run_count = len(divide_by_height(heights, room, room))
    least_room = sum(heights) / run_count
    # A run may be a row higher than the average, so the least that fits is not far above it.
    for step in range(EVEN_STEPS):
        even_room = least_room + (room - least_room) * step / EVEN_STEPS
        runs = divide_by_height(heights, even_room, even_room)
        if len(runs) == run_count:
            return runs
    return divide_by_height(heights, room, room)


def _make_fixed_cells(recap: Recap) -> list[tuple[PaperColumn, Cells]]:
    """Return the columns that every page repeats, each with its texts."""
    standings = [row.standing for row in recap.rows]
    columns = [
        (PaperColumn("Place", align="right"), tuple(standing.place for standing in standings)),
        (
            PaperColumn(recap.heading.contestant_noun.capitalize(), bold=True),
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


def _make_board_cells(recap: Recap, notes: Footnotes, empty_text: str) -> list[Cells]:
    """Return the texts of each board with equal decimals."""
    texts = format_points_column([value for row in recap.rows for value in row.points])
    signs: list[str] = []
    for row_notes in _list_figure_notes(recap):
        signs += map(notes.get_signs, row_notes)
    cells = [f"{sign}{text}" or empty_text for sign, text in zip(signs, texts, strict=True)]
    # The cells are in order of rows: a board has every n-th of them.
    board_count = len(recap.boards)
    return [tuple(cells[index::board_count]) for index in range(board_count)]


def _list_figure_notes(recap: Recap) -> list[list[tuple[str, ...]]]:
    """Return the notes on each figure, row by row."""
    figure_notes = []
    for row in recap.rows:
        row_notes = []
        for board, value in zip(recap.boards, row.points, strict=True):
            is_off_schedule = board in row.off_schedule and value is not None
            row_notes.append(make_off_schedule_notes(OFF_SCHEDULE_LABEL) if is_off_schedule else ())
        figure_notes.append(row_notes)
    return figure_notes


def _compute_column_width(column: PaperColumn, cells: Cells, size: float, padding: float) -> float:
    """Return the width that a column needs for its title and its longest text."""
    text_widths = [measure_text(text, size, column.bold) for text in cells]
    title_width = measure_text(column.title, max(size * 0.75, MIN_SIZE))
    return max(title_width, *text_widths) + padding


def _make_fixed_columns(
    fixed: Sequence[tuple[PaperColumn, Cells]], layout: RecapLayout
) -> list[tuple[PaperColumn, Cells]]:
    """Return the fixed columns with their widths, and with wrapped names."""
    columns = []
    for index, (column, cells) in enumerate(fixed):
        width = layout.widths[index]
        shown_cells = cells
        if index == NAMES_INDEX:
            names_width = width - layout.padding
            shown_cells = tuple(
                "\n".join(wrap_text(names, layout.size, names_width)) for names in cells
            )
        columns.append((replace(column, width_weight=width), shown_cells))
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
        # A little less than half, so that rounding doesn't break a text that just fits.
        padding=min(table.padding, layout.padding / 2 - 0.05),
    )
