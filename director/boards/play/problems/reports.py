"""What tables entered for their lines by their private addresses, and what they were asked to check."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import Count, Max, Min, Q, QuerySet

from director.boards.movement.lines.progress import ALONE, ASKED, TURNED, WAITS
from director.boards.movement.lines.read import SectionLine, SectionLines
from director.boards.movement.scoring_field import Key
from director.core.night.phones.write import table_settings
from director.models import Section, TableWord
from director.models.access import OUTSIDE


class TableReport(NamedTuple):
    """An entry of a table, or its answer to a question.

    A model instance for each would cost ten times as long.
    """

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
    is_outside: bool | None  # of a board that the movement does not have at that table

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
        """Whether no confirmation is missing."""
        return self.agreed_at is not None or not self.waits


_Kind = TableWord.Kind
_PATHS = {"table_no": "access__table_no", "is_outside": f"answer__{OUTSIDE}"}
_STORED = tuple(_PATHS.get(name, name) for name in TableReport._fields)


def _reports(section: Section) -> QuerySet[TableWord]:
    kinds = (TableWord.Kind.RESULT, TableWord.Kind.LOOK)
    return TableWord.objects.filter(access__section=section, kind__in=kinds)


def entries_version(section: Section, now: datetime) -> tuple[Any, ...]:
    """Return what changes whenever :func:`table_reports` does. One query.

    It changes every minute while a report waits, because the minutes are shown.
    """
    is_open = Q(dropped_at__isnull=True)
    waits = Q(version__isnull=True) | Q(waits=True, agreed_at__isnull=True)
    figures = _reports(section).aggregate(
        said=Max("pk"),
        agreed=Count("agreed_at"),
        stored=Count("version"),
        dropped=Count("dropped_at"),
        last=Max("dropped_at"),
        since=Min("heard_at", filter=is_open & waits),
    )
    since = figures.pop("since")
    return (*figures.values(), since and minutes_since(since, now))


def minutes_since(moment: datetime, now: datetime) -> int:
    """Return the whole minutes that have gone by."""
    return max(0, int((now - moment).total_seconds()) // 60)


@dataclass(frozen=True)
class TableReports:
    """What the tables of a section entered and was not dropped, with the lines as stored."""

    section: Section
    lines: SectionLines
    all: tuple[TableReport, ...]
    checks: tuple[TableReport, ...] = ()  # asked for by the director, until the answer was read

    @cached_property
    def asked(self) -> dict[Key, list[TableReport]]:
        """The open entries by line, in order.

        Those stored since are left out.
        """
        asked: dict[Key, list[TableReport]] = {}
        for report in self.all:
            if report.is_asked and not report.is_outside:
                line = self.lines.find(*report.key)
            else:
                line = None
            if line and line.text != report.text:
                asked.setdefault(report.key, []).append(report)
        return asked

    @cached_property
    def outside(self) -> dict[Key, list[TableReport]]:
        """What tables say they played though the movement has it elsewhere, by line."""
        outside: dict[Key, list[TableReport]] = {}
        for report in self.all:
            if report.is_asked and report.is_outside:
                outside.setdefault(report.key, []).append(report)
        return outside

    @cached_property
    def standing(self) -> dict[Key, TableReport]:
        """The entries that made the stored results, by line."""
        return {report.key: report for report in self.all if self._stands(report)}

    @property
    def waiting(self) -> list[TableReport]:
        """The stored entries that the opponents have to confirm."""
        return [report for report in self.standing.values() if not report.is_agreed]

    @property
    def alone(self) -> list[TableReport]:
        """The stored entries confirmed on the phone that sent them.

        It matters if each side has to use its own phone.
        """
        return [
            report
            for report in self.standing.values()
            if report.device
            and report.agreed_at
            and report.device == report.agreed_device
            and self._wants_own(report.table_no)
        ]

    def marks(self, turned: Iterable[SectionLine]) -> dict[Key, str]:
        """Return the state of each square that is more than entered.

        *turned* lines may have the wrong sign.
        """
        marks = dict.fromkeys((report.key for report in self.alone), ALONE)
        marks |= dict.fromkeys((report.key for report in self.waiting), WAITS)
        marks |= {(line.board_no, line.ns, line.ew): TURNED for line in turned}
        return marks | dict.fromkeys(self.asked, ASKED)

    def _wants_own(self, table_no: int) -> bool:
        return table_settings(self.section, table_no).confirm == "own"

    def _stands(self, report: TableReport) -> bool:
        """Return whether *report* made the result of its line.

        Undo restores versions, so the text is compared too.
        """
        line = self.lines.find(*report.key)
        result = line.result if line else None
        return (
            result is not None and report.version == result.version and report.text == result.text
        )


def table_reports(section: Section, lines: SectionLines) -> TableReports:
    """Return what the tables of *section* said about its *lines*.

    One query.
    """
    rows = _reports(section).filter(
        dropped_at__isnull=True, board_no__isnull=False, ns__isnull=False, ew__isnull=False
    )
    reports = list(map(TableReport._make, rows.order_by("pk").values_list(*_STORED)))
    results, checks = (
        tuple(report for report in reports if report.kind == kind)
        for kind in (_Kind.RESULT, _Kind.LOOK)
    )
    return TableReports(section, lines, results, checks)


def reports_by_table(reports: Iterable[TableReport]) -> Mapping[int, list[TableReport]]:
    """Return *reports* by their tables, in order."""
    tables: dict[int, list[TableReport]] = {}
    for report in sorted(reports, key=lambda report: (report.table_no, report.board_no)):
        tables.setdefault(report.table_no, []).append(report)
    return tables
