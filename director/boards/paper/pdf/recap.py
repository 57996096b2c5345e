"""The recap: contestants down, boards across, on as many pages as stay readable."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product

from director.pdf.fonts import SMALLEST, text_width, wrap_text
from director.pdf.footnotes import Footnotes
from director.pdf.lists import (
    Paper,
    even_runs,
    list_body,
    list_foot,
    list_page,
    plan_alike,
    runs_by_height,
)
from director.pdf.page import Box, Pen
from director.pdf.tables import Column, Table, form_table
from director.pdf.words import off_schedule_remarks, percent_column, points_column
from director.sheets import OFF_SCHEDULE, Recap

TITLE = "Recap"
ROW, TIGHT_ROW = 1.85, 1.5  # height of a row, against the size
PAD, TIGHT_PAD = 7.0, 4.0
USUAL_SIZES = (
    (10.0, ROW, PAD),
    (9.5, ROW, PAD),
    (SMALLEST, ROW, PAD),
    (SMALLEST, TIGHT_ROW, TIGHT_PAD),
)
SMALL_MATRIX_SIZES = (
    (16.0, ROW, PAD),
    (14.0, ROW, PAD),
    (12.0, ROW, PAD),
    (11.0, ROW, PAD),
    *USUAL_SIZES,
)
"""What a matrix of a few contestants, which would fill a corner of the page, is tried at first."""
LARGE_SIZES = ((14.0, ROW, PAD), (13.0, ROW, PAD), (12.0, ROW, PAD), (12.0, TIGHT_ROW, TIGHT_PAD))
"""Sizes of the text with the row and the room beside a figure, the largest first."""
CLOSEST_PADS = (3.2, 2.6, 2.0, 1.6)  # the room beside a figure where other paper takes fewer pages
MOST_NAMES = (0.28, 0.3, 0.42)  # of the page: the width of the names for which boards make room
CLOSEST_NAMES = (*MOST_NAMES, 0.38, 0.34, 0.25, 0.22, 0.2)
LEADING = 1.2
MOST_BOARD = 5.0  # width of a board, against the size
NAMES = 2  # which of the fixed columns holds them

Cells = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RecapLayout:
    """A recap at one size, divided into runs of rows and runs of boards.

    *widths* are those of the fixed columns, *heights* those of all rows.
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
    """Draw the points of everybody board by board."""
    draw_matrix(pen, recap, TITLE, [str(board) for board in recap.boards])


def draw_matrix(
    pen: Pen,
    recap: Recap,
    title: str,
    across: Sequence[str],
    *,
    empty: str = "",
    usual_sizes: Sequence[tuple[float, float, float]] = USUAL_SIZES,
) -> None:
    """Draw a matrix on landscape pages. Each repeats names and totals.

    What was off schedule has a sign, explained below the figures; *empty* stands where there is no
    figure. *usual_sizes* are tried in turn, without large print.
    """
    body = list_page(pen, recap.heading, title, landscape=True)
    notes = Footnotes.of(
        [remarks for row in _remarks(recap) for remarks in row], large=pen.large_print
    )
    below = notes.height(body.width)
    fixed, points = _fixed_cells(recap), _board_cells(recap, notes, empty)
    sizes = LARGE_SIZES if pen.large_print else usual_sizes
    least, row, _pad = sizes[-1]

    def plans(paper: Paper) -> Iterable[RecapLayout]:
        page = list_body(paper, landscape=True)
        room = page.strip(0, page.height - below)
        return (
            _plan(room, fixed, points, share, *measures)
            for measures, share in product(sizes, MOST_NAMES)
        )

    def closer(paper: Paper) -> Iterable[RecapLayout]:
        page = list_body(paper, landscape=True)
        room = page.strip(0, page.height - below)
        return (
            _plan(room, fixed, points, share, least, row, pad)
            for pad, share in product(CLOSEST_PADS, CLOSEST_NAMES)
        )

    plan = plan_alike(pen.paper, plans, closer)
    for number, (rows, boards) in enumerate(plan.pages, 1):
        page = body if number == 1 else list_page(pen, recap.heading, title, landscape=True)
        shown = _fixed_columns(fixed, plan)
        room = (body.width - sum(plan.widths)) / max(len(boards), 1)
        weight = min(room, MOST_BOARD * plan.size)
        titles = [Column(across[board], align="right", weight=weight) for board in boards]
        columns = [column for column, _ in shown] + titles
        texts = [cells for _, cells in shown] + [points[board] for board in boards]
        bottom = _table(columns, texts, rows, plan).draw(pen, page.x, page.top)
        notes.draw(pen, Box(page.x, bottom - below - 2, page.width, below))
        list_foot(pen, recap.heading, number, len(plan.pages), landscape=True)


def _plan(
    body: Box,
    fixed: Sequence[tuple[Column, Cells]],
    points: Sequence[Cells],
    most_names: float,
    size: float,
    row: float,
    pad: float,
) -> RecapLayout:
    """Return how the matrix is divided at *size* with names as wide as *most_names* of it."""
    cell = (
        max((text_width(text, size) for column in points for text in (*column, "00")), default=0.0)
        + pad
    )
    wanted = [_width(column, cells, size, pad) for column, cells in fixed]
    names = min(wanted[NAMES], most_names * body.width)
    widths = (*wanted[:NAMES], names, *wanted[NAMES + 1 :])
    lines = [len(_names(text, size, names - pad).split("\n")) for text in fixed[NAMES][1]]
    heights = tuple(max(size * row, count * size * LEADING + pad) for count in lines)
    return RecapLayout(
        size=size,
        pad=pad,
        widths=widths,
        heights=heights,
        cell=cell,
        rows=_even_rows(heights, body.height - 2.5 * size),
        boards=even_runs(len(points), int((body.width - sum(widths)) / cell)),
    )


def _even_rows(heights: Sequence[float], room: float) -> list[range]:
    """Return the rows in runs of about equal height that fit *room*."""
    if len(set(heights)) == 1:
        return even_runs(len(heights), int(room / heights[0]))
    return runs_by_height(heights, room, room)


def _fixed_cells(recap: Recap) -> list[tuple[Column, Cells]]:
    """Return the columns that every page repeats, each with its texts."""
    standings = [row.standing for row in recap.rows]
    columns = [
        (Column("Place", align="right"), tuple(standing.place for standing in standings)),
        (
            Column(recap.heading.called.capitalize(), bold=True),
            tuple(standing.label for standing in standings),
        ),
        (Column("Names", align="left"), tuple(standing.names for standing in standings)),
        (
            Column("Total", align="right", bold=True),
            points_column([standing.total for standing in standings]),
        ),
    ]
    percents = percent_column([standing.percent for standing in standings])
    if any(percents):  # a team match has none
        columns.append((Column("%", align="right"), percents))
    return columns


def _board_cells(recap: Recap, notes: Footnotes, empty: str) -> list[Cells]:
    """Return the texts of each board with equal decimals."""
    texts = points_column([value for row in recap.rows for value in row.points])
    signs = [notes.behind(remarks) for row in _remarks(recap) for remarks in row]
    signed = [f"{sign}{text}" or empty for sign, text in zip(signs, texts, strict=True)]
    wide = len(recap.boards)
    return [tuple(signed[board::wide]) for board in range(wide)]


def _remarks(recap: Recap) -> list[list[tuple[str, ...]]]:
    """Return the remarks on each figure, row by row."""
    return [
        [
            off_schedule_remarks(OFF_SCHEDULE)
            if board in row.off_schedule and value is not None
            else ()
            for board, value in zip(recap.boards, row.points, strict=True)
        ]
        for row in recap.rows
    ]


def _width(column: Column, cells: Cells, size: float, pad: float) -> float:
    """Return the width that a column needs for its title and the longest of its texts."""
    texts = max((text_width(text, size, column.bold) for text in cells), default=0.0)
    return max(texts, text_width(column.title, max(size * 0.75, SMALLEST))) + pad


def _fixed_columns(
    fixed: Sequence[tuple[Column, Cells]], plan: RecapLayout
) -> list[tuple[Column, Cells]]:
    """Return the fixed columns with wrapped names."""
    columns = [
        (replace(column, weight=own), cells)
        for (column, cells), own in zip(fixed, plan.widths, strict=True)
    ]
    column, cells = columns[NAMES]
    columns[NAMES] = (
        column,
        tuple(_names(text, plan.size, column.weight - plan.pad) for text in cells),
    )
    return columns


def _names(text: str, size: float, width: float) -> str:
    return "\n".join(wrap_text(text, size, width))


def _table(
    columns: Sequence[Column], texts: Sequence[Cells], run: range, plan: RecapLayout
) -> Table:
    rows = [tuple(cells[row] for cells in texts) for row in run]
    table = form_table(columns, rows, sum(column.weight for column in columns), 0, plan.size)
    return replace(
        table,
        heights=tuple(plan.heights[row] for row in run),
        pad=min(table.pad, plan.pad / 2 - 0.05),
    )
