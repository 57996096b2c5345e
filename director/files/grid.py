"""A grid of bare values: columns, rows, and what a column holds.

Screen, spreadsheet and CSV all dress these same rows, so that they cannot disagree.  Points and percentages stay exact
here; ``figures`` holds the one step in which a file turns them into plain numbers.
"""

from dataclasses import dataclass
from datetime import date
from enum import Enum
from fractions import Fraction

Value = str | int | Fraction | date | None
Row = tuple[Value, ...]


class Kind(Enum):
    """What a column holds, and so how it is aligned and how many decimals it has."""

    TEXT = "text"
    PLACE = "place"  # "3", or "3=" for a tie
    COUNT = "count"  # a whole number without a sign: a pair, a board, tricks
    SCORE = "score"  # a whole number with its sign
    POINTS = "points"
    PERCENT = "percent"


@dataclass(frozen=True, slots=True)
class Column:
    """One column: a stable *key* for programs, a *title* for people and what it holds."""

    key: str
    title: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class TableData:
    """A table ready to be dressed; every row has one value for each column.

    The first *block_columns* name what a run of rows belongs to (a board, a pair); the first *fixed_columns* stay in
    sight where a wide table is scrolled sideways.
    """

    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    block_columns: int = 0
    fixed_columns: int = 0


def table_name(table: TableData) -> str:
    """Return how a table is asked for and its file is called.

    >>> table_name(TableData("Pair cards", (), ()))
    'pair-cards'
    """
    return table.title.lower().replace(" ", "-")
