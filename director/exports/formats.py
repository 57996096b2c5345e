"""The kinds of files an event can be taken away as."""

from collections.abc import Callable
from dataclasses import dataclass

from director.exports.csv import event_csv_zip, table_csv
from director.exports.tables import event_tables, table_name
from director.exports.xlsx import event_xlsx
from director.sheets import EventSheets


class ExportError(ValueError):
    """A file that cannot be made; ``str()`` is one sentence."""


@dataclass(frozen=True, slots=True)
class ExportFile:
    """A finished file: what it holds, its type for a browser and the ending of its name."""

    content: bytes
    content_type: str
    suffix: str


def export_file(sheets: EventSheets, form: str, *, table: str = "") -> ExportFile:
    """Return the event of *sheets* in the format *form*: ``xlsx``, ``csv`` or ``zip``.

    A workbook and a zip hold every table; a CSV file holds one, named by *table* (standings unless told).

    :raises ExportError: naming the formats or tables there are
    """
    if form not in _FORMATS:
        raise ExportError(f'There is no export format "{form}" here; choose one of {", ".join(_FORMATS)}.')
    if table and form != "csv":
        raise ExportError(f"A file of the format {form} holds every table; a single table is a csv file.")
    return _FORMATS[form](sheets, table or "standings")


def _csv(sheets: EventSheets, name: str) -> ExportFile:
    tables = {table_name(table): table for table in event_tables(sheets)}
    if name not in tables:
        raise ExportError(f'There is no table "{name}"; choose one of {", ".join(tables)}.')
    return ExportFile(table_csv(tables[name]), "text/csv; charset=utf-8", f"-{name}.csv")


def _xlsx(sheets: EventSheets, _table: str) -> ExportFile:
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    return ExportFile(event_xlsx(sheets), kind, ".xlsx")


def _zip(sheets: EventSheets, _table: str) -> ExportFile:
    return ExportFile(event_csv_zip(sheets), "application/zip", ".zip")


_FORMATS: dict[str, Callable[[EventSheets, str], ExportFile]] = {"xlsx": _xlsx, "csv": _csv, "zip": _zip}
EXPORT_FORMATS = tuple(_FORMATS)
"""The formats there are, the most used first."""
