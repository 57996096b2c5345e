"""Build the table of players, a row for each, with membership numbers."""

from collections.abc import Iterator

from director.boards.paper.exports.people import (
    People,
    SentPlayer,
    fetch_event_people,
    list_entry_people,
)
from director.boards.paper.tables.labels import (
    parse_pair_section,
    parse_pair_side,
    parse_side_number,
)
from director.boards.scoring.standings.event import EventResults
from director.boards.scoring.standings.parts import list_event_parts
from director.formats.figures import Column, Kind, Row, TableData

TITLE = "Players"
_COLUMNS = (
    Column("place", "Place", Kind.PLACE),
    Column("section", "Section", Kind.TEXT),
    Column("pair_no", "Pair", Kind.COUNT),
    Column("direction", "Direction", Kind.TEXT),
    Column("name", "Name", Kind.TEXT),
    Column("number", "Number", Kind.TEXT),
    Column("called", "Called", Kind.TEXT),
    Column("boards", "Boards", Kind.COUNT),
    Column("total", "Total", Kind.POINTS),
    Column("percent", "Percent", Kind.PERCENT),
)


def make_players_table(results: EventResults, *, numbered: bool = True) -> TableData:
    """Return a row for each player by place, without empty columns.

    Costs one query besides those of the sheets.
    """
    rows = list(_make_player_rows(results, fetch_event_people(results.event, numbered=numbered)))
    used_indexes = []
    columns = []
    for index, column in enumerate(_COLUMNS):
        # A list of players has names and numbers even if all of them are empty.
        if column.key not in ("name", "number") and not any(row[index] for row in rows):
            continue
        used_indexes.append(index)
        title = column.title
        if column.key == "pair_no":
            title = (
                results.first.heading.contestant_word.capitalize()
            )  # a team or player in other contests
        columns.append(Column(column.key, title, column.kind))
    used_rows = tuple(tuple(row[index] for index in used_indexes) for row in rows)
    return TableData(TITLE, tuple(columns), used_rows)


def _make_player_rows(results: EventResults, people: People) -> Iterator[Row]:
    for group in results.standings.groups:
        for row in group.rows:
            sheets = results.session(row.session_no) or results.first
            entered = sheets.entered.get(row.contestant)
            label = row.label
            entry_columns = (
                row.place,
                parse_pair_section(label),
                parse_side_number(label),
                parse_pair_side(label),
            )
            entry_name = entered.name if entered else ""
            parts = list_event_parts(results, row)
            # If players were replaced, each has the boards and total of their own part.
            for part in parts:
                player = people.get(part.sitter.person_id, SentPlayer(part.sitter.name))
                player_columns = player.name, player.number, entry_name
                yield *entry_columns, *player_columns, part.boards, part.total, part.percent
            if parts:
                continue
            for player in list_entry_people(people, entered, parts):
                player_columns = player.name, player.number, entry_name
                yield *entry_columns, *player_columns, row.boards, row.total, row.percent
