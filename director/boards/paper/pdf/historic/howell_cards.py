"""Draw Howell's movement cards: the first pairs and boards, and every player's next seat."""

from collections.abc import Sequence

from director.pdf.card_frame import EdgeTexts, Frame, draw_compass, draw_frame
from director.pdf.fonts import SMALLEST, wrap_text
from director.pdf.page import MARGIN, Box, Pen
from director.pdf.pieces import make_too_long_error
from director.pdf.tables import PaperColumn, Table, make_list_table
from director.pdf.words import format_section
from director.sheets import HowellCard

HEAD_HEIGHT = 96.0
HEAD_SIZE = 14.0
REMEDY = "print the guide cards, which can continue on a second card"
START_LINE = 26.0  # height of the line of original pairs, and of that of original boards
SIZES = (26, 24, 22, 20, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9)
COLUMNS = (
    PaperColumn("Round", bold=True),
    PaperColumn("N-S"),
    PaperColumn("E-W"),
    PaperColumn("Boards"),
)


def draw_howell_cards(pen: Pen, cards: Sequence[HowellCard]) -> None:
    """Draw every card on a page of its own."""
    for card in cards:
        page = pen.new_page().inset(MARGIN)
        seats = (card.north, card.east, card.south, card.west)
        edges = EdgeTexts(*map(_format_next_seat, seats))
        frame = Frame.around(page, (edges.north, edges.south), SMALLEST)
        draw_frame(pen, page, frame, card.heading, card.table_no, edges)
        _draw_middle(pen, frame.middle(page), card)


def _format_next_seat(seat: str) -> str:
    if seat:
        return f"next: {seat}"
    return ""


def _draw_middle(pen: Pen, box: Box, card: HowellCard) -> None:
    head = box.strip(0, HEAD_HEIGHT)
    draw_compass(pen, head)
    side_width = (head.width - HEAD_HEIGHT) / 2 - 10
    movement = (format_section(card.heading), *card.heading.movement.split(", ", 1))
    boards_move = f"Boards after each round: {card.boards_next}" if card.boards_next else ""
    right_side = head.column(head.width - side_width, side_width)
    _write_beside_compass(pen, head.column(0, side_width), movement, bold=True)
    _write_beside_compass(pen, right_side, (boards_move,), bold=False)
    pairs_text = f"Original pairs: N-S {card.ns}, E-W {card.ew}"
    pen.write(pairs_text, box.strip(HEAD_HEIGHT, START_LINE), 17, bold=True)
    boards_box = box.strip(HEAD_HEIGHT + START_LINE, START_LINE)
    pen.write(_format_original_boards(card), boards_box, 17, bold=True)
    above = HEAD_HEIGHT + 2 * START_LINE
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
    for size in SIZES:
        gap = 0.25 if size > 13 else 0.0
        table = make_list_table(
            COLUMNS, rows, width, size, notes=remarks, note_scale=max(0.6, SMALLEST / size), gap=gap
        )
        if table.height <= height:
            return table.with_stretched_rows(height, 1.5)
    raise make_too_long_error(
        sheet=f"Howell’s card of table {card.table_no}",
        lines=len(rows),
        most=0,
        remedy=REMEDY,
    )
