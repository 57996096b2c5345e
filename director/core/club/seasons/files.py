"""Export a season: tables of standings and events, and JSON."""

from datetime import date

from director.core.club.seasons.sheet import ClubSeasonRow, ClubSeasonSheet
from director.formats.figures import Column, Kind, TableData
from director.formats.formats import EventTables
from director.sheets import Heading


def make_season_heading(sheet: ClubSeasonSheet) -> Heading:
    """Return the heading of a season's pages, dated by its last event."""
    last_date = sheet.events[-1].date if sheet.events else date.today()
    return Heading(
        club=sheet.club,
        event=sheet.name,
        date=last_date,
        session="",
        section="",
        movement="",
        fingerprint="",
        called=sheet.contestant_title.lower(),
    )


def make_club_season_tables(sheet: ClubSeasonSheet) -> EventTables:
    """Return the tables of *sheet*: the standings, and the events."""
    makers = {
        "standings": lambda: _make_standings_table(sheet),
        "events": lambda: _make_events_table(sheet),
    }
    return EventTables(makers, make_season_heading(sheet))


def _make_standings_table(sheet: ClubSeasonSheet) -> TableData:
    if sheet.is_average:
        total_title, kind = "Average", Kind.PERCENT
    else:
        total_title, kind = "Total", Kind.POINTS
    columns = [
        Column("place", "Place", Kind.PLACE),
        Column("name", sheet.contestant_title, Kind.TEXT),
        Column("total", total_title, kind),
        Column("played", "Events", Kind.COUNT),
        Column("wins", "Wins", Kind.COUNT),
    ]
    for number, event in enumerate(sheet.counted_events, 1):
        columns.append(Column(f"event_{number}", f"{event.date:%d.%m.%Y}", kind))
    rows = []
    for row in sheet.rows:
        points = [cell.points for cell in row.cells]
        rows.append((row.place, row.name, row.total, row.events_played, row.wins, *points))
    return TableData("Standings", tuple(columns), tuple(rows), fixed_columns=2)


def _make_events_table(sheet: ClubSeasonSheet) -> TableData:
    columns = (
        Column("date", "Date", Kind.TEXT),
        Column("event", "Event", Kind.TEXT),
        Column("entrants", "Ranked", Kind.COUNT),
        Column("note", "Note", Kind.TEXT),
    )
    rows = ((event.date, event.name, event.entrants, event.why_not) for event in sheet.events)
    return TableData("Events", columns, tuple(rows))


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
        "played": row.events_played,
        "points": [None if cell.points is None else str(cell.points) for cell in row.cells],
        "counted": [cell.is_counted for cell in row.cells],
        "total": str(row.total),
    }
