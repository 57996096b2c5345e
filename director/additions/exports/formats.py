"""The formats of unions and other programs."""

from collections.abc import Callable

from director.additions.exports.event import make_sent_event
from director.additions.exports.files.bridgewebs import write_bridgewebs
from director.additions.exports.files.event_file import SentEvent
from director.additions.exports.files.pbn import write_pbn, write_pbn_results
from director.additions.exports.files.usebio import write_usebio_files
from director.additions.exports.files.usebio_receivers import (
    GENERAL,
    RECEIVERS,
    find_receiver,
    get_remembered_receiver,
)
from director.formats.figures import zip_files
from director.formats.formats import EventTables, ExportFile, ExportFormat, ExportOptions
from director.models import Event

_USEBIO, _USEBIO_LABEL = "usebio", "USEBIO 1.2"


def _make_file_writer(
    write: Callable[[SentEvent], bytes], content_type: str, suffix: str
) -> Callable[[EventTables, ExportOptions], ExportFile]:
    def make(event: EventTables, options: ExportOptions) -> ExportFile:
        content = write(make_sent_event(event, options.session_no))
        return ExportFile(content, content_type, suffix)

    return make


def _write_usebio(event: EventTables, options: ExportOptions) -> ExportFile:
    """Return the file for the receiver, or a zip if it takes each session by itself."""
    receiver = find_receiver(options.receiver or GENERAL.key)
    files = write_usebio_files(make_sent_event(event, options.session_no), receiver)
    if len(files) == 1:
        return ExportFile(next(iter(files.values())), "application/xml", ".xml")
    contents_by_name = {f"{name}.xml": content for name, content in files.items()}
    return ExportFile(zip_files(contents_by_name), "application/zip", f"-{receiver.key}.zip")


def _write_bridgewebs(event: EventTables, options: ExportOptions) -> ExportFile:
    """Return the file of one session, or a zip of several."""
    files = write_bridgewebs(make_sent_event(event, options.session_no))
    if len(files) == 1:
        return ExportFile(next(iter(files.values())), "text/csv; charset=utf-8", "-bridgewebs.csv")
    contents_by_name = {f"{name}.csv": content for name, content in files.items()}
    return ExportFile(zip_files(contents_by_name), "application/zip", "-bridgewebs.zip")


def _list_usebio_choices(event: Event) -> list[tuple[str, str]]:
    """Return the labels and queries of USEBIO files, first that for the club's receiver.

    A file of each session follows that of the whole event. Costs one query.
    """
    receiver = get_remembered_receiver(event.club.receiver)
    choices = [(_USEBIO_LABEL, _USEBIO)]
    if receiver is not GENERAL:
        choices.insert(0, (receiver.file_label, f"{_USEBIO}?receiver={receiver.key}"))
    session_nos = list(event.sessions.values_list("number", flat=True))
    if len(session_nos) == 1:
        return choices
    for session_no in session_nos:
        query = f"{_USEBIO}?receiver={receiver.key}&session={session_no}"
        choices.append((f"{receiver.file_label}, session {session_no}", query))
    return choices


FORMATS = (
    ExportFormat(
        _USEBIO,
        _USEBIO_LABEL,
        _write_usebio,
        "For the union",
        needs="results",
        receivers=tuple(receiver.key for receiver in RECEIVERS),
        list_choices=_list_usebio_choices,
    ),
    ExportFormat(
        "pbn",
        "PBN 2.1, by board",
        _make_file_writer(write_pbn, "text/plain", ".pbn"),
        "For another program",
        needs="results",
    ),
    ExportFormat(
        "pbn-results",
        "PBN 2.1, by result",
        _make_file_writer(write_pbn_results, "text/plain", "-results.pbn"),
        "For another program",
        needs="results",
    ),
    ExportFormat(
        "bridgewebs",
        "CSV for BridgeWebs",
        _write_bridgewebs,
        "For the club’s website",
        needs="results",
    ),
)
"""The formats there are, the most used first."""
