"""Tables of matches for files: a row for each match, and the cross table."""

from collections.abc import Callable, Iterator
from functools import partial

from director.boards.paper.tables.labels import pair_number, pair_section
from director.boards.paper.tables.match_grids import cross_data
from director.boards.scoring.match_results import Matches
from director.boards.scoring.matches.sheets import PlayedMatch
from director.boards.scoring.standings.event import EventResults
from director.formats.figures import Column, Kind, TableData, Value
from director.sheets import StandingRow


def matches_tables(results: EventResults) -> dict[str, Callable[[], TableData]]:
    """Return the functions that make the tables of matches, by name."""
    if not results.first.scoring_field.has_matches:
        return {}
    return {
        "matches": partial(matches_table, results),
        "cross-table": partial(cross_table, results),
    }


def matches_table(results: EventResults) -> TableData:
    """Return a row for each match with a result, by session and round.

    Points are what the boards brought, scores what counts in the end: both stand there where they
    differ, as IMPs and victory points do.
    """
    sessions = [Matches(sheets) for sheets in results.sessions]
    played = [
        (number, match) for number, own in enumerate(sessions, start=1) for match in own.played
    ]
    is_divided = any(pair_section(match.home.label) for _number, match in played)
    has_scores = any(match.points != match.score for _number, match in played)
    unit = sessions[0].unit
    points = sessions[0].of_boards
    team = Kind.TEXT if is_divided else Kind.COUNT
    columns = (
        *((Column("session", "Session", Kind.COUNT),) if results.has_several else ()),
        Column(
            "round",
            "Round",
            Kind.COUNT if all(len(match.rounds) < 2 for _number, match in played) else Kind.TEXT,
        ),
        Column("home", "Home", team),
        Column("home_names", "Home names", Kind.TEXT),
        Column("away", "Away", team),
        Column("away_names", "Away names", Kind.TEXT),
        Column("boards", "Boards", Kind.COUNT),
        Column("home_points", f"Home {points}", Kind.POINTS),
        Column("away_points", f"Away {points}", Kind.POINTS),
        *(
            Column(f"{side.lower()}_score", f"{side} {unit}", Kind.POINTS)
            for side in ("Home", "Away")
            if has_scores
        ),
    )
    rows = tuple(
        (*((number,) if results.has_several else ()), *_row(match, has_scores=has_scores))
        for number, match in played
    )
    fixed_columns = 2 if results.has_several else 1
    return TableData("Matches", columns, rows, fixed_columns=fixed_columns)


def _row(match: PlayedMatch, *, has_scores: bool) -> Iterator[Value]:
    yield match.rounds[0] if len(match.rounds) == 1 else ", ".join(map(str, match.rounds)) or None
    for row in (match.home, match.away):
        yield _team(row)
        yield row.names
    yield match.boards
    yield from match.points
    if has_scores:
        yield from match.score


def _team(row: StandingRow) -> Value:
    if pair_section(row.label):
        return row.label
    return pair_number(row.label)


def cross_table(results: EventResults) -> TableData:
    """Return the cross table, of several sessions one below the other."""
    sessions = [cross_data(Matches(sheets).cross_table) for sheets in results.sessions]
    if not results.has_several:
        return _titled_table(sessions[0], sessions[0].columns, sessions[0].rows)
    columns = {column.title: column for data in sessions for column in data.columns}
    last = [columns.pop(title) for title in ("Bye", "Total") if title in columns]
    shown = (*columns.values(), *last)
    rows = tuple(
        (number, *(row[where[column.title]] if column.title in where else None for column in shown))
        for number, data in enumerate(sessions, start=1)
        for where in ({column.title: at for at, column in enumerate(data.columns)},)
        for row in data.rows
    )
    return _titled_table(sessions[0], (Column("session", "Session", Kind.COUNT), *shown), rows)


def _titled_table(
    data: TableData, columns: tuple[Column, ...], rows: tuple[tuple[Value, ...], ...]
) -> TableData:
    fixed = data.fixed_columns + len(columns[:1]) * (columns[0].key == "session")
    return TableData("Cross-table", columns, rows, fixed_columns=fixed)
