"""Draw small slips for pairs, players or teams: names, badges, sit-outs, and forms for the start.

The pick-up slips of results are in ``slips``.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from director.boards.movement.cards.sheets import Badge, GuideLine, PersonalGuide
from director.pdf.fonts import SMALLEST, text_width
from director.pdf.marks import draw_code, draw_name, write_blank
from director.pdf.page import Box, Pen, impose
from director.pdf.pieces import STAMP, draw_stamp, write_titles
from director.pdf.words import join_with_dots, make_side_title, shorten_seat_label
from director.sheets import GuideCard, GuideCardRow

GAP = 6.0
SEATS = ("North", "East", "South", "West")
ENTRY_HEAD_HEIGHT = 34.0


@dataclass(frozen=True, slots=True)
class SitOutSlip:
    """A sit-out of a pair (*line*), and its *next_line* if it plays on."""

    guide: PersonalGuide
    line: GuideLine
    next_line: GuideLine | None


def draw_name_slips(pen: Pen, guides: Sequence[PersonalGuide]) -> None:
    """Draw a slip for every pair: number, names and start."""
    across, down = (1, 4) if pen.large_print else (2, 4)
    for place, guide in impose(pen, guides, across, down):
        body = place.strip(0, place.height - STAMP - 2)
        upper = body.strip(0, body.height * 0.36)
        if guide.code:
            draw_code(pen, upper.column(upper.width - upper.height, upper.height), guide.code)
            upper = upper.column(0, upper.width - upper.height - GAP)
        _draw_slip_number(pen, upper, guide)
        names_box = body.strip(body.height * 0.36 + GAP, body.height * 0.4)
        draw_name(pen, names_box, guide.names, 24 if pen.large_print else 17)
        start_box = body.strip(body.height * 0.8, body.height * 0.2)
        start_size = 20 if pen.large_print else 13
        pen.write(_describe_start(guide), start_box, start_size, align="left", bold=True)
        draw_stamp(pen, place, guide.heading)


def _describe_start(guide: PersonalGuide) -> str:
    line = guide.lines[0]
    if line.sits_out:
        table = f"table {line.table}" if line.table else ""
        return join_with_dots((f"sits out round {line.round_no}", table))
    if line.round_no == 1:
        return f"begins at {_format_place(line)}"
    return f"round {line.round_no}: {_format_place(line)}"


def _format_place(line: GuideLine) -> str:
    """Return table and side, of a team those of both halves."""
    if line.mate_table:
        return f"tables {line.table}, {line.side}, and {line.mate_table}, E-W"
    return f"table {line.table}, {line.side}"


def _draw_slip_number(pen: Pen, box: Box, guide: PersonalGuide) -> None:
    size = min(box.height * 0.95, 48.0)
    noun = guide.heading.guided.capitalize()
    noun_width = text_width(noun, size * 0.45) + GAP
    pen.write(noun, box.column(0, noun_width), size * 0.45, align="left")
    number_box = box.column(noun_width, box.width - noun_width)
    pen.write(guide.label, number_box, size, bold=True, align="left")


def draw_badges(pen: Pen, badges: Sequence[Badge]) -> None:
    """Draw a badge for every player: number, name and team."""
    across, down = (1, 4) if pen.large_print else (2, 5)
    for place, badge in impose(pen, badges, across, down):
        body = place.strip(0, place.height - STAMP - 2)
        _write_numbers(pen, body.strip(0, body.height * 0.3), badge)
        has_team = bool(badge.team)
        name_share = 0.4 if has_team else 0.6
        name_box = body.strip(body.height * 0.32, body.height * name_share)
        draw_name(pen, name_box, badge.name, 34 if pen.large_print else 24)
        if has_team:
            team_box = body.strip(body.height * 0.75, body.height * 0.25)
            draw_name(pen, team_box, badge.team, 18 if pen.large_print else 13)
        draw_stamp(pen, place, badge.heading)


def _write_numbers(pen: Pen, box: Box, badge: Badge) -> None:
    """Write the label of the contestant on the left and the player's own number on the right."""
    size = min(box.height * 0.9, 30.0)
    noun_size = max(size * 0.45, SMALLEST)
    noun = badge.heading.contestant_word.capitalize()
    noun_width = text_width(noun, noun_size) + GAP
    pen.write(noun, box.column(0, noun_width), noun_size, align="left")
    label_box = box.column(noun_width, box.width / 2 - noun_width)
    pen.write(badge.label, label_box, size, bold=True, align="left")
    if not badge.player_no:
        return
    right_half = box.column(box.width / 2, box.width / 2)
    number_width = text_width(badge.player_no, size, bold=True) + GAP
    player_box = right_half.column(0, right_half.width - number_width - GAP)
    pen.write("Player", player_box, noun_size, align="right")
    number_box = right_half.column(right_half.width - number_width, number_width)
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
    for place, slip in impose(pen, make_sit_out_slips(guides), across, down):
        body = place.strip(0, place.height - STAMP - 2)
        _draw_slip_number(pen, body.strip(0, body.height * 0.3), slip.guide)
        names_box = body.strip(body.height * 0.32, body.height * 0.28)
        draw_name(pen, names_box, slip.guide.names, size)
        text = f"You sit out round {slip.line.round_no}"
        if slip.line.table:
            text = f"{text}, at table {slip.line.table}"
        line_height = body.height * 0.18
        text_box = body.strip(body.height * 0.62, line_height)
        pen.write(text, text_box, size, bold=True, align="left")
        next_box = body.strip(body.height * 0.81, line_height)
        pen.write(_describe_next_round(slip), next_box, size, align="left")
        draw_stamp(pen, place, slip.guide.heading)


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
    return f"Round {line.round_no}: {_format_place(line)}, against {line.opponents}"


def draw_entry_slips(pen: Pen, cards: Sequence[GuideCard]) -> None:
    """Draw a form for the names at every table."""
    across, down = (1, 2) if pen.large_print else (2, 2)
    for place, card in impose(pen, cards, across, down):
        row = card.rows[0]
        table = f"{card.heading.section}{card.table_no}"
        titles = (("Table", table), ("Round", str(row.round_no)))
        write_titles(pen, place.strip(0, ENTRY_HEAD_HEIGHT), titles, 26)
        ns_title = make_side_title("N-S", card.heading), shorten_seat_label(row.ns, "NS")
        ew_title = make_side_title("E-W", card.heading), shorten_seat_label(row.ew, "EW")
        side_height = (place.height - ENTRY_HEAD_HEIGHT - STAMP - 4) / 2
        ns_box = place.strip(ENTRY_HEAD_HEIGHT, side_height)
        ew_box = place.strip(ENTRY_HEAD_HEIGHT + side_height, side_height)
        north, east, south, west = _format_seats(row)
        _draw_side(pen, ns_box, ns_title, (north, south))
        _draw_side(pen, ew_box, ew_title, (east, west))
        draw_stamp(pen, place, card.heading)


def _format_seats(row: GuideCardRow) -> list[str]:
    """Return the names of the four seats, with numbers of single players."""
    numbers = row.seats or ("",) * 4
    return [f"{seat} {number}".strip() for seat, number in zip(SEATS, numbers, strict=True)]


def _draw_side(pen: Pen, box: Box, title: tuple[str, str], seats: Sequence[str]) -> None:
    """Draw blanks for the name and membership number of each of the two players of a side."""
    size = 18.0 if pen.large_print else 11.0
    write_titles(pen, box.strip(4, box.height * 0.24), (title,), size * 1.4)
    line_distance = box.height * 0.36
    for number, seat in enumerate(seats, start=1):
        line = box.strip(box.height * 0.26 + number * line_distance - size * 2, size * 1.6)
        write_blank(pen, line.column(0, line.width * 0.7 - GAP), f"{seat} ", size)
        write_blank(pen, line.column(line.width * 0.7, line.width * 0.3), "No. ", size)
