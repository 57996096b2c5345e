"""The rows of a list and what each column holds."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from director.formats.cells import CellRows
from director.formats.errors import IgnoredParts
from director.formats.names.headings import (
    CAPTAIN,
    DIRECTION,
    GROUP,
    GUESTS,
    PERSON_FIELDS,
    PLACE,
    ROW_NUMBER,
    TEAM,
    VISITOR,
    ListColumn,
)

PEOPLE = "people"
PAIRS = "pairs"
PLAYERS = "players"
TEAMS = "teams"
PLAYERS_OF_TEAMS = "players of teams"
"""What a list is of."""
SAMPLE_ROWS = 400
"""Rows of a list by which its columns are judged."""
MAX_SAMPLE_CELLS = 3
_USED_FIELDS = {
    PEOPLE: (VISITOR,),
    PAIRS: (PLACE, DIRECTION),
    PLAYERS: (PLACE, VISITOR, GUESTS, GROUP),
    PLAYERS_OF_TEAMS: (PLACE, VISITOR, GUESTS, GROUP, TEAM),
    TEAMS: (PLACE, TEAM, CAPTAIN),
}
"""What a list is read for besides names, numbers and addresses."""


@dataclass(frozen=True)
class PeopleTable:
    """The rows of a list for *shape*, and what each column holds.

    *rows* are those below the headings, with their *line_nos*. *titles* are the headings by column,
    and *top_rows* what is above them.
    """

    shape: str
    rows: CellRows
    line_nos: Sequence[int]
    columns: tuple[ListColumn, ...]
    titles: tuple[str, ...] = ()
    top_rows: CellRows = field(default_factory=list)

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.columns)

    def get_title(self, index: int) -> str:
        """Return the heading of a column, or "Column 2" without one."""
        title = self.titles[index].strip("[]") if index < len(self.titles) else ""
        return title or f"Column {index + 1}"

    def list_samples(self, index: int) -> list[str]:
        """Return the first different cells of a column."""
        return list(dict.fromkeys(self.list_cells(index)))[:MAX_SAMPLE_CELLS]

    def list_cells(self, index: int) -> list[str]:
        """Return the filled cells of a column in the first rows."""
        return [row[index] for row in self.rows[:SAMPLE_ROWS] if index < len(row) and row[index]]

    def without_columns(self, indexes: Iterable[int]) -> "PeopleTable":
        """Return the table without what the columns at *indexes* hold, which somebody has read."""
        read_indexes = set(indexes)
        if not read_indexes:
            return self
        rows = []
        for row in self.rows:
            rows.append(["" if index in read_indexes else cell for index, cell in enumerate(row)])
        return replace(self, rows=rows)

    def has_field(self, *fields: str) -> bool:
        """Return whether a column has one of *fields*."""
        return any(column.field in fields for column in self.columns)

    @property
    def text(self) -> str:
        """The list as lines with a tab between cells."""
        lines = [*self.top_rows]
        if any(self.titles):
            lines.append(list(self.titles))
        row_by_line_no = dict(zip(self.line_nos, self.rows, strict=True))
        first_line_no = len(lines) + 1
        last_line_no = max(self.line_nos, default=0)
        for line_no in range(first_line_no, last_line_no + 1):
            lines.append(row_by_line_no.get(line_no, []))
        return "\n".join("\t".join(line) for line in lines)

    @cached_property
    def left_out(self) -> list[str]:
        """The sentences about columns that nobody needs here."""
        used_fields = {*PERSON_FIELDS, ROW_NUMBER, *_USED_FIELDS[self.shape]}
        used_indexes = {
            index for index, column in enumerate(self.columns) if column.field in used_fields
        }
        parts = IgnoredParts()
        for row in self.rows:
            for index, cell in enumerate(row):
                if cell and index not in used_indexes:
                    parts.add_part(self.get_title(index), cell)
        return list(map(str, parts.make_doubts("Columns")))
