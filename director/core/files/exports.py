"""Everything of an event that can be exported, and what for."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from director.core.files.archive.file import event_archive
from director.core.files.site.read import event_site
from director.formats.formats import PURPOSES, WITH_SECRETS, EventTables, formats_of
from director.kinds import kind_of
from director.models import Event

DECIMAL_COMMA, JSON = "?separator=semicolon", "results.json"


def event_tables(event: Event, *, numbered: bool = True) -> EventTables:
    """Return everything that the exports of *event* are made of.

    The numbers of people are in what its kind has if *numbered*.
    """
    tables = kind_of(event).tables(event)
    if not numbered and tables.unnumbered:
        tables = tables.unnumbered()
    return replace(tables, whole=partial(event_archive, event), site=partial(event_site, event))


def export_purposes(
    more: Mapping[str, str], *, is_sent: bool, by_director: bool
) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the purposes of exports, each with the labels and queries of its files.

    *more* are tables that can be had apart from the standings, with what they are called.  Formats
    of other programs are among them if they have words for it (*is_sent*), what holds secrets only
    *by_director*.
    """
    files: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for known in formats_of(is_sent=is_sent):
        of_purpose = files[known.purpose]
        if known.holds_one:
            of_purpose.append((f"{known.label}, standings", known.key))
            of_purpose.append((f"{known.label} (;), standings", known.key + DECIMAL_COMMA))
            of_purpose += [
                (f"{known.label}, {name}", f"{known.key}?table={key}") for key, name in more.items()
            ]
        elif by_director or known.key not in WITH_SECRETS:
            of_purpose.append((known.label, known.key))
        if known.key == "zip":
            of_purpose.append(("CSV (;), all tables", known.key + DECIMAL_COMMA))
    files["For another program"].append(("JSON for programs", JSON))
    return [(purpose, files[purpose]) for purpose in PURPOSES if files[purpose]]
