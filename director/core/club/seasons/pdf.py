"""The standings of a season on paper."""

from datetime import datetime
from io import BytesIO

from director.core.club.seasons.files import group_rows, make_season_heading
from director.core.club.seasons.sheet import ClubSeasonRow, ClubSeasonSheet
from director.pdf.lists import draw_rows
from director.pdf.page import PAPERS, Pen
from director.pdf.tables import PaperColumn

PLACE = PaperColumn("Place", align="right")
EVENTS = PaperColumn("Events", align="right")
WINS = PaperColumn("Wins", align="right")
RESULTS = PaperColumn("Results (not counted)", align="left", wraps=True, claim=0.4)


def render_season(sheet: ClubSeasonSheet, paper: str, *, printed_at: datetime) -> bytes:
    """Return the standings as a PDF. *paper* is a key of ``PAPERS``."""
    target = BytesIO()
    heading = make_season_heading(sheet)
    pen = Pen(
        target, paper=PAPERS[paper], large_print=False, printed_at=printed_at, title=sheet.name
    )
    name = PaperColumn(sheet.contestant_title, bold=True, align="left", wraps=True, claim=0.35)
    total_title = "Average" if sheet.is_average else "Total"
    total = PaperColumn(total_title, bold=True, align="right")
    for group, rows in group_rows(sheet.rows):
        title = f"Standings, {group}" if group else "Standings"
        if sheet.is_provisional:
            title += ", provisional"
        draw_rows(
            pen,
            heading,
            title,
            (PLACE, name, total, EVENTS, WINS, RESULTS),
            [_format_cells(row) for row in rows],
        )
    pen.finish()
    return target.getvalue()


def _format_cells(row: ClubSeasonRow) -> tuple[str, ...]:
    results = []
    for cell in row.cells:
        if cell.points is not None:
            results.append(cell.text if cell.is_counted else f"({cell.text})")
    return (
        row.place,
        row.name,
        row.total_text,
        str(row.events_played),
        str(row.wins),
        "  ".join(results),
    )
