"""The formats in which an event can be exported."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from director.formats.bridgewebs import write_bridgewebs
from director.formats.csv import SEPARATORS, Separator, write_table_csv, write_tables_zip, zip_files
from director.formats.errors import ExportError
from director.formats.event_file import SentEvent
from director.formats.figures import TableData
from director.formats.pbn.write import write_pbn, write_pbn_results
from director.formats.sentences import FileSentences
from director.formats.usebio.receivers import GENERAL, find_receiver
from director.formats.usebio.sentences import UsebioSentences
from director.formats.usebio.write import write_usebio_files
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

    *sent* makes the record for formats of other programs, None if these can't express the event;
    *whole* makes the file of the event with its history, *site* the public pages by file name.
    *unnumbered* makes the same tables without membership numbers, None if there are none.
    """

    makers: dict[str, Callable[[], TableData]]
    heading: Heading
    sent: Callable[[], SentEvent] | None = None
    whole: Callable[[], bytes] | None = None
    site: Callable[[], dict[str, bytes]] | None = None
    unnumbered: Callable[[], "EventTables"] | None = None

    @property
    def tables(self) -> tuple[TableData, ...]:
        """All tables, made now."""
        return tuple(make() for make in self.makers.values())

    @property
    def first(self) -> TableData:
        """The table that is exported most, made now."""
        return next(iter(self.makers.values()))()


@dataclass(frozen=True, slots=True)
class _Options:
    """Options of an export: table, separator, paper, and the key of the receiver."""

    table: str
    separator: Separator
    paper: str
    receiver: str


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """A format: *key*, *label*, writer, and one of ``PURPOSES``.

    It *holds_one* table or all.  *needs* names the field of :class:`EventTables` that it is made
    of, if not every event has it: ``"sent"``, ``"whole"`` or ``"site"``.  *has_receivers* says
    whether it is written for a receiver.
    """

    key: str
    label: str
    make: Callable[[EventTables, _Options], ExportFile]
    purpose: str
    holds_one: bool = False
    needs: str = ""
    has_receivers: bool = False


def export_file(
    event: EventTables,
    form: str,
    *,
    table: str = "",
    separator: str = "",
    paper: str = "a4",
    receiver: str = "",
    session_no: int = 0,
) -> ExportFile:
    """Return *event* in the format *form*, a key of ``FORMATS``.

    A workbook and a zip hold every table; a CSV file holds one, named by *table* (by default
    standings).  *separator* is a key of ``SEPARATORS`` for CSV, *paper* ("a4" or "letter") the
    paper of a workbook, *receiver* is a key of ``RECEIVERS`` for USEBIO (by default general).
    *session_no* limits a file for other programs to one session.

    :raises ExportError: naming the existing formats, tables or receivers
    """
    chosen_format = next((candidate for candidate in FORMATS if candidate.key == form), None)
    if chosen_format is None or (
        chosen_format.needs and getattr(event, chosen_format.needs) is None
    ):
        offered_keys = [
            candidate.key
            for candidate in FORMATS
            if not candidate.needs or getattr(event, candidate.needs)
        ]
        raise ExportError(FileSentences.EXPORT_FORMAT, form=form, known=", ".join(offered_keys))
    if table and not chosen_format.holds_one:
        raise ExportError(FileSentences.EXPORT_EVERY_TABLE, form=form)
    if receiver and not chosen_format.has_receivers:
        raise ExportError(UsebioSentences.RECEIVER_OF_OTHER, form=form)
    separator = separator or next(iter(SEPARATORS))
    if separator not in SEPARATORS:
        raise ExportError(
            FileSentences.EXPORT_SEPARATOR, separator=separator, known=", ".join(SEPARATORS)
        )
    if session_no:
        event = _limit_to_session(event, session_no)
    options = _Options(table or "standings", SEPARATORS[separator], paper, receiver or GENERAL.key)
    return chosen_format.make(event, options)


def _limit_to_session(event: EventTables, session_no: int) -> EventTables:
    """Return *event* with one session in its files for other programs.

    :raises ExportError: if it has no such session
    """
    sent = event.sent() if event.sent else None
    sessions = (
        [session for session in sent.sessions if session.number == session_no] if sent else []
    )
    if sent is None or not sessions:
        raise ExportError(FileSentences.EXPORT_SESSION, session_no=session_no)
    one_session = replace(sent, sessions=tuple(sessions))
    return replace(event, sent=lambda: one_session)


def _write_csv(event: EventTables, wishes: _Options) -> ExportFile:
    name = wishes.table
    if name not in event.makers:
        raise ExportError(FileSentences.EXPORT_TABLE, table=name, known=", ".join(event.makers))
    content = write_table_csv(event.makers[name](), wishes.separator)
    return ExportFile(content, "text/csv; charset=utf-8", f"-{name}.csv")


def _write_xlsx(event: EventTables, wishes: _Options) -> ExportFile:
    # openpyxl is slow to import, and every command would wait for it.
    from director.formats.xlsx import write_workbook

    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    return ExportFile(write_workbook(event.tables, event.heading, wishes.paper), kind, ".xlsx")


def _write_zip(event: EventTables, wishes: _Options) -> ExportFile:
    return ExportFile(write_tables_zip(event.tables, wishes.separator), "application/zip", ".zip")


def _make_file_writer(
    write: Callable[[SentEvent], bytes], content_type: str, suffix: str
) -> Callable[..., ExportFile]:
    """Return a writer by *write*, for formats of other programs."""

    def make(event: EventTables, _wishes: _Options) -> ExportFile:
        assert event.sent is not None  # noqa: S101  it is not offered otherwise
        return ExportFile(write(event.sent()), content_type, suffix)

    return make


def _write_usebio(event: EventTables, options: _Options) -> ExportFile:
    """Return the file for the receiver, or a zip if it takes each session by itself."""
    assert event.sent is not None  # noqa: S101  it is not offered otherwise
    receiver = find_receiver(options.receiver)
    files = write_usebio_files(event.sent(), receiver)
    if len(files) == 1:
        return ExportFile(next(iter(files.values())), "application/xml", ".xml")
    contents_by_name = {f"{name}.xml": content for name, content in files.items()}
    return ExportFile(zip_files(contents_by_name), "application/zip", f"-{receiver.key}.zip")


def _write_bridgewebs(event: EventTables, _wishes: _Options) -> ExportFile:
    """Return the file of one session, or a zip of several."""
    assert event.sent is not None  # noqa: S101  it is not offered otherwise
    files = write_bridgewebs(event.sent())
    if len(files) == 1:
        return ExportFile(next(iter(files.values())), "text/csv; charset=utf-8", "-bridgewebs.csv")
    contents_by_name = {f"{name}.csv": content for name, content in files.items()}
    return ExportFile(zip_files(contents_by_name), "application/zip", "-bridgewebs.zip")


def _write_event_archive(event: EventTables, _wishes: _Options) -> ExportFile:
    assert event.whole is not None  # noqa: S101  it is not offered otherwise
    return ExportFile(event.whole(), "application/json", ".json")


def _write_site(event: EventTables, _wishes: _Options) -> ExportFile:
    assert event.site is not None  # noqa: S101  it is not offered otherwise
    return ExportFile(zip_files(event.site()), "application/zip", "-site.zip")


PURPOSES = ("For the union", "For the club’s website", "For a spreadsheet", "For another program")
"""Purposes of files, in the order of the page."""
FORMATS = (
    ExportFormat("xlsx", "Excel, all tables", _write_xlsx, "For a spreadsheet"),
    ExportFormat("csv", "CSV", _write_csv, "For a spreadsheet", holds_one=True),
    ExportFormat("zip", "CSV, all tables", _write_zip, "For a spreadsheet"),
    ExportFormat(
        "usebio",
        "USEBIO 1.2",
        _write_usebio,
        "For the union",
        needs="sent",
        has_receivers=True,
    ),
    ExportFormat(
        "pbn",
        "PBN 2.1, by board",
        _make_file_writer(write_pbn, "text/plain", ".pbn"),
        "For another program",
        needs="sent",
    ),
    ExportFormat(
        "pbn-results",
        "PBN 2.1, by result",
        _make_file_writer(write_pbn_results, "text/plain", "-results.pbn"),
        "For another program",
        needs="sent",
    ),
    ExportFormat(
        "bridgewebs",
        "CSV for BridgeWebs",
        _write_bridgewebs,
        "For the club’s website",
        needs="sent",
    ),
    ExportFormat(
        "json", "Whole event (JSON)", _write_event_archive, "For another program", needs="whole"
    ),
    ExportFormat("site", "Web pages (zip)", _write_site, "For the club’s website", needs="site"),
)
"""The formats there are, the most used first."""


WITH_SECRETS = frozenset(known.key for known in FORMATS if known.needs == "whole")
"""Formats with everything about an event, even the cards of boards that are still to be played."""


def list_format_keys() -> tuple[str, ...]:
    """Return the keys of the formats there are, the most used first."""
    return tuple(known.key for known in FORMATS)


def list_event_formats(*, is_sent: bool) -> tuple[ExportFormat, ...]:
    """Return the formats of an event, with other programs' if *is_sent*."""
    return tuple(known for known in FORMATS if is_sent or known.needs != "sent")
