"""What has to be settled, checked or asked at the tables of a section, for the list at Play."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from django.urls import reverse
from django.utils import timezone

from director.boards.movement.acts import SETTLED_AT_PLAY
from director.boards.movement.lines.page_input import line_key
from director.boards.movement.lines.read import SectionLine, SectionLines
from director.boards.movement.scoring_field import Key
from director.boards.movement.words import boards_text
from director.boards.play.phones.read import SIDE_WORDS, LineResult, lines_standing
from director.boards.play.phones.seen_boards import seen_lines
from director.boards.play.problems.phones import Phones, TablePhones
from director.boards.play.problems.reports import (
    TableReport,
    TableReports,
    minutes_since,
    reports_by_table,
)
from director.core.night.phones.write import table_settings
from director.models import Act, Section

WAITS_LONG = 5
"""For how many minutes a result waits for the opponents before the director is told."""


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
    """A line that somebody has to check: where it is played, and its address in Scores."""

    key: str
    ns: int
    ew: int
    round_no: int | None
    table_no: int | None
    table: str  # "Table 3", or "1 N-S against 2 E-W" where none is known
    board_no: int
    pairs: str
    path: str
    text: str  # as stored, "" without a result
    score: int | None


@dataclass(frozen=True, slots=True)
class EnteredResult:
    """A result that one side entered.

    *take* is what the button that chooses it sends.

    *from_board* is the board that it was entered for by mistake, where it was.
    """

    take: str
    text: str
    score: int | None
    who: str
    from_board: int | None = None


@dataclass(frozen=True, slots=True)
class TableBoards:
    """Some boards of one table, in words, and when the first of them was entered."""

    table_no: int
    boards: str
    is_several: bool
    since: datetime


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that waits for the director, at a line or at a table.

    *entries* are the results entered for the line, of a dispute the stored one first. *since* is
    when it was reported, *answered_at* when the table that was asked to check it answered.
    """

    kind: ProblemKind
    line: ProblemLine | None = None
    table: TablePhones | TableBoards | None = None
    entries: tuple[EnteredResult, ...] = ()
    since: datetime | None = None
    minutes: int = 0
    answered_at: datetime | None = None
    is_by_director: bool = False  # the stored result of a dispute
    is_confirmed: bool = False  # by both sides
    boards_seen: str = ""  # "7, 8": whose other results the players have seen
    tables_due: tuple[int, ...] = ()  # where the movement has a board that was played elsewhere

    @property
    def stored(self) -> EnteredResult:
        """The first entry: of a dispute the stored result."""
        return self.entries[0]

    @property
    def reason(self) -> str:
        """Why a board was not played, as typed after ``NP:``."""
        return self.stored.text.partition(":")[2].strip().rstrip(".")


@dataclass(frozen=True, slots=True)
class SectionProblems:
    """The problems of one section, and the last one that was settled."""

    all: tuple[Problem, ...]
    settled: Act | None

    @property
    def by_kind(self) -> dict[str, list[Problem]]:
        """The problems by the value of their kind, those without a problem as empty lists."""
        by_kind: dict[str, list[Problem]] = {kind.value: [] for kind in ProblemKind}
        for problem in self.all:
            by_kind[problem.kind].append(problem)
        return by_kind

    @property
    def new_phones(self) -> list[TablePhones]:
        """The tables with phones that are new there, or wait to be allowed."""
        tables = (problem.table for problem in self.by_kind[ProblemKind.NEW_PHONE])
        return [table for table in tables if isinstance(table, TablePhones)]

    @property
    def swapped(self) -> list[tuple[int, int]]:
        """Pairs of tables that say they played each a board that is the other's in that round."""
        elsewhere = set()
        for problem in self.all:
            if problem.kind is ProblemKind.OTHER_BOARD and problem.line:
                for table_no in problem.tables_due:
                    elsewhere.add((problem.line.table_no or 0, table_no))
        return sorted(pair for pair in elsewhere if pair[0] < pair[1] and pair[::-1] in elsewhere)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is asked of anybody."""
        return all(problem.kind is ProblemKind.ONE_PHONE for problem in self.all)


@dataclass(frozen=True, slots=True)
class Suspicious:
    """Entered lines that look wrong.

    *turned* have the wrong sign, *odd* are far from the others, *leads* don't fit the cards.
    """

    turned: set[SectionLine]
    odd: set[SectionLine]
    leads: set[SectionLine] = field(default_factory=set)


def section_problems(
    section: Section,
    lines: SectionLines,
    *,
    reports: TableReports,
    suspicious: Suspicious,
    phones: Phones,
    owing: set[int],
) -> SectionProblems:
    """Return what waits for the director in *section*.

    *owing* are the tables with results missing: only they are asked why no phone answers. Three
    queries, two of them only where anything is asked.
    """
    now = timezone.now()
    problems = [
        *_disputes(section, lines, reports, now),
        *_other_boards(section, lines, reports),
        *_not_played(section, lines, reports.standing),
        *_checks(section, lines, reports),
        *_suspicious(section, suspicious, reports),
        *_phone_problems(section, phones, owing),
        *_unconfirmed_problems(reports, now),
    ]
    return SectionProblems(tuple(problems), settled_last(section))


def settled_last(section: Section) -> Act | None:
    """Return the last act, not undone, that settled a question in *section* or decided about a
    phone.

    One query.
    """
    acts = Act.objects.filter(
        event=section.session.event_id, section=section, kind__in=SETTLED_AT_PLAY
    )
    acts = acts.filter(undone_at__isnull=True)
    return acts.select_related("made_by").order_by("-number").first()


def _disputes(
    section: Section, lines: SectionLines, reports: TableReports, now: datetime
) -> list[Problem]:
    """Return the lines with two results, the longest waiting first."""
    stored, seen = lines_standing(section, reports.asked), _lines_seen_by_players(section, reports)
    disputes = []
    for key, asked in reports.asked.items():
        line = lines.find(*key)
        if line is None:
            continue
        result, report = stored.get(key), reports.standing.get(key)
        stands = EnteredResult("stands", line.text, line.ns_score, _who_entered(result, report))
        boards_seen = {about[0] for about in _lines_about(key, asked) if about in seen}
        disputes.append(
            Problem(
                ProblemKind.DISPUTE,
                line=_problem_line(section, line),
                entries=(stands, *(_entered_result(each, report) for each in asked)),
                since=asked[0].heard_at,
                minutes=minutes_since(asked[0].heard_at, now),
                is_by_director=bool(result and result.is_in and result.by_director),
                boards_seen=boards_text(sorted(boards_seen)),
            )
        )
    return sorted(disputes, key=lambda dispute: -dispute.minutes)


def _lines_seen_by_players(section: Section, reports: TableReports) -> frozenset[Key]:
    """Return the lines that something is asked about whose players have seen what others made.

    At most one query.
    """
    about = set()
    for key, asked in reports.asked.items():
        about.update(_lines_about(key, asked))
    if about:
        return seen_lines(section, about)
    return frozenset()


def _lines_about(key: Key, asked: Iterable[TableReport]) -> set[Key]:
    """Return the line that is *asked* about, and those from which its entry is to be moved there."""
    _board_no, ns, ew = key
    return {key, *((report.from_board, ns, ew) for report in asked if report.from_board)}


def _other_boards(section: Section, lines: SectionLines, reports: TableReports) -> list[Problem]:
    """Return the boards that a table says it played though the movement has them elsewhere."""
    played = []
    for (board_no, ns, ew), own in reports.outside.items():
        round_no, table_no = own[-1].round_no, own[-1].table_no
        line = SectionLine(board_no, ns, ew, round_no, table_no, None)
        due = {
            other.table_no
            for other in lines.on_board(board_no)
            if other.round_no == round_no and other.table_no
        }
        problem = Problem(
            ProblemKind.OTHER_BOARD,
            line=_problem_line(section, line),
            entries=tuple(_entered_result(report, None) for report in own),
            is_confirmed=any(report.agreed_at for report in own),
            tables_due=tuple(sorted(due - {table_no})),
        )
        played.append(((table_no or 0, board_no), problem))
    return [problem for _place, problem in sorted(played, key=lambda each: each[0])]


def _entered_result(report: TableReport, other: TableReport | None) -> EnteredResult:
    who = _who(report, other)
    return EnteredResult(str(report.pk), report.text, report.ns_score, who, report.from_board)


def _who_entered(stands: LineResult | None, report: TableReport | None) -> str:
    """Return who entered the stored result, in words."""
    if stands is None or not stands.is_in:
        return ""
    if report and not stands.by_director:
        return _who(report, None) + (", confirmed" if report.is_agreed else "")
    at = f"{timezone.localtime(stands.entered_at):%H:%M}"
    if stands.by_director:
        return f"entered by the director at {at}"
    return f"entered at {at}"


def _who(report: TableReport, other: TableReport | None) -> str:
    """Return who made *report*, on which phone where that of the *other* one is known, and when."""
    phone = ""
    if other and report.device and other.device:
        is_same = report.device == other.device
        phone = " on the same phone" if is_same else " on another phone"
    side = SIDE_WORDS.get(report.side, "the table")
    return f"entered by {side}{phone} at {timezone.localtime(report.heard_at):%H:%M}"


def _not_played(
    section: Section, lines: SectionLines, standing: Mapping[Key, TableReport]
) -> list[Problem]:
    problems = []
    for key, report in standing.items():
        line = lines.find(*key)
        if line and report.text.startswith("NP"):
            problems.append(
                Problem(
                    ProblemKind.NOT_PLAYED,
                    line=_problem_line(section, line),
                    entries=(_entered_result(report, None),),
                    since=report.heard_at,
                )
            )
    return problems


def _checks(section: Section, lines: SectionLines, reports: TableReports) -> list[Problem]:
    """Return what tables were asked to check, with the result at that time as the entry."""
    problems = []
    for report in reports.checks:
        if line := lines.find(*report.key):
            problems.append(
                Problem(
                    ProblemKind.CHECK,
                    line=_problem_line(section, line),
                    entries=(_entered_result(report, None),),
                    since=report.heard_at,
                    answered_at=report.agreed_at,
                )
            )
    return problems


def _suspicious(section: Section, suspicious: Suspicious, reports: TableReports) -> list[Problem]:
    """Return the lines that look wrong.

    A line that a table was asked to check is listed under that.
    """
    asked = {*reports.asked, *(report.key for report in reports.checks)}
    unusual = {
        line
        for line in suspicious.odd - suspicious.turned - suspicious.leads
        if (line.board_no, line.ns, line.ew) not in asked
    }
    return [
        Problem(kind, line=_problem_line(section, line))
        for kind, concerned in (
            (ProblemKind.WRONG_SIGN, suspicious.turned),
            (ProblemKind.UNUSUAL, unusual),
            (ProblemKind.WRONG_LEAD, suspicious.leads),
        )
        for line in sorted(concerned, key=lambda line: (line.table_no or 0, line.board_no))
    ]


def _phone_problems(section: Section, phones: Phones, owing: set[int]) -> list[Problem]:
    problems = []
    for table in phones.tables:
        if table.is_paper:
            continue
        if table.came or table.waits:
            problems.append(Problem(ProblemKind.NEW_PHONE, table=table))
        if table.twice and table_settings(section, table.table_no).confirm == "own":
            problems.append(Problem(ProblemKind.SEVERAL_PHONES, table=table))
        if table.held:
            problems.append(Problem(ProblemKind.UNSENT, table=table))
        elif table.is_silent and table.table_no in owing:
            problems.append(Problem(ProblemKind.NO_SIGNAL, table=table))
    return problems


def _unconfirmed_problems(reports: TableReports, now: datetime) -> list[Problem]:
    waiting = [
        report for report in reports.waiting if minutes_since(report.heard_at, now) >= WAITS_LONG
    ]
    return [
        Problem(kind, table=table)
        for kind, own in (
            (ProblemKind.UNCONFIRMED, waiting),
            (ProblemKind.ONE_PHONE, reports.alone),
        )
        for table in _by_table(own)
    ]


def _problem_line(section: Section, line: SectionLine) -> ProblemLine:
    key = line_key(line.board_no, line.ns, line.ew)
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


def _by_table(reports: Iterable[TableReport]) -> list[TableBoards]:
    tables = []
    for table_no, own in reports_by_table(reports).items():
        boards = sorted({report.board_no for report in own})
        since = min(report.heard_at for report in own)
        tables.append(TableBoards(table_no, boards_text(boards), len(boards) > 1, since))
    return tables
