"""The formats in which an event can be exported. Additions have others (``Addition.export_formats``)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from director.formats.errors import ExportError
from director.formats.figures import (
    Separator,
    TableData,
    write_table_csv,
    write_tables_zip,
    zip_files,
)
from director.sheets import Heading


@dataclass(frozen=True, slots=True)
class ExportFile:
    """A finished file: content, type and suffix."""

    content: bytes
    content_type: str
    suffix: str


@dataclass(frozen=True, slots=True)
class EventTables:
    """Everything that can be exported of an event.

    The names of the tables are those in addresses and file names; a title is for people.
    *results* are its results (``EventResults``) for formats of other programs, None if these can't
    express the event; *session_nos* are the numbers of the sessions that such a file can have alone.
    *can_have_member_numbers* says whether files may have membership numbers.  *whole* makes the file of the
    event with its history, *site* the public pages by file name.  *make_unnumbered_tables* makes the same
    tables without membership numbers, None if there are none.
    """

    make_table_by_name: dict[str, Callable[[], TableData]]
    heading: Heading
    results: Any = None
    session_nos: tuple[int, ...] = ()
    can_have_member_numbers: bool = True
    whole: Callable[[], bytes] | None = None
    site: Callable[[], dict[str, bytes]] | None = None
    make_unnumbered_tables: Callable[[], "EventTables"] | None = None

    @property
    def tables(self) -> tuple[TableData, ...]:
        """All tables, made now."""
        return tuple(make() for make in self.make_table_by_name.values())

    @property
    def main_table(self) -> TableData:
        """The table that is exported most, made now."""
        return next(iter(self.make_table_by_name.values()))()


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """Options of an export: table, separator, paper, key of the receiver, and number of the session.

    *receiver* is empty for the usual one, *session_no* 0 for all sessions.
    """

    table: str
    separator: Separator
    paper: str
    receiver: str = ""
    session_no: int = 0


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """A format: *key*, *label*, writer, and one of ``PURPOSES``.

    With *has_one_table* a file has one table, otherwise it has all. With *has_separator* its columns
    may also be parted by semicolons. *needed_part* names the field
    of :class:`EventTables` that it is made of, if not every event has it: ``"results"``,
    ``"whole"`` or ``"site"``. *receivers* are the keys of those it can be written for, if it
    differs between them. *list_choices* returns the labels and queries by which a page offers it of
    an event (``Event``), by default its own label and key. *boards_only_name* is its name where
    Export says that it leaves out matches without boards, empty if it has them.
    """

    key: str
    label: str
    write_file: Callable[[EventTables, ExportOptions], ExportFile]
    purpose: str
    has_one_table: bool = False
    has_separator: bool = False
    needed_part: str = ""
    receivers: tuple[str, ...] = ()
    list_choices: Callable[[Any], Sequence[tuple[str, str]]] | None = None
    boards_only_name: str = ""


def _write_csv(event_tables: EventTables, options: ExportOptions) -> ExportFile:
    name = options.table
    if name not in event_tables.make_table_by_name:
        raise ExportError(
            "export-table",
            "Unknown table “{table}”. Choose one of {known}.",
            table=name,
            known=", ".join(event_tables.make_table_by_name),
        )
    content = write_table_csv(event_tables.make_table_by_name[name](), options.separator)
    return ExportFile(content, "text/csv; charset=utf-8", f"-{name}.csv")


def _write_xlsx(event_tables: EventTables, options: ExportOptions) -> ExportFile:
    # openpyxl is slow to import, and every command would wait for it.
    from director.formats.xlsx import write_workbook

    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    return ExportFile(
        write_workbook(event_tables.tables, event_tables.heading, options.paper), kind, ".xlsx"
    )


def _write_zip(event_tables: EventTables, options: ExportOptions) -> ExportFile:
    return ExportFile(
        write_tables_zip(
            {name: make() for name, make in event_tables.make_table_by_name.items()},
            options.separator,
        ),
        "application/zip",
        ".zip",
    )


def _write_event_archive(event_tables: EventTables, _options: ExportOptions) -> ExportFile:
    assert event_tables.whole is not None  # noqa: S101  it is not offered otherwise
    return ExportFile(event_tables.whole(), "application/json", ".json")


def _write_site(event_tables: EventTables, _options: ExportOptions) -> ExportFile:
    assert event_tables.site is not None  # noqa: S101  it is not offered otherwise
    return ExportFile(zip_files(event_tables.site()), "application/zip", "-site.zip")


PURPOSES = ("For the union", "For the club’s website", "For a spreadsheet", "For another program")
"""Purposes of files, in the order of the page."""
SPREADSHEETS = (
    ExportFormat("xlsx", "Excel, all tables", _write_xlsx, "For a spreadsheet"),
    ExportFormat(
        "csv", "CSV", _write_csv, "For a spreadsheet", has_one_table=True, has_separator=True
    ),
    ExportFormat("zip", "CSV, all tables", _write_zip, "For a spreadsheet", has_separator=True),
)
"""The formats that every event has, the most used first."""
WHOLE_EVENT = (
    ExportFormat(
        "json",
        "Whole event (JSON)",
        _write_event_archive,
        "For another program",
        needed_part="whole",
    ),
    ExportFormat(
        "site", "Web pages (zip)", _write_site, "For the club’s website", needed_part="site"
    ),
)
"""The formats that this program itself reads or shows."""
FORMATS_WITH_SECRETS = frozenset(known.key for known in WHOLE_EVENT if known.needed_part == "whole")
"""Formats with everything about an event, even the cards of boards that are still to be played."""
