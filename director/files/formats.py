"""The kinds of files an event can be taken away as."""

from collections.abc import Callable
from dataclasses import dataclass

from director.files.csv import SEPARATORS, Separator, table_csv, tables_csv_zip
from director.files.errors import HoldsEveryTableError, NoFormatError, NoSeparatorError, NoTableError
from director.files.grid import TableData
from director.files.xlsx import tables_xlsx
from director.sheets import Heading


@dataclass(frozen=True, slots=True)
class ExportFile:
    """A finished file: what it holds, its type for a browser and the ending of its name."""

    content: bytes
    content_type: str
    suffix: str


@dataclass(frozen=True, slots=True)
class EventTables:
    """Everything that can be taken away: what makes each table, by name, and what the pages of a workbook carry."""

    makers: dict[str, Callable[[], TableData]]
    heading: Heading

    @property
    def tables(self) -> tuple[TableData, ...]:
        """All tables, made now."""
        return tuple(make() for make in self.makers.values())

    @property
    def first(self) -> TableData:
        """The table that is asked for most, made now."""
        return next(iter(self.makers.values()))()


@dataclass(frozen=True, slots=True)
class _Wishes:
    """How a file is wanted: which table a CSV file holds and how it is written, what a workbook is printed on."""

    table: str
    separator: Separator
    paper: str


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """A format: its *key*, its *label* for people, what makes a file, and whether it *holds_one* table and not all."""

    key: str
    label: str
    make: Callable[[EventTables, _Wishes], ExportFile]
    holds_one: bool = False


def export_file(
    event: EventTables, form: str, *, table: str = "", separator: str = "", paper: str = "a4"
) -> ExportFile:
    """Return *event* in the format *form*: ``xlsx``, ``csv`` or ``zip``.

    A workbook and a zip hold every table; a CSV file holds one, named by *table* (standings unless told).  *separator*
    is a key of ``SEPARATORS`` for CSV, *paper* ("a4" or "letter") what a workbook is printed on.

    :raises ExportError: naming the formats or tables there are
    """
    chosen = next((known for known in FORMATS if known.key == form), None)
    if chosen is None:
        raise NoFormatError(form=form, known=", ".join(export_formats()))
    if table and not chosen.holds_one:
        raise HoldsEveryTableError(form=form)
    separator = separator or next(iter(SEPARATORS))
    if separator not in SEPARATORS:
        raise NoSeparatorError(separator=separator, known=", ".join(SEPARATORS))
    return chosen.make(event, _Wishes(table or "standings", SEPARATORS[separator], paper))


def _csv(event: EventTables, wishes: _Wishes) -> ExportFile:
    name = wishes.table
    if name not in event.makers:
        raise NoTableError(table=name, known=", ".join(event.makers))
    content = table_csv(event.makers[name](), wishes.separator)
    return ExportFile(content, "text/csv; charset=utf-8", f"-{name}.csv")


def _xlsx(event: EventTables, wishes: _Wishes) -> ExportFile:
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    return ExportFile(tables_xlsx(event.tables, event.heading, wishes.paper), kind, ".xlsx")


def _zip(event: EventTables, wishes: _Wishes) -> ExportFile:
    return ExportFile(tables_csv_zip(event.tables, wishes.separator), "application/zip", ".zip")


FORMATS = (
    ExportFormat("xlsx", "Spreadsheet (XLSX)", _xlsx),
    ExportFormat("csv", "CSV", _csv, holds_one=True),
    ExportFormat("zip", "All tables (CSV in a zip)", _zip),
)
"""The formats there are, the most used first."""


def export_formats() -> tuple[str, ...]:
    """Return the keys of the formats there are, the most used first."""
    return tuple(known.key for known in FORMATS)
