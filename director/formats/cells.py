"""Read rows of text from a CSV file, a workbook or a table in plain text, within limits.

The sheets of a workbook are read as one.
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

from director.formats.dates import parse_date
from director.formats.errors import ImportFileError
from director.formats.figures import is_formula_like
from director.formats.headings import get_index_by_field, match_field
from director.formats.kinds import describe_file_kind
from director.formats.reading import decode_by_headings, strip_invisible

# Workbooks.


CellRows = list[list[str]]

MAX_ROWS = 400_000
MAX_COLUMNS = 100
MAX_BOOK_ROWS = 100_000
"""Rows of all worksheets together. Openpyxl needs ten times as long for a cell as a CSV reader."""
MAX_CELLS = 200_000
"""Cells of all worksheets, about two seconds. 100 pairs with 36 boards have about 80,000."""
MAX_ELEMENTS = 600_000
"""XML elements of all parts. A cell with a value has two. Texts and formats have elements too."""
MAX_SECONDS = 10
_ROWS_PER_CLOCK_CHECK = 100
_MAX_UNPACKED_BYTES = 100_000_000
_MAX_PARTS = 3_000
_MAX_CELL_LENGTH = 500  # 100,000 cells may share one long text.
_PIECE_BYTES = 1 << 20
_ROW_ELEMENT = re.compile(rb"<(?:\w{1,20}:)?row\b")
_CELL_ELEMENT = re.compile(rb"<(?:\w{1,20}:)?c\b")
_FORMAT_ELEMENTS = (
    "xf numFmt font fill border cellStyle dxf definedName Relationship Override mergeCell hyperlink cfRule col brk "
    "conditionalFormatting dataValidation protectedRange tablePart"
)
_SLOW_ELEMENTS = re.compile(
    rb"<(?:\w{1,20}:)?(?:(%s)|sheet)\b" % _FORMAT_ELEMENTS.replace(" ", "|").encode()
)
# Time of reading one, in units of an ordinary element.
_FORMAT_COST = 6
_SHEET_COST = 500
_ENTITY = b"<!ENTITY"
_FORMULA_WITHOUT_VALUE = re.compile(
    rb'<c r="[A-Z]+[0-9]+"(?: s="[0-9]+")?><f>[^<]*</f>(?:<v ?/>|<v></v>)?</c>'
)
_NAMED_SHEET_TITLE = re.compile(r"(?P<word>[^\W\d_]*)[\s.:#_-]*(?P<value>[0-9]{1,3}|[A-Za-z])")
_TITLE_FIELDS = {
    "board": "Board",
    "round": "Round",
    "section": "Section",
    "session": "Session",
    "table": "Table",
}
_WORKSHEET_COLUMN = "Worksheet"
_MIN_FIELDS = 3  # Side-by-side tables with fewer known headings are one table.


@dataclass(frozen=True, slots=True)
class Worksheet:
    """A sheet with its rows, some of which may be empty.

    - *table_starts*: the first rows and titles of several joined tables.
    - *has_formula_values*: all formulas of the workbook have values.
    """

    title: str
    rows: CellRows
    is_visible: bool = True
    has_formula_values: bool = True
    table_starts: tuple[tuple[int, str], ...] = ()

    def describe_row(self, row_index: int) -> str:
        """Return the description of a row in messages, such as "Row 2".

        >>> Worksheet("", [["1"], ["2"]]).describe_row(1)
        'Row 2'
        >>> Worksheet("", [["1"], ["2"]], table_starts=((0, "A"), (1, "B"))).describe_row(1)
        'Sheet B, row 1'
        """
        if not self.table_starts:
            return f"Row {row_index + 1}"
        # The last table that starts at the row or above it.
        table_index = bisect_right(self.table_starts, row_index, key=itemgetter(0)) - 1
        start, title = self.table_starts[table_index]
        if title:
            return f"Sheet {title}, row {row_index - start + 1}"
        return f"Row {row_index - start + 1}"


def read_worksheets(data: bytes) -> list[Worksheet]:
    """Return the sheets of the workbook in *data*, in their order.

    :raises ImportFileError: if it is damaged, or far larger than any session
    """
    from openpyxl import load_workbook  # slow to import, and not needed for text files

    has_formula_values = _check_workbook(data)
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


def join_worksheets(sheets: Sequence[Worksheet], headings: Sequence[str]) -> Worksheet:
    """Return *sheets* with equal *headings* as one, with a column for their titles.

    If the titles don't name a field, a row that several sheets have is kept once.
    """
    if len(sheets) < 2:
        return sheets[0]
    field, values = _detect_title_field([sheet.title for sheet in sheets])
    has_title_field = bool(field) and any(match_field(heading) == field for heading in headings)
    title_headings = [] if has_title_field else [_TITLE_FIELDS.get(field, _WORKSHEET_COLUMN)]
    rows: CellRows = []
    table_starts = []
    seen_rows: set[tuple[str, ...]] = set()
    for sheet, value in zip(sheets, values, strict=True):
        table_starts.append((len(rows), sheet.title))
        heading_index = sheet.rows.index(list(headings))
        rows_below = sheet.rows[heading_index + 1 :]
        rows += [*sheet.rows[:heading_index], [*headings, *title_headings]]
        for row in rows_below:
            # A repeated row becomes empty, because messages count the rows of the sheet.
            is_repeated = title_headings == [_WORKSHEET_COLUMN] and tuple(row) in seen_rows
            rows.append([] if is_repeated else _append_value(row, len(headings), value))
        # Only now, because rows of the same sheet may be equal.
        seen_rows.update(map(tuple, rows_below))
    return Worksheet(
        "", rows, table_starts=tuple(table_starts), has_formula_values=sheets[0].has_formula_values
    )


def stack_side_by_side_tables(sheet: Worksheet, heading_index: int) -> Worksheet:
    """Return *sheet* with side-by-side tables placed one below the other.

    >>> rows = [["Bd", "NS", "EW", "", "Bd", "NS", "EW"], ["1", "5", "7", "", "2", "6", "8"]]
    >>> stack_side_by_side_tables(Worksheet("", rows), 0).rows
    [['Bd', 'NS', 'EW'], ['1', '5', '7'], ['Bd', 'NS', 'EW'], ['2', '6', '8']]
    """
    headings = sheet.rows[heading_index]
    start_columns = [
        index for index, title in enumerate(headings) if title and title == headings[0]
    ]
    column_slices = [slice(start, end) for start, end in pairwise([*start_columns, len(headings)])]
    distinct_headings = {_get_table_cells(headings, part) for part in column_slices}
    if sheet.table_starts or len(column_slices) < 2 or len(distinct_headings) > 1:
        return sheet
    if len(get_index_by_field(distinct_headings.pop())) < _MIN_FIELDS:
        return sheet
    rows = [list(_get_table_cells(row, part)) for part in column_slices for row in sheet.rows]
    table_starts = tuple((index * len(sheet.rows), "") for index in range(len(column_slices)))
    return Worksheet(
        "", rows, table_starts=table_starts, has_formula_values=sheet.has_formula_values
    )


def _get_table_cells(row: Sequence[str], column_slice: slice) -> tuple[str, ...]:
    """Return the cells of a table in *column_slice*, without empty cells at the end."""
    cells = list(row[column_slice])
    while cells and not cells[-1]:
        cells.pop()
    return tuple(cells)


def _append_value(row: list[str], width: int, value: str) -> list[str]:
    """Return a *row* with *value* in a new last column. A row of one cell stays a remark."""
    if len(row) - row.count("") < 2:
        return row
    return [*row[:width], *[""] * (width - len(row)), value]


def _detect_title_field(titles: Sequence[str]) -> tuple[str, list[str]]:
    """Return the field that the *titles* of sheets name, or "", and its values."""
    if all(map(parse_date, titles)):
        return "session", list(titles)
    matches = [match for title in titles if (match := _NAMED_SHEET_TITLE.fullmatch(title))]
    fields = {match_field(match["word"]) if match["word"] else "section" for match in matches}
    if len(matches) == len(titles) and len(fields) == 1 and not fields.isdisjoint(_TITLE_FIELDS):
        return fields.pop(), [match["value"] for match in matches]
    return "", list(titles)


class _RowReader:
    """Reads the rows of all worksheets, within limits of size and time."""

    def __init__(self) -> None:
        # The time of this thread only, because others may keep the machine busy.
        self._deadline = time.thread_time() + MAX_SECONDS
        self._row_count = 0

    def read_rows(self, rows: Iterable[Sequence[object]]) -> Iterator[list[str]]:
        """Yield *rows* as texts without empty cells at the end."""
        for row in rows:
            if self._row_count % _ROWS_PER_CLOCK_CHECK == 0 and time.thread_time() > self._deadline:
                raise ImportFileError(
                    "columns-slow-workbook",
                    "Reading the workbook takes longer than {seconds} seconds. Choose a file with one "
                    "session.",
                    seconds=MAX_SECONDS,
                )
            self._row_count += 1
            if self._row_count > MAX_BOOK_ROWS:
                raise _make_columns_too_many_rows_error(limit=MAX_BOOK_ROWS)
            # Most rows have no gap between cells, so all their empty cells are at the end.
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
        # The last of a calculated figure's sixteen digits are noise.
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
    """Return *cell* without the apostrophe that prevents a formula from running."""
    if cell.startswith("'") and is_formula_like(cell[1:]):
        return cell[1:]
    return cell


def _check_workbook(data: bytes) -> bool:
    """Raise if a workbook expands too much or declares entities.

    Return whether every formula has a value. Some programs write formulas without values, for a
    spreadsheet to calculate.
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
            workbook_cost = _WorkbookCost()
            for member in members:
                with archive.open(member) as file:
                    # The end of the previous piece, for what lies across two pieces.
                    previous_end = b""
                    while piece := file.read(_PIECE_BYTES):
                        text = piece.replace(
                            b"\0", b""
                        )  # ASCII in UTF-16 has a zero in each letter.
                        workbook_cost.add_piece(text)
                        joined_text = previous_end + text
                        if _ENTITY in joined_text:
                            raise ImportFileError(
                                "columns-entity",
                                "The workbook contains XML entities, which can be unsafe. Save it again from a "
                                "spreadsheet.",
                            )
                        if has_formula_values and _FORMULA_WITHOUT_VALUE.search(joined_text):
                            has_formula_values = False
                        previous_end = text[-200:]
    except ImportFileError:
        raise
    except Exception as error:  # zipfile raises errors of many kinds for a damaged file
        raise _make_columns_broken_workbook_error() from error
    return has_formula_values


class _WorkbookCost:
    """The cost of reading a workbook, counted before openpyxl reads it."""

    def __init__(self) -> None:
        self._row_count = 0
        self._cell_count = 0
        self._element_count = 0

    def add_piece(self, text: bytes) -> None:
        """Count the elements of *text*, a piece of a part.

        :raises ImportFileError: if the workbook has too many rows, cells, or other elements
        """
        self._row_count += len(_ROW_ELEMENT.findall(text))
        if self._row_count > MAX_BOOK_ROWS:
            raise _make_columns_too_many_rows_error(limit=MAX_BOOK_ROWS)
        self._cell_count += len(_CELL_ELEMENT.findall(text))
        if self._cell_count > MAX_CELLS:
            raise ImportFileError(
                "columns-too-many-cells",
                "The workbook has more than {limit} cells. Choose a file with one session, or save "
                "its sheet as CSV.",
                limit=MAX_CELLS,
            )
        self._element_count += text.count(b"<") - text.count(b"</")
        for format_name in _SLOW_ELEMENTS.findall(text):
            self._element_count += _FORMAT_COST if format_name else _SHEET_COST
        if self._element_count > MAX_ELEMENTS:
            raise _make_columns_overgrown_error()


# Plain text, such as a table typed with blanks in a monospaced font.


_WIDE_BLANKS = re.compile(r" {2,}|\t")
_MAX_WIDTH = 500
_MIN_CELLS = 4
_MAX_LINES = 2_000
"""Lines that are searched for columns."""


def iter_cells_by_blanks(lines: Sequence[str]) -> Iterator[list[str]]:
    """Yield the cells of each line. A cell may be empty if the columns line up.

    >>> [*iter_cells_by_blanks(["Bd   NS  EW  Ctr   By", "1    1   2   Pass", "1    3   4   2H    W "])][1:]
    [['1', '1', '2', 'Pass', ''], ['1', '3', '4', '2H', 'W']]

    Lines without columns are cut at wide blanks.
    """
    heading_line = max(lines, key=_count_cells, default="")
    table_lines = [line for line in lines[:_MAX_LINES] if _count_cells(line) >= _MIN_CELLS]
    columns = _detect_columns(table_lines)
    # With another number of columns than headings, blanks line up by chance or not at all.
    if len(columns) != _count_cells(heading_line):
        columns = []
    for line in lines:
        if columns and _fits_columns(line, columns):
            yield [line[start:end].strip() for start, end in columns]
        else:
            yield _WIDE_BLANKS.split(line.strip(" "))


def _count_cells(line: str) -> int:
    return len(_WIDE_BLANKS.split(line.strip(" ")))


def _detect_columns(lines: Sequence[str]) -> list[tuple[int, int]]:
    """Return where each column starts and ends, if *lines* have blanks between columns."""
    width = max(map(len, lines), default=0)
    if width > _MAX_WIDTH or any("\t" in line for line in lines):
        return []
    is_taken = [False] * width
    for line in lines:
        for position, sign in enumerate(line):
            if sign != " ":
                is_taken[position] = True
    # A column starts after a position that is blank in all lines.
    starts = [
        position
        for position, (is_before_taken, is_here_taken) in enumerate(pairwise([False, *is_taken]))
        if is_here_taken and not is_before_taken
    ]
    return list(pairwise([*starts, width]))


def _fits_columns(line: str, columns: Sequence[tuple[int, int]]) -> bool:
    """Return whether *line* has several cells, and blanks between the *columns*."""
    return _count_cells(line) >= _MIN_CELLS and all(
        line[start - 1 : start].isspace() for start, _end in columns[1:] if start <= len(line)
    )


# CSV files and workbooks alike.


WORKBOOK = "an Excel workbook (.xlsx)"
_DELIMITERS = ",;\t|"
_RARE_DELIMITERS = "~^:"
_MIN_RARE_FIELDS = 4
"""Known headings that a rare sign must separate, because it also occurs in other text."""
_REMARK_WORDS = range(3)
"""Words of a line that isn't a row, such as Board 2."""
_PASSED_WORDS = frozenset({"Pass", "PASS", "pass", "Passed", "AP", "P"})
_MIN_SWALLOWED_SIGNS = 4
"""Delimiters within a line of a cell that make it a row. Lines of remarks have fewer."""
_MAX_HEADING_ROWS = 300


def read_cells(data: bytes) -> CellRows:
    """Return the nonempty rows of a CSV file, or of the most likely worksheet.

    The separator of cells and the encoding are detected.

    >>> read_cells("Board;N-S\\n1;5".encode())
    [['Board', 'N-S'], ['1', '5']]

    :raises ImportFileError: if the file is damaged, or far larger than any session
    """
    if describe_file_kind(data) == WORKBOOK:
        rows_of_sheets = [_keep_filled_rows(sheet.rows) for sheet in _choose_sheets(data)]
        return max(rows_of_sheets, key=_compute_merit, default=[])
    return _keep_filled_rows(_read_csv_rows(data))


def read_result_rows(data: bytes) -> Worksheet:
    """Return the rows of a CSV file, or of all worksheets like the most likely one.

    Rows keep their position in the file, so some are empty. Several sheets are joined one below
    the other. A column has the value in their titles (``Board 7``, ``Section A``), or the titles
    under the heading ``Worksheet``.

    >>> read_result_rows(b"Board;N-S\\n\\n1;5").rows
    [['Board', 'N-S'], [], ['1', '5']]

    :raises ImportFileError: as ``read_cells``
    """
    if describe_file_kind(data) != WORKBOOK:
        return Worksheet("", _read_csv_rows(data))
    sheets = _choose_sheets(data)
    best_sheet = max(
        sheets,
        key=lambda sheet: _compute_merit(_keep_filled_rows(sheet.rows)),
        default=Worksheet("", []),
    )
    headings = _detect_headings(best_sheet.rows)
    if headings:
        similar_sheets = [sheet for sheet in sheets if _detect_headings(sheet.rows) == headings]
        return join_worksheets(similar_sheets, headings)
    return best_sheet


def _choose_sheets(data: bytes) -> list[Worksheet]:
    """Return the visible sheets, or all sheets if no visible one has headings."""
    sheets = read_worksheets(data)
    visible_sheets = [sheet for sheet in sheets if sheet.is_visible]
    if any(_detect_headings(sheet.rows) for sheet in visible_sheets):
        return visible_sheets
    return sheets


def _read_csv_rows(data: bytes) -> CellRows:
    text = decode_by_headings(data, _count_marked_fields)
    first_lines = "\n".join(text.splitlines()[:_MAX_HEADING_ROWS])
    merits = {sign: _compute_sample_merit(first_lines, sign) for sign in _DELIMITERS}
    delimiter = max(_DELIMITERS, key=merits.__getitem__)
    known_headings, _cell_count = merits[delimiter]
    if known_headings < _MIN_RARE_FIELDS:
        text, delimiter = _detect_rare_delimiter(text, first_lines, delimiter)
    return list(limit_rows(cut_rows(text, delimiter)))


def _count_marked_fields(titles: Sequence[str], _page: str) -> int:
    """Return how many headings with letters beyond ASCII are known, as a test of the encoding."""
    return sum(bool(match_field(title)) for title in titles if not title.isascii())


def _detect_rare_delimiter(text: str, first_lines: str, default_delimiter: str) -> tuple[str, str]:
    """Return *text* and its delimiter, a rare one if it separates known headings.

    Blanks between columns are replaced by tabs.
    """
    spaced_lines = _WIDE_BLANKS.sub("\t", first_lines)
    if _compute_sample_merit(spaced_lines, "\t")[0] >= _MIN_RARE_FIELDS:
        return "\n".join("\t".join(row) for row in iter_cells_by_blanks(text.splitlines())), "\t"
    if _cut_at_blanks(first_lines) and (cut_text := _cut_at_blanks(text)):
        return cut_text, "\t"
    merit, sign = max((_compute_sample_merit(first_lines, sign), sign) for sign in _RARE_DELIMITERS)
    if merit[0] >= _MIN_RARE_FIELDS:
        return text, sign
    return text, default_delimiter


def _cut_at_blanks(text: str) -> str:
    """Return *text* with tabs between words, or "" if its columns aren't single words.

    A board that was passed out may have no declarer and no tricks.

    >>> _cut_at_blanks("NS EW Contract By Score\\n3 4 Pass 0").expandtabs(1)
    'NS EW Contract By Score\\n3 4 Pass  0'
    """
    width = 0
    headings: list[str] = []
    rows = []
    for line in text.splitlines():
        words = line.split()
        if len(get_index_by_field(words)) >= _MIN_RARE_FIELDS:
            width, headings = len(words), words
        elif len(words) == width - 1:
            words = _fill_empty_score(headings, words)
        is_short = _MIN_CELLS <= len(words) < width
        passed_index = next((i for i, word in enumerate(words) if word in _PASSED_WORDS), -1)
        if is_short and passed_index >= 0:
            words[passed_index + 1 : passed_index + 1] = [""] * (width - len(words))
        if width and len(words) not in (width, *_REMARK_WORDS):
            return ""
        rows.append("\t".join(words))
    return "\n".join(rows) if width else ""


_SEATS = frozenset("NSEWO")


def _fill_empty_score(headings: Sequence[str], words: list[str]) -> list[str]:
    """Return *words* with an empty cell for the side that lost, if each side has a column for its score."""
    fields = [match_field(heading) for heading in headings]
    column = len(fields) - 2
    # A French "Par" is a seat. In English it is a score, so only the cells tell.
    seats = [index for index, word in enumerate(words) if word.upper() in _SEATS]
    is_of_both = fields[column:] in (["ns", "ew"], ["score", "score_ew"]) and column > 1
    if not is_of_both or len(seats) != 1 or "tricks" not in fields:
        return words
    is_by_ns = words[seats[0]].upper() in ("N", "S")
    is_down = words[fields.index("tricks")].startswith(("-", "−", "–"))
    return [*words, ""] if is_by_ns != is_down else [*words[:-1], "", words[-1]]


def _compute_sample_merit(first_lines: str, delimiter: str) -> tuple[int, int]:
    return _compute_merit(_keep_filled_rows(cut_rows(first_lines, delimiter, is_sample=True)))


def _keep_filled_rows(rows: Iterable[list[str]]) -> CellRows:
    return [row for row in rows if row]


def _detect_headings(rows: CellRows) -> Sequence[str]:
    heading_index = detect_heading_index(rows)
    if heading_index >= 0:
        return rows[heading_index]
    return ()


def detect_heading_index(rows: Sequence[Sequence[str]]) -> int:
    """Return the index of the row of headings in *rows*, or -1."""
    # "#Board" announces a board in a file of several parts.
    field_counts = [
        0 if row and row[0].startswith("#B") else len(get_index_by_field(row))
        for row in islice(rows, _MAX_HEADING_ROWS)
    ]
    most_fields = max(field_counts, default=0)
    if most_fields > 1:
        return field_counts.index(most_fields)
    return -1


def _compute_merit(rows: CellRows) -> tuple[int, int]:
    """Return the numbers of known headings and of cells, to compare tables by."""
    heading_index = detect_heading_index(rows)
    headings = rows[heading_index] if heading_index >= 0 else ()
    # Of tables without known headings, the one with more cells at its top is more likely.
    cell_count = sum(map(len, rows[:20]))
    return len(get_index_by_field(headings)), cell_count


def cut_rows(text: str, delimiter: str, *, is_sample: bool = False) -> Iterator[list[str]]:
    """Yield the rows of *text* with *delimiter* between cells. Some may be empty.

    A sample may end within quotation marks.

    :raises ImportFileError: if a quotation mark isn't closed
    """
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


def limit_rows(rows: Iterable[list[str]]) -> Iterator[list[str]]:
    """Yield *rows*.

    :raises ImportFileError: if there are more than ``MAX_ROWS``
    """
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
