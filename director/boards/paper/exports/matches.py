"""Build the tables of matches for files: a row for each match, and the cross table."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from director.boards.paper.tables.labels import pair_number, pair_section
from director.boards.paper.tables.match_grids import cross_data
from director.boards.scoring.match_results import Matches
from director.boards.scoring.matches.sheets import PlayedMatch
from director.boards.scoring.standings.event import EventResults
from director.formats.figures import Column, Kind, TableData, Value
from director.sheets import StandingRow

_SESSION_COLUMN = Column("session", "Session", Kind.COUNT)
_CROSS_TITLE = "Cross-table"


def matches_tables(results: EventResults) -> dict[str, Callable[[], TableData]]:
    """Return functions that build the tables of matches, by name. Empty without matches."""
    if not results.first.scoring_field.has_matches:
        return {}
    return {
        "matches": partial(matches_table, results),
        "cross-table": partial(cross_table, results),
    }


def matches_table(results: EventResults) -> TableData:
    """Return a row for each match with a result, by session and round.

    Points are those of the boards, scores those that count for the standings. The table has both
    if they differ, for example IMPs and victory points.
    """
    sessions = [Matches(sheets) for sheets in results.sessions]
    matches: list[PlayedMatch] = []
    for session in sessions:
        matches += session.played
    has_scores = any(match.points != match.score for match in matches)
    columns = [*_match_columns(matches), *_figure_columns(sessions[0], has_scores=has_scores)]
    if results.has_several:
        columns.insert(0, _SESSION_COLUMN)
    rows = []
    for number, session in enumerate(sessions, start=1):
        for match in session.played:
            values = tuple(_row(match, has_scores=has_scores))
            rows.append((number, *values) if results.has_several else values)
    fixed_columns = 2 if results.has_several else 1
    return TableData("Matches", tuple(columns), tuple(rows), fixed_columns=fixed_columns)


def _match_columns(matches: Sequence[PlayedMatch]) -> Iterator[Column]:
    has_single_rounds = all(len(match.rounds) < 2 for match in matches)
    is_divided = any(pair_section(match.home.label) for match in matches)
    team_kind = Kind.TEXT if is_divided else Kind.COUNT
    yield Column("round", "Round", Kind.COUNT if has_single_rounds else Kind.TEXT)
    for side in ("Home", "Away"):
        yield Column(side.lower(), side, team_kind)
        yield Column(f"{side.lower()}_names", f"{side} names", Kind.TEXT)


def _figure_columns(matches: Matches, *, has_scores: bool) -> Iterator[Column]:
    yield Column("boards", "Boards", Kind.COUNT)
    for side in ("Home", "Away"):
        yield Column(f"{side.lower()}_points", f"{side} {matches.of_boards}", Kind.POINTS)
    if has_scores:
        for side in ("Home", "Away"):
            yield Column(f"{side.lower()}_score", f"{side} {matches.unit}", Kind.POINTS)


def _row(match: PlayedMatch, *, has_scores: bool) -> Iterator[Value]:
    if len(match.rounds) == 1:
        yield match.rounds[0]
    else:
        yield ", ".join(map(str, match.rounds)) or None
    for row in (match.home, match.away):
        yield _team_value(row)
        yield row.names
    yield match.boards
    yield from match.points
    if has_scores:
        yield from match.score


def _team_value(row: StandingRow) -> Value:
    if pair_section(row.label):
        return row.label
    return pair_number(row.label)


def cross_table(results: EventResults) -> TableData:
    """Return the cross table. The tables of several sessions follow one another."""
    tables = [cross_data(Matches(sheets).cross_table) for sheets in results.sessions]
    first = tables[0]
    if not results.has_several:
        return TableData(_CROSS_TITLE, first.columns, first.rows, fixed_columns=first.fixed_columns)
    # Sessions may have different teams: each column is found by its title in each session.
    columns = {column.title: column for table in tables for column in table.columns}
    for title in ("Bye", "Total"):
        if title in columns:
            columns[title] = columns.pop(title)  # now the last one
    rows = []
    for number, table in enumerate(tables, start=1):
        titles = [column.title for column in table.columns]
        for row in table.rows:
            values = dict(zip(titles, row, strict=True))
            rows.append((number, *map(values.get, columns)))
    return TableData(
        _CROSS_TITLE,
        (_SESSION_COLUMN, *columns.values()),
        tuple(rows),
        fixed_columns=first.fixed_columns + 1,
    )
