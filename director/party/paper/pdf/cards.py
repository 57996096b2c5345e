"""Draw tally cards: a card for each player with a line for each planned game.

A whist-drive card is a tally card with the trump of each hand. If all trumps have short signs, its
lines are in two blocks side by side, one for each half of the party.

All cards of a party have the same size. The longest name decides the height of the head, and the
player with most games the number of lines. Sizes in the head are shares of its height. Cards of
players who always need large print come last.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from director.party.paper.pdf.job import REMEDY, SITS_OUT, PartyJob
from director.party.sheets import PartySeat, TableRecord, TallyCard
from director.party.trumps import describe_round_trumps
from director.pdf.fonts import MIN_SIZE, measure_text
from director.pdf.marks import NAME_LEADING, draw_name, draw_qr_code, fit_name, write_blank
from director.pdf.page import Box, Pen
from director.pdf.pieces import (
    STAMP_HEIGHT,
    PageDivision,
    SlipLayout,
    compute_piece_width,
    draw_personal_sheets,
    draw_stamp,
    iter_visible_boxes,
)
from director.pdf.tables import PaperColumn

PATTERN_STEP = 7.0  # from one stroke or dot of a pattern to the next
NORMAL_LAYOUT = SlipLayout(
    cuts=(PageDivision(5, 2, 3), PageDivision(14, 2, 2), PageDivision(42, 2, 1)),
    head_height=76,
    foot_height=STAMP_HEIGHT + 20,
    max_row_height=24,
    text_size=10.5,
    remedy=REMEDY,
)
LARGE_LAYOUT = SlipLayout(
    cuts=(PageDivision(8, 1, 2), PageDivision(26, 1, 1)),
    head_height=106,
    foot_height=STAMP_HEIGHT + 30,
    max_row_height=42,
    text_size=18,
    remedy=REMEDY,
)
MAX_GAMES_IN_BLOCK = 14
"""The most games of a whist-drive card in one block. Up to twice as many are in two blocks."""
HOLES = 15
HEAD_SPARE_SHARE = 0.1  # share of the head that it may give to the lines on short paper
NAME_SHARE = 0.2  # size of a name, as a share of the head without it
HOLES_HEIGHT = 20.0
HAND_BOX_WEIGHT = 0.58  # weight of the box of a hand
GROUP_BAND_SHARE = 0.22  # share of the head without the name, for the seat group
START_LABEL = "start at"
BLOCK_GAP, BLOCK_SIZE = 4.0, 8.5  # between two blocks; of their text
SUIT, SUIT_SIGNS = "Suit", "♥♣♦♠"
NOTE_SIZE, NOTE_HEIGHT = 7.5, 12.0
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
    draw_personal_sheets(pen, (*job.cards, *_make_spare_cards(job)), draw)


def _draw_same_size_cards(
    pen: Pen, cards: Sequence[TallyCard], *, job: PartyJob, with_trumps: bool
) -> None:
    """Draw *cards*, all of one size. They are either all in large print or none."""
    base_layout = LARGE_LAYOUT if pen.large_print else NORMAL_LAYOUT
    game_count = max(card.box_count for card in cards)
    can_use_blocks = (
        with_trumps
        and not pen.large_print
        and MAX_GAMES_IN_BLOCK < game_count <= 2 * MAX_GAMES_IN_BLOCK
    )
    block_count = 2 if can_use_blocks and _has_short_trumps(job, game_count) else 1
    line_count = -(-game_count // block_count)  # rounded up
    width = compute_piece_width(pen, base_layout, line_count)
    name_height = _measure_name_height(job, cards, width, base_layout)
    layout = replace(
        base_layout,
        head_height=base_layout.head_height * (1 - _compute_unused_band(job)) + name_height,
        foot_height=base_layout.foot_height + _get_note_height(job),
        text_size=BLOCK_SIZE if block_count > 1 else base_layout.text_size,
    )
    layout = layout.with_roomy_cuts(pen, line_count, HEAD_SPARE_SHARE * layout.head_height)
    printed_seats = _collect_printed_seats(job)
    if block_count == 1:
        columns = _make_card_columns(job, with_trumps=with_trumps)
    else:
        columns = _make_block_columns(job)
    for card_box, card in iter_visible_boxes(pen, layout, cards, line_count):
        draw_card_head(pen, card_box.get_strip(0, layout.head_height), job, card, name_height)
        rows = [
            _make_game_row(
                job, game, printed_seats.get((game, card.number), UNKNOWN_SEAT), columns, card
            )
            for game in range(1, card.box_count + 1)
        ]
        row_blocks = [
            rows[block * line_count : (block + 1) * line_count] for block in range(block_count)
        ]
        sheet_name = f"The card of player {card.number}" if card.number else "Spare card"
        bottom = _draw_row_blocks(pen, card_box, layout, columns, row_blocks, sheet_name)
        _draw_foot(
            pen, Box(card_box.x, card_box.y, card_box.width, bottom - card_box.y), job, layout
        )


def _draw_row_blocks(
    pen: Pen,
    card_box: Box,
    layout: SlipLayout,
    columns: Sequence[PaperColumn],
    row_blocks: Sequence[Sequence[tuple[str, ...]]],
    sheet_name: str,
) -> float:
    """Draw the blocks of lines side by side. Return the height where the lowest one ends."""
    width = (card_box.width - BLOCK_GAP * (len(row_blocks) - 1)) / len(row_blocks)
    bottom = card_box.top
    for index, rows in enumerate(row_blocks):
        column = card_box.get_column(index * (width + BLOCK_GAP), width)
        form = layout.make_form(column, columns, rows, sheet_name)
        bottom = min(bottom, form.draw(pen, column.x, card_box.top - layout.head_height))
    return bottom


def _measure_name_height(
    job: PartyJob, cards: Sequence[TallyCard], width: float, layout: SlipLayout
) -> float:
    """Return the height that the longest name of all cards needs."""
    size = layout.head_height * NAME_SHARE
    code_width = layout.head_height if job.codes else 0.0
    heights = []
    for card in cards:
        name = job.get_printed_name(card.number, card.name)
        texts, fitting_size = fit_name(name, width - code_width, size, size * 2.4)
        heights.append(max(len(texts), 1) * fitting_size * NAME_LEADING)
    return max(heights) + 2


def _make_spare_cards(job: PartyJob) -> list[TallyCard]:
    """Return cards without a number, for both seat groups in turn."""
    groups = {(card.group, card.group_name) for card in job.results.cards if card.group}
    seat_groups = sorted(groups) or [("", "")]
    boxes = job.results.heading.rounds
    return [
        TallyCard(0, "", False, *seat_groups[index % len(seat_groups)], None, 1, "", boxes, "")
        for index in range(job.spare_cards)
    ]


def _collect_printed_seats(job: PartyJob) -> dict[tuple[int, int], PrintedSeat]:
    """Return the seats that are known in advance, by game and player."""
    seats = {}
    for round_record in job.known_rounds:
        for table in round_record.tables:
            for side in table.sides:
                for seat in side:
                    key = (round_record.round_no, seat.number)
                    seats[key] = _make_printed_seat(table, side, seat)
    return seats


def _make_printed_seat(
    table: TableRecord, side: Sequence[PartySeat], seat: PartySeat
) -> PrintedSeat:
    if table.sits_out:
        return PrintedSeat("–", SITS_OUT, SITS_OUT)
    opponents: list[PartySeat] = []
    for other_side in table.sides:
        if other_side != side:
            opponents.extend(other_side)
    table_text = f"{table.table_no} {seat.side_role}" if seat.side_role else str(table.table_no)
    partners = [partner for partner in side if partner != seat]
    return PrintedSeat(table_text, _join_seat_numbers(partners), _join_seat_numbers(opponents))


def _join_seat_numbers(seats: Iterable[PartySeat]) -> str:
    return ", ".join(str(seat.number) for seat in seats)


def _make_card_columns(job: PartyJob, *, with_trumps: bool) -> tuple[PaperColumn, ...]:
    """Return the columns that this party needs."""
    trump = (PaperColumn(job.trump_title, width_weight=2.2, size_scale=0.9),) if with_trumps else ()
    boxes = tuple(
        PaperColumn(str(hand), width_weight=HAND_BOX_WEIGHT)
        for hand in range(1, job.hand_boxes + 1)
    )
    figures = boxes or tuple(PaperColumn(title, width_weight=1.15) for title in job.score_titles)
    if boxes:  # they leave less room
        signature = PaperColumn("Initials", width_weight=1.3)
    else:
        signature = PaperColumn("Checked\nno. · initials", width_weight=2.0)
    lone = (PaperColumn("Lone", width_weight=0.9),) if job.has_lone_hands else ()
    total = () if job.has_holes else (PaperColumn("Total", width_weight=1.2),)
    return (
        PaperColumn(job.round_title, width_weight=1.05, bold=True),
        *trump,
        *_make_seat_columns(job),
        *figures,
        *lone,
        *total,
        signature,
    )


def _make_seat_columns(job: PartyJob) -> tuple[PaperColumn, ...]:
    """Return the columns for the table, and for the partner."""
    table = PaperColumn(TABLE, width_weight=1.0)
    if job.hand_boxes and job.has_partners:
        # Boxes for hands leave room for one column. An unplanned partner is not known.
        return (
            (PaperColumn(TABLE_AND_PARTNER, width_weight=1.5),) if job.planned_rounds else (table,)
        )
    if job.has_partners:
        return table, PaperColumn(PARTNER, width_weight=1.5)
    return (table,)


def _make_block_columns(job: PartyJob) -> tuple[PaperColumn, ...]:
    """Return the columns of a card in two blocks."""
    return (
        PaperColumn("No", width_weight=1.2, bold=True),
        PaperColumn(SUIT, width_weight=1.5),
        *(PaperColumn(title, width_weight=2.0) for title in job.score_titles),
        PaperColumn("Total", width_weight=1.8),
    )


def _format_trump_sign(trump: str) -> str:
    """Return a suit symbol, "NT", or the label itself."""
    if trump == "no trump":
        return "NT"
    if trump[:1] in SUIT_SIGNS:
        return trump[:1]
    return trump


def _has_short_trumps(job: PartyJob, game_count: int) -> bool:
    return all(
        len(_format_trump_sign(describe_round_trumps(job.trumps, game, job.hands))) <= 2
        for game in range(1, game_count + 1)
    )


def _make_game_row(
    job: PartyJob,
    game: int,
    printed_seat: PrintedSeat,
    columns: Sequence[PaperColumn],
    card: TallyCard,
) -> tuple[str, ...]:
    trump = describe_round_trumps(job.trumps, game, job.hands)
    is_out = str(card.number) in job.sit_outs_by_round.get(game, ())
    if printed_seat.partner == SITS_OUT:
        table_and_partner = printed_seat.partner
    else:
        table_and_partner = " · ".join(filter(None, (printed_seat.table, printed_seat.partner)))
    # A player who sits out has no score, so the first box of the score says "out".
    score_title = "Total" if job.hand_boxes else job.score_titles[0]
    cells = {
        score_title: "out" if is_out else "",
        SUIT: _format_trump_sign(trump),
        job.trump_title: trump,
        TABLE: printed_seat.table,
        PARTNER: printed_seat.partner,
        TABLE_AND_PARTNER: table_and_partner,
    }
    return (str(game), *(cells.get(column.title, "") for column in columns[1:]))


def draw_card_head(pen: Pen, box: Box, job: PartyJob, card: TallyCard, name_height: float) -> None:
    """Draw the head of a card: event, number, start, name, seat group and the code for phones."""
    # The height of a usual head, of which all parts are shares.
    base = (box.height - name_height) / (1 - _compute_unused_band(job))
    if card.number in job.codes:
        draw_qr_code(
            pen,
            box.get_column(box.width - base + 4, base - 4).get_strip(0, base - 4),
            job.codes[card.number],
        )
        box = box.get_column(0, box.width - base)
    line = box.get_strip(0, base * 0.16)
    body = box.get_strip(base * 0.16, base * 0.4)
    pen.write(job.heading.event, line, line.height * 0.72, bold=True, align="left")
    _draw_number(pen, body.get_column(0, body.width * 0.36), card)
    draw_name(
        pen,
        box.get_strip(base * 0.72, name_height),
        job.get_printed_name(card.number, card.name),
        base * NAME_SHARE,
    )
    _draw_start(pen, body.get_column(body.width * 0.36, body.width * 0.64), job, card)
    seat_box = box.get_strip(base * 0.56, base * 0.16)
    pen.write(_describe_first_seat(job, card), seat_box, seat_box.height * 0.75, align="right")
    if not _compute_unused_band(job):
        band = box.get_strip(base * 0.75 + name_height, base * 0.2)
        draw_group_band(pen, band, card.group, card.group_name)


def _compute_unused_band(job: PartyJob) -> float:
    """Return the share of the head that is saved if the party tells no seat groups."""
    if job.results.heading.tells_groups:
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
            text = f"{text} {job.round_noun} 1"
        # A letter is about 0.6 of its size wide, so this fits in the box.
        size = min(box.height * 0.5, box.width / len(text) * 1.6)
        pen.write(text, box, size, bold=True, align="right")
    elif card.table_no is None:
        write_blank(
            pen, box.get_column(box.width * 0.15, box.width * 0.85), START_LABEL, box.height * 0.34
        )
    else:
        chair = f" · {card.seat.partition(' ')[0]}" if card.seat[:1].isalpha() else ""
        sign = f"{card.table_no}{chair}"
        size = box.height
        width = min(measure_text(sign, size, bold=True), box.width)
        pen.write(sign, box.get_column(box.width - width, width), size, bold=True, align="right")
        # The seat is written in full below, so a large sign may leave no room for the label.
        label_box = box.get_column(0, box.width - width - 4)
        if measure_text(START_LABEL, MIN_SIZE) <= label_box.width:
            pen.write(START_LABEL, label_box, box.height * 0.34, align="right")


def _describe_first_seat(job: PartyJob, card: TallyCard) -> str:
    """Return where *card*'s player begins, such as "table 2, seat A1, with 7", or ""."""
    if card.number in job.rest_by_player or card.table_no is None:
        return ""
    table_text = job.format_table(card.table_no, card.row)
    seat = f"seat {card.seat}" if card.seat else ""
    partners = f"with {card.partners}" if card.partners else ""
    return ", ".join(filter(None, (card.team, table_text, seat, partners)))


def draw_group_band(pen: Pen, box: Box, group: str, group_name: str) -> None:
    """Draw the band of a seat group: its *group_name* between strokes (A) or dots (B).

    The pattern tells the groups apart across a room, in any light and on any printer.
    """
    if not group:
        return
    text = f"Group {group_name}" if len(group_name) < 2 else group_name
    size = min(box.height * 0.8, 20.0)
    text_room = min(measure_text(text, size, bold=True) + 16, box.width * 0.7)
    side = (box.width - text_room) / 2
    for part_box in (box.get_column(0, side), box.get_column(box.width - side, side)):
        if group == "A":
            _draw_strokes(pen, part_box)
        else:
            _draw_dots(pen, part_box)
    pen.write(text, box.get_column(side, text_room).inset(4, 0), size, bold=True)


def _draw_strokes(pen: Pen, box: Box) -> None:
    slant = box.height * 0.6
    count = int((box.width - slant) / PATTERN_STEP)
    lines = []
    for index in range(count + 1):
        x = box.x + index * PATTERN_STEP
        lines.append((x, box.y, x + slant, box.top))
    pen.draw_lines(lines, 2.2)


def _draw_dots(pen: Pen, box: Box) -> None:
    """Fill *box* with two rows of dots, drawn as dashes of no length with round ends."""
    pen.canvas.saveState()
    pen.canvas.setLineCap(1)
    pen.canvas.setDash([0, PATTERN_STEP])
    left, right = box.x + PATTERN_STEP / 2, box.right - PATTERN_STEP / 2
    row_heights = [box.y + box.height * share for share in (0.28, 0.72)]
    pen.draw_lines([(left, y, right, y) for y in row_heights], 3.4)
    pen.canvas.restoreState()


def _draw_foot(pen: Pen, box: Box, job: PartyJob, layout: SlipLayout) -> None:
    """Draw the holes to punch or the note, the grand total and the stamp."""
    note_height = _get_note_height(job)
    if job.has_holes:
        _draw_holes(pen, box.get_strip(2, HOLES_HEIGHT - 2))
    elif job.card_note:
        pen.write(job.card_note, box.get_strip(1, NOTE_HEIGHT - 1), NOTE_SIZE, align="left")
    draw_stamp(pen, Box(box.x, box.y, box.width, STAMP_HEIGHT), job.heading)
    line = box.get_strip(
        note_height, min(layout.foot_height, box.height) - STAMP_HEIGHT - note_height
    )
    size = min(line.height * 0.42, layout.text_size)
    write_blank(pen, line.get_column(0, line.width * 0.44), "Grand total", size)
    write_blank(pen, line.get_column(line.width * 0.48, line.width * 0.52), "Checked by", size)


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
        hole = box.get_column(index * step, step)
        pen.canvas.setLineWidth(0.5)
        pen.canvas.circle(hole.x + step / 2, hole.y + hole.height / 2, radius, stroke=1, fill=0)
        pen.write(str(index + 1), hole.inset(2, 0), radius)
