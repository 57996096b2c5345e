"""Draw guide cards, one for each table, with an edge for each player.

A card has a frame whose edges say each player's move, a head with the compass, a table of rounds,
and remarks. It is drawn on a whole page, which is then made smaller if several share a sheet of
paper. Text must be at least ``MIN_SIZE`` after that. :func:`lay_out_cards` finds the most cards to a
page, and the largest type, for which this is so. If even a whole page is too small, the rounds go
on over a second card (a *part*).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil

from director.boards.movement.cards.cards import NOT_PLAYED, SHARED, SITS_OUT
from director.pdf.card_frame import CardFrame, EdgeTexts, draw_compass, draw_frame
from director.pdf.fonts import MIN_SIZE, wrap_text
from director.pdf.page import MARGIN, Box, Pen, compute_shrink_scale, divide_page, iter_piece_boxes
from director.pdf.pieces import make_too_long_error
from director.pdf.tables import PaperColumn, Table, compute_min_list_height, make_list_table
from director.pdf.words import format_section, shorten_seat_label
from director.sheets import GuideCard, GuideCardRow

NOTE_LEADING = 1.2
COMPASS_SIZE = 50.0
MIN_WORD_SIZE = 11.0  # to be read at arm's length
MIN_LARGE_WORD_SIZE = 18.0  # in large print
# Scales of type to try if rounds would differ in height, such as the last one without next seats.
EVEN_ROW_SCALES = (0.97, 0.94, 0.91, 0.88, 0.85)
CLOSEST = 0.95  # scale of the rows with the smallest words, if that saves a second card
REMEDY = "divide the rounds between two sessions"
NOBODY = "–"
NOBODY_SITS = "nobody sits here"
STAY = "stay"
MAX_ROW_STRETCH = 2.6  # of the rounds, so that a card of few rounds fills its page
MAX_HEAD_HEIGHT = 170.0
HEAD_SHARE = 0.3  # of the spare height of a card, the rest goes to the rows
HEAD_SIDE = 0.36  # the share of the width on each side of the compass
HOW_TO_READ = "“3 E” under “N to” means: North goes to table 3 and sits East."
# Type sizes of figures to try, each with the scale of words against them.
DEFAULT_SIZES = ((22.0, 1.0), (20.0, 1.0), (18.0, 1.0), (18.0, 0.85), (18.0, 0.75), (18.0, 0.65))
LARGE_SIZES = ((28.0, 1.0), (26.0, 1.0), (24.0, 1.0), (24.0, 0.85), (24.0, 0.75), (24.0, 0.65))
SEATS = {"N": "North", "E": "East", "S": "South", "W": "West"}


@dataclass(frozen=True, slots=True)
class PageCut:
    """The cut of a page into *across* × *down* cards."""

    across: int
    down: int
    is_landscape: bool


PAGE_CUTS = {
    1: PageCut(across=1, down=1, is_landscape=False),
    2: PageCut(across=2, down=1, is_landscape=True),
    4: PageCut(across=2, down=2, is_landscape=False),
}
CARDS_PER_PAGE = tuple(PAGE_CUTS)
"""Numbers of guide cards that can share a page."""


@dataclass(frozen=True, slots=True)
class CardSizes:
    """The sizes of a card before it is shrunk."""

    frame: CardFrame
    min_text_size: float  # type that is still readable after the card is shrunk

    @property
    def text_size(self) -> float:
        """The type size of the movement, the boards' move and the remarks."""
        return max(13.0, self.min_text_size)

    def wrap_notes(self, card: GuideCard, width: float) -> tuple[str, ...]:
        """Return the lines of the remarks."""
        notes = card.notes
        if card.heading.has_player_moves:
            notes = (HOW_TO_READ, *notes)
        return wrap_text(" ".join(notes), self.text_size, width - 8)


@dataclass(frozen=True, slots=True)
class CardLayout:
    """Cards in printable parts, and the number that share a page."""

    parts: tuple["CardPart", ...]
    per_page: int


def draw_guide_cards(pen: Pen, cards: Sequence[GuideCard]) -> None:
    """Draw every card, several to a page if wanted."""
    layout = lay_out_cards(cards, pen.paper, pen.cards_per_page, large_print=pen.large_print)
    if layout.per_page == 1:
        for part in layout.parts:
            box = pen.begin_page().inset(MARGIN)
            # Every part is known to fit, so a page that nobody sees need not be drawn.
            if pen.is_page_visible:
                _draw_card(pen, box, part)
        return
    full_page = Box(0, 0, *pen.paper).inset(MARGIN)
    cut = PAGE_CUTS[layout.per_page]
    for card_box, part in iter_piece_boxes(
        pen, layout.parts, cut.across, cut.down, landscape=cut.is_landscape
    ):
        with pen.shrink_box(card_box, full_page.width, full_page.height) as box:
            _draw_card(pen, box, part)


def lay_out_cards(
    cards: Sequence[GuideCard],
    paper: tuple[float, float],
    cards_per_page: int,
    *,
    large_print: bool,
) -> CardLayout:
    """Return *cards* with *cards_per_page*, or with fewer.

    If a whole page is too small for the rounds of a card, they go on over a second card.

    :raises PrintingError: if a page does not hold a single round
    """
    full_page = Box(0, 0, *paper).inset(MARGIN)
    cards = [_without_repetitions(card) for card in cards]
    for per_page in sorted((count for count in PAGE_CUTS if count <= cards_per_page), reverse=True):
        sizes = _compute_card_sizes(full_page, paper, per_page, cards)
        tables = _fit_all_rounds(cards, sizes, full_page, large_print=large_print)
        if tables:
            complete_cards = tuple(
                CardPart(card, table, sizes) for card, table in zip(cards, tables, strict=True)
            )
            return CardLayout(complete_cards, per_page)
    # The last sizes tried are those of one card to a page.
    parts: list[CardPart] = []
    for card in cards:
        parts += _divide_card(card, sizes, full_page, large_print=large_print)
    return CardLayout(tuple(parts), 1)


def _without_repetitions(card: GuideCard) -> GuideCard:
    """Return *card* with any remark on all rounds written only once, beside the compass."""
    if _is_idle(card):
        rows = [
            replace(
                row,
                boards=row.boards.removesuffix(NOT_PLAYED),
                marks=tuple(mark for mark in row.marks if not mark.endswith(SITS_OUT)),
            )
            for row in card.rows
        ]
        return replace(card, rows=tuple(rows), boards_notes=("not played here",))
    played_rows = [row for row in card.rows if _is_round_played(row)]
    shared_marks: set[str] = set()
    for row in played_rows:
        shared_marks.update(mark for mark in row.marks if mark.startswith(SHARED))
    if len(shared_marks) != 1 or len(played_rows) < 2:
        return card
    mark = shared_marks.pop()
    if not all(mark in row.marks for row in played_rows):
        return card
    rows = [
        replace(row, marks=tuple(other_mark for other_mark in row.marks if other_mark != mark))
        for row in card.rows
    ]
    return replace(card, rows=tuple(rows), boards_notes=(mark.removeprefix("boards "),))


def _is_round_played(row: GuideCardRow) -> bool:
    return bool(row.seats) or NOBODY not in (row.ns, row.ew)


def _is_idle(card: GuideCard) -> bool:
    """Return whether pairs only wait at the table of *card*, each in its turn."""
    return not card.heading.has_player_moves and not any(map(_is_round_played, card.rows))


def explain_fewer_cards(
    cards: Sequence[GuideCard],
    paper: tuple[float, float],
    cards_per_page: int,
    *,
    large_print: bool,
) -> str:
    """Return a warning if cards of the size for *cards_per_page* are too small to read, or ""."""
    layout = lay_out_cards(cards, paper, cards_per_page, large_print=large_print)
    if layout.per_page == cards_per_page:
        return ""
    count_text = {1: "one", 2: "two"}[layout.per_page]
    return (
        f"Guide cards are printed {count_text} per page. With {cards_per_page}, text would be "
        f"smaller than {MIN_SIZE:.0f} points, too small to be read at a table."
    )


def _compute_card_sizes(
    full_page: Box, paper: tuple[float, float], per_page: int, cards: Sequence[GuideCard]
) -> CardSizes:
    cut = PAGE_CUTS[per_page]
    card_box = full_page
    if per_page > 1:
        width, height = reversed(paper) if cut.is_landscape else paper
        card_box = next(divide_page(Box(0, 0, width, height), cut.across, cut.down))
    min_text_size = MIN_SIZE / compute_shrink_scale(card_box, full_page.width, full_page.height)
    edge_texts: set[str] = set()
    for card in cards:
        edge_texts.update(_make_edge_texts(card))
    return CardSizes(CardFrame.for_page(full_page, edge_texts, min_text_size), min_text_size)


@dataclass(frozen=True, slots=True)
class CardPart:
    """A card, or some of its rounds, with the table of rounds already laid out."""

    card: GuideCard
    table: Table
    sizes: CardSizes
    rounds: str = ""  # "Rounds 1–40 of 80", or "" if all are on one card


def _divide_card(
    card: GuideCard, sizes: CardSizes, full_page: Box, *, large_print: bool
) -> list[CardPart]:
    """Return *card* in as few parts as can be read."""
    round_count = len(card.rows)
    for part_count in range(1, round_count + 1):
        rounds_per_part = ceil(round_count / part_count)
        parts = [
            replace(card, rows=card.rows[start : start + rounds_per_part])
            for start in range(0, round_count, rounds_per_part)
        ]
        tables = _fit_all_rounds(parts, sizes, full_page, large_print=large_print)
        if tables:
            return [
                CardPart(part, table, sizes, _format_rounds(part, round_count))
                for part, table in zip(parts, tables, strict=True)
            ]
    raise make_too_long_error(
        sheet=f"The guide card of table {card.table_no}",
        lines=round_count,
        most=0,
        remedy=REMEDY,
    )


def _format_rounds(part: GuideCard, round_count: int) -> str:
    if len(part.rows) == round_count:
        return ""
    return f"Rounds {part.rows[0].round_no}–{part.rows[-1].round_no} of {round_count}"


def _draw_card(pen: Pen, page: Box, part: CardPart) -> None:
    card = part.card
    edges = EdgeTexts(*_make_edge_texts(card))
    draw_frame(pen, page, part.sizes.frame, card.heading, card.table_no, edges)
    _draw_middle(pen, part.sizes.frame.get_middle(page), part)


def _has_side(card: GuideCard, side: str) -> bool:
    """Return whether anybody sits on *side* "ns" or "ew" in a round."""
    return any(getattr(row, side) != NOBODY for row in card.rows)


def _make_edge_texts(card: GuideCard) -> tuple[str, ...]:
    """Return the text on the edges of N, E, S and W.

    An edge is empty if the move changes from round to round: the table of rounds says it.
    """
    if card.seat_moves:
        return tuple(_format_move(_spell_seat(move), card.table_no) for move in card.seat_moves)
    ns_text = _format_move(card.ns_move, card.table_no) if _has_side(card, "ns") else NOBODY_SITS
    ew_text = _format_move(card.ew_move, card.table_no) if _has_side(card, "ew") else NOBODY_SITS
    return ns_text, ew_text, ns_text, ew_text


def _format_move(move: str, table_no: int) -> str:
    """Return the text on an edge. It is empty if no *move* is the same after each round."""
    if move == STAY:
        return f"you stay at table {table_no} in every round"
    return f"after each round: {move}" if move else ""


def _spell_seat(move: str) -> str:
    """Return the move of a single player, spelled out if it is like ``"3 E"``."""
    table, _, seat = move.partition(" ")
    return f"to table {table}, {SEATS[seat]}" if seat in SEATS else move


def _draw_middle(pen: Pen, box: Box, part: CardPart) -> None:
    """Draw the compass, the rounds and the remarks."""
    sizes = part.sizes
    notes = sizes.wrap_notes(part.card, box.width)
    if notes:
        height = len(notes) * sizes.text_size * NOTE_LEADING
        pen.write_lines(
            notes, box.get_strip(box.height - height, height).inset(4, 0), sizes.text_size
        )
    box = _get_box_above_notes(box, notes, sizes)
    least_head = _compute_compass_height(part.card, part.rounds, box.width, sizes)
    # The head and the rows share the room that is left, so that a short card looks full.
    spare_height = box.height - COMPASS_SIZE - part.table.height
    roomy_head = min(MAX_HEAD_HEIGHT, COMPASS_SIZE + spare_height * HEAD_SHARE)
    head_height = max(least_head, roomy_head)
    table = part.table.with_even_rows(box.height - head_height - 4, MAX_ROW_STRETCH)
    _draw_compass(pen, box.get_strip(0, head_height), part)
    table.draw(pen, box.x, box.top - head_height - 4)


def _get_box_above_notes(box: Box, notes: Sequence[str], sizes: CardSizes) -> Box:
    if notes:
        return box.get_strip(0, box.height - len(notes) * sizes.text_size * NOTE_LEADING - 6)
    return box


def _make_lines_beside_compass(
    card: GuideCard, rounds: str, width: float, sizes: CardSizes
) -> tuple[list[str], list[str]]:
    """Return the lines beside the compass: movement left, boards right."""
    # If the copy of the boards changes, each row says which one it is.
    copies = {row.copy for row in card.rows if row.copy}
    copy = copies.pop() if len(copies) == 1 else ""
    boards_move = ""
    if card.boards_move:
        boards_move = f"after each round: {card.boards_move}"
    elif any(row.boards_next for row in card.rows):
        boards_move = "see the round"
    boards_lines = [text for text in (copy, *card.boards_notes, boards_move) if text]
    if boards_lines:
        boards_lines.insert(0, "Boards")
    side_width = width * HEAD_SIDE
    left_lines: list[str] = []
    for text in (format_section(card.heading), *card.heading.movement.split(", ", 1), rounds):
        left_lines += wrap_text(text, sizes.text_size, side_width, bold=True)
    right_lines: list[str] = []
    for text in boards_lines:
        right_lines += wrap_text(text, sizes.text_size, side_width)
    return left_lines, right_lines


def _compute_compass_height(card: GuideCard, rounds: str, width: float, sizes: CardSizes) -> float:
    """Return the height of the compass and the text beside it."""
    left_lines, right_lines = _make_lines_beside_compass(card, rounds, width, sizes)
    return max(COMPASS_SIZE, max(len(left_lines), len(right_lines)) * sizes.text_size * 1.2)


def _draw_compass(pen: Pen, box: Box, part: CardPart) -> None:
    """Draw the compass between the movement and the boards' move."""
    side_width = box.width * HEAD_SIDE
    middle = box.get_column(side_width, box.width - 2 * side_width)
    compass_size = min(box.height, middle.width - 14)
    draw_compass(pen, middle.inset(0, (box.height - compass_size) / 2))
    left, right = _make_lines_beside_compass(part.card, part.rounds, box.width, part.sizes)
    pen.write_lines(left, box.get_column(0, side_width), part.sizes.text_size, bold=True)
    pen.write_lines(right, box.get_column(box.width - side_width, side_width), part.sizes.text_size)


def _fit_all_rounds(
    cards: Sequence[GuideCard], sizes: CardSizes, full_page: Box, *, large_print: bool
) -> list[Table]:
    """Return the rounds of all *cards* as tables that fit, or an empty list if one doesn't."""
    tables = []
    for card in cards:
        table = _fit_rounds(card, sizes, full_page, large_print=large_print)
        if table is None:
            return []
        tables.append(table)
    return tables


def _fit_rounds(
    card: GuideCard, sizes: CardSizes, full_page: Box, *, large_print: bool
) -> Table | None:
    """Return the rounds at the largest size that fits, or None."""
    middle = sizes.frame.get_middle(full_page)
    box = _get_box_above_notes(middle, sizes.wrap_notes(card, middle.width), sizes)
    # Only the parts of a card say their rounds. Room for the longest such text is always left.
    last_no = len(card.rows)
    longest_rounds = f"Rounds {last_no}–{last_no} of {last_no}"
    height = box.height - _compute_compass_height(card, longest_rounds, box.width, sizes) - 8
    notes = [", ".join(_list_round_notes(card, row)) for row in card.rows]
    is_small = sizes.min_text_size > MIN_SIZE
    smallest_word_size = max(MIN_WORD_SIZE, sizes.min_text_size)
    if large_print:
        smallest_word_size = max(MIN_LARGE_WORD_SIZE, smallest_word_size)

    def lay_out(size: float, scale: float, gap: float) -> Table:
        columns, rows = _make_columns_and_rows(card, scale, is_small=is_small)
        return make_list_table(
            columns,
            rows,
            box.width,
            size,
            notes=notes,
            note_scale=scale,
            row_gap=gap,
            min_title_size=sizes.min_text_size,
        )

    for size, scale, max_lines in _iter_sizes_to_try(large_print, sizes.min_text_size):
        gap = 0.12 if size > 13 and not is_small else 0.0
        room = height
        if size == MIN_WORD_SIZE and not is_small:
            room = height / CLOSEST
        # Laying out a table takes a hundred times as long as seeing that it can't fit.
        if compute_min_list_height(notes, box.width, size, note_scale=scale, row_gap=gap) > room:
            continue
        table = lay_out(size, scale, gap)
        if table.is_cramped or table.height > room or table.max_cell_lines > max_lines:
            continue
        smaller_sizes = [size * smaller_scale for smaller_scale in EVEN_ROW_SCALES]
        even_tables = (
            lay_out(smaller_size, scale, gap)
            for smaller_size in smaller_sizes
            if smaller_size * scale >= smallest_word_size
        )
        return _choose_even_table(table, even_tables, room)
    return None


def _choose_even_table(table: Table, smaller_tables: Iterable[Table], room: float) -> Table:
    """Return *table*, or the first of *smaller_tables* whose rounds can all be equally high."""
    if table.even_height <= room:
        return table
    for smaller_table in smaller_tables:
        if not smaller_table.is_cramped and smaller_table.even_height <= room:
            return smaller_table
    return table


def _list_round_notes(card: GuideCard, row: GuideCardRow) -> tuple[str, ...]:
    """Return the notes on a round: its remarks, and the copy of the boards if that changes."""
    has_several_copies = len({card_row.copy for card_row in card.rows if card_row.copy}) > 1
    if has_several_copies and row.copy:
        return (*row.marks, row.copy)
    return row.marks


def _iter_sizes_to_try(
    large_print: bool, min_text_size: float
) -> Iterator[tuple[float, float, int]]:
    """Yield type sizes to try, each with a scale for words and the most lines of a move.

    Words get smaller before figures do. A move in more than two lines is tried last.
    """
    size_lists = [DEFAULT_SIZES]
    if large_print:
        size_lists.insert(0, LARGE_SIZES)
    for sizes in size_lists:
        for max_lines in (2, 5):
            for size, scale in sizes:
                if size * scale >= min_text_size:
                    yield size, scale, max_lines
    smallest = max(MIN_WORD_SIZE, min_text_size)
    for size in (17, 16, 15, 14, 13, 12, 11, smallest):
        if size >= smallest:
            yield size, min(1.0, max(0.75, smallest / size)), 5


def _make_columns_and_rows(
    card: GuideCard, scale: float, *, is_small: bool
) -> tuple[list[PaperColumn], list[list[str]]]:
    """Return the columns and rows of a card. *scale* is the size of words against figures.

    A side that stays has no column of moves: the edge says it. A small card has no column for any
    move that is the same after every round, because the edge or the head says it. The card of
    single players has no column for boards that never move, for example if all tables share fresh
    boards in every round.
    """
    is_of_players = card.heading.has_player_moves
    sides = ("N", "E", "S", "W") if is_of_players else ("N-S", "E-W")
    move_title = "to" if is_of_players else "next"
    columns = [
        PaperColumn("Round", bold=True),
        *(PaperColumn(side) for side in sides),
        PaperColumn("Boards", can_wrap=True),
        *(PaperColumn(f"{side} {move_title}", size_scale=scale, can_wrap=True) for side in sides),
        PaperColumn(f"Boards {move_title}", size_scale=scale, can_wrap=True),
    ]
    if is_of_players:
        rows = [
            [str(row.round_no), *_format_players(row), row.boards, *_format_player_moves(row)]
            for row in card.rows
        ]
    else:
        rows = [
            [str(row.round_no), *_format_pairs(row), row.boards, *_get_pair_moves(row)]
            for row in card.rows
        ]
    indexes = list(range(len(columns)))
    constant_moves = (*(card.seat_moves or (card.ns_move, card.ew_move)), card.boards_move)
    first_move = len(columns) - len(constant_moves)
    for index, move in enumerate(constant_moves, start=first_move):
        if move == STAY or (move and is_small):
            indexes.remove(index)
    if not any(row[-1] for row in rows):
        indexes.pop()
    if _is_idle(card):
        # The only side with a pair is the one that sits out.
        indexes = [index for index in indexes if any(row[index].strip(NOBODY) for row in rows)]
        columns = [
            replace(column, title="Sits out") if column.title in sides else column
            for column in columns
        ]
    shown_columns = [columns[index] for index in indexes]
    shown_rows = [[row[index] for index in indexes] for row in rows]
    return shown_columns, shown_rows


def _format_pairs(row: GuideCardRow) -> tuple[str, ...]:
    return shorten_seat_label(row.ns, "NS"), shorten_seat_label(row.ew, "EW")


def _get_pair_moves(row: GuideCardRow) -> tuple[str, ...]:
    return row.ns_next, row.ew_next, row.boards_next


def _format_players(row: GuideCardRow) -> tuple[str, ...]:
    if not row.seats:
        return (NOBODY,) * 4
    sides = ("NS", "EW", "NS", "EW")
    return tuple(map(shorten_seat_label, row.seats, sides))


def _format_player_moves(row: GuideCardRow) -> tuple[str, ...]:
    boards_move = row.boards_next.removeprefix("to ")
    if not row.seats_next:
        return "", "", "", "", boards_move
    moves = []
    for move in row.seats_next:
        # "3 E" must stay in one line, words may wrap.
        moves.append(move.replace(" ", "\xa0") if move[:1].isdigit() else move)
    return *moves, boards_move
