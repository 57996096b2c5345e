"""Draw slips and rosters of teams: captains' links, line-up slips, and who sits where by round."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from director.additions.contests.paper.records import MatchCard
from director.boards.movement.cards.cards import GuideLine, PersonalGuide
from director.pdf.fonts import SMALLEST, text_width, wrap_text
from director.pdf.lists import (
    begin_list_page,
    divide_by_height,
    divide_into_even_runs,
    draw_list_foot,
)
from director.pdf.marks import draw_code, draw_name, write_blank
from director.pdf.page import Box, Pen, impose
from director.pdf.pieces import STAMP, draw_stamp, write_titles
from director.pdf.table_cards import ADDRESS_PARTS, LEADING, fit_lines
from director.pdf.tables import PaperColumn, make_form_table
from director.sheets import Heading

GAP = 8.0
TITLE_SHARE = 0.2  # of the height of a slip: the number of the team
HINT = "Scan this code, or type the address: see your matches and send their results. Keep it to yourself."


@dataclass(frozen=True, slots=True)
class CaptainSlip:
    """The slip of a team's captain: *code* opens *address*."""

    heading: Heading
    team: str
    name: str
    captain: str
    address: str
    code: tuple[bytes, ...]


def draw_captain_slips(pen: Pen, slips: Sequence[CaptainSlip]) -> None:
    """Draw the slips, six to a page, in large print two."""
    across, down, size = (1, 2, 18.0) if pen.large_print else (2, 3, 12.0)
    for place, slip in impose(pen, slips, across, down):
        body = place.strip(0, place.height - STAMP - 2)
        address = fit_lines(ADDRESS_PARTS.split(slip.address), body.width, size)
        upper = body.strip(0, body.height - address.height - GAP)
        _draw_upper(pen, upper, slip, size)
        pen.write_lines(
            address.texts,
            body.strip(body.height - address.height, address.height),
            address.size,
            align="left",
            bold=True,
            leading=LEADING,
        )
        draw_stamp(pen, place, slip.heading)


def _draw_upper(pen: Pen, box: Box, slip: CaptainSlip, size: float) -> None:
    """Draw the code at the right, and beside it the team and what the code is for."""
    side = min(box.height, box.width * 0.5)
    draw_code(pen, box.strip(0, side).column(box.width - side, side), slip.code)
    text = box.column(0, box.width - side - GAP)
    title_height = text.height * TITLE_SHARE
    write_titles(pen, text.strip(0, title_height), (("Captain of team", slip.team),), size * 1.3)
    hint_size = max(SMALLEST, size * 0.75)
    hint = wrap_text(HINT, hint_size, text.width)
    hint_height = len(hint) * hint_size * LEADING
    names = ", ".join(filter(None, (slip.name, slip.captain))) or f"Team {slip.team}"
    draw_name(
        pen, text.strip(title_height, text.height - title_height - hint_height - 2), names, size
    )
    pen.write_lines(
        hint,
        text.strip(text.height - hint_height, hint_height),
        hint_size,
        align="left",
        leading=LEADING,
    )


LINE_UP_TITLE_SHARE = 0.1  # of the height of a slip: round and number of the team
NAME_SHARE = 0.16  # the name of the team, or of its opponents
LINE_SHARE = 0.11  # a seat, or the signature


@dataclass(frozen=True, slots=True)
class LineUpSlip:
    """The slip of one team in a match, with the table of each of its halves."""

    card: MatchCard
    team: str
    names: str
    opponents: str
    opponent_names: str
    ns_table: str
    ew_table: str


def draw_line_up_slips(pen: Pen, cards: Sequence[MatchCard]) -> None:
    """Draw a blank slip for each team of every match."""
    slips: list[LineUpSlip] = []
    for card in cards:
        slips += _make_slips(card)
    across, down, size = (1, 2, 18.0) if pen.large_print else (2, 3, 12.0)
    for place, slip in impose(pen, slips, across, down):
        body = place.strip(0, place.height - STAMP - 2)
        height = body.height
        titles = (("Line-up of team", slip.team), ("Round", str(slip.card.round_no)))
        write_titles(pen, body.strip(0, height * LINE_UP_TITLE_SHARE), titles, size * 1.3)
        top = height * LINE_UP_TITLE_SHARE
        if slip.names:
            draw_name(pen, body.strip(top, height * NAME_SHARE), slip.names, size)
        top += height * NAME_SHARE
        against = f"Against {slip.opponents} {slip.opponent_names}".strip()
        draw_name(pen, body.strip(top, height * NAME_SHARE), against, max(size * 0.85, SMALLEST))
        top += height * NAME_SHARE
        for seat, table in (
            ("North", slip.ns_table),
            ("South", slip.ns_table),
            ("East", slip.ew_table),
            ("West", slip.ew_table),
            ("Captain’s signature", ""),
        ):
            word = f"{seat}, table {table} " if table else f"{seat} "
            line = body.strip(top, height * LINE_SHARE)
            write_blank(pen, line, word, size)
            top += height * LINE_SHARE
        draw_stamp(pen, place, slip.card.heading)


def _make_slips(card: MatchCard) -> Iterator[LineUpSlip]:
    """Yield the slips of both teams. Each sits N-S in its own room and E-W in the other."""
    home = card.home_label, card.home_names
    away = card.away_label, card.away_names
    yield LineUpSlip(card, *home, *away, card.open_room, card.closed_room)
    yield LineUpSlip(card, *away, *home, card.closed_room, card.open_room)


FONT_SIZES = {False: 10.0, True: 14.0}  # by whether it is in large print
NAME_COLUMN_SHARE = 0.28  # of the width of the page
ROW_HEIGHT = 1.85  # in font sizes
LINE_HEIGHT = 1.2  # in font sizes
CELL_PADDING = 7.0  # points beside a text
NOT_SEATED = "–"


@dataclass(frozen=True, slots=True)
class _Roster:
    """The guides of one team, and the rounds that any of them names."""

    guides: tuple[PersonalGuide, ...]
    rounds: tuple[int, ...]

    @property
    def title(self) -> str:
        return f"Team {self.guides[0].team_no}: where everybody sits"

    def cells(self, guide: PersonalGuide) -> tuple[str, ...]:
        """Return where a player sits in each round: table and seat."""
        lines: dict[int, GuideLine] = {line.round_no: line for line in guide.lines}
        cells = []
        for round_no in self.rounds:
            line = lines.get(round_no)
            cells.append(f"{line.table} {line.side[:1]}" if line else NOT_SEATED)
        return tuple(cells)


def draw_rosters(pen: Pen, guides: Sequence[PersonalGuide]) -> None:
    """Draw a roster for every team: players down, rounds across."""
    teams: defaultdict[int, list[PersonalGuide]] = defaultdict(list)
    for guide in guides:
        if guide.team_no:
            teams[guide.team_no].append(guide)
    for team_guides in teams.values():
        rounds = {line.round_no for guide in team_guides for line in guide.lines}
        _draw_roster(pen, _Roster(tuple(team_guides), tuple(sorted(rounds))))


def _draw_roster(pen: Pen, roster: _Roster) -> None:
    heading = roster.guides[0].heading
    size = FONT_SIZES[pen.large_print]
    body = _begin_page(pen, roster, size)
    cells = [roster.cells(guide) for guide in roster.guides]
    names, line_counts = _wrap_names(roster, size, body)
    heights = [max(size * ROW_HEIGHT, n * size * LINE_HEIGHT + CELL_PADDING) for n in line_counts]
    labels = ("Player", *(guide.label for guide in roster.guides))
    label_width = CELL_PADDING + max(text_width(text, size, bold=True) for text in labels)
    name_width = NAME_COLUMN_SHARE * body.width
    # "00 W" is the widest seat, even if this team has none at a table with two digits.
    seats = (*(text for row in cells for text in row), "00 W")
    seat_width = CELL_PADDING + max(text_width(text, size) for text in seats)
    seats_width = body.width - label_width - name_width
    column_runs = divide_into_even_runs(len(roster.rounds), int(seats_width / seat_width))
    rows_height = body.height - 2.5 * size  # without the row of column titles
    pages = list(product(divide_by_height(heights, rows_height, rows_height), column_runs))
    for page_no, (rows, columns_on_page) in enumerate(pages, 1):
        page = body if page_no == 1 else _begin_page(pen, roster, size)
        columns = (
            PaperColumn("Player", bold=True, weight=label_width),
            PaperColumn("Name", align="left", weight=name_width),
            *(
                PaperColumn(str(roster.rounds[index]), weight=seat_width)
                for index in columns_on_page
            ),
        )
        texts = [
            (
                roster.guides[row].label,
                names[row],
                *(cells[row][index] for index in columns_on_page),
            )
            for row in rows
        ]
        width = sum(column.weight for column in columns)
        table = make_form_table(columns, texts, width, size * ROW_HEIGHT, size)
        table = replace(table, heights=tuple(heights[row] for row in rows))
        table.draw(pen, page.x, page.top)
        draw_list_foot(pen, heading, page_no, len(pages), landscape=True)


def _begin_page(pen: Pen, roster: _Roster, size: float) -> Box:
    """Begin a page with the name of the team and return the space below it."""
    page = begin_list_page(pen, roster.guides[0].heading, roster.title, landscape=True)
    name = roster.guides[0].name
    if not name:
        return page
    draw_name(pen, page.strip(2, 2 * size), name, 1.4 * size)
    return page.strip(2 * size + 6, page.height - 2 * size - 6)


def _wrap_names(roster: _Roster, size: float, body: Box) -> tuple[list[str], list[int]]:
    """Return the names with line breaks, and the number of lines of each."""
    width = NAME_COLUMN_SHARE * body.width - CELL_PADDING
    names = []
    line_counts = []
    for guide in roster.guides:
        lines = wrap_text(" & ".join(guide.players), size, width) or ("",)
        names.append("\n".join(lines))
        line_counts.append(len(lines))
    return names, line_counts
