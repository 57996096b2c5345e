"""Rows of text from a CSV file or workbook, within limits."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice

from director.formats.columns.book import (
    MAX_COLUMNS,
    MAX_ROWS,
    Cells,
    Worksheet,
    join_sheets,
    read_sheets,
    strip_formula_guard,
)
from director.formats.columns.headings import find_fields
from director.formats.columns.sentences import ColumnSentences
from director.formats.errors import ImportFileError
from director.formats.reading import decode_text, describe_file_kind, strip_invisible
from director.formats.spaced import cut_by_blanks

WORKBOOK = "an Excel workbook (.xlsx)"
_DELIMITERS = ",;\t|"
_RARE_DELIMITERS = "~^:"
_MIN_RARE_FIELDS = 4
"""Headings known with a rare sign between them, which also occurs in other text."""
_MIN_SWALLOWED_SIGNS = 4
"""Signs between cells in a line of one cell. A remark of several lines has fewer."""
_WIDE_BLANKS = re.compile(r" {2,}|\t")
_MAX_HEADING_ROWS = 300


def read_cells(data: bytes) -> Cells:
    """Return the nonempty rows of a CSV file, or of the most likely worksheet.

    The separator of cells and the encoding are detected.

    >>> read_cells("Board;N-S\\n1;5".encode())
    [['Board', 'N-S'], ['1', '5']]

    :raises ImportFileError: if the file is damaged, or far larger than any session
    """
    if describe_file_kind(data) == WORKBOOK:
        return max(
            (_fill_cells(sheet.rows) for sheet in _choose_sheets(data)),
            key=_compute_merit,
            default=[],
        )
    return _fill_cells(_read_csv_rows(data))


def read_results(data: bytes) -> Worksheet:
    """Return the rows of a CSV file, or of all worksheets like the most likely one.

    Rows keep their position in the file, so some are empty.  Several sheets are joined one below
    the other, with a column for the number in their names (``Board 7``, ``Section A``), or else for
    the names, under ``Worksheet``.

    >>> read_results(b"Board;N-S\\n\\n1;5").rows
    [['Board', 'N-S'], [], ['1', '5']]

    :raises ImportFileError: as ``read_cells``
    """
    if describe_file_kind(data) != WORKBOOK:
        return Worksheet("", _read_csv_rows(data))
    sheets = _choose_sheets(data)
    best = max(
        sheets, key=lambda sheet: _compute_merit(_fill_cells(sheet.rows)), default=Worksheet("", [])
    )
    headings = _find_headings(best.rows)
    if headings:
        return join_sheets(
            [sheet for sheet in sheets if _find_headings(sheet.rows) == headings], headings
        )
    return best


def _choose_sheets(data: bytes) -> list[Worksheet]:
    """Return the visible sheets, or hidden ones if those have no headings."""
    sheets = read_sheets(data)
    visible_sheets = [sheet for sheet in sheets if sheet.is_visible]
    if any(_find_headings(sheet.rows) for sheet in visible_sheets):
        return visible_sheets
    return sheets


def _read_csv_rows(data: bytes) -> Cells:
    text = decode_text(data)
    first_lines = "\n".join(text.splitlines()[:_MAX_HEADING_ROWS])
    merits = {sign: _compute_sample_merit(first_lines, sign) for sign in _DELIMITERS}
    delimiter = max(_DELIMITERS, key=merits.__getitem__)
    if merits[delimiter][0] < _MIN_RARE_FIELDS:
        text, delimiter = _with_rare_delimiter(text, first_lines, delimiter)
    return list(_limit_rows(_cut(text, delimiter)))


def _with_rare_delimiter(text: str, first_lines: str, usual: str) -> tuple[str, str]:
    """Return *text* and the sign between its cells: a rare one if it gives known headings.

    Columns with blanks between them get tabs.
    """
    spaced_lines = _WIDE_BLANKS.sub("\t", first_lines)
    if _compute_sample_merit(spaced_lines, "\t")[0] >= _MIN_RARE_FIELDS:
        return "\n".join("\t".join(row) for row in cut_by_blanks(text.splitlines())), "\t"
    merit, sign = max((_compute_sample_merit(first_lines, sign), sign) for sign in _RARE_DELIMITERS)
    if merit[0] >= _MIN_RARE_FIELDS:
        return text, sign
    return text, usual


def _compute_sample_merit(first_lines: str, delimiter: str) -> tuple[int, int]:
    return _compute_merit(_fill_cells(_cut(first_lines, delimiter, is_sample=True)))


def _fill_cells(rows: Iterable[list[str]]) -> Cells:
    return [row for row in rows if row]


def _find_headings(rows: Cells) -> Sequence[str]:
    heading_index = find_heading_index(rows)
    if heading_index >= 0:
        return rows[heading_index]
    return ()


def find_heading_index(rows: Sequence[Sequence[str]]) -> int:
    """Return the index of the row of headings in *rows*, or -1."""
    field_counts = [
        0 if row and row[0].startswith("#B") else len(find_fields(row))
        for row in islice(rows, _MAX_HEADING_ROWS)
    ]
    most_fields = max(field_counts, default=0)
    if most_fields > 1:
        return field_counts.index(most_fields)
    return -1


def _compute_merit(rows: Cells) -> tuple[int, int]:
    heading_index = find_heading_index(rows)
    return (
        len(find_fields(rows[heading_index])) if heading_index >= 0 else 0,
        sum(map(len, rows[:20])),
    )


def _cut(text: str, delimiter: str, *, is_sample: bool = False) -> Iterator[list[str]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        for row in reader:
            if not is_sample and any(_has_swallowed_row(cell, delimiter) for cell in row):
                raise ImportFileError(ColumnSentences.COLUMNS_OPEN_QUOTE, line=reader.line_num)
            cells = list(map(_clean_cell, row[:MAX_COLUMNS]))
            yield cells if any(cells) else []
    except csv.Error as error:
        if not is_sample:
            raise ImportFileError(
                ColumnSentences.COLUMNS_BROKEN_ROWS, line=reader.line_num, reason=str(error)
            ) from None


def _has_swallowed_row(cell: str, delimiter: str) -> bool:
    """Return whether a quotation mark in *cell* wasn't closed before the next row."""
    if "\n" not in cell:
        return False
    return any(line.count(delimiter) >= _MIN_SWALLOWED_SIGNS for line in cell.split("\n")[1:])


@lru_cache(maxsize=65_536)  # Many cells are equal, so the cache also saves memory.
def _clean_cell(text: str) -> str:
    return strip_formula_guard(strip_invisible(text))


def _limit_rows(rows: Iterable[list[str]]) -> Iterator[list[str]]:
    for count, row in enumerate(rows):
        if count >= MAX_ROWS:
            raise ImportFileError(ColumnSentences.COLUMNS_TOO_MANY_ROWS, limit=MAX_ROWS)
        yield row
