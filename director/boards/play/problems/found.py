"""The problems at the tables of a section, as Play lists them, and how a director settles them.

``reports`` and ``doubts`` find them; this module turns them into what the page shows. A *report* is
an entry of a table. A line is *asked* about if two results were entered.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from operator import itemgetter

from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone

from director.boards.movement.lines.entries import LATER
from director.boards.movement.lines.progress import format_line_key
from director.boards.movement.lines.section_lines import SectionLine, SectionLines
from director.boards.movement.sections import SETTLED_AT_PLAY, Key
from director.boards.movement.words import format_boards
from director.boards.play.problems.reports import (
    SectionPhones,
    TablePhones,
    TableReports,
    count_elapsed_minutes,
    group_reports_by_table,
)
from director.boards.play.results.acts import record_section_act
from director.boards.play.scores.entry_moves import move_entry
from director.boards.play.scores.result import enter_line, fetch_line, fetch_played_line
from director.boards.play.scores.undoing import describe_line, describe_result
from director.boards.play.table_words import (
    SIDE_NAMES,
    LineResult,
    fetch_entries_by_line,
    fetch_result_by_line,
    fetch_seen_lines,
)
from director.core.base.act_kinds import ActKind
from director.core.night.hooks import PHONE_DESK
from director.core.night.journal import Journal
from director.core.night.table_settings import get_table_settings
from director.errors import DeskError
from director.models import Act, Result, Section, TableWord
from director.models.access import OUTSIDE_KEY

UNCONFIRMED_MINUTES = 5
"""Minutes that a result waits for the opponents before the director sees it as a problem."""


class ProblemKind(StrEnum):
    """The kind of a problem. The first seven concern a line, the others a table."""

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
    """A result that one side entered."""

    choice_value: str  # of the button that chooses it
    text: str
    score: int | None
    entered_by: str
    from_board: int | None = None  # the board for which it was entered by mistake


@dataclass(frozen=True, slots=True)
class TableBoards:
    """Boards of one table in words, and when the first of them was entered."""

    table_no: int
    boards: str
    has_several_boards: bool
    first_entered_at: datetime


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem that waits for the director, at a line or at a table."""

    kind: ProblemKind
    line: ProblemLine | None = None
    table: TablePhones | TableBoards | None = None
    entries: tuple[EnteredResult, ...] = ()  # for the line; in a dispute the stored one is first
    reported_at: datetime | None = None
    minutes: int = 0  # since then
    answered_at: datetime | None = None  # when the table answered a request to check
    is_by_director: bool = False  # the stored result of a dispute
    is_confirmed: bool = False  # by both sides
    seen_boards_text: str = ""  # "7, 8": the players have seen their other results
    due_tables: tuple[int, ...] = ()  # where the movement has the board

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
        # Templates look the kinds up by name, so the keys are their values.
        problems_by_kind: dict[str, list[Problem]] = {kind.value: [] for kind in ProblemKind}
        for problem in self.problems:
            problems_by_kind[problem.kind].append(problem)
        return problems_by_kind

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
                for table_no in problem.due_tables:
                    table_pairs.add((problem.line.table_no or 0, table_no))
        return sorted(
            (played_at, due_at)
            for played_at, due_at in table_pairs
            if played_at < due_at and (due_at, played_at) in table_pairs
        )

    @property
    def is_empty(self) -> bool:
        """Whether nobody has to do anything."""
        # Both sides confirming on one phone is only for information.
        return all(problem.kind is ProblemKind.ONE_PHONE for problem in self.problems)


@dataclass(frozen=True, slots=True)
class SuspiciousLines:
    """Entered lines that look wrong."""

    turned_lines: set[SectionLine]  # the score may have the wrong sign
    odd_lines: set[SectionLine]  # the score is far from the others
    wrong_leads: set[SectionLine] = field(default_factory=set)  # not in the leader's hand


def fetch_section_problems(
    section: Section,
    lines: SectionLines,
    *,
    reports: TableReports,
    suspicious: SuspiciousLines,
    phones: SectionPhones,
    owing_tables: set[int],
    last_settled_act: Act | None,
) -> SectionProblems:
    """Return the problems of *section*. No query, two if a line has two results.

    *owing_tables* are the tables with missing results: a table that has finished needs no phone.
    """
    now = timezone.now()
    phone_problems = []
    if PHONE_DESK.answers.has_phones:
        phone_problems = _list_phone_problems(section, phones, owing_tables)
    problems = [
        *_fetch_disputes(section, lines, reports, now),
        *_list_other_boards(section, lines, reports),
        *_list_not_played(section, lines, reports.result_report_by_line),
        *_list_checks(section, lines, reports),
        *_list_suspicious_lines(section, suspicious, reports),
        *phone_problems,
        *_list_unconfirmed(reports, now),
    ]
    return SectionProblems(tuple(problems), last_settled_act)


def fetch_settled_acts(section: Section) -> list[Act]:
    """Return the last act at Play that settled a problem and isn't undone, if any. One query."""
    settled_acts = section.acts.filter(kind__in=SETTLED_AT_PLAY, undone_at__isnull=True)
    return list(settled_acts.select_related("made_by").order_by("-number")[:1])


def _fetch_disputes(
    section: Section, lines: SectionLines, reports: TableReports, now: datetime
) -> list[Problem]:
    """Return the lines with two results, the longest waiting first."""
    stored_results = fetch_result_by_line(section, reports.open_reports_by_line)
    seen_lines = _fetch_seen_questions(section, reports)
    disputes = []
    for key, open_reports in reports.open_reports_by_line.items():
        line = lines.find_line(*key)
        if line is None:
            continue
        line_result = stored_results.get(key)
        stored_report = reports.result_report_by_line.get(key)
        stored_entry = EnteredResult(
            choice_value="stands",
            text=line.text,
            score=line.ns_score,
            entered_by=_describe_stored_author(line_result, stored_report),
        )
        other_entries = [_make_entered_result(report, stored_report) for report in open_reports]
        seen_boards = {
            related_key[0]
            for related_key in _collect_related_lines(key, open_reports)
            if related_key in seen_lines
        }
        is_by_director = False
        if line_result and line_result.is_entered:
            is_by_director = line_result.is_by_director
        reported_at = open_reports[0].heard_at
        disputes.append(
            Problem(
                ProblemKind.DISPUTE,
                line=_make_problem_line(section, line),
                entries=(stored_entry, *other_entries),
                reported_at=reported_at,
                minutes=count_elapsed_minutes(reported_at, now),
                is_by_director=is_by_director,
                seen_boards_text=format_boards(sorted(seen_boards)),
            )
        )
    return sorted(disputes, key=lambda dispute: -dispute.minutes)


def _fetch_seen_questions(section: Section, reports: TableReports) -> frozenset[Key]:
    """Return the lines in question whose players have seen other results. At most one query."""
    lines = set()
    for key, open_reports in reports.open_reports_by_line.items():
        lines.update(_collect_related_lines(key, open_reports))
    if lines:
        return fetch_seen_lines(section, lines)
    return frozenset()


def _collect_related_lines(key: Key, open_reports: Iterable[TableWord]) -> set[Key]:
    """Return line *key*, and the lines from which entries would be moved there."""
    _board_no, ns, ew = key
    lines = {key}
    for report in open_reports:
        if report.from_board:
            lines.add((report.from_board, ns, ew))
    return lines


def _list_other_boards(
    section: Section, lines: SectionLines, reports: TableReports
) -> list[Problem]:
    """Return the boards that a table played though the movement has them elsewhere."""
    problems_with_sort_key: list[tuple[tuple[int, int], Problem]] = []
    for (board_no, ns, ew), line_reports in reports.outside_reports_by_line.items():
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
            due_tables=tuple(sorted(tables_due - {table_no})),
        )
        problems_with_sort_key.append(((table_no or 0, board_no), problem))
    problems_with_sort_key.sort(key=itemgetter(0))
    return [problem for _sort_key, problem in problems_with_sort_key]


def _make_entered_result(report: TableWord, stored_report: TableWord | None) -> EnteredResult:
    author = _describe_author(report, stored_report)
    return EnteredResult(
        choice_value=str(report.pk),
        text=report.text,
        score=report.ns_score,
        entered_by=author,
        from_board=report.from_board,
    )


def _describe_stored_author(line_result: LineResult | None, report: TableWord | None) -> str:
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


def _describe_author(report: TableWord, stored_report: TableWord | None) -> str:
    """Return who entered *report*, in words.

    With *stored_report*, add whether both came from the same phone, if that is known.
    """
    phone = ""
    if stored_report and report.device and stored_report.device:
        is_same = report.device == stored_report.device
        phone = " on the same phone" if is_same else " on another phone"
    side = SIDE_NAMES.get(report.side, "the table")
    return f"entered by {side}{phone} at {timezone.localtime(report.heard_at):%H:%M}"


def _list_not_played(
    section: Section, lines: SectionLines, report_by_line: Mapping[Key, TableWord]
) -> list[Problem]:
    problems = []
    for key, report in report_by_line.items():
        line = lines.find_line(*key)
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


def _list_checks(section: Section, lines: SectionLines, reports: TableReports) -> list[Problem]:
    """Return the lines that tables were asked to check, with the result at that time as entry."""
    problems = []
    for report in reports.checks:
        if line := lines.find_line(*report.line_key):
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


def _list_suspicious_lines(
    section: Section, suspicious: SuspiciousLines, reports: TableReports
) -> list[Problem]:
    """Return the lines that look wrong, each under one kind."""
    # A line that a table was asked to check is listed under that.
    listed_lines = {*reports.open_reports_by_line, *(report.line_key for report in reports.checks)}
    unusual_lines = {
        line
        for line in suspicious.odd_lines - suspicious.turned_lines - suspicious.wrong_leads
        if (line.board_no, line.ns, line.ew) not in listed_lines
    }
    lines_by_kind = {
        ProblemKind.WRONG_SIGN: suspicious.turned_lines,
        ProblemKind.UNUSUAL: unusual_lines,
        ProblemKind.WRONG_LEAD: suspicious.wrong_leads,
    }
    problems = []
    for kind, lines in lines_by_kind.items():
        for line in sorted(lines, key=lambda line: (line.table_no or 0, line.board_no)):
            problems.append(Problem(kind, line=_make_problem_line(section, line)))
    return problems


def _list_phone_problems(
    section: Section, phones: SectionPhones, owing_tables: set[int]
) -> list[Problem]:
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
        elif table.is_silent and table.table_no in owing_tables:
            problems.append(Problem(ProblemKind.NO_SIGNAL, table=table))
    return problems


def _list_unconfirmed(reports: TableReports, now: datetime) -> list[Problem]:
    waiting_reports = [
        report
        for report in reports.unconfirmed_reports
        if count_elapsed_minutes(report.heard_at, now) >= UNCONFIRMED_MINUTES
    ]
    unconfirmed_problems = [
        Problem(ProblemKind.UNCONFIRMED, table=table)
        for table in _group_boards_by_table(waiting_reports)
    ]
    one_phone_problems = [
        Problem(ProblemKind.ONE_PHONE, table=table)
        for table in _group_boards_by_table(reports.one_phone_reports)
    ]
    return [*unconfirmed_problems, *one_phone_problems]


def _make_problem_line(section: Section, line: SectionLine) -> ProblemLine:
    key = format_line_key(line.board_no, line.ns, line.ew)
    pairs = f"{section.get_label(line.ns)} against {section.get_label(line.ew)}"
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


def _group_boards_by_table(reports: Iterable[TableWord]) -> list[TableBoards]:
    tables = []
    for table_no, table_reports in group_reports_by_table(reports).items():
        boards = sorted({report.line_key[0] for report in table_reports})
        table_boards = TableBoards(
            table_no=table_no,
            boards=format_boards(boards),
            has_several_boards=len(boards) > 1,
            first_entered_at=min(report.heard_at for report in table_reports),
        )
        tables.append(table_boards)
    return tables


# Each decision is an act of the history. Its undo makes the line a problem again.


def settle_dispute(
    *,
    section: Section,
    board_no: int,
    ns: int,
    ew: int,
    take: int | None,
    user: User | None,
    seen_text: str | None = None,
) -> bool:
    """Settle a dispute: *take* is the entry that counts, None keeps the stored result.

    *seen_text* is the stored result that the director saw, None if it wasn't submitted. Return False
    and change nothing if the same decision has already been stored.

    :raises DeskError: if the dispute is settled, or the stored result has changed since
    :raises ScoringError: if the event's method can't score the result
    :raises FinalError: if the results are final
    """
    line = (board_no, ns, ew)
    with record_section_act(section=section, kind=ActKind.SETTLED, message="", user=user) as act:
        stored_entries = fetch_entries_by_line(section).get(line, [])
        stored_text = _fetch_stored_text(section, line)
        questions = [stored_entry for stored_entry in stored_entries if stored_entry.needs_decision]
        chosen_entry = next(
            (stored_entry for stored_entry in questions if stored_entry.pk == take), None
        )
        if not questions or (take is not None and chosen_entry is None):
            # A button that was pressed twice submits the same decision again.
            if _is_already_decided(
                section, line, take=take, stored_text=stored_text, seen_text=seen_text
            ):
                return False
            raise DeskError(
                "nobody-asked", "Board {board_no} no longer needs a decision.", board_no=board_no
            )
        if seen_text not in (None, stored_text):
            raise DeskError(
                "stands-otherwise",
                "Board {board_no} has changed to {stands}, so nothing was decided. Check it and "
                "choose again.",
                board_no=board_no,
                stands=stored_text or "nothing",
            )
        if chosen_entry:
            version = _accept_phone_entry(section, line, chosen_entry, user, act)
            act.change(chosen_entry, version=version)
        other_entries = [
            stored_entry for stored_entry in questions if stored_entry is not chosen_entry
        ]
        _dismiss_phone_entries(other_entries, act)
        # If the stored result is kept, no change of a line has given the act its message.
        act.message = act.message or _describe_unchanged(section, line, stored_text)
    return True


def settle_not_played(
    *,
    section: Section,
    board_no: int,
    ns: int,
    ew: int,
    is_later: bool,
    user: User | None,
    seen_text: str | None = None,
) -> bool:
    """Settle a board that a table reports as not played. With *is_later* it is played later.

    *seen_text* is the stored result that the director saw, None if it wasn't submitted. Return False
    and change nothing if the same decision has already been stored.

    :raises DeskError: if the stored result has changed since
    :raises FinalError: if the results are final
    """
    line = (board_no, ns, ew)
    with record_section_act(section=section, kind=ActKind.SETTLED, message="", user=user) as act:
        stored_text = _fetch_stored_text(section, line)
        reports = [
            stored_entry
            for stored_entry in fetch_entries_by_line(section).get(line, [])
            if stored_entry.text == stored_text and not stored_entry.needs_decision
        ]
        if is_later:
            is_decided = stored_text == LATER
        else:
            is_decided = stored_text == seen_text and not reports
        if is_decided:
            return False
        if not reports or seen_text not in (None, stored_text):
            raise DeskError(
                "not-said-not-played",
                "Board {board_no} has changed to {stands}. Check it again.",
                board_no=board_no,
                stands=stored_text or "nothing",
            )
        if is_later:
            _enter_phone_text(section, line, reports[-1], LATER, act)
        _dismiss_phone_entries(reports, act)
        act.message = act.message or _describe_unchanged(section, line, stored_text)
    return True


def _accept_phone_entry(
    section: Section, line: Key, stored_entry: TableWord, user: User | None, journal: Journal
) -> int | None:
    """Make the phone entry *stored_entry* count on *line*. Return the version of the line."""
    if stored_entry.from_board is None:
        return _enter_phone_text(section, line, stored_entry, stored_entry.text, journal)
    board_no, ns, ew = line
    source = (stored_entry.from_board, ns, ew)
    result = move_entry(
        section=section,
        line=source,
        target_board=board_no,
        user=user,
        shown_text=stored_entry.text,
        journal=journal,
    )
    return result.version


def _enter_phone_text(
    section: Section, line: Key, stored_entry: TableWord, text: str, journal: Journal
) -> int | None:
    """Enter *text* on *line*, played where *stored_entry* was sent. Return the line's version."""
    round_and_table = None
    if stored_entry.round_no and stored_entry.access.table_no:
        round_and_table = (stored_entry.round_no, stored_entry.access.table_no)
    # A board played outside the movement has no line of the schedule.
    fetch_entered_line = fetch_played_line if stored_entry.answer.get(OUTSIDE_KEY) else fetch_line
    section_line = fetch_entered_line(section, line, round_and_table)
    result = enter_line(section=section, line=section_line, text=text, journal=journal)
    if result is None:
        return None
    journal.message = journal.message or describe_result(section, result)
    return result.version


def _dismiss_phone_entries(stored_entries: Iterable[TableWord], journal: Journal) -> None:
    for stored_entry in stored_entries:
        journal.change(stored_entry, dropped_at=timezone.now())


def _fetch_stored_text(section: Section, line: Key) -> str:
    line_result = fetch_result_by_line(section, [line]).get(line)
    if line_result:
        return line_result.text
    return ""


def _is_already_decided(
    section: Section, line: Key, *, take: int | None, stored_text: str, seen_text: str | None
) -> bool:
    """Return whether the line is already as the decision would leave it."""
    if take is None:
        return seen_text is not None and stored_text == seen_text
    board_no, ns, ew = line
    stored_entries = TableWord.objects.filter(
        pk=take, access__section=section, board_no=board_no, ns=ns, ew=ew
    )
    return stored_entries.filter(version__isnull=False, text=stored_text).exists()


def _describe_unchanged(section: Section, line: Key, stored_text: str) -> str:
    """Return the message of an act that leaves the result of *line* as it is."""
    if not stored_text:
        line_text = describe_line(section, line)
        return f"{line_text[:1].upper()}{line_text[1:]}: the table’s entry was not saved."
    board_no, ns, ew = line
    # describe_result() needs a record, which isn't stored.
    result = Result(section=section, board_no=board_no, ns=ns, ew=ew)
    result.counted = stored_text
    return f"{describe_result(section, result).rstrip('.')} stays."
