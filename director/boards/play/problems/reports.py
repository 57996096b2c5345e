"""The entries of tables about results, and their phones: which answer, and what they haven't sent.

``found`` makes problems of the entries that still matter, and the grid of Scores marks their lines. A
*question* is an entry that differs from the stored result, so somebody has to decide.

A phone is *live* as long as it asks regularly, then *silent*. ``core.night.links.connected`` remembers
when each was heard; here phones are counted by table.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Count, Max, Min, Q, QuerySet
from django.utils import timezone

from director.boards.movement.lines.progress import DISPUTED, ONE_PHONE, TURNED, UNCONFIRMED
from director.boards.movement.lines.section_lines import SectionLine, SectionLines
from director.boards.movement.sections import Key
from director.boards.play.table_words import SIDE_NAMES
from director.core.night.hooks import PHONE_DESK
from director.core.night.links import fetch_open_accesses_by_table
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
from director.models import Access, Section, TableWord
from director.models.composed import ComposedQuery, with_utc_zone
from movements.option import format_count


def _select_reports(section_id: int) -> QuerySet[TableWord]:
    kinds = (TableWord.Kind.RESULT, TableWord.Kind.LOOK)
    return TableWord.objects.filter(access__section=section_id, kind__in=kinds)


def _select_version_figures(section_id: int) -> QuerySet[TableWord, tuple[Any, ...]]:
    is_open = Q(dropped_at__isnull=True)
    is_waiting = Q(version__isnull=True) | Q(waits=True, agreed_at__isnull=True)
    figures = {
        "waiting_since": Min("heard_at", filter=is_open & is_waiting),
        "last": Max("pk"),
        "last_dropped_at": Max("dropped_at"),
        "agreed": Count("agreed_at"),
        "stored": Count("version"),
        "dropped": Count("dropped_at"),
    }
    reports_by_section = _select_reports(section_id).order_by().values("access__section")
    return reports_by_section.annotate(**figures).values_list(*figures)


_VERSION_QUERY = ComposedQuery(_select_version_figures)


def fetch_entries_version(section: Section, now: datetime) -> tuple[Any, ...]:
    """Return a value that changes whenever :func:`fetch_table_reports` does. One query.

    It changes every minute while a report waits, because the minutes are shown. It is empty if
    the tables have sent nothing.
    """
    figures = next(iter(_VERSION_QUERY.fetch_rows(section.pk)), None)
    if figures is None:
        return ()
    waiting_since, *other_figures = figures
    minutes = None
    if waiting_since:
        minutes = count_elapsed_minutes(with_utc_zone(waiting_since), now)
    return (*other_figures, minutes)


def count_elapsed_minutes(moment: datetime, now: datetime) -> int:
    """Return the whole minutes from *moment* to *now*, at least 0."""
    return max(0, int((now - moment).total_seconds()) // 60)


@dataclass(frozen=True)
class TableReports:
    """The entries of a section's tables that weren't dropped."""

    section: Section
    lines: SectionLines  # as stored
    entries: tuple[TableWord, ...] = ()
    checks: tuple[TableWord, ...] = ()  # requested by the director, until the answer was read

    @cached_property
    def open_reports_by_line(self) -> dict[Key, list[TableWord]]:
        """The open entries by line, in order, without those stored since."""
        reports_by_line: dict[Key, list[TableWord]] = defaultdict(list)
        for report in self.entries:
            if not report.needs_decision or report.is_off_schedule:
                continue
            line = self.lines.find_line(*report.line_key)
            if line and line.text != report.text:
                reports_by_line[report.line_key].append(report)
        return dict(reports_by_line)

    @cached_property
    def outside_reports_by_line(self) -> dict[Key, list[TableWord]]:
        """The open entries for boards that the movement has at another table, by line."""
        reports_by_line: dict[Key, list[TableWord]] = defaultdict(list)
        for report in self.entries:
            if report.needs_decision and report.is_off_schedule:
                reports_by_line[report.line_key].append(report)
        return dict(reports_by_line)

    @cached_property
    def result_report_by_line(self) -> dict[Key, TableWord]:
        """The entries that made the stored results, by line."""
        return {report.line_key: report for report in self.entries if self._has_made_result(report)}

    @property
    def unconfirmed_reports(self) -> list[TableWord]:
        """The stored entries that the opponents have to confirm."""
        return [report for report in self.result_report_by_line.values() if not report.is_agreed]

    @property
    def one_phone_reports(self) -> list[TableWord]:
        """The stored entries confirmed on the phone that sent them, if each side needs its own."""
        return [
            report
            for report in self.result_report_by_line.values()
            if report.device
            and report.agreed_at
            and report.device == report.agreed_device
            and self._needs_own_phones(report.table_no)
        ]

    def make_mark_by_line(self, turned_lines: Iterable[SectionLine]) -> dict[Key, str]:
        """Return the marks of lines in the grid, by line. *turned_lines* may have the wrong sign."""
        # The worst mark of a line comes last and replaces the others.
        mark_by_line = dict.fromkeys(
            (report.line_key for report in self.one_phone_reports), ONE_PHONE
        )
        mark_by_line |= dict.fromkeys(
            (report.line_key for report in self.unconfirmed_reports), UNCONFIRMED
        )
        mark_by_line |= {(line.board_no, line.ns, line.ew): TURNED for line in turned_lines}
        return mark_by_line | dict.fromkeys(self.open_reports_by_line, DISPUTED)

    def _needs_own_phones(self, table_no: int) -> bool:
        return get_table_settings(self.section, table_no).confirm == "own"

    def _has_made_result(self, report: TableWord) -> bool:
        """Return whether *report* made the result of its line."""
        line = self.lines.find_line(*report.line_key)
        if line is None or line.result is None:
            return False
        # Undo restores a version, so the text is compared too.
        return report.version == line.result.version and report.text == line.result.text


def fetch_table_reports(section: Section, lines: SectionLines) -> TableReports:
    """Return the entries that the tables of *section* sent for its *lines*. Two queries.

    Requested checks are left out without phones, since no table can answer them.
    """
    has_phones = PHONE_DESK.answers.has_phones
    current_reports = _select_reports(section.pk).filter(
        dropped_at__isnull=True, board_no__isnull=False, ns__isnull=False, ew__isnull=False
    )
    # A table has many entries. Joined with each, its address would take longer than the entry.
    reports = current_reports.order_by("pk").prefetch_related("access")
    entries = []
    checks = []
    for report in reports:
        if report.kind == TableWord.Kind.LOOK:
            if has_phones:
                checks.append(report)
        else:
            entries.append(report)
    return TableReports(section, lines, tuple(entries), tuple(checks))


def group_reports_by_table(reports: Iterable[TableWord]) -> Mapping[int, list[TableWord]]:
    """Return *reports* by table number, each table's in the order of boards."""
    tables: dict[int, list[TableWord]] = defaultdict(list)
    for report in sorted(reports, key=lambda report: (report.table_no, report.line_key)):
        tables[report.table_no].append(report)
    return dict(tables)


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
        live_phones = silent_tables = paper_tables = tables_without_phone = 0
        for table in self.tables:
            live_phones += table.live_count
            if table.is_silent:
                silent_tables += 1
            if table.is_paper:
                paper_tables += 1
            elif not (table.live_count or table.silent_count):
                tables_without_phone += 1
        has_phones = live_phones + silent_tables > 0
        parts = [format_count(live_phones, "phone") if has_phones else "no phone yet"]
        if silent_tables:
            parts.append(f"{format_count(silent_tables, 'table')} silent")
        if tables_without_phone and has_phones:
            parts.append(f"{format_count(tables_without_phone, 'table')} without a phone")
        if paper_tables:
            parts.append(f"{format_count(paper_tables, 'table')} on paper")
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
    tables = dict(sorted(fetch_open_accesses_by_table(section.session, section).items()))
    if not tables:
        return SectionPhones()
    # When each phone was last heard is in memory, so it costs no query.
    phones_by_access = get_phones_by_access_id([access.pk for access in tables.values()])
    table_rows = [
        _make_table_phones(section, access, phones_by_access[access.pk], now)
        for access in tables.values()
    ]
    new_phones_by_access_id = make_new_phones_by_access_id(
        {table.access_id: table.new_phones for table in table_rows}
    )
    tables_with_new_phones = [
        replace(table, new_phones=new_phones_by_access_id[table.access_id]) for table in table_rows
    ]
    return SectionPhones(tuple(tables_with_new_phones))


def _make_table_phones(
    section: Section, access: Access, phones: Sequence[Phone], now: datetime
) -> TablePhones:
    table_no = access.table_no or 0
    known_phones = list_known_phones(access.phones)
    phones = filter_admitted_phones(access.phones, phones)
    doubled_sides = detect_devices_by_doubled_side(phones)
    live_phones = []
    silent_phones = []
    for phone in phones:
        if now - phone.heard_at <= SILENT_AFTER:
            live_phones.append(phone)
        else:
            silent_phones.append(phone)
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
