"""The files that an event can be exported as, grouped by purpose."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from director.core.files.archive.file import make_event_archive
from director.core.files.site.read import make_event_site
from director.formats.formats import PURPOSES, WITH_SECRETS, EventTables, list_event_formats
from director.formats.usebio.receivers import GENERAL, Receiver
from director.kinds import get_event_kind
from director.models import Event

# Spreadsheets of countries with a decimal comma expect semicolons between the columns of a CSV.
DECIMAL_COMMA = "?separator=semicolon"
JSON = "results.json"


def make_event_tables(event: Event, *, numbered: bool = True) -> EventTables:
    """Return the tables and files from which the exports of *event* are made.

    Unless *numbered*, people's membership numbers are left out.
    """
    tables = get_event_kind(event).make_export_tables(event)
    if not numbered and tables.unnumbered:
        tables = tables.unnumbered()
    # Both are functions: the archive and the site take long, and most exports need neither.
    return replace(
        tables, whole=partial(make_event_archive, event), site=partial(make_event_site, event)
    )


def list_export_purposes(
    table_names: Mapping[str, str],
    *,
    is_sent: bool,
    by_director: bool,
    receiver: Receiver = GENERAL,
    session_nos: Sequence[int] = (),
) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the purposes of exports, each with the labels and queries of its files.

    *table_names* are the tables beside the standings, by key. If *is_sent*, the formats that
    unions and other programs read are included. Formats with secrets are included only if
    *by_director*. A file for *receiver* comes before that for any program. USEBIO of each of
    *session_nos* follows that of the whole event.
    """
    files: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for file_format in list_event_formats(is_sent=is_sent):
        label, key = file_format.label, file_format.key
        purpose_files = files[file_format.purpose]
        if file_format.has_receivers and receiver is not GENERAL:
            purpose_files.append((receiver.file_label, f"{key}?receiver={receiver.key}"))
        if file_format.holds_one:
            # Such a file has room for one table, so every table is a file.
            purpose_files.append((f"{label}, standings", key))
            purpose_files.append((f"{label} (;), standings", key + DECIMAL_COMMA))
            for table_key, table_name in table_names.items():
                purpose_files.append((f"{label}, {table_name}", f"{key}?table={table_key}"))
        elif by_director or key not in WITH_SECRETS:
            purpose_files.append((label, key))
        if file_format.has_receivers:
            for session_no in session_nos:
                query = f"{key}?receiver={receiver.key}&session={session_no}"
                purpose_files.append((f"{receiver.file_label}, session {session_no}", query))
        if key == "zip":
            purpose_files.append(("CSV (;), all tables", key + DECIMAL_COMMA))
    files["For another program"].append(("JSON for programs", JSON))
    return [(purpose, files[purpose]) for purpose in PURPOSES if files[purpose]]
