"""Draw lists for the wall: the draw of a round with its standings, and the fixtures of a round robin."""

from collections.abc import Sequence
from dataclasses import dataclass

from director.additions.contests.paper.records import DrawSheet
from director.additions.contests.scoring.fixtures import Fixture, FixtureList
from director.pdf.fonts import MIN_SIZE
from director.pdf.lists import (
    COLUMN_GAP,
    LARGE_TEXT_SIZES,
    TEXT_SIZES,
    begin_list_page,
    draw_list,
    draw_list_foot,
    get_list_body,
)
from director.pdf.page import PAPERS, Box, Pen
from director.pdf.tables import LEADING, PaperColumn, Table, make_list_table
from director.pdf.words import format_points_column

DRAW_COLUMNS = (
    PaperColumn("Tables", bold=True, align="left"),
    PaperColumn("Home", align="left", can_wrap=True, max_width_share=0.4),
    PaperColumn("Away", align="left", can_wrap=True, max_width_share=0.4),
)
STANDING_COLUMNS = (
    PaperColumn("Place", bold=True, align="right"),
    PaperColumn("Name", align="left", can_wrap=True, max_width_share=0.4),
    PaperColumn("Total", align="right"),
)
STANDINGS_COLUMN_COUNTS = (1, 2, 3)  # columns of standings to try
ROW_GAP = 0.25  # between rows of a draw with standings, as a part of the size
STANDINGS_SCALE = 0.8  # size of the standings, against the draw above them
STANDINGS_GAP = 14.0


@dataclass(frozen=True, slots=True)
class _DrawnPage:
    """A draw and the standings below it, in columns of equal width."""

    draw_table: Table
    standings_table: Table
    column_runs: Sequence[range]

    @property
    def title_height(self) -> float:
        return self.standings_table.size * 2 + STANDINGS_GAP

    @property
    def height(self) -> float:
        max_run_height = 0.0
        for run in self.column_runs:
            max_run_height = max(
                max_run_height, sum(self.standings_table.row_heights[index] for index in run)
            )
        return (
            self.draw_table.height
            + self.title_height
            + self.standings_table.head_height
            + max_run_height
        )

    @property
    def is_readable(self) -> bool:
        return not any(
            table.is_cramped or table.has_divided_words
            for table in (self.draw_table, self.standings_table)
        )


def draw_drawn_rounds(pen: Pen, sheets: Sequence[DrawSheet]) -> None:
    """Draw the pairings of a round, who sits out or withdrew, and the standings if they fit."""
    for sheet in sheets:
        rows = [(match.tables, match.home, match.away) for match in sheet.matches]
        rows += [("–", team, "sits out") for team in sheet.bye_names]
        rows += [("–", team, "withdrawn") for team in sheet.withdrawn_names]
        rows += [("–", team, "not here yet") for team in sheet.late_names]
        page = _find_page_with_standings(pen, sheet, rows)
        if page:
            _draw_with_standings(pen, sheet, page)
        else:
            draw_list(pen, sheet.heading, sheet.title, DRAW_COLUMNS, rows)


def _find_page_with_standings(
    pen: Pen, sheet: DrawSheet, rows: Sequence[tuple[str, ...]]
) -> _DrawnPage | None:
    """Return the page in the largest type at which all fits every paper, or None."""
    if not sheet.standings:
        return None
    sizes: Sequence[float] = TEXT_SIZES
    scale = STANDINGS_SCALE
    if pen.large_print:
        sizes = LARGE_TEXT_SIZES
        scale = 1.0
    min_body_height = min(get_list_body(paper).height for paper in PAPERS.values())
    for size in sizes:
        for column_count in STANDINGS_COLUMN_COUNTS:
            # Laying out the lists takes a hundred times as long as seeing that they can't fit.
            if _compute_min_height(sheet, rows, size, scale, column_count) > min_body_height:
                continue
            pages_by_paper = {}
            for paper in PAPERS.values():
                body = get_list_body(paper)
                width = (body.width - COLUMN_GAP * (column_count - 1)) / column_count
                draw_table = make_list_table(
                    DRAW_COLUMNS, rows, body.width, size, row_gap=ROW_GAP, boxed=False
                )
                standings_table = _make_standings_table(sheet, width, max(size * scale, MIN_SIZE))
                page = _DrawnPage(
                    draw_table,
                    standings_table,
                    _divide_into_columns(len(sheet.standings), column_count),
                )
                if page.is_readable and page.height <= body.height:
                    pages_by_paper[paper] = page
            if len(pages_by_paper) == len(PAPERS):
                return pages_by_paper[pen.paper]
    return None


def _compute_min_height(
    sheet: DrawSheet, rows: Sequence[tuple[str, ...]], size: float, scale: float, column_count: int
) -> float:
    """Return a lower limit for the height of the draw with the standings in columns."""
    longest_column = len(_divide_into_columns(len(sheet.standings), column_count)[0])
    standings_size = max(size * scale, MIN_SIZE)
    # A row is at least one line high.
    return (len(rows) * size + longest_column * standings_size) * (LEADING + ROW_GAP)


def _divide_into_columns(row_count: int, column_count: int) -> list[range]:
    """Return *row_count* rows in columns, of which only the last may be shorter."""
    rows_per_column = -(-row_count // column_count)
    return [
        range(first, min(first + rows_per_column, row_count))
        for first in range(0, row_count, rows_per_column)
    ]


def _make_standings_table(sheet: DrawSheet, width: float, size: float) -> Table:
    totals = format_points_column([row.total for row in sheet.standings])
    rows = []
    for row, total in zip(sheet.standings, totals, strict=True):
        rows.append((row.place, f"{row.label} {row.names}".strip(), total))
    return make_list_table(STANDING_COLUMNS, rows, width, size, row_gap=ROW_GAP, boxed=False)


def _draw_with_standings(pen: Pen, sheet: DrawSheet, page: _DrawnPage) -> None:
    body = begin_list_page(pen, sheet.heading, sheet.title)
    top = page.draw_table.draw(pen, body.x, body.top, boxed=False) - STANDINGS_GAP
    title_height = page.title_height - STANDINGS_GAP
    title_box = Box(body.x, top - title_height, body.width, title_height)
    pen.write(sheet.standings_title, title_box, page.standings_table.size, align="left", bold=True)
    for column_no, run in enumerate(page.column_runs):
        left = body.x + column_no * (page.standings_table.width + COLUMN_GAP)
        page.standings_table.draw(pen, left, top - title_height, run, boxed=False)
    draw_list_foot(pen, sheet.heading, 1, 1)


_ROUND_COLUMN = PaperColumn("Round", bold=True)
_TEAM_COLUMNS = (
    PaperColumn("Home", align="left", can_wrap=True, max_width_share=0.34),
    PaperColumn("Away", align="left", can_wrap=True, max_width_share=0.34),
)
_REMARK_COLUMN = PaperColumn("Remark", align="left", can_wrap=True, max_width_share=0.2)
# A score is never broken; what is said in its place, such as "postponed", is.
_SCORE_COLUMN = PaperColumn("Score", bold=True, can_wrap=True, max_width_share=0.18, max_lines=3)
_MAX_UNBROKEN = 20
"""Letters of a team's number and name that stay in one line."""
_IMPS_COLUMN = PaperColumn("IMPs", size_scale=0.85)


def draw_fixtures(pen: Pen, fixtures: FixtureList) -> None:
    """Draw the matches by round, without columns that no match fills."""
    columns = [_ROUND_COLUMN, *_TEAM_COLUMNS, _REMARK_COLUMN, _SCORE_COLUMN, _IMPS_COLUMN]
    cells = [
        list(column_cells)
        for column_cells in zip(*map(_make_fixture_cells, fixtures.lines), strict=True)
    ]
    for title in ("Remark", "IMPs"):
        index = [column.title for column in columns].index(title)
        if not any(cells[index]):
            del columns[index], cells[index]
    rows = list(zip(*cells, strict=True))
    draw_list(
        pen,
        fixtures.heading,
        "Fixtures",
        columns,
        rows,
        grouping_column_count=1,
    )


def _make_fixture_cells(fixture: Fixture) -> Sequence[str]:
    score = fixture.score_text.replace(" ", "\xa0") or fixture.state_without_score
    imps = fixture.imps_text.removesuffix(" IMPs")
    home, away = map(_keep_together, (fixture.home, fixture.away))
    return (str(fixture.round_no), home, away, fixture.remark, score, imps)


def _keep_together(name: str) -> str:
    """Return *name* unbroken if it is short."""
    return name.replace(" ", "\xa0") if len(name) <= _MAX_UNBROKEN else name
