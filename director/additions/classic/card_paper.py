"""Draw the cards of 1900: Howell's movement cards and Safford's scorecards."""

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple, TypeAlias

from director.additions.classic.cards import HowellCard, SaffordCard
from director.pdf.card_frame import CardFrame, EdgeTexts, draw_compass, draw_frame
from director.pdf.fonts import MIN_SIZE, measure_text, wrap_text
from director.pdf.page import MARGIN, Align, Box, LineEnds, Pen, iter_piece_boxes
from director.pdf.pieces import STAMP_HEIGHT, draw_stamp, make_too_long_error
from director.pdf.tables import PaperColumn, Table, make_list_table
from director.pdf.words import format_section

HOWELL_HEAD_HEIGHT = 96.0
HEAD_SIZE = 14.0
REMEDY = "print the guide cards, which can continue on a second card"
START_LINE = 26.0  # height of the line of original pairs, and of that of original boards
TEXT_SIZES = (26, 24, 22, 20, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9)
HOWELL_COLUMNS = (
    PaperColumn("Round", bold=True),
    PaperColumn("N-S"),
    PaperColumn("E-W"),
    PaperColumn("Boards"),
)


def draw_howell_cards(pen: Pen, cards: Sequence[HowellCard]) -> None:
    """Draw every card on a page of its own."""
    for card in cards:
        page = pen.begin_page().inset(MARGIN)
        seats = (card.north, card.east, card.south, card.west)
        edges = EdgeTexts(*map(_format_next_seat, seats))
        frame = CardFrame.for_page(page, (edges.north, edges.south), MIN_SIZE)
        draw_frame(pen, page, frame, card.heading, card.table_no, edges)
        _draw_middle(pen, frame.get_middle(page), card)


def _format_next_seat(seat: str) -> str:
    if seat:
        return f"next: {seat}"
    return ""


def _draw_middle(pen: Pen, box: Box, card: HowellCard) -> None:
    head_box = box.get_strip(0, HOWELL_HEAD_HEIGHT)
    draw_compass(pen, head_box)
    side_width = (head_box.width - HOWELL_HEAD_HEIGHT) / 2 - 10
    movement = (format_section(card.heading), *card.heading.movement.split(", ", 1))
    boards_move = f"Boards after each round: {card.boards_next}" if card.boards_next else ""
    right_side = head_box.get_column(head_box.width - side_width, side_width)
    _write_beside_compass(pen, head_box.get_column(0, side_width), movement, bold=True)
    _write_beside_compass(pen, right_side, (boards_move,), bold=False)
    pairs_text = f"Original pairs: N-S {card.ns}, E-W {card.ew}"
    pen.write(pairs_text, box.get_strip(HOWELL_HEAD_HEIGHT, START_LINE), 17, bold=True)
    boards_box = box.get_strip(HOWELL_HEAD_HEIGHT + START_LINE, START_LINE)
    _write_original_boards(pen, boards_box, _format_original_boards(card))
    above = HOWELL_HEAD_HEIGHT + 2 * START_LINE
    table = _fit_table(card, box.width, box.height - above - 6)
    table.draw(pen, box.x, box.top - above - 4)


def _write_beside_compass(pen: Pen, box: Box, texts: Sequence[str], *, bold: bool) -> None:
    lines: list[str] = []
    for text in texts:
        lines.extend(wrap_text(text, HEAD_SIZE, box.width, bold=bold))
    pen.write_lines(lines, box, HEAD_SIZE, bold=bold)


def _write_original_boards(pen: Pen, box: Box, text: str) -> None:
    """Write *text* in one line, or in two if several sets of boards wait at the table."""
    if measure_text(text, MIN_SIZE, bold=True) <= box.width:
        pen.write(text, box, 17, bold=True)
        return
    pen.write_lines(wrap_text(text, MIN_SIZE, box.width, bold=True), box, MIN_SIZE, bold=True)


def _format_original_boards(card: HowellCard) -> str:
    """Return the first boards in playing order."""
    if not card.boards:
        return "Original boards: none"
    return f"Original boards: {', then '.join(card.boards)}"


def _fit_table(card: HowellCard, width: float, height: float) -> Table:
    rows = [[str(row.round_no), row.ns, row.ew, row.boards or "–"] for row in card.rows]
    row_notes = [", ".join(row.marks) for row in card.rows]
    for size in TEXT_SIZES:
        gap = 0.25 if size > 13 else 0.0
        table = make_list_table(
            HOWELL_COLUMNS,
            rows,
            width,
            size,
            notes=row_notes,
            note_scale=max(0.6, MIN_SIZE / size),
            row_gap=gap,
        )
        if table.height <= height:
            return table.with_stretched_rows(height, 1.5)
    raise make_too_long_error(
        sheet=f"Howell’s card of table {card.table_no}",
        lines=len(rows),
        most=0,
        remedy=REMEDY,
    )


# Safford's scorecards have a line for every board set, and squares for shared totals. A pair copies its
# total on a set into the squares of the pairs that held the same cards; all other squares of the line
# are *closed*, that is hatched.


SAFFORD_HEAD_HEIGHT = 40.0
RULE_SIZE = 9.0
RULE_LINE = 11.5
MAX_ROW_HEIGHT = 24.0
MIN_ROW_HEIGHT = 12.0
HALF_PAGE_ROWS = 12  # lines, and pairs, of a card that needs only half a page
SAFFORD_TITLES = ("Round", "Table", "Sit", "Against", "Total")
SAFFORD_WIDTHS = (38.0, 34.0, 32.0, 48.0, 42.0)
BOARDS_TITLE = "Boards"
BOARDS_WIDTH = 48.0  # for a single board
SCORE_WIDTH = 18.0  # for the score beside the number of a board
MIN_SQUARE_WIDTH = 13.0  # for a number of two digits
CELL_PADDING = 0.5
Column: TypeAlias = tuple[float, float]
"""The distance of a column from the left, and its width."""
LAST_ROWS = ("My sum", "Their sum", "I lead by")
SAFFORD_RULES = (
    "After each set, write your total and copy it into the open squares of its line (the pairs with the same cards).",
    "At the end, add up each column. Their sum is the total of your column on that pair’s card.",
)


def draw_safford_cards(pen: Pen, cards: Sequence[SaffordCard]) -> None:
    """Draw every pair's card, two to a page if they fit."""
    max_row_count = max(max(len(card.lines), len(card.other_labels)) for card in cards)
    if max_row_count <= HALF_PAGE_ROWS:
        card_boxes = iter_piece_boxes(pen, cards, 1, 2)
    else:
        card_boxes = ((pen.begin_page(landscape=True).inset(MARGIN), card) for card in cards)
    for card_box, card in card_boxes:
        _draw_card(pen, card_box, card)


def _draw_card(pen: Pen, box: Box, card: SaffordCard) -> None:
    head_box = box.get_strip(0, SAFFORD_HEAD_HEIGHT)
    pen.write(f"Pair {card.label}", head_box.get_column(0, 110), 24, bold=True, align="left")
    pen.write("Names", head_box.get_column(120, 36), 10, align="left")
    pen.draw_lines([(head_box.x + 158, head_box.y + 12, head_box.right, head_box.y + 12)])
    draw_stamp(pen, box, card.heading)
    rules: list[str] = []
    for text in SAFFORD_RULES:
        rules.extend(wrap_text(text, RULE_SIZE, box.width))
    foot_height = STAMP_HEIGHT + len(rules) * RULE_LINE + 4
    rules_box = box.get_strip(box.height - foot_height + 2, len(rules) * RULE_LINE)
    pen.write_lines(rules, rules_box, RULE_SIZE, align="left", leading=RULE_LINE / RULE_SIZE)
    grid = box.get_strip(SAFFORD_HEAD_HEIGHT, box.height - SAFFORD_HEAD_HEIGHT - foot_height)
    row_count = 1 + len(card.lines) + len(LAST_ROWS)
    row_height = max(MIN_ROW_HEIGHT, min(MAX_ROW_HEIGHT, grid.height / row_count))
    _draw_grid(pen, grid.get_strip(0, row_height * row_count), card)


def _draw_grid(pen: Pen, box: Box, card: SaffordCard) -> None:
    rows = list(box.iter_strips(1 + len(card.lines) + len(LAST_ROWS)))
    size = min(11.0, rows[0].height * 0.62)
    title_size = min(size, 9.5)
    columns = _arrange_columns(card, max(size, MIN_SIZE), box.width)
    _write_row(pen, rows[0], SAFFORD_TITLES, columns.fixed, title_size, bold=True)
    first_left, _width = columns.boards[0]
    last_left, last_width = columns.boards[-1]
    boards_box = rows[0].get_column(first_left, last_left + last_width - first_left)
    pen.write(BOARDS_TITLE, boards_box, title_size, bold=True)
    _write_row(pen, rows[0], card.other_labels, columns.squares, title_size, bold=False)
    closed_squares: list[Box] = []
    for row, line in zip(rows[1:], card.lines, strict=False):
        cells = [str(line.round_no), line.table, line.side, line.opponents]
        _write_row(pen, row, cells, columns.fixed, size, bold=False)
        _write_boards(pen, row, line.boards, columns.boards, size)
        for (left, width), other_label in zip(columns.squares, card.other_labels, strict=True):
            if other_label not in line.shared_with:
                closed_squares.append(row.get_column(left, width))
    squares_left, _width = columns.squares[0]
    for row, title in zip(rows[-len(LAST_ROWS) :], LAST_ROWS, strict=True):
        pen.write(title, row.get_column(4, squares_left - 8), size, bold=True, align="right")
    _hatch_squares(pen, closed_squares)
    _draw_lines(pen, box, rows, columns)


class _Columns(NamedTuple):
    """The columns of a grid, each with its distance from the left and its width.

    *fixed* are those of ``SAFFORD_TITLES``, *boards* one for each board of a set, *squares* one for
    each other pair.
    """

    fixed: tuple[Column, ...]
    boards: tuple[Column, ...]
    squares: tuple[Column, ...]

    @property
    def all(self) -> tuple[Column, ...]:
        """All columns from left to right."""
        return tuple(sorted((*self.fixed, *self.boards, *self.squares)))


def _arrange_columns(card: SaffordCard, size: float, grid_width: float) -> _Columns:
    """Return the columns of *card*, whose boards are written in *size*."""
    *seat_widths, opponents_width, total_width = SAFFORD_WIDTHS
    square_count = len(card.other_labels)
    board_count = max(len(line.boards) for line in card.lines)
    # A single board has no score of its own: it is the total.
    board_width = BOARDS_WIDTH
    if board_count > 1:
        numbers = [number for line in card.lines for number in line.boards]
        wanted_width = max(measure_text(number, size) for number in numbers) + SCORE_WIDTH
        width_left = grid_width - sum(SAFFORD_WIDTHS) - square_count * MIN_SQUARE_WIDTH
        board_width = min(wanted_width, width_left / board_count)
    board_widths = [board_width] * board_count
    widths = [*seat_widths, opponents_width, *board_widths, total_width]
    widths += [(grid_width - sum(widths)) / square_count] * square_count
    columns = tuple(zip(accumulate([0.0, *widths[:-1]]), widths, strict=True))
    first_board = len(seat_widths) + 1
    total = first_board + len(board_widths)
    return _Columns(
        fixed=(*columns[:first_board], columns[total]),
        boards=columns[first_board:total],
        squares=columns[total + 1 :],
    )


def _write_row(
    pen: Pen, row: Box, cells: Sequence[str], columns: Sequence[Column], size: float, *, bold: bool
) -> None:
    for text, (left, width) in zip(cells, columns, strict=False):
        pen.write(text, row.get_column(left, width).inset(CELL_PADDING, 0), size, bold=bold)


def _write_boards(
    pen: Pen, row: Box, boards: Sequence[str], columns: Sequence[Column], size: float
) -> None:
    """Write each number at the left of its square, so that the score fits beside it."""
    align: Align = "left" if len(columns) > 1 else "centre"
    for number, (left, width) in zip(boards, columns, strict=False):
        pen.write(number, row.get_column(left, width).inset(2, 0), size, align=align)


def _hatch_squares(pen: Pen, squares: Sequence[Box]) -> None:
    """Close squares by slanting lines, which stay visible on a copy and below a pencil."""
    lines: list[LineEnds] = []
    for box in squares:
        steps = 4
        for step in range(1, 2 * steps):
            start, end = max(0, step - steps) / steps, min(step, steps) / steps
            lines.append(
                (
                    box.x + start * box.width,
                    box.y + (step / steps - start) * box.height,
                    box.x + end * box.width,
                    box.y + (step / steps - end) * box.height,
                )
            )
    pen.draw_lines(lines, 0.3)


def _draw_lines(pen: Pen, box: Box, rows: Sequence[Box], columns: _Columns) -> None:
    rules = [(box.x, row.y, box.right, row.y) for row in rows]
    rules.append((box.x, box.top, box.right, box.top))
    # The last rows have one cell for all columns before the squares.
    lines_foot = rows[-len(LAST_ROWS)].top
    head_foot = rows[0].y
    full_edges = {0.0, *(left for left, _width in columns.squares)}
    # The boards of a set have one title.
    edges_below_head = {left for left, _width in columns.boards[1:]}
    for left, _width in columns.all:
        foot = box.y if left in full_edges else lines_foot
        top = head_foot if left in edges_below_head else box.top
        rules.append((box.x + left, foot, box.x + left, top))
    rules.append((box.right, box.y, box.right, box.top))
    pen.draw_lines(rules, 0.5)
    pen.draw_lines(
        [
            (box.x, head_foot, box.right, head_foot),
            (box.x, lines_foot, box.right, lines_foot),
        ],
        1.0,
    )
