"""Export a season: standings on paper, tables of standings and events, and JSON."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from io import BytesIO
from itertools import groupby
from operator import itemgetter

from director.additions.seasons.standings import ClubSeasonRow, ClubSeasonSheet
from director.core.base.grids import list_printed_columns
from director.core.base.machine_time import get_local_now
from director.formats.figures import Column, Kind, TableData, collect_facts, make_table
from director.formats.formats import EventTables
from director.pdf.lists import draw_rows
from director.pdf.page import PAPERS, Pen
from director.pdf.tables import PaperColumn
from director.sheets import Heading

_RIGHT = PaperColumn(align="right")


def make_season_heading(sheet: ClubSeasonSheet) -> Heading:
    """Return the heading of a season's pages, dated by its last event."""
    last_date = sheet.events[-1].date if sheet.events else get_local_now().date()
    return Heading(
        club=sheet.club,
        event=sheet.name,
        date=last_date,
        session="",
        section="",
        movement="",
        fingerprint="",
        contestant_word=sheet.contestant_title.lower(),
    )


def make_club_season_tables(sheet: ClubSeasonSheet) -> EventTables:
    """Return the tables of *sheet*: the standings, and the events."""
    makers = {
        "standings": lambda: make_standings_table(sheet),
        "events": lambda: make_table("Events", _EVENT_COLUMNS, sheet.events),
    }
    return EventTables(makers, make_season_heading(sheet))


def make_standings_table(sheet: ClubSeasonSheet) -> TableData:
    """Return a row for each contestant by place. On paper, one column has all results."""
    kind = Kind.PERCENT if sheet.is_average else Kind.POINTS
    columns = (
        Column("place", "Place", Kind.PLACE, paper=_RIGHT),
        Column(
            "name",
            sheet.contestant_title,
            paper=PaperColumn(bold=True, align="left", wraps=True, claim=0.35),
        ),
        Column(
            "total",
            "Average" if sheet.is_average else "Total",
            kind,
            paper=PaperColumn(bold=True, align="right"),
        ),
        Column("played", "Events", Kind.COUNT, path="events_played", paper=_RIGHT),
        Column("wins", "Wins", Kind.COUNT, paper=_RIGHT),
        Column("group", "Group", when="groups"),
        Column("games", "Played", Kind.COUNT, path="games_played", when="games"),
        *(
            Column(
                f"event_{number}",
                f"{event.date:%d.%m.%Y}",
                kind,
                path="points",
                read=itemgetter(number - 1),
            )
            for number, event in enumerate(sheet.counted_events, 1)
        ),
        Column("attendance", "Attendance", Kind.COUNT, when="attendance"),
    )
    facts = collect_facts(
        groups=sheet.has_groups, games=sheet.has_games, attendance=sheet.has_attendance
    )
    return make_table("Standings", columns, sheet.rows, facts, fixed_keys=("place", "name"))


_EVENT_COLUMNS = (
    Column("date", "Date"),
    Column("event", "Event", path="name"),
    Column("entrants", "Ranked", Kind.COUNT),
    Column("note", "Note", path="exclusion_reason"),
)


def club_season_to_json(sheet: ClubSeasonSheet) -> dict[str, object]:
    """Return *sheet* for programs, with exact figures as text."""
    return {
        "club": sheet.club,
        "season": sheet.name,
        "rule": sheet.rule,
        "provisional": sheet.is_provisional,
        "events": [
            {"event": event.event_id, "name": event.name, "date": event.date.isoformat()}
            for event in sheet.counted_events
        ],
        "standings": [_row_to_json(row) for row in sheet.rows],
    }


def _row_to_json(row: ClubSeasonRow) -> dict[str, object]:
    return {
        "place": row.place,
        "name": row.name,
        "group": row.group,
        "played": row.events_played,
        "points": _points_to_json(row),
        "counted": [cell.is_counted for cell in row.cells],
        "total": str(row.total),
    }


def season_to_former_json(sheet: ClubSeasonSheet) -> dict[str, object]:
    """Return *sheet* as programs know it from the former address of a season of parties."""
    lists = [
        {"group": group, "standings": [_row_to_former_json(row) for row in rows]}
        for group, rows in group_rows(sheet.rows)
    ]
    if not lists and not sheet.has_groups:
        lists = [{"group": "", "standings": []}]
    return {
        "club": sheet.club,
        "season": sheet.name,
        "rule": sheet.rule,
        "nights": [
            {
                "event": event.event_id,
                "name": event.name,
                "date": event.date.isoformat(),
                "players": event.entrants,
            }
            for event in sheet.counted_events
        ],
        "lists": lists,
    }


def group_rows(rows: Iterable[ClubSeasonRow]) -> Iterable[tuple[str, Iterator[ClubSeasonRow]]]:
    """Return *rows* by their prize group. Without groups they are one, with an empty name."""
    return groupby(rows, key=lambda row: row.group)


def _row_to_former_json(row: ClubSeasonRow) -> dict[str, object]:
    return {
        "place": row.place,
        "name": row.name,
        "nights": row.events_played,
        "played": row.games_played,
        "figures": _points_to_json(row),
        "counted": [cell.is_counted for cell in row.cells],
        "attendance": row.attendance,
        "total": str(row.total),
    }


def _points_to_json(row: ClubSeasonRow) -> list[str | None]:
    return [None if points is None else str(points) for points in row.points]


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
