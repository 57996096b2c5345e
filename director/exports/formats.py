"""The kinds of files an event can be taken away as."""

from collections.abc import Callable
from dataclasses import dataclass

from director.exports.csv import table_csv, tables_csv_zip
from director.exports.party import file_heading, party_tables
from director.exports.tables import TableData, event_tables, table_name
from director.exports.xlsx import tables_xlsx
from director.party_sheets import PartySheets
from director.sheets import EventSheets, Heading


class ExportError(ValueError):
    """A file that cannot be made; ``str()`` is one sentence."""


@dataclass(frozen=True, slots=True)
class ExportFile:
    """A finished file: what it holds, its type for a browser and the ending of its name."""

    content: bytes
    content_type: str
    suffix: str


@dataclass(frozen=True, slots=True)
class _Tables:
    """Everything that can be taken away: the tables, and what the pages of a workbook carry."""

    tables: tuple[TableData, ...]
    heading: Heading


def export_file(sheets: EventSheets | PartySheets, form: str, *, table: str = "") -> ExportFile:
    """Return the event or party of *sheets* in the format *form*: ``xlsx``, ``csv`` or ``zip``.

    A workbook and a zip hold every table; a CSV file holds one, named by *table* (standings unless told).

    :raises ExportError: naming the formats or tables there are
    """
    if form not in _FORMATS:
        raise ExportError(f'There is no export format "{form}" here; choose one of {", ".join(_FORMATS)}.')
    if table and form != "csv":
        raise ExportError(f"A file of the format {form} holds every table; a single table is a csv file.")
    return _FORMATS[form](_tables(sheets), table or "standings")


def _tables(sheets: EventSheets | PartySheets) -> _Tables:
    if isinstance(sheets, PartySheets):
        return _Tables(party_tables(sheets), file_heading(sheets.heading))
    return _Tables(event_tables(sheets), sheets.standings.heading)


def _csv(found: _Tables, name: str) -> ExportFile:
    tables = {table_name(table): table for table in found.tables}
    if name not in tables:
        raise ExportError(f'There is no table "{name}"; choose one of {", ".join(tables)}.')
    return ExportFile(table_csv(tables[name]), "text/csv; charset=utf-8", f"-{name}.csv")


def _xlsx(found: _Tables, _table: str) -> ExportFile:
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    return ExportFile(tables_xlsx(found.tables, found.heading), kind, ".xlsx")


def _zip(found: _Tables, _table: str) -> ExportFile:
    return ExportFile(tables_csv_zip(found.tables), "application/zip", ".zip")


_FORMATS: dict[str, Callable[[_Tables, str], ExportFile]] = {"xlsx": _xlsx, "csv": _csv, "zip": _zip}
EXPORT_FORMATS = tuple(_FORMATS)
"""The formats there are, the most used first."""
