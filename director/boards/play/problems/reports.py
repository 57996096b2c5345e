"""The entries of tables about results.

``found`` makes problems of the entries that still matter, and the grid of Scores marks their lines. A
*question* is an entry that differs from the stored result, so somebody has to decide.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Count, Max, Min, Q, QuerySet

from director.boards.movement.lines.progress import DISPUTED, ONE_PHONE, TURNED, UNCONFIRMED
from director.boards.movement.lines.section_lines import SectionLine, SectionLines
from director.boards.movement.sections import Key
from director.core.night.hooks import PHONE_DESK
from director.core.night.table_settings import get_table_settings
from director.models import Section, TableWord
from director.models.composed import ComposedQuery, with_utc_zone


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
