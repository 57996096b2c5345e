"""Scored cards of pairs, players or teams."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from director.boards.contests import CONTESTANTS
from director.pdf.fonts import SMALLEST, wrap_text
from director.pdf.footnotes import Footnotes
from director.pdf.lists import runs_alike
from director.pdf.page import MARGIN, Box, Pen
from director.pdf.pieces import STAMP, Cut, SlipLayout, draw_stamp, first_fitting, places_on_pages
from director.pdf.tables import Column, Table, largest_list
from director.pdf.words import (
    contract_text,
    join_with_dots,
    off_schedule_remarks,
    percent_column,
    points_column,
    score_text,
    seat_label,
)
from director.sheets import PairCard, PairCardLine

USUAL = SlipLayout(
    cuts=(Cut(6, 1, 4), Cut(11, 1, 3), Cut(22, 1, 2), Cut(60, 1, 1)),
    head=44,
    foot=STAMP,
    tallest_row=16,
    size=9,
)
LARGE = SlipLayout(
    cuts=(Cut(12, 1, 2), Cut(40, 1, 1)), head=60, foot=STAMP, tallest_row=28, size=18
)

NOTE_LINE = SMALLEST * 1.2
SCALES = (1.0, 0.85, 0.7)

_BOARD = (Column("Round"), Column("Board", bold=True), Column("Sat"))
_START = (*_BOARD, Column("Opponents", align="left", wraps=True, claim=0.42))
_START_ALONE = (
    *_BOARD,
    Column("Partner", align="left", wraps=True, claim=0.18),
    Column("Opponents", align="left", wraps=True, claim=0.26),
)
_END = (Column("Points", align="right"), Column("%", align="right"))
COLUMNS = {
    "bridge": (
        Column("Contract", wraps=True, most=2),
        Column("By"),
        Column("Tricks"),
        Column("Score", align="right"),
        *_END,
    ),
    "whist": (Column("Tricks", wraps=True), *_END),
    "auction": (
        Column("Contract", wraps=True, most=2),
        Column("By"),
        Column("Tricks"),
        Column("Honours"),
        Column("Score", align="right"),
        *_END,
    ),
}


def draw_pair_cards(pen: Pen, cards: Sequence[PairCard]) -> None:
    """Draw every card, as many to a page as fit."""
    usual = LARGE if pen.large_print else USUAL
    width = pen.paper[0] - 2 * MARGIN  # every cut leaves a card the whole of it
    layout = replace(
        usual, foot=usual.foot + max(_notes(card, usual).height(width) for card in cards)
    )
    counts = [len(card.lines) for card in cards]
    first = layout.cuts.index(layout.cut_for(max(counts)))
    sizes = dict.fromkeys(max(layout.size * scale, SMALLEST) for scale in SCALES)
    layouts = [replace(layout, cuts=layout.cuts[first:], size=size) for size in sizes]
    page = Box(0, 0, *pen.paper).inset(MARGIN)
    for smaller in layouts:
        if fitting := first_fitting(pen.paper, smaller, _all_fit(cards, smaller)):
            for place, card in places_on_pages(pen, fitting, cards, max(counts)):
                _draw_part(pen, place, card, fitting)
            return
    fewest = min(
        layouts, key=lambda each: sum(len(_runs(pen, page, card, each)[1]) for card in cards)
    )
    for card in cards:
        _draw_long(pen, card, fewest)


def _all_fit(cards: Sequence[PairCard], layout: SlipLayout) -> Callable[[Box], bool]:
    return lambda room: all(
        _table(room, card, layout).height
        <= room.height - layout.foot - _head_height(card, room.width, layout)
        for card in cards
    )


def _draw_part(pen: Pen, place: Box, card: PairCard, layout: SlipLayout) -> None:
    """Draw a whole card, its rows as high as the place allows."""
    below = _draw_head(pen, place, card, layout)
    table = _table(place, card, layout)
    room = place.height - below - layout.foot - 2
    most = layout.tallest_row / max(min(table.heights, default=layout.tallest_row), 1)
    bottom = table.stretched(room, max(most, 1.0)).draw(
        pen, place.x, place.top - below, boxed=False
    )
    _draw_foot(pen, place, bottom, card, layout)


def _draw_long(pen: Pen, card: PairCard, layout: SlipLayout) -> None:
    """Draw a card that takes more than a page."""
    page = pen.new_page().inset(MARGIN)
    table, runs = _runs(pen, page, card, layout)
    for number, run in enumerate(runs):
        page = page if number == 0 else pen.new_page().inset(MARGIN)
        below = _draw_head(pen, page, card, layout)
        bottom = table.draw(pen, page.x, page.top - below, run, boxed=False)
        _draw_foot(pen, page, bottom, card, layout)


def _runs(pen: Pen, page: Box, card: PairCard, layout: SlipLayout) -> tuple[Table, list[range]]:
    """Return the boards of a card that goes on over pages, and which of them stand on each."""
    table = _table(page, card, layout)
    room = (
        page.height - layout.foot - _head_height(card, page.width, layout) - table.head_height - 4
    )
    return runs_alike(pen.paper, table, room)


def _draw_foot(pen: Pen, place: Box, bottom: float, card: PairCard, layout: SlipLayout) -> None:
    """Write the notes below the boards and the stamp."""
    notes = _notes(card, layout)
    high = notes.height(place.width)
    notes.draw(pen, Box(place.x, bottom - high - 2, place.width, high))
    draw_stamp(pen, place, card.heading)


def _notes(card: PairCard, layout: SlipLayout) -> Footnotes:
    remarks = (off_schedule_remarks(line.off_schedule) for line in card.lines)
    return Footnotes.of(remarks, large=layout.head == LARGE.head)


def _title_lines(card: PairCard, width: float, layout: SlipLayout) -> tuple[str, ...]:
    if CONTESTANTS[card.heading.called].is_side:
        called = ""
    else:
        called = f"{card.heading.called.capitalize()} "
    title = join_with_dots((f"{called}{card.standing.label}", card.standing.names))
    return wrap_text(title, layout.head * 0.32, width, bold=True)


def _head_height(card: PairCard, width: float, layout: SlipLayout) -> float:
    titles = layout.head + (len(_title_lines(card, width, layout)) - 1) * layout.head * 0.4
    return titles + len(_note_lines(card, width)) * NOTE_LINE


def _note_lines(card: PairCard, width: float) -> tuple[str, ...]:
    return tuple(line for note in card.notes for line in wrap_text(note, SMALLEST, width))


def _draw_head(pen: Pen, place: Box, card: PairCard, layout: SlipLayout) -> float:
    """Write who they are, their place and total, and return the height it took."""
    standing, size, height = (
        card.standing,
        layout.head * 0.32,
        _head_height(card, place.width, layout),
    )
    lower, notes = layout.head * 0.42, _note_lines(card, place.width)
    below = len(notes) * NOTE_LINE
    pen.write_lines(notes, place.strip(height - below, below), SMALLEST, align="left")
    height -= below
    titles = place.strip(0, height - lower)
    pen.write_lines(_title_lines(card, place.width, layout), titles, size, bold=True, align="left")
    total, percent = points_column((standing.total,))[0], percent_column((standing.percent,))[0]
    facts = (
        f"Place {standing.place}" if standing.place else "",
        f"{total} points" if total else "",
        f"{percent}%" if percent else "",
        f"{standing.boards} boards" if standing.boards != 1 else "1 board",
        f"par {score_text(card.worth.par)}, scored {score_text(card.worth.score)}"
        if card.worth
        else "",
    )
    pen.write(join_with_dots(facts), place.strip(height - lower, lower), size * 0.85, align="left")
    return height + below


def _table(place: Box, card: PairCard, layout: SlipLayout) -> Table:
    """Return the boards of a card at the largest size that squeezes no word."""
    game = card.heading.game
    earned = zip(
        points_column([line.points for line in card.lines]),
        percent_column([line.percent for line in card.lines]),
        strict=True,
    )
    named = [None, *card.lines]
    notes, is_alone = _notes(card, layout), card.heading.ranks_players
    rows = [
        (*_start(line, before, notes, is_alone=is_alone), *_result(line, game), *points)
        for before, line, points in zip(named, card.lines, earned, strict=False)
    ]
    sizes = [
        size for size in (*(layout.size * scale for scale in SCALES), SMALLEST) if size >= SMALLEST
    ]
    columns = (*(_START_ALONE if is_alone else _START), *COLUMNS[game])
    return largest_list(columns, rows, place.width, sizes, boxed=False)


def _start(
    line: PairCardLine, before: PairCardLine | None, notes: Footnotes, *, is_alone: bool
) -> tuple[str, ...]:
    """Return round, board, side and opponents, names only where they change.

    Of who *is_alone*, seat and partner besides.
    """
    sat = line.seat or {"NS": "N-S", "EW": "E-W"}[line.direction]
    round_no = "" if line.round_no is None else str(line.round_no)
    is_same = before is not None and (before.round_no, before.opponents_no) == (
        line.round_no,
        line.opponents_no,
    )
    opponents = join_with_dots((line.opponents, "" if is_same else line.opponent_names))
    board = f"{line.board_no}{notes.behind(off_schedule_remarks(line.off_schedule))}"
    partner = (
        (
            join_with_dots(
                (seat_label(line.partner, line.direction), "" if is_same else line.partner_name)
            ),
        )
        if is_alone
        else ()
    )
    return (round_no, board, sat, *partner, opponents)


def _result(line: PairCardLine, game: str) -> tuple[str, ...]:
    if game == "whist":
        tricks = line.tricks if line.tricks is not None else line.score
        return (join_with_dots((contract_text(line.contract), points_column((tricks,))[0])),)
    tricks_text = "" if line.tricks is None else str(line.tricks)
    contract = contract_text(line.contract).replace(" : ", "\xa0:\xa0")
    honours = (line.honours,) if game == "auction" else ()
    return (contract, line.declarer, tricks_text, *honours, score_text(line.score))
