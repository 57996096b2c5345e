"""The cells of a CSV file or a workbook as rows of text, read in bounds; nothing is understood yet."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from functools import lru_cache
from itertools import islice
from zipfile import ZipFile

from director.files.columns.errors import (
    BrokenRowsError,
    BrokenWorkbookError,
    SwollenWorkbookError,
    TooManyRowsError,
    WorkbookEntityError,
)
from director.files.columns.headings import fields_of
from director.files.figures import is_formula_like
from director.files.reading import decode_text, looks_like, visible_text

Cells = list[list[str]]

WORKBOOK = "an Excel workbook (.xlsx)"
MOST_ROWS = 400_000
_MOST_COLUMNS = 100
_MOST_UNPACKED = 400_000_000
_PIECE = 1 << 20
_DELIMITERS = ",;\t|"
_LOOKED_AT = 300
_ENTITY = b"<!ENTITY", "<!ENTITY".encode("utf-16-le"), "<!ENTITY".encode("utf-16-be")


def read_cells(data: bytes) -> Cells:
    """Return the rows of a CSV file or of the sheet of a workbook that looks most like results; no row is empty.

    What stands between cells is found out, and so is the encoding.

    >>> read_cells("Board;N-S\\n1;5".encode())
    [['Board', 'N-S'], ['1', '5']]

    :raises ColumnsError: if the file is damaged, or far larger than any session
    """
    if looks_like(data) == WORKBOOK:
        return _workbook(data)
    text = decode_text(data)
    head = "\n".join(text.splitlines()[:_LOOKED_AT])
    delimiter = max(_DELIMITERS, key=lambda sign: _merit(list(_cut(head, sign, is_sample=True))))
    return list(_bounded(_cut(text, delimiter)))


def heading_at(rows: Sequence[Sequence[str]]) -> int:
    """Return which of *rows* is the row of headings, -1 where none is."""
    known = [0 if row and row[0].startswith("#B") else len(fields_of(row)) for row in islice(rows, _LOOKED_AT)]
    most = max(known, default=0)
    return known.index(most) if most > 1 else -1


def _merit(rows: Cells) -> tuple[int, int]:
    at = heading_at(rows)
    return (len(fields_of(rows[at])) if at >= 0 else 0, sum(map(len, rows[:20])))


def _cut(text: str, delimiter: str, *, is_sample: bool = False) -> Iterator[list[str]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        for row in reader:
            cells = list(map(_cell, row[:_MOST_COLUMNS]))
            if any(cells):
                yield cells
    except csv.Error as error:
        if not is_sample:
            raise BrokenRowsError(line=reader.line_num, reason=str(error)) from None


@lru_cache(maxsize=65_536)  # numbers, names and scores come again and again, and are held once
def _cell(text: str) -> str:
    return _unguarded(visible_text(text))


def _unguarded(cell: str) -> str:
    """Return *cell* without the apostrophe by which a formula is kept from running."""
    return cell[1:] if cell.startswith("'") and is_formula_like(cell[1:]) else cell


def _bounded(rows: Iterable[list[str]]) -> Iterator[list[str]]:
    for count, row in enumerate(rows):
        if count >= MOST_ROWS:
            raise TooManyRowsError(limit=MOST_ROWS)
        yield row


def _workbook(data: bytes) -> Cells:
    from openpyxl import load_workbook  # slow to import, and a text needs none of it

    _refuse_traps(data)
    try:
        workbook = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        sheets = [
            list(_bounded(_sheet(sheet.iter_rows(max_col=_MOST_COLUMNS, values_only=True)))) for sheet in workbook
        ]
    except TooManyRowsError:
        raise
    except Exception as error:  # the package raises whatever a damaged file makes it stumble over
        raise BrokenWorkbookError() from error
    return max(sheets, key=_merit, default=[])


def _sheet(rows: Iterable[Sequence[object]]) -> Iterator[list[str]]:
    for at, row in enumerate(rows):
        if at >= MOST_ROWS:
            raise TooManyRowsError(limit=MOST_ROWS)
        cells = [_text(value) for value in row]
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            yield cells


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime):
        return value.date().isoformat()
    return value.isoformat() if isinstance(value, date) else visible_text(str(value))


def _refuse_traps(data: bytes) -> None:
    """Refuse a workbook that swells, or declares entities: what it holds is unpacked piece by piece and let go."""
    try:
        with ZipFile(io.BytesIO(data)) as archive:
            unpacked = 0
            for member in archive.infolist():
                with archive.open(member) as file:
                    before = b""
                    while piece := file.read(_PIECE):
                        unpacked += len(piece)
                        if unpacked > _MOST_UNPACKED:
                            raise SwollenWorkbookError(limit=_MOST_UNPACKED // 1_000_000)
                        if any(sign in before + piece for sign in _ENTITY):
                            raise WorkbookEntityError()
                        before = piece[-32:]
    except (SwollenWorkbookError, WorkbookEntityError):
        raise
    except Exception as error:  # likewise: what is packed may be broken in as many ways as there are ways to pack it
        raise BrokenWorkbookError() from error
