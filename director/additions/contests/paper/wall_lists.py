"""Draw lists for the wall: the draw of a round with its standings, and the fixtures of a league."""

from collections.abc import Sequence
from dataclasses import dataclass

from director.additions.contests.paper.records import DrawSheet
from director.additions.contests.scoring.fixtures import Fixture, FixtureList
from director.pdf.fonts import SMALLEST
from director.pdf.lists import (
    COLUMN_GAP,
    LARGE_SIZES,
    SIZES,
    begin_list_page,
    draw_list_foot,
    draw_rows,
    get_list_body,
)
from director.pdf.page import PAPERS, Box, Pen
from director.pdf.tables import LEADING, PaperColumn, Table, make_list_table
from director.pdf.words import format_points_column, format_short_date

DRAW_COLUMNS = (
    PaperColumn("Tables", bold=True, align="left"),
    PaperColumn("Home", align="left", wraps=True, claim=0.4),
    PaperColumn("Away", align="left", wraps=True, claim=0.4),
)
STANDING_COLUMNS = (
    PaperColumn("Place", bold=True, align="right"),
    PaperColumn("Name", align="left", wraps=True, claim=0.4),
    PaperColumn("Total", align="right"),
)
STANDINGS_ACROSS = (1, 2, 3)  # columns of standings to try
ROW_GAP = 0.25  # between rows of a draw with standings, as a part of the size
STANDINGS_SCALE = 0.8  # size of the standings, against the draw above them
STANDINGS_GAP = 14.0


@dataclass(frozen=True, slots=True)
class _DrawnPage:
    """A draw and the standings below it, in columns of equal width."""

    draw: Table
    standings: Table
    runs: Sequence[range]

    @property
    def title_height(self) -> float:
        return self.standings.size * 2 + STANDINGS_GAP

    @property
    def height(self) -> float:
        longest = 0.0
        for run in self.runs:
            longest = max(longest, sum(self.standings.heights[index] for index in run))
        return self.draw.height + self.title_height + self.standings.head_height + longest

    @property
    def is_readable(self) -> bool:
        return not any(
            table.is_cramped or table.divides_words for table in (self.draw, self.standings)
        )


def draw_drawn_rounds(pen: Pen, sheets: Sequence[DrawSheet]) -> None:
    """Draw the pairings of a round, who sits out or withdrew, and the standings if they fit."""
    for sheet in sheets:
        rows = [(match.tables, match.home, match.away) for match in sheet.matches]
        rows += [("–", team, "sits out") for team in sheet.byes]
        rows += [("–", team, "withdrawn") for team in sheet.withdrawn]
        rows += [("–", team, "not here yet") for team in sheet.not_arrived]
        page = _find_page_with_standings(pen, sheet, rows)
        if page:
            _draw_with_standings(pen, sheet, page)
        else:
            draw_rows(pen, sheet.heading, sheet.title, DRAW_COLUMNS, rows)


def _find_page_with_standings(
    pen: Pen, sheet: DrawSheet, rows: Sequence[tuple[str, ...]]
) -> _DrawnPage | None:
    """Return the page in the largest type at which all fits every paper, or None."""
    if not sheet.standings:
        return None
    sizes: Sequence[float] = SIZES
    scale = STANDINGS_SCALE
    if pen.large_print:
        sizes = LARGE_SIZES
        scale = 1.0
    lowest_body = min(get_list_body(paper).height for paper in PAPERS.values())
    for size in sizes:
        for across in STANDINGS_ACROSS:
            # Laying out the lists takes a hundred times as long as seeing that they can't fit.
            if _compute_least_height(sheet, rows, size, scale, across) > lowest_body:
                continue
            pages = {}
            for paper in PAPERS.values():
                body = get_list_body(paper)
                width = (body.width - COLUMN_GAP * (across - 1)) / across
                draw = make_list_table(
                    DRAW_COLUMNS, rows, body.width, size, gap=ROW_GAP, boxed=False
                )
                standings = _make_standings_table(sheet, width, max(size * scale, SMALLEST))
                page = _DrawnPage(
                    draw, standings, _divide_into_columns(len(sheet.standings), across)
                )
                if page.is_readable and page.height <= body.height:
                    pages[paper] = page
            if len(pages) == len(PAPERS):
                return pages[pen.paper]
    return None


def _compute_least_height(
    sheet: DrawSheet, rows: Sequence[tuple[str, ...]], size: float, scale: float, across: int
) -> float:
    """Return a lower limit for the height of the draw with the standings in columns."""
    longest_column = len(_divide_into_columns(len(sheet.standings), across)[0])
    standings_size = max(size * scale, SMALLEST)
    # A row is at least one line high.
    return (len(rows) * size + longest_column * standings_size) * (LEADING + ROW_GAP)


def _divide_into_columns(count: int, across: int) -> list[range]:
    """Return *count* rows in columns, of which only the last may be shorter."""
    most = -(-count // across)
    return [range(first, min(first + most, count)) for first in range(0, count, most)]


def _make_standings_table(sheet: DrawSheet, width: float, size: float) -> Table:
    totals = format_points_column([row.total for row in sheet.standings])
    rows = []
    for row, total in zip(sheet.standings, totals, strict=True):
        rows.append((row.place, f"{row.label} {row.names}".strip(), total))
    return make_list_table(STANDING_COLUMNS, rows, width, size, gap=ROW_GAP, boxed=False)


def _draw_with_standings(pen: Pen, sheet: DrawSheet, page: _DrawnPage) -> None:
    body = begin_list_page(pen, sheet.heading, sheet.title)
    top = page.draw.draw(pen, body.x, body.top, boxed=False) - STANDINGS_GAP
    title_height = page.title_height - STANDINGS_GAP
    title_box = Box(body.x, top - title_height, body.width, title_height)
    pen.write(sheet.standings_title, title_box, page.standings.size, align="left", bold=True)
    for column_no, run in enumerate(page.runs):
        left = body.x + column_no * (page.standings.width + COLUMN_GAP)
        page.standings.draw(pen, left, top - title_height, run, boxed=False)
    draw_list_foot(pen, sheet.heading, 1, 1)


_ROUND = (
    PaperColumn("Round", bold=True),
    PaperColumn("Date", align="left", wraps=True, max_lines=2),
)
_TEAMS = (
    PaperColumn("Home", align="left", wraps=True, claim=0.26),
    PaperColumn("Away", align="left", wraps=True, claim=0.26),
)
_VENUE = PaperColumn("Venue", align="left", wraps=True, claim=0.16)
_SCORE = PaperColumn("Score", bold=True)


def draw_fixtures(pen: Pen, fixtures: FixtureList) -> None:
    """Draw the matches by round, without columns that no match fills."""
    columns = [*_ROUND, *_TEAMS, _VENUE, _SCORE]
    cells = [
        list(column_cells)
        for column_cells in zip(*map(_make_fixture_cells, fixtures.lines), strict=True)
    ]
    groups = len(_ROUND)
    for title in ("Date", "Venue"):
        index = [column.title for column in columns].index(title)
        if any(cells[index]):
            continue
        del columns[index], cells[index]
        if index < groups:
            groups -= 1
    rows = list(zip(*cells, strict=True))
    draw_rows(pen, fixtures.heading, "Fixtures", columns, rows, grouping_columns=groups)


def _make_fixture_cells(fixture: Fixture) -> Sequence[str]:
    day = ""
    if fixture.date:
        day = format_short_date(fixture.date)
    elif fixture.play_by:
        day = f"by {format_short_date(fixture.play_by)}"
    score = fixture.score_text or fixture.state_without_score
    return (str(fixture.round_no), day, fixture.home, fixture.away, fixture.venue, score)
