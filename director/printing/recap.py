"""The recap: contestants down, boards across, on as many pages as stay readable."""

from collections.abc import Sequence
from itertools import product

from director.printing.fonts import text_width
from director.printing.lists import even_runs, list_foot, list_page
from director.printing.page import Pen
from director.printing.tables import Column, Table, form_table
from director.printing.words import percent_column, points_column
from director.sheets import Recap

TITLE = "Recap"
USUAL_SIZE = 8.5
LARGE_SIZE = 12.0
LEAST_NAMES, MOST_NAMES = 13.0, 34.0  # width of the names, against the size
ROW = 1.9  # height of a row, against the size
PAD = 5.0
NAMES = 2  # which of the fixed columns holds them

Cells = tuple[str, ...]


def draw_recap(pen: Pen, recap: Recap) -> None:
    """Draw the matrix on landscape pages; each repeats names and totals of its pairs and numbers of its boards."""
    size = LARGE_SIZE if pen.large_print else USUAL_SIZE
    body = list_page(pen, recap.heading, TITLE, landscape=True)
    fixed, points = _fixed_cells(recap), _board_cells(recap)
    cell = max((text_width(text, size) for column in points for text in (*column, "00")), default=0.0) + PAD
    widths = [_width(column, cells, size) for column, cells in fixed]
    names = min(widths[NAMES], LEAST_NAMES * size)
    boards = even_runs(len(points), int((body.width - sum(widths) + widths[NAMES] - names) / cell))
    rows = even_runs(len(recap.rows), int(body.height / (size * ROW)) - 2)
    for number, (run, across) in enumerate(product(rows, boards), 1):
        page = body if number == 1 else list_page(pen, recap.heading, TITLE, landscape=True)
        spare = body.width - sum(widths) + widths[NAMES] - cell * len(across)
        shown = [*widths[:NAMES], min(widths[NAMES], spare), *widths[NAMES + 1 :]]
        columns = _columns(recap, [column for column, _ in fixed], shown, across, body.width)
        chosen = [cells for _, cells in fixed] + [points[board] for board in across]
        _table(columns, chosen, run, size).draw(pen, page.x, page.top)
        list_foot(pen, recap.heading, number, len(rows) * len(boards), landscape=True)


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
    needed = max(texts, text_width(column.title, size * 0.75, bold=True)) + PAD
    return min(needed, MOST_NAMES * size)


def _columns(
    recap: Recap, fixed: Sequence[Column], widths: Sequence[float], across: range, whole: float
) -> list[Column]:
    """Return the columns of one page; boards share what the fixed ones leave, up to a sensible width."""
    room = (whole - sum(widths)) / max(len(across), 1)
    boards = [Column(str(recap.boards[board]), align="right", weight=min(room, 42.0)) for board in across]
    return [_weighted(column, width) for column, width in zip(fixed, widths, strict=True)] + boards


def _weighted(column: Column, width: float) -> Column:
    return Column(column.title, align=column.align, weight=width, bold=column.bold)


def _table(columns: Sequence[Column], texts: Sequence[Cells], run: range, size: float) -> Table:
    rows = [tuple(cells[row] for cells in texts) for row in run]
    return form_table(columns, rows, sum(column.weight for column in columns), size * ROW, size)
