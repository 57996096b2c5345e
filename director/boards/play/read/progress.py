"""How far a session is: what is in, what is being played and what is late."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from django.urls import reverse

from director.boards.scores.read.lines import Line, SectionLines
from director.boards.scores.read.typed import line_key
from director.boards.sitting import Key
from director.boards.words import boards_text
from director.models import Plan, Section, Session
from director.models.event import Clock

IN, ODD, NOW, LATE, DUE, AFTER = "in", "odd", "now", "late", "due", "later"
ASKED, TURNED, WAITS, ALONE = "asked", "turned", "waits", "alone"
STATE_WORDS = {
    IN: "in",
    ASKED: "the two sides say different things",
    TURNED: "in, but it would fit the other tables with the other sign",
    ODD: "in, but far from what the other tables have",
    WAITS: "in, but the opponents have not agreed yet",
    ALONE: "in, agreed on the phone that entered it",
    NOW: "being played",
    LATE: "late",
    DUE: "to be played",
    AFTER: "to be played later",
}
SIGNS = {ASKED: "?", TURNED: "±", WAITS: "½", ALONE: "¹", AFTER: "…"}
"""What stands in a square beside those that show their board, so that nothing is told by colour alone."""
WITH_BOARD = {NOW: "", LATE: "", ODD: "!"}
"""Squares that show their board, as those that need a look, and what follows it."""
GROUP_WITHOUT_PLAN = 3  # boards under one heading where no plan says how they travel


@dataclass(frozen=True, slots=True)
class Square:
    """One line as a square of the grid; *key* is the name of the line in its page."""

    key: str
    board_no: int
    state: str
    words: str  # for those who hear the page, and as a tip
    path: str  # of the line in Scores

    @property
    def text(self) -> str:
        """What stands in the square: a sign, or the board where somebody still has to look for it."""
        if self.state in WITH_BOARD:
            return f"{self.board_no}{WITH_BOARD[self.state]}"
        return SIGNS.get(self.state, "")


@dataclass(frozen=True, slots=True)
class GridRow:
    """One table, or one N-S pair of a night played elsewhere; a cell a board, with the squares that fall into it."""

    table_no: int | None
    label: str  # of the pair, where no table is known
    is_late: bool
    cells: tuple[tuple[Square, ...], ...]

    @property
    def key(self) -> str:
        """The name of the row in the page."""
        return str(self.table_no) if self.table_no else self.label.replace(" ", "-")


@dataclass(frozen=True, slots=True)
class BoardGroup:
    """Boards that travel together, as one heading of the grid."""

    text: str
    boards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Owing:
    """What one table still owes of one round."""

    round_no: int
    table_no: int
    ns: str
    ew: str
    boards: str
    is_several: bool


@dataclass(frozen=True)
class Progress:
    """How far a session is: the grid of tables and boards, made when it is asked for, and in words who owes what."""

    section: Section
    states: tuple[tuple[Line, str], ...]  # of every line
    groups: tuple[BoardGroup, ...]
    late: tuple[Owing, ...]
    playing: tuple[Owing, ...]  # the current round
    results_in: int
    results_due: int
    odd: int

    @property
    def columns(self) -> int:
        """How many boards the grid has."""
        return sum(len(group.boards) for group in self.groups)

    @cached_property
    def rows(self) -> tuple[GridRow, ...]:
        """A row for each table, then one for each N-S pair whose table is not known."""
        boards = [board_no for group in self.groups for board_no in group.boards]
        return _rows(self.section, self.states, boards)

    @property
    def labels(self) -> tuple[GridRow, ...]:
        """The rows without their squares."""
        return _rows(self.section, self.states, [])

    def squares_of(self, boards: Collection[int]) -> list[Square]:
        """Return the squares of some *boards*, at all tables."""
        pages = _pages(self.section, boards)
        return [
            _square(self.section, line, state, pages[line.board_no])
            for line, state in self.states
            if line.board_no in boards
        ]

    @property
    def is_complete(self) -> bool:
        """Whether nothing is missing."""
        return self.results_in >= self.results_due


def section_progress(
    section: Section, lines: SectionLines, plan: Plan | None, odd: set[Line], marks: Mapping[Key, str] | None = None
) -> Progress:
    """Return how far *section* is, from its *lines* and the *odd* ones among them: no query of its own.

    *marks* are the states of lines of which there is something else to say than that they are in.
    """
    session = section.session
    known = marks or {}
    states = tuple(
        (
            line,
            known.get((line.board_no, line.ns, line.ew)) or _state(line, session, is_odd=bool(odd) and line in odd),
        )
        for line in lines.all
    )
    return Progress(
        section=section,
        states=states,
        groups=_groups(lines.boards, plan.boards_per_set if plan else GROUP_WITHOUT_PLAN),
        late=_owing(section, [line for line, state in states if state == LATE]),
        playing=_owing(section, [line for line, state in states if state == NOW]),
        results_in=lines.results_in,
        results_due=len(lines.all),
        odd=len(odd),
    )


def _state(line: Line, session: Session, is_odd: bool) -> str:
    if line.is_in:
        return ODD if is_odd else IN
    if line.is_later:
        return AFTER
    if line.round_no is None:
        return DUE
    if session.clock == Clock.OVER or line.round_no < session.round_no:
        return LATE
    return NOW if line.round_no == session.round_no else DUE


def _groups(boards: list[int], size: int) -> tuple[BoardGroup, ...]:
    """Return *boards* as they travel: 1 to *size*, then the next as many, whichever of them are in play."""
    sets = [tuple(group) for _set, group in groupby(boards, key=lambda board_no: (board_no - 1) // size)]
    return tuple(BoardGroup(boards_text(group), group) for group in sets)


def _rows(section: Section, states: Iterable[tuple[Line, str]], boards: Sequence[int]) -> tuple[GridRow, ...]:
    """Return the rows into which the lines of *states* fall, each with a cell for every one of *boards*."""
    by_row: dict[tuple[bool, int], dict[int, list[tuple[Line, str]]]] = defaultdict(lambda: defaultdict(list))
    for line, state in states:
        by_row[_place(line)][line.board_no].append((line, state))
    pages = _pages(section, boards)
    return tuple(
        GridRow(
            table_no=None if is_pair else number,
            label=section.label(number) if is_pair else "",
            is_late=any(state == LATE for cell in cells.values() for _line, state in cell),
            cells=tuple(
                tuple(_square(section, line, state, pages[board_no]) for line, state in cells.get(board_no, ()))
                for board_no in boards
            ),
        )
        for (is_pair, number), cells in sorted(by_row.items())
    )


def _place(line: Line) -> tuple[bool, int]:
    """Return the row of *line*: its N-S pair, where its table is not known, or its table."""
    return (True, line.ns) if line.table_no is None else (False, line.table_no)


def _pages(section: Section, boards: Iterable[int]) -> dict[int, str]:
    return {no: reverse("session_scores_board", args=[section, no]) for no in boards}


def _square(section: Section, line: Line, state: str, page: str) -> Square:
    when = f", round {line.round_no}" if line.round_no else ""
    words = f"Board {line.board_no}{when}, {section.label(line.ns)} against {section.label(line.ew)}: "
    key = line_key(line.board_no, line.ns, line.ew)
    return Square(key, line.board_no, state, words + STATE_WORDS[state], f"{page}#line-{key}")


def _owing(section: Section, missing: Iterable[Line]) -> tuple[Owing, ...]:
    """Return *missing* lines by round and table."""
    places: dict[tuple[int, int], list[Line]] = defaultdict(list)
    for line in missing:
        places[line.round_no or 0, line.table_no or 0].append(line)
    return tuple(
        Owing(
            round_no=round_no,
            table_no=table_no,
            ns=section.label(owed[0].ns),
            ew=section.label(owed[0].ew),
            boards=boards_text(sorted(line.board_no for line in owed)),
            is_several=len(owed) > 1,
        )
        for (round_no, table_no), owed in sorted(places.items())
    )
