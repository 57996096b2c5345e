"""Rows of text from a CSV file, a workbook or a table in plain text, within limits.

A workbook may have several sheets, which are read as one.
"""

import csv
import io
import re
import time
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from itertools import islice, pairwise
from operator import itemgetter
from zipfile import ZipFile

from director.formats.dates import read_date
from director.formats.errors import ImportFileError
from director.formats.figures import is_formula_like
from director.formats.headings import find_field, find_fields
from director.formats.reading import decode_text, describe_file_kind, strip_invisible

# Workbooks.


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
        raise _make_columns_broken_workbook_error() from error


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
                raise ImportFileError(
                    "columns-slow-workbook",
                    "Reading the workbook takes longer than {seconds} seconds. Choose a file with one "
                    "session.",
                    seconds=MAX_SECONDS,
                )
            self._count += 1
            if self._count > MAX_BOOK_ROWS:
                raise _make_columns_too_many_rows_error(limit=MAX_BOOK_ROWS)
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
                raise _make_columns_overgrown_error()
            # zipfile unpacks no more of a member than the size that it declares.
            if sum(member.file_size for member in members) > _MAX_UNPACKED_BYTES:
                raise ImportFileError(
                    "columns-swollen-workbook",
                    "The workbook is larger than {limit} MB when unpacked. Choose another file.",
                    limit=_MAX_UNPACKED_BYTES // 1_000_000,
                )
            size = _WorkbookCost()
            for member in members:
                with archive.open(member) as file:
                    previous_text = b""
                    while piece := file.read(_PIECE_BYTES):
                        text = piece.replace(b"\0", b"")  # of UTF-16
                        size.add_piece(text)
                        if _ENTITY in previous_text + text:
                            raise ImportFileError(
                                "columns-entity",
                                "The workbook contains XML entities, which can be unsafe. Save it again from a "
                                "spreadsheet.",
                            )
                        has_formula_values = has_formula_values and not _UNCOUNTED.search(
                            previous_text + text
                        )
                        previous_text = text[-200:]
    except ImportFileError:
        raise
    except Exception as error:  # zipfile too raises errors of many kinds
        raise _make_columns_broken_workbook_error() from error
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
            raise _make_columns_too_many_rows_error(limit=MAX_BOOK_ROWS)
        self._cells += len(_CELL.findall(text))
        if self._cells > MAX_CELLS:
            raise ImportFileError(
                "columns-too-many-cells",
                "The workbook has more than {limit} cells. Choose a file with one session, or save "
                "its sheet as CSV.",
                limit=MAX_CELLS,
            )
        self._elements += text.count(b"<") - text.count(b"</")
        self._elements += sum(_FORMAT_COST if name else _SHEET_COST for name in _SLOW.findall(text))
        if self._elements > MAX_ELEMENTS:
            raise _make_columns_overgrown_error()


# Plain text: cells are where blanks line up, as in a table typed or printed with one font.


_WIDE_BLANKS = re.compile(r" {2,}|\t")
_MAX_WIDTH = 500
_MIN_CELLS = 4
_MAX_LINES = 2_000
"""Lines in which columns are looked for."""


def cut_by_blanks(lines: Sequence[str]) -> Iterator[list[str]]:
    """Yield the cells of each line. A cell may be empty if the columns line up.

    >>> [*cut_by_blanks(["Bd   NS  EW  Ctr   By", "1    1   2   Pass", "1    3   4   2H    W "])][1:]
    [['1', '1', '2', 'Pass', ''], ['1', '3', '4', '2H', 'W']]

    Lines without columns are cut at wide blanks.
    """
    heading = max(lines, key=_count_cells, default="")
    columns = _find_columns(
        [line for line in lines[:_MAX_LINES] if _count_cells(line) >= _MIN_CELLS]
    )
    if len(columns) != _count_cells(heading):
        columns = []
    for line in lines:
        if columns and _fits(line, columns):
            yield [line[start:end].strip() for start, end in columns]
        else:
            yield _WIDE_BLANKS.split(line.strip(" "))


def _count_cells(line: str) -> int:
    return len(_WIDE_BLANKS.split(line.strip(" ")))


def _find_columns(lines: Sequence[str]) -> list[tuple[int, int]]:
    """Return the first and last position of each column that no line of *lines* crosses."""
    width = max(map(len, lines), default=0)
    if width > _MAX_WIDTH or any("\t" in line for line in lines):
        return []
    taken = [False] * width
    for line in lines:
        for position, sign in enumerate(line):
            if sign != " ":
                taken[position] = True
    starts = [
        position
        for position in range(width)
        if taken[position] and not (position and taken[position - 1])
    ]
    return list(pairwise([*starts, width]))


def _fits(line: str, columns: Sequence[tuple[int, int]]) -> bool:
    """Return whether *line* is as wide as the columns and has blanks between them."""
    return _count_cells(line) >= _MIN_CELLS and all(
        line[start - 1 : start].isspace() for start, _end in columns[1:] if start <= len(line)
    )


# Any of these files.


WORKBOOK = "an Excel workbook (.xlsx)"
_DELIMITERS = ",;\t|"
_RARE_DELIMITERS = "~^:"
_MIN_RARE_FIELDS = 4
"""Headings known with a rare sign between them, which also occurs in other text."""
_MIN_SWALLOWED_SIGNS = 4
"""Signs between cells in a line of one cell. A remark of several lines has fewer."""
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
                raise ImportFileError(
                    "columns-open-quote",
                    "A quotation mark isn’t closed, so the rows up to line {line} run together. Delete "
                    "the mark, or save the table again as CSV.",
                    line=reader.line_num,
                )
            cells = list(map(_clean_cell, row[:MAX_COLUMNS]))
            yield cells if any(cells) else []
    except csv.Error as error:
        if not is_sample:
            raise ImportFileError(
                "columns-broken-rows",
                "Line {line} isn’t valid CSV ({reason}). Save the table again as CSV.",
                line=reader.line_num,
                reason=str(error),
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
            raise _make_columns_too_many_rows_error(limit=MAX_ROWS)
        yield row


def _make_columns_broken_workbook_error() -> ImportFileError:
    return ImportFileError(
        "columns-broken-workbook",
        "The workbook can’t be read here. Open it in a spreadsheet and save the sheet with "
        "the results as CSV.",
    )


def _make_columns_overgrown_error() -> ImportFileError:
    return ImportFileError(
        "columns-overgrown",
        "The workbook has too many sheets, texts or formats. Save the sheet with the results "
        "as CSV.",
    )


def _make_columns_too_many_rows_error(*, limit: object) -> ImportFileError:
    return ImportFileError(
        "columns-too-many-rows",
        "The file has more than {limit} rows. Choose a file with one session.",
        limit=limit,
    )
