"""Draw small slips: names, badges, sit-outs and forms for the start, and the trump of each tray."""

from collections.abc import Sequence
from dataclasses import dataclass

from director.boards.movement.cards.cards import Badge, GuideLine, PersonalGuide, TrumpSlip
from director.pdf.fonts import MIN_SIZE, measure_text, wrap_text
from director.pdf.marks import draw_name, draw_qr_code, write_blank
from director.pdf.page import Box, Pen, iter_piece_boxes
from director.pdf.pieces import STAMP_HEIGHT, draw_stamp, write_labelled_figures
from director.pdf.words import join_with_dots, make_side_title, shorten_seat_label
from director.sheets import GuideCard, GuideCardRow

GAP = 6.0
SEATS = ("North", "East", "South", "West")
ENTRY_HEAD_HEIGHT = 34.0
# Shares of the height of a name slip. What they leave is the gaps above and below the names.
NUMBER_SHARE, NAMES_SHARE, START_SHARE = 0.36, 0.4, 0.2


@dataclass(frozen=True, slots=True)
class SitOutSlip:
    """A slip for a pair that sits out a round."""

    guide: PersonalGuide
    line: GuideLine  # the sit-out
    next_line: GuideLine | None  # None after the last round


def draw_name_slips(pen: Pen, guides: Sequence[PersonalGuide]) -> None:
    """Draw a slip for every pair: number, names and start."""
    across, down = (1, 4) if pen.large_print else (2, 4)
    for slip_box, guide in iter_piece_boxes(pen, guides, across, down):
        body = slip_box.get_strip(0, slip_box.height - STAMP_HEIGHT - 2)
        upper = body.get_strip(0, body.height * NUMBER_SHARE)
        if guide.qr_rows:
            draw_qr_code(
                pen, upper.get_column(upper.width - upper.height, upper.height), guide.qr_rows
            )
            upper = upper.get_column(0, upper.width - upper.height - GAP)
        _draw_slip_number(pen, upper, guide)
        names_box = body.get_strip(body.height * NUMBER_SHARE + GAP, body.height * NAMES_SHARE)
        draw_name(pen, names_box, guide.names, 24 if pen.large_print else 17)
        start_box = body.get_strip(body.height * (1 - START_SHARE), body.height * START_SHARE)
        start_size = 20 if pen.large_print else 13
        pen.write(_describe_start(guide), start_box, start_size, align="left", bold=True)
        draw_stamp(pen, slip_box, guide.heading)


def _describe_start(guide: PersonalGuide) -> str:
    line = guide.lines[0]
    if line.sits_out:
        table = f"table {line.table}" if line.table else ""
        return join_with_dots((f"sits out round {line.round_no}", table))
    if line.round_no == 1:
        return f"begins at {_format_seat(line)}"
    return f"round {line.round_no}: {_format_seat(line)}"


def _format_seat(line: GuideLine) -> str:
    """Return table and side, or both tables and sides of a team."""
    if line.mate_table:
        # The line of both halves is that of the N-S half, and their teammates sit E-W.
        return f"tables {line.table}, {line.side}, and {line.mate_table}, E-W"
    return f"table {line.table}, {line.side}"


def _draw_slip_number(pen: Pen, box: Box, guide: PersonalGuide) -> None:
    size = min(box.height * 0.95, 48.0)
    noun = guide.heading.guided_noun.capitalize()
    noun_width = measure_text(noun, size * 0.45) + GAP
    pen.write(noun, box.get_column(0, noun_width), size * 0.45, align="left")
    number_box = box.get_column(noun_width, box.width - noun_width)
    pen.write(guide.label, number_box, size, bold=True, align="left")


def draw_badges(pen: Pen, badges: Sequence[Badge]) -> None:
    """Draw a badge for every player: number, name and team."""
    across, down = (1, 4) if pen.large_print else (2, 5)
    for badge_box, badge in iter_piece_boxes(pen, badges, across, down):
        body = badge_box.get_strip(0, badge_box.height - STAMP_HEIGHT - 2)
        _write_numbers(pen, body.get_strip(0, body.height * 0.3), badge)
        has_team = bool(badge.team)
        name_share = 0.4 if has_team else 0.6
        name_box = body.get_strip(body.height * 0.32, body.height * name_share)
        draw_name(pen, name_box, badge.name, 34 if pen.large_print else 24)
        if has_team:
            team_box = body.get_strip(body.height * 0.75, body.height * 0.25)
            draw_name(pen, team_box, badge.team, 18 if pen.large_print else 13)
        draw_stamp(pen, badge_box, badge.heading)


def _write_numbers(pen: Pen, box: Box, badge: Badge) -> None:
    """Write the label of the contestant on the left and the player's own number on the right."""
    size = min(box.height * 0.9, 30.0)
    noun_size = max(size * 0.45, MIN_SIZE)
    noun = badge.heading.contestant_noun.capitalize()
    noun_width = measure_text(noun, noun_size) + GAP
    pen.write(noun, box.get_column(0, noun_width), noun_size, align="left")
    label_box = box.get_column(noun_width, box.width / 2 - noun_width)
    pen.write(badge.label, label_box, size, bold=True, align="left")
    if not badge.player_no:
        return
    right_half = box.get_column(box.width / 2, box.width / 2)
    number_width = measure_text(badge.player_no, size, bold=True) + GAP
    player_box = right_half.get_column(0, right_half.width - number_width - GAP)
    pen.write("Player", player_box, noun_size, align="right")
    number_box = right_half.get_column(right_half.width - number_width, number_width)
    pen.write(badge.player_no, number_box, size, bold=True, align="right")


def make_sit_out_slips(guides: Sequence[PersonalGuide]) -> list[SitOutSlip]:
    """Return the slips of all sit-outs, by round."""
    slips = []
    for guide in guides:
        next_lines = (*guide.lines[1:], None)
        for line, next_line in zip(guide.lines, next_lines, strict=True):
            if line.sits_out:
                slips.append(SitOutSlip(guide, line, next_line))
    return sorted(slips, key=lambda slip: slip.line.round_no)


def draw_sit_out_slips(pen: Pen, guides: Sequence[PersonalGuide]) -> None:
    """Draw a slip for every sit-out, with the next table."""
    across, down = (1, 4) if pen.large_print else (2, 4)
    size = 19.0 if pen.large_print else 13.0
    for slip_box, slip in iter_piece_boxes(pen, make_sit_out_slips(guides), across, down):
        body = slip_box.get_strip(0, slip_box.height - STAMP_HEIGHT - 2)
        _draw_slip_number(pen, body.get_strip(0, body.height * 0.3), slip.guide)
        names_box = body.get_strip(body.height * 0.32, body.height * 0.28)
        draw_name(pen, names_box, slip.guide.names, size)
        text = f"You sit out round {slip.line.round_no}"
        if slip.line.table:
            text = f"{text}, at table {slip.line.table}"
        line_height = body.height * 0.18
        text_box = body.get_strip(body.height * 0.62, line_height)
        pen.write(text, text_box, size, bold=True, align="left")
        next_box = body.get_strip(body.height * 0.81, line_height)
        pen.write(_describe_next_round(slip), next_box, size, align="left")
        draw_stamp(pen, slip_box, slip.guide.heading)


def _describe_next_round(slip: SitOutSlip) -> str:
    line = slip.next_line
    if line is None:
        if slip.guide.next_round_to_draw:
            return f"Round {slip.guide.next_round_to_draw}: not drawn yet."
        return "This is your last round."
    if line.sits_out:
        return f"Round {line.round_no}: you sit out again."
    if line.is_knocked_out:
        return "That was your last round."
    return f"Round {line.round_no}: {_format_seat(line)}, against {line.opponents}"


def draw_entry_slips(pen: Pen, cards: Sequence[GuideCard]) -> None:
    """Draw a form for the names at every table."""
    across, down = (1, 2) if pen.large_print else (2, 2)
    for slip_box, card in iter_piece_boxes(pen, cards, across, down):
        row = card.rows[0]
        table = f"{card.heading.section}{card.table_no}"
        titles = (("Table", table), ("Round", str(row.round_no)))
        write_labelled_figures(pen, slip_box.get_strip(0, ENTRY_HEAD_HEIGHT), titles, 26)
        ns_title = make_side_title("N-S", card.heading), shorten_seat_label(row.ns, "NS")
        ew_title = make_side_title("E-W", card.heading), shorten_seat_label(row.ew, "EW")
        side_height = (slip_box.height - ENTRY_HEAD_HEIGHT - STAMP_HEIGHT - 4) / 2
        ns_box = slip_box.get_strip(ENTRY_HEAD_HEIGHT, side_height)
        ew_box = slip_box.get_strip(ENTRY_HEAD_HEIGHT + side_height, side_height)
        north, east, south, west = _format_seats(row)
        _draw_side(pen, ns_box, ns_title, (north, south))
        _draw_side(pen, ew_box, ew_title, (east, west))
        draw_stamp(pen, slip_box, card.heading)


def _format_seats(row: GuideCardRow) -> list[str]:
    """Return the names of the four seats, with numbers of single players."""
    numbers = row.seats or ("",) * 4
    return [f"{seat} {number}".strip() for seat, number in zip(SEATS, numbers, strict=True)]


def _draw_side(pen: Pen, box: Box, title: tuple[str, str], seats: Sequence[str]) -> None:
    """Draw blanks for the name and membership number of each of the two players of a side."""
    size = 18.0 if pen.large_print else 11.0
    write_labelled_figures(pen, box.get_strip(4, box.height * 0.24), (title,), size * 1.4)
    line_distance = box.height * 0.36
    for number, seat in enumerate(seats, start=1):
        # The blank is at the bottom of its line, so that there is room to write above it.
        line_bottom = box.height * 0.26 + number * line_distance
        line = box.get_strip(line_bottom - size * 2, size * 1.6)
        write_blank(pen, line.get_column(0, line.width * 0.7 - GAP), f"{seat} ", size)
        write_blank(pen, line.get_column(line.width * 0.7, line.width * 0.3), "No. ", size)


TRUMP_RULE = "The dealer turns up this card each time the deal is played."
LEADING = 1.2


def draw_trump_slips(pen: Pen, slips: Sequence[TrumpSlip]) -> None:
    """Draw a slip for every tray: its board, the dealer, and the trump or a blank for it."""
    across, down = (1, 5) if pen.large_print else (2, 7)
    size = 18.0 if pen.large_print else 11.0
    rule_size = max(MIN_SIZE, size * 0.7)
    for slip_box, slip in iter_piece_boxes(pen, slips, across, down):
        body = slip_box.get_strip(0, slip_box.height - STAMP_HEIGHT - 2)
        rule_lines = wrap_text(TRUMP_RULE, rule_size, body.width)
        rule_height = len(rule_lines) * rule_size * LEADING
        head = body.get_strip(0, (body.height - rule_height) * 0.55)
        titles = (("Board", str(slip.board_no)),)
        title_width = write_labelled_figures(
            pen, head.get_column(0, head.width / 2), titles, size * 2.2
        )
        facts = []
        if slip.dealer:
            facts.append(f"Dealer {slip.dealer}")
        if slip.copy:
            facts.append(slip.copy.capitalize())
        facts_box = head.get_column(title_width, head.width - title_width)
        pen.write_lines(facts, facts_box, size, align="left")
        trump_row = body.get_strip(head.height, body.height - rule_height - head.height)
        trump_box = trump_row.get_column(0, trump_row.width * 0.7)
        _draw_trump(pen, trump_box, slip.trump, size * 1.3)
        rule_box = body.get_strip(body.height - rule_height, rule_height)
        pen.write_lines(rule_lines, rule_box, rule_size, align="left", leading=LEADING)
        draw_stamp(pen, slip_box, slip.heading)


def _draw_trump(pen: Pen, box: Box, trump: str, size: float) -> None:
    if trump:
        pen.write(f"Trump {trump}", box, size, align="left", bold=True)
    else:
        write_blank(pen, box, "Trump", size)
