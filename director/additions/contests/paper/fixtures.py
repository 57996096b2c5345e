"""Draw the fixtures of a league: who plays whom, when, where and with what score."""

from collections.abc import Sequence

from director.additions.contests.scoring.fixtures import Fixture, FixtureList
from director.pdf.lists import draw_rows
from director.pdf.page import Pen
from director.pdf.tables import PaperColumn
from director.pdf.words import format_short_date

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
