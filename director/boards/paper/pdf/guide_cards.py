"""Guide cards: one for a table, with each edge facing its player."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from director.errors import TooLongError
from director.pdf.card_frame import Edges, Frame, draw_frame
from director.pdf.fonts import SMALLEST, wrap_text
from director.pdf.page import MARGIN, Box, Pen, impose, pieces, shrinking
from director.pdf.sentences import PdfSentences
from director.pdf.tables import Column, Table, draw_compass, list_table
from director.pdf.words import seat_label, section_text
from director.sheets import GuideCard, GuideCardRow

NOTE_LEADING = 1.2
COMPASS = 50.0
LEAST_WORDS = 11.0  # to be read at arm's length
CLOSEST = 0.95  # of its height: a row of the smallest words, where that saves a second card
REMEDY = "divide the rounds between two sessions"
NOBODY = "–"
HOW_TO_READ = "“3 E” under “N to” means: North goes to table 3 and sits East."
SEATS = {"N": "North", "E": "East", "S": "South", "W": "West"}


@dataclass(frozen=True, slots=True)
class PageCut:
    """How cards are laid on paper: cut *across* × *down*, the page lying or standing.

    A card is drawn on a whole page of its own and made smaller.
    """

    across: int
    down: int
    landscape: bool


SHEETS = {1: PageCut(1, 1, False), 2: PageCut(2, 1, True), 4: PageCut(2, 2, False)}
CARDS_PER_PAGE = tuple(SHEETS)
"""How many guide cards may share a page."""


@dataclass(frozen=True, slots=True)
class CardSizes:
    """The sizes of a card. *least* is the smallest readable one."""

    frame: Frame
    least: float

    @property
    def text(self) -> float:
        """The size of the movement, the way of the boards and the remarks."""
        return max(13.0, self.least)

    def notes(self, card: GuideCard, width: float) -> tuple[str, ...]:
        """Return the lines of the remarks."""
        notes = (HOW_TO_READ, *card.notes) if card.heading.is_of_players else card.notes
        return wrap_text(" ".join(notes), self.text, width - 8)


@dataclass(frozen=True, slots=True)
class CardLayout:
    """Cards in printable parts, and how many share a page."""

    parts: tuple["CardPart", ...]
    per_page: int


def draw_guide_cards(pen: Pen, cards: Sequence[GuideCard]) -> None:
    """Draw every card, several to a page if wanted."""
    laid = lay_cards(cards, pen.paper, pen.cards_per_page, large_print=pen.large_print)
    width, height = pen.paper
    inner = Box(0, 0, width, height).inset(MARGIN)
    if laid.per_page == 1:
        for part in laid.parts:
            _draw_card(pen, pen.new_page().inset(MARGIN), part)
        return
    sheet = SHEETS[laid.per_page]
    for place, part in impose(pen, laid.parts, sheet.across, sheet.down, landscape=sheet.landscape):
        with pen.shrunk(place, inner.width, inner.height) as box:
            _draw_card(pen, box, part)


def lay_cards(
    cards: Sequence[GuideCard], paper: tuple[float, float], wanted: int, *, large_print: bool
) -> CardLayout:
    """Return *cards* with *wanted* of them to a page, or fewer.

    Where a page for each does not hold its rounds either, they go on over a second card.

    :raises PrintingError: if a page does not hold a single round
    """
    inner = Box(0, 0, *paper).inset(MARGIN)
    for per_page in sorted((count for count in SHEETS if count <= wanted), reverse=True):
        sizes = _sizes_of(inner, paper, per_page, cards)
        if tables := _all_fitted(cards, sizes, inner, large_print=large_print):
            return CardLayout(
                tuple(
                    CardPart(card, table, sizes) for card, table in zip(cards, tables, strict=True)
                ),
                per_page,
            )
    return CardLayout(
        tuple(
            part for card in cards for part in _parts(card, sizes, inner, large_print=large_print)
        ),
        1,
    )


def fewer_cards(
    cards: Sequence[GuideCard], paper: tuple[float, float], wanted: int, *, large_print: bool
) -> str:
    """Return the remark that *wanted* cards to a page are too small, or ""."""
    laid = lay_cards(cards, paper, wanted, large_print=large_print)
    if laid.per_page == wanted:
        return ""
    shown = {1: "one", 2: "two"}[laid.per_page]
    return (
        f"Guide cards are printed {shown} per page. With {wanted}, text would be smaller than {SMALLEST:.0f} points, "
        "too small to be read at a table."
    )


def _sizes_of(
    inner: Box, paper: tuple[float, float], per_page: int, cards: Sequence[GuideCard]
) -> CardSizes:
    sheet = SHEETS[per_page]
    width, height = reversed(paper) if sheet.landscape else paper
    if per_page > 1:
        place = next(pieces(Box(0, 0, width, height), sheet.across, sheet.down))
    else:
        place = inner
    least = SMALLEST / shrinking(place, inner.width, inner.height)
    words = {_move_words(move) for card in cards for move in (card.ns_move, card.ew_move)}
    words |= {_seat_words(move) for card in cards for move in card.seat_moves}
    return CardSizes(Frame.around(inner, words, least), least)


@dataclass(frozen=True, slots=True)
class CardPart:
    """A card, or as many of its rounds as one holds, with their table already laid out."""

    card: GuideCard
    table: Table
    sizes: CardSizes
    rounds: str = ""  # "Rounds 1–40 of 80"; "" where all are on one card


def _parts(card: GuideCard, sizes: CardSizes, inner: Box, *, large_print: bool) -> list[CardPart]:
    """Return *card* in as few parts as can be read."""
    most = len(card.rows)
    for count in range(1, most + 1):
        size = -(-most // count)
        chunks = [
            replace(card, rows=card.rows[start : start + size]) for start in range(0, most, size)
        ]
        if tables := _all_fitted(chunks, sizes, inner, large_print=large_print):
            return [
                CardPart(chunk, table, sizes, _rounds_text(chunk, most))
                for chunk, table in zip(chunks, tables, strict=True)
            ]
    raise TooLongError(
        PdfSentences.TOO_LONG,
        sheet=f"The guide card of table {card.table_no}",
        lines=most,
        most=0,
        remedy=REMEDY,
    )


def _rounds_text(part: GuideCard, rounds: int) -> str:
    if len(part.rows) == rounds:
        return ""
    return f"Rounds {part.rows[0].round_no}–{part.rows[-1].round_no} of {rounds}"


def _draw_card(pen: Pen, page: Box, part: CardPart) -> None:
    card = part.card
    ns_move, ew_move = _move_words(card.ns_move), _move_words(card.ew_move)
    if card.seat_moves:
        edges = Edges(*map(_seat_words, card.seat_moves))
    else:
        edges = Edges(ns_move, ew_move, ns_move, ew_move)
    draw_frame(pen, page, part.sizes.frame, card.heading, card.table_no, edges)
    _draw_middle(pen, part.sizes.frame.middle(page), part)


def _move_words(move: str) -> str:
    if move:
        return f"after each round: {move}"
    return "your move: see the round"


def _seat_words(move: str) -> str:
    """Return the move of a single player for the card's edge: ``"3 E"``."""
    table, _, seat = move.partition(" ")
    return _move_words(f"to table {table}, {SEATS[seat]}" if seat in SEATS else move)


def _draw_middle(pen: Pen, box: Box, part: CardPart) -> None:
    """Draw the compass, the rounds and the remarks."""
    sizes, table = part.sizes, part.table
    notes = sizes.notes(part.card, box.width)
    if notes:
        height = len(notes) * sizes.text * NOTE_LEADING
        pen.write_lines(notes, box.strip(box.height - height, height).inset(4, 0), sizes.text)
    box = _above_notes(box, notes, sizes)
    least = _head_height(part.card, part.rounds, box.width, sizes)
    head = max(least, min(170.0, COMPASS + (box.height - COMPASS - table.height) * 0.3))
    table = table.stretched(box.height - head - 4, 1.9)
    _draw_head(pen, box.strip(0, head), part)
    table.draw(pen, box.x, box.top - head - 4)


def _above_notes(box: Box, notes: Sequence[str], sizes: CardSizes) -> Box:
    if notes:
        return box.strip(0, box.height - len(notes) * sizes.text * NOTE_LEADING - 6)
    return box


SIDE = 0.36  # of the width: what stands at each side of the compass


def _lines_beside_compass(
    card: GuideCard, rounds: str, width: float, sizes: CardSizes
) -> tuple[list[str], list[str]]:
    """Return the lines beside the compass: movement left, boards right."""
    copies = {row.copy for row in card.rows if row.copy}
    copy = copies.pop() if len(copies) == 1 else ""
    boards_move = f"after each round: {card.boards_move}" if card.boards_move else "see the round"
    left = (section_text(card.heading), *card.heading.movement.split(", ", 1), rounds)
    right = ("Boards", copy, boards_move)
    return (
        [line for text in left for line in wrap_text(text, sizes.text, width * SIDE, bold=True)],
        [line for text in right for line in wrap_text(text, sizes.text, width * SIDE)],
    )


def _head_height(card: GuideCard, rounds: str, width: float, sizes: CardSizes) -> float:
    """Return the height of the compass and the text beside it."""
    return max(
        COMPASS,
        *(
            len(lines) * sizes.text * 1.2
            for lines in _lines_beside_compass(card, rounds, width, sizes)
        ),
    )


def _draw_head(pen: Pen, box: Box, part: CardPart) -> None:
    """Draw the compass between the movement and the way of the boards."""
    side = box.width * SIDE
    rose = min(box.height, box.width - 2 * side - 14)
    draw_compass(pen, box.column(side, box.width - 2 * side).inset(0, (box.height - rose) / 2))
    left, right = _lines_beside_compass(part.card, part.rounds, box.width, part.sizes)
    pen.write_lines(left, box.column(0, side), part.sizes.text, bold=True)
    pen.write_lines(right, box.column(box.width - side, side), part.sizes.text)


def _all_fitted(
    cards: Sequence[GuideCard], sizes: CardSizes, inner: Box, *, large_print: bool
) -> list[Table]:
    """Return the rounds of all *cards* fitted, or nothing."""
    tables = [_fit_rounds(card, sizes, inner, large_print=large_print) for card in cards]
    if all(tables):
        return [table for table in tables if table]
    return []


def _fit_rounds(
    card: GuideCard, sizes: CardSizes, inner: Box, *, large_print: bool
) -> Table | None:
    """Return the rounds at the largest size that fits, or None."""
    middle = sizes.frame.middle(inner)
    box = _above_notes(middle, sizes.notes(card, middle.width), sizes)
    # A card that goes on over another says which rounds it has, in the same longest words.
    rounds = f"Rounds {len(card.rows)}–{len(card.rows)} of {len(card.rows)}"
    height = box.height - _head_height(card, rounds, box.width, sizes) - 8
    remarks = [", ".join(_remarks(card, row)) for row in card.rows]
    is_small = sizes.least > SMALLEST
    for size, scale, most_lines in _sizes_to_try(large_print, sizes.least):
        columns, rows = _content(card, scale, is_small=is_small)
        gap = 0.12 if size > 13 and not is_small else 0.0
        table = list_table(
            columns,
            rows,
            box.width,
            size,
            notes=remarks,
            note_scale=scale,
            gap=gap,
            least=sizes.least,
        )
        room = height / CLOSEST if size == LEAST_WORDS and not is_small else height
        if not table.is_cramped and table.height <= room and table.most_lines <= most_lines:
            return table
    return None


def _remarks(card: GuideCard, row: GuideCardRow) -> tuple[str, ...]:
    """Return the remarks on a round."""
    changes = len({other.copy for other in card.rows if other.copy}) > 1
    if changes and row.copy:
        return (*row.marks, row.copy)
    return row.marks


def _sizes_to_try(large_print: bool, least: float) -> Iterator[tuple[float, float, int]]:
    """Yield sizes to try, with scale and lines of the words.

    Words give way before figures do, and a move in more than two lines is the last resort of a
    size.
    """
    if large_print:
        large = [(28, 1.0), (26, 1.0), (24, 1.0), (24, 0.85), (24, 0.75), (24, 0.65)]
    else:
        large = []
    usual = [(22, 1.0), (20, 1.0), (18, 1.0), (18, 0.85), (18, 0.75), (18, 0.65)]
    for sizes in (large, usual):
        for most_lines in (2, 5):
            yield from ((size, scale, most_lines) for size, scale in sizes if size * scale >= least)
    smallest = max(LEAST_WORDS, least)
    for size in (17, 16, 15, 14, 13, 12, 11, smallest):
        if size >= smallest:
            yield size, min(1.0, max(0.75, smallest / size)), 5


def _content(
    card: GuideCard, scale: float, *, is_small: bool
) -> tuple[list[Column], list[list[str]]]:
    """Return columns and rows of a card, the words in *scale* of the figures.

    A small card has no column for a move that is the same after every round: the edge and the head
    say it.  Nor has one of single players for boards that go nowhere, as where all tables share
    fresh ones in every round.
    """
    is_of_players = card.heading.is_of_players
    sides = ("N", "E", "S", "W") if is_of_players else ("N-S", "E-W")
    after = "to" if is_of_players else "next"
    columns = [
        Column("Round", bold=True),
        *(Column(side) for side in sides),
        Column("Boards", wraps=True),
        *(Column(f"{side} {after}", scale=scale, wraps=True) for side in sides),
        Column(f"Boards {after}", scale=scale, wraps=True),
    ]
    rows = [
        [str(row.round_no), *_who(row, len(sides)), row.boards, *_next_words(row, len(sides))]
        for row in card.rows
    ]
    moves = (*(card.seat_moves or (card.ns_move, card.ew_move)), card.boards_move)
    told = ("",) * (len(columns) - len(moves)) + (moves if is_small else ("",) * len(moves))
    lie_still = is_of_players and not any(row[-1] for row in rows)
    kept = [index for index, move in enumerate(told) if not move][: -1 if lie_still else None]
    return [columns[index] for index in kept], [[row[index] for index in kept] for row in rows]


def _who(row: GuideCardRow, places: int) -> tuple[str, ...]:
    """Return who sits at each of the *places* of a table: two sides, or four seats."""
    if places == 4:
        return (
            tuple(seat_label(label, ("NS", "EW")[at % 2]) for at, label in enumerate(row.seats))
            or (NOBODY,) * 4
        )
    return seat_label(row.ns, "NS"), seat_label(row.ew, "EW")


def _next_words(row: GuideCardRow, places: int) -> tuple[str, ...]:
    if places == 4:
        seats = (
            next_seat.replace(" ", "\xa0") if next_seat[:1].isdigit() else next_seat
            for next_seat in row.seats_next
        )
        return *(tuple(seats) or ("",) * 4), row.boards_next.removeprefix("to ")
    return row.ns_next, row.ew_next, row.boards_next
