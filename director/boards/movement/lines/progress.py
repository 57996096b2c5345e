"""How far a session is: entered, being played, and late.

:class:`EntryProgress` has the state of every line and the grid of tables and boards. A state comes
from the result and the clock. A page can replace it with a state that depends on what the tables
reported (``DISPUTED``, ``TURNED``, ``UNCONFIRMED``, ``ONE_PHONE``).
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from math import ceil
from typing import NamedTuple

from django.urls import reverse

from director.boards.movement.formats import FIXED, get_format
from director.boards.movement.lines.section_lines import SectionLine, SectionLines, find_open_round
from director.boards.movement.rounds import count_rounds, count_rounds_to_draw, get_round_to_draw
from director.boards.movement.sections import Key
from director.boards.movement.words import format_runs
from director.errors import ChangedMeanwhileError, DeskError
from director.models import Plan, Result, Section, Session
from director.models.access import TablePhone
from director.models.event import Clock
from scoring.errors import ScoringError


def format_line_key(board_no: int, ns: int, ew: int) -> str:
    """Return the key of a line on a page and in its form.

    >>> format_line_key(7, 4, 11)
    '7-4-11'
    """
    return f"{board_no}-{ns}-{ew}"


@dataclass(frozen=True, slots=True)
class TypedLine:
    """A line of a submitted form."""

    board_no: int
    ns: int
    ew: int
    text: str  # as typed
    shown_text: str  # as the page showed it
    version: int  # of the result that the page showed
    is_chosen: bool = False
    """Chosen from two results that conflict. *version* then belongs to the other result."""
    lead: str = ""
    """The card that was led, if it is known."""

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
    """A line that was not saved, with the reason."""

    typed_line: TypedLine
    error: DeskError | ScoringError

    @property
    def current_result(self) -> Result | None:
        """The result that somebody else saved meanwhile, or None."""
        if isinstance(self.error, ChangedMeanwhileError):
            current = self.error.params["current"]
            if isinstance(current, Result):
                return current
        return None


ENTERED, ODD, NOW, LATE, DUE, NOT_YET_DUE = "in", "odd", "now", "late", "due", "later"
PLAYED = "played"
"""The state of a line whose round is over, in a club that enters its results after play."""
DISPUTED, TURNED, UNCONFIRMED, ONE_PHONE = "asked", "turned", "waits", "alone"
STATE_DESCRIPTIONS = {
    ENTERED: "entered",
    DISPUTED: "the two sides disagree",
    TURNED: "entered, but the score may belong to the other side",
    ODD: "entered, unusual result",
    UNCONFIRMED: "entered, not confirmed yet",
    ONE_PHONE: "entered, confirmed on the phone that entered it",
    NOW: "being played",
    LATE: "late",
    PLAYED: "played, to be entered after play",
    DUE: "to be played",
    NOT_YET_DUE: "to be played later",
}
SIGNS = {DISPUTED: "?", TURNED: "±", UNCONFIRMED: "½", ONE_PHONE: "¹", NOT_YET_DUE: "…"}
"""Shown in a square in place of its board, since colour alone must not tell states apart."""
LEGEND = (
    (ENTERED, "7", "entered"),
    (UNCONFIRMED, "½", "to be confirmed"),
    (ONE_PHONE, "¹", "confirmed on one phone"),
    (DISPUTED, "?", "sides disagree"),
    (NOW, "7", "being played"),
    (LATE, "7", "late"),
    (PLAYED, "7", "played"),
    (ODD, "7", "unusual result"),
    (TURNED, "±", "score on the wrong side?"),
    (DUE, "7", "to play"),
    (NOT_YET_DUE, "…", "later"),
)
"""The states in the order of the legend, each with the sign of a square and its meaning."""
MAX_HEADINGS = 9  # more don't fit into the narrow grid
MAX_SQUARES = 800
"""Squares that a grid shows at once. The grid of a larger hall shows one round at a time."""
ALL_ROUNDS = "all"


@dataclass(frozen=True, slots=True)
class Square:
    """A line in the grid. *key* identifies it on the page."""

    key: str
    board_no: int
    state: str
    description: str  # for screen readers, and as a tooltip
    path: str  # of the line on the Scores page
    round_no: int = 0  # 0 if it is unknown
    round_label: str = ""  # shown below the board, if boards don't follow in the order of rounds

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
        return make_grid_row_key(self.table_no, self.label)


def make_grid_row_key(table_no: int | None, pair_label: str) -> str:
    """Return the key on the page of a table's row, or of a pair's if the table is unknown.

    >>> make_grid_row_key(3, "3 N-S"), make_grid_row_key(None, "3 N-S")
    ('3', '3-N-S')
    """
    if table_no:
        return str(table_no)
    return pair_label.replace(" ", "-")


@dataclass(frozen=True, slots=True)
class GridRound:
    """A round that the grid can show, with the number of its missing results."""

    key: str  # the number of the round, or ``ALL_ROUNDS``
    missing_count: int
    is_shown: bool


class LegendItem(NamedTuple):
    """A state that some square of the grid has, with its sign and meaning."""

    state: str
    sign: str
    text: str


@dataclass(frozen=True, slots=True)
class ProgressGrid:
    """The rows of a grid, and the *rounds* to choose from if it has one round at a time."""

    rows: tuple[GridRow, ...]
    rounds: tuple[GridRound, ...] = ()
    shows_rounds: bool = False

    @property
    def legend(self) -> list[LegendItem]:
        """The states of the squares that are shown."""
        return list_legend(self.rows)


def list_legend(rows: Iterable[GridRow]) -> list[LegendItem]:
    """Return the states of the squares in *rows*, in the order of the legend."""
    states = {square.state for row in rows for cell in row.cells for square in cell}
    return [LegendItem(*item) for item in LEGEND if item[0] in states]


def _begin_with_first_round(row: GridRow) -> bool:
    """Return whether the boards of *row* are in the order in which they are played."""
    rounds = _list_rounds(row)
    return rounds == sorted(rounds)


def _list_rounds(row: GridRow) -> list[int]:
    return [square.round_no for cell in row.cells for square in cell if square.round_no]


def _follow_rounds(row: GridRow) -> bool:
    """Return whether the boards of *row* follow in the order of its rounds.

    The order may begin anywhere: table 3 of a Mitchell plays boards 1 to 4 in its last rounds.
    """
    rounds = _list_rounds(row)
    falls = sum(later < earlier for earlier, later in pairwise([*rounds, *rounds[:1]]))
    return falls <= 1


def _add_round_label(row: GridRow) -> GridRow:
    cells = [
        tuple(
            replace(square, round_label=f"R{square.round_no}" if square.round_no else "")
            for square in cell
        )
        for cell in row.cells
    ]
    return replace(row, cells=tuple(cells))


@dataclass(frozen=True, slots=True)
class MissingLines:
    """The missing results of one table and round."""

    round_no: int
    table_no: int
    boards: str  # "boards 4–6"


@dataclass(frozen=True, slots=True)
class MissingRound:
    """The tables of one round with missing results."""

    round_no: int
    tables: str  # "tables 2–7", or "table 3, boards 4–6"
    path: str  # of the first table on the Scores page


@dataclass(frozen=True)
class EntryProgress:
    """How far a session is: the grid of tables and boards, and who is late."""

    section: Section
    line_states: tuple[tuple[SectionLine, str], ...]  # of every line
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
        rounds = _group_missing_rounds(self.section, self.current_lines, with_boards=False)
        return rounds[0] if rounds else None

    @property
    def headings(self) -> list[tuple[int, ...]]:
        """The boards under each heading of the narrow grid, in whole sets."""
        count = len(self.boards)
        # As few sets under each heading as MAX_HEADINGS allows.
        sets_per_heading = ceil(count / MAX_HEADINGS / self.boards_per_set)
        size = self.boards_per_set * sets_per_heading
        headings = []
        last_start = max(count - size, 0)
        for start in range(0, last_start + 1, size):
            # A remainder smaller than a heading joins the last one.
            has_next = start + 2 * size <= count
            end = start + size if has_next else count
            headings.append(self.boards[start:end])
        return headings

    @cached_property
    def rows(self) -> tuple[GridRow, ...]:
        """A row for each table, then one for each N-S pair whose table is unknown."""
        return _make_grid_rows(self.section, self.line_states, self.boards)

    def make_grid(self, requested_round: str, current_round: int) -> ProgressGrid:
        """Return the grid. In a large hall it has only *requested_round*, or the *current_round*.

        *requested_round* is the number of a round, ``ALL_ROUNDS`` or "".
        """
        numbers = sorted({line.round_no or 0 for line, _state in self.line_states})
        if len(self.line_states) <= MAX_SQUARES or len(numbers) < 2:
            if self._has_boards_in_round_order:
                return ProgressGrid(self.rows)
            return ProgressGrid(tuple(map(_add_round_label, self.rows)), shows_rounds=True)
        shown_round = requested_round
        if requested_round not in (*map(str, numbers), ALL_ROUNDS):
            shown_round = str(max(numbers[0], min(current_round, numbers[-1])))
        rounds = self._list_grid_rounds(numbers, shown_round)
        if shown_round == ALL_ROUNDS:
            return ProgressGrid(self.rows, rounds)
        round_states = [
            (line, state)
            for line, state in self.line_states
            if str(line.round_no or 0) == shown_round
        ]
        boards = sorted({line.board_no for line, _state in round_states})
        # A table that is late in another round is marked here too.
        late_rows = {row.key for row in self.empty_rows if row.is_late}
        # A table plays few boards in a round, so its empty cells are left out.
        rows = (
            replace(row, is_late=row.key in late_rows, cells=tuple(filter(None, row.cells)))
            for row in _make_grid_rows(self.section, round_states, boards)
        )
        return ProgressGrid(tuple(rows), rounds)

    @property
    def _has_boards_in_round_order(self) -> bool:
        """Whether the order of the boards tells their rounds, so that these needn't be shown."""
        if all(map(_begin_with_first_round, self.rows)):
            return True
        return self._has_stationary_contestants and all(map(_follow_rounds, self.rows))

    def _list_grid_rounds(
        self, round_numbers: Sequence[int], shown_round: str
    ) -> tuple[GridRound, ...]:
        missing_count_by_round = Counter(
            line.round_no or 0 for line, state in self.line_states if state in (LATE, PLAYED, NOW)
        )
        rounds = [
            GridRound(str(number), missing_count_by_round[number], shown_round == str(number))
            for number in round_numbers
        ]
        return (*rounds, GridRound(ALL_ROUNDS, 0, shown_round == ALL_ROUNDS))

    @property
    def _has_stationary_contestants(self) -> bool:
        """Whether somebody stays at each table, as in a Mitchell, whose boards go round in order."""
        staying_by_row: dict[tuple[bool, int], set[int]] = {}
        for line, _state in self.line_states:
            pairs = {line.ns, line.ew}
            row_key = _get_row_key(line)
            staying_by_row[row_key] = staying_by_row.get(row_key, pairs) & pairs
        return all(staying_by_row.values())

    @cached_property
    def empty_rows(self) -> tuple[GridRow, ...]:
        """The rows without squares."""
        return _make_grid_rows(self.section, self.line_states, [])

    def list_line_labels(self, lines: Iterable[SectionLine]) -> tuple[GridRow, ...]:
        """Return the rows of *lines*, without squares."""
        row_keys = set(map(_get_row_key, lines))
        row_states = [state for state in self.line_states if _get_row_key(state[0]) in row_keys]
        return _make_grid_rows(self.section, row_states, [])

    def list_board_squares(self, boards: Collection[int]) -> list[Square]:
        """Return the squares of *boards* at all tables."""
        path_by_board = _reverse_path_by_board(self.section, boards)
        return [
            _make_square(self.section, line, state=state, board_path=path_by_board[line.board_no])
            for line, state in self.line_states
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
            for line, _state in self.line_states
        )

    @cached_property
    def is_round_entered(self) -> bool:
        """Whether the current round has all its results, although its clock hasn't started."""
        session = self.section.session
        if session.clock != Clock.WAITING:
            return False
        lines = [line for line, _state in self.line_states if line.round_no == session.round_no]
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
    *,
    can_be_late: bool,
) -> EntryProgress:
    """Return how far *section* is, from its *lines*. (Costs no query.)

    *odd_lines* are the lines with an unusual result. *marks* are states that replace the computed
    ones, by line key. Unless a table *can_be_late* (:func:`has_entry_in_play`), its results are
    entered after play.
    """
    session = section.session
    # Keys are compared first, since hashing a whole line is slow.
    odd_keys = {line[:3] for line in odd_lines}
    states = []
    for line in lines.all:
        key = line[:3]
        state = marks.get(key) if marks else None
        if not state:
            is_odd = key in odd_keys and line in odd_lines
            state = _get_line_state(line, session, is_odd=is_odd)
            if state == LATE and not can_be_late:
                state = PLAYED
        states.append((line, state))
    boards_per_set = plan.boards_per_set if plan else 1
    return EntryProgress(
        section=section,
        line_states=tuple(states),
        boards=tuple(lines.boards),
        boards_per_set=boards_per_set,
        late_lines=_group_missing_lines([line for line, state in states if state == LATE]),
        current_lines=_group_missing_lines([line for line, state in states if state == NOW]),
        tables_ahead=_list_tables_ahead(lines, session),
        results_in=lines.results_in,
        results_due=lines.results_due,
        odd_count=len(odd_lines),
        round_to_draw=get_round_to_draw(plan, is_complete=_can_draw(lines, plan)),
    )


def has_entry_in_play(section: Section, lines: SectionLines) -> bool:
    """Return whether tables of *section* enter results during play, so that one can be late.

    With travellers alone nothing is entered and no phone is linked until play is over. One query
    until a result is entered.
    """
    if section.session.event.club.enters_after_play:
        return False
    return bool(lines.results_in) or (
        TablePhone.objects.filter(access__session=section.session).exists()
    )


def _can_draw(lines: SectionLines, plan: Plan | None) -> bool:
    """Return whether every result that the next draw depends on is entered."""
    round_format = get_format(plan) if plan else FIXED
    if plan and round_format.is_behind(plan):
        last_counted = round_format.get_counted_round(plan, plan.rounds)
        return all(line.is_entered for line in lines.all if (line.round_no or 0) <= last_counted)
    return lines.results_in >= lines.results_due


def fetch_reached_round(session: Session) -> tuple[int, int]:
    """Return the round that the results of *session* have reached, and the number of rounds.

    It is the first round, from the current one on, that isn't drawn or entered. Once everything is
    entered, it is the round after the last. (Costs two queries.)
    """
    plans = list(Plan.objects.filter(section__session=session, in_force=True))
    rounds = count_rounds(plans)
    reached_rounds = [rounds + 1]
    reached_rounds += [plan.rounds + 1 for plan in plans if count_rounds_to_draw(plan)]
    open_round = find_open_round([plan.section_id for plan in plans], session.round_no)
    if open_round:
        reached_rounds.append(open_round)
    return min(reached_rounds), rounds


def _list_tables_ahead(lines: SectionLines, session: Session) -> tuple[tuple[int, int], ...]:
    """Return each table that is ahead of the clock, with the round that it has entered.

    If all tables have entered it, the round is reached in spite of the clock, and nobody is ahead.
    """
    if session.clock not in (Clock.RUNNING, Clock.PAUSED):
        return ()
    rounds: dict[int, int] = {}
    for line in lines.all:
        if not line.is_entered or not line.table_no or not line.round_no:
            continue
        if not lines.is_round_reached(line.round_no, session):
            rounds[line.table_no] = max(line.round_no, rounds.get(line.table_no, 0))
    return tuple(sorted(rounds.items()))


def _get_line_state(line: SectionLine, session: Session, *, is_odd: bool) -> str:
    if line.is_entered:
        return ODD if is_odd else ENTERED
    if line.is_played_later:
        return NOT_YET_DUE
    if line.round_no is None:
        return DUE
    if session.clock == Clock.OVER or line.round_no < session.round_no:
        return LATE
    return NOW if line.round_no == session.round_no else DUE


def _make_grid_rows(
    section: Section, states: Iterable[tuple[SectionLine, str]], boards: Sequence[int]
) -> tuple[GridRow, ...]:
    """Return the rows of the grid, each with a cell for every one of *boards*."""
    states_by_row: dict[tuple[bool, int], list[tuple[SectionLine, str]]] = defaultdict(list)
    for line, state in states:
        states_by_row[_get_row_key(line)].append((line, state))
    path_by_board = _reverse_path_by_board(section, boards)
    rows = []
    for (is_pair, number), row_states in sorted(states_by_row.items()):
        lines_by_board: dict[int, list[tuple[SectionLine, str]]] = defaultdict(list)
        is_late = False
        for line, state in row_states:
            lines_by_board[line.board_no].append((line, state))
            is_late |= state == LATE
        cells = []
        for board_no in boards:
            squares = (
                _make_square(section, line, state=state, board_path=path_by_board[board_no])
                for line, state in lines_by_board.get(board_no, ())
            )
            cells.append(tuple(squares))
        # The row of a pair has lines whose table is unknown.
        table_no = None if is_pair else number
        label = section.get_label(number) if is_pair else ""
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


def _reverse_path_by_board(section: Section, boards: Iterable[int]) -> dict[int, str]:
    """Return the paths of *boards* on the Scores page, each reversed once, not per line."""
    return {
        board_no: reverse("session_scores_board", args=[section, board_no]) for board_no in boards
    }


def _make_square(section: Section, line: SectionLine, *, state: str, board_path: str) -> Square:
    round_text = f", round {line.round_no}" if line.round_no else ""
    ns, ew = section.get_label(line.ns), section.get_label(line.ew)
    description = (
        f"Board {line.board_no}{round_text}, {ns} against {ew}: {STATE_DESCRIPTIONS[state]}"
    )
    key = format_line_key(line.board_no, line.ns, line.ew)
    return Square(
        key=key,
        board_no=line.board_no,
        state=state,
        description=description,
        path=f"{board_path}#line-{key}",
        round_no=line.round_no or 0,
    )


def _group_missing_lines(lines: Iterable[SectionLine]) -> tuple[MissingLines, ...]:
    """Return *lines* by round and table."""
    lines_by_table: dict[tuple[int, int], list[SectionLine]] = defaultdict(list)
    for line in lines:
        lines_by_table[line.round_no or 0, line.table_no or 0].append(line)
    missing_lines = []
    for (round_no, table_no), table_lines in sorted(lines_by_table.items()):
        missing_lines.append(
            MissingLines(
                round_no=round_no,
                table_no=table_no,
                boards=format_runs(line.board_no for line in table_lines),
            )
        )
    return tuple(missing_lines)


def _group_missing_rounds(
    section: Section, missing_lines: Iterable[MissingLines], *, with_boards: bool = True
) -> list[MissingRound]:
    """Return the tables of *missing_lines* by round.

    *with_boards*, a table that is the only one of its round is listed with its boards.
    """
    lines_by_round: dict[int, list[MissingLines]] = defaultdict(list)
    for lines in missing_lines:
        lines_by_round[lines.round_no].append(lines)
    rounds = []
    for round_no, tables in sorted(lines_by_round.items()):
        first_table = tables[0]
        text = format_runs([lines.table_no for lines in tables], "table")
        if len(tables) == 1 and with_boards:
            text = f"{text}, {first_table.boards}"
        path = reverse("session_scores_table", args=[section, round_no, first_table.table_no])
        rounds.append(MissingRound(round_no, text, path))
    return rounds
