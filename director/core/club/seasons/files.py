"""Export a season: tables of standings and events, and JSON."""

from collections.abc import Iterable, Iterator
from datetime import date
from itertools import groupby

from director.core.club.seasons.sheet import ClubSeasonRow, ClubSeasonSheet
from director.formats.figures import Column, Kind, TableData, Value
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
    if sheet.has_groups:
        columns.append(Column("group", "Group", Kind.TEXT))
    if sheet.has_games:
        columns.append(Column("games", "Played", Kind.COUNT))
    for number, event in enumerate(sheet.counted_events, 1):
        columns.append(Column(f"event_{number}", f"{event.date:%d.%m.%Y}", kind))
    if sheet.has_attendance:
        columns.append(Column("attendance", "Attendance", Kind.COUNT))
    rows = tuple(tuple(_list_cells(sheet, row)) for row in sheet.rows)
    return TableData("Standings", tuple(columns), rows, fixed_columns=2)


def _list_cells(sheet: ClubSeasonSheet, row: ClubSeasonRow) -> Iterator[Value]:
    yield from (row.place, row.name, row.total, row.events_played, row.wins)
    if sheet.has_groups:
        yield row.group
    if sheet.has_games:
        yield row.games_played
    for cell in row.cells:
        yield cell.points
    if sheet.has_attendance:
        yield row.attendance


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
    return [None if cell.points is None else str(cell.points) for cell in row.cells]
