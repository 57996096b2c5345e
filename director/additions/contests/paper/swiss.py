"""Draw the Swiss table: a row for each contestant, three columns for each round.

Every page repeats place, number, names and total. A table that is too large for one page is
divided into runs of rows and, if need be, runs of rounds.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product

from director.additions.contests.paper.grids import make_swiss_data
from director.additions.contests.scoring.sheets import BYE, SwissCell, SwissTable
from director.boards.paper.pdf.standings import LARGE_RECAP_SIZES, SMALL_MATRIX_SIZES
from director.core.base.grids import list_printed_columns
from director.pdf.fonts import SMALLEST, text_width, wrap_text
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

TITLE = "Swiss table"
CLOSE_ROW = 1.26
"""The least height of a row as a multiple of the type size: 64 teams take two sheets."""
CLOSE_PADS = (3.2, 2.4, 1.6)
CLOSER_PAD = 1.2
NAME_SHARES = (0.34, 0.28, 0.22, 0.18, 0.15, 0.12)
"""Shares of the page to try as the greatest width of names. Longer names are wrapped."""
LEADING = 1.2
HEAD_SCALE = 2.5  # height of the titles, as a multiple of the type size
MOST_SPARE = 5.0  # width of a round beyond its texts, as a multiple of the type size
SHARES_OF_SPARE = (0.5, 0.25, 0.25)  # of opponent, score and running total
BYE_SIGN = "–"  # narrower than the word, which would cost a page
LEAST_BESIDE_RULE = 3.0  # space on either side of a rule, for figures that fill their column
NAMES_INDEX = 2  # among the fixed columns

Cells = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SwissLayout:
    """A Swiss table at one size, divided into runs of rows and runs of rounds.

    *fixed* are the widths of the columns that every page repeats, *of_rounds* those of the three
    columns of each round.
    """

    size: float
    pad: float
    fixed: tuple[float, ...]
    of_rounds: tuple[tuple[float, ...], ...]
    heights: tuple[float, ...]
    rows: list[range]
    rounds: list[range]

    @property
    def pages(self) -> list[tuple[range, range]]:
        """Rows and rounds of every page."""
        return list(product(self.rows, self.rounds))


@dataclass(frozen=True, slots=True)
class _Texts:
    """The columns of a Swiss table with their texts."""

    fixed: list[tuple[PaperColumn, Cells]]
    rounds: Sequence[Sequence[tuple[PaperColumn, Cells]]]


def draw_swiss_table(pen: Pen, table: SwissTable) -> None:
    """Draw the Swiss table on landscape pages."""
    texts = _make_texts(table)
    close_measures = [(SMALLEST, CLOSE_ROW, pad) for pad in CLOSE_PADS]
    measures = (*SMALL_MATRIX_SIZES, *close_measures)
    if pen.large_print:
        measures = LARGE_RECAP_SIZES
    least_size, least_row, _pad = measures[-1]

    def usual_layouts(paper: Paper) -> Iterable[SwissLayout]:
        for (size, row, pad), share in product(measures, NAME_SHARES):
            yield _make_swiss_layout(paper, texts, share, size, row, pad)

    def closer_layouts(paper: Paper) -> Iterable[SwissLayout]:
        for share in NAME_SHARES:
            yield _make_swiss_layout(paper, texts, share, least_size, least_row, CLOSER_PAD)

    layout = choose_page_plan(pen.paper, usual_layouts, closer_layouts)
    opponent = "Opponent"
    if table.has_byes:
        opponent = f"Opponent ({BYE_SIGN} is a bye)"
    note = f"{opponent}, {table.unit}, total"
    for number, (rows, rounds) in enumerate(layout.pages, 1):
        page = begin_list_page(pen, table.heading, TITLE, note, landscape=True)
        _draw_page(pen, page, table, texts, layout, rows, rounds)
        draw_list_foot(pen, table.heading, number, len(layout.pages), landscape=True)


def _draw_page(
    pen: Pen,
    page: Box,
    table: SwissTable,
    texts: _Texts,
    layout: SwissLayout,
    rows: range,
    rounds: range,
) -> None:
    columns = []
    cells = []
    for index, (column, column_texts) in enumerate(texts.fixed):
        columns.append(replace(column, weight=layout.fixed[index]))
        cells.append(column_texts)
    cells[NAMES_INDEX] = _wrap_names(texts, layout)
    used_width = sum(layout.fixed) + sum(sum(layout.of_rounds[index]) for index in rounds)
    spare = (page.width - used_width) / len(rounds)
    spare = max(0, min(spare, MOST_SPARE * layout.size))
    left = page.x + sum(layout.fixed)
    round_boxes = []
    for round_index in rounds:
        widths = layout.of_rounds[round_index]
        for index, (column, column_texts) in enumerate(texts.rounds[round_index]):
            width = widths[index] + spare * SHARES_OF_SPARE[index]
            columns.append(replace(column, weight=width))
            cells.append(column_texts)
        round_boxes.append(Box(left, page.y, sum(widths) + spare, page.height))
        left += sum(widths) + spare
    drawn = _make_part_table(columns, cells, rows, layout)
    bottom = drawn.draw(pen, page.x, page.top, boxed=False)
    lines = []
    # In the middle of the space before the opponent, if there is enough for a rule.
    before_opponent = spare * SHARES_OF_SPARE[0] / 2
    if before_opponent >= LEAST_BESIDE_RULE:
        for box in round_boxes:
            rule_left = box.x + before_opponent
            lines.append((rule_left, bottom, rule_left, page.top))
    pen.rule(lines, 0.5)
    row_top = page.top - drawn.head_height
    for row in rows:
        height = layout.heights[row]
        row_top -= height
        for box, round_index in zip(round_boxes, rounds, strict=True):
            mark = _get_mark_word(table.rows[row].cells[round_index])
            if mark:
                pen.write(mark, Box(box.x, row_top, box.width, height), layout.size)


def _get_mark_word(cell: SwissCell) -> str:
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


def _make_texts(table: SwissTable) -> _Texts:
    """Return the columns with their texts: those that every page repeats, and those of each round."""
    data = make_swiss_data(table)
    printed = list_printed_columns(data, [column.key for column in data.columns])
    end = NAMES_INDEX + 1 + 3 * len(table.rounds)
    rounds = []
    for index, start in enumerate(range(NAMES_INDEX + 1, end, 3)):
        (opponent, _numbers), score, total = printed[start : start + 3]
        opponents = tuple(_format_opponent(row.cells[index]) for row in table.rows)
        rounds.append(((opponent, opponents), score, total))
    return _Texts([*printed[: NAMES_INDEX + 1], *printed[end:]], rounds)


def _make_swiss_layout(
    paper: Paper, texts: _Texts, name_share: float, size: float, row: float, pad: float
) -> SwissLayout:
    """Return how the table is divided at *size*, with names in at most *name_share* of it."""
    body = get_list_body(paper, landscape=True)
    fixed = [_compute_column_width(column, cells, size, pad) for column, cells in texts.fixed]
    fixed[NAMES_INDEX] = min(fixed[NAMES_INDEX], name_share * body.width)
    of_rounds = []
    for columns in texts.rounds:
        widths = [_compute_column_width(column, cells, size, pad) for column, cells in columns]
        of_rounds.append(tuple(widths))
    heights = []
    for names in texts.fixed[NAMES_INDEX][1]:
        line_count = max(1, len(wrap_text(names, size, fixed[NAMES_INDEX] - pad)))
        heights.append(max(size * row, line_count * size * LEADING + pad))
    round_widths = list(map(sum, of_rounds))
    room_across = body.width - sum(fixed)
    room = body.height - HEAD_SCALE * size
    return SwissLayout(
        size=size,
        pad=pad,
        fixed=tuple(fixed),
        of_rounds=tuple(of_rounds),
        heights=tuple(heights),
        rows=_divide_evenly(heights, room),
        rounds=_divide_evenly(round_widths, room_across),
    )


def _divide_evenly(lengths: Sequence[float], room: float) -> list[range]:
    """Return rows or rounds in the fewest runs that fit *room*, of about equal length."""
    fewest = divide_by_height(lengths, room, room)
    even_room = min(room, sum(lengths) / len(fewest) + max(lengths))
    even = divide_by_height(lengths, even_room, even_room)
    if len(even) == len(fewest):
        return even
    return fewest


def _compute_column_width(column: PaperColumn, cells: Cells, size: float, pad: float) -> float:
    """Return the width that a column needs for its title and its longest text."""
    widths = [text_width(text, size, column.bold) for text in cells]
    head_size = max(size * 0.7, SMALLEST)
    widths += [text_width(line, head_size) for line in column.title.split("\n")]
    return max(widths) + pad


def _wrap_names(texts: _Texts, layout: SwissLayout) -> Cells:
    wrapped = []
    for names in texts.fixed[NAMES_INDEX][1]:
        lines = wrap_text(names, layout.size, layout.fixed[NAMES_INDEX] - layout.pad)
        wrapped.append("\n".join(lines))
    return tuple(wrapped)


def _make_part_table(
    columns: Sequence[PaperColumn], cells: Sequence[Cells], rows: range, layout: SwissLayout
) -> Table:
    rows_of_texts = list(zip(*cells, strict=True))
    row_texts = rows_of_texts[rows.start : rows.stop]
    width = sum(column.weight for column in columns)
    table = make_form_table(columns, row_texts, width, 0, layout.size)
    return replace(
        table,
        heights=tuple(layout.heights[row] for row in rows),
        pad=min(table.pad, layout.pad / 2 - 0.05),
    )
