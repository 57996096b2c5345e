"""The entries that tables sent about results.

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


def _select_entries(section_id: int) -> QuerySet[TableWord]:
    kinds = (TableWord.Kind.RESULT, TableWord.Kind.LOOK)
    return TableWord.objects.filter(access__section=section_id, kind__in=kinds)


def _select_version_figures(section_id: int) -> QuerySet[TableWord, tuple[Any, ...]]:
    is_open = Q(dropped_at__isnull=True)
    is_unstored = Q(version__isnull=True)
    is_unconfirmed = Q(waits=True, agreed_at__isnull=True)
    figures = {
        # First, since it is the only figure that fetch_entries_version() doesn't return as it is.
        "waiting_since": Min("heard_at", filter=is_open & (is_unstored | is_unconfirmed)),
        "last": Max("pk"),
        "last_dropped_at": Max("dropped_at"),
        "agreed": Count("agreed_at"),
        "stored": Count("version"),
        "dropped": Count("dropped_at"),
    }
    entries_by_section = _select_entries(section_id).order_by().values("access__section")
    return entries_by_section.annotate(**figures).values_list(*figures)


_VERSION_QUERY = ComposedQuery(_select_version_figures)


def fetch_entries_version(section: Section, now: datetime) -> tuple[Any, ...]:
    """Return a value that changes whenever :func:`fetch_table_entries` does. One query.

    It changes every minute while an entry waits, because the minutes are shown. It is empty if
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
class TableEntries:
    """The entries of a section's tables that weren't dropped."""

    section: Section
    lines: SectionLines  # as stored
    result_entries: tuple[TableWord, ...] = ()
    checks: tuple[TableWord, ...] = ()  # requested by the director, until the answer was read

    @cached_property
    def open_entries_by_line(self) -> dict[Key, list[TableWord]]:
        """The open entries by line, in order, without those stored since."""
        entries_by_line: dict[Key, list[TableWord]] = defaultdict(list)
        for entry in self.result_entries:
            if not entry.needs_decision or entry.is_off_schedule:
                continue
            line = self.lines.find_line(*entry.line_key)
            if line and line.text != entry.text:
                entries_by_line[entry.line_key].append(entry)
        return dict(entries_by_line)

    @cached_property
    def off_schedule_entries_by_line(self) -> dict[Key, list[TableWord]]:
        """The open entries for boards that the movement has at another table, by line."""
        entries_by_line: dict[Key, list[TableWord]] = defaultdict(list)
        for entry in self.result_entries:
            if entry.is_off_schedule:
                entries_by_line[entry.line_key].append(entry)
        return dict(entries_by_line)

    @cached_property
    def stored_entry_by_line(self) -> dict[Key, TableWord]:
        """The entries that made the stored results, by line."""
        return {
            entry.line_key: entry for entry in self.result_entries if self._has_made_result(entry)
        }

    @property
    def unconfirmed_entries(self) -> list[TableWord]:
        """The stored entries that the opponents have to confirm."""
        return [entry for entry in self.stored_entry_by_line.values() if not entry.is_agreed]

    @property
    def one_phone_entries(self) -> list[TableWord]:
        """The stored entries confirmed on the phone that sent them, if each side needs its own."""
        return [
            entry
            for entry in self.stored_entry_by_line.values()
            if entry.device
            and entry.agreed_at
            and entry.device == entry.agreed_device
            and get_table_settings(self.section, entry.table_no).confirm == "own"
        ]

    def make_mark_by_line(self, turned_lines: Iterable[SectionLine]) -> dict[Key, str]:
        """Return the marks of lines in the grid, by line. *turned_lines* may have the wrong sign."""
        # The worst mark of a line comes last and replaces the others.
        mark_by_line = {entry.line_key: ONE_PHONE for entry in self.one_phone_entries}
        mark_by_line |= {entry.line_key: UNCONFIRMED for entry in self.unconfirmed_entries}
        mark_by_line |= {(line.board_no, line.ns, line.ew): TURNED for line in turned_lines}
        return mark_by_line | dict.fromkeys(self.open_entries_by_line, DISPUTED)

    def _has_made_result(self, entry: TableWord) -> bool:
        """Return whether *entry* made the result of its line."""
        line = self.lines.find_line(*entry.line_key)
        if line is None or line.result is None:
            return False
        # Undo restores a version, so the text is compared too.
        return entry.version == line.result.version and entry.text == line.result.text


def fetch_table_entries(section: Section, lines: SectionLines) -> TableEntries:
    """Return the entries that the tables of *section* sent for its *lines*. Two queries.

    Requested checks are left out without phones, since no table can answer them.
    """
    current_entries = _select_entries(section.pk).filter(
        dropped_at__isnull=True, board_no__isnull=False, ns__isnull=False, ew__isnull=False
    )
    # A table has many entries. A join would repeat its address, which is longer than the entry.
    entries = current_entries.order_by("pk").prefetch_related("access")
    result_entries = []
    checks = []
    for entry in entries:
        if entry.kind == TableWord.Kind.RESULT:
            result_entries.append(entry)
        elif PHONE_DESK.answers.has_phones:
            checks.append(entry)
    return TableEntries(section, lines, tuple(result_entries), tuple(checks))


def group_entries_by_table(entries: Iterable[TableWord]) -> Mapping[int, list[TableWord]]:
    """Return *entries* by table number, each table's in the order of boards."""
    entries_by_table: dict[int, list[TableWord]] = defaultdict(list)
    for entry in sorted(entries, key=lambda entry: (entry.table_no, entry.line_key)):
        entries_by_table[entry.table_no].append(entry)
    return dict(entries_by_table)
