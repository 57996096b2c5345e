"""How results are entered at the tables: the settings of a section and of single tables."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from director.core.base.act_kinds import ActKind
from director.core.night.journal import lock_event, record_act
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

    def with_changes(self, changes: Mapping[str, Any]) -> "TableSettings":
        """Return the settings with *changes*, without unknown names and impossible values."""
        valid_changes = {
            name: value
            for name, value in changes.items()
            if value in CHOICES_BY_SETTING.get(name, ())
        }
        return replace(self, **valid_changes)

    def get_differences_by_name(self, default_settings: "TableSettings") -> dict[str, Any]:
        """Return the settings that differ from *default_settings*."""
        default_values = asdict(default_settings)
        return {
            name: value for name, value in asdict(self).items() if value != default_values[name]
        }


CHOICES_BY_SETTING: dict[str, tuple[Any, ...]] = {
    "entry": ("phones", "paper"),
    "confirm": ("same", "own", "nobody"),
    "result": ("plus", "total"),
    "order": ("free", "fixed"),
    "others": ("board", "round", "never"),
} | {field.name: (True, False) for field in fields(TableSettings) if field.type in (bool, "bool")}
"""The possible values of each setting."""


DEFAULT_TABLE_SETTINGS = TableSettings()


def get_section_settings(section: Section) -> TableSettings:
    """Return the settings that all tables of *section* share.

    No query.
    """
    return DEFAULT_TABLE_SETTINGS.with_changes(section.at_tables)


def get_table_settings(section: Section, table_no: int) -> TableSettings:
    """Return the settings of one table, based on its section's.

    No query.
    """
    return get_section_settings(section).with_changes(
        get_settings_by_table(section).get(str(table_no), {})
    )


def get_settings_by_table(section: Section) -> dict[str, dict[str, Any]]:
    """Return the settings of single tables that differ from their section's, by table number."""
    settings_by_table: dict[str, dict[str, Any]] = section.at_tables.get("tables", {})
    return settings_by_table


def serialize_settings(
    settings: TableSettings, settings_by_table: Mapping[int, TableSettings]
) -> dict[str, Any]:
    """Return a section's *settings* and those of single *settings_by_table* as they are stored.

    Only what differs is stored: a section's settings from the usual ones, a table's from its
    section's.
    """
    differences_by_table = {}
    for table_no, table_settings in settings_by_table.items():
        differences = table_settings.get_differences_by_name(settings)
        if differences:
            differences_by_table[str(table_no)] = differences
    stored_settings = settings.get_differences_by_name(DEFAULT_TABLE_SETTINGS)
    if differences_by_table:
        stored_settings["tables"] = differences_by_table
    return stored_settings


def store_table_settings(
    *,
    section: Section,
    settings: TableSettings,
    settings_by_table: dict[int, TableSettings],
    user: User | None = None,
) -> None:
    """Store the settings of *section*, and the single *settings_by_table* that differ."""
    section_phrase = "" if section.is_alone else f" of {section.name}"
    message = f"Settings of the phones at the tables{section_phrase} changed."
    with transaction.atomic():
        event = lock_event(section.session.event)
        with record_act(event=event, kind=ActKind.SETTINGS, message=message, user=user) as journal:
            stored_section = Section.objects.get(pk=section.pk)
            journal.change(
                stored_section, at_tables=serialize_settings(settings, settings_by_table)
            )
    section.at_tables = stored_section.at_tables
