"""Rows of text from a CSV file or workbook, within limits."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice

from director.formats.columns.book import (
    MOST_COLUMNS,
    MOST_ROWS,
    Cells,
    Worksheet,
    join_sheets,
    read_sheets,
    strip_formula_guard,
)
from director.formats.columns.headings import fields_of
from director.formats.columns.sentences import ColumnSentences
from director.formats.errors import ImportFileError
from director.formats.reading import decode_text, looks_like, visible_text

WORKBOOK = "an Excel workbook (.xlsx)"
_DELIMITERS = ",;\t|"
_LOOKED_AT = 300


def read_cells(data: bytes) -> Cells:
    """Return the nonempty rows of a CSV file, or of the most likely worksheet.

    What stands between cells is found out, and so is the encoding.

    >>> read_cells("Board;N-S\\n1;5".encode())
    [['Board', 'N-S'], ['1', '5']]

    :raises ImportFileError: if the file is damaged, or far larger than any session
    """
    if looks_like(data) == WORKBOOK:
        return max((_fill_cells(sheet.rows) for sheet in _sheets(data)), key=_merit, default=[])
    return _fill_cells(_rows(data))


def read_results(data: bytes) -> Worksheet:
    """Return the rows of a CSV file, or of all worksheets like the most likely one.

    Rows stand where the file has them, so that some are empty.  Sheets are one below the other,
    with a column that says which is which: by the word that their names begin with (``Board 7``,
    ``Section A``), else as ``Worksheet``.

    >>> read_results(b"Board;N-S\\n\\n1;5").rows
    [['Board', 'N-S'], [], ['1', '5']]

    :raises ImportFileError: as ``read_cells``
    """
    if looks_like(data) != WORKBOOK:
        return Worksheet("", _rows(data))
    sheets = _sheets(data)
    best = max(sheets, key=lambda sheet: _merit(_fill_cells(sheet.rows)), default=Worksheet("", []))
    headings = _headings(best.rows)
    if headings:
        return join_sheets(
            [sheet for sheet in sheets if _headings(sheet.rows) == headings], headings
        )
    return best


def _sheets(data: bytes) -> list[Worksheet]:
    """Return the visible sheets, or hidden ones if those have no headings."""
    sheets = read_sheets(data)
    seen = [sheet for sheet in sheets if sheet.is_seen]
    if any(_headings(sheet.rows) for sheet in seen):
        return seen
    return sheets


def _rows(data: bytes) -> Cells:
    text = decode_text(data)
    head = "\n".join(text.splitlines()[:_LOOKED_AT])
    delimiter = max(
        _DELIMITERS, key=lambda sign: _merit(_fill_cells(_cut(head, sign, is_sample=True)))
    )
    return list(_limit_rows(_cut(text, delimiter)))


def _fill_cells(rows: Iterable[list[str]]) -> Cells:
    return [row for row in rows if row]


def _headings(rows: Cells) -> Sequence[str]:
    at = heading_at(rows)
    if at >= 0:
        return rows[at]
    return ()


def heading_at(rows: Sequence[Sequence[str]]) -> int:
    """Return which of *rows* is the row of headings, -1 where none is."""
    known = [
        0 if row and row[0].startswith("#B") else len(fields_of(row))
        for row in islice(rows, _LOOKED_AT)
    ]
    most = max(known, default=0)
    if most > 1:
        return known.index(most)
    return -1


def _merit(rows: Cells) -> tuple[int, int]:
    at = heading_at(rows)
    return (len(fields_of(rows[at])) if at >= 0 else 0, sum(map(len, rows[:20])))


def _cut(text: str, delimiter: str, *, is_sample: bool = False) -> Iterator[list[str]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        for row in reader:
            cells = list(map(_cell, row[:MOST_COLUMNS]))
            yield cells if any(cells) else []
    except csv.Error as error:
        if not is_sample:
            raise ImportFileError(
                ColumnSentences.COLUMNS_BROKEN_ROWS, line=reader.line_num, reason=str(error)
            ) from None


@lru_cache(maxsize=65_536)  # numbers, names and scores come again and again, and are held once
def _cell(text: str) -> str:
    return strip_formula_guard(visible_text(text))


def _limit_rows(rows: Iterable[list[str]]) -> Iterator[list[str]]:
    for count, row in enumerate(rows):
        if count >= MOST_ROWS:
            raise ImportFileError(ColumnSentences.COLUMNS_TOO_MANY_ROWS, limit=MOST_ROWS)
        yield row
