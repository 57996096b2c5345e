"""Guide cards: one page a table, lying in its middle, each edge turned to the player who sits there."""

from collections.abc import Iterator, Sequence
from itertools import product

from director.printing.compass import draw_compass
from director.printing.errors import TooLongError
from director.printing.fonts import text_width, wrap_text
from director.printing.page import MARGIN, Box, Pen
from director.printing.tables import Column, Table, list_table
from director.printing.words import seat_label, section_text, stamp
from director.sheets import GuideCard, GuideCardRow

CORNER_SIZE = 60.0
CORNER = Box(0, 0, 104.0, 54.0)
EDGE = 27.0  # the strip of East and of West
EDGE_SIZE = 18.0
HEAD_SIZE = 13.0
NOTE_SIZE = 13.0
COMPASS = 50.0
FOOT = 20.0
LEAST_SIZE = 11.0  # to be read at arm's length
REMEDY = "divide the rounds between two sessions"


def draw_guide_cards(pen: Pen, cards: Sequence[GuideCard]) -> None:
    """Draw every card on a page of its own."""
    for card in cards:
        page = pen.new_page().inset(MARGIN)
        foot = page.strip(page.height - FOOT, FOOT)
        card_box = page.strip(0, page.height - FOOT)
        _draw_foot(pen, foot, card)
        _draw_corners(pen, card_box, card)
        _draw_edges(pen, card_box, card)
        _draw_middle(pen, card_box.inset(EDGE, CORNER.height), card)


def _draw_foot(pen: Pen, box: Box, card: GuideCard) -> None:
    lines = stamp(card.heading, pen.printed_at)
    left, right = box.column(0, box.width / 2 - 4), box.column(box.width / 2 + 4, box.width / 2 - 4)
    pen.write_lines(lines[:2], left, 7.5, align="left")
    pen.write_lines(lines[2:], right, 7.5, align="right")


def _draw_corners(pen: Pen, box: Box, card: GuideCard) -> None:
    """Write section and table in the four corners, upside down in the upper two."""
    for across, down in product((0, box.width - CORNER.width), (0, box.height - CORNER.height)):
        corner = box.strip(down, CORNER.height).column(across, CORNER.width)
        if down == 0:
            with pen.turned(corner, 2) as seen:
                _draw_number(pen, seen, card, at_left=across > 0)
        else:
            _draw_number(pen, corner, card, at_left=across == 0)


def _draw_number(pen: Pen, box: Box, card: GuideCard, *, at_left: bool) -> None:
    text = f"{card.heading.section}{card.table_no}"
    pen.write(text, box, CORNER_SIZE, bold=True, align="left" if at_left else "right")


def _draw_edges(pen: Pen, box: Box, card: GuideCard) -> None:
    """Write the four directions with their moves, each turned to its player."""
    between = box.inset(CORNER.width + 6, 0)
    north, south = between.strip(0, CORNER.height), between.strip(between.height - CORNER.height, CORNER.height)
    sides = box.inset(0, CORNER.height)
    ns_move, ew_move = _move_words(card.ns_move), _move_words(card.ew_move)
    with pen.turned(north, 2) as seen:
        _draw_edge(pen, seen, "NORTH", ns_move)
    _draw_edge(pen, south, "SOUTH", ns_move)
    with pen.turned(sides.column(0, EDGE), -1) as seen:
        _draw_long_edge(pen, seen, "WEST", ew_move)
    with pen.turned(sides.column(sides.width - EDGE, EDGE), 1) as seen:
        _draw_long_edge(pen, seen, "EAST", ew_move)


def _move_words(move: str) -> str:
    return f"after each round: {move}" if move else "your move: see the round"


def _draw_edge(pen: Pen, box: Box, seat: str, words: str) -> None:
    pen.write(seat, box.strip(0, box.height / 2), EDGE_SIZE, bold=True)
    pen.write(words, box.strip(box.height / 2, box.height / 2), EDGE_SIZE)


def _draw_long_edge(pen: Pen, box: Box, seat: str, words: str) -> None:
    """Write seat and words behind each other, in the middle of a strip that is long but low."""
    gap = 14.0
    seat_width = text_width(seat, EDGE_SIZE, bold=True) + 1
    words_width = min(text_width(words, EDGE_SIZE) + 1, box.width - seat_width - gap)
    start = (box.width - seat_width - gap - words_width) / 2
    pen.write(seat, box.column(start, seat_width), EDGE_SIZE, bold=True, align="left")
    pen.write(words, box.column(start + seat_width + gap, words_width), EDGE_SIZE, align="left")


def _draw_middle(pen: Pen, box: Box, card: GuideCard) -> None:
    """Draw the compass and the rounds; what height the rounds leave goes to both."""
    box = box.inset(3, 6)
    notes = wrap_text(" ".join(card.notes), NOTE_SIZE, box.width - 8)
    if notes:
        height = len(notes) * NOTE_SIZE * 1.2
        pen.write_lines(notes, box.strip(box.height - height, height).inset(4, 0), NOTE_SIZE)
        box = box.strip(0, box.height - height - 6)
    table = _fitted(card, box.width, box.height - COMPASS, large_print=pen.large_print)
    compass = min(170.0, COMPASS + (box.height - COMPASS - table.height) * 0.3)
    table = table.stretched(box.height - compass - 4, 1.9)
    _draw_head(pen, box.strip(0, compass), card)
    table.draw(pen, box.x, box.top - compass - 4)


def _draw_head(pen: Pen, box: Box, card: GuideCard) -> None:
    """Draw the compass between the movement and the way of the boards."""
    draw_compass(pen, box)
    side = (box.width - box.height) / 2 - 16
    boards_move = f"after each round: {card.boards_move}" if card.boards_move else "see the round"
    _draw_beside(
        pen, box.column(0, side), (section_text(card.heading), *card.heading.movement.split(", ", 1)), bold=True
    )
    _draw_beside(pen, box.column(box.width - side, side), ("Boards", boards_move), bold=False)


def _draw_beside(pen: Pen, box: Box, texts: Sequence[str], *, bold: bool) -> None:
    lines = [line for text in texts for line in wrap_text(text, HEAD_SIZE, box.width, bold=bold)] or [""]
    pen.write_lines(lines, box, min(HEAD_SIZE, box.height / (1.2 * len(lines))), bold=bold)


def _fitted(card: GuideCard, width: float, height: float, *, large_print: bool) -> Table:
    """Return the rounds at the largest size at which all fit on the card."""
    notes = [", ".join(row.marks) for row in card.rows]
    for size, scale, most_lines in _sizes(large_print):
        columns, rows = _content(card, scale)
        table = list_table(columns, rows, width, size, notes=notes, note_scale=scale, gap=0.12 if size > 13 else 0.0)
        if not table.is_cramped and table.height <= height - 4 and table.most_lines <= most_lines:
            return table
    raise TooLongError(sheet=f"The guide card of table {card.table_no}", lines=len(card.rows), most=40, remedy=REMEDY)


def _sizes(large_print: bool) -> Iterator[tuple[float, float, int]]:
    """Yield sizes to try, each with the scale of the words beside the figures and the lines a cell may have.

    Words give way before figures do, and a move in more than two lines is the last resort of a size.
    """
    large = [(28, 1.0), (26, 1.0), (24, 1.0), (24, 0.85), (24, 0.75), (24, 0.65)] if large_print else []
    usual = [(22, 1.0), (20, 1.0), (18, 1.0), (18, 0.85), (18, 0.75), (18, 0.65)]
    for sizes in (large, usual):
        for most_lines in (2, 5):
            yield from ((size, scale, most_lines) for size, scale in sizes)
    for size in (17, 16, 15, 14, 13, 12, 11):
        yield size, max(0.75, LEAST_SIZE / size), 5
    for size in (10, 9, 8, 7, 6):
        yield size, 1.0, 9


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
