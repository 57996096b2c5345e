"""Matches as files: a row for each match, Swiss table and cross-table."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from director.additions.contests.paper.grids import make_cross_data
from director.additions.contests.paper.swiss_grids import SWISS_TITLE, make_swiss_data
from director.additions.contests.scoring.match_results import SessionMatches
from director.additions.contests.scoring.sheets import PlayedMatch
from director.additions.contests.scoring.swiss_table import has_swiss
from director.additions.contests.scoring.swiss_table import (
    make_session_swiss_table as swiss_table_of,
)
from director.boards.paper.exports import describe_scoring
from director.boards.scoring.standings.event import EventResults
from director.boards.scoring.standings.sheets import SessionResults
from director.boards.tables.columns import get_shown_number, parse_pair_section
from director.formats.figures import Column, ColumnKind, TableData, Value
from director.formats.result import PLAYER_SEPARATOR
from director.sheets import StandingRow

_SESSION_COLUMN = Column("session", "Session", ColumnKind.COUNT)
_CROSS_TITLE = "Cross-table"
_PLAYER_COLUMNS = (
    Column("home_players", "Home players", ColumnKind.TEXT),
    Column("away_players", "Away players", ColumnKind.TEXT),
)
_IMPORT_COLUMNS = (
    Column("home_total", "Home final total", ColumnKind.POINTS),
    Column("home_place", "Home final place", ColumnKind.PLACE),
    Column("away_total", "Away final total", ColumnKind.POINTS),
    Column("away_place", "Away final place", ColumnKind.PLACE),
    Column("date", "Date"),
    Column("scored_by", "Scored by"),
)
"""What an import needs beside the matches, as in the table of boards."""


def get_match_table_makers_by_name(results: EventResults) -> dict[str, Callable[[], TableData]]:
    """Return functions that build the tables of matches, by name. Empty without matches."""
    if not results.first_session.scoring_field.has_matches:
        return {}
    makers_by_name: dict[str, Callable[[], TableData]] = {
        "matches": partial(make_matches_table, results)
    }
    if any(map(has_swiss, results.sessions)):
        makers_by_name["swiss-table"] = partial(make_swiss_table, results)
    if any(SessionMatches(session_results).has_cross_table for session_results in results.sessions):
        makers_by_name["cross-table"] = partial(make_cross_table, results)
    return makers_by_name


def make_matches_table(results: EventResults) -> TableData:
    """Return a row for each match with a result, by session and round.

    Points come from the boards, and scores count for the standings. The table has both if they
    differ, for example IMPs and victory points. The last columns are for an import: the
    players, the final totals and places, the date and the scoring.
    """
    session_matches = [SessionMatches(session_results) for session_results in results.sessions]
    matches: list[PlayedMatch] = []
    for matches_of_session in session_matches:
        matches += matches_of_session.played_matches
    has_scores = any(match.points != match.score for match in matches)
    columns = [
        *_make_match_columns(matches),
        *_make_figure_columns(session_matches[0], has_scores=has_scores),
    ]
    has_void = any(match.is_void for match in matches)
    if has_void:
        columns.append(Column("state", "State", ColumnKind.TEXT))
    columns += (*_PLAYER_COLUMNS, *_IMPORT_COLUMNS)
    if results.has_several_sessions:
        columns.insert(0, _SESSION_COLUMN)
    rows = []
    for session_no, matches_of_session in enumerate(session_matches, start=1):
        session_results = results.sessions[session_no - 1]
        scored_by = describe_scoring(session_results)
        day = session_results.scoring_field.session.day
        for match in matches_of_session.played_matches:
            values = tuple(_make_match_values(match, has_scores=has_scores))
            if has_void:
                values = (*values, "void" if match.is_void else "")
            sides = match.home, match.away
            values = (*values, *(_join_players(session_results, row) for row in sides))
            for row in sides:
                values = (*values, row.total, row.place)
            values = (*values, day, scored_by)
            rows.append((session_no, *values) if results.has_several_sessions else values)
    fixed_columns = 2 if results.has_several_sessions else 1
    return TableData("Matches", tuple(columns), tuple(rows), fixed_column_count=fixed_columns)


def _join_players(session_results: SessionResults, row: StandingRow) -> str:
    entry_names = session_results.entry_names_by_number.get(row.contestant)
    return PLAYER_SEPARATOR.join(entry_names.players) if entry_names else ""


def _make_match_columns(matches: Sequence[PlayedMatch]) -> Iterator[Column]:
    has_single_rounds = all(len(match.rounds) < 2 for match in matches)
    is_divided = any(parse_pair_section(match.home.label) for match in matches)
    team_kind = ColumnKind.TEXT if is_divided else ColumnKind.COUNT
    yield Column("round", "Round", ColumnKind.COUNT if has_single_rounds else ColumnKind.TEXT)
    for side in ("Home", "Away"):
        yield Column(side.lower(), side, team_kind)
        yield Column(f"{side.lower()}_names", f"{side} names", ColumnKind.TEXT)


def _make_figure_columns(matches: SessionMatches, *, has_scores: bool) -> Iterator[Column]:
    yield Column("boards", "Boards", ColumnKind.COUNT)
    for side in ("Home", "Away"):
        yield Column(f"{side.lower()}_points", f"{side} {matches.board_unit}", ColumnKind.POINTS)
    if has_scores:
        for side in ("Home", "Away"):
            yield Column(f"{side.lower()}_score", f"{side} {matches.unit}", ColumnKind.POINTS)


def _make_match_values(match: PlayedMatch, *, has_scores: bool) -> Iterator[Value]:
    if len(match.rounds) == 1:
        yield match.rounds[0]
    else:
        yield ", ".join(map(str, match.rounds)) or None
    for row in (match.home, match.away):
        yield get_shown_number(row.label)
        yield row.names
    yield match.board_count
    yield from match.points
    if has_scores:
        yield from match.score


def make_cross_table(results: EventResults) -> TableData:
    """Return the cross-table. The tables of several sessions follow one another."""
    tables = []
    for session_no, session_results in enumerate(results.sessions, start=1):
        matches = SessionMatches(session_results)
        if matches.has_cross_table:
            tables.append((session_no, make_cross_data(matches.cross_table)))
    return _join_session_tables(results, _CROSS_TITLE, tables)


def make_swiss_table(results: EventResults) -> TableData:
    """Return the Swiss table. The tables of several sessions follow one another."""
    tables = []
    for session_no, session_results in enumerate(results.sessions, start=1):
        if has_swiss(session_results):
            tables.append((session_no, make_swiss_data(swiss_table_of(session_results))))
    return _join_session_tables(results, SWISS_TITLE, tables)


def _join_session_tables(
    results: EventResults, title: str, tables: Sequence[tuple[int, TableData]]
) -> TableData:
    """Return the *tables* of sessions as one, each row with the number of its session."""
    _number, first_table = tables[0]
    if not results.has_several_sessions:
        return replace(first_table, title=title, block_column_count=0)
    # Sessions may have different teams: each column is found by its title in each session.
    columns_by_title = {
        column.title: column for _number, table in tables for column in table.columns
    }
    last_titles = [
        title for title in columns_by_title if title == "Sits out" or title.startswith("Total")
    ]
    for column_title in last_titles:
        columns_by_title[column_title] = columns_by_title.pop(column_title)
    rows = []
    for session_no, table in tables:
        titles = [column.title for column in table.columns]
        for row in table.rows:
            values_by_title = dict(zip(titles, row, strict=True))
            rows.append((session_no, *map(values_by_title.get, columns_by_title)))
    return TableData(
        title,
        (_SESSION_COLUMN, *columns_by_title.values()),
        tuple(rows),
        fixed_column_count=first_table.fixed_column_count + 1,
    )
