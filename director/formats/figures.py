"""Values in files, the same in workbooks and CSV."""

import re
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum
from fractions import Fraction

from scoring import percent_text, points_text

# A grid of bare values: columns, rows, and what a column holds.
#
# Pages, workbooks and CSV files are made from the same rows, so they can't disagree. Points and
# percentages are exact here; ``to_file_value`` turns them into plain numbers for a file.

Value = str | int | Fraction | date | None
Row = tuple[Value, ...]


class Kind(Enum):
    """The content of a column, which decides its alignment and decimals."""

    TEXT = "text"
    PLACE = "place"  # "3", or "3=" for a tie
    COUNT = "count"  # a whole number without a sign: a pair, a board, tricks
    SCORE = "score"  # a whole number with its sign
    POINTS = "points"
    PERCENT = "percent"


@dataclass(frozen=True, slots=True)
class Column:
    """A column: a stable *key*, a *title* and its kind.

    Columns with the same *group* have the same decimals, such as those of a cross-table.
    """

    key: str
    title: str
    kind: Kind
    group: str = ""


@dataclass(frozen=True, slots=True)
class TableData:
    """A table with one value for each column in every row.

    The first *block_columns* name the group of a run of rows (a board, a pair); the first
    *fixed_columns* stay visible when a wide table is scrolled sideways.
    """

    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    block_columns: int = 0
    fixed_columns: int = 0

    def with_titles(self, **title_by_key: str) -> "TableData":
        """Return the table with other titles, for a page: programs find a file's columns by theirs."""
        columns = []
        for column in self.columns:
            title = title_by_key.get(column.key, column.title)
            columns.append(replace(column, title=title))
        return replace(self, columns=tuple(columns))


def get_table_name(table: TableData) -> str:
    """Return the name of a table in addresses and file names.

    >>> get_table_name(TableData("Pair cards", (), ()))
    'pair-cards'
    """
    return table.title.lower().replace(" ", "-")


FileValue = str | int | float | date | None

# What an XML file cannot hold: control characters other than tab and line ends, lone surrogates,
# two non-characters.
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
# A spreadsheet takes text that begins so for a formula; some strip blanks and read full-width signs
# the same way.
_FORMULA_INSIDE = re.compile(r"[,;\t]\s*(?=[=+\-@＝＋－＠])")
_FORMULA_START = re.compile(r"[\s\ufeff]*[=+\-@＝＋－＠]|[\t\r\n]")


def to_file_value(value: Value, kind: Kind) -> FileValue:
    """Return *value* for a file: a number with two decimals, or text.

    Whole numbers stay ``int``, so that 97 is not written 97.0.  An empty text is an empty cell.

    >>> [to_file_value(value, Kind.POINTS) for value in (Fraction(1674, 13), Fraction(97), 3, None)]
    [128.77, 97, 3, None]
    """
    if isinstance(value, str):
        return to_file_text(value)
    if isinstance(value, Fraction):
        rounded = float(percent_text(value) if kind is Kind.PERCENT else points_text(value))
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

    >>> points, total = Column("points", "Points", Kind.POINTS), Column("total", "Total", Kind.POINTS)
    >>> compute_column_decimals(TableData("Standings", (points, total), ((3, Fraction(386, 3)), (4, 97))))
    [0, 2]
    """
    decimals = [2 if column.kind is Kind.PERCENT else 0 for column in table.columns]
    most_in_group: dict[str, int] = {}
    for index, column in enumerate(table.columns):
        if column.kind is Kind.POINTS:
            figures = (str(to_file_value(row[index], column.kind)) for row in table.rows)
            decimals[index] = max((len(figure.partition(".")[2]) for figure in figures), default=0)
            most = max(decimals[index], most_in_group.get(column.group, 0))
            most_in_group[column.group] = most
    for index, column in enumerate(table.columns):
        if column.group:
            decimals[index] = most_in_group.get(column.group, 0)
    return decimals
