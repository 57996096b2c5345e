"""The recap: contestants down, boards across, on as many pages as stay readable."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

from director.printing.fonts import text_width, wrap_text
from director.printing.lists import even_runs, list_foot, list_page
from director.printing.page import Box, Pen
from director.printing.tables import Column, Table, form_table
from director.printing.words import percent_column, points_column
from director.sheets import Recap

TITLE = "Recap"
USUAL_SIZES = (10.0, 9.0, 8.5, 8.0, 7.5)
LARGE_SIZES = (14.0, 13.0, 12.0)
LEAST_NAMES = 13.0  # width of the names, against the size, for which boards make room
MOST_BOARD = 5.0  # width of a board, against the size
ROW = 1.85  # height of a row, against the size
TWO_LINES = 0.72  # of the size, for names that need two lines
PAD = 5.0
NAMES = 2  # which of the fixed columns holds them

Cells = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """A recap at one size, divided into runs of rows and runs of boards; *widths* are those of the fixed columns."""

    size: float
    widths: tuple[float, ...]
    cell: float
    rows: list[range]
    boards: list[range]

    @property
    def pages(self) -> list[tuple[range, range]]:
        """Rows and boards of every page."""
        return list(product(self.rows, self.boards))


def draw_recap(pen: Pen, recap: Recap) -> None:
    """Draw the matrix on landscape pages; each repeats names and totals of its pairs and numbers of its boards."""
    body = list_page(pen, recap.heading, TITLE, landscape=True)
    fixed, points = _fixed_cells(recap), _board_cells(recap)
    sizes = LARGE_SIZES if pen.large_print else USUAL_SIZES
    plan = min((_plan(body, fixed, points, size) for size in sizes), key=lambda choice: len(choice.pages))
    for number, (rows, boards) in enumerate(plan.pages, 1):
        page = body if number == 1 else list_page(pen, recap.heading, TITLE, landscape=True)
        shown = _fixed_columns(fixed, plan, body.width - plan.cell * len(boards))
        room = (body.width - sum(column.weight for column, _ in shown)) / max(len(boards), 1)
        weight = min(room, MOST_BOARD * plan.size)
        titles = [Column(str(recap.boards[board]), align="right", weight=weight) for board in boards]
        columns = [column for column, _ in shown] + titles
        texts = [cells for _, cells in shown] + [points[board] for board in boards]
        _table(columns, texts, rows, plan.size).draw(pen, page.x, page.top)
        list_foot(pen, recap.heading, number, len(plan.pages), landscape=True)


def _plan(body: Box, fixed: Sequence[tuple[Column, Cells]], points: Sequence[Cells], size: float) -> Plan:
    """Return how the matrix is divided at *size*."""
    cell = max((text_width(text, size) for column in points for text in (*column, "00")), default=0.0) + PAD
    widths = tuple(_width(column, cells, size) for column, cells in fixed)
    reserved = sum(widths) - widths[NAMES] + min(widths[NAMES], LEAST_NAMES * size)
    rows = len(fixed[NAMES][1])
    return Plan(
        size=size,
        widths=widths,
        cell=cell,
        rows=even_runs(rows, int((body.height - 2 * size) / (size * ROW))),
        boards=even_runs(len(points), int((body.width - reserved) / cell)),
    )


def _fixed_cells(recap: Recap) -> list[tuple[Column, Cells]]:
    """Return the columns that every page repeats, each with its texts."""
    standings = [row.standing for row in recap.rows]
    return [
        (Column("Place", align="right"), tuple(standing.place for standing in standings)),
        (Column("Pair", bold=True), tuple(standing.label for standing in standings)),
        (Column("Names", align="left"), tuple(standing.names for standing in standings)),
        (Column("Total", align="right", bold=True), points_column([standing.total for standing in standings])),
        (Column("%", align="right"), percent_column([standing.percent for standing in standings])),
    ]


def _board_cells(recap: Recap) -> list[Cells]:
    """Return the texts of each board, all with the decimals the whole matrix needs."""
    texts = points_column([value for row in recap.rows for value in row.points])
    across = len(recap.boards)
    return [texts[board::across] for board in range(across)]


def _width(column: Column, cells: Cells, size: float) -> float:
    """Return the width that a column needs for its title and the longest of its texts."""
    texts = max((text_width(text, size, column.bold) for text in cells), default=0.0)
    return max(texts, text_width(column.title, size * 0.75, bold=True)) + PAD


def _fixed_columns(fixed: Sequence[tuple[Column, Cells]], plan: Plan, width: float) -> list[tuple[Column, Cells]]:
    """Return the fixed columns for the *width* that boards leave; names that are too long take two smaller lines."""
    room = min(plan.widths[NAMES], width - sum(plan.widths) + plan.widths[NAMES])
    columns = [(replace(column, weight=own), cells) for (column, cells), own in zip(fixed, plan.widths, strict=True)]
    if room < plan.widths[NAMES]:
        column, cells = columns[NAMES]
        lines = tuple(_two_lines(text, plan.size * TWO_LINES, room - PAD) for text in cells)
        columns[NAMES] = (replace(column, weight=room, scale=TWO_LINES), lines)
    return columns


def _two_lines(text: str, size: float, room: float) -> str:
    """Return *text* in no more than two lines; a second line that is too long is shortened when it is drawn."""
    first, *others = wrap_text(text, size, room) or ("",)
    return "\n".join((first, " ".join(others))) if others else first


def _table(columns: Sequence[Column], texts: Sequence[Cells], run: range, size: float) -> Table:
    rows = [tuple(cells[row] for cells in texts) for row in run]
    return form_table(columns, rows, sum(column.weight for column in columns), size * ROW, size)
