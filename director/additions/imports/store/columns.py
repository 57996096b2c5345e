"""Show the columns of an imported file, for the director to say what each one holds."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from director.additions.imports.formats.columns.model import ColumnFile
from director.additions.imports.formats.columns.questions import (
    describe_missing_parts,
    find_missing_parts,
)
from director.core.base.uploads import SentFile
from director.formats.headings import FIELDS

_MAX_COLUMNS = 100
_FIELD_PREFIX = "column_"
_MAX_CELL_LENGTH = 14
_MAX_SAMPLE_CELLS = 3


@dataclass(frozen=True, slots=True)
class ColumnView:
    """A column of the file: its box, title, meaning and first cells."""

    name: str
    title: str
    field: str
    cells: tuple[str, ...]

    @property
    def first_cells(self) -> str:
        """The first different cells, each cut to a few letters."""
        cells = list(dict.fromkeys(filter(None, self.cells)))[:_MAX_SAMPLE_CELLS]
        return ", ".join(map(_shorten_cell, cells))


def _shorten_cell(cell: str) -> str:
    if len(cell) > _MAX_CELL_LENGTH:
        return f"{cell[:_MAX_CELL_LENGTH]}…"
    return cell


@dataclass(frozen=True, slots=True)
class ColumnsView:
    """The columns of a file called *name*.

    *missing_fields* are needed fields that no column has. *question* asks about parts of results
    that an unknown column may have.
    """

    columns: tuple[ColumnView, ...]
    line_count: int
    missing_fields: tuple[str, ...]
    name: str
    question: str = ""

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The meanings that a column can have."""
        return [("", "–"), *FIELDS.items()]

    @property
    def missing_words(self) -> str:
        """The meanings that no column has, in words."""
        return ", ".join(self.missing_fields)

    @property
    def recognised_words(self) -> str:
        """The meanings of the columns, in words."""
        return ", ".join(FIELDS[column.field] for column in self.columns if column.field)


def make_columns_view(columns: ColumnFile, name: str) -> ColumnsView:
    """Return *columns* of the file called *name* as the page shows them."""
    views = []
    for index, title in enumerate(columns.titles):
        cells = tuple(row[index] for row in columns.sample)
        views.append(ColumnView(f"{_FIELD_PREFIX}{index}", title, columns.fields[index], cells))
    parts = find_missing_parts(columns)
    question = describe_missing_parts(parts) if parts else ""
    return ColumnsView(tuple(views), columns.line_count, columns.missing_fields, name, question)


def read_posted_fields(data: Mapping[str, str], sent: SentFile) -> Sequence[str]:
    """Return the chosen meaning of each column of *sent*."""
    # The mark identifies the file: choices for another file say nothing about this one.
    if data.get("mark") == sent.mark:
        return list(_list_posted_fields(data))
    return ()


def _list_posted_fields(data: Mapping[str, str]) -> Iterator[str]:
    for index in range(_MAX_COLUMNS):
        field = data.get(f"{_FIELD_PREFIX}{index}")
        if field is None:
            return
        yield field
