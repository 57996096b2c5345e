"""The phones of a section by table: which answer, and what they haven't sent.

A phone is *live* as long as it asks regularly, then *silent*. ``core.night.phones`` remembers when
each was heard; here phones are counted by table.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils import timezone

from director.boards.play.table_words import SIDE_NAMES
from director.core.night.links.finding import fetch_open_accesses_by_table
from director.core.night.phones import (
    PRESENCE_PERIOD,
    KnownPhone,
    NewPhone,
    Phone,
    detect_devices_by_doubled_side,
    detect_new_phones,
    filter_admitted_phones,
    filter_waiting_phones,
    get_phones_by_access_id,
    list_known_phones,
    make_new_phones_by_access_id,
)
from director.core.night.table_settings import get_table_settings
from director.models import Access, Section
from movements.option import format_count

SILENT_AFTER = PRESENCE_PERIOD
"""After this time without a request a phone counts as silent."""


@dataclass(frozen=True, slots=True)
class TablePhones:
    """The phones of one table."""

    table_no: int
    is_paper: bool
    live_count: int
    silent_count: int
    last_heard_at: datetime | None  # of a silent phone
    silent_unsent_count: int  # entries that silent phones hadn't sent when they were last heard
    live_unsent_count: int  # entries that live phones haven't sent yet
    doubled_sides: tuple[str, ...] = ()  # the sides for which several phones answer now
    access_id: int = 0
    new_phones: tuple[NewPhone, ...] = ()  # they replaced another, or their side already had one
    waiting_phones: tuple[KnownPhone, ...] = ()  # they wait until the director lets them in

    @property
    def phone_count(self) -> int:
        """The number of its phones, live and silent."""
        return self.live_count + self.silent_count

    @property
    def is_silent(self) -> bool:
        """Whether it has phones, and none of them is alive."""
        return self.silent_count > 0 and self.live_count == 0


@dataclass(frozen=True, slots=True)
class SectionPhones:
    """The phones of a section by table. Empty if no table has a private link."""

    tables: tuple[TablePhones, ...] = ()

    @property
    def is_used(self) -> bool:
        """Whether any table can enter results by itself."""
        return bool(self.tables)

    @property
    def summary(self) -> str:
        """The summary of the page: ``"5 phones, 1 table silent, 1 table on paper"``."""
        if not self.tables:
            return ""
        live_phone_count = sum(table.live_count for table in self.tables)
        silent_tables = [table for table in self.tables if table.is_silent]
        paper_tables = [table for table in self.tables if table.is_paper]
        tables_without_phone = [
            table for table in self.tables if not table.is_paper and not table.phone_count
        ]
        parts = ["no phone yet"]
        if live_phone_count or silent_tables:
            parts = [format_count(live_phone_count, "phone")]
            if silent_tables:
                parts.append(f"{format_count(len(silent_tables), 'table')} silent")
            if tables_without_phone:
                parts.append(f"{format_count(len(tables_without_phone), 'table')} without a phone")
        if paper_tables:
            parts.append(f"{format_count(len(paper_tables), 'table')} on paper")
        return ", ".join(parts)

    @property
    def live_tables_text(self) -> str:
        """The tables with a live phone, of all that aren't on paper: ``"38 of 40"``."""
        tables = [table for table in self.tables if not table.is_paper]
        live_tables = [table for table in tables if table.live_count]
        return f"{len(live_tables)} of {len(tables)}"

    @property
    def state_version(self) -> tuple[Any, ...]:
        """A value that changes whenever the page would show something else."""
        return tuple(
            (
                table.table_no,
                table.is_paper,
                table.live_count,
                table.silent_count,
                table.silent_unsent_count,
                table.live_unsent_count,
                table.doubled_sides,
                table.new_phones,
                table.waiting_phones,
                table.last_heard_at if table.is_silent else None,
            )
            for table in self.tables
        )


def fetch_section_phones(section: Section) -> SectionPhones:
    """Return the phones of *section*. One query, and one if a phone is new."""
    now = timezone.now()
    access_by_table = fetch_open_accesses_by_table(section.session, section)
    accesses = [access for _table_no, access in sorted(access_by_table.items())]
    if not accesses:
        return SectionPhones()
    # When each phone was last heard is in memory, so it costs no query.
    phones_by_access = get_phones_by_access_id([access.pk for access in accesses])
    tables = [
        _make_table_phones(section, access, phones_by_access[access.pk], now) for access in accesses
    ]
    # One query counts the results from the new phones of all tables.
    new_phones_by_access_id = make_new_phones_by_access_id(
        {table.access_id: table.new_phones for table in tables}
    )
    return SectionPhones(
        tuple(
            replace(table, new_phones=new_phones_by_access_id[table.access_id]) for table in tables
        )
    )


def _make_table_phones(
    section: Section, access: Access, phones: Sequence[Phone], now: datetime
) -> TablePhones:
    table_no = access.table_no or 0
    known_phones = list_known_phones(access.phones)
    phones = filter_admitted_phones(access.phones, phones)
    doubled_sides = detect_devices_by_doubled_side(phones)
    live_phones = [phone for phone in phones if now - phone.heard_at <= SILENT_AFTER]
    silent_phones = [phone for phone in phones if now - phone.heard_at > SILENT_AFTER]
    # A first phone of a side is no news to the director.
    new_phones = [
        phone
        for phone in detect_new_phones(known_phones, phones)
        if phone.previous_heard_at or phone.side in doubled_sides
    ]
    return TablePhones(
        table_no=table_no,
        is_paper=get_table_settings(section, table_no).entry == "paper",
        live_count=len(live_phones),
        silent_count=len(silent_phones),
        last_heard_at=max((phone.heard_at for phone in silent_phones), default=None),
        silent_unsent_count=sum(phone.unsent_count for phone in silent_phones),
        live_unsent_count=sum(phone.unsent_count for phone in live_phones),
        doubled_sides=tuple(SIDE_NAMES[side] for side in doubled_sides),
        access_id=access.pk,
        new_phones=tuple(new_phones),
        waiting_phones=filter_waiting_phones(known_phones),
    )
