"""The list of players: a row each, with membership numbers."""

from collections.abc import Iterator

from director.boards.paper.exports.people import People, entry_people, event_people
from director.boards.paper.tables.labels import pair_called, pair_section, pair_side
from director.boards.scoring.standings.event import EventResults
from director.boards.scoring.standings.parts import event_parts
from director.formats.event_file import SentPlayer
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


def players_table(results: EventResults, *, numbered: bool = True) -> TableData:
    """Return a row for each player by place.

    Columns that nobody has anything in are left out; one query beside those of the sheets.
    """
    rows = list(_rows(results, event_people(results.event, numbered=numbered)))
    kept = [
        at
        for at, column in enumerate(_COLUMNS)
        if column.key in ("name", "number") or any(row[at] for row in rows)
    ]
    called = {"pair_no": results.first.heading.called.capitalize()}
    columns = (_COLUMNS[at] for at in kept)
    return TableData(
        TITLE,
        tuple(
            Column(column.key, called.get(column.key, column.title), column.kind)
            for column in columns
        ),
        tuple(tuple(row[at] for at in kept) for row in rows),
    )


def _rows(results: EventResults, people: People) -> Iterator[Row]:
    for group in results.standings.groups:
        for row in group.rows:
            sheets = results.session(row.session_no) or results.first
            entered = sheets.entered.get(row.contestant)
            before = (
                row.place,
                pair_section(row.label),
                pair_called(row.label),
                pair_side(row.label),
            )
            called = entered.name if entered else ""
            parts = event_parts(results, row)
            for part in parts:
                player = people.get(part.sitter.person_id, SentPlayer(part.sitter.name))
                yield (
                    *before,
                    player.name,
                    player.number,
                    called,
                    part.boards,
                    part.total,
                    part.percent,
                )
            for player in entry_people(people, entered, parts) if not parts else ():
                yield (
                    *before,
                    player.name,
                    player.number,
                    called,
                    row.boards,
                    row.total,
                    row.percent,
                )
