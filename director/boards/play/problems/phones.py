"""Which phones at the tables are alive, what they hold back, and which tables write on paper."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from director.boards.play.phones.read import SIDE_WORDS
from director.core.night.phones.connected import (
    ALIVE,
    KnownPhone,
    NewPhone,
    Phone,
    arrivals,
    phones_known,
    phones_let_in,
    phones_waiting,
    recent_phones,
    sides_twice,
)
from director.core.night.phones.read import open_tables
from director.core.night.phones.write import table_settings
from director.models import Access, Section

SILENT_AFTER = ALIVE
"""For how long a phone may say nothing before it counts as silent."""


@dataclass(frozen=True, slots=True)
class TablePhones:
    """The phones of one table: how many are alive, and when the silent ones were heard last.

    *held* is how many entries the silent ones had not brought when they were heard last, *behind*
    how many those that are alive still hold.
    """

    table_no: int
    is_paper: bool
    alive: int
    silent: int
    last: datetime | None
    held: int
    behind: int
    twice: tuple[str, ...] = ()  # the sides for which several phones answer just now
    access_id: int = 0
    came: tuple[
        NewPhone, ...
    ] = ()  # which replaced another, or enter for a side that has one already
    waits: tuple[KnownPhone, ...] = ()  # which wait to be let in

    @property
    def is_silent(self) -> bool:
        """Whether it has phones, and none of them is alive."""
        return self.silent > 0 and self.alive == 0


@dataclass(frozen=True, slots=True)
class Phones:
    """The phones of a section, table by table, empty where no table has a private address."""

    tables: tuple[TablePhones, ...] = ()

    @property
    def is_used(self) -> bool:
        """Whether any table can enter results by itself."""
        return bool(self.tables)

    @property
    def words(self) -> str:
        """What the head of the page says: ``"5 phones, 1 table silent, 1 table on paper"``."""
        if not self.tables:
            return ""
        alive, silent = (
            sum(table.alive for table in self.tables),
            sum(table.is_silent for table in self.tables),
        )
        without = sum(not (table.is_paper or table.alive or table.silent) for table in self.tables)
        paper = sum(table.is_paper for table in self.tables)
        parts = [_count_text(alive, "phone") if alive + silent else "no phone yet"]
        if silent:
            parts += [f"{_count_text(silent, 'table')} silent"]
        if without and alive + silent:
            parts += [f"{_count_text(without, 'table')} without a phone"]
        if paper:
            parts += [f"{_count_text(paper, 'table')} on paper"]
        return ", ".join(parts)

    @property
    def counted(self) -> str:
        """At how many tables a phone is alive, of those that do not write on paper: ``"38 of 40"``."""
        tables = [table for table in self.tables if not table.is_paper]
        return f"{sum(table.alive > 0 for table in tables)} of {len(tables)}"

    @property
    def mark(self) -> tuple[Any, ...]:
        """What changes whenever the page would tell something else."""
        return tuple(
            (
                table.table_no,
                table.is_paper,
                table.alive,
                table.silent,
                table.held,
                table.behind,
                table.twice,
                table.came,
                table.waits,
                table.last if table.is_silent else None,
            )
            for table in self.tables
        )


def section_phones(section: Section) -> Phones:
    """Return the phones of *section*.

    One query for its addresses, what was heard is in memory.
    """
    now = timezone.now()
    tables = dict(sorted(open_tables(section.session, section).items()))
    heard = recent_phones([access.pk for access in tables.values()]) if tables else {}
    return Phones(
        tuple(_table(section, access, heard[access.pk], now) for access in tables.values())
    )


def _table(section: Section, access: Access, phones: Sequence[Phone], now: datetime) -> TablePhones:
    table_no, known, phones = (
        access.table_no or 0,
        phones_known(access.phones),
        phones_let_in(access.phones, phones),
    )
    twice = sides_twice(phones)
    alive = [phone for phone in phones if now - phone.heard_at <= SILENT_AFTER]
    silent = [phone for phone in phones if now - phone.heard_at > SILENT_AFTER]
    return TablePhones(
        table_no=table_no,
        is_paper=table_settings(section, table_no).entry == "paper",
        alive=len(alive),
        silent=len(silent),
        last=max((phone.heard_at for phone in silent), default=None),
        held=sum(phone.waiting for phone in silent),
        behind=sum(phone.waiting for phone in alive),
        twice=tuple(SIDE_WORDS[side] for side in twice),
        access_id=access.pk,
        came=tuple(phone for phone in arrivals(known, phones) if phone.last or phone.side in twice),
        waits=phones_waiting(known),
    )


def _count_text(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
