"""The log of rulings of a section."""

from dataclasses import dataclass
from decimal import Decimal

from director.models import Ruling, Section


@dataclass(frozen=True, slots=True)
class Penalty:
    """What pair *to* loses by a ruling: an *amount* above 0 in *unit*, as far as they were given."""

    amount: Decimal | None
    unit: str
    to: int | None


@dataclass(frozen=True, slots=True)
class RulingSheet:
    """One ruling with its words: where it was, and who pays what."""

    ruling: Ruling
    where: str  # "Board 7, table 2, 3 N-S against 5 E-W"; empty for one about nobody at the tables
    penalty: str  # "5 E-W −10 % of a top"; empty without one
    is_changed: bool = False  # the line has another result since, by which this ruling's counts no longer


def section_rulings(section: Section) -> tuple[RulingSheet, ...]:
    """Return every ruling of *section*, the latest first, withdrawn ones too; one query."""
    rulings = section.rulings.select_related("given_by", "withdrawn_by", "result").order_by("-number")
    return tuple(ruling_sheet(section, ruling) for ruling in rulings)


def ruling_sheet(section: Section, ruling: Ruling) -> RulingSheet:
    """Return *ruling* of *section* with its words."""
    loser = ruling.penalty_to
    penalty = "" if loser is None else f"{section.label(loser)} {ruling.penalty_text}"
    return RulingSheet(ruling, _where(section, ruling), penalty, _is_changed(ruling))


def _is_changed(ruling: Ruling) -> bool:
    """Return whether the line of *ruling*, which stands, has another result than it put there."""
    return not ruling.is_withdrawn and ruling.result is not None and ruling.result.text != ruling.adjusted


def _where(section: Section, ruling: Ruling) -> str:
    parts = []
    if ruling.board_no is not None:
        parts.append(f"board {ruling.board_no}")
    if ruling.table_no is not None:
        parts.append(f"table {ruling.table_no}")
    if ruling.ns is not None and ruling.ew is not None:
        parts.append(f"{section.label(ruling.ns)} against {section.label(ruling.ew)}")
    elif ruling.penalty_to is not None:
        parts.append(f"pair {section.label(ruling.penalty_to)}")
    where = ", ".join(parts)
    return where[:1].upper() + where[1:]
