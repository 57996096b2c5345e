"""Tally cards: a line for each planned game.

A whist-drive card is the same with the trump of each hand printed on it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from director.party.paper.pdf.job import REMEDY, SITS_OUT, PartyJob
from director.party.sheets import PartySeat, PartyTableSheet, TallyCard
from director.party.trumps import round_trump_words
from director.pdf.fonts import text_width
from director.pdf.marks import NAME_LEADING, draw_code, draw_name, name_lines, write_blank
from director.pdf.page import Box, Pen
from director.pdf.pieces import STAMP, Cut, SlipLayout, draw_stamp, piece_width, placed_alike
from director.pdf.tables import Column

STEP = 7.0  # between the strokes or dots of a pattern


def draw_group(pen: Pen, box: Box, group: str, word: str) -> None:
    """Draw the band of a seat group: its *word* between strokes (group A) or dots (group B).

    The pattern tells the groups apart across a room, in any light and on any printer.
    """
    if not group:
        return
    text = f"Group {word}" if len(word) < 2 else word
    size = min(box.height * 0.8, 20.0)
    middle = min(text_width(text, size, bold=True) + 16, box.width * 0.7)
    side = (box.width - middle) / 2
    for part in (box.column(0, side), box.column(box.width - side, side)):
        _stroke(pen, part) if group == "A" else _dot(pen, part)
    pen.write(text, box.column(side, middle).inset(4, 0), size, bold=True)


def _stroke(pen: Pen, box: Box) -> None:
    """Fill *box* with slanting strokes."""
    slant = box.height * 0.6
    count = int((box.width - slant) / STEP)
    lines = [
        (box.x + at * STEP, box.y, box.x + at * STEP + slant, box.top) for at in range(count + 1)
    ]
    pen.rule(lines, 2.2)


def _dot(pen: Pen, box: Box) -> None:
    """Fill *box* with two rows of dots: dashes of no length with round ends."""
    pen.canvas.saveState()
    pen.canvas.setLineCap(1)
    pen.canvas.setDash([0, STEP])
    heights = [box.y + box.height * part for part in (0.28, 0.72)]
    pen.rule([(box.x + STEP / 2, height, box.right - STEP / 2, height) for height in heights], 3.4)
    pen.canvas.restoreState()


USUAL = SlipLayout(
    cuts=(Cut(5, 2, 3), Cut(14, 2, 2), Cut(42, 2, 1)),
    head=76,
    foot=STAMP + 20,
    tallest_row=24,
    size=10.5,
    remedy=REMEDY,
)
LARGE = SlipLayout(
    cuts=(Cut(8, 1, 2), Cut(26, 1, 1)),
    head=106,
    foot=STAMP + 30,
    tallest_row=42,
    size=18,
    remedy=REMEDY,
)
ONE_BLOCK = 14
"""The most games of a whist-drive card in one block; up to twice as many stand in two, the halves of the evening."""
BLOCK_GAP, BLOCK_SIZE = 4.0, 8.5
SUIT, SUIT_SIGNS = "Suit", "♥♣♦♠"
HOLES = 15
HEAD_SPARE = 0.1  # of the head, which it gives for lines where other paper is taller
NAME = 0.2  # size of a name, against the head without it
HOLES_HEIGHT = 20.0
BOX_WORDS, BOX_WORDS_HEIGHT = 7.5, 12.0
BOX = 0.58  # weight of the box of a hand
BAND = 0.22  # of the head without the name, for the seat group
TABLE, PARTNER, BOTH = "Table", "Partner", "Table ·\npartner"


@dataclass(frozen=True, slots=True)
class Known:
    """What is printed in the line of a game: table and partner, if known."""

    table: str
    partner: str
    against: str = ""


NOTHING = Known("", "")


def draw_tally_cards(pen: Pen, job: PartyJob) -> None:
    """Draw a card for every player and the spares, which have no number."""
    _draw_cards(pen, job, with_trumps=False)


def draw_drive_cards(pen: Pen, job: PartyJob) -> None:
    """Draw the same cards with the trump of each hand."""
    _draw_cards(pen, job, with_trumps=True)


def _draw_cards(pen: Pen, job: PartyJob, *, with_trumps: bool) -> None:
    usual = LARGE if pen.large_print else USUAL
    cards = (*job.cards, *_spares(job))
    lines = max(card.boxes for card in cards)
    fits = with_trumps and not pen.large_print and ONE_BLOCK < lines <= 2 * ONE_BLOCK
    blocks = 2 if fits and _are_short(job, lines) else 1
    lines = -(-lines // blocks)
    width = piece_width(pen, usual, lines)
    names = _names_height(job, cards, width, usual)
    layout = replace(
        usual, head=usual.head * (1 - _band(job)) + names, foot=usual.foot + _below_height(job)
    )
    size = BLOCK_SIZE if blocks > 1 else layout.size
    layout = replace(layout, size=size)
    layout = layout.roomy(pen, lines, HEAD_SPARE * layout.head)
    known = _known(job)
    columns = _columns(job, with_trumps=with_trumps) if blocks == 1 else _few_columns(job)
    for place, card in placed_alike(pen, layout, cards, lines):
        draw_card_head(pen, place.strip(0, layout.head), job, card, names)
        rows = [
            _row(job, game, known.get((game, card.number), NOTHING), columns, card)
            for game in range(1, card.boxes + 1)
        ]
        sheet = f"The card of player {card.number}" if card.number else "Spare card"
        bottom = place.top
        for block in range(blocks):
            width = (place.width - BLOCK_GAP * (blocks - 1)) / blocks
            column = place.column(block * (width + BLOCK_GAP), width)
            form = layout.form_on(column, columns, rows[block * lines : (block + 1) * lines], sheet)
            bottom = min(bottom, form.draw(pen, column.x, place.top - layout.head))
        _draw_foot(pen, Box(place.x, place.y, place.width, bottom - place.y), job, layout)


def _names_height(
    job: PartyJob, cards: Sequence[TallyCard], width: float, layout: SlipLayout
) -> float:
    """Return the height that the longest name of all cards needs."""
    size, room = layout.head * NAME, width - (layout.head if job.codes else 0.0)
    lines = (
        name_lines(job.called(card.number, card.name), room, size, layout.head * NAME * 2.4)
        for card in cards
    )
    return max(max(len(texts), 1) * fitting * NAME_LEADING for texts, fitting in lines) + 2


def _spares(job: PartyJob) -> list[TallyCard]:
    """Return cards without a number, for both seat groups in turn."""
    groups = [(card.group, card.group_name) for card in job.sheets.cards]
    usual = [group for group in sorted(set(groups)) if group[0]] or [("", "")]
    boxes = job.sheets.heading.rounds
    return [
        TallyCard(0, "", False, *usual[at % len(usual)], None, 1, "", boxes, "")
        for at in range(job.spares)
    ]


def _known(job: PartyJob) -> dict[tuple[int, int], Known]:
    """Return, by game and player, what is known in advance."""
    rounds = job.planned or job.sheets.rounds[:1]
    return {
        (round_sheet.round_no, seat.number): _known_at(table, side, seat)
        for round_sheet in rounds
        for table in round_sheet.tables
        for side in table.sides
        for seat in side
    }


def _known_at(table: PartyTableSheet, side: Sequence[PartySeat], seat: PartySeat) -> Known:
    if table.sits_out:
        return Known("–", SITS_OUT, SITS_OUT)
    against = _numbers(other for those in table.sides if those != side for other in those)
    where = f"{table.table_no} {word}" if (word := seat.where) else str(table.table_no)
    return Known(where, _numbers(other for other in side if other != seat), against)


def _numbers(seats: Iterable[PartySeat]) -> str:
    return ", ".join(str(seat.number) for seat in seats)


def _columns(job: PartyJob, *, with_trumps: bool) -> tuple[Column, ...]:
    """Return the boxes of a line that this party needs and that fit."""
    trump = (Column(job.trump_title, weight=2.2, scale=0.9),) if with_trumps else ()
    boxes = tuple(Column(str(hand), weight=BOX) for hand in range(1, job.boxes + 1))
    figures = boxes or tuple(Column(title, weight=1.15) for title in job.made)
    lone = (Column("Lone", weight=0.9),) if job.has_lone else ()
    total = () if job.has_holes else (Column("Total", weight=1.2),)
    return (
        Column(job.round_title, weight=1.05, bold=True),
        *trump,
        *_where(job),
        *figures,
        *lone,
        *total,
        Column("Initials", weight=1.3) if boxes else Column("Checked\nno. · initials", weight=2.0),
    )


def _where(job: PartyJob) -> tuple[Column, ...]:
    """Return the columns for the table, and for the partner or the one opponent."""
    if job.boxes and job.has_partners:
        return (Column(BOTH, weight=1.5) if job.planned else Column(TABLE, weight=1.0),)
    if job.has_partners:
        return Column(TABLE, weight=1.0), Column(PARTNER, weight=1.5)
    return (
        Column(TABLE, weight=1.0),
        *((Column("Against", weight=1.5),) if job.is_one_to_one else ()),
    )


def _few_columns(job: PartyJob) -> tuple[Column, ...]:
    """Return the boxes of a line where a card has both halves of the evening side by side."""
    return (
        Column("No", weight=1.2, bold=True),
        Column(SUIT, weight=1.5),
        *(Column(title, weight=2.0) for title in job.made),
        Column("Total", weight=1.8),
    )


def _sign(trump: str) -> str:
    """Return a suit symbol, "NT", or the label itself."""
    return {"no trump": "NT"}.get(trump, trump[:1] if trump[:1] in SUIT_SIGNS else trump)


def _are_short(job: PartyJob, games: int) -> bool:
    """Return whether every trump of *games* games has a short label."""
    return all(
        len(_sign(round_trump_words(job.trumps, game, job.hands))) <= 2
        for game in range(1, games + 1)
    )


def _row(
    job: PartyJob, game: int, known: Known, columns: Sequence[Column], card: TallyCard
) -> tuple[str, ...]:
    trump = round_trump_words(job.trumps, game, job.hands)
    is_out = str(card.number) in job.turns.get(game, ())
    cells = {
        "Total" if job.boxes else job.made[0]: "out" if is_out else "",
        SUIT: _sign(trump),
        job.trump_title: trump,
        TABLE: known.table,
        PARTNER: known.partner,
        BOTH: known.partner
        if known.partner == SITS_OUT
        else " · ".join(filter(None, (known.table, known.partner))),
        "Against": known.against,
    }
    return (str(game), *(cells.get(column.title, "") for column in columns[1:]))


def draw_card_head(pen: Pen, box: Box, job: PartyJob, card: TallyCard, names: float) -> None:
    """Draw the head of a card: event, number, start, name and seat group.

    A code for phones, where there is one, has the right end of it all.
    """
    base = (box.height - names) / (1 - _band(job))
    if card.number in job.codes:
        draw_code(
            pen,
            box.column(box.width - base + 4, base - 4).strip(0, base - 4),
            job.codes[card.number],
        )
        box = box.column(0, box.width - base)
    line, body = box.strip(0, base * 0.16), box.strip(base * 0.16, base * 0.4)
    pen.write(job.heading.event, line, line.height * 0.72, bold=True, align="left")
    _draw_number(pen, body.column(0, body.width * 0.36), card)
    draw_name(pen, box.strip(base * 0.72, names), job.called(card.number, card.name), base * NAME)
    _draw_start(pen, body.column(body.width * 0.36, body.width * 0.64), job, card)
    place = box.strip(base * 0.56, base * 0.16)
    pen.write(_place_words(job, card), place, place.height * 0.75, align="right")
    if not _band(job):
        draw_group(pen, box.strip(base * 0.75 + names, base * 0.2), card.group, card.group_name)


def _band(job: PartyJob) -> float:
    """Return the share of the head that is left out where seat groups mean nothing."""
    if job.sheets.heading.tells_groups:
        return 0.0
    return BAND


def _draw_number(pen: Pen, box: Box, card: TallyCard) -> None:
    """Write the number, or room for one."""
    if card.number:
        pen.write(str(card.number), box, box.height, bold=True, align="left")
    else:
        write_blank(pen, box, "No.", box.height * 0.35)


def _draw_start(pen: Pen, box: Box, job: PartyJob, card: TallyCard) -> None:
    """Draw the first table and seat in large type ("1 · A1").

    Who sits out is told so.
    """
    if card.number in job.resting:
        words = job.resting[card.number]
        words = f"{words} {job.round_word} 1" if words == SITS_OUT else words
        pen.write(
            words,
            box,
            min(box.height * 0.5, box.width / len(words) * 1.6),
            bold=True,
            align="right",
        )
    elif card.table_no is None:
        write_blank(
            pen, box.column(box.width * 0.15, box.width * 0.85), "start at", box.height * 0.34
        )
    else:
        chair = f" · {card.seat.partition(' ')[0]}" if card.seat[:1].isalpha() else ""
        sign, size = f"{card.table_no}{chair}", box.height
        width = min(text_width(sign, size, bold=True), box.width)
        pen.write(sign, box.column(box.width - width, width), size, bold=True, align="right")
        pen.write(
            "start at", box.column(0, box.width - width - 4), box.height * 0.34, align="right"
        )


def _place_words(job: PartyJob, card: TallyCard) -> str:
    """Return the first seat in words, or ""."""
    if card.number in job.resting or card.table_no is None:
        return ""
    place = job.place(card.table_no, card.row)
    seat, partners = card.seat and f"seat {card.seat}", card.partners and f"with {card.partners}"
    return ", ".join(filter(None, (card.team, place, seat, partners)))


def _draw_foot(pen: Pen, box: Box, job: PartyJob, layout: SlipLayout) -> None:
    """Draw the grand total, notes on the boxes, and the stamp.

    A punched card has its holes there.
    """
    below = _below_height(job)
    if job.has_holes:
        _draw_holes(pen, box.strip(2, HOLES_HEIGHT - 2))
    elif job.card_note:
        pen.write(job.card_note, box.strip(1, BOX_WORDS_HEIGHT - 1), BOX_WORDS, align="left")
    draw_stamp(pen, Box(box.x, box.y, box.width, STAMP), job.heading)
    line = box.strip(below, min(layout.foot - STAMP - below, box.height - STAMP - below))
    size = min(line.height * 0.42, layout.size)
    write_blank(pen, line.column(0, line.width * 0.44), "Grand total", size)
    write_blank(pen, line.column(line.width * 0.48, line.width * 0.52), "Checked by", size)


def _below_height(job: PartyJob) -> float:
    """Return the height between the lines of a card and its grand total."""
    if job.has_holes:
        return HOLES_HEIGHT
    if job.card_note:
        return BOX_WORDS_HEIGHT
    return 0.0


def _draw_holes(pen: Pen, box: Box) -> None:
    """Draw the fifteen places to punch."""
    step = box.width / HOLES
    radius = min(step, box.height) / 2 - 1
    for at in range(HOLES):
        hole = box.column(at * step, step)
        pen.canvas.setLineWidth(0.5)
        pen.canvas.circle(hole.x + step / 2, hole.y + hole.height / 2, radius, stroke=1, fill=0)
        pen.write(str(at + 1), hole.inset(2, 0), radius)
