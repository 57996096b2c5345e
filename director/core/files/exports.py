"""The files that an event can be exported as, grouped by purpose."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from director.core.files.event_file import make_event_archive
from director.core.files.hooks import EXPORT_DESK
from director.core.files.site import make_event_site
from director.event_kinds import get_event_kind
from director.formats.errors import ExportError
from director.formats.figures import SEPARATORS
from director.formats.formats import (
    FORMATS_WITH_SECRETS,
    PURPOSES,
    SPREADSHEETS,
    WHOLE_EVENT,
    EventTables,
    ExportFile,
    ExportFormat,
    ExportOptions,
)
from director.models import Event

# Spreadsheets of countries with a decimal comma expect semicolons between the columns of a CSV.
SEMICOLON_QUERY = "?separator=semicolon"
RESULTS_JSON_FILE = "results.json"
_DEFAULT_SEPARATOR = next(iter(SEPARATORS))


def list_addition_formats() -> tuple[ExportFormat, ...]:
    """Return the formats of additions."""
    return EXPORT_DESK.answers.formats


def list_formats() -> tuple[ExportFormat, ...]:
    """Return the formats there are, the most used first."""
    return SPREADSHEETS + list_addition_formats() + WHOLE_EVENT


def list_format_keys() -> tuple[str, ...]:
    """Return the keys of the formats there are, the most used first."""
    return tuple(export_format.key for export_format in list_formats())


def list_event_formats(*, with_results_formats: bool) -> tuple[ExportFormat, ...]:
    """Return the formats of an event. With *with_results_formats*, other programs' are included."""
    return tuple(
        export_format
        for export_format in list_formats()
        if with_results_formats or export_format.needed_part != "results"
    )


def make_event_tables(event: Event, *, with_member_numbers: bool = True) -> EventTables:
    """Return the tables and files from which the exports of *event* are made.

    Without *with_member_numbers*, people's membership numbers are left out.
    """
    tables = get_event_kind(event).make_export_tables(event)
    if not with_member_numbers and tables.make_unnumbered_tables:
        tables = tables.make_unnumbered_tables()
    # Both are functions: the archive and the site take long, and most exports need neither.
    return replace(
        tables, whole=partial(make_event_archive, event), site=partial(make_event_site, event)
    )


def export_file(
    tables: EventTables,
    format_key: str,
    *,
    table: str = "",
    separator: str = "",
    paper: str = "a4",
    receiver: str = "",
    session_no: int = 0,
) -> ExportFile:
    """Return the *tables* of an event as a file of the format with *format_key*.

    - *format_key*: a key of :func:`list_formats`
    - *table*: the only table of a CSV file (by default the standings); a workbook and a zip hold all
    - *separator*: a key of ``SEPARATORS``, for CSV
    - *paper*: the paper of a workbook, "a4" or "letter"
    - *receiver*: the key of a receiver, for a format that differs between receivers
    - *session_no*: limits a file for other programs to one session

    :raises ExportError: naming the existing formats, tables or receivers
    """
    known_formats = []
    for export_format in list_formats():
        needed_part = export_format.needed_part
        if not needed_part or getattr(tables, needed_part):
            known_formats.append(export_format)
    chosen_format = next(
        (export_format for export_format in known_formats if export_format.key == format_key), None
    )
    if chosen_format is None:
        keys = ", ".join(export_format.key for export_format in known_formats)
        raise ExportError(
            "export-format",
            "Unknown export format “{form}”. Choose one of {known}.",
            form=format_key,
            known=keys,
        )
    if table and not chosen_format.has_one_table:
        raise ExportError(
            "export-every-table",
            "{form} files contain all tables. Use {formats} for a single table.",
            form=format_key,
            formats=" or ".join(known.key for known in known_formats if known.has_one_table),
        )
    if receiver and not chosen_format.receivers:
        raise ExportError(
            "receiver-of-other",
            "{form} files are the same for everybody. Leave the receiver out.",
            form=format_key,
        )
    separator = separator or _DEFAULT_SEPARATOR
    if separator not in SEPARATORS:
        raise ExportError(
            "export-separator",
            "Unknown separator “{separator}”. Choose one of {known}.",
            separator=separator,
            known=", ".join(SEPARATORS),
        )
    if session_no and session_no not in tables.session_nos:
        raise ExportError(
            "export-session",
            "The event has no session {session_no} in this format. Choose another.",
            session_no=session_no,
        )
    options = ExportOptions(
        table or "standings",
        SEPARATORS[separator],
        paper,
        receiver=receiver,
        session_no=session_no,
    )
    return chosen_format.write_file(tables, options)


def list_export_purposes(
    event: Event,
    table_names_by_key: Mapping[str, str],
    *,
    with_results_formats: bool,
    is_director: bool,
) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the purposes of exports of *event*, each with the labels and queries of its files.

    *table_names_by_key* are the tables beside the standings. With *with_results_formats*, the formats
    that unions and other programs read are included. Formats with secrets are for directors only.
    """
    files_by_purpose: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for file_format in list_event_formats(with_results_formats=with_results_formats):
        label, key = file_format.label, file_format.key
        purpose_files = files_by_purpose[file_format.purpose]
        if file_format.list_choices:
            purpose_files += file_format.list_choices(event)
            continue
        if key in FORMATS_WITH_SECRETS and not is_director:
            continue
        main_label = f"{label}, standings" if file_format.has_one_table else label
        purpose_files.append((main_label, key))
        if file_format.has_separator:
            purpose_files.append((main_label.replace(",", " (;),", 1), key + SEMICOLON_QUERY))
        # A file with room for one table is offered for each.
        if file_format.has_one_table:
            for table_key, table_name in table_names_by_key.items():
                purpose_files.append((f"{label}, {table_name}", f"{key}?table={table_key}"))
    files_by_purpose["For another program"].append(("JSON for programs", RESULTS_JSON_FILE))
    return [
        (purpose, files_by_purpose[purpose]) for purpose in PURPOSES if files_by_purpose[purpose]
    ]
