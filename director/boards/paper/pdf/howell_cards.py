"""Howell's movement cards: first pairs and boards, and every player's next seat."""

from collections.abc import Sequence

from director.errors import TooLongError
from director.pdf.card_frame import Edges, Frame, draw_frame
from director.pdf.fonts import SMALLEST, wrap_text
from director.pdf.page import MARGIN, Box, Pen
from director.pdf.sentences import PdfSentences
from director.pdf.tables import Column, Table, draw_compass, list_table
from director.pdf.words import section_text
from director.sheets import HowellCard

HEAD = 96.0
HEAD_SIZE = 14.0
REMEDY = "print the guide cards, which can continue on a second card"
FIRST = 26.0  # the line of first pairs and boards
SIZES = (26, 24, 22, 20, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9)
COLUMNS = (Column("Round", bold=True), Column("N-S"), Column("E-W"), Column("Boards"))


def draw_howell_cards(pen: Pen, cards: Sequence[HowellCard]) -> None:
    """Draw every card on a page of its own."""
    for card in cards:
        page = pen.new_page().inset(MARGIN)
        edges = Edges(_next(card.north), _next(card.east), _next(card.south), _next(card.west))
        frame = Frame.around(page, (edges.north, edges.south), SMALLEST)
        draw_frame(pen, page, frame, card.heading, card.table_no, edges)
        _draw_middle(pen, frame.middle(page), card)


def _next(seat: str) -> str:
    if seat:
        return f"next: {seat}"
    return ""


def _draw_middle(pen: Pen, box: Box, card: HowellCard) -> None:
    head = box.strip(0, HEAD)
    draw_compass(pen, head)
    side = (head.width - HEAD) / 2 - 10
    about = (section_text(card.heading), *card.heading.movement.split(", ", 1))
    boards_next = f"Boards after each round: {card.boards_next}" if card.boards_next else ""
    _draw_beside(pen, head.column(0, side), about, bold=True)
    _draw_beside(pen, head.column(head.width - side, side), (boards_next,), bold=False)
    first = box.strip(HEAD, 2 * FIRST)
    pen.write(f"Original pairs: N-S {card.ns}, E-W {card.ew}", first.strip(0, FIRST), 17, bold=True)
    pen.write(_boards_words(card), first.strip(FIRST, FIRST), 17, bold=True)
    table = _fit_table(card, box.width, box.height - HEAD - 2 * FIRST - 6)
    table.draw(pen, box.x, box.top - HEAD - 2 * FIRST - 4)


def _draw_beside(pen: Pen, box: Box, texts: Sequence[str], *, bold: bool) -> None:
    lines: list[str] = []
    for text in texts:
        lines.extend(wrap_text(text, HEAD_SIZE, box.width, bold=bold))
    pen.write_lines(lines, box, HEAD_SIZE, bold=bold)


def _boards_words(card: HowellCard) -> str:
    """Return the first boards in playing order."""
    if not card.boards:
        return "Original boards: none"
    first, *waiting = card.boards
    return f"Original boards: {first}" + (f", then {', then '.join(waiting)}" if waiting else "")


def _fit_table(card: HowellCard, width: float, height: float) -> Table:
    rows = [[str(row.round_no), row.ns, row.ew, row.boards or "–"] for row in card.rows]
    remarks = [", ".join(row.marks) for row in card.rows]
    for size in SIZES:
        gap = 0.25 if size > 13 else 0.0
        table = list_table(
            COLUMNS, rows, width, size, notes=remarks, note_scale=max(0.6, SMALLEST / size), gap=gap
        )
        if table.height <= height:
            return table.stretched(height, 1.5)
    raise TooLongError(
        PdfSentences.TOO_LONG,
        sheet=f"Howell’s card of table {card.table_no}",
        lines=len(rows),
        most=0,
        remedy=REMEDY,
    )
