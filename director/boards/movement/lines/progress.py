"""How far a session is: entered, being played, and late."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from math import ceil

from django.urls import reverse

from director.boards.movement.lines.page_input import line_key
from director.boards.movement.lines.read import SectionLine, SectionLines, sections_lines
from director.boards.movement.rounds import round_ready_to_draw, rounds_of, rounds_to_draw
from director.boards.movement.scoring_field import Key
from director.boards.movement.words import boards_text
from director.models import Plan, Section, Session
from director.models.event import Clock

IN, ODD, NOW, LATE, DUE, AFTER = "in", "odd", "now", "late", "due", "later"
ASKED, TURNED, WAITS, ALONE = "asked", "turned", "waits", "alone"
STATE_WORDS = {
    IN: "entered",
    ASKED: "the two sides disagree",
    TURNED: "entered, but the score may belong to the other side",
    ODD: "entered, unusual result",
    WAITS: "entered, not confirmed yet",
    ALONE: "entered, confirmed on the phone that entered it",
    NOW: "being played",
    LATE: "late",
    DUE: "to be played",
    AFTER: "to be played later",
}
SIGNS = {ASKED: "?", TURNED: "±", WAITS: "½", ALONE: "¹", AFTER: "…"}
"""What stands in a square in place of its board, so that nothing is told by colour alone."""
HEADINGS = 9  # the most for which the narrow grid has room


@dataclass(frozen=True, slots=True)
class Square:
    """A line in the grid. *key* is its name on the page."""

    key: str
    board_no: int
    state: str
    words: str  # for those who hear the page, and as a tip
    path: str  # of the line in Scores

    @property
    def text(self) -> str:
        """The text of the square: its board, unless its state has a sign."""
        return SIGNS.get(self.state, str(self.board_no))


@dataclass(frozen=True, slots=True)
class GridRow:
    """A table, or an N-S pair of an imported night, with a cell for every board."""

    table_no: int | None
    label: str  # of the pair, where no table is known
    is_late: bool
    cells: tuple[tuple[Square, ...], ...]

    @property
    def key(self) -> str:
        """The name of the row in the page."""
        if self.table_no:
            return str(self.table_no)
        return self.label.replace(" ", "-")


@dataclass(frozen=True, slots=True)
class MissingLines:
    """What one table still owes of one round."""

    round_no: int
    table_no: int
    ns: str
    ew: str
    boards: str
    is_several: bool


@dataclass(frozen=True)
class EntryProgress:
    """How far a session is: the grid of tables and boards, and who is late."""

    section: Section
    states: tuple[tuple[SectionLine, str], ...]  # of every line
    boards: tuple[int, ...]
    boards_per_set: int
    late: tuple[MissingLines, ...]
    playing: tuple[MissingLines, ...]  # the current round
    ahead: tuple[
        tuple[int, int], ...
    ]  # tables that have entered a round that the clock has not reached, and which
    results_in: int
    results_due: int
    odd: int
    ready_to_draw: int = 0  # the round to draw, once all drawn rounds are entered

    @property
    def headings(self) -> list[tuple[int, ...]]:
        """The boards under each heading of the narrow grid."""
        size = self.boards_per_set * ceil(len(self.boards) / HEADINGS / self.boards_per_set)
        starts = range(0, max(len(self.boards) - size, 0) + 1, size)
        return [
            self.boards[at : at + size if at + 2 * size <= len(self.boards) else None]
            for at in starts
        ]

    @cached_property
    def rows(self) -> tuple[GridRow, ...]:
        """A row for each table, then one for each N-S pair whose table is not known."""
        return _rows(self.section, self.states, self.boards)

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
    def is_round_begun(self) -> bool:
        """Whether the current round is being played, by the clock or by its results."""
        session = self.section.session
        if session.clock != Clock.WAITING:
            return True
        return any(
            line.is_in and (line.round_no or 0) >= session.round_no for line, _state in self.states
        )

    @cached_property
    def is_round_entered(self) -> bool:
        """Whether the current round has all its results, though the clock waits for its start."""
        session = self.section.session
        of_round = [line for line, _state in self.states if line.round_no == session.round_no]
        return (
            session.clock == Clock.WAITING
            and bool(of_round)
            and all(line.is_in for line in of_round)
        )

    @property
    def is_complete(self) -> bool:
        """Whether nothing is missing."""
        return self.results_in >= self.results_due


def section_progress(
    section: Section,
    lines: SectionLines,
    plan: Plan | None,
    odd: set[SectionLine],
    marks: Mapping[Key, str] | None = None,
) -> EntryProgress:
    """Return how far *section* is, from its *lines* and the *odd* ones. No query.

    *marks* are the states of lines of which there is something else to say than that they are in.
    """
    session = section.session
    known = marks or {}
    states = tuple(
        (
            line,
            known.get((line.board_no, line.ns, line.ew))
            or _state(line, session, is_odd=bool(odd) and line in odd),
        )
        for line in lines.all
    )
    boards_per_set = plan.boards_per_set if plan else 1
    is_complete = lines.results_in >= lines.results_due
    return EntryProgress(
        section=section,
        states=states,
        boards=tuple(lines.boards),
        boards_per_set=boards_per_set,
        late=_owing(section, [line for line, state in states if state == LATE]),
        playing=_owing(section, [line for line, state in states if state == NOW]),
        ahead=_ahead(lines, session),
        results_in=lines.results_in,
        results_due=lines.results_due,
        odd=len(odd),
        ready_to_draw=round_ready_to_draw(plan, is_complete=is_complete),
    )


def round_reached(session: Session) -> tuple[int, int]:
    """Return the first round that isn't drawn or entered, and the number of rounds.

    It is one more than the last round once everything is entered.
    """
    plans = list(Plan.objects.filter(section__session=session, in_force=True))
    lines = chain.from_iterable(sections_lines([plan.section_id for plan in plans]).values())
    missing = [line.round_no for line in lines if line.round_no and not line.text]
    drawn = [
        plan.rounds + 1 for plan in plans if rounds_to_draw(plan)
    ]  # nobody knows yet who plays then
    rounds = rounds_of(plans)
    return min([*missing, *drawn, rounds + 1]), rounds


def _ahead(lines: SectionLines, session: Session) -> tuple[tuple[int, int], ...]:
    """Return the tables ahead of a running clock with their round, unless all are."""
    if session.clock not in (Clock.RUNNING, Clock.PAUSED):
        return ()
    rounds: dict[int, int] = {}
    for line in lines.all:
        if (
            line.is_in
            and line.table_no
            and line.round_no
            and not lines.is_reached(line.round_no, session)
        ):
            rounds[line.table_no] = max(line.round_no, rounds.get(line.table_no, 0))
    return tuple(sorted(rounds.items()))


def _state(line: SectionLine, session: Session, is_odd: bool) -> str:
    if line.is_in:
        return ODD if is_odd else IN
    if line.is_later:
        return AFTER
    if line.round_no is None:
        return DUE
    if session.clock == Clock.OVER or line.round_no < session.round_no:
        return LATE
    return NOW if line.round_no == session.round_no else DUE


def _rows(
    section: Section, states: Iterable[tuple[SectionLine, str]], boards: Sequence[int]
) -> tuple[GridRow, ...]:
    """Return the rows of the grid, each with a cell for every board."""
    by_row: dict[tuple[bool, int], dict[int, list[tuple[SectionLine, str]]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for line, state in states:
        by_row[_place(line)][line.board_no].append((line, state))
    pages = _pages(section, boards)
    return tuple(
        GridRow(
            table_no=None if is_pair else number,
            label=section.label(number) if is_pair else "",
            is_late=any(state == LATE for cell in cells.values() for _line, state in cell),
            cells=tuple(
                tuple(
                    _square(section, line, state, pages[board_no])
                    for line, state in cells.get(board_no, ())
                )
                for board_no in boards
            ),
        )
        for (is_pair, number), cells in sorted(by_row.items())
    )


def _place(line: SectionLine) -> tuple[bool, int]:
    """Return the row of *line*: its N-S pair, where its table is not known, or its table."""
    if line.table_no is None:
        return (True, line.ns)
    return (False, line.table_no)


def _pages(section: Section, boards: Iterable[int]) -> dict[int, str]:
    return {no: reverse("session_scores_board", args=[section, no]) for no in boards}


def _square(section: Section, line: SectionLine, state: str, page: str) -> Square:
    when = f", round {line.round_no}" if line.round_no else ""
    words = (
        f"Board {line.board_no}{when}, {section.label(line.ns)} against {section.label(line.ew)}: "
    )
    key = line_key(line.board_no, line.ns, line.ew)
    return Square(key, line.board_no, state, words + STATE_WORDS[state], f"{page}#line-{key}")


def _owing(section: Section, missing: Iterable[SectionLine]) -> tuple[MissingLines, ...]:
    """Return *missing* lines by round and table."""
    places: dict[tuple[int, int], list[SectionLine]] = defaultdict(list)
    for line in missing:
        places[line.round_no or 0, line.table_no or 0].append(line)
    return tuple(
        MissingLines(
            round_no=round_no,
            table_no=table_no,
            ns=section.label(owed[0].ns),
            ew=section.label(owed[0].ew),
            boards=boards_text(sorted(line.board_no for line in owed)),
            is_several=len(owed) > 1,
        )
        for (round_no, table_no), owed in sorted(places.items())
    )
