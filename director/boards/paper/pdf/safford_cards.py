"""Safford's score cards: a line for every set, and squares for shared totals."""

from collections.abc import Sequence

from director.pdf.fonts import wrap_text
from director.pdf.page import MARGIN, Box, Line, Pen, impose
from director.pdf.pieces import STAMP, draw_stamp
from director.sheets import SaffordCard

HEAD = 40.0
RULE_SIZE, RULE_LINE = 9.0, 11.5
TALLEST, LOWEST = 24.0, 12.0  # of a row
SMALL_CARD = 12  # lines and pairs of cards of which two share a page
COLUMNS = (
    ("Round", 38.0),
    ("Table", 34.0),
    ("Sit", 32.0),
    ("Boards", 48.0),
    ("Against", 48.0),
    ("Total", 42.0),
)
LAST_ROWS = ("My sum", "Their sum", "I lead by")
RULE = (
    "After each set, write your total and copy it into the open squares of its line (the pairs with the same cards).",
    "At the end, add up each column. Their sum is the total of your column on that pair’s card.",
)


def draw_safford_cards(pen: Pen, cards: Sequence[SaffordCard]) -> None:
    """Draw every pair's card, two to a page if they fit."""
    if max(max(len(card.lines), len(card.others)) for card in cards) <= SMALL_CARD:
        places = impose(pen, cards, 1, 2)
    else:
        places = ((pen.new_page(landscape=True).inset(MARGIN), card) for card in cards)
    for place, card in places:
        _draw_card(pen, place, card)


def _draw_card(pen: Pen, box: Box, card: SaffordCard) -> None:
    head = box.strip(0, HEAD)
    pen.write(f"Pair {card.label}", head.column(0, 110), 24, bold=True, align="left")
    pen.write("Names", head.column(120, 36), 10, align="left")
    pen.rule([(head.x + 158, head.y + 12, head.right, head.y + 12)])
    draw_stamp(pen, box, card.heading)
    rules: list[str] = []
    for text in RULE:
        rules.extend(wrap_text(text, RULE_SIZE, box.width))
    foot = STAMP + len(rules) * RULE_LINE + 4
    written = box.strip(box.height - foot + 2, len(rules) * RULE_LINE)
    pen.write_lines(rules, written, RULE_SIZE, align="left", leading=RULE_LINE / RULE_SIZE)
    grid = box.strip(HEAD, box.height - HEAD - foot)
    rows = 1 + len(card.lines) + len(LAST_ROWS)
    height = max(LOWEST, min(TALLEST, grid.height / rows))
    _draw_grid(pen, grid.strip(0, height * rows), card)


def _draw_grid(pen: Pen, box: Box, card: SaffordCard) -> None:
    rows = list(box.lines(1 + len(card.lines) + len(LAST_ROWS)))
    size = min(11.0, rows[0].height * 0.62)
    known = sum(width for _title, width in COLUMNS)
    square = (box.width - known) / len(card.others)
    titles = [title for title, _width in COLUMNS] + [str(other) for other in card.others]
    _write_row(pen, rows[0], titles, square, min(size, 9.5), bold=True)
    closed: list[Box] = []
    for row, line in zip(rows[1:], card.lines, strict=False):
        cells = [str(line.round_no), str(line.table_no), line.side, line.boards, line.opponents]
        _write_row(pen, row, cells, square, size, bold=False)
        squares = (row.column(known + index * square, square) for index in range(len(card.others)))
        closed += [
            cell
            for cell, other in zip(squares, card.others, strict=True)
            if other not in line.shared_with
        ]
    for row, title in zip(rows[-len(LAST_ROWS) :], LAST_ROWS, strict=True):
        pen.write(title, row.column(4, known - 8), size, bold=True, align="right")
    _hatch(pen, closed)
    _draw_lines(pen, box, rows, known, square, len(card.others))


def _write_row(
    pen: Pen, row: Box, cells: Sequence[str], square: float, size: float, *, bold: bool
) -> None:
    across = 0.0
    widths = [width for _title, width in COLUMNS] + [square] * len(cells)
    for text, width in zip(cells, widths, strict=False):
        pen.write(text, row.column(across, width).inset(1.5, 0), size, bold=bold)
        across += width


def _hatch(pen: Pen, squares: Sequence[Box]) -> None:
    """Close squares by slanting lines, which a pencil and a copier leave readable as closed."""
    lines: list[Line] = []
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
    pen.rule(lines, 0.3)


def _draw_lines(
    pen: Pen, box: Box, rows: Sequence[Box], known: float, square: float, others: int
) -> None:
    level = [(box.x, row.y, box.right, row.y) for row in rows] + [
        (box.x, box.top, box.right, box.top)
    ]
    foot = rows[-len(LAST_ROWS)].top
    edges, across = [0.0], 0.0
    for _title, width in COLUMNS:
        across += width
        edges.append(across)
    upright = [(box.x + edge, foot, box.x + edge, box.top) for edge in edges[1:-1]]
    sides = [0.0] + [known + index * square for index in range(others + 1)]
    upright += [(box.x + edge, box.y, box.x + edge, box.top) for edge in sides]
    pen.rule(level + upright, 0.5)
    pen.rule([(box.x, rows[0].y, box.right, rows[0].y), (box.x, foot, box.right, foot)], 1.0)
