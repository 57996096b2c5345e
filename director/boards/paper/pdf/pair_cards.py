"""Draw scorecards of pairs, players or teams.

All cards of a set are cut alike, as many to a page as hold the longest. If even a whole page is
too small, a card goes on over several pages; a *run* is the boards on one of them.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from director.boards.contests import CONTESTANTS
from director.pdf.fonts import MIN_SIZE, wrap_text
from director.pdf.lists import divide_table_for_every_paper
from director.pdf.marks import Footnotes
from director.pdf.page import MARGIN, Box, Pen
from director.pdf.pieces import (
    STAMP_HEIGHT,
    PageDivision,
    SlipLayout,
    draw_stamp,
    find_fitting_layout,
    iter_sheet_boxes,
)
from director.pdf.tables import Cell, PaperColumn, Table, make_largest_list
from director.pdf.words import (
    format_contract,
    format_percent_column,
    format_points_column,
    format_score,
    join_with_dots,
    make_off_schedule_notes,
    shorten_seat_label,
)
from director.sheets import BoardLine, PairCard
from scoring.bridge.contracts import get_duplicate_game

DEFAULT_LAYOUT = SlipLayout(
    cuts=(
        PageDivision(max_rows=6, across=1, down=4),
        PageDivision(max_rows=11, across=1, down=3),
        PageDivision(max_rows=22, across=1, down=2),
        PageDivision(max_rows=60, across=1, down=1),
    ),
    head_height=44,
    foot_height=STAMP_HEIGHT,
    max_row_height=20,
    text_size=9,
)
LARGE_LAYOUT = SlipLayout(
    cuts=(PageDivision(max_rows=12, across=1, down=2), PageDivision(max_rows=40, across=1, down=1)),
    head_height=60,
    foot_height=STAMP_HEIGHT,
    max_row_height=28,
    text_size=18,
)

NOTE_LINE = MIN_SIZE * 1.2
TEXT_SCALES = (1.0, 0.85, 0.7, 0.65)  # of a layout's type, to try in turn
FULL_CUT_SCALES = (1.2, 1.1, 1.0, 0.93)
"""Of a layout's type, to try first, with as many cards to a page as may fit."""
FEWER_CARDS_SCALES = (1.15, 1.0)
"""Of a layout's type where fewer cards are on a page, which has the room."""

_BOARD = (PaperColumn("Round"), PaperColumn("Board", bold=True), PaperColumn("Sat"))
_START_COLUMNS = (
    *_BOARD,
    PaperColumn("Opponents", align="left", can_wrap=True, max_width_share=0.42),
)
_PLAYER_START_COLUMNS = (
    *_BOARD,
    PaperColumn("Partner", align="left", can_wrap=True, max_width_share=0.18),
    PaperColumn("Opponents", align="left", can_wrap=True, max_width_share=0.26),
)
_MEETING_TITLES = ("Round", "Partner", "Opponents")
_END_COLUMNS = (PaperColumn("Points", align="right"), PaperColumn("%", align="right"))
COLUMNS = {
    "bridge": (
        PaperColumn("Contract", can_wrap=True, max_lines=2),
        PaperColumn("By"),
        PaperColumn("Tricks"),
        PaperColumn("Score", align="right"),
        *_END_COLUMNS,
    ),
    "whist": (PaperColumn("Tricks", can_wrap=True), *_END_COLUMNS),
    "auction": (
        PaperColumn("Contract", can_wrap=True, max_lines=2),
        PaperColumn("By"),
        PaperColumn("Tricks"),
        PaperColumn("Honours"),
        PaperColumn("Score", align="right"),
        *_END_COLUMNS,
    ),
}


def _get_meeting(line: BoardLine) -> tuple[int | None, int]:
    return line.round_no, line.opponents.number


class _Card:
    """A card with its cells, which are tried at several sizes and on two papers."""

    def __init__(self, sheet: PairCard) -> None:
        self.sheet = sheet
        self.columns, self.rows = _make_card_cells(sheet)
        self._tables: dict[tuple[float, float], Table] = {}

    def is_new_meeting(self, index: int) -> bool:
        """Return whether the line has another round or other opponents than the line above."""
        if index == 0:
            return True
        return _get_meeting(self.sheet.lines[index]) != _get_meeting(self.sheet.lines[index - 1])

    def without_meeting(self, cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
        """Return the *cells* of a line that repeats the round and the players of the line above."""
        return tuple(
            () if column.title in _MEETING_TITLES else cell
            for column, cell in zip(self.columns, cells, strict=True)
        )

    def get_table(self, width: float, layout: SlipLayout) -> Table:
        """Return the boards of the card at the largest size that squeezes no word."""
        key = width, layout.text_size
        if key not in self._tables:
            scaled_sizes = [layout.text_size * scale for scale in TEXT_SCALES]
            sizes = [size for size in (*scaled_sizes, MIN_SIZE) if size >= MIN_SIZE]
            self._tables[key] = make_largest_list(
                self.columns, self.rows, width, sizes, boxed=False
            )
        return self._tables[key]


def draw_pair_cards(pen: Pen, sheets: Sequence[PairCard]) -> None:
    """Draw every card, as many to a page as fit."""
    base_layout = LARGE_LAYOUT if pen.large_print else DEFAULT_LAYOUT
    width = pen.paper[0] - 2 * MARGIN  # a card has the whole width in every cut
    notes_height = max(
        _make_footnotes(sheet, base_layout).compute_height(width) for sheet in sheets
    )
    layout = replace(base_layout, foot_height=base_layout.foot_height + notes_height)
    most_lines = max(len(sheet.lines) for sheet in sheets)
    first_cut = layout.cuts.index(layout.choose_cut(most_lines))
    sizes = dict.fromkeys(max(layout.text_size * scale, MIN_SIZE) for scale in TEXT_SCALES)
    layouts = [replace(layout, cuts=layout.cuts[first_cut:], text_size=size) for size in sizes]
    full_layouts = [
        replace(layout, cuts=(cut,), text_size=max(layout.text_size * scale, MIN_SIZE))
        for index, cut in enumerate(layout.cuts[first_cut:])
        for scale in (FEWER_CARDS_SCALES if index else FULL_CUT_SCALES)
    ]
    cards = [_Card(sheet) for sheet in sheets]
    for sized_layout in (*full_layouts, *layouts):
        fitting_layout = find_fitting_layout(
            pen.paper, sized_layout, _make_fit_test(cards, sized_layout)
        )
        if fitting_layout:
            for card_box, card in iter_sheet_boxes(pen, fitting_layout, cards, most_lines):
                # Every card is known to fit, so a page that nobody sees need not be drawn.
                if pen.is_page_visible:
                    _draw_card(pen, card_box, card, fitting_layout)
            return
    page = Box(0, 0, *pen.paper).inset(MARGIN)

    def count_pages(layout: SlipLayout) -> int:
        page_count = 0
        for card in cards:
            _table, runs = _make_table_and_runs(pen, page, card, layout)
            page_count += len(runs)
        return page_count

    shortest_layout = min(layouts, key=count_pages)
    for card in cards:
        _draw_long_card(pen, card, shortest_layout)


def _make_fit_test(cards: Sequence[_Card], layout: SlipLayout) -> Callable[[Box], bool]:
    """Return a function that says whether each of *cards* fits a box."""

    def fits(box: Box) -> bool:
        for card in cards:
            head_height = _compute_head_height(card.sheet, box.width, layout)
            room = box.height - layout.foot_height - head_height
            if card.get_table(box.width, layout).height > room:
                return False
        return True

    return fits


def _draw_card(pen: Pen, card_box: Box, card: _Card, layout: SlipLayout) -> None:
    """Draw a whole card, with rows as high as its box allows."""
    head_height = _draw_card_head(pen, card_box, card.sheet, layout)
    table = card.get_table(card_box.width, layout)
    room = card_box.height - head_height - layout.foot_height - 2
    lowest_row = min(table.row_heights, default=layout.max_row_height)
    max_stretch = max(layout.max_row_height / max(lowest_row, 1), 1.0)
    table = table.with_stretched_rows(room, max_stretch)
    all_rows = range(len(table.rows))
    bottom = _draw_boards(pen, card_box.x, card_box.top - head_height, card, table, all_rows)
    _draw_card_foot(pen, card_box, bottom, card.sheet, layout)


def _draw_long_card(pen: Pen, card: _Card, layout: SlipLayout) -> None:
    """Draw a card that takes more than a page."""
    page = pen.begin_page().inset(MARGIN)
    table, runs = _make_table_and_runs(pen, page, card, layout)
    for index, run in enumerate(runs):
        if index > 0:
            page = pen.begin_page().inset(MARGIN)
        head_height = _draw_card_head(pen, page, card.sheet, layout)
        bottom = _draw_boards(pen, page.x, page.top - head_height, card, table, run)
        _draw_card_foot(pen, page, bottom, card.sheet, layout)


def _draw_boards(pen: Pen, left: float, top: float, card: _Card, table: Table, run: range) -> float:
    """Draw the boards of *run* with a line between rounds. Return their lower edge."""
    rows = list(table.rows)
    round_tops = []
    edge = top - table.head_height
    for index in run:
        if index == run.start or card.is_new_meeting(index):
            round_tops.append(edge)
        else:
            rows[index] = card.without_meeting(rows[index])
        edge -= table.row_heights[index]
    pen.draw_lines([(left, level, left + table.width, level) for level in round_tops[1:]], 1.0)
    return replace(table, rows=tuple(rows)).draw(pen, left, top, run, boxed=False)


def _make_table_and_runs(
    pen: Pen, page: Box, card: _Card, layout: SlipLayout
) -> tuple[Table, list[range]]:
    """Return the table of a card of several pages, and the rows on each page."""
    table = card.get_table(page.width, layout)
    head_height = _compute_head_height(card.sheet, page.width, layout)
    room = page.height - layout.foot_height - head_height - table.head_height - 4
    return divide_table_for_every_paper(pen.paper, table, room)


def _draw_card_foot(
    pen: Pen, card_box: Box, bottom: float, card: PairCard, layout: SlipLayout
) -> None:
    """Write the footnotes below the boards, and the stamp."""
    notes = _make_footnotes(card, layout)
    height = notes.compute_height(card_box.width)
    notes.draw(pen, Box(card_box.x, bottom - height - 2, card_box.width, height))
    draw_stamp(pen, card_box, card.heading)


def _make_footnotes(card: PairCard, layout: SlipLayout) -> Footnotes:
    return Footnotes.from_texts(
        _iter_notes(card), is_large=layout.head_height == LARGE_LAYOUT.head_height
    )


def _iter_notes(card: PairCard) -> Iterator[tuple[str, ...]]:
    for line in card.lines:
        yield make_off_schedule_notes(line.off_schedule)


def _wrap_title(card: PairCard, width: float, layout: SlipLayout) -> tuple[str, ...]:
    label = card.standing.label
    if not CONTESTANTS[card.heading.contestant_noun].is_whole_side:
        label = f"{card.heading.contestant_noun.capitalize()} {label}"
    title = join_with_dots((label, card.standing.names))
    return wrap_text(title, layout.head_height * 0.32, width, bold=True)


def _compute_head_height(card: PairCard, width: float, layout: SlipLayout) -> float:
    further_lines = len(_wrap_title(card, width, layout)) - 1
    titles_height = layout.head_height + further_lines * layout.head_height * 0.4
    return titles_height + len(_wrap_notes(card, width)) * NOTE_LINE


def _wrap_notes(card: PairCard, width: float) -> tuple[str, ...]:
    lines: list[str] = []
    for note in card.notes:
        lines += wrap_text(note, MIN_SIZE, width)
    return tuple(lines)


def _draw_card_head(pen: Pen, card_box: Box, card: PairCard, layout: SlipLayout) -> float:
    """Write the names, rank and total, and the notes below. Return the height of the head."""
    notes = _wrap_notes(card, card_box.width)
    notes_height = len(notes) * NOTE_LINE
    notes_top = _compute_head_height(card, card_box.width, layout) - notes_height
    notes_box = card_box.get_strip(notes_top, notes_height)
    pen.write_lines(notes, notes_box, MIN_SIZE, align="left")
    size = layout.head_height * 0.32
    facts_height = layout.head_height * 0.42
    facts_top = notes_top - facts_height
    titles = _wrap_title(card, card_box.width, layout)
    pen.write_lines(titles, card_box.get_strip(0, facts_top), size, bold=True, align="left")
    facts = join_with_dots(_iter_facts(card))
    pen.write(facts, card_box.get_strip(facts_top, facts_height), size * 0.85, align="left")
    return notes_top + notes_height


def _iter_facts(card: PairCard) -> Iterator[str]:
    """Yield rank, totals and number of boards, and the score against par."""
    standing = card.standing
    if standing.place:
        yield f"Place {standing.place}"
    if standing.is_unranked:
        yield "Without standing"
    total = format_points_column((standing.total,))[0]
    if total:
        yield f"{total} points"
    percent = format_percent_column((standing.percent,))[0]
    if percent:
        yield f"{percent}%"
    yield f"{standing.boards} boards" if standing.boards != 1 else "1 board"
    if card.par_comparison:
        par_sum = format_score(card.par_comparison.par_sum)
        score_sum = format_score(card.par_comparison.score_sum)
        yield f"par {par_sum}, scored {score_sum}"


def _make_card_cells(
    sheet: PairCard,
) -> tuple[Sequence[PaperColumn], Sequence[tuple[str, ...]]]:
    game = sheet.heading.game
    has_player_contestants = sheet.heading.has_player_contestants
    # All figures of a column get equally many decimals, so a column is formatted at once.
    figures = [
        format_points_column([line.own.points for line in sheet.lines]),
        format_percent_column([line.own.percent for line in sheet.lines]),
    ]
    start_columns = _PLAYER_START_COLUMNS if has_player_contestants else _START_COLUMNS
    columns = (*start_columns, *COLUMNS[game])
    if not any(figures[-1]):  # matches of teams and whist by tricks have no percentages
        figures.pop()
        columns = columns[:-1]
    notes = Footnotes.from_texts(_iter_notes(sheet))
    rows = []
    previous_line: BoardLine | None = None
    for line, *points in zip(sheet.lines, *figures, strict=True):
        start_cells = _make_start_cells(
            line, previous_line, notes, has_player_contestants=has_player_contestants
        )
        rows.append((*start_cells, *_make_result_cells(line, game), *points))
        previous_line = line
    return columns, rows


def _make_start_cells(
    line: BoardLine,
    previous_line: BoardLine | None,
    notes: Footnotes,
    *,
    has_player_contestants: bool,
) -> tuple[str, ...]:
    """Return round, board, side, a single player's partner, and opponents.

    Names are left out if the *previous_line* has the same players.
    """
    round_no = "" if line.round_no is None else str(line.round_no)
    board = f"{line.board_no}{notes.get_signs(make_off_schedule_notes(line.off_schedule))}"
    opponent_names = line.opponents.names
    partner_name = line.partner.names if line.partner else ""
    if previous_line is not None and _get_meeting(previous_line) == _get_meeting(line):
        opponent_names = ""
        partner_name = ""
    opponents = join_with_dots((line.opponents.label, opponent_names))
    if not has_player_contestants:
        return (round_no, board, line.seen_from, opponents)
    partner_label = line.partner.label if line.partner else ""
    partner = join_with_dots((shorten_seat_label(partner_label, line.direction), partner_name))
    return (round_no, board, line.seen_from, partner, opponents)


def _make_result_cells(line: BoardLine, game: str) -> tuple[str, ...]:
    if get_duplicate_game(game).has_turned_trump:
        # An adjusted score has no tricks.
        tricks = line.tricks if line.tricks is not None else line.score
        [tricks_text] = format_points_column((tricks,))
        return (join_with_dots((format_contract(line.contract), tricks_text)),)
    tricks_text = "" if line.tricks is None else str(line.tricks)
    # A line isn't broken at the colon.
    contract = format_contract(line.contract).replace(" : ", "\xa0:\xa0")
    honours = (line.honours,) if get_duplicate_game(game).is_auction else ()
    return (contract, line.declarer, tricks_text, *honours, format_score(line.score))
