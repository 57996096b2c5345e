"""The problems at the tables of a section, as Play lists them.

``table_entries``, ``phones`` and ``doubts`` find them; this module turns them into what the page
shows. A line is *asked* about if two results were entered.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from operator import itemgetter

from django.urls import reverse
from django.utils import timezone

from director.boards.movement.lines.progress import format_line_key
from director.boards.movement.lines.section_lines import SectionLine, SectionLines
from director.boards.movement.sections import SETTLED_AT_PLAY, Key
from director.boards.movement.words import format_boards
from director.boards.play.problems.phones import SectionPhones, TablePhones
from director.boards.play.problems.table_entries import (
    TableEntries,
    count_elapsed_minutes,
    group_entries_by_table,
)
from director.boards.play.table_words import (
    SIDE_NAMES,
    LineResult,
    fetch_result_by_line,
    fetch_seen_lines,
)
from director.core.night.hooks import PHONE_DESK
from director.core.night.table_settings import get_table_settings
from director.models import Act, Section, TableWord

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
    table_entries: TableEntries,
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
        *_fetch_disputes(section, lines, table_entries, now),
        *_list_other_boards(section, lines, table_entries),
        *_list_not_played(section, lines, table_entries.stored_entry_by_line),
        *_list_checks(section, lines, table_entries),
        *_list_suspicious_lines(section, suspicious, table_entries),
        *phone_problems,
        *_list_unconfirmed(table_entries, now),
    ]
    return SectionProblems(tuple(problems), last_settled_act)


def fetch_settled_acts(section: Section) -> list[Act]:
    """Return the last act at Play that settled a problem and isn't undone, if any. One query."""
    settled_acts = section.acts.filter(kind__in=SETTLED_AT_PLAY, undone_at__isnull=True)
    return list(settled_acts.select_related("made_by").order_by("-number")[:1])


def _fetch_disputes(
    section: Section, lines: SectionLines, table_entries: TableEntries, now: datetime
) -> list[Problem]:
    """Return the lines with two results, the longest waiting first."""
    stored_results = fetch_result_by_line(section, table_entries.open_entries_by_line)
    seen_lines = _fetch_seen_questions(section, table_entries)
    disputes = []
    for key, open_entries in table_entries.open_entries_by_line.items():
        line = lines.find_line(*key)
        if line is None:
            continue
        line_result = stored_results.get(key)
        stored_entry = table_entries.stored_entry_by_line.get(key)
        stored_result = EnteredResult(
            choice_value="stands",
            text=line.text,
            score=line.ns_score,
            entered_by=_describe_stored_author(line_result, stored_entry),
        )
        other_results = [_make_entered_result(entry, stored_entry) for entry in open_entries]
        seen_boards = {
            related_key[0]
            for related_key in _collect_related_lines(key, open_entries)
            if related_key in seen_lines
        }
        is_by_director = False
        if line_result and line_result.is_entered:
            is_by_director = line_result.is_by_director
        reported_at = open_entries[0].heard_at
        disputes.append(
            Problem(
                ProblemKind.DISPUTE,
                line=_make_problem_line(section, line),
                entries=(stored_result, *other_results),
                reported_at=reported_at,
                minutes=count_elapsed_minutes(reported_at, now),
                is_by_director=is_by_director,
                seen_boards_text=format_boards(sorted(seen_boards)),
            )
        )
    return sorted(disputes, key=lambda dispute: -dispute.minutes)


def _fetch_seen_questions(section: Section, table_entries: TableEntries) -> frozenset[Key]:
    """Return the lines in question whose players have seen other results. At most one query."""
    lines = set()
    for key, open_entries in table_entries.open_entries_by_line.items():
        lines.update(_collect_related_lines(key, open_entries))
    if lines:
        return fetch_seen_lines(section, lines)
    return frozenset()


def _collect_related_lines(key: Key, open_entries: Iterable[TableWord]) -> set[Key]:
    """Return line *key*, and the lines from which entries would be moved there."""
    _board_no, ns, ew = key
    lines = {key}
    for entry in open_entries:
        if entry.from_board:
            lines.add((entry.from_board, ns, ew))
    return lines


def _list_other_boards(
    section: Section, lines: SectionLines, table_entries: TableEntries
) -> list[Problem]:
    """Return the boards that a table played though the movement has them elsewhere."""
    problems_with_sort_key: list[tuple[tuple[int, int], Problem]] = []
    for (board_no, ns, ew), line_entries in table_entries.off_schedule_entries_by_line.items():
        latest_entry = line_entries[-1]
        round_no = latest_entry.round_no
        table_no = latest_entry.table_no
        line = SectionLine(board_no, ns, ew, round_no, table_no, None)
        tables_due = {
            due_line.table_no
            for due_line in lines.get_board_lines(board_no)
            if due_line.round_no == round_no and due_line.table_no
        }
        problem = Problem(
            ProblemKind.OTHER_BOARD,
            line=_make_problem_line(section, line),
            entries=tuple(_make_entered_result(entry, None) for entry in line_entries),
            is_confirmed=any(entry.agreed_at for entry in line_entries),
            due_tables=tuple(sorted(tables_due - {table_no})),
        )
        problems_with_sort_key.append(((table_no or 0, board_no), problem))
    problems_with_sort_key.sort(key=itemgetter(0))
    return [problem for _sort_key, problem in problems_with_sort_key]


def _make_entered_result(entry: TableWord, stored_entry: TableWord | None) -> EnteredResult:
    author = _describe_author(entry, stored_entry)
    return EnteredResult(
        choice_value=str(entry.pk),
        text=entry.text,
        score=entry.ns_score,
        entered_by=author,
        from_board=entry.from_board,
    )


def _describe_stored_author(line_result: LineResult | None, entry: TableWord | None) -> str:
    """Return who entered the stored result, in words. Empty without a result."""
    if line_result is None or not line_result.is_entered:
        return ""
    time = f"{timezone.localtime(line_result.entered_at):%H:%M}"
    if line_result.is_by_director:
        return f"entered by the director at {time}"
    if entry is None:
        return f"entered at {time}"
    author = _describe_author(entry, None)
    if entry.is_agreed:
        return f"{author}, confirmed"
    return author


def _describe_author(entry: TableWord, stored_entry: TableWord | None) -> str:
    """Return who entered *entry*, in words.

    With *stored_entry*, add whether both came from the same phone, if that is known.
    """
    phone = ""
    if stored_entry and entry.device and stored_entry.device:
        is_same = entry.device == stored_entry.device
        phone = " on the same phone" if is_same else " on another phone"
    side = SIDE_NAMES.get(entry.side, "the table")
    return f"entered by {side}{phone} at {timezone.localtime(entry.heard_at):%H:%M}"


def _list_not_played(
    section: Section, lines: SectionLines, entry_by_line: Mapping[Key, TableWord]
) -> list[Problem]:
    problems = []
    for key, entry in entry_by_line.items():
        line = lines.find_line(*key)
        if line and entry.text.startswith("NP"):
            problems.append(
                Problem(
                    ProblemKind.NOT_PLAYED,
                    line=_make_problem_line(section, line),
                    entries=(_make_entered_result(entry, None),),
                    reported_at=entry.heard_at,
                )
            )
    return problems


def _list_checks(
    section: Section, lines: SectionLines, table_entries: TableEntries
) -> list[Problem]:
    """Return the lines that tables were asked to check, with the result at that time as entry."""
    problems = []
    for entry in table_entries.checks:
        if line := lines.find_line(*entry.line_key):
            problems.append(
                Problem(
                    ProblemKind.CHECK,
                    line=_make_problem_line(section, line),
                    entries=(_make_entered_result(entry, None),),
                    reported_at=entry.heard_at,
                    answered_at=entry.agreed_at,
                )
            )
    return problems


def _list_suspicious_lines(
    section: Section, suspicious: SuspiciousLines, table_entries: TableEntries
) -> list[Problem]:
    """Return the lines that look wrong, each under one kind."""
    # A line that a table was asked to check is listed under that.
    listed_lines = {
        *table_entries.open_entries_by_line,
        *(entry.line_key for entry in table_entries.checks),
    }
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


def _list_unconfirmed(table_entries: TableEntries, now: datetime) -> list[Problem]:
    waiting_entries = [
        entry
        for entry in table_entries.unconfirmed_entries
        if count_elapsed_minutes(entry.heard_at, now) >= UNCONFIRMED_MINUTES
    ]
    unconfirmed_problems = [
        Problem(ProblemKind.UNCONFIRMED, table=table)
        for table in _group_boards_by_table(waiting_entries)
    ]
    one_phone_problems = [
        Problem(ProblemKind.ONE_PHONE, table=table)
        for table in _group_boards_by_table(table_entries.one_phone_entries)
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


def _group_boards_by_table(entries: Iterable[TableWord]) -> list[TableBoards]:
    tables = []
    for table_no, entries_at_table in group_entries_by_table(entries).items():
        boards = sorted({entry.line_key[0] for entry in entries_at_table})
        table_boards = TableBoards(
            table_no=table_no,
            boards=format_boards(boards),
            has_several_boards=len(boards) > 1,
            first_entered_at=min(entry.heard_at for entry in entries_at_table),
        )
        tables.append(table_boards)
    return tables
