"""The standings of a season on paper."""

from dataclasses import replace
from datetime import datetime
from io import BytesIO

from director.additions.seasons.files import (
    group_rows,
    make_season_heading,
    make_standings_table,
)
from director.additions.seasons.sheet import ClubSeasonRow, ClubSeasonSheet
from director.core.base.printed_columns import list_printed_columns
from director.pdf.lists import draw_rows
from director.pdf.page import PAPERS, Pen
from director.pdf.tables import PaperColumn

RESULTS = PaperColumn("Results (not counted)", align="left", wraps=True, claim=0.4)


def render_season(sheet: ClubSeasonSheet, paper: str, *, printed_at: datetime) -> bytes:
    """Return the standings as a PDF. *paper* is a key of ``PAPERS``."""
    target = BytesIO()
    heading = make_season_heading(sheet)
    pen = Pen(
        target, paper=PAPERS[paper], large_print=False, printed_at=printed_at, title=sheet.name
    )
    for group, rows in group_rows(sheet.rows):
        title = f"Standings, {group}" if group else "Standings"
        if sheet.is_provisional:
            title += ", provisional"
        draw_rows(pen, heading, title, *_make_list(replace(sheet, rows=tuple(rows))))
    pen.finish()
    return target.getvalue()


def _make_list(sheet: ClubSeasonSheet) -> tuple[list[PaperColumn], list[tuple[str, ...]]]:
    """Return the columns and rows of one list of *sheet*."""
    totals = tuple(row.total_text for row in sheet.rows)
    printed = list_printed_columns(make_standings_table(sheet), texts_by_key={"total": totals})
    printed.append((RESULTS, tuple(map(_format_results, sheet.rows))))
    columns = [column for column, _texts in printed]
    return columns, list(zip(*(texts for _column, texts in printed), strict=True))


def _format_results(row: ClubSeasonRow) -> str:
    results = []
    for cell in row.cells:
        if cell.points is not None:
            results.append(cell.text if cell.is_counted else f"({cell.text})")
    return "  ".join(results)
