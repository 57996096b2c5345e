"""Export a season: standings on paper, tables of standings and events, and JSON."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby
from operator import itemgetter

from director.additions.seasons.standings import SeasonRow, SeasonStandings
from director.additions.shared.prize_list import (
    PlacedEntrant,
    WonPrize,
    award_prizes,
    draw_prize_list,
)
from director.core.base.grids import list_printed_columns
from director.core.base.machine_time import get_local_now
from director.formats.figures import Column, ColumnKind, TableData, collect_facts, make_table
from director.formats.formats import EventTables
from director.pdf.lists import draw_list, render_lists
from director.pdf.page import Pen
from director.pdf.tables import PaperColumn
from director.sheets import Heading

_RIGHT_ALIGNED = PaperColumn(align="right")


def make_season_heading(standings: SeasonStandings) -> Heading:
    """Return the heading of a season's pages, dated by its last event."""
    last_date = standings.events[-1].date if standings.events else get_local_now().date()
    return Heading(
        club=standings.club,
        event=standings.name,
        date=last_date,
        session="",
        section="",
        movement="",
        fingerprint="",
        contestant_noun=standings.contestant_title.lower(),
    )


def make_club_season_tables(standings: SeasonStandings) -> EventTables:
    """Return the tables of *standings*: the standings, and the events."""
    makers = {
        "standings": lambda: make_standings_table(standings),
        "events": lambda: make_table("Events", _EVENT_COLUMNS, standings.events),
    }
    return EventTables(makers, make_season_heading(standings))


def make_standings_table(standings: SeasonStandings) -> TableData:
    """Return a row for each contestant by place. On paper, one column has all results."""
    kind = ColumnKind.PERCENT if standings.is_average else ColumnKind.POINTS
    columns = (
        Column("place", "Place", ColumnKind.PLACE, paper=_RIGHT_ALIGNED),
        Column(
            "name",
            standings.contestant_title,
            paper=PaperColumn(bold=True, align="left", can_wrap=True, max_width_share=0.35),
        ),
        Column(
            "total",
            "Average" if standings.is_average else "Total",
            kind,
            paper=PaperColumn(bold=True, align="right"),
        ),
        Column("played", "Events", ColumnKind.COUNT, path="events_played", paper=_RIGHT_ALIGNED),
        Column("wins", "Wins", ColumnKind.COUNT, paper=_RIGHT_ALIGNED),
        Column("group", "Group", needed_fact="groups"),
        Column("games", "Played", ColumnKind.COUNT, path="games_played", needed_fact="games"),
        *(
            Column(
                f"event_{number}",
                f"{event.date:%d.%m.%Y}",
                kind,
                path="points",
                convert_value=itemgetter(number - 1),
            )
            for number, event in enumerate(standings.counted_events, 1)
        ),
        Column("attendance", "Attendance", ColumnKind.COUNT, needed_fact="attendance"),
    )
    facts = collect_facts(
        groups=standings.has_groups, games=standings.has_games, attendance=standings.has_attendance
    )
    return make_table("Standings", columns, standings.rows, facts, fixed_keys=("place", "name"))


_EVENT_COLUMNS = (
    Column("date", "Date"),
    Column("event", "Event", path="name"),
    Column("entrants", "Ranked", ColumnKind.COUNT),
    Column("note", "Note", path="exclusion_reason"),
)


def make_season_json(standings: SeasonStandings) -> dict[str, object]:
    """Return *standings* for programs, with exact figures as text."""
    return {
        "club": standings.club,
        "season": standings.name,
        "rule": standings.rule_description,
        "provisional": standings.is_provisional,
        "events": [
            {"event": event.event_id, "name": event.name, "date": event.date.isoformat()}
            for event in standings.counted_events
        ],
        "standings": [_make_row_json(row) for row in standings.rows],
    }


def _make_row_json(row: SeasonRow) -> dict[str, object]:
    return {
        "place": row.place,
        "name": row.name,
        "group": row.group,
        "played": row.events_played,
        "points": _make_points_json(row),
        "counted": [cell.is_counted for cell in row.cells],
        "total": str(row.total),
    }


def make_previous_season_json(standings: SeasonStandings) -> dict[str, object]:
    """Return *standings* as programs know it from the former address of a season of parties."""
    lists = [
        {"group": group, "standings": [_make_previous_row_json(row) for row in rows]}
        for group, rows in group_rows(standings.rows)
    ]
    if not lists and not standings.has_groups:
        lists = [{"group": "", "standings": []}]
    return {
        "club": standings.club,
        "season": standings.name,
        "rule": standings.rule_description,
        "nights": [
            {
                "event": event.event_id,
                "name": event.name,
                "date": event.date.isoformat(),
                "players": event.entrants,
            }
            for event in standings.counted_events
        ],
        "lists": lists,
    }


def group_rows(rows: Iterable[SeasonRow]) -> Iterable[tuple[str, Iterator[SeasonRow]]]:
    """Return *rows* by their prize group. Without groups they are one, with an empty name."""
    return groupby(rows, key=lambda row: row.group)


def _make_previous_row_json(row: SeasonRow) -> dict[str, object]:
    return {
        "place": row.place,
        "name": row.name,
        "nights": row.events_played,
        "played": row.games_played,
        "figures": _make_points_json(row),
        "counted": [cell.is_counted for cell in row.cells],
        "attendance": row.attendance,
        "total": str(row.total),
    }


def _make_points_json(row: SeasonRow) -> list[str | None]:
    return [None if points is None else str(points) for points in row.points]


RESULTS_COLUMN = PaperColumn(
    "Results (not counted)", align="left", can_wrap=True, max_width_share=0.4
)


def render_season(standings: SeasonStandings, paper: str, *, printed_at: datetime) -> bytes:
    """Return the standings as a PDF. *paper* is a key of ``PAPERS``."""
    return render_lists(
        lambda pen: _draw_season(pen, standings),
        paper,
        title=standings.name,
        printed_at=printed_at,
    )


def _draw_season(pen: Pen, standings: SeasonStandings) -> None:
    heading = make_season_heading(standings)
    for group, rows in group_rows(standings.rows):
        title = f"Standings, {group}" if group else "Standings"
        if standings.is_provisional:
            title += ", provisional"
        columns_and_rows = _make_standings_columns(replace(standings, rows=tuple(rows)))
        draw_list(pen, heading, title, *columns_and_rows)


def award_season_prizes(sheet: SeasonStandings, prizes: Sequence[str]) -> list[WonPrize]:
    """Return who won each of *prizes*, which are those of the first places of each group."""
    entrants = [
        PlacedEntrant(int(row.place.rstrip("=")), row.name, row.group)
        for row in sheet.rows
        if row.place
    ]
    return award_prizes(prizes, entrants)


def render_season_prizes(
    sheet: SeasonStandings, won_prizes: Sequence[WonPrize], paper: str, *, printed_at: datetime
) -> bytes:
    """Return the prize list as a PDF. *paper* is a key of ``PAPERS``."""
    heading = make_season_heading(sheet)
    return render_lists(
        lambda pen: draw_prize_list(pen, heading, won_prizes),
        paper,
        title=sheet.name,
        printed_at=printed_at,
    )


def _make_standings_columns(
    standings: SeasonStandings,
) -> tuple[list[PaperColumn], list[tuple[str, ...]]]:
    """Return the columns and rows of one list of *standings*."""
    totals = tuple(row.total_text for row in standings.rows)
    printed_columns = list_printed_columns(
        make_standings_table(standings), texts_by_key={"total": totals}
    )
    printed_columns.append((RESULTS_COLUMN, tuple(map(_format_results, standings.rows))))
    columns = [column for column, _texts in printed_columns]
    return columns, list(zip(*(texts for _column, texts in printed_columns), strict=True))


def _format_results(row: SeasonRow) -> str:
    results = []
    for cell in row.cells:
        if cell.points is not None:
            results.append(cell.points_text if cell.is_counted else f"({cell.points_text})")
    return "  ".join(results)
