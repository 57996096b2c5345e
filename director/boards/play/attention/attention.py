"""What the director has to do at Play: settle two results of a board, check unusual ones, ask tables to confirm."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.urls import reverse
from django.utils import timezone

from director.boards.movement.acts import SETTLED_AT_PLAY
from director.boards.movement.lines.page_input import line_key
from director.boards.movement.lines.read import SectionLine, SectionLines
from director.boards.movement.scoring_field import Key
from director.boards.movement.words import boards_text
from director.boards.play.attention.phones import Phones, TablePhones
from director.boards.play.attention.words import SectionWords, Word, minutes_since, words_by_table
from director.boards.play.phones.read import SIDE_WORDS, LineResult, lines_standing
from director.boards.play.phones.seen_boards import seen_lines
from director.core.night.phones.write import table_settings
from director.models import Act, Section

WAITS_LONG = 5
"""For how many minutes a result waits for the opponents before the director is told."""


@dataclass(frozen=True, slots=True)
class NeededLine:
    """A line that somebody has to check: where it is played, and its address in Scores."""

    key: str
    ns: int
    ew: int
    table_no: int | None
    table: str  # "Table 3", or "1 N-S against 2 E-W" where none is known
    board_no: int
    pairs: str
    path: str
    text: str  # as stored, "" without a result
    score: int | None


@dataclass(frozen=True, slots=True)
class SideResult:
    """What one side says was made; *take* is what the button sends.

    *from_board* is the board that it was entered for by mistake, where it was.
    """

    take: str
    text: str
    score: int | None
    who: str
    from_board: int | None = None


@dataclass(frozen=True, slots=True)
class LineConflict:
    """A line with two results: the stored one, and those entered against it.

    *is_conflict*: the director entered the stored one.  *shown*: the boards, of those that it is
    about, whose other results the players have seen, so that they settle nothing themselves.
    """

    line: NeededLine
    stands: SideResult
    asked: tuple[SideResult, ...]
    is_conflict: bool
    minutes: int
    shown: str = ""  # "7", "7, 8"

    @property
    def values(self) -> tuple[SideResult, ...]:
        """All results entered, the stored one first."""
        return (self.stands, *self.asked)


@dataclass(frozen=True, slots=True)
class Outside:
    """A board that a table says it played though the movement has it elsewhere; *belongs* are the tables it is for."""

    line: NeededLine
    round_no: int | None
    said: tuple[SideResult, ...]
    is_agreed: bool
    belongs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NotPlayed:
    """A board that a table says it did not play."""

    line: NeededLine
    reason: str
    at: datetime
    take: int


@dataclass(frozen=True, slots=True)
class Look:
    """A line that a table was asked to check: when, and when it answered; *was* is the result at that time."""

    line: NeededLine
    number: int
    at: datetime
    answered_at: datetime | None
    was: str


@dataclass(frozen=True, slots=True)
class TableBoards:
    """Some boards of one table, in words, and when the first of them was entered."""

    table_no: int
    boards: str
    is_several: bool
    since: datetime


@dataclass(frozen=True, slots=True)
class Needs:
    """What waits for the director in one section, and the last question that was settled."""

    questions: tuple[LineConflict, ...]
    outside: tuple[Outside, ...]
    swapped: tuple[tuple[int, int], ...]  # tables that seem to have got each other's boards
    not_played: tuple[NotPlayed, ...]
    turned: tuple[NeededLine, ...]
    odd: tuple[NeededLine, ...]
    leads: tuple[NeededLine, ...]
    looks: tuple[Look, ...]
    waiting: tuple[TableBoards, ...]
    alone: tuple[TableBoards, ...]
    silent: tuple[TablePhones, ...]
    holding: tuple[TablePhones, ...]
    twice: tuple[TablePhones, ...]
    came: tuple[TablePhones, ...]  # with phones that are new there, or wait to be let in
    settled: Act | None

    @property
    def is_empty(self) -> bool:
        """Whether nothing is asked of anybody."""
        parts = (
            self.questions,
            self.outside,
            self.not_played,
            self.turned,
            self.odd,
            self.leads,
            self.looks,
            self.waiting,
            self.silent,
            self.holding,
            self.twice,
            self.came,
        )
        return not any(parts)


@dataclass(frozen=True, slots=True)
class Suspicious:
    """Entered lines that look wrong: *turned* has the wrong sign, *odd* is far from the others, or by their *leads*."""

    turned: set[SectionLine]
    odd: set[SectionLine]
    leads: set[SectionLine] = field(default_factory=set)


def section_needs(
    section: Section,
    lines: SectionLines,
    *,
    words: SectionWords,
    suspicious: Suspicious,
    phones: Phones,
    owing: set[int],
) -> Needs:
    """Return what waits for the director in *section*, of whose tables those *owing* still have something to bring.

    Three queries, two of them only where anything is asked.
    """
    now = timezone.now()
    long = [word for word in words.waiting if minutes_since(word.heard_at, now) >= WAITS_LONG]
    said = [table for table in phones.tables if not table.is_paper]
    outside = _outside(section, lines, words)
    asked = {*words.asked, *(word.key for word in words.looks)}  # they are listed as that
    odd = suspicious.odd - suspicious.turned - suspicious.leads
    return Needs(
        questions=_questions(section, lines, words, now),
        outside=outside,
        swapped=_swapped(outside),
        not_played=_not_played(section, lines, words.standing),
        turned=_needed(section, suspicious.turned),
        odd=_needed(
            section, (line for line in odd if (line.board_no, line.ns, line.ew) not in asked)
        ),
        leads=_needed(section, suspicious.leads),
        looks=_looks(section, lines, words),
        waiting=_by_table(long),
        alone=_by_table(words.alone),
        silent=tuple(
            table
            for table in said
            if table.is_silent and not table.held and table.table_no in owing
        ),
        holding=tuple(table for table in said if table.held),
        twice=tuple(
            table
            for table in said
            if table.twice and table_settings(section, table.table_no).confirm == "own"
        ),
        came=tuple(table for table in said if table.came or table.waits),
        settled=settled_last(section),
    )


def settled_last(section: Section) -> Act | None:
    """Return the last act, not undone, that settled a question in *section* or decided about a phone; one query."""
    acts = Act.objects.filter(
        event=section.session.event_id, section=section, kind__in=SETTLED_AT_PLAY
    )
    acts = acts.filter(undone_at__isnull=True)
    return acts.select_related("made_by").order_by("-number").first()


def _questions(
    section: Section, lines: SectionLines, words: SectionWords, now: datetime
) -> tuple[LineConflict, ...]:
    standing, seen = lines_standing(section, words.asked), _seen(section, words)
    questions = []
    for key, asked in words.asked.items():
        line = lines.find(*key)
        if line:
            stands, told = standing.get(key), words.standing.get(key)
            questions.append(
                LineConflict(
                    line=_needed_line(section, line),
                    stands=SideResult(
                        "stands", line.text, line.ns_score, _who_entered(stands, told)
                    ),
                    asked=tuple(_value(word, told) for word in asked),
                    is_conflict=bool(stands and stands.is_in and stands.by_director),
                    minutes=minutes_since(asked[0].heard_at, now),
                    shown=boards_text(
                        sorted({about[0] for about in _lines_about(key, asked) if about in seen})
                    ),
                )
            )
    return tuple(sorted(questions, key=lambda question: -question.minutes))


def _seen(section: Section, words: SectionWords) -> frozenset[Key]:
    """Return the lines that something is asked about whose players have seen what others made; at most one query."""
    about = {line for key, asked in words.asked.items() for line in _lines_about(key, asked)}
    return seen_lines(section, about) if about else frozenset()


def _lines_about(key: Key, asked: Iterable[Word]) -> set[Key]:
    """Return the line that is *asked* about, and those from which its entry is to be moved there."""
    _board_no, ns, ew = key
    return {key, *((word.from_board, ns, ew) for word in asked if word.from_board)}


def _outside(section: Section, lines: SectionLines, words: SectionWords) -> tuple[Outside, ...]:
    outside = []
    for (board_no, ns, ew), said in words.outside.items():
        round_no, table_no = said[-1].round_no, said[-1].table_no
        line = SectionLine(board_no, ns, ew, round_no, table_no, None)
        due = {
            other.table_no
            for other in lines.on_board(board_no)
            if other.round_no == round_no and other.table_no
        }
        values = tuple(_value(word, None) for word in said)
        belongs = tuple(sorted(due - {table_no}))
        is_agreed = any(word.agreed_at for word in said)
        outside.append(Outside(_needed_line(section, line), round_no, values, is_agreed, belongs))
    return tuple(sorted(outside, key=lambda board: (board.line.table_no or 0, board.line.board_no)))


def _swapped(outside: tuple[Outside, ...]) -> tuple[tuple[int, int], ...]:
    """Return which two tables say they played each a board that is the other's in that round."""
    said = {(board.line.table_no or 0, table_no) for board in outside for table_no in board.belongs}
    return tuple(
        sorted(tables for tables in said if tables[0] < tables[1] and tables[::-1] in said)
    )


def _value(word: Word, told: Word | None) -> SideResult:
    return SideResult(str(word.pk), word.text, word.ns_score, _who(word, told), word.from_board)


def _who_entered(stands: LineResult | None, told: Word | None) -> str:
    """Return who entered the stored result, in words."""
    if stands is None or not stands.is_in:
        return ""
    if told and not stands.by_director:
        return _who(told, None) + (", confirmed" if told.is_agreed else "")
    at = f"{timezone.localtime(stands.entered_at):%H:%M}"
    return f"entered by the director at {at}" if stands.by_director else f"entered at {at}"


def _who(word: Word, other: Word | None) -> str:
    """Return who said *word*, on which phone where that of the *other* one is known, and when."""
    phone = ""
    if other and word.device and other.device:
        phone = " on the same phone" if word.device == other.device else " on another phone"
    return f"entered by {SIDE_WORDS.get(word.side, 'the table')}{phone} at {timezone.localtime(word.heard_at):%H:%M}"


def _not_played(
    section: Section, lines: SectionLines, standing: Mapping[Key, Word]
) -> tuple[NotPlayed, ...]:
    return tuple(
        NotPlayed(
            _needed_line(section, line),
            word.text.partition(":")[2].strip().rstrip("."),
            word.heard_at,
            word.pk,
        )
        for key, word in standing.items()
        if word.text.startswith("NP") and (line := lines.find(*key))
    )


def _looks(section: Section, lines: SectionLines, words: SectionWords) -> tuple[Look, ...]:
    return tuple(
        Look(_needed_line(section, line), word.pk, word.heard_at, word.agreed_at, word.text)
        for word in words.looks
        if (line := lines.find(*word.key))
    )


def _needed(section: Section, lines: Iterable[SectionLine]) -> tuple[NeededLine, ...]:
    return tuple(
        _needed_line(section, line)
        for line in sorted(lines, key=lambda line: (line.table_no or 0, line.board_no))
    )


def _needed_line(section: Section, line: SectionLine) -> NeededLine:
    key = line_key(line.board_no, line.ns, line.ew)
    pairs = f"{section.label(line.ns)} against {section.label(line.ew)}"
    page = reverse("session_scores_board", args=[section, line.board_no])
    table = f"Table {line.table_no}" if line.table_no else pairs
    return NeededLine(
        key,
        line.ns,
        line.ew,
        line.table_no,
        table,
        line.board_no,
        pairs,
        f"{page}#line-{key}",
        line.text,
        line.ns_score,
    )


def _by_table(words: Iterable[Word]) -> tuple[TableBoards, ...]:
    return tuple(
        TableBoards(
            table_no,
            boards_text(sorted({word.board_no for word in own})),
            len({word.board_no for word in own}) > 1,
            min(word.heard_at for word in own),
        )
        for table_no, own in words_by_table(words).items()
    )
