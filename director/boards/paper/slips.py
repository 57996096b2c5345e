"""Small slips for pairs, players or teams: names, badges, the rounds they sit out, and forms for the start."""

from collections.abc import Sequence
from dataclasses import dataclass

from director.boards.cards.sheets import Badge, GuideLine, PersonalGuide
from director.paper.fonts import SMALLEST, text_width
from director.paper.marks import draw_code, draw_name, write_blank
from director.paper.page import Box, Pen, impose
from director.paper.pieces import STAMP, draw_stamp, write_titles
from director.paper.words import joined, seat_label, side_title
from director.sheets import GuideCard, GuideCardRow

GAP = 6.0
SEATS = ("North", "East", "South", "West")


@dataclass(frozen=True, slots=True)
class SitOut:
    """One round that a pair sits out, and where it goes then."""

    guide: PersonalGuide
    line: GuideLine
    after: GuideLine | None


def draw_name_slips(pen: Pen, guides: Sequence[PersonalGuide]) -> None:
    """Draw a slip for every pair: its number, its names and where it begins."""
    across, down = (1, 4) if pen.large_print else (2, 4)
    for place, guide in impose(pen, guides, across, down):
        body = place.strip(0, place.height - STAMP - 2)
        upper = body.strip(0, body.height * 0.36)
        if guide.code:
            draw_code(pen, upper.column(upper.width - upper.height, upper.height), guide.code)
            upper = upper.column(0, upper.width - upper.height - GAP)
        _draw_number(pen, upper, guide)
        names = body.strip(body.height * 0.36 + GAP, body.height * 0.4)
        draw_name(pen, names, guide.names, 24 if pen.large_print else 17)
        start = body.strip(body.height * 0.8, body.height * 0.2)
        pen.write(_begins(guide), start, 20 if pen.large_print else 13, align="left", bold=True)
        draw_stamp(pen, place, guide.heading)


def _begins(guide: PersonalGuide) -> str:
    line = guide.lines[0]
    if line.sits_out:
        return joined((f"sits out round {line.round_no}", f"table {line.table}" if line.table else ""))
    return f"{'begins at' if line.round_no == 1 else f'round {line.round_no}:'} {_where(line)}"


def _where(line: GuideLine) -> str:
    """Return at which table and on which side, of a team those of both halves."""
    if line.mate_table:
        return f"tables {line.table}, {line.side}, and {line.mate_table}, E-W"
    return f"table {line.table}, {line.side}"


def _draw_number(pen: Pen, box: Box, guide: PersonalGuide) -> None:
    size, called = min(box.height * 0.95, 48.0), guide.heading.guided.capitalize()
    width = text_width(called, size * 0.45) + GAP
    pen.write(called, box.column(0, width), size * 0.45, align="left")
    pen.write(guide.label, box.column(width, box.width - width), size, bold=True, align="left")


def draw_badges(pen: Pen, badges: Sequence[Badge]) -> None:
    """Draw a badge for everybody: the number above, the name in large letters, below it the team."""
    across, down = (1, 4) if pen.large_print else (2, 5)
    for place, badge in impose(pen, badges, across, down):
        body = place.strip(0, place.height - STAMP - 2)
        _write_numbers(pen, body.strip(0, body.height * 0.3), badge)
        has_team = bool(badge.team)
        name = body.strip(body.height * 0.32, body.height * (0.4 if has_team else 0.6))
        draw_name(pen, name, badge.name, 34 if pen.large_print else 24)
        if has_team:
            team = body.strip(body.height * 0.75, body.height * 0.25)
            draw_name(pen, team, badge.team, 18 if pen.large_print else 13)
        draw_stamp(pen, place, badge.heading)


def _write_numbers(pen: Pen, box: Box, badge: Badge) -> None:
    """Write what the contestant is called and its number, and at the right the number a player has in the movement."""
    size = min(box.height * 0.9, 30.0)
    word = max(size * 0.45, SMALLEST)
    called = badge.heading.called.capitalize()
    width = text_width(called, word) + GAP
    pen.write(called, box.column(0, width), word, align="left")
    pen.write(badge.label, box.column(width, box.width / 2 - width), size, bold=True, align="left")
    if badge.player_no:
        right = box.column(box.width / 2, box.width / 2)
        figure = text_width(badge.player_no, size, bold=True) + GAP
        pen.write("Player", right.column(0, right.width - figure - GAP), word, align="right")
        pen.write(badge.player_no, right.column(right.width - figure, figure), size, bold=True, align="right")


def sit_outs(guides: Sequence[PersonalGuide]) -> list[SitOut]:
    """Return every round that one of the pairs sits out, by round."""
    waits = [
        SitOut(guide, line, after)
        for guide in guides
        for line, after in zip(guide.lines, (*guide.lines[1:], None), strict=True)
        if line.sits_out
    ]
    return sorted(waits, key=lambda wait: wait.line.round_no)


def draw_sit_out_slips(pen: Pen, guides: Sequence[PersonalGuide]) -> None:
    """Draw a slip for every pair and round that it sits out, with where it goes then."""
    across, down = (1, 4) if pen.large_print else (2, 4)
    size = 19.0 if pen.large_print else 13.0
    for place, wait in impose(pen, sit_outs(guides), across, down):
        body = place.strip(0, place.height - STAMP - 2)
        _draw_number(pen, body.strip(0, body.height * 0.3), wait.guide)
        names = body.strip(body.height * 0.32, body.height * 0.28)
        draw_name(pen, names, wait.guide.names, size)
        where = f", at table {wait.line.table}" if wait.line.table else ""
        pen.write(f"You sit out round {wait.line.round_no}{where}", _line(body, 0.62), size, bold=True, align="left")
        pen.write(_then(wait), _line(body, 0.81), size, align="left")
        draw_stamp(pen, place, wait.guide.heading)


def _line(body: Box, down: float) -> Box:
    return body.strip(body.height * down, body.height * 0.18)


def _then(wait: SitOut) -> str:
    line = wait.after
    if line is None:
        to_draw = wait.guide.to_draw
        return f"Round {to_draw}: as it is drawn then." if to_draw else "It is the last round for you."
    if line.sits_out:
        return f"Round {line.round_no}: you sit out again."
    if line.is_out:
        return "It was the last round for you."
    return f"Round {line.round_no}: {_where(line)}, against {line.opponents}"


def draw_entry_slips(pen: Pen, cards: Sequence[GuideCard]) -> None:
    """Draw a form for every table: those who sit there in its first round write their names, and it is collected."""
    across, down = (1, 2) if pen.large_print else (2, 2)
    for place, card in impose(pen, cards, across, down):
        head, row = place.strip(0, 34), card.rows[0]
        number = f"{card.heading.section}{card.table_no}"
        write_titles(pen, head, (("Table", number), ("Round", str(row.round_no))), 26)
        high = (place.height - 34 - STAMP - 4) / 2
        for at, (label, side) in enumerate(((row.ns, "NS"), (row.ew, "EW"))):
            half = place.strip(34 + at * high, high)
            title = side_title(f"{side[0]}-{side[1]}", card.heading)
            _draw_side(pen, half, (title, seat_label(label, side)), _seats(row, at))
        draw_stamp(pen, place, card.heading)


def _seats(row: GuideCardRow, side: int) -> list[str]:
    """Return the two seats of a *side* (0 is N-S), of single players each with the number of who sits there."""
    numbers = row.seats or ("",) * 4
    return [f"{SEATS[at]} {numbers[at]}".strip() for at in (side, side + 2)]


def _draw_side(pen: Pen, box: Box, title: tuple[str, str], seats: Sequence[str]) -> None:
    """Draw the lines of one side: name and number of each of the two."""
    size = 18.0 if pen.large_print else 11.0
    write_titles(pen, box.strip(4, box.height * 0.24), (title,), size * 1.4)
    high = box.height * 0.36
    for at, seat in enumerate(seats):
        line = box.strip(box.height * 0.26 + (at + 1) * high - size * 2, size * 1.6)
        write_blank(pen, line.column(0, line.width * 0.7 - GAP), f"{seat} ", size)
        write_blank(pen, line.column(line.width * 0.7, line.width * 0.3), "No. ", size)
