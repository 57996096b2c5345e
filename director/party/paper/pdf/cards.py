"""Draw tally cards: a card for each player with a line for each planned game.

A whist-drive card is a tally card with the trump of each hand printed on it. If all trumps have
short signs, its lines are in two blocks side by side, one for each half of the evening.

All cards of a party have the same size: the longest name decides the height of the head, the
longest evening the number of lines. Sizes within the head are shares of its height, which is larger
in large print. Cards of players who always need large print come last.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from director.party.paper.pdf.job import REMEDY, SITS_OUT, PartyJob
from director.party.sheets import PartySeat, PartyTableSheet, TallyCard
from director.party.trumps import describe_round_trumps
from director.pdf.fonts import SMALLEST, text_width
from director.pdf.marks import NAME_LEADING, draw_code, draw_name, fit_name, write_blank
from director.pdf.page import Box, Pen
from director.pdf.pieces import (
    STAMP,
    PageDivision,
    SlipLayout,
    compute_piece_width,
    draw_personal,
    draw_stamp,
    place_visible_on_pages,
)
from director.pdf.tables import PaperColumn

PATTERN_STEP = 7.0  # from one stroke or dot of a pattern to the next


def draw_group(pen: Pen, box: Box, group: str, word: str) -> None:
    """Draw the band of a seat group: its *word* between strokes (A) or dots (B).

    The pattern tells the groups apart across a room, in any light and on any printer.
    """
    if not group:
        return
    text = f"Group {word}" if len(word) < 2 else word
    size = min(box.height * 0.8, 20.0)
    text_room = min(text_width(text, size, bold=True) + 16, box.width * 0.7)
    side = (box.width - text_room) / 2
    for part in (box.column(0, side), box.column(box.width - side, side)):
        if group == "A":
            _draw_strokes(pen, part)
        else:
            _draw_dots(pen, part)
    pen.write(text, box.column(side, text_room).inset(4, 0), size, bold=True)


def _draw_strokes(pen: Pen, box: Box) -> None:
    slant = box.height * 0.6
    count = int((box.width - slant) / PATTERN_STEP)
    lines = []
    for index in range(count + 1):
        x = box.x + index * PATTERN_STEP
        lines.append((x, box.y, x + slant, box.top))
    pen.rule(lines, 2.2)


def _draw_dots(pen: Pen, box: Box) -> None:
    """Fill *box* with two rows of dots, drawn as dashes of no length with round ends."""
    pen.canvas.saveState()
    pen.canvas.setLineCap(1)
    pen.canvas.setDash([0, PATTERN_STEP])
    left, right = box.x + PATTERN_STEP / 2, box.right - PATTERN_STEP / 2
    row_heights = [box.y + box.height * share for share in (0.28, 0.72)]
    pen.rule([(left, y, right, y) for y in row_heights], 3.4)
    pen.canvas.restoreState()


USUAL_LAYOUT = SlipLayout(
    cuts=(PageDivision(5, 2, 3), PageDivision(14, 2, 2), PageDivision(42, 2, 1)),
    head=76,
    foot=STAMP + 20,
    max_row_height=24,
    size=10.5,
    remedy=REMEDY,
)
LARGE_LAYOUT = SlipLayout(
    cuts=(PageDivision(8, 1, 2), PageDivision(26, 1, 1)),
    head=106,
    foot=STAMP + 30,
    max_row_height=42,
    size=18,
    remedy=REMEDY,
)
MAX_GAMES_IN_BLOCK = 14
"""The most games of a whist-drive card in one block. Up to twice as many are in two blocks."""
BLOCK_GAP, BLOCK_SIZE = 4.0, 8.5  # between two blocks; of their text
SUIT, SUIT_SIGNS = "Suit", "♥♣♦♠"
HOLES = 15
HEAD_SPARE_SHARE = 0.1  # share of the head that it may give to the lines on short paper
NAME_SHARE = 0.2  # size of a name, as a share of the head without it
HOLES_HEIGHT = 20.0
NOTE_SIZE, NOTE_HEIGHT = 7.5, 12.0
HAND_BOX_WEIGHT = 0.58  # weight of the box of a hand
GROUP_BAND_SHARE = 0.22  # share of the head without the name, for the seat group
START_LABEL = "start at"
TABLE, PARTNER, TABLE_AND_PARTNER = "Table", "Partner", "Table ·\npartner"


@dataclass(frozen=True, slots=True)
class PrintedSeat:
    """The seat that is printed in the line of a game, if it is known in advance."""

    table: str
    partner: str
    opponents: str = ""


UNKNOWN_SEAT = PrintedSeat("", "")


def draw_tally_cards(pen: Pen, job: PartyJob) -> None:
    """Draw a card for every player, and spare ones without a number."""
    _draw_cards(pen, job, with_trumps=False)


def draw_drive_cards(pen: Pen, job: PartyJob) -> None:
    """Draw tally cards with the trump of each hand."""
    _draw_cards(pen, job, with_trumps=True)


def _draw_cards(pen: Pen, job: PartyJob, *, with_trumps: bool) -> None:
    draw = partial(_draw_same_size_cards, job=job, with_trumps=with_trumps)
    draw_personal(pen, (*job.cards, *_make_spare_cards(job)), draw)


def _draw_same_size_cards(
    pen: Pen, cards: Sequence[TallyCard], *, job: PartyJob, with_trumps: bool
) -> None:
    """Draw *cards*, all of one size. They are either all in large print or none."""
    usual = LARGE_LAYOUT if pen.large_print else USUAL_LAYOUT
    games = max(card.boxes for card in cards)
    suits_blocks = (
        with_trumps and not pen.large_print and MAX_GAMES_IN_BLOCK < games <= 2 * MAX_GAMES_IN_BLOCK
    )
    blocks = 2 if suits_blocks and _has_short_trumps(job, games) else 1
    lines = -(-games // blocks)  # rounded up
    width = compute_piece_width(pen, usual, lines)
    name_height = _measure_name_height(job, cards, width, usual)
    layout = replace(
        usual,
        head=usual.head * (1 - _compute_unused_band(job)) + name_height,
        foot=usual.foot + _get_note_height(job),
        size=BLOCK_SIZE if blocks > 1 else usual.size,
    )
    layout = layout.with_roomy_cuts(pen, lines, HEAD_SPARE_SHARE * layout.head)
    printed_seats = _collect_printed_seats(job)
    if blocks == 1:
        columns = _make_card_columns(job, with_trumps=with_trumps)
    else:
        columns = _make_block_columns(job)
    for place, card in place_visible_on_pages(pen, layout, cards, lines):
        draw_card_head(pen, place.strip(0, layout.head), job, card, name_height)
        rows = [
            _make_game_row(
                job, game, printed_seats.get((game, card.number), UNKNOWN_SEAT), columns, card
            )
            for game in range(1, card.boxes + 1)
        ]
        row_blocks = [rows[block * lines : (block + 1) * lines] for block in range(blocks)]
        sheet = f"The card of player {card.number}" if card.number else "Spare card"
        bottom = _draw_row_blocks(pen, place, layout, columns, row_blocks, sheet)
        _draw_foot(pen, Box(place.x, place.y, place.width, bottom - place.y), job, layout)


def _draw_row_blocks(
    pen: Pen,
    place: Box,
    layout: SlipLayout,
    columns: Sequence[PaperColumn],
    row_blocks: Sequence[Sequence[tuple[str, ...]]],
    sheet: str,
) -> float:
    """Draw the blocks of lines side by side. Return the height where the lowest one ends."""
    width = (place.width - BLOCK_GAP * (len(row_blocks) - 1)) / len(row_blocks)
    bottom = place.top
    for index, rows in enumerate(row_blocks):
        column = place.column(index * (width + BLOCK_GAP), width)
        form = layout.make_form(column, columns, rows, sheet)
        bottom = min(bottom, form.draw(pen, column.x, place.top - layout.head))
    return bottom


def _measure_name_height(
    job: PartyJob, cards: Sequence[TallyCard], width: float, layout: SlipLayout
) -> float:
    """Return the height that the longest name of all cards needs."""
    size = layout.head * NAME_SHARE
    code_width = layout.head if job.codes else 0.0
    heights = []
    for card in cards:
        name = job.get_printed_name(card.number, card.name)
        texts, fitting_size = fit_name(name, width - code_width, size, size * 2.4)
        heights.append(max(len(texts), 1) * fitting_size * NAME_LEADING)
    return max(heights) + 2


def _make_spare_cards(job: PartyJob) -> list[TallyCard]:
    """Return cards without a number, for both seat groups in turn."""
    groups = {(card.group, card.group_name) for card in job.sheets.cards if card.group}
    usual_groups = sorted(groups) or [("", "")]
    boxes = job.sheets.heading.rounds
    return [
        TallyCard(0, "", False, *usual_groups[index % len(usual_groups)], None, 1, "", boxes, "")
        for index in range(job.spare_cards)
    ]


def _collect_printed_seats(job: PartyJob) -> dict[tuple[int, int], PrintedSeat]:
    """Return the seats that are known in advance, by game and player."""
    seats = {}
    # If moves depend on results, only the seats of the first round are known.
    for round_sheet in job.planned or job.sheets.rounds[:1]:
        for table in round_sheet.tables:
            for side in table.sides:
                for seat in side:
                    key = (round_sheet.round_no, seat.number)
                    seats[key] = _make_printed_seat(table, side, seat)
    return seats


def _make_printed_seat(
    table: PartyTableSheet, side: Sequence[PartySeat], seat: PartySeat
) -> PrintedSeat:
    if table.sits_out:
        return PrintedSeat("–", SITS_OUT, SITS_OUT)
    opponents: list[PartySeat] = []
    for other_side in table.sides:
        if other_side != side:
            opponents.extend(other_side)
    place = f"{table.table_no} {seat.side_role}" if seat.side_role else str(table.table_no)
    partners = [partner for partner in side if partner != seat]
    return PrintedSeat(place, _join_seat_numbers(partners), _join_seat_numbers(opponents))


def _join_seat_numbers(seats: Iterable[PartySeat]) -> str:
    return ", ".join(str(seat.number) for seat in seats)


def _make_card_columns(job: PartyJob, *, with_trumps: bool) -> tuple[PaperColumn, ...]:
    """Return the columns that this party needs."""
    trump = (PaperColumn(job.trump_title, weight=2.2, scale=0.9),) if with_trumps else ()
    boxes = tuple(
        PaperColumn(str(hand), weight=HAND_BOX_WEIGHT) for hand in range(1, job.hand_boxes + 1)
    )
    figures = boxes or tuple(PaperColumn(title, weight=1.15) for title in job.score_titles)
    if boxes:  # they leave less room
        signature = PaperColumn("Initials", weight=1.3)
    else:
        signature = PaperColumn("Checked\nno. · initials", weight=2.0)
    lone = (PaperColumn("Lone", weight=0.9),) if job.has_lone_hands else ()
    total = () if job.has_holes else (PaperColumn("Total", weight=1.2),)
    return (
        PaperColumn(job.round_title, weight=1.05, bold=True),
        *trump,
        *_make_seat_columns(job),
        *figures,
        *lone,
        *total,
        signature,
    )


def _make_seat_columns(job: PartyJob) -> tuple[PaperColumn, ...]:
    """Return the columns for the table, and for the partner or the only opponent."""
    table = PaperColumn(TABLE, weight=1.0)
    if job.hand_boxes and job.has_partners:
        # Boxes for hands leave room for one column. An unplanned partner is not known.
        return (PaperColumn(TABLE_AND_PARTNER, weight=1.5),) if job.planned else (table,)
    if job.has_partners:
        return table, PaperColumn(PARTNER, weight=1.5)
    if job.is_one_to_one:
        return table, PaperColumn("Against", weight=1.5)
    return (table,)


def _make_block_columns(job: PartyJob) -> tuple[PaperColumn, ...]:
    """Return the columns of a card in two blocks."""
    return (
        PaperColumn("No", weight=1.2, bold=True),
        PaperColumn(SUIT, weight=1.5),
        *(PaperColumn(title, weight=2.0) for title in job.score_titles),
        PaperColumn("Total", weight=1.8),
    )


def _format_trump_sign(trump: str) -> str:
    """Return a suit symbol, "NT", or the label itself."""
    if trump == "no trump":
        return "NT"
    if trump[:1] in SUIT_SIGNS:
        return trump[:1]
    return trump


def _has_short_trumps(job: PartyJob, games: int) -> bool:
    return all(
        len(_format_trump_sign(describe_round_trumps(job.trumps, game, job.hands))) <= 2
        for game in range(1, games + 1)
    )


def _make_game_row(
    job: PartyJob, game: int, printed: PrintedSeat, columns: Sequence[PaperColumn], card: TallyCard
) -> tuple[str, ...]:
    trump = describe_round_trumps(job.trumps, game, job.hands)
    is_out = str(card.number) in job.sit_outs_by_round.get(game, ())
    if printed.partner == SITS_OUT:
        table_and_partner = printed.partner
    else:
        table_and_partner = " · ".join(filter(None, (printed.table, printed.partner)))
    # A player who sits out in turn has no score, so the word is in the first box for it.
    score_title = "Total" if job.hand_boxes else job.score_titles[0]
    cells = {
        score_title: "out" if is_out else "",
        SUIT: _format_trump_sign(trump),
        job.trump_title: trump,
        TABLE: printed.table,
        PARTNER: printed.partner,
        TABLE_AND_PARTNER: table_and_partner,
        "Against": printed.opponents,
    }
    return (str(game), *(cells.get(column.title, "") for column in columns[1:]))


def draw_card_head(pen: Pen, box: Box, job: PartyJob, card: TallyCard, name_height: float) -> None:
    """Draw the head of a card: event, number, start, name, seat group and the code for phones."""
    # The height of a usual head, of which all parts are shares.
    base = (box.height - name_height) / (1 - _compute_unused_band(job))
    if card.number in job.codes:
        draw_code(
            pen,
            box.column(box.width - base + 4, base - 4).strip(0, base - 4),
            job.codes[card.number],
        )
        box = box.column(0, box.width - base)
    line = box.strip(0, base * 0.16)
    body = box.strip(base * 0.16, base * 0.4)
    pen.write(job.heading.event, line, line.height * 0.72, bold=True, align="left")
    _draw_number(pen, body.column(0, body.width * 0.36), card)
    draw_name(
        pen,
        box.strip(base * 0.72, name_height),
        job.get_printed_name(card.number, card.name),
        base * NAME_SHARE,
    )
    _draw_start(pen, body.column(body.width * 0.36, body.width * 0.64), job, card)
    place = box.strip(base * 0.56, base * 0.16)
    pen.write(_describe_first_place(job, card), place, place.height * 0.75, align="right")
    if not _compute_unused_band(job):
        band = box.strip(base * 0.75 + name_height, base * 0.2)
        draw_group(pen, band, card.group, card.group_name)


def _compute_unused_band(job: PartyJob) -> float:
    """Return the share of the head that is saved if the party tells no seat groups."""
    if job.sheets.heading.tells_groups:
        return 0.0
    return GROUP_BAND_SHARE


def _draw_number(pen: Pen, box: Box, card: TallyCard) -> None:
    """Write the number, or a blank for it on a spare card."""
    if card.number:
        pen.write(str(card.number), box, box.height, bold=True, align="left")
    else:
        write_blank(pen, box, "No.", box.height * 0.35)


def _draw_start(pen: Pen, box: Box, job: PartyJob, card: TallyCard) -> None:
    """Draw the first table and seat in large type ("1 · A1"), or that the player sits out."""
    if card.number in job.rest_by_player:
        text = job.rest_by_player[card.number]
        if text == SITS_OUT:
            text = f"{text} {job.round_word} 1"
        # A letter is about 0.6 of its size wide, so this fits in the box.
        size = min(box.height * 0.5, box.width / len(text) * 1.6)
        pen.write(text, box, size, bold=True, align="right")
    elif card.table_no is None:
        write_blank(
            pen, box.column(box.width * 0.15, box.width * 0.85), START_LABEL, box.height * 0.34
        )
    else:
        chair = f" · {card.seat.partition(' ')[0]}" if card.seat[:1].isalpha() else ""
        sign = f"{card.table_no}{chair}"
        size = box.height
        width = min(text_width(sign, size, bold=True), box.width)
        pen.write(sign, box.column(box.width - width, width), size, bold=True, align="right")
        # The line below says the seat in words, so a large sign may take the room of the label.
        label_box = box.column(0, box.width - width - 4)
        if text_width(START_LABEL, SMALLEST) <= label_box.width:
            pen.write(START_LABEL, label_box, box.height * 0.34, align="right")


def _describe_first_place(job: PartyJob, card: TallyCard) -> str:
    """Return the first seat in words, or an empty text without one."""
    if card.number in job.rest_by_player or card.table_no is None:
        return ""
    place = job.describe_place(card.table_no, card.row)
    seat = f"seat {card.seat}" if card.seat else ""
    partners = f"with {card.partners}" if card.partners else ""
    return ", ".join(filter(None, (card.team, place, seat, partners)))


def _draw_foot(pen: Pen, box: Box, job: PartyJob, layout: SlipLayout) -> None:
    """Draw the holes to punch or the note, the grand total and the stamp."""
    note_height = _get_note_height(job)
    if job.has_holes:
        _draw_holes(pen, box.strip(2, HOLES_HEIGHT - 2))
    elif job.card_note:
        pen.write(job.card_note, box.strip(1, NOTE_HEIGHT - 1), NOTE_SIZE, align="left")
    draw_stamp(pen, Box(box.x, box.y, box.width, STAMP), job.heading)
    line = box.strip(note_height, min(layout.foot, box.height) - STAMP - note_height)
    size = min(line.height * 0.42, layout.size)
    write_blank(pen, line.column(0, line.width * 0.44), "Grand total", size)
    write_blank(pen, line.column(line.width * 0.48, line.width * 0.52), "Checked by", size)


def _get_note_height(job: PartyJob) -> float:
    """Return the height of the holes or the note between the lines and the grand total."""
    if job.has_holes:
        return HOLES_HEIGHT
    if job.card_note:
        return NOTE_HEIGHT
    return 0.0


def _draw_holes(pen: Pen, box: Box) -> None:
    """Draw the fifteen places to punch."""
    step = box.width / HOLES
    radius = min(step, box.height) / 2 - 1
    for index in range(HOLES):
        hole = box.column(index * step, step)
        pen.canvas.setLineWidth(0.5)
        pen.canvas.circle(hole.x + step / 2, hole.y + hole.height / 2, radius, stroke=1, fill=0)
        pen.write(str(index + 1), hole.inset(2, 0), radius)
