"""The Swiss table on paper.

It has a row for each contestant and three columns for each round. Every page repeats place, number,
names and total. A table that is too large for one page is divided into runs of rows and, if need be,
runs of rounds.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product

from director.additions.contests.paper.swiss_grids import make_swiss_data
from director.additions.contests.scoring.sheets import BYE, SwissCell, SwissTable
from director.boards.paper.pdf.recap import LARGE_RECAP_SIZES, SMALL_MATRIX_SIZES
from director.core.base.grids import list_printed_columns
from director.pdf.fonts import MIN_SIZE, measure_text, wrap_text
from director.pdf.lists import (
    Paper,
    begin_list_page,
    choose_page_plan,
    divide_by_height,
    draw_list_foot,
    get_list_body,
)
from director.pdf.page import Box, Pen
from director.pdf.tables import PaperColumn, Table, make_form_table

SWISS_TABLE_TITLE = "Swiss table"

MIN_ROW_SCALE = 1.26
"""The least height of a row as a multiple of the type size: 64 teams take two sheets."""

NARROW_PADS = (3.2, 2.4, 1.6)

NARROWEST_PAD = 1.2

NAME_SHARES = (0.34, 0.28, 0.22, 0.18, 0.15, 0.12)
"""Shares of the page to try as the greatest width of names. Longer names are wrapped."""

LEADING = 1.2

HEAD_SCALE = 2.5  # height of the titles, as a multiple of the type size

MAX_SPARE_SCALE = 5.0  # width of a round beyond its texts, as a multiple of the type size

SHARES_OF_SPARE = (0.5, 0.25, 0.25)  # of opponent, score and running total

BYE_SIGN = "–"  # narrower than the word, which would cost a page

MIN_SPACE_BESIDE_RULE = 3.0  # space on either side of a rule, for figures that fill their column

NAMES_INDEX = 2  # among the fixed columns

Cells = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SwissLayout:
    """A Swiss table at one size, divided into runs of rows and runs of rounds.

    *fixed_widths* are the widths of the columns that every page repeats, *round_widths* those of the three
    columns of each round.
    """

    size: float
    pad: float
    fixed_widths: tuple[float, ...]
    round_widths: tuple[tuple[float, ...], ...]
    row_heights: tuple[float, ...]
    row_runs: list[range]
    round_runs: list[range]

    @property
    def pages(self) -> list[tuple[range, range]]:
        """Rows and rounds of every page."""
        return list(product(self.row_runs, self.round_runs))


@dataclass(frozen=True, slots=True)
class _ColumnTexts:
    """The columns of a Swiss table with their texts."""

    fixed_columns: list[tuple[PaperColumn, Cells]]
    round_columns: Sequence[Sequence[tuple[PaperColumn, Cells]]]


def draw_swiss_table(pen: Pen, table: SwissTable) -> None:
    """Draw the Swiss table on landscape pages."""
    texts = _make_column_texts(table)
    narrow_measures = [(MIN_SIZE, MIN_ROW_SCALE, pad) for pad in NARROW_PADS]
    measures = (*SMALL_MATRIX_SIZES, *narrow_measures)
    if pen.large_print:
        measures = LARGE_RECAP_SIZES
    min_size, min_row_scale, _pad = measures[-1]

    def iter_default_layouts(paper: Paper) -> Iterable[SwissLayout]:
        for (size, row_scale, pad), name_share in product(measures, NAME_SHARES):
            yield _make_swiss_layout(paper, texts, name_share, size, row_scale, pad)

    def closer_layouts(paper: Paper) -> Iterable[SwissLayout]:
        for name_share in NAME_SHARES:
            yield _make_swiss_layout(
                paper, texts, name_share, min_size, min_row_scale, NARROWEST_PAD
            )

    layout = choose_page_plan(pen.paper, iter_default_layouts, closer_layouts)
    opponent_title = "Opponent"
    if table.has_byes:
        opponent_title = f"Opponent ({BYE_SIGN} is a bye)"
    note = f"{opponent_title}, {table.unit}, total"
    for page_no, (rows, rounds) in enumerate(layout.pages, 1):
        page = begin_list_page(pen, table.heading, SWISS_TABLE_TITLE, note, landscape=True)
        _draw_swiss_page(pen, page, table, texts, layout, rows, rounds)
        draw_list_foot(pen, table.heading, page_no, len(layout.pages), landscape=True)


def _draw_swiss_page(
    pen: Pen,
    page: Box,
    table: SwissTable,
    texts: _ColumnTexts,
    layout: SwissLayout,
    rows: range,
    rounds: range,
) -> None:
    columns = []
    cells = []
    for index, (column, column_texts) in enumerate(texts.fixed_columns):
        columns.append(replace(column, width_weight=layout.fixed_widths[index]))
        cells.append(column_texts)
    cells[NAMES_INDEX] = _wrap_names(texts, layout)
    used_width = sum(layout.fixed_widths) + sum(sum(layout.round_widths[index]) for index in rounds)
    spare = (page.width - used_width) / len(rounds)
    spare = max(0, min(spare, MAX_SPARE_SCALE * layout.size))
    left = page.x + sum(layout.fixed_widths)
    round_boxes = []
    for round_index in rounds:
        widths = layout.round_widths[round_index]
        for index, (column, column_texts) in enumerate(texts.round_columns[round_index]):
            width = widths[index] + spare * SHARES_OF_SPARE[index]
            columns.append(replace(column, width_weight=width))
            cells.append(column_texts)
        round_boxes.append(Box(left, page.y, sum(widths) + spare, page.height))
        left += sum(widths) + spare
    part_table = _make_part_table(columns, cells, rows, layout)
    bottom = part_table.draw(pen, page.x, page.top, boxed=False)
    rules = []
    # In the middle of the space before the opponent, if there is enough for a rule.
    space_before_opponent = spare * SHARES_OF_SPARE[0] / 2
    if space_before_opponent >= MIN_SPACE_BESIDE_RULE:
        for box in round_boxes:
            rule_left = box.x + space_before_opponent
            rules.append((rule_left, bottom, rule_left, page.top))
    pen.draw_lines(rules, 0.5)
    row_top = page.top - part_table.head_height
    for row in rows:
        height = layout.row_heights[row]
        row_top -= height
        for box, round_index in zip(round_boxes, rounds, strict=True):
            mark = _get_cell_mark(table.rows[row].cells[round_index])
            if mark:
                pen.write(mark, Box(box.x, row_top, box.width, height), layout.size)


def _get_cell_mark(cell: SwissCell) -> str:
    """Return the word that takes the whole cell of a round. A bye has points beside it."""
    if cell.mark == BYE:
        return ""
    return cell.mark


def _format_opponent(cell: SwissCell) -> str:
    if cell.mark == BYE:
        return BYE_SIGN
    if cell.mark:
        return ""
    return cell.opponents_text


def _make_column_texts(table: SwissTable) -> _ColumnTexts:
    """Return the columns with their texts, first the columns that every page repeats."""
    data = make_swiss_data(table)
    printed_columns = list_printed_columns(data, [column.key for column in data.columns])
    end = NAMES_INDEX + 1 + 3 * len(table.rounds)
    rounds = []
    for index, start in enumerate(range(NAMES_INDEX + 1, end, 3)):
        (opponent, _numbers), score, total = printed_columns[start : start + 3]
        opponents = tuple(_format_opponent(row.cells[index]) for row in table.rows)
        rounds.append(((opponent, opponents), score, total))
    return _ColumnTexts([*printed_columns[: NAMES_INDEX + 1], *printed_columns[end:]], rounds)


def _make_swiss_layout(
    paper: Paper, texts: _ColumnTexts, name_share: float, size: float, row_scale: float, pad: float
) -> SwissLayout:
    """Return how the table is divided at *size*, with names in at most *name_share* of it."""
    body = get_list_body(paper, landscape=True)
    fixed_widths = [
        _compute_column_width(column, cells, size, pad) for column, cells in texts.fixed_columns
    ]
    fixed_widths[NAMES_INDEX] = min(fixed_widths[NAMES_INDEX], name_share * body.width)
    widths_of_rounds = []
    for columns in texts.round_columns:
        widths = [_compute_column_width(column, cells, size, pad) for column, cells in columns]
        widths_of_rounds.append(tuple(widths))
    row_heights = []
    for names in texts.fixed_columns[NAMES_INDEX][1]:
        line_count = max(1, len(wrap_text(names, size, fixed_widths[NAMES_INDEX] - pad)))
        row_heights.append(max(size * row_scale, line_count * size * LEADING + pad))
    round_widths = list(map(sum, widths_of_rounds))
    body_width_left = body.width - sum(fixed_widths)
    body_height_left = body.height - HEAD_SCALE * size
    return SwissLayout(
        size=size,
        pad=pad,
        fixed_widths=tuple(fixed_widths),
        round_widths=tuple(widths_of_rounds),
        row_heights=tuple(row_heights),
        row_runs=_divide_evenly(row_heights, body_height_left),
        round_runs=_divide_evenly(round_widths, body_width_left),
    )


def _divide_evenly(lengths: Sequence[float], available_length: float) -> list[range]:
    """Return rows or rounds in the fewest runs that fit *available_length*, of about equal length."""
    fewest_runs = divide_by_height(lengths, available_length, available_length)
    even_length = min(available_length, sum(lengths) / len(fewest_runs) + max(lengths))
    even_runs = divide_by_height(lengths, even_length, even_length)
    if len(even_runs) == len(fewest_runs):
        return even_runs
    return fewest_runs


def _compute_column_width(column: PaperColumn, cells: Cells, size: float, pad: float) -> float:
    """Return the width that a column needs for its title and its longest text."""
    widths = [measure_text(text, size, column.bold) for text in cells]
    head_size = max(size * 0.7, MIN_SIZE)
    widths += [measure_text(line, head_size) for line in column.title.split("\n")]
    return max(widths) + pad


def _wrap_names(texts: _ColumnTexts, layout: SwissLayout) -> Cells:
    wrapped = []
    for names in texts.fixed_columns[NAMES_INDEX][1]:
        lines = wrap_text(names, layout.size, layout.fixed_widths[NAMES_INDEX] - layout.pad)
        wrapped.append("\n".join(lines))
    return tuple(wrapped)


def _make_part_table(
    columns: Sequence[PaperColumn], cells: Sequence[Cells], rows: range, layout: SwissLayout
) -> Table:
    rows_of_texts = list(zip(*cells, strict=True))
    row_texts = rows_of_texts[rows.start : rows.stop]
    width = sum(column.width_weight for column in columns)
    table = make_form_table(columns, row_texts, width, 0, layout.size)
    return replace(
        table,
        row_heights=tuple(layout.row_heights[row] for row in rows),
        padding=min(table.padding, layout.pad / 2 - 0.05),
    )
