"""How far a session and its matches are: entered, being played, and late.

:class:`EntryProgress` has the state of every line and the grid of tables and boards. A state comes
from the result and the clock; the pages that use the grid can override it with a state about what
tables reported (*asked*, *turned*, *waits*, *alone*).
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from math import ceil

from django.urls import reverse

from director.boards.movement.lines.section_lines import (
    MatchKey,
    SectionLine,
    SectionLines,
    fetch_lines_by_section,
    fetch_section_lines,
    fetch_section_plan,
    has_matches,
)
from director.boards.movement.rounds import (
    count_rounds,
    count_rounds_to_draw,
    find_round_to_draw,
    get_usual_standings_round,
    is_drawn_behind,
    list_cancelled_matches,
)
from director.boards.movement.sections import Key
from director.boards.movement.words import format_runs
from director.errors import ChangedMeanwhileError, DeskError
from director.models import Match, Plan, Result, Section, Session
from director.models.event import Clock
from scoring.errors import ScoringError

# Lines that a director typed on a page, and lines that were refused: both are shown in the grid.


def format_line_key(board_no: int, ns: int, ew: int) -> str:
    """Return the key of a line on a page and in its form.

    >>> format_line_key(7, 4, 11)
    '7-4-11'
    """
    return f"{board_no}-{ns}-{ew}"


@dataclass(frozen=True, slots=True)
class TypedLine:
    """A line of a form: *text* as typed, *shown_text* and *version* as the page had them.

    If the page asked which of two results is right, the line *is_chosen*, and *version* belongs to
    the other result. *lead* is the card that was led, if it is known.
    """

    board_no: int
    ns: int
    ew: int
    text: str
    shown_text: str
    version: int
    is_chosen: bool = False
    lead: str = ""

    @property
    def key(self) -> str:
        """The key of the line on the page."""
        return format_line_key(self.board_no, self.ns, self.ew)

    @property
    def is_changed(self) -> bool:
        """Whether the director changed the text that the page showed."""
        return self.text.strip() != self.shown_text


@dataclass(frozen=True, slots=True)
class RefusedLine:
    """A line that was not saved, with the error that says why."""

    typed_line: TypedLine
    error: DeskError | ScoringError

    @property
    def standing(self) -> Result | None:
        """The result that somebody else saved meanwhile, or None."""
        if isinstance(self.error, ChangedMeanwhileError):
            current = self.error.params["current"]
            if isinstance(current, Result):
                return current
        return None


IN, ODD, NOW, LATE, DUE, AFTER = "in", "odd", "now", "late", "due", "later"
PLAYED = "played"
"""The state of a line whose round is over, in a club that enters its results after play."""
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
    PLAYED: "played, to be entered after play",
    DUE: "to be played",
    AFTER: "to be played later",
}
SIGNS = {ASKED: "?", TURNED: "±", WAITS: "½", ALONE: "¹", AFTER: "…"}
"""Shown in a square in place of its board, so that nothing is told by colour alone."""
MAX_HEADINGS = 9  # for which the narrow grid has room
MOST_SQUARES = 800
"""Squares that a grid shows at once. That of a larger hall has one round at a time."""
ALL_ROUNDS = "all"


@dataclass(frozen=True, slots=True)
class Square:
    """A line in the grid. *key* identifies it on the page."""

    key: str
    board_no: int
    state: str
    words: str  # for screen readers, and as a tooltip
    path: str  # of the line on the Scores page

    @property
    def text(self) -> str:
        """The text of the square: its board, unless its state has a sign."""
        return SIGNS.get(self.state, str(self.board_no))


@dataclass(frozen=True, slots=True)
class GridRow:
    """A table, or an N-S pair of an imported event, with a cell for every board."""

    table_no: int | None
    label: str  # of the pair, if the table is unknown
    is_late: bool
    cells: tuple[tuple[Square, ...], ...]

    @property
    def key(self) -> str:
        """The key of the row on the page."""
        if self.table_no:
            return str(self.table_no)
        return self.label.replace(" ", "-")


@dataclass(frozen=True, slots=True)
class GridRound:
    """A round that the grid can show: its number, or ``ALL_ROUNDS``, and its missing results."""

    key: str
    missing_count: int
    is_shown: bool


@dataclass(frozen=True, slots=True)
class ProgressGrid:
    """The rows of a grid, and the *rounds* to choose from where it doesn't show all of them."""

    rows: tuple[GridRow, ...]
    rounds: tuple[GridRound, ...] = ()


@dataclass(frozen=True, slots=True)
class MissingLines:
    """The missing results of one table and round."""

    round_no: int
    table_no: int
    boards: str  # "boards 4–6"


@dataclass(frozen=True, slots=True)
class MissingRound:
    """The tables of one round with missing results, in words, and the first of them in Scores."""

    round_no: int
    tables: str  # "tables 2–7", or "table 3, boards 4–6"
    path: str


@dataclass(frozen=True)
class EntryProgress:
    """How far a session is: the grid of tables and boards, and who is late."""

    section: Section
    states: tuple[tuple[SectionLine, str], ...]  # of every line
    boards: tuple[int, ...]
    boards_per_set: int
    late_lines: tuple[MissingLines, ...]
    current_lines: tuple[MissingLines, ...]  # of the current round
    # Tables that have entered a later round than the clock shows, with that round.
    tables_ahead: tuple[tuple[int, int], ...]
    results_in: int
    results_due: int
    odd_count: int
    round_to_draw: int = 0  # the round to draw, once the rounds that it counts are entered

    @property
    def late_rounds(self) -> list[MissingRound]:
        """The late results, a round at a time."""
        return _group_missing_rounds(self.section, self.late_lines)

    @property
    def playing_round(self) -> MissingRound | None:
        """The tables that still play the current round, if any."""
        return next(
            iter(_group_missing_rounds(self.section, self.current_lines, is_short=True)), None
        )

    @property
    def headings(self) -> list[tuple[int, ...]]:
        """The boards under each heading of the narrow grid: whole sets, as even as possible."""
        count = len(self.boards)
        # The fewest whole sets under a heading that need no more than the possible headings.
        size = self.boards_per_set * ceil(count / MAX_HEADINGS / self.boards_per_set)
        headings = []
        for start in range(0, max(count - size, 0) + 1, size):
            # A remainder smaller than a heading joins the last one.
            has_next = start + 2 * size <= count
            end = start + size if has_next else count
            headings.append(self.boards[start:end])
        return headings

    @cached_property
    def rows(self) -> tuple[GridRow, ...]:
        """A row for each table, then one for each N-S pair whose table is unknown."""
        return _make_grid_rows(self.section, self.states, self.boards)

    def make_grid(self, asked: str, present_round: int) -> ProgressGrid:
        """Return the grid, of a large hall only the round that is *asked* for, or the present one.

        *asked* is the number of a round, or ``ALL_ROUNDS``.
        """
        missing = Counter(
            line.round_no or 0 for line, state in self.states if state in (LATE, PLAYED, NOW)
        )
        numbers = sorted({line.round_no or 0 for line, _state in self.states})
        if len(self.states) <= MOST_SQUARES or len(numbers) < 2:
            return ProgressGrid(self.rows)
        shown = asked if asked in (*map(str, numbers), ALL_ROUNDS) else ""
        shown = shown or str(max(numbers[0], min(present_round, numbers[-1])))
        rounds = [GridRound(str(no), missing[no], shown == str(no)) for no in numbers]
        rounds.append(GridRound(ALL_ROUNDS, 0, shown == ALL_ROUNDS))
        if shown == ALL_ROUNDS:
            return ProgressGrid(self.rows, tuple(rounds))
        of_round = [
            (line, state) for line, state in self.states if str(line.round_no or 0) == shown
        ]
        boards = sorted({line.board_no for line, _state in of_round})
        late_rows = {row.key for row in self.labels if row.is_late}
        rows = (
            replace(row, is_late=row.key in late_rows, cells=tuple(filter(None, row.cells)))
            for row in _make_grid_rows(self.section, of_round, boards)
        )
        return ProgressGrid(tuple(rows), tuple(rounds))

    @cached_property
    def labels(self) -> tuple[GridRow, ...]:
        """The rows without squares."""
        return _make_grid_rows(self.section, self.states, [])

    def list_line_labels(self, lines: Iterable[SectionLine]) -> tuple[GridRow, ...]:
        """Return the rows of *lines*, without squares."""
        row_keys = set(map(_get_row_key, lines))
        of_rows = [state for state in self.states if _get_row_key(state[0]) in row_keys]
        return _make_grid_rows(self.section, of_rows, [])

    def list_board_squares(self, boards: Collection[int]) -> list[Square]:
        """Return the squares of *boards* at all tables."""
        paths = _reverse_board_paths(self.section, boards)
        return [
            _make_square(self.section, line, state, paths[line.board_no])
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
            line.is_entered and (line.round_no or 0) >= session.round_no
            for line, _state in self.states
        )

    @cached_property
    def is_round_entered(self) -> bool:
        """Whether the current round has all its results, although its clock hasn't started."""
        session = self.section.session
        if session.clock != Clock.WAITING:
            return False
        lines = [line for line, _state in self.states if line.round_no == session.round_no]
        return bool(lines) and all(line.is_entered for line in lines)

    @property
    def is_complete(self) -> bool:
        """Whether no due result is missing."""
        return self.results_in >= self.results_due


def compute_section_progress(
    section: Section,
    lines: SectionLines,
    plan: Plan | None,
    odd_lines: set[SectionLine],
    marks: Mapping[Key, str] | None = None,
) -> EntryProgress:
    """Return how far *section* is, from its *lines* and the *odd_lines*. (Costs no query.)

    *marks* are states that replace the usual ones, by line.
    """
    session = section.session
    # Keys are compared first: the hash of a line is made of everything in it.
    odd_keys = {line[:3] for line in odd_lines}
    states = []
    for line in lines.all:
        key = line[:3]
        state = marks.get(key) if marks else None
        if not state:
            is_odd = key in odd_keys and line in odd_lines
            state = _get_line_state(line, session, is_odd=is_odd)
            if state == LATE and session.event.club.enters_after_play:
                state = PLAYED
        states.append((line, state))
    boards_per_set = plan.boards_per_set if plan else 1
    return EntryProgress(
        section=section,
        states=tuple(states),
        boards=tuple(lines.boards),
        boards_per_set=boards_per_set,
        late_lines=_group_missing_lines([line for line, state in states if state == LATE]),
        current_lines=_group_missing_lines([line for line, state in states if state == NOW]),
        tables_ahead=_find_tables_ahead(lines, session),
        results_in=lines.results_in,
        results_due=lines.results_due,
        odd_count=len(odd_lines),
        round_to_draw=find_round_to_draw(plan, is_complete=_can_draw(lines, plan)),
    )


def _can_draw(lines: SectionLines, plan: Plan | None) -> bool:
    """Return whether every result that the next draw counts is entered."""
    if plan and is_drawn_behind(plan):
        last_counted = get_usual_standings_round(plan, plan.rounds)
        return all(line.is_entered for line in lines.all if (line.round_no or 0) <= last_counted)
    return lines.results_in >= lines.results_due


def find_reached_round(session: Session) -> tuple[int, int]:
    """Return the first round that isn't drawn or entered, and the number of rounds.

    Once everything is entered, the first is one more than the last round.
    """
    plans = list(Plan.objects.filter(section__session=session, in_force=True))
    rounds = count_rounds(plans)
    open_rounds = [rounds + 1]
    plans_by_section = {plan.section_id: plan for plan in plans}
    for lines in fetch_lines_by_section(plans_by_section, plans_by_section).values():
        open_rounds += [line.round_no for line in lines if line.round_no and line.is_open]
    for plan in plans:
        if count_rounds_to_draw(plan):
            open_rounds.append(plan.rounds + 1)
    return min(open_rounds), rounds


def _find_tables_ahead(lines: SectionLines, session: Session) -> tuple[tuple[int, int], ...]:
    """Return the tables ahead of a running clock with their round.

    It is empty if all tables are ahead: the round is reached then, whatever the clock shows.
    """
    if session.clock not in (Clock.RUNNING, Clock.PAUSED):
        return ()
    rounds: dict[int, int] = {}
    for line in lines.all:
        if not line.is_entered or not line.table_no or not line.round_no:
            continue
        if not lines.is_reached(line.round_no, session):
            rounds[line.table_no] = max(line.round_no, rounds.get(line.table_no, 0))
    return tuple(sorted(rounds.items()))


def _get_line_state(line: SectionLine, session: Session, *, is_odd: bool) -> str:
    if line.is_entered:
        return ODD if is_odd else IN
    if line.is_played_later:
        return AFTER
    # A contest over weeks has no present round: a match is late by its own date.
    if line.round_no is None or session.event.is_long_running:
        return DUE
    if session.clock == Clock.OVER or line.round_no < session.round_no:
        return LATE
    return NOW if line.round_no == session.round_no else DUE


def _make_grid_rows(
    section: Section, states: Iterable[tuple[SectionLine, str]], boards: Sequence[int]
) -> tuple[GridRow, ...]:
    """Return the rows of the grid, each with a cell for every one of *boards*."""
    by_row: dict[tuple[bool, int], dict[int, list[tuple[SectionLine, str]]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for line, state in states:
        by_row[_get_row_key(line)][line.board_no].append((line, state))
    paths = _reverse_board_paths(section, boards)
    rows = []
    for (is_pair, number), lines_by_board in sorted(by_row.items()):
        is_late = any(
            state == LATE for row_lines in lines_by_board.values() for _line, state in row_lines
        )
        cells = []
        for board_no in boards:
            squares = (
                _make_square(section, line, state, paths[board_no])
                for line, state in lines_by_board.get(board_no, ())
            )
            cells.append(tuple(squares))
        # The row of a pair has lines whose table is unknown.
        table_no = None if is_pair else number
        label = section.label(number) if is_pair else ""
        row = GridRow(
            table_no=table_no,
            label=label,
            is_late=is_late,
            cells=tuple(cells),
        )
        rows.append(row)
    return tuple(rows)


def _get_row_key(line: SectionLine) -> tuple[bool, int]:
    """Return the row of *line*: its table, or its N-S pair if the table is unknown."""
    if line.table_no is None:
        return (True, line.ns)
    return (False, line.table_no)


def _reverse_board_paths(section: Section, boards: Iterable[int]) -> dict[int, str]:
    """Return the paths of *boards* on the Scores page, each reversed once, not per line."""
    return {
        board_no: reverse("session_scores_board", args=[section, board_no]) for board_no in boards
    }


def _make_square(section: Section, line: SectionLine, state: str, board_path: str) -> Square:
    round_text = f", round {line.round_no}" if line.round_no else ""
    ns, ew = section.label(line.ns), section.label(line.ew)
    description = f"Board {line.board_no}{round_text}, {ns} against {ew}: {STATE_WORDS[state]}"
    key = format_line_key(line.board_no, line.ns, line.ew)
    return Square(key, line.board_no, state, description, f"{board_path}#line-{key}")


def _group_missing_lines(lines: Iterable[SectionLine]) -> tuple[MissingLines, ...]:
    """Return *lines* by round and table."""
    by_table: dict[tuple[int, int], list[SectionLine]] = defaultdict(list)
    for line in lines:
        by_table[line.round_no or 0, line.table_no or 0].append(line)
    missing = []
    for (round_no, table_no), table_lines in sorted(by_table.items()):
        missing.append(
            MissingLines(
                round_no=round_no,
                table_no=table_no,
                boards=format_runs(line.board_no for line in table_lines),
            )
        )
    return tuple(missing)


def _group_missing_rounds(
    section: Section, missing: Iterable[MissingLines], *, is_short: bool = False
) -> list[MissingRound]:
    """Return the tables of *missing* by round. A table alone has its boards, unless *is_short*."""
    by_round: dict[int, list[MissingLines]] = defaultdict(list)
    for lines in missing:
        by_round[lines.round_no].append(lines)
    rounds = []
    for round_no, tables in sorted(by_round.items()):
        first = tables[0]
        text = format_runs([lines.table_no for lines in tables], "table")
        if len(tables) == 1 and not is_short:
            text = f"{text}, {first.boards}"
        path = reverse("session_scores_table", args=[section, round_no, first.table_no])
        rounds.append(MissingRound(round_no, text, path))
    return rounds


# Matches: what is stored of them, their boards, and how far they are. A match isn't stored with its
# score: that follows from its boards or its typed result whenever somebody asks (see
# docs/decisions/matches.md).


WITHDREW = "withdrew"
"""The reason of a decision for a team whose opponents didn't play."""
HOW = {
    "extra-boards": "after extra boards",
    "lot": "by a draw",
    "regulations": "under the regulations",
    WITHDREW: "as the others withdrew",
    "ruling": "by a ruling",
    "appeal": "after an appeal",
}
"""Reasons of the director's decisions, as the end of a sentence."""


class MatchState(StrEnum):
    """How far a match is, in the words of pages and files."""

    DUE = "due"
    PLAYING = "being played"
    PLAYED = "played"
    WALK_OVER = "walk-over"
    POSTPONED = "postponed"
    CANCELLED = "not played"
    VOID = "void"


class EnteredBy(StrEnum):
    """How a match was entered. The boards of a typed result needn't be complete."""

    NOTHING = ""
    BOARDS = "boards"
    RESULT = "result"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class SectionMatch:
    """Two contestants, the boards that they play for one score, and what is *stored_match* besides.

    The numbers of its *key* are those of the section, or of the field if its lines are. A match of
    a withdrawn team that *is_cancelled* has no lines, or not all.
    """

    key: MatchKey
    lines: tuple[SectionLine, ...]
    stored_match: Match | None = None
    is_cancelled: bool = False

    @property
    def entered_by(self) -> EnteredBy:
        """How it was entered so far."""
        has_boards = any(line.has_result for line in self.lines)
        if self.stored_match and self.stored_match.is_reported:
            return EnteredBy.BOTH if has_boards else EnteredBy.RESULT
        return EnteredBy.BOARDS if has_boards else EnteredBy.NOTHING

    @property
    def board_count(self) -> int:
        """The number of its boards."""
        return len({line.board_no for line in self.lines})

    @property
    def is_void(self) -> bool:
        """Whether it doesn't count, whatever is entered."""
        return self.stored_match is not None and self.stored_match.is_void

    @property
    def is_over(self) -> bool:
        """Whether nobody waits for a result of it."""
        return bool(self.lines) and all(line.is_entered for line in self.lines)

    @property
    def state(self) -> MatchState:
        """How far it is. A walk-over is decided without a board or a result."""
        if self.is_void:
            return MatchState.VOID
        if self.is_cancelled:
            return MatchState.CANCELLED
        entered_by = self.entered_by
        if self.is_over:
            if self.stored_match and self.stored_match.how == WITHDREW and not entered_by:
                return MatchState.WALK_OVER
            return MatchState.PLAYED
        if self.stored_match and self.stored_match.is_postponed:
            return MatchState.POSTPONED
        return MatchState.PLAYING if entered_by else MatchState.DUE


def collect_matches(lines: SectionLines) -> dict[MatchKey, SectionMatch]:
    """Return every match of *lines* by its key, in the order of their first boards.

    Boards that the movement didn't make due belong to no match. Cancelled matches come last.
    """
    lines_by_key: dict[MatchKey, list[SectionLine]] = defaultdict(list)
    for line in lines.all:
        if not line.is_extra and line.ns != line.ew:
            lines_by_key[lines.get_line_match(line)].append(line)
    cancelled: set[MatchKey] = set()
    for base, plan in lines.plans:
        for round_no, _table_no, *teams in list_cancelled_matches(plan):
            low, high = sorted(base + team for team in teams)
            cancelled.add((round_no, low, high))
    keys = [*lines_by_key, *sorted(cancelled - lines_by_key.keys())]
    return {
        key: SectionMatch(
            key, tuple(lines_by_key.get(key, ())), lines.stored_matches.get(key), key in cancelled
        )
        for key in keys
    }


def fetch_section_matches(section: Section) -> Mapping[MatchKey, SectionMatch]:
    """Return every match that *section* plays, without those that are cancelled."""
    plan = fetch_section_plan(section)
    if plan is None or not has_matches(plan):
        return {}
    matches = collect_matches(fetch_section_lines(section, plan))
    return {key: match for key, match in matches.items() if match.lines and not match.is_cancelled}


def match_name(section: Section, key: MatchKey) -> str:
    """Return a match in words: ``"Round 3, 2 against 5"``."""
    round_no, home, away = key
    teams = f"{section.label(home)} against {section.label(away)}"
    if round_no:
        return f"Round {round_no}, {teams}"
    return f"Match {teams}"
