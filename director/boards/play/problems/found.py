"""The problems at the tables of a section, as Play lists them.

``reports``, ``suspicious`` and ``phones`` find them; this module turns them into what the page
shows. A *report* is an entry of a table. A line is *asked* about if two results were entered.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from django.urls import reverse
from django.utils import timezone

from director.boards.movement.acts import SETTLED_AT_PLAY
from director.boards.movement.lines.progress import format_line_key
from director.boards.movement.lines.section_lines import SectionLine, SectionLines
from director.boards.movement.scoring_field import Key
from director.boards.movement.words import format_boards
from director.boards.play.problems.reports import (
    SectionPhones,
    TablePhones,
    TableReport,
    TableReports,
    count_elapsed_minutes,
    group_reports_by_table,
)
from director.boards.play.table_words import (
    SIDE_WORDS,
    LineResult,
    fetch_line_results,
    fetch_seen_lines,
)
from director.core.night.table_settings import get_table_settings
from director.models import Act, Section

UNCONFIRMED_MINUTES = 5
"""Minutes that a result waits for the opponents before the director is told."""


class ProblemKind(StrEnum):
    """What is wrong. The first seven concern a line, the others a table."""

    DISPUTE = "dispute"  # two results of one line
    OTHER_BOARD = "other_board"  # a table played a board that the movement has elsewhere
    NOT_PLAYED = "not_played"  # a table says that it did not play a board
    CHECK = "check"  # a table was asked to check a result
    WRONG_SIGN = "wrong_sign"  # the score may belong to the other side
    UNUSUAL = "unusual"  # the score is far from the others
    WRONG_LEAD = "wrong_lead"  # the leader did not hold that card
    NEW_PHONE = "new_phone"  # a phone is new at a table, or waits to be allowed
    SEVERAL_PHONES = "several_phones"  # several phones enter for one side
    UNSENT = "unsent"  # a silent phone has entries that it did not send
    NO_SIGNAL = "no_signal"  # no phone answers at a table that still plays
    UNCONFIRMED = "unconfirmed"  # opponents have not confirmed for some minutes
    ONE_PHONE = "one_phone"  # both sides confirmed on one phone where each should use its own


@dataclass(frozen=True, slots=True)
class ProblemLine:
    """A line that somebody has to check: where it is played, and its page in Scores."""

    key: str
    ns: int
    ew: int
    round_no: int | None
    table_no: int | None
    table: str  # "Table 3", or "1 N-S against 2 E-W" without one
    board_no: int
    pairs: str
    path: str
    text: str  # as stored, "" without a result
    score: int | None


@dataclass(frozen=True, slots=True)
class EnteredResult:
    """A result that one side entered.

    *choice_value* is the value of the button that chooses it. *from_board* is the board that it was entered
    for by mistake, if it was.
    """

    choice_value: str
    text: str
    score: int | None
    entered_by: str
    from_board: int | None = None


@dataclass(frozen=True, slots=True)
class TableBoards:
    """Boards of one table in words, and when the first of them was entered."""

    table_no: int
    boards: str
    is_several: bool
    first_entered_at: datetime


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that waits for the director, at a line or at a table.

    *entries* are the results entered for the line; in a dispute the stored one is first. *answered_at*
    is when the table answered a request to check.
    """

    kind: ProblemKind
    line: ProblemLine | None = None
    table: TablePhones | TableBoards | None = None
    entries: tuple[EnteredResult, ...] = ()
    reported_at: datetime | None = None
    minutes: int = 0
    answered_at: datetime | None = None
    is_by_director: bool = False  # the stored result of a dispute
    is_confirmed: bool = False  # by both sides
    boards_seen: str = ""  # "7, 8": the players have seen their other results
    tables_due: tuple[int, ...] = ()  # where the movement has the board

    @property
    def first_entry(self) -> EnteredResult:
        """The first entry, in a dispute the stored result."""
        return self.entries[0]

    @property
    def reason(self) -> str:
        """The reason typed after ``NP:`` for a board that wasn't played."""
        return self.first_entry.text.partition(":")[2].strip().rstrip(".")


@dataclass(frozen=True, slots=True)
class SectionProblems:
    """The problems of one section, and the last one that was settled."""

    problems: tuple[Problem, ...]
    last_settled_act: Act | None

    @property
    def problems_by_kind(self) -> dict[str, list[Problem]]:
        """The problems by the value of their kind. Kinds without problems have empty lists."""
        by_kind: dict[str, list[Problem]] = {kind.value: [] for kind in ProblemKind}
        for problem in self.problems:
            by_kind[problem.kind].append(problem)
        return by_kind

    @property
    def new_phones(self) -> list[TablePhones]:
        """The tables with phones that are new there, or wait to be allowed."""
        tables = (problem.table for problem in self.problems_by_kind[ProblemKind.NEW_PHONE])
        return [table for table in tables if isinstance(table, TablePhones)]

    @property
    def swapped_tables(self) -> list[tuple[int, int]]:
        """Pairs of tables that played each other's board in the same round."""
        table_pairs = set()
        for problem in self.problems:
            if problem.kind is ProblemKind.OTHER_BOARD and problem.line:
                for table_no in problem.tables_due:
                    table_pairs.add((problem.line.table_no or 0, table_no))
        return sorted(
            (played_at, due_at)
            for played_at, due_at in table_pairs
            if played_at < due_at and (due_at, played_at) in table_pairs
        )

    @property
    def is_empty(self) -> bool:
        """Whether nobody has to do anything."""
        # Both sides confirming on one phone is only a remark.
        return all(problem.kind is ProblemKind.ONE_PHONE for problem in self.problems)


@dataclass(frozen=True, slots=True)
class SuspiciousLines:
    """Entered lines that look wrong.

    *turned_lines* may have the wrong sign, and *odd_lines* are far from the others. In
    *wrong_leads* the card that was led isn't in the leader's hand.
    """

    turned_lines: set[SectionLine]
    odd_lines: set[SectionLine]
    wrong_leads: set[SectionLine] = field(default_factory=set)


def find_section_problems(
    section: Section,
    lines: SectionLines,
    *,
    reports: TableReports,
    suspicious: SuspiciousLines,
    phones: SectionPhones,
    owing: set[int],
) -> SectionProblems:
    """Return the problems of *section*.

    *owing* are the tables with missing results: a table that has finished needs no phone. One
    query, three if a line has two results.
    """
    now = timezone.now()
    problems = [
        *_find_disputes(section, lines, reports, now),
        *_find_other_boards(section, lines, reports),
        *_find_not_played(section, lines, reports.result_reports),
        *_find_checks(section, lines, reports),
        *_find_suspicious_lines(section, suspicious, reports),
        *_find_phone_problems(section, phones, owing),
        *_find_unconfirmed(reports, now),
    ]
    return SectionProblems(tuple(problems), fetch_last_settled_act(section))


def fetch_last_settled_act(section: Section) -> Act | None:
    """Return the last act at Play that settled a problem and isn't undone. One query."""
    acts = Act.objects.filter(
        event=section.session.event_id, section=section, kind__in=SETTLED_AT_PLAY
    )
    acts = acts.filter(undone_at__isnull=True)
    return acts.select_related("made_by").order_by("-number").first()


def _find_disputes(
    section: Section, lines: SectionLines, reports: TableReports, now: datetime
) -> list[Problem]:
    """Return the lines with two results, the longest waiting first."""
    stored_results = fetch_line_results(section, reports.open_reports)
    lines_seen = _find_seen_questions(section, reports)
    disputes = []
    for key, asked_reports in reports.open_reports.items():
        line = lines.find(*key)
        if line is None:
            continue
        line_result = stored_results.get(key)
        stored_report = reports.result_reports.get(key)
        stored_entry = EnteredResult(
            "stands", line.text, line.ns_score, _describe_stored_author(line_result, stored_report)
        )
        other_entries = [_make_entered_result(report, stored_report) for report in asked_reports]
        seen_boards = {
            related_key[0]
            for related_key in _collect_related_lines(key, asked_reports)
            if related_key in lines_seen
        }
        reported_at = asked_reports[0].heard_at
        disputes.append(
            Problem(
                ProblemKind.DISPUTE,
                line=_make_problem_line(section, line),
                entries=(stored_entry, *other_entries),
                reported_at=reported_at,
                minutes=count_elapsed_minutes(reported_at, now),
                is_by_director=bool(
                    line_result and line_result.is_entered and line_result.is_by_director
                ),
                boards_seen=format_boards(sorted(seen_boards)),
            )
        )
    return sorted(disputes, key=lambda dispute: -dispute.minutes)


def _find_seen_questions(section: Section, reports: TableReports) -> frozenset[Key]:
    """Return the lines in question whose players have seen other results. At most one query."""
    lines = set()
    for key, asked_reports in reports.open_reports.items():
        lines.update(_collect_related_lines(key, asked_reports))
    if lines:
        return fetch_seen_lines(section, lines)
    return frozenset()


def _collect_related_lines(key: Key, asked_reports: Iterable[TableReport]) -> set[Key]:
    """Return line *key*, and the lines from which an entry is to be moved there."""
    _board_no, ns, ew = key
    lines = {key}
    for report in asked_reports:
        if report.from_board:
            lines.add((report.from_board, ns, ew))
    return lines


def _find_other_boards(
    section: Section, lines: SectionLines, reports: TableReports
) -> list[Problem]:
    """Return the boards that a table played though the movement has them elsewhere."""
    problems = []
    for (board_no, ns, ew), line_reports in reports.outside_reports.items():
        latest_report = line_reports[-1]
        round_no = latest_report.round_no
        table_no = latest_report.table_no
        line = SectionLine(board_no, ns, ew, round_no, table_no, None)
        tables_due = {
            due_line.table_no
            for due_line in lines.get_board_lines(board_no)
            if due_line.round_no == round_no and due_line.table_no
        }
        problem = Problem(
            ProblemKind.OTHER_BOARD,
            line=_make_problem_line(section, line),
            entries=tuple(_make_entered_result(report, None) for report in line_reports),
            is_confirmed=any(report.agreed_at for report in line_reports),
            tables_due=tuple(sorted(tables_due - {table_no})),
        )
        problems.append(((table_no or 0, board_no), problem))
    problems.sort(key=lambda placed_problem: placed_problem[0])
    return [problem for _place, problem in problems]


def _make_entered_result(report: TableReport, stored_report: TableReport | None) -> EnteredResult:
    author = _describe_author(report, stored_report)
    return EnteredResult(str(report.pk), report.text, report.ns_score, author, report.from_board)


def _describe_stored_author(line_result: LineResult | None, report: TableReport | None) -> str:
    """Return who entered the stored result, in words. Empty without a result."""
    if line_result is None or not line_result.is_entered:
        return ""
    time = f"{timezone.localtime(line_result.entered_at):%H:%M}"
    if line_result.is_by_director:
        return f"entered by the director at {time}"
    if report is None:
        return f"entered at {time}"
    author = _describe_author(report, None)
    if report.is_agreed:
        return f"{author}, confirmed"
    return author


def _describe_author(report: TableReport, stored_report: TableReport | None) -> str:
    """Return who entered *report*, in words.

    With *stored_report* the words say whether both came from the same phone, if that is known.
    """
    phone = ""
    if stored_report and report.device and stored_report.device:
        is_same = report.device == stored_report.device
        phone = " on the same phone" if is_same else " on another phone"
    side = SIDE_WORDS.get(report.side, "the table")
    return f"entered by {side}{phone} at {timezone.localtime(report.heard_at):%H:%M}"


def _find_not_played(
    section: Section, lines: SectionLines, standing: Mapping[Key, TableReport]
) -> list[Problem]:
    problems = []
    for key, report in standing.items():
        line = lines.find(*key)
        if line and report.text.startswith("NP"):
            problems.append(
                Problem(
                    ProblemKind.NOT_PLAYED,
                    line=_make_problem_line(section, line),
                    entries=(_make_entered_result(report, None),),
                    reported_at=report.heard_at,
                )
            )
    return problems


def _find_checks(section: Section, lines: SectionLines, reports: TableReports) -> list[Problem]:
    """Return the lines that tables were asked to check, with the result at that time as entry."""
    problems = []
    for report in reports.checks:
        if line := lines.find(*report.key):
            problems.append(
                Problem(
                    ProblemKind.CHECK,
                    line=_make_problem_line(section, line),
                    entries=(_make_entered_result(report, None),),
                    reported_at=report.heard_at,
                    answered_at=report.agreed_at,
                )
            )
    return problems


def _find_suspicious_lines(
    section: Section, suspicious: SuspiciousLines, reports: TableReports
) -> list[Problem]:
    """Return the lines that look wrong, each under one kind."""
    # A line that a table was asked to check is listed under that.
    listed = {*reports.open_reports, *(report.key for report in reports.checks)}
    unusual = {
        line
        for line in suspicious.odd_lines - suspicious.turned_lines - suspicious.wrong_leads
        if (line.board_no, line.ns, line.ew) not in listed
    }
    lines_by_kind = {
        ProblemKind.WRONG_SIGN: suspicious.turned_lines,
        ProblemKind.UNUSUAL: unusual,
        ProblemKind.WRONG_LEAD: suspicious.wrong_leads,
    }
    problems = []
    for kind, lines in lines_by_kind.items():
        for line in sorted(lines, key=lambda line: (line.table_no or 0, line.board_no)):
            problems.append(Problem(kind, line=_make_problem_line(section, line)))
    return problems


def _find_phone_problems(section: Section, phones: SectionPhones, owing: set[int]) -> list[Problem]:
    problems = []
    for table in phones.tables:
        if table.is_paper:
            continue
        if table.new_phones or table.waiting_phones:
            problems.append(Problem(ProblemKind.NEW_PHONE, table=table))
        # Where both sides share a phone, several phones are no problem. New ones are listed above.
        needs_own_phones = get_table_settings(section, table.table_no).confirm == "own"
        if table.doubled_sides and not table.new_phones and needs_own_phones:
            problems.append(Problem(ProblemKind.SEVERAL_PHONES, table=table))
        if table.silent_unsent_count:
            problems.append(Problem(ProblemKind.UNSENT, table=table))
        elif table.is_silent and table.table_no in owing:
            problems.append(Problem(ProblemKind.NO_SIGNAL, table=table))
    return problems


def _find_unconfirmed(reports: TableReports, now: datetime) -> list[Problem]:
    waiting = [
        report
        for report in reports.unconfirmed_reports
        if count_elapsed_minutes(report.heard_at, now) >= UNCONFIRMED_MINUTES
    ]
    unconfirmed = [
        Problem(ProblemKind.UNCONFIRMED, table=table) for table in _group_boards_by_table(waiting)
    ]
    one_phone = [
        Problem(ProblemKind.ONE_PHONE, table=table)
        for table in _group_boards_by_table(reports.one_phone_reports)
    ]
    return [*unconfirmed, *one_phone]


def _make_problem_line(section: Section, line: SectionLine) -> ProblemLine:
    key = format_line_key(line.board_no, line.ns, line.ew)
    pairs = f"{section.label(line.ns)} against {section.label(line.ew)}"
    page = reverse("session_scores_board", args=[section, line.board_no])
    table = f"Table {line.table_no}" if line.table_no else pairs
    return ProblemLine(
        key=key,
        ns=line.ns,
        ew=line.ew,
        round_no=line.round_no,
        table_no=line.table_no,
        table=table,
        board_no=line.board_no,
        pairs=pairs,
        path=f"{page}#line-{key}",
        text=line.text,
        score=line.ns_score,
    )


def _group_boards_by_table(reports: Iterable[TableReport]) -> list[TableBoards]:
    tables = []
    for table_no, table_reports in group_reports_by_table(reports).items():
        boards = sorted({report.board_no for report in table_reports})
        table_boards = TableBoards(
            table_no=table_no,
            boards=format_boards(boards),
            is_several=len(boards) > 1,
            first_entered_at=min(report.heard_at for report in table_reports),
        )
        tables.append(table_boards)
    return tables
