"""The entries of tables that are still of interest, and the checks that tables were asked for.

``read`` makes problems of them, and the grid of Scores marks their lines. A *question* is an entry
that differs from the stored result, so somebody has to decide.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import Count, Max, Min, Q, QuerySet

from director.boards.movement.lines.progress import ALONE, ASKED, TURNED, WAITS
from director.boards.movement.lines.read import SectionLine, SectionLines
from director.boards.movement.scoring_field import Key
from director.core.night.table_settings import get_table_settings
from director.models import Section, TableWord
from director.models.access import OUTSIDE


class TableReport(NamedTuple):
    """An entry of a table, or a check that it was asked for: the columns of a ``TableWord``."""

    # A named tuple, since model instances would take two to three times as long.

    pk: int
    kind: str
    board_no: int
    ns: int
    ew: int
    table_no: int
    text: str
    ns_score: int | None
    lead: str
    from_board: int | None
    version: int | None
    is_dispute: bool
    waits: bool
    agreed_at: datetime | None
    agreed_device: str
    device: str
    side: str
    heard_at: datetime
    round_no: int | None
    is_outside: bool | None  # on a board that the movement has elsewhere

    @property
    def key(self) -> Key:
        """The line that it is about."""
        return (self.board_no, self.ns, self.ew)

    @property
    def is_asked(self) -> bool:
        """Whether somebody has to decide between it and the stored result."""
        return self.version is None

    @property
    def is_agreed(self) -> bool:
        """Whether it needs no confirmation by the opponents any more."""
        return self.agreed_at is not None or not self.waits


_PATHS = {"table_no": "access__table_no", "is_outside": f"answer__{OUTSIDE}"}
_COLUMNS = tuple(_PATHS.get(name, name) for name in TableReport._fields)


def _select_reports(section: Section) -> QuerySet[TableWord]:
    kinds = (TableWord.Kind.RESULT, TableWord.Kind.LOOK)
    return TableWord.objects.filter(access__section=section, kind__in=kinds)


def fetch_entries_version(section: Section, now: datetime) -> tuple[Any, ...]:
    """Return a value that changes whenever :func:`fetch_table_reports` does. One query.

    It changes every minute while a report waits, because the minutes are shown.
    """
    is_open = Q(dropped_at__isnull=True)
    waits = Q(version__isnull=True) | Q(waits=True, agreed_at__isnull=True)
    figures = _select_reports(section).aggregate(
        said=Max("pk"),
        agreed=Count("agreed_at"),
        stored=Count("version"),
        dropped=Count("dropped_at"),
        last=Max("dropped_at"),
        since=Min("heard_at", filter=is_open & waits),
    )
    oldest = figures.pop("since")
    minutes = count_elapsed_minutes(oldest, now) if oldest else None
    return (*figures.values(), minutes)


def count_elapsed_minutes(moment: datetime, now: datetime) -> int:
    """Return the whole minutes from *moment* to *now*, at least 0."""
    return max(0, int((now - moment).total_seconds()) // 60)


@dataclass(frozen=True)
class TableReports:
    """The entries of a section's tables that weren't dropped, with its lines as stored."""

    section: Section
    lines: SectionLines
    entries: tuple[TableReport, ...]
    checks: tuple[TableReport, ...] = ()  # asked for by the director, until the answer was read

    @cached_property
    def open_reports(self) -> dict[Key, list[TableReport]]:
        """The open entries by line, in order, without those stored since."""
        questions: dict[Key, list[TableReport]] = defaultdict(list)
        for report in self.entries:
            if not report.is_asked or report.is_outside:
                continue
            line = self.lines.find(*report.key)
            if line and line.text != report.text:
                questions[report.key].append(report)
        return dict(questions)

    @cached_property
    def outside_reports(self) -> dict[Key, list[TableReport]]:
        """The open entries for boards that the movement has at another table, by line."""
        reports: dict[Key, list[TableReport]] = defaultdict(list)
        for report in self.entries:
            if report.is_asked and report.is_outside:
                reports[report.key].append(report)
        return dict(reports)

    @cached_property
    def result_reports(self) -> dict[Key, TableReport]:
        """The entries that made the stored results, by line."""
        return {report.key: report for report in self.entries if self._has_made_result(report)}

    @property
    def unconfirmed_reports(self) -> list[TableReport]:
        """The stored entries that the opponents have to confirm."""
        return [report for report in self.result_reports.values() if not report.is_agreed]

    @property
    def one_phone_reports(self) -> list[TableReport]:
        """The stored entries confirmed on the phone that sent them.

        It matters if each side has to use its own phone.
        """
        return [
            report
            for report in self.result_reports.values()
            if report.device
            and report.agreed_at
            and report.device == report.agreed_device
            and self._needs_own_phones(report.table_no)
        ]

    def marks(self, turned: Iterable[SectionLine]) -> dict[Key, str]:
        """Return the marks of lines in the grid, by line. *turned* may have the wrong sign."""
        # The worst mark of a line comes last and replaces the others.
        marks = dict.fromkeys((report.key for report in self.one_phone_reports), ALONE)
        marks |= dict.fromkeys((report.key for report in self.unconfirmed_reports), WAITS)
        marks |= {(line.board_no, line.ns, line.ew): TURNED for line in turned}
        return marks | dict.fromkeys(self.open_reports, ASKED)

    def _needs_own_phones(self, table_no: int) -> bool:
        return get_table_settings(self.section, table_no).confirm == "own"

    def _has_made_result(self, report: TableReport) -> bool:
        """Return whether *report* made the result of its line."""
        line = self.lines.find(*report.key)
        if line is None or line.result is None:
            return False
        # Undo restores a version, so the text is compared too.
        return report.version == line.result.version and report.text == line.result.text


def fetch_table_reports(section: Section, lines: SectionLines) -> TableReports:
    """Return the entries that the tables of *section* sent for its *lines*. One query."""
    table_words = _select_reports(section).filter(
        dropped_at__isnull=True, board_no__isnull=False, ns__isnull=False, ew__isnull=False
    )
    rows = table_words.order_by("pk").values_list(*_COLUMNS)
    entries = []
    checks = []
    for report in map(TableReport._make, rows):
        if report.kind == TableWord.Kind.LOOK:
            checks.append(report)
        else:
            entries.append(report)
    return TableReports(section, lines, tuple(entries), tuple(checks))


def group_reports_by_table(reports: Iterable[TableReport]) -> Mapping[int, list[TableReport]]:
    """Return *reports* by table number, each table's in the order of boards."""
    tables: dict[int, list[TableReport]] = defaultdict(list)
    for report in sorted(reports, key=lambda report: (report.table_no, report.board_no)):
        tables[report.table_no].append(report)
    return dict(tables)
