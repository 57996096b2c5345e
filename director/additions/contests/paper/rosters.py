"""Rosters of teams whose movement seats each player: names, and seats by round."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

from director.boards.movement.cards.cards import GuideLine, PersonalGuide
from director.pdf.fonts import text_width, wrap_text
from director.pdf.lists import (
    begin_list_page,
    divide_by_height,
    divide_into_even_runs,
    draw_list_foot,
)
from director.pdf.marks import draw_name
from director.pdf.page import Box, Pen
from director.pdf.tables import PaperColumn, make_form_table

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
