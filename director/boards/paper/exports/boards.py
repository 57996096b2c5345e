"""Add to the table of boards what an import needs beside the results: who competes."""

from collections.abc import Iterator
from dataclasses import replace

from director.boards.contests import CONTESTS
from director.boards.paper.tables.files import boards_table
from director.boards.paper.tables.labels import pair_side
from director.boards.scoring.standings.event import EventResults
from director.formats.figures import Column, Kind, TableData, Value
from director.formats.own_words import contest_text
from director.sheets import BoardLine, BoardSheet


def results_table(results: EventResults) -> TableData:
    """Return the table of boards for a file, a row for each line.

    The last columns are for an import.
    """
    table = boards_table(results.boards)
    plays = CONTESTS[results.event.contest].plays
    columns = (Column("contest", "Contest", Kind.TEXT),)
    rows = []
    for row, (_sheet, line) in zip(table.rows, _lines(results), strict=True):
        values: tuple[Value, ...] = (contest_text(plays, _winners(line)),)
        rows.append((*row, *values))
    return replace(table, columns=(*table.columns, *columns), rows=tuple(rows))


def _lines(results: EventResults) -> Iterator[tuple[BoardSheet, BoardLine]]:
    for sheet in results.boards:
        for line in sheet.lines:
            yield sheet, line


def _winners(line: BoardLine) -> int:
    """Return the number of winners of the section of *line*."""
    if pair_side(line.ns):
        return 2
    return 1
