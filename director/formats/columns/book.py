"""The sheets of a workbook as rows of text, read in bounds, and several of them as one."""

import io
import re
import time
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from itertools import pairwise
from operator import itemgetter
from zipfile import ZipFile

from director.formats.columns.headings import find_field, find_fields
from director.formats.columns.sentences import ColumnSentences
from director.formats.dates import read_date
from director.formats.errors import ImportFileError
from director.formats.figures import is_formula_like
from director.formats.reading import strip_invisible

Cells = list[list[str]]

MAX_ROWS = 400_000
MAX_COLUMNS = 100
MAX_BOOK_ROWS = 100_000
"""Rows of all worksheets together. Openpyxl takes ten times as long for a cell as a CSV reader."""
MAX_CELLS = 200_000
"""Cells of all worksheets, about two seconds. 100 pairs with 36 boards have some 80,000."""
MAX_ELEMENTS = 600_000
"""XML elements of all parts: two for a cell with a value, and those of texts and formats."""
MAX_SECONDS = 10
_ROWS_PER_CLOCK_CHECK = 100
_MAX_UNPACKED_BYTES = 100_000_000
_MAX_PARTS = 3_000
_MAX_CELL_LENGTH = 500  # of a text that 100,000 cells share
_PIECE_BYTES = 1 << 20
_ROW, _CELL = re.compile(rb"<(?:\w{1,20}:)?row\b"), re.compile(rb"<(?:\w{1,20}:)?c\b")
_FORMATS = (
    "xf numFmt font fill border cellStyle dxf definedName Relationship Override mergeCell hyperlink cfRule col brk "
    "conditionalFormatting dataValidation protectedRange tablePart"
)
_SLOW = re.compile(rb"<(?:\w{1,20}:)?(?:(%s)|sheet)\b" % _FORMATS.replace(" ", "|").encode())
_FORMAT_COST, _SHEET_COST = 6, 500
"""The time for a format or name, and for a worksheet, in units of an ordinary element."""
_ENTITY = b"<!ENTITY"
_UNCOUNTED = re.compile(rb'<c r="[A-Z]+[0-9]+"(?: s="[0-9]+")?><f>[^<]*</f>(?:<v ?/>|<v></v>)?</c>')
_NAMED = re.compile(r"(?P<word>[^\W\d_]*)[\s.:#_-]*(?P<value>[0-9]{1,3}|[A-Za-z])")
_TITLE_FIELDS = {
    "board": "Board",
    "round": "Round",
    "section": "Section",
    "session": "Session",
    "table": "Table",
}
_WORKSHEET_COLUMN = "Worksheet"
_MIN_FIELDS = 3  # of a table beside another


@dataclass(frozen=True, slots=True)
class Worksheet:
    """A sheet with its rows, some of which may be empty.

    *table_starts* are the first rows of several joined tables, with their titles.
    *has_formula_values* is whether all formulas of the workbook have values.
    """

    title: str
    rows: Cells
    is_visible: bool = True
    has_formula_values: bool = True
    table_starts: tuple[tuple[int, str], ...] = ()

    def describe_row(self, row_index: int) -> str:
        """Return a row's name for people, such as "Row 2".

        >>> Worksheet("", [["1"], ["2"]]).describe_row(1)
        'Row 2'
        >>> Worksheet("", [["1"], ["2"]], table_starts=((0, "A"), (1, "B"))).describe_row(1)
        'Sheet B, row 1'
        """
        if not self.table_starts:
            return f"Row {row_index + 1}"
        table_index = bisect_right(self.table_starts, row_index, key=itemgetter(0)) - 1
        start, title = self.table_starts[table_index]
        if title:
            return f"Sheet {title}, row {row_index - start + 1}"
        return f"Row {row_index - start + 1}"


def read_sheets(data: bytes) -> list[Worksheet]:
    """Return the sheets of the workbook in *data*, in their order.

    :raises ImportFileError: if it is damaged, or far larger than any session
    """
    from openpyxl import load_workbook  # slow to import, and a text needs none of it

    has_formula_values = _refuse_dangerous_workbook(data)
    try:
        reader = _RowReader()
        workbook = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        return [
            Worksheet(
                strip_invisible(sheet.title),
                list(reader.read_rows(sheet.iter_rows(max_col=MAX_COLUMNS, values_only=True))),
                is_visible=sheet.sheet_state == "visible",
                has_formula_values=has_formula_values,
            )
            for sheet in workbook.worksheets
        ]
    except ImportFileError:
        raise
    except Exception as error:  # openpyxl raises errors of any kind for a damaged file
        raise ImportFileError(ColumnSentences.COLUMNS_BROKEN_WORKBOOK) from error


def join_sheets(sheets: Sequence[Worksheet], headings: Sequence[str]) -> Worksheet:
    """Return *sheets* with equal *headings* as one, with a column for their titles.

    If the titles name no field, a row that several sheets have is kept once.
    """
    if len(sheets) < 2:
        return sheets[0]
    field, values = _find_title_field([sheet.title for sheet in sheets])
    is_known = bool(field) and any(find_field(heading) == field for heading in headings)
    title_headings = [] if is_known else [_TITLE_FIELDS.get(field, _WORKSHEET_COLUMN)]
    rows: Cells = []
    starts = []
    seen_rows: set[tuple[str, ...]] = set()
    for sheet, value in zip(sheets, values, strict=True):
        starts.append((len(rows), sheet.title))
        heading_index = sheet.rows.index(list(headings))
        below = sheet.rows[heading_index + 1 :]
        rows += [*sheet.rows[:heading_index], [*headings, *title_headings]]
        rows += [
            []
            if title_headings == [_WORKSHEET_COLUMN] and tuple(row) in seen_rows
            else _append_value(row, len(headings), value)
            for row in below
        ]
        seen_rows.update(map(tuple, below))
    return Worksheet(
        "", rows, table_starts=tuple(starts), has_formula_values=sheets[0].has_formula_values
    )


def unfold_sheet(sheet: Worksheet, heading: int) -> Worksheet:
    """Return *sheet* with side-by-side tables placed one below the other.

    >>> unfold_sheet(Worksheet("", [["Bd", "NS", "EW", "", "Bd", "NS", "EW"], ["1", "5", "7", "", "2", "6", "8"]]), 0).rows
    [['Bd', 'NS', 'EW'], ['1', '5', '7'], ['Bd', 'NS', 'EW'], ['2', '6', '8']]
    """
    headings = sheet.rows[heading]
    start_columns = [
        index for index, title in enumerate(headings) if title and title == headings[0]
    ]
    parts = [slice(start, end) for start, end in pairwise([*start_columns, len(headings)])]
    tables = {_cut_table(headings, part) for part in parts}
    if (
        sheet.table_starts
        or len(parts) < 2
        or len(tables) > 1
        or len(find_fields(tables.pop())) < _MIN_FIELDS
    ):
        return sheet
    rows = [list(_cut_table(row, part)) for part in parts for row in sheet.rows]
    starts = tuple((index * len(sheet.rows), "") for index in range(len(parts)))
    return Worksheet("", rows, table_starts=starts, has_formula_values=sheet.has_formula_values)


def _cut_table(row: Sequence[str], part: slice) -> tuple[str, ...]:
    """Return the cells of one of several side-by-side tables, without empty ones at the end."""
    cells = list(row[part])
    while cells and not cells[-1]:
        cells.pop()
    return tuple(cells)


def _append_value(row: list[str], width: int, value: str) -> list[str]:
    """Return a *row* with *value* appended, unless it has one cell."""
    if len(row) - row.count("") < 2:
        return row
    return [*row[:width], *[""] * (width - len(row)), value]


def _find_title_field(titles: Sequence[str]) -> tuple[str, list[str]]:
    """Return the field that the *titles* of sheets hold, and its values."""
    if all(map(read_date, titles)):
        return "session", list(titles)
    matches = [match for title in titles if (match := _NAMED.fullmatch(title))]
    fields = {find_field(match["word"]) if match["word"] else "section" for match in matches}
    if len(matches) == len(titles) and len(fields) == 1 and not fields.isdisjoint(_TITLE_FIELDS):
        return fields.pop(), [match["value"] for match in matches]
    return "", list(titles)


class _RowReader:
    """Reads the rows of all worksheets, within limits of size and time."""

    def __init__(self) -> None:
        # The time of this thread only, since others may keep the machine busy.
        self._deadline = time.thread_time() + MAX_SECONDS
        self._count = 0

    def read_rows(self, rows: Iterable[Sequence[object]]) -> Iterator[list[str]]:
        """Yield *rows* as texts without empty cells at the end."""
        for row in rows:
            if self._count % _ROWS_PER_CLOCK_CHECK == 0 and time.thread_time() > self._deadline:
                raise ImportFileError(ColumnSentences.COLUMNS_SLOW_WORKBOOK, seconds=MAX_SECONDS)
            self._count += 1
            if self._count > MAX_BOOK_ROWS:
                raise ImportFileError(ColumnSentences.COLUMNS_TOO_MANY_ROWS, limit=MAX_BOOK_ROWS)
            # Most rows have no gap between cells, so the padding at their end is cut at once.
            filled = len(row) - row.count(None)
            values = row[:filled] if None not in row[:filled] else row
            cells = [_format_cell_value(value) for value in values]
            while cells and not cells[-1]:
                cells.pop()
            yield cells


def _format_cell_value(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        # A calculated figure has sixteen digits, of which the last are noise.
        return str(int(value)) if value.is_integer() else f"{value:.6f}".rstrip("0").rstrip(".")
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    return _clean_cell_text(str(value)[:_MAX_CELL_LENGTH])


@lru_cache(maxsize=65_536)
def _clean_cell_text(text: str) -> str:
    return strip_formula_guard(strip_invisible(text))


def strip_formula_guard(cell: str) -> str:
    """Return *cell* without the apostrophe by which a formula is kept from running."""
    if cell.startswith("'") and is_formula_like(cell[1:]):
        return cell[1:]
    return cell


def _refuse_dangerous_workbook(data: bytes) -> bool:
    """Raise if a workbook expands too much or declares entities.

    Return whether every formula has a value. Some programs write formulas without one, and leave
    the calculation to a spreadsheet.
    """
    has_formula_values = True
    try:
        with ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            if len(members) > _MAX_PARTS:
                raise ImportFileError(ColumnSentences.COLUMNS_OVERGROWN)
            # zipfile unpacks no more of a member than the size that it declares.
            if sum(member.file_size for member in members) > _MAX_UNPACKED_BYTES:
                raise ImportFileError(
                    ColumnSentences.COLUMNS_SWOLLEN_WORKBOOK, limit=_MAX_UNPACKED_BYTES // 1_000_000
                )
            size = _WorkbookCost()
            for member in members:
                with archive.open(member) as file:
                    previous_text = b""
                    while piece := file.read(_PIECE_BYTES):
                        text = piece.replace(b"\0", b"")  # of UTF-16
                        size.add_piece(text)
                        if _ENTITY in previous_text + text:
                            raise ImportFileError(ColumnSentences.COLUMNS_ENTITY)
                        has_formula_values = has_formula_values and not _UNCOUNTED.search(
                            previous_text + text
                        )
                        previous_text = text[-200:]
    except ImportFileError:
        raise
    except Exception as error:  # zipfile too raises errors of many kinds
        raise ImportFileError(ColumnSentences.COLUMNS_BROKEN_WORKBOOK) from error
    return has_formula_values


class _WorkbookCost:
    """The cost of reading a workbook, counted before openpyxl reads it."""

    def __init__(self) -> None:
        self._rows = self._cells = self._elements = 0

    def add_piece(self, text: bytes) -> None:
        """Count the elements of *text*, a piece of a part.

        :raises ImportFileError: if the workbook has too many rows, cells, or other elements
        """
        self._rows += len(_ROW.findall(text))
        if self._rows > MAX_BOOK_ROWS:
            raise ImportFileError(ColumnSentences.COLUMNS_TOO_MANY_ROWS, limit=MAX_BOOK_ROWS)
        self._cells += len(_CELL.findall(text))
        if self._cells > MAX_CELLS:
            raise ImportFileError(ColumnSentences.COLUMNS_TOO_MANY_CELLS, limit=MAX_CELLS)
        self._elements += text.count(b"<") - text.count(b"</")
        self._elements += sum(_FORMAT_COST if name else _SHEET_COST for name in _SLOW.findall(text))
        if self._elements > MAX_ELEMENTS:
            raise ImportFileError(ColumnSentences.COLUMNS_OVERGROWN)
