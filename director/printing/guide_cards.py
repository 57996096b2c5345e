"""Guide cards: one page a table, lying in its middle, each edge turned to the player who sits there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from director.printing.card_frame import Edges, draw_frame, middle_of
from director.printing.compass import draw_compass
from director.printing.errors import TooLongError
from director.printing.fonts import wrap_text
from director.printing.page import MARGIN, Box, Pen, impose
from director.printing.tables import Column, Table, list_table
from director.printing.words import seat_label, section_text
from director.sheets import GuideCard, GuideCardRow

HEAD_SIZE = 13.0
NOTE_SIZE = 13.0
NOTE_LEADING = 1.2
COMPASS = 50.0
LEAST_WORDS = 11.0  # to be read at arm's length
REMEDY = "divide the rounds between two sessions"


@dataclass(frozen=True, slots=True)
class Sheet:
    """How cards are laid on paper: cut *across* × *down*, the page lying or standing.

    A card is drawn on a whole page of its own and made smaller; *least* is the smallest size of its figures before that
    at which rounds go on over another card.
    """

    across: int
    down: int
    landscape: bool
    least: float


SHEETS = {1: Sheet(1, 1, False, 11.0), 2: Sheet(2, 1, True, 14.0), 4: Sheet(2, 2, False, 17.0)}
"""Ways to lay cards on paper, by how many share a page."""


def draw_guide_cards(pen: Pen, cards: Sequence[GuideCard]) -> None:
    """Draw every card on a page of its own, or ``pen.cards_per_page`` of them on one; long ones go on over another."""
    sheet = SHEETS[pen.cards_per_page]
    width, height = pen.paper
    inner = Box(0, 0, width, height).inset(MARGIN)
    middle = middle_of(inner)
    parts = [part for card in cards for part in _parts(card, middle, sheet.least, large_print=pen.large_print)]
    if pen.cards_per_page == 1:
        for part in parts:
            _draw_card(pen, pen.new_page().inset(MARGIN), part)
        return
    for place, part in zip(
        impose(pen, len(parts), sheet.across, sheet.down, landscape=sheet.landscape), parts, strict=True
    ):
        with pen.shrunk(place, inner.width, inner.height) as box:
            _draw_card(pen, box, part)


@dataclass(frozen=True, slots=True)
class Part:
    """A card, or as many of its rounds as one holds, with their table already laid out."""

    card: GuideCard
    table: Table
    rounds: str  # "Rounds 1–40 of 80"; "" where all are on one card


def _parts(card: GuideCard, middle: Box, least: float, *, large_print: bool) -> list[Part]:
    """Return *card* in as few parts as can be read."""
    most = len(card.rows)
    for count in range(1, most + 1):
        size = -(-most // count)
        chunks = [replace(card, rows=card.rows[start : start + size]) for start in range(0, most, size)]
        tables = [_fitted(chunk, middle, least, large_print=large_print) for chunk in chunks]
        if all(tables):
            return [Part(chunk, table, _rounds_text(chunk, most)) for chunk, table in zip(chunks, tables, strict=True)]
    raise TooLongError(sheet=f"The guide card of table {card.table_no}", lines=most, most=0, remedy=REMEDY)


def _rounds_text(part: GuideCard, rounds: int) -> str:
    if len(part.rows) == rounds:
        return ""
    return f"Rounds {part.rows[0].round_no}–{part.rows[-1].round_no} of {rounds}"


def _draw_card(pen: Pen, page: Box, part: Part) -> None:
    card = part.card
    ns_move, ew_move = _move_words(card.ns_move), _move_words(card.ew_move)
    draw_frame(pen, page, card.heading, card.table_no, Edges(ns_move, ew_move, ns_move, ew_move))
    _draw_middle(pen, middle_of(page), part)


def _move_words(move: str) -> str:
    return f"after each round: {move}" if move else "your move: see the round"


def _draw_middle(pen: Pen, box: Box, part: Part) -> None:
    """Draw the compass, the rounds and the remarks; what height the rounds leave goes to both."""
    notes = _notes(part.card, box.width)
    if notes:
        height = len(notes) * NOTE_SIZE * NOTE_LEADING
        pen.write_lines(notes, box.strip(box.height - height, height).inset(4, 0), NOTE_SIZE)
    box = _above_notes(box, notes)
    table = part.table
    compass = min(170.0, COMPASS + (box.height - COMPASS - table.height) * 0.3)
    table = table.stretched(box.height - compass - 4, 1.9)
    _draw_head(pen, box.strip(0, compass), part)
    table.draw(pen, box.x, box.top - compass - 4)


def _notes(card: GuideCard, width: float) -> tuple[str, ...]:
    return wrap_text(" ".join(card.notes), NOTE_SIZE, width - 8)


def _above_notes(box: Box, notes: Sequence[str]) -> Box:
    return box.strip(0, box.height - len(notes) * NOTE_SIZE * NOTE_LEADING - 6) if notes else box


def _draw_head(pen: Pen, box: Box, part: Part) -> None:
    """Draw the compass between the movement and the way of the boards."""
    card = part.card
    draw_compass(pen, box)
    side = (box.width - box.height) / 2 - 16
    boards_move = f"after each round: {card.boards_move}" if card.boards_move else "see the round"
    left = (section_text(card.heading), *card.heading.movement.split(", ", 1), part.rounds)
    _draw_beside(pen, box.column(0, side), left, bold=True)
    _draw_beside(pen, box.column(box.width - side, side), ("Boards", boards_move), bold=False)


def _draw_beside(pen: Pen, box: Box, texts: Sequence[str], *, bold: bool) -> None:
    lines = [line for text in texts for line in wrap_text(text, HEAD_SIZE, box.width, bold=bold)] or [""]
    pen.write_lines(lines, box, min(HEAD_SIZE, box.height / (1.2 * len(lines))), bold=bold)


def _fitted(card: GuideCard, middle: Box, least: float, *, large_print: bool) -> Table | None:
    """Return the rounds at the largest size at which all fit on the card, ``None`` if that is below *least*."""
    box = _above_notes(middle, _notes(card, middle.width))
    width, height = box.width, box.height - COMPASS
    marks = [", ".join(row.marks) for row in card.rows]
    for size, scale, most_lines in _sizes(large_print, least):
        columns, rows = _content(card, scale)
        table = list_table(columns, rows, width, size, notes=marks, note_scale=scale, gap=0.12 if size > 13 else 0.0)
        if not table.is_cramped and table.height <= height - 4 and table.most_lines <= most_lines:
            return table
    return None


def _sizes(large_print: bool, least: float) -> Iterator[tuple[float, float, int]]:
    """Yield sizes to try, each with the scale of the words beside the figures and the lines a cell may have.

    Words give way before figures do, and a move in more than two lines is the last resort of a size.
    """
    large = [(28, 1.0), (26, 1.0), (24, 1.0), (24, 0.85), (24, 0.75), (24, 0.65)] if large_print else []
    usual = [(22, 1.0), (20, 1.0), (18, 1.0), (18, 0.85), (18, 0.75), (18, 0.65)]
    for sizes in (large, usual):
        for most_lines in (2, 5):
            yield from ((size, scale, most_lines) for size, scale in sizes)
    for size in (17, 16, 15, 14, 13, 12, 11):
        if size >= least:
            yield size, max(0.75, LEAST_WORDS / size), 5


def _content(card: GuideCard, scale: float) -> tuple[list[Column], list[list[str]]]:
    """Return columns and rows of a card, the words in *scale* of the figures."""
    columns = [
        Column("Round", bold=True),
        Column("N-S"),
        Column("E-W"),
        Column("Boards"),
        Column("N-S next", scale=scale, wraps=True),
        Column("E-W next", scale=scale, wraps=True),
        Column("Boards next", scale=scale, wraps=True),
    ]
    rows = [
        [str(row.round_no), seat_label(row.ns, "NS"), seat_label(row.ew, "EW"), row.boards, *_next_words(row)]
        for row in card.rows
    ]
    return columns, rows


def _next_words(row: GuideCardRow) -> tuple[str, str, str]:
    return row.ns_next, row.ew_next, row.boards_next
