"""Matches as files: a row for each match, Swiss table, cross-table, and fixtures as a calendar."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from uuid import UUID, uuid5

from director.additions.contests.paper.grids import SWISS_TITLE, make_cross_data, make_swiss_data
from director.additions.contests.scoring.fixtures import (
    Fixture,
    has_fixture_list,
    list_section_fixtures,
)
from director.additions.contests.scoring.match_results import Matches
from director.additions.contests.scoring.sheets import PlayedMatch
from director.additions.contests.scoring.swiss_table import build_swiss_table as swiss_table_of
from director.additions.contests.scoring.swiss_table import has_swiss
from director.boards.scoring.standings.event import EventResults
from director.boards.scoring.standings.sheets import SessionSheets
from director.boards.tables.columns import get_called_number, parse_pair_section
from director.core.club.next_nights import CalendarEntry, write_entries
from director.formats.figures import Column, Kind, TableData, Value
from director.models import Event

_SESSION_COLUMN = Column("session", "Session", Kind.COUNT)
_CROSS_TITLE = "Cross-table"


def get_match_table_makers(results: EventResults) -> dict[str, Callable[[], TableData]]:
    """Return functions that build the tables of matches, by name. Empty without matches."""
    if not results.first.scoring_field.has_matches:
        return {}
    tables: dict[str, Callable[[], TableData]] = {"matches": partial(make_matches_table, results)}
    if any(map(has_swiss, results.sessions)):
        tables["swiss-table"] = partial(make_swiss_table, results)
    if any(Matches(sheets).has_cross_table for sheets in results.sessions):
        tables["cross-table"] = partial(make_cross_table, results)
    return tables


def make_matches_table(results: EventResults) -> TableData:
    """Return a row for each match with a result, by session and round.

    Points are those of the boards, scores those that count for the standings. The table has both
    if they differ, for example IMPs and victory points.
    """
    sessions = [Matches(sheets) for sheets in results.sessions]
    matches: list[PlayedMatch] = []
    for session in sessions:
        matches += session.played
    has_scores = any(match.points != match.score for match in matches)
    columns = [
        *_make_match_columns(matches),
        *_make_figure_columns(sessions[0], has_scores=has_scores),
    ]
    has_void = any(match.is_void for match in matches)
    if has_void:
        columns.append(Column("state", "State", Kind.TEXT))
    if results.has_several_sessions:
        columns.insert(0, _SESSION_COLUMN)
    rows = []
    for number, session in enumerate(sessions, start=1):
        for match in session.played:
            values = tuple(_make_match_values(match, has_scores=has_scores))
            if has_void:
                values = (*values, "void" if match.is_void else "")
            rows.append((number, *values) if results.has_several_sessions else values)
    fixed_columns = 2 if results.has_several_sessions else 1
    return TableData("Matches", tuple(columns), tuple(rows), fixed_columns=fixed_columns)


def _make_match_columns(matches: Sequence[PlayedMatch]) -> Iterator[Column]:
    has_single_rounds = all(len(match.rounds) < 2 for match in matches)
    is_divided = any(parse_pair_section(match.home.label) for match in matches)
    team_kind = Kind.TEXT if is_divided else Kind.COUNT
    yield Column("round", "Round", Kind.COUNT if has_single_rounds else Kind.TEXT)
    for side in ("Home", "Away"):
        yield Column(side.lower(), side, team_kind)
        yield Column(f"{side.lower()}_names", f"{side} names", Kind.TEXT)


def _make_figure_columns(matches: Matches, *, has_scores: bool) -> Iterator[Column]:
    yield Column("boards", "Boards", Kind.COUNT)
    for side in ("Home", "Away"):
        yield Column(f"{side.lower()}_points", f"{side} {matches.board_unit}", Kind.POINTS)
    if has_scores:
        for side in ("Home", "Away"):
            yield Column(f"{side.lower()}_score", f"{side} {matches.unit}", Kind.POINTS)


def _make_match_values(match: PlayedMatch, *, has_scores: bool) -> Iterator[Value]:
    if len(match.rounds) == 1:
        yield match.rounds[0]
    else:
        yield ", ".join(map(str, match.rounds)) or None
    for row in (match.home, match.away):
        yield get_called_number(row.label)
        yield row.names
    yield match.boards
    yield from match.points
    if has_scores:
        yield from match.score


def make_cross_table(results: EventResults) -> TableData:
    """Return the cross-table. The tables of several sessions follow one another."""
    tables = []
    for number, sheets in enumerate(results.sessions, start=1):
        matches = Matches(sheets)
        if matches.has_cross_table:
            tables.append((number, make_cross_data(matches.cross_table)))
    return _join_session_tables(results, _CROSS_TITLE, tables)


def make_swiss_table(results: EventResults) -> TableData:
    """Return the Swiss table. The tables of several sessions follow one another."""
    tables = []
    for number, sheets in enumerate(results.sessions, start=1):
        if has_swiss(sheets):
            tables.append((number, make_swiss_data(swiss_table_of(sheets))))
    return _join_session_tables(results, SWISS_TITLE, tables)


def _join_session_tables(
    results: EventResults, title: str, tables: Sequence[tuple[int, TableData]]
) -> TableData:
    """Return the *tables* of sessions as one, each row with the number of its session."""
    _number, first = tables[0]
    if not results.has_several_sessions:
        return replace(first, title=title, block_columns=0)
    # Sessions may have different teams: each column is found by its title in each session.
    columns = {column.title: column for _number, table in tables for column in table.columns}
    last_titles = [title for title in columns if title == "Sits out" or title.startswith("Total")]
    for column_title in last_titles:
        columns[column_title] = columns.pop(column_title)
    rows = []
    for number, table in tables:
        titles = [column.title for column in table.columns]
        for row in table.rows:
            values = dict(zip(titles, row, strict=True))
            rows.append((number, *map(values.get, columns)))
    return TableData(
        title,
        (_SESSION_COLUMN, *columns.values()),
        tuple(rows),
        fixed_columns=first.fixed_columns + 1,
    )


# Fixtures as an iCalendar file, by the writer of the club's next nights.

_ID_NAMESPACE = UUID("5b1d3f0a-3f0e-5c53-9a5e-0d9c2a6f7e42")
"""Part of every id. It never changes, or calendars would show a match twice."""


def write_fixtures_calendar(event: Event, sheets: SessionSheets) -> bytes:
    """Return the fixtures of *sheets* that have a date, or a last day, as an iCalendar file."""
    return write_entries(event.name, "Fixtures", _make_calendar_entries(event, sheets))


def _make_calendar_entries(event: Event, sheets: SessionSheets) -> Iterator[CalendarEntry]:
    for section in sheets.scoring_field.sections:
        plan = sheets.plans.get(section.pk)
        if plan is None or not has_fixture_list(section, plan):
            continue
        for fixture in list_section_fixtures(sheets, section):
            if fixture.is_scheduled and (fixture.date or fixture.play_by):
                yield _make_calendar_entry(event, fixture)


def _make_calendar_entry(event: Event, fixture: Fixture) -> CalendarEntry:
    day = fixture.date or fixture.play_by or event.date
    deadline = "" if fixture.date else " (play by)"
    name = f"{event.created_at.isoformat()} {fixture.section_id} {fixture.key}"
    return CalendarEntry(
        uid=f"{uuid5(_ID_NAMESPACE, name)}",
        stamp=event.created_at,
        day=day,
        title=f"{fixture.home} – {fixture.away}{deadline}",
        text=_describe_fixture(event, fixture),
        place=fixture.venue,
    )


def _describe_fixture(event: Event, fixture: Fixture) -> str:
    text = f"{event.name}, round {fixture.round_no}"
    if fixture.score_text:
        return f"{text}: {fixture.score_text}"
    return f"{text}: postponed" if fixture.is_postponed else text
