"""Draw the cards of 1900: Howell's movement cards and Safford's scorecards."""

from collections.abc import Sequence

from director.additions.classic.cards import HowellCard, SaffordCard
from director.pdf.card_frame import CardFrame, EdgeTexts, draw_compass, draw_frame
from director.pdf.fonts import MIN_SIZE, wrap_text
from director.pdf.page import MARGIN, Box, LineEnds, Pen, iter_places
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
    pen.write(_format_original_boards(card), boards_box, 17, bold=True)
    above = HOWELL_HEAD_HEIGHT + 2 * START_LINE
    table = _fit_table(card, box.width, box.height - above - 6)
    table.draw(pen, box.x, box.top - above - 4)


def _write_beside_compass(pen: Pen, box: Box, texts: Sequence[str], *, bold: bool) -> None:
    lines: list[str] = []
    for text in texts:
        lines.extend(wrap_text(text, HEAD_SIZE, box.width, bold=bold))
    pen.write_lines(lines, box, HEAD_SIZE, bold=bold)


def _format_original_boards(card: HowellCard) -> str:
    """Return the first boards in playing order."""
    if not card.boards:
        return "Original boards: none"
    return f"Original boards: {', then '.join(card.boards)}"


def _fit_table(card: HowellCard, width: float, height: float) -> Table:
    rows = [[str(row.round_no), row.ns, row.ew, row.boards or "–"] for row in card.rows]
    remarks = [", ".join(row.marks) for row in card.rows]
    for size in TEXT_SIZES:
        gap = 0.25 if size > 13 else 0.0
        table = make_list_table(
            HOWELL_COLUMNS,
            rows,
            width,
            size,
            notes=remarks,
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
SAFFORD_COLUMNS = (
    ("Round", 38.0),
    ("Table", 34.0),
    ("Sit", 32.0),
    ("Boards", 48.0),
    ("Against", 48.0),
    ("Total", 42.0),
)
LAST_ROWS = ("My sum", "Their sum", "I lead by")
SAFFORD_RULES = (
    "After each set, write your total and copy it into the open squares of its line (the pairs with the same cards).",
    "At the end, add up each column. Their sum is the total of your column on that pair’s card.",
)


def draw_safford_cards(pen: Pen, cards: Sequence[SaffordCard]) -> None:
    """Draw every pair's card, two to a page if they fit."""
    max_row_count = max(max(len(card.lines), len(card.other_labels)) for card in cards)
    if max_row_count <= HALF_PAGE_ROWS:
        card_boxes = iter_places(pen, cards, 1, 2)
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
    columns_width = sum(width for _title, width in SAFFORD_COLUMNS)
    square_width = (box.width - columns_width) / len(card.other_labels)
    titles = [title for title, _width in SAFFORD_COLUMNS] + [
        str(other_number) for other_number in card.other_labels
    ]
    _write_row(pen, rows[0], titles, square_width, min(size, 9.5), bold=True)
    closed_squares: list[Box] = []
    for row, line in zip(rows[1:], card.lines, strict=False):
        cells = [str(line.round_no), str(line.table_no), line.side, line.boards, line.opponents]
        _write_row(pen, row, cells, square_width, size, bold=False)
        for index, other_number in enumerate(card.other_labels):
            if other_number not in line.shared_with:
                square_left = columns_width + index * square_width
                closed_squares.append(row.get_column(square_left, square_width))
    for row, title in zip(rows[-len(LAST_ROWS) :], LAST_ROWS, strict=True):
        pen.write(title, row.get_column(4, columns_width - 8), size, bold=True, align="right")
    _hatch_squares(pen, closed_squares)
    _draw_lines(pen, box, rows, columns_width, square_width, len(card.other_labels))


def _write_row(
    pen: Pen, row: Box, cells: Sequence[str], square_width: float, size: float, *, bold: bool
) -> None:
    cell_left = 0.0
    widths = [width for _title, width in SAFFORD_COLUMNS] + [square_width] * len(cells)
    for text, width in zip(cells, widths, strict=False):
        pen.write(text, row.get_column(cell_left, width).inset(1.5, 0), size, bold=bold)
        cell_left += width


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


def _draw_lines(
    pen: Pen,
    box: Box,
    rows: Sequence[Box],
    columns_width: float,
    square_width: float,
    square_count: int,
) -> None:
    rules = [(box.x, row.y, box.right, row.y) for row in rows]
    rules.append((box.x, box.top, box.right, box.top))
    # The last rows have one cell for all columns before the squares.
    lines_foot = rows[-len(LAST_ROWS)].top
    edge = 0.0
    for _title, width in SAFFORD_COLUMNS[:-1]:
        edge += width
        rules.append((box.x + edge, lines_foot, box.x + edge, box.top))
    edges = [0.0]
    edges += [columns_width + index * square_width for index in range(square_count + 1)]
    rules += [(box.x + edge, box.y, box.x + edge, box.top) for edge in edges]
    pen.draw_lines(rules, 0.5)
    head_foot = rows[0].y
    pen.draw_lines(
        [
            (box.x, head_foot, box.right, head_foot),
            (box.x, lines_foot, box.right, lines_foot),
        ],
        1.0,
    )
