"""What the club sets for the phones at its tables, section by section and where wanted table by table."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from director.models import Section


@dataclass(frozen=True, slots=True)
class TableSettings:
    """How results are entered at a table, each with what is usual.

    *entry* is ``phones`` or ``paper``; *lead* and *names* whether the lead and, in the first round, the names are
    asked; *confirm* where the opponents agree: on the ``same`` phone, on their ``own``, or ``nobody`` does; *result*
    whether it is given by ``plus`` and minus or as the ``total`` of tricks; *order* whether boards are played in
    ``free`` or ``fixed`` order; *others* when the other results of a board are shown: after the ``board``, the
    ``round``, or ``never``; *ranking* whether the standings are shown once they are published; *clock* whether the
    time left is.
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
        """Return them with those of *wishes* that there are, and can be."""
        known = {name: value for name, value in wishes.items() if value in CHOICES.get(name, ())}
        return replace(self, **known)

    def unusual(self, usual: "TableSettings") -> dict[str, Any]:
        """Return what is set otherwise than in *usual*."""
        before = asdict(usual)
        return {name: value for name, value in asdict(self).items() if value != before[name]}


CHOICES: dict[str, tuple[Any, ...]] = {
    "entry": ("phones", "paper"),
    "confirm": ("same", "own", "nobody"),
    "result": ("plus", "total"),
    "order": ("free", "fixed"),
    "others": ("board", "round", "never"),
} | {field.name: (True, False) for field in fields(TableSettings) if field.type in (bool, "bool")}
"""What each can be."""
USUAL = TableSettings()


def section_settings(section: Section) -> TableSettings:
    """Return what is set for all tables of *section*; no query."""
    return USUAL.changed(section.at_tables)


def table_settings(section: Section, table_no: int) -> TableSettings:
    """Return what is set for one table of *section*; no query."""
    return section_settings(section).changed(own_settings(section).get(str(table_no), {}))


def own_settings(section: Section) -> dict[str, dict[str, Any]]:
    """Return what single tables have otherwise than their section, by their numbers."""
    own: dict[str, dict[str, Any]] = section.at_tables.get("tables", {})
    return own


def kept_settings(settings: TableSettings, tables: Mapping[int, TableSettings]) -> dict[str, Any]:
    """Return what is stored of the *settings* of a section and of single *tables* of it."""
    own = {str(table_no): other for table_no, at in tables.items() if (other := at.unusual(settings))}
    return settings.unusual(USUAL) | ({"tables": own} if own else {})
