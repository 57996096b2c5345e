"""The formats of unions and other programs."""

from collections.abc import Callable

from director.additions.exports.event import make_exported_event
from director.additions.exports.files.bridgewebs import write_files_by_session
from director.additions.exports.files.event_file import ExportedEvent
from director.additions.exports.files.pbn import write_pbn, write_pbn_results
from director.additions.exports.files.usebio import write_usebio_files
from director.additions.exports.files.usebio_receivers import (
    GENERAL_RECEIVER,
    RECEIVERS,
    get_receiver,
    get_remembered_receiver,
)
from director.formats.errors import ExportError
from director.formats.figures import zip_files
from director.formats.formats import EventTables, ExportFile, ExportFormat, ExportOptions
from director.models import Event

_USEBIO, _USEBIO_LABEL = "usebio", "USEBIO 1.2"


def _make_file_writer(
    write: Callable[[ExportedEvent], bytes], content_type: str, suffix: str
) -> Callable[[EventTables, ExportOptions], ExportFile]:
    def make(event: EventTables, options: ExportOptions) -> ExportFile:
        exported_event = make_exported_event(event, options.session_no)
        _refuse_without_boards(exported_event)
        return ExportFile(write(exported_event), content_type, suffix)

    return make


def _refuse_without_boards(event: ExportedEvent) -> None:
    """Raise if a file that has boards only would be empty.

    :raises ExportError: with the formats that can hold the event
    """
    if any(section.boards for section in event.sections):
        return
    if any(section.matches for section in event.sections):
        raise ExportError(
            "export-no-boards",
            "This file can only have boards, but the matches were entered without boards. Choose "
            "USEBIO, Excel or the whole event (JSON).",
        )
    raise ExportError(
        "export-no-results",
        "There are no results yet, so the file would be empty. Enter some first.",
    )


def _write_usebio(event: EventTables, options: ExportOptions) -> ExportFile:
    """Return the file for the receiver, or a zip if it takes each session by itself."""
    receiver = get_receiver(options.receiver or GENERAL_RECEIVER.key)
    files = write_usebio_files(make_exported_event(event, options.session_no), receiver)
    if len(files) == 1:
        return ExportFile(next(iter(files.values())), "application/xml", ".xml")
    contents_by_name = {f"{name}.xml": content for name, content in files.items()}
    return ExportFile(zip_files(contents_by_name), "application/zip", f"-{receiver.key}.zip")


def _write_bridgewebs(event: EventTables, options: ExportOptions) -> ExportFile:
    """Return the file of one session, or a zip of several."""
    exported_event = make_exported_event(event, options.session_no)
    _refuse_without_boards(exported_event)
    files = write_files_by_session(exported_event)
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
    if receiver is not GENERAL_RECEIVER:
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
        needed_part="results",
        receivers=tuple(receiver.key for receiver in RECEIVERS),
        list_choices=_list_usebio_choices,
    ),
    ExportFormat(
        "pbn",
        "PBN 2.1, by board",
        _make_file_writer(write_pbn, "text/plain", ".pbn"),
        "For another program",
        needed_part="results",
        boards_only_name="PBN",
    ),
    ExportFormat(
        "pbn-results",
        "PBN 2.1, by result",
        _make_file_writer(write_pbn_results, "text/plain", "-results.pbn"),
        "For another program",
        needed_part="results",
        boards_only_name="PBN",
    ),
    ExportFormat(
        "bridgewebs",
        "CSV for BridgeWebs",
        _write_bridgewebs,
        "For the club’s website",
        needed_part="results",
        boards_only_name="BridgeWebs",
    ),
)
"""The formats there are, the most used first."""
