"""The list for the notice board: places, names, totals and percentages."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from director.pdf.fonts import wrap_text
from director.pdf.lists import Paper, list_body, list_foot, list_page, plan_alike, runs_by_height
from director.pdf.page import Box, Pen
from director.pdf.tables import Column, Table, list_table
from director.pdf.words import percent_column, points_column, seat_label
from director.sheets import Points, StandingGroup, Standings

USUAL_SIZES = (16.0, 15.0, 14.0, 13.0, 12.0)
LARGE_SIZES = (24.0, 22.0, 20.0, 18.0)
CLOSER = ((0.25, 1.0), (0.15, 1.0), (0.08, 1.0), (0.15, 0.96), (0.08, 0.92))
"""Space between rows and letters, where other paper takes fewer pages."""
GROUP_TITLE = 30.0
GROUP_GAP = 10.0
NOTE_SIZE = 9.0
NOTE_LINE = 12.0  # height of a line of a note
FEWEST = 3  # rows that may stand alone at the end of a page

COLUMNS = (
    Column("Place", bold=True, align="right"),
    Column("Pair", bold=True, wraps=True, claim=0.2),
    Column("Names", align="left", wraps=True, claim=0.4),
    Column("Reached", align="left", wraps=True, claim=0.2),
    Column("Boards", align="right"),
    Column("Matches", align="right"),
    Column("IMPs", align="right"),
    Column("In strata", wraps=True, claim=0.12),
    Column("Penalty", wraps=True),
    Column("Carry-\nover"),
    Column("Gross", align="right"),
    Column("Gross\n%", align="right"),
    Column("Handi-\ncap"),
    Column("Total", align="right"),
    Column("%", align="right", bold=True),
)
PAIR = COLUMNS[1]
ALWAYS = ("Place", "Names", "Boards", "Total")


@dataclass(frozen=True, slots=True)
class GroupPart:
    """The rows of one group on one page."""

    group: StandingGroup
    table: Table
    rows: range


@dataclass(slots=True)
class Page:
    """The content of one page."""

    parts: list[GroupPart] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def draw_standings(pen: Pen, standings: Standings) -> None:
    """Draw the standings, N-S and E-W separately with two winners."""
    note = provisional_text(standings)
    landscape = standings.has_extras or bool(
        standings.sessions
    )  # their columns would leave the names no room

    def plans(paper: Paper) -> Iterable[_SizedPages]:
        return _plans(standings, list_body(paper, landscape=landscape), large_print=pen.large_print)

    def closer(paper: Paper) -> Iterable[_SizedPages]:
        body, size = list_body(paper, landscape=landscape), next(iter(plans(paper))).least
        return (_SizedPages(_pages(standings, body, size * scale, gap)) for gap, scale in CLOSER)

    pages = plan_alike(pen.paper, plans, closer).pages
    for number, page in enumerate(pages, 1):
        body = list_page(pen, standings.heading, standings.method, note, landscape=landscape)
        bottom = _draw_parts(pen, body, page.parts)
        height = len(page.notes) * NOTE_LINE
        box = Box(body.x, bottom - height, body.width, height)
        pen.write_lines(page.notes, box, NOTE_SIZE, align="left", leading=NOTE_LINE / NOTE_SIZE)
        list_foot(pen, standings.heading, number, len(pages), landscape=landscape)


def provisional_text(standings: Standings) -> str:
    """Return how many results are in, or "" if all are."""
    if standings.is_complete:
        return ""
    counted = f"{standings.results_in} of {standings.results_due} results"
    if standings.is_final:
        return f"{counted} entered"
    return f"Provisional: {counted} entered"


@dataclass(frozen=True, slots=True)
class _SizedPages:
    """Pages at one type size. *least* is the smallest allowed."""

    pages: list[Page]
    least: float = 0.0

    @property
    def is_cramped(self) -> bool:
        return any(part.table.is_cramped for page in self.pages for part in page.parts)


def _plans(standings: Standings, body: Box, *, large_print: bool) -> list[_SizedPages]:
    """Return the pages at every size that breaks no word, larger first."""
    for sizes in (LARGE_SIZES, USUAL_SIZES)[not large_print :]:
        every = [_SizedPages(_pages(standings, body, size), sizes[-1]) for size in sizes]
        if roomy := [plan for plan in every if not plan.is_cramped]:
            return roomy
    return every


def _pages(standings: Standings, body: Box, size: float, gap: float = 0.35) -> list[Page]:
    """Return which rows are on which page. Groups stay together if possible."""
    pages = [Page()]
    room = body.height
    for group in standings.groups:
        table = _group_table(group, standings, body.width, size, gap)
        above = (GROUP_TITLE if group.title else 0) + table.head_height
        for run in runs_by_height(
            table.heights, _first_room(table, room, body.height) - above, body.height - above
        ):
            if run.start > 0 or (room < body.height and not run):
                pages.append(Page())
                room = body.height
            if run:
                pages[-1].parts.append(GroupPart(group, table, run))
                room -= above + sum(table.heights[index] for index in run) + GROUP_GAP
    notes = [line for text in standings.notes for line in wrap_text(text, NOTE_SIZE, body.width)]
    for index, run in enumerate(runs_by_height([NOTE_LINE] * len(notes), room, body.height)):
        if index > 0:
            pages.append(Page())
        pages[-1].notes.extend(notes[line] for line in run)
    return pages


def _first_room(table: Table, room: float, whole: float) -> float:
    """Return how much of *room* a group may use."""
    height = table.height + GROUP_TITLE
    is_split_in_vain = room < height <= whole
    leaves_too_little = room < table.head_height + GROUP_TITLE + sum(table.heights[:FEWEST])
    if is_split_in_vain or leaves_too_little:
        return 0.0
    return room


def _group_table(
    group: StandingGroup, standings: Standings, width: float, size: float, gap: float
) -> Table:
    """Return the rows of a group with the columns it needs.

    Each of several sessions of *standings* has a column before the total.
    """
    sessions = standings.sessions
    figures = _percents if any(row.percent is not None for row in group.rows) else points_column
    cells = [
        [row.place for row in group.rows],
        [seat_label(row.label, row.direction) for row in group.rows],
        [row.names for row in group.rows],
        [row.came for row in group.rows],
        [str(row.boards) for row in group.rows],
        ["" if row.matches is None else str(row.matches) for row in group.rows],
        points_column([row.imps for row in group.rows]),
        [row.stratum_places for row in group.rows],
        [row.penalties.replace(" %", "\xa0%") for row in group.rows],
        [row.carry_over for row in group.rows],
        []
        if any(row.gross_percent for row in group.rows)
        else points_column([row.gross for row in group.rows]),
        percent_column([row.gross_percent for row in group.rows]),
        [row.handicap for row in group.rows],
        *(figures([row.sessions[at] for row in group.rows]) for at in range(len(sessions))),
        points_column([row.total for row in group.rows]),
        percent_column([row.percent for row in group.rows]),
    ]
    across = [Column(title.replace(" ", "\n"), align="right") for title in sessions]
    who = replace(PAIR, title=standings.heading.called.capitalize())
    columns = [COLUMNS[0], who, *COLUMNS[2:-2], *across, *COLUMNS[-2:]]
    kept = [
        index
        for index, column in enumerate(cells)
        if columns[index].title in ALWAYS or index == 1 or any(column)
    ]
    rows = list(zip(*(cells[index] for index in kept), strict=True))
    return list_table([columns[index] for index in kept], rows, width, size, gap=gap, boxed=False)


def _percents(values: Sequence[Points]) -> tuple[str, ...]:
    return percent_column(None if value is None else Fraction(value) for value in values)


def _draw_parts(pen: Pen, body: Box, parts: Sequence[GroupPart]) -> float:
    """Draw the groups of a page. Return where they end."""
    top = body.top
    for part in parts:
        if part.group.title:
            continued = " (continued)" if part.rows.start else ""
            title = Box(body.x, top - GROUP_TITLE, body.width, GROUP_TITLE)
            pen.write(
                part.group.title + continued, title, part.table.size + 2, bold=True, align="left"
            )
            top -= GROUP_TITLE
        top = part.table.draw(pen, body.x, top, part.rows, boxed=False) - GROUP_GAP
    return top
