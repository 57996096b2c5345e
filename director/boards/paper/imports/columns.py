"""What the columns of a file are, asked of the director before anything is stored."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from director.core.base.imports import SentFile
from director.formats.columns.headings import FIELDS
from director.formats.columns.model import Columns

_MOST_COLUMNS = 100
_PREFIX = "column_"
_LONGEST = 14
_MOST_SHOWN = 3


@dataclass(frozen=True, slots=True)
class ColumnView:
    """A column of the file: its box, title, meaning and first cells."""

    name: str
    title: str
    field: str
    cells: tuple[str, ...]

    @property
    def first(self) -> str:
        """Its first different cells, as far as they are short."""
        cells = list(dict.fromkeys(filter(None, self.cells)))[:_MOST_SHOWN]
        return ", ".join(f"{cell[:_LONGEST]}…" if len(cell) > _LONGEST else cell for cell in cells)


@dataclass(frozen=True, slots=True)
class ColumnsShown:
    """The columns of a file called *name* as they are shown."""

    columns: tuple[ColumnView, ...]
    count: int
    lacking: tuple[str, ...]
    name: str

    @property
    def choices(self) -> list[tuple[str, str]]:
        """What a column can be."""
        return [("", "–"), *FIELDS.items()]

    @property
    def lacks(self) -> str:
        """The meanings that no column has, in words."""
        return ", ".join(self.lacking)

    @property
    def recognised(self) -> str:
        """What the columns hold, in words."""
        return ", ".join(FIELDS[column.field] for column in self.columns if column.field)


def columns_shown(columns: Columns, name: str) -> ColumnsShown:
    """Return how *columns* of the file called *name* are shown."""
    shown = (
        ColumnView(
            f"{_PREFIX}{at}", title, columns.fields[at], tuple(row[at] for row in columns.sample)
        )
        for at, title in enumerate(columns.titles)
    )
    return ColumnsShown(tuple(shown), columns.count, columns.lacking, name)


def fields_posted(data: Mapping[str, str], sent: SentFile) -> Sequence[str]:
    """Return the chosen meaning of each column of *sent*."""
    if data.get("mark") == sent.mark:
        return list(_chosen(data))
    return ()


def _chosen(data: Mapping[str, str]) -> Iterator[str]:
    for at in range(_MOST_COLUMNS):
        if (chosen := data.get(f"{_PREFIX}{at}")) is None:
            return
        yield chosen
