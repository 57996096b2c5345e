"""Read the table in a list of people, pairs or teams, or ask what its columns hold."""

import re
from collections.abc import Sequence
from dataclasses import replace

from director.formats.errors import ImportFileError
from director.formats.headings import normalize_heading
from director.formats.names.headings import match_list_column
from director.formats.names.tables.heading_row import find_heading_index
from director.formats.names.tables.questions import ColumnsQuestion, find_question
from director.formats.names.tables.rows import MAX_LIST_BYTES, detect_comma_style, read_list_rows
from director.formats.names.tables.table import PEOPLE, PeopleTable
from director.formats.names.tables.titled import prove_columns
from director.formats.names.tables.untitled import read_untitled_table

_MAX_SEATS_BYTES = 1_000_000
_SUM_WORDS = """total totaal totals summe gesamt somme suma soma totale sum sammanlagt antal antall ialt celkem spolu
    yhteensa itogo vsego razem ogolem osszesen toplam synolo ukupno skupaj count members"""
_SUMS = frozenset(_SUM_WORDS.split())


def read_list_table(source: str | bytes, shape: str) -> PeopleTable | None:
    """Return the table in *source*, or None for lines without columns that anybody could tell.

    :raises ImportFileError: if columns need an answer, see ``needs_column_answers``
    :raises ImportFileError: if the file is damaged, too large or no list
    """
    table, question = _read_table(source, shape)
    if question:
        raise question
    return table


def read_columns_question(source: str | bytes, shape: str) -> ColumnsQuestion | None:
    """Return what to ask about the columns of the list in *source*, or None.

    :raises ImportFileError: if the file is damaged, too large or no list
    """
    table, question = _read_table(source, shape)
    if table is None or question is None:
        return None
    return ColumnsQuestion(table)


def _read_table(
    source: str | bytes, shape: str
) -> tuple[PeopleTable | None, ImportFileError | None]:
    """Return the table in *source*, and what to ask about its columns."""
    rows = read_list_rows(source, MAX_LIST_BYTES if shape == PEOPLE else _MAX_SEATS_BYTES)
    heading_index = find_heading_index(rows)
    if heading_index is None:
        return read_untitled_table(rows, shape, commas=detect_comma_style(source))
    heading = rows[heading_index]
    row_by_line_no = {
        line_no: row
        for line_no, row in enumerate(rows[heading_index + 1 :], heading_index + 2)
        if any(row) and row != heading and not _is_sum(row)
    }
    table = PeopleTable(
        shape,
        rows=list(row_by_line_no.values()),
        line_nos=list(row_by_line_no),
        columns=tuple(map(match_list_column, heading)),
        titles=tuple(heading),
        top_rows=rows[:heading_index],
    )
    table = replace(table, columns=prove_columns(table))
    return table, find_question(table)


def _is_sum(row: Sequence[str]) -> bool:
    """Return whether *row* counts those above.

    >>> _is_sum(["Total:", "", "880"]), _is_sum(["Celkem 17"]), _is_sum(["Total", "Ann"])
    (True, True, False)
    """
    text = " ".join(filter(None, row)).casefold()
    words = re.findall(r"[^\W\d_]+", text)
    return len(words) == 1 and normalize_heading(words[0]) in _SUMS
