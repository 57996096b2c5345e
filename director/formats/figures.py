"""Tables of figures in files, the same in workbooks and CSV.

Pages, workbooks and CSV files are made from the same rows, so they can't disagree. Points and
percentages are exact here; ``to_file_value`` turns them into plain numbers for a file.
"""

import csv
import io
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from enum import Enum
from fractions import Fraction
from operator import attrgetter
from typing import IO, Any, cast
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from scoring.display import format_percent, format_rounded

Value = str | int | Fraction | date | None
Row = tuple[Value, ...]


class ColumnKind(Enum):
    """The content of a column, which decides its alignment and decimals."""

    TEXT = "text"
    PLACE = "place"  # "3", or "3=" for a tie
    COUNT = "count"  # a whole number without a sign: a pair, a board, tricks
    SCORE = "score"  # a whole number with its sign
    POINTS = "points"
    PERCENT = "percent"


@dataclass(frozen=True, slots=True)
class Column:
    """A column, declared once for files, pages and paper: a stable *key*, a *title* and its kind.

    Columns with the same *group* have the same decimals, such as those of a cross-table. The value
    is the attribute of a record at *path*, which is the key if nothing else is said. *convert_value* makes
    the value of that attribute, or of the whole record if there is no path.

    A column with *needed_fact* is only in a table of which that fact is true, one that *is_optional* only
    in a table in which it isn't empty. *page* and *paper* are how a page and a printed list show it,
    None on paper if it is left out there. Files don't look at them.
    """

    key: str
    title: str
    kind: ColumnKind = ColumnKind.TEXT
    group: str = ""
    path: str = field(default="", compare=False, kw_only=True)
    convert_value: Callable[[Any], Value] | None = field(default=None, compare=False, kw_only=True)
    needed_fact: str = field(default="", compare=False, kw_only=True)
    is_optional: bool = field(default=False, compare=False, kw_only=True)
    page: Any = field(default=None, compare=False, kw_only=True)
    paper: Any = field(default=None, compare=False, kw_only=True)

    def list_values(self, records: Iterable[Any]) -> list[Value]:
        """Return the values of *records*.

        >>> Column("day", "Day", ColumnKind.COUNT).list_values([date(2025, 3, 4)])
        [4]
        """
        if self.convert_value and not self.path:
            return list(map(self.convert_value, records))
        values = map(attrgetter(self.path or self.key), records)
        return list(map(self.convert_value, values) if self.convert_value else values)


@dataclass(frozen=True, slots=True)
class TableData:
    """A table with one value for each column in every row.

    The first *block_column_count* name the group of a run of rows (a board, a pair); the first
    *fixed_column_count* stay visible when a wide table is scrolled sideways.
    """

    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    block_column_count: int = 0
    fixed_column_count: int = 0

    def with_titles(self, **title_by_key: str) -> "TableData":
        """Return the table with other titles, for a page: programs find a file's columns by theirs."""
        columns = []
        for column in self.columns:
            title = title_by_key.get(column.key, column.title)
            columns.append(replace(column, title=title))
        return replace(self, columns=tuple(columns))

    def list_columns_of_values(self) -> list[tuple[Value, ...]]:
        """Return the values of each column."""
        if self.rows:
            return list(zip(*self.rows, strict=True))
        return [() for _column in self.columns]


_EMPTY_VALUES: tuple[Value, ...] = ("", None)


def make_table(
    title: str,
    columns: Iterable[Column],
    records: Iterable[Any],
    facts: Collection[str] = (),
    *,
    block_keys: Collection[str] = (),
    fixed_keys: Collection[str] = (),
) -> TableData:
    """Return a table with a row for each of *records*, and the columns that it needs.

    *facts* are what is true of the whole table. *block_keys* and *fixed_keys* are the keys of the
    columns that name a run of rows, and of those that stay visible.

    >>> columns = (Column("year", "Year", ColumnKind.COUNT), Column("eve", "Eve", needed_fact="December"))
    >>> make_table("Days", columns, [date(2025, 3, 4)]).rows
    ((2025,),)
    """
    records = tuple(records)
    shown_columns = []
    values = []
    for column in columns:
        if column.needed_fact and column.needed_fact not in facts:
            continue
        column_values = column.list_values(records)
        if column.is_optional and all(value in _EMPTY_VALUES for value in column_values):
            continue
        shown_columns.append(column)
        values.append(column_values)
    return TableData(
        title,
        tuple(shown_columns),
        tuple(zip(*values, strict=True)),
        block_column_count=sum(column.key in block_keys for column in shown_columns),
        fixed_column_count=sum(column.key in fixed_keys for column in shown_columns),
    )


def collect_facts(**facts: object) -> set[str]:
    """Return the names of the *facts* that are true, for :func:`make_table`.

    >>> collect_facts(groups=["ladies"], aisles=False)
    {'groups'}
    """
    return {name for name, is_true in facts.items() if is_true}


FileValue = str | int | float | date | None

# What an XML file cannot hold: control characters other than tab and line ends, lone surrogates,
# two non-characters.
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
# A spreadsheet takes text that begins so for a formula; some strip blanks and read full-width signs
# the same way.
_FORMULA_INSIDE = re.compile(r"[,;\t]\s*(?=[=+\-@＝＋－＠])")
_FORMULA_START = re.compile(r"[\s\ufeff]*[=+\-@＝＋－＠]|[\t\r\n]")


def to_file_value(value: Value, kind: ColumnKind) -> FileValue:
    """Return *value* for a file: a number with two decimals, or text.

    Whole numbers stay ``int``, so that 97 is not written 97.0.  An empty text is an empty cell.

    >>> [to_file_value(value, ColumnKind.POINTS) for value in (Fraction(1674, 13), Fraction(97), 3, None)]
    [128.77, 97, 3, None]
    """
    if isinstance(value, str):
        return to_file_text(value)
    if isinstance(value, Fraction):
        rounded = float(
            format_percent(value) if kind is ColumnKind.PERCENT else format_rounded(value)
        )
        if rounded.is_integer():
            return int(rounded)
        return rounded
    return value


def to_file_text(text: str) -> str | None:
    """Return *text* without characters that no file can hold, or None.

    >>> to_file_text("Ada\\x00 Ash"), to_file_text("")
    ('Ada� Ash', None)
    """
    if text.isprintable():  # Nearly every text is, and this is faster than the search.
        return text or None
    return _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", text)


def escape_formulas(text: str) -> str:
    """Return *text* with an apostrophe wherever a spreadsheet might begin a formula.

    That is at the beginning, and after a comma, a semicolon or a tab: a spreadsheet that expects
    another separator than the file's cuts its cells there.

    >>> [escape_formulas(text) for text in ("=1+1", "Ada;=1+1", "Ada Ash, Bert")]
    ["'=1+1", "Ada;'=1+1", 'Ada Ash, Bert']
    """
    inside = _FORMULA_INSIDE.sub(r"\g<0>'", text)
    if is_formula_like(inside):
        return f"'{inside}"
    return inside


def is_formula_like(text: str) -> bool:
    """Return whether a spreadsheet might run *text* as a formula.

    >>> [is_formula_like(text) for text in ("=1+1", " @SUM(A1)", "-2", "Ada Ash", "")]
    [True, True, True, False, False]
    """
    return _FORMULA_START.match(text) is not None


def to_file_rows(table: TableData) -> tuple[tuple[FileValue, ...], ...]:
    """Return the rows of *table* for a file."""
    kinds = [column.kind for column in table.columns]
    return tuple(tuple(map(to_file_value, row, kinds)) for row in table.rows)


def compute_column_decimals(table: TableData) -> list[int]:
    """Return the decimals of each column of *table*.

    Percentages always have two; points have none where all are whole, one where no more is needed,
    else two. Columns of a group have as many as the one that needs most.

    >>> points, total = Column("points", "Points", ColumnKind.POINTS), Column("total", "Total", ColumnKind.POINTS)
    >>> compute_column_decimals(TableData("Standings", (points, total), ((3, Fraction(386, 3)), (4, 97))))
    [0, 2]
    """
    decimals = [2 if column.kind is ColumnKind.PERCENT else 0 for column in table.columns]
    decimals_by_group: dict[str, int] = {}
    for index, column in enumerate(table.columns):
        if column.kind is ColumnKind.POINTS:
            figures = (str(to_file_value(row[index], column.kind)) for row in table.rows)
            decimals[index] = max((len(figure.partition(".")[2]) for figure in figures), default=0)
            group_decimals = max(decimals[index], decimals_by_group.get(column.group, 0))
            decimals_by_group[column.group] = group_decimals
    for index, column in enumerate(table.columns):
        if column.group:
            decimals[index] = decimals_by_group.get(column.group, 0)
    return decimals


# CSV files are UTF-8 with a byte-order mark, because Excel misreads accented names without it; comma,
# CRLF and doubled quotes follow RFC 4180. Spreadsheets in languages with a decimal comma expect
# semicolons between cells, so a separator sets both.


@dataclass(frozen=True, slots=True)
class Separator:
    """The separator of cells, and the decimal sign."""

    cell_separator: str
    decimal_sign: str


SEPARATORS = {"comma": Separator(",", "."), "semicolon": Separator(";", ",")}
"""Kinds of CSV files by their name in addresses. The first is the default."""
COMMA = SEPARATORS["comma"]


def write_table_csv(table: TableData, separator: Separator = COMMA) -> bytes:
    """Return *table* as a CSV file whose first line holds the titles.

    Figures are rounded as :func:`~director.formats.figures.to_file_value` does; text that a
    spreadsheet would run as a formula is written behind an apostrophe, which Excel and LibreOffice
    read as "this is text".
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=separator.cell_separator)
    writer.writerow([_format_csv_cell(column.title, separator) for column in table.columns])
    writer.writerows(
        [_format_csv_cell(value, separator) for value in row] for row in to_file_rows(table)
    )
    return text.getvalue().encode("utf-8-sig")


def write_tables_zip(table_by_name: Mapping[str, TableData], separator: Separator = COMMA) -> bytes:
    """Return a zip file with a CSV for each table (``pair-cards.csv``).

    The same event gives the same bytes: no time of writing is kept.
    """
    return zip_files(
        {f"{name}.csv": write_table_csv(table, separator) for name, table in table_by_name.items()}
    )


def zip_files(files: Mapping[str, bytes]) -> bytes:
    """Return a zip file with *files*. Equal files give equal bytes."""
    buffer = io.BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for file_name, content in files.items():
            member = ZipInfo(file_name)
            member.compress_type = ZIP_DEFLATED
            archive.writestr(member, content)
    return buffer.getvalue()


class _ChunkBuffer:
    """A stream that can't seek. What was written is taken away by and by."""

    def __init__(self) -> None:
        self._chunks: list[bytes] = []

    def write(self, chunk: bytes) -> int:
        """Add *chunk*."""
        self._chunks.append(bytes(chunk))
        return len(chunk)

    def flush(self) -> None:
        """Do nothing: there is no file below."""

    def pop_chunks(self) -> bytes:
        """Return what was written since the last call."""
        content = b"".join(self._chunks)
        self._chunks.clear()
        return content


def iter_zip_chunks(files: Iterable[tuple[str, bytes]]) -> Iterator[bytes]:
    """Yield a zip file with *files* piece by piece, so that only one of them is in memory.

    >>> chunks = iter_zip_chunks([("a.txt", b"A"), ("b.txt", b"B")])
    >>> ZipFile(io.BytesIO(b"".join(chunks))).namelist()
    ['a.txt', 'b.txt']
    """
    buffer = _ChunkBuffer()
    # ZipFile only writes to it and flushes it.
    with ZipFile(cast(IO[bytes], buffer), "w", ZIP_DEFLATED) as archive:
        for file_name, content in files:
            member = ZipInfo(file_name)
            member.compress_type = ZIP_DEFLATED
            archive.writestr(member, content)
            yield buffer.pop_chunks()
    yield buffer.pop_chunks()


def _format_csv_cell(value: FileValue, separator: Separator) -> FileValue:
    if isinstance(value, float):
        return str(value).replace(".", separator.decimal_sign)
    if isinstance(value, str):
        return escape_formulas(value)
    return value
