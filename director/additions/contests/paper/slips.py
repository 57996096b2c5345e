"""Draw slips and rosters of teams: line-up slips, and who sits where by round."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from director.additions.contests.paper.records import MatchCard
from director.boards.movement.cards.cards import GuideLine, PersonalGuide
from director.pdf.fonts import MIN_SIZE, measure_text, wrap_text
from director.pdf.lists import (
    begin_list_page,
    divide_by_height,
    divide_into_even_runs,
    draw_list_foot,
)
from director.pdf.marks import draw_name, write_blank
from director.pdf.page import Box, Pen, iter_piece_boxes
from director.pdf.pieces import STAMP_HEIGHT, draw_stamp, write_labelled_figures
from director.pdf.tables import PaperColumn, make_form_table

GAP = 8.0
TITLE_SHARE = 0.2  # of the height of a slip: the number of the team

LINE_UP_TITLE_SHARE = 0.1  # of the height of a slip: round and number of the team
NAME_SHARE = 0.16  # the name of the team, or of its opponents
LINE_SHARE = 0.11  # a seat, or the signature


@dataclass(frozen=True, slots=True)
class LineUpSlip:
    """The slip of one team in a match, with the table of each of its halves."""

    card: MatchCard
    team_label: str
    team_names: str
    opponents_label: str
    opponent_names: str
    ns_table: str
    ew_table: str


def draw_line_up_slips(pen: Pen, cards: Sequence[MatchCard]) -> None:
    """Draw a blank slip for each team of every match."""
    slips: list[LineUpSlip] = []
    for card in cards:
        slips += _make_line_up_slips(card)
    column_count, row_count, size = (1, 2, 18.0) if pen.large_print else (2, 3, 12.0)
    for box, slip in iter_piece_boxes(pen, slips, column_count, row_count):
        body = box.get_strip(0, box.height - STAMP_HEIGHT - 2)
        height = body.height
        titles = (("Line-up of team", slip.team_label), slip.card.round_title)
        write_labelled_figures(
            pen, body.get_strip(0, height * LINE_UP_TITLE_SHARE), titles, size * 1.3
        )
        offset = height * LINE_UP_TITLE_SHARE
        if slip.team_names:
            draw_name(pen, body.get_strip(offset, height * NAME_SHARE), slip.team_names, size)
        offset += height * NAME_SHARE
        opponents_text = f"Against {slip.opponents_label} {slip.opponent_names}".strip()
        draw_name(
            pen,
            body.get_strip(offset, height * NAME_SHARE),
            opponents_text,
            max(size * 0.85, MIN_SIZE),
        )
        offset += height * NAME_SHARE
        for seat, table in (
            ("North", slip.ns_table),
            ("South", slip.ns_table),
            ("East", slip.ew_table),
            ("West", slip.ew_table),
            ("Captain’s signature", ""),
        ):
            label = f"{seat}, table {table} " if table else f"{seat} "
            blank_box = body.get_strip(offset, height * LINE_SHARE)
            write_blank(pen, blank_box, label, size)
            offset += height * LINE_SHARE
        draw_stamp(pen, box, slip.card.heading)


def _make_line_up_slips(card: MatchCard) -> Iterator[LineUpSlip]:
    """Yield the slips of both teams. Each sits N-S in its own room and E-W in the other."""
    home = card.home_label, card.home_names
    away = card.away_label, card.away_names
    yield LineUpSlip(card, *home, *away, card.open_room_table, card.closed_room_table)
    yield LineUpSlip(card, *away, *home, card.closed_room_table, card.open_room_table)


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

    def list_cells(self, guide: PersonalGuide) -> tuple[str, ...]:
        """Return where a player sits in each round: table and seat."""
        lines_by_round: dict[int, GuideLine] = {line.round_no: line for line in guide.lines}
        cells = []
        for round_no in self.rounds:
            line = lines_by_round.get(round_no)
            cells.append(f"{line.table} {line.side[:1]}" if line else NOT_SEATED)
        return tuple(cells)


def draw_rosters(pen: Pen, guides: Sequence[PersonalGuide]) -> None:
    """Draw a roster for every team: players down, rounds across."""
    guides_by_team: defaultdict[int, list[PersonalGuide]] = defaultdict(list)
    for guide in guides:
        if guide.team_no:
            guides_by_team[guide.team_no].append(guide)
    for team_guides in guides_by_team.values():
        rounds = {line.round_no for guide in team_guides for line in guide.lines}
        _draw_roster(pen, _Roster(tuple(team_guides), tuple(sorted(rounds))))


def _draw_roster(pen: Pen, roster: _Roster) -> None:
    heading = roster.guides[0].heading
    size = FONT_SIZES[pen.large_print]
    body = _begin_page(pen, roster, size)
    cells = [roster.list_cells(guide) for guide in roster.guides]
    names, line_counts = _wrap_names(roster, size, body)
    heights = [
        max(size * ROW_HEIGHT, line_count * size * LINE_HEIGHT + CELL_PADDING)
        for line_count in line_counts
    ]
    labels = ("Player", *(guide.label for guide in roster.guides))
    label_width = CELL_PADDING + max(measure_text(text, size, bold=True) for text in labels)
    name_width = NAME_COLUMN_SHARE * body.width
    # "00 W" is the widest seat, even if this team has none at a table with two digits.
    seats = (*(text for row in cells for text in row), "00 W")
    seat_width = CELL_PADDING + max(measure_text(text, size) for text in seats)
    seats_width = body.width - label_width - name_width
    column_runs = divide_into_even_runs(len(roster.rounds), int(seats_width / seat_width))
    rows_height = body.height - 2.5 * size  # without the row of column titles
    pages = list(product(divide_by_height(heights, rows_height, rows_height), column_runs))
    for page_no, (rows, columns_on_page) in enumerate(pages, 1):
        page = body if page_no == 1 else _begin_page(pen, roster, size)
        columns = (
            PaperColumn("Player", bold=True, width_weight=label_width),
            PaperColumn("Name", align="left", width_weight=name_width),
            *(
                PaperColumn(str(roster.rounds[index]), width_weight=seat_width)
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
        width = sum(column.width_weight for column in columns)
        table = make_form_table(columns, texts, width, size * ROW_HEIGHT, size)
        table = replace(table, row_heights=tuple(heights[row] for row in rows))
        table.draw(pen, page.x, page.top)
        draw_list_foot(pen, heading, page_no, len(pages), landscape=True)


def _begin_page(pen: Pen, roster: _Roster, size: float) -> Box:
    """Begin a page with the name of the team and return the space below it."""
    page = begin_list_page(pen, roster.guides[0].heading, roster.title, landscape=True)
    name = roster.guides[0].name
    if not name:
        return page
    draw_name(pen, page.get_strip(2, 2 * size), name, 1.4 * size)
    return page.get_strip(2 * size + 6, page.height - 2 * size - 6)


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
