"""How results are entered at the tables: the settings of a section and of single tables."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from director.core.night.history import SETTINGS, lock_event, record_act
from director.models import Section


@dataclass(frozen=True, slots=True)
class TableSettings:
    """How results are entered at a table. The defaults are the usual settings.

    - *entry*: on ``phones`` or on ``paper``
    - *lead*: whether the lead is asked
    - *confirm*: opponents confirm on the ``same`` phone, on their ``own``, or ``nobody`` does
    - *result*: tricks as ``plus`` and minus, or their ``total``
    - *order*: boards are played in ``free`` or ``fixed`` order
    - *others*: other results of a board are shown after the ``board``, the ``round`` or ``never``
    - *names*: whether the players' names are asked in the first round
    - *ranking*: whether the standings are shown once they are published
    - *clock*: whether the time left is shown
    """

    entry: str = "phones"
    lead: bool = False
    confirm: str = "same"
    result: str = "plus"
    order: str = "free"
    others: str = "board"
    names: bool = False
    ranking: bool = False
    clock: bool = True

    def changed(self, wishes: Mapping[str, Any]) -> "TableSettings":
        """Return the settings with *wishes*, without unknown names and impossible values."""
        valid = {name: value for name, value in wishes.items() if value in CHOICES.get(name, ())}
        return replace(self, **valid)

    def unusual(self, usual: "TableSettings") -> dict[str, Any]:
        """Return the settings that differ from *usual*."""
        usual_values = asdict(usual)
        return {name: value for name, value in asdict(self).items() if value != usual_values[name]}


CHOICES: dict[str, tuple[Any, ...]] = {
    "entry": ("phones", "paper"),
    "confirm": ("same", "own", "nobody"),
    "result": ("plus", "total"),
    "order": ("free", "fixed"),
    "others": ("board", "round", "never"),
} | {field.name: (True, False) for field in fields(TableSettings) if field.type in (bool, "bool")}
"""The possible values of each setting."""


USUAL = TableSettings()


def get_section_settings(section: Section) -> TableSettings:
    """Return the settings that all tables of *section* share.

    No query.
    """
    return USUAL.changed(section.at_tables)


def get_table_settings(section: Section, table_no: int) -> TableSettings:
    """Return the settings of one table, based on its section's.

    No query.
    """
    return get_section_settings(section).changed(
        get_settings_by_table(section).get(str(table_no), {})
    )


def get_settings_by_table(section: Section) -> dict[str, dict[str, Any]]:
    """Return the settings of single tables that differ from their section's, by table number."""
    by_table: dict[str, dict[str, Any]] = section.at_tables.get("tables", {})
    return by_table


def serialize_settings(
    settings: TableSettings, tables: Mapping[int, TableSettings]
) -> dict[str, Any]:
    """Return a section's *settings* and those of single *tables* as they are stored.

    Only what differs is stored: a section's settings from the usual ones, a table's from its
    section's.
    """
    unusual_by_table = {}
    for table_no, table_settings in tables.items():
        unusual = table_settings.unusual(settings)
        if unusual:
            unusual_by_table[str(table_no)] = unusual
    stored = settings.unusual(USUAL)
    if unusual_by_table:
        stored["tables"] = unusual_by_table
    return stored


def keep_table_settings(
    *,
    section: Section,
    settings: TableSettings,
    tables: dict[int, TableSettings],
    user: User | None = None,
) -> None:
    """Store the settings of *section*, and the single *tables* that differ."""
    place = "" if section.is_alone else f" of {section.name}"
    words = f"Settings of the phones at the tables{place} changed."
    with transaction.atomic():
        event = lock_event(section.session.event)
        with record_act(event=event, kind=SETTINGS, words=words, user=user) as journal:
            stored = Section.objects.get(pk=section.pk)
            journal.change(stored, at_tables=serialize_settings(settings, tables))
    section.at_tables = stored.at_tables
