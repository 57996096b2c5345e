"""Slips: the pick-up slips of each round, and small ones for pairs, players and teams."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from director.boards.movement.cards.sheets import Badge, GuideLine, PersonalGuide
from director.boards.paper.pdf.blanks.score_columns import DEAL, TRUMP, columns_of_sides, form_of
from director.pdf.fonts import SMALLEST, text_width, wrap_text
from director.pdf.marks import draw_code, draw_name, write_blank
from director.pdf.page import Box, Pen, impose
from director.pdf.pieces import (
    STAMP,
    Cut,
    SlipLayout,
    draw_stamp,
    piece_width,
    places_on_pages,
    write_titles,
)
from director.pdf.tables import Column, Table
from director.pdf.words import join_with_dots, seat_label, side_title
from director.sheets import GuideCard, GuideCardRow, Heading, ScoreSlip, SlipBoard

# Small slips for pairs, players or teams: names, badges, the rounds they sit out, and forms for the
# start.

GAP = 6.0
SEATS = ("North", "East", "South", "West")


@dataclass(frozen=True, slots=True)
class SitOutSlip:
    """A sit-out of a pair, and where it goes next."""

    guide: PersonalGuide
    line: GuideLine
    after: GuideLine | None


def draw_name_slips(pen: Pen, guides: Sequence[PersonalGuide]) -> None:
    """Draw a slip for every pair: number, names and start."""
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
        return join_with_dots(
            (f"sits out round {line.round_no}", f"table {line.table}" if line.table else "")
        )
    return f"{'begins at' if line.round_no == 1 else f'round {line.round_no}:'} {_where(line)}"


def _where(line: GuideLine) -> str:
    """Return the first table and side, of a team for both halves."""
    if line.mate_table:
        return f"tables {line.table}, {line.side}, and {line.mate_table}, E-W"
    return f"table {line.table}, {line.side}"


def _draw_number(pen: Pen, box: Box, guide: PersonalGuide) -> None:
    size, called = min(box.height * 0.95, 48.0), guide.heading.guided.capitalize()
    width = text_width(called, size * 0.45) + GAP
    pen.write(called, box.column(0, width), size * 0.45, align="left")
    pen.write(guide.label, box.column(width, box.width - width), size, bold=True, align="left")


def draw_badges(pen: Pen, badges: Sequence[Badge]) -> None:
    """Draw a badge for everybody: number, name and team."""
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
    """Write the label of the contestant and the player's own number."""
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
        pen.write(
            badge.player_no,
            right.column(right.width - figure, figure),
            size,
            bold=True,
            align="right",
        )


def sit_outs(guides: Sequence[PersonalGuide]) -> list[SitOutSlip]:
    """Return every round that one of the pairs sits out, by round."""
    waits = []
    for guide in guides:
        for line, after in zip(guide.lines, (*guide.lines[1:], None), strict=True):
            if line.sits_out:
                waits.append(SitOutSlip(guide, line, after))
    return sorted(waits, key=lambda wait: wait.line.round_no)


def draw_sit_out_slips(pen: Pen, guides: Sequence[PersonalGuide]) -> None:
    """Draw a slip for every sit-out, with the next table."""
    across, down = (1, 4) if pen.large_print else (2, 4)
    size = 19.0 if pen.large_print else 13.0
    for place, wait in impose(pen, sit_outs(guides), across, down):
        body = place.strip(0, place.height - STAMP - 2)
        _draw_number(pen, body.strip(0, body.height * 0.3), wait.guide)
        names = body.strip(body.height * 0.32, body.height * 0.28)
        draw_name(pen, names, wait.guide.names, size)
        where = f", at table {wait.line.table}" if wait.line.table else ""
        pen.write(
            f"You sit out round {wait.line.round_no}{where}",
            _line(body, 0.62),
            size,
            bold=True,
            align="left",
        )
        pen.write(_then(wait), _line(body, 0.81), size, align="left")
        draw_stamp(pen, place, wait.guide.heading)


def _line(body: Box, down: float) -> Box:
    return body.strip(body.height * down, body.height * 0.18)


def _then(wait: SitOutSlip) -> str:
    line = wait.after
    if line is None:
        to_draw = wait.guide.to_draw
        if to_draw:
            return f"Round {to_draw}: not drawn yet."
        return "This is your last round."
    if line.sits_out:
        return f"Round {line.round_no}: you sit out again."
    if line.is_out:
        return "That was your last round."
    return f"Round {line.round_no}: {_where(line)}, against {line.opponents}"


def draw_entry_slips(pen: Pen, cards: Sequence[GuideCard]) -> None:
    """Draw a form for the names at every table."""
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
    """Return the two seats of a *side* (0 is N-S), with numbers of single players."""
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


# Pick-up slips: one a table and round, collected when the boards are played.

USUAL = SlipLayout(
    cuts=(Cut(2, 2, 4), Cut(3, 2, 3), Cut(10, 2, 2), Cut(30, 2, 1)),
    head=54,
    foot=STAMP + 22,
    tallest_row=46,
    size=14,
)
LARGE = SlipLayout(
    cuts=(Cut(2, 1, 3), Cut(7, 1, 2), Cut(26, 1, 1)),
    head=74,
    foot=STAMP + 30,
    tallest_row=40,
    size=20,
)
MARK, LARGE_MARK = 10.0, 14.0
MARK_LEADING = 1.2
TITLES = 0.5  # the part of the head that holds table and round

_COLUMNS = {
    "bridge": (
        Column("Board", weight=1.0, bold=True),
        Column("Dealer\nVul", weight=1.25, scale=0.65),
        Column("Contract", weight=1.7),
        Column("By", weight=0.9),
        Column("Made/\ndown", weight=1.2),
        Column("Score\nN-S", weight=1.5),
        Column("Score\nE-W", weight=1.5),
    ),
    "auction": (
        Column("Board", weight=1.0, bold=True),
        Column("Dealer", weight=1.1, scale=0.65),
        Column("Contract", weight=1.7),
        Column("By", weight=0.8),
        Column("Made/\ndown", weight=1.2),
        Column("Hon.", weight=1.1),
        Column("N-S\nplus", weight=1.4),
        Column("N-S\nminus", weight=1.4),
    ),
    "whist": (DEAL, TRUMP, Column("N-S\ntricks", weight=2), Column("E-W\ntricks", weight=2)),
}
_POINTS = {"bridge": 1.2, "auction": 1.2, "whist": 1.6}


def slip_columns(heading: Heading) -> tuple[Column, ...]:
    """Return the columns of a pick-up slip."""
    return (
        *_COLUMNS[heading.game],
        *columns_of_sides(form_of(heading).slip, _POINTS[heading.game]),
    )


def draw_score_slips(pen: Pen, slips: Sequence[ScoreSlip], spares: int = 0) -> None:
    """Draw every slip that has a board to play, then *spares* without table, round and pairs.

    Slips get lost, hence the spares; they have as many lines as the longest slip.
    """
    usual, size = (LARGE, LARGE_MARK) if pen.large_print else (USUAL, MARK)
    played = [slip for slip in slips if slip.boards]
    lines = max(len(slip.boards) for slip in played)
    width = piece_width(pen, usual, lines)
    room = max(len(_special(slip, width, size)) for slip in played) * size * MARK_LEADING
    layout = replace(usual, head=usual.head + room).roomy(pen, lines)
    blanks = (_blank(played[-1].heading, lines),) * spares
    for place, slip in places_on_pages(pen, layout, (*played, *blanks), lines):
        _draw_head(pen, place.strip(0, usual.head), slip, usual.head * 0.36)
        special = _special(slip, width, size)
        pen.write_lines(
            special,
            place.strip(usual.head, room),
            size,
            align="left",
            bold=True,
            leading=MARK_LEADING,
        )
        bottom = _table(place, slip, layout).draw(pen, place.x, place.top - layout.head - 2)
        _draw_foot(
            pen,
            Box(place.x, bottom - layout.foot, place.width, layout.foot),
            slip.heading,
            usual.size * 0.7,
        )


def _special(slip: ScoreSlip, width: float, size: float) -> tuple[str, ...]:
    """Return the remarks on a table in a round, and its copy of the boards."""
    texts = filter(None, (slip.copy.capitalize(), *slip.marks))
    return tuple(line for text in texts for line in wrap_text(text, size, width, bold=True))


def _blank(heading: Heading, lines: int) -> ScoreSlip:
    nothing = SlipBoard(board_no=0, dealer="", vulnerability="")
    return ScoreSlip(
        heading=heading, table_no=0, round_no=0, ns="", ew="", boards=(nothing,) * lines
    )


def _draw_head(pen: Pen, box: Box, slip: ScoreSlip, size: float) -> None:
    """Write table and round, and below them who plays."""
    upper, lower = (
        box.strip(0, box.height * TITLES),
        box.strip(box.height * TITLES, box.height * (1 - TITLES)),
    )
    table = f"{slip.heading.section}{slip.table_no}" if slip.table_no else ""
    pairs = (
        (side_title("N-S", slip.heading), seat_label(slip.ns, "NS")),
        (side_title("E-W", slip.heading), seat_label(slip.ew, "EW")),
    )
    for line, titles in (
        (upper, (("Table", table), ("Round", str(slip.round_no or "")))),
        (lower, pairs),
    ):
        for index, title in enumerate(titles):
            write_titles(pen, line.column(box.width * index / 2, box.width / 2), (title,), size)


def _table(place: Box, slip: ScoreSlip, layout: SlipLayout) -> Table:
    columns = slip_columns(slip.heading)
    rows = [_row(board, slip.heading.game, len(columns)) for board in slip.boards]
    name = f"The pick-up slip of table {slip.table_no}, round {slip.round_no}"
    return layout.form_on(place, columns, rows, name)


def _row(board: SlipBoard, game: str, cells: int) -> tuple[str, ...]:
    number = str(board.board_no) if board.board_no else ""
    fact = board.trump if game == "whist" else f"{board.dealer[:1]} {board.vulnerability}".strip()
    return (number, fact, *("",) * (cells - 2))


def _draw_foot(pen: Pen, box: Box, heading: Heading, size: float) -> None:
    """Draw the space for East-West's initials, and the stamp."""
    draw_stamp(pen, box, heading)
    box = box.strip(0, box.height - STAMP)
    if heading.game == "auction":
        write_blank(pen, box.column(0, box.width * 0.28), "Net N-S", size)
    pen.write("E-W initials", box.column(0, box.width * 0.5), size, align="right")
    line = box.column(box.width * 0.52, box.width * 0.48)
    pen.rule([(line.x, box.y + box.height * 0.25, line.right, box.y + box.height * 0.25)], 0.5)
