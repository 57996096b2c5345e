"""Rosters of teams whose movement seats each player: names, and seats by round."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

from director.boards.movement.cards.sheets import GuideLine, PersonalGuide
from director.pdf.fonts import text_width, wrap_text
from director.pdf.lists import even_runs, list_foot, list_page, runs_by_height
from director.pdf.marks import draw_name
from director.pdf.page import Box, Pen
from director.pdf.tables import Column, form_table

SIZES = {False: 10.0, True: 14.0}  # usual and large print
MOST_NAMES = 0.28  # of the width, for names
ROW, LEADING, PAD = (
    1.85,
    1.2,
    7.0,
)  # height of a row and of a line, against the size; width beside a text
NOBODY = "–"


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
        at: dict[int, GuideLine] = {line.round_no: line for line in guide.lines}
        return tuple(
            f"{at[no].table} {at[no].side[:1]}" if no in at else NOBODY for no in self.rounds
        )


def draw_rosters(pen: Pen, guides: Sequence[PersonalGuide]) -> None:
    """Draw a roster for every team: players down, rounds across."""
    teams: defaultdict[int, list[PersonalGuide]] = defaultdict(list)
    for guide in guides:
        if guide.team_no:
            teams[guide.team_no].append(guide)
    for own in teams.values():
        rounds = sorted({line.round_no for guide in own for line in guide.lines})
        _draw(pen, _Roster(tuple(own), tuple(rounds)))


def _draw(pen: Pen, roster: _Roster) -> None:
    heading, size = roster.guides[0].heading, SIZES[pen.large_print]
    body = _page(pen, roster, size)
    cells = [roster.cells(guide) for guide in roster.guides]
    names, lines = _names(roster, size, body)
    heights = [max(size * ROW, count * size * LEADING + PAD) for count in lines]
    number = max(
        text_width(text, size, bold=True)
        for text in ("Player", *(guide.label for guide in roster.guides))
    )
    name_width = MOST_NAMES * body.width
    cell = max(text_width(text, size) for row in cells for text in (*row, "00 W")) + PAD
    rounds = even_runs(len(roster.rounds), int((body.width - number - PAD - name_width) / cell))
    pages = list(
        product(runs_by_height(heights, body.height - 2.5 * size, body.height - 2.5 * size), rounds)
    )
    for page_no, (rows, across) in enumerate(pages, 1):
        page = body if page_no == 1 else _page(pen, roster, size)
        columns = (
            Column("Player", bold=True, weight=number + PAD),
            Column("Name", align="left", weight=name_width),
            *(Column(str(roster.rounds[at]), weight=cell) for at in across),
        )
        texts = [
            (roster.guides[row].label, names[row], *(cells[row][at] for at in across))
            for row in rows
        ]
        table = form_table(
            columns, texts, sum(column.weight for column in columns), size * ROW, size
        )
        replace(table, heights=tuple(heights[row] for row in rows)).draw(pen, page.x, page.top)
        list_foot(pen, heading, page_no, len(pages), landscape=True)


def _page(pen: Pen, roster: _Roster, size: float) -> Box:
    """Begin a page with the name of the team and return the space below it."""
    page = list_page(pen, roster.guides[0].heading, roster.title, landscape=True)
    name = roster.guides[0].name
    if not name:
        return page
    draw_name(pen, page.strip(2, 2 * size), name, 1.4 * size)
    return page.strip(2 * size + 6, page.height - 2 * size - 6)


def _names(roster: _Roster, size: float, body: Box) -> tuple[list[str], list[int]]:
    """Return the names with line breaks, and how many lines each takes."""
    wrapped = [
        wrap_text(" & ".join(guide.players), size, MOST_NAMES * body.width - PAD) or ("",)
        for guide in roster.guides
    ]
    return ["\n".join(lines) for lines in wrapped], [len(lines) for lines in wrapped]
