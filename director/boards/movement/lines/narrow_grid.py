"""The narrow grid beside the lines of a board: a square for each board, or for each round.

A league has more boards than the grid has pixels, and a large room more squares than a page should
send. Their squares are rounds, each with all boards of a table.
"""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, replace
from math import ceil
from typing import TypeAlias

from django.urls import reverse

from director.boards.movement.lines.progress import (
    DISPUTED,
    ENTERED,
    LATE,
    MAX_HEADINGS,
    NOW,
    ODD,
    ONE_PHONE,
    STATE_DESCRIPTIONS,
    TURNED,
    UNCONFIRMED,
    EntryProgress,
    GridRow,
    LegendItem,
    Square,
    format_line_key,
    list_legend,
    make_grid_row_key,
)
from director.boards.movement.lines.section_lines import SectionLine

MAX_COLUMNS = 40
"""The narrowest grid has 208 pixels for its squares, each at least 4 wide with a gap of 1."""
MAX_SQUARES = 600
"""With more squares, such as those of 30 tables with 26 boards, the grid is most of the page."""
PART = "part"
"""The state of a round of which some boards are entered and others not."""
_WARNINGS = (ODD, TURNED)
"""States of a line that depend on the other results of its board."""
_INHERITED_STATES = (DISPUTED, TURNED, ODD, UNCONFIRMED, LATE)
"""States of a board that its round has too, the most urgent first."""
_ENTERED_STATES = (ENTERED, ODD, TURNED, UNCONFIRMED, ONE_PHONE)
"""States of a line with a result."""
_RoundKey: TypeAlias = tuple[str, int]
"""The key of a row of the grid, and a round."""


@dataclass(frozen=True, slots=True)
class NarrowGrid:
    """The narrow grid: a row of squares for each table."""

    rows: tuple[GridRow, ...]
    headings: tuple[tuple[int, ...], ...]  # each with its columns: boards or rounds

    @property
    def legend(self) -> list[LegendItem]:
        """The states of the squares that are shown."""
        return list_legend(self.rows)


def is_grid_by_round(progress: EntryProgress) -> bool:
    """Return whether the squares of the narrow grid are rounds, because there are too many boards."""
    rounds = {line.round_no for line, _state in progress.line_states}
    is_too_large = len(progress.boards) > MAX_COLUMNS or len(progress.line_states) > MAX_SQUARES
    # A line without a round has no square, so such a grid keeps its boards.
    return is_too_large and None not in rounds and len(rounds) <= MAX_COLUMNS


def make_narrow_grid(progress: EntryProgress) -> NarrowGrid:
    """Return the narrow grid of *progress*."""
    if not is_grid_by_round(progress):
        return NarrowGrid(progress.rows, tuple(progress.headings))
    squares = _make_round_squares(progress)
    rounds = sorted({round_no for _row_key, round_no in squares})
    rows = []
    for row in progress.empty_rows:
        cells: list[tuple[Square, ...]] = []
        for round_no in rounds:
            square = squares.get((row.key, round_no))
            cells.append((square,) if square else ())
        rows.append(replace(row, cells=tuple(cells)))
    columns_per_heading = ceil(len(rounds) / MAX_HEADINGS)
    starts = range(0, len(rounds), columns_per_heading)
    headings = tuple(tuple(rounds[start : start + columns_per_heading]) for start in starts)
    return NarrowGrid(tuple(rows), headings)


def list_changed_squares(
    progress: EntryProgress, saved_lines: Collection[SectionLine]
) -> list[Square]:
    """Return the squares of the narrow grid that *saved_lines* have changed.

    Those are their own and the warnings on their boards. A warning that is gone because of them
    stays until the whole grid comes, a few seconds later.
    """
    boards = {line.board_no for line in saved_lines}
    saved_keys = set(map(_get_line_key, saved_lines))
    changed_lines = [
        line
        for line, state in progress.line_states
        if line.board_no in boards and (state in _WARNINGS or _get_line_key(line) in saved_keys)
    ]
    if not is_grid_by_round(progress):
        changed_line_keys = set(map(_get_line_key, changed_lines))
        board_squares = progress.list_board_squares(boards)
        return [square for square in board_squares if square.key in changed_line_keys]
    changed_rounds = {_get_round_key(progress, line) for line in changed_lines}
    return list(_make_round_squares(progress, changed_rounds).values())


def _get_line_key(line: SectionLine) -> str:
    return format_line_key(line.board_no, line.ns, line.ew)


def _get_row_key(progress: EntryProgress, line: SectionLine) -> str:
    # A label is made only without a table: an entry in a large hall asks for thousands of keys.
    label = "" if line.table_no else progress.section.get_label(line.ns)
    return make_grid_row_key(line.table_no, label)


def _get_round_key(progress: EntryProgress, line: SectionLine) -> _RoundKey:
    return (_get_row_key(progress, line), line.round_no or 0)


def _make_round_squares(
    progress: EntryProgress, chosen_rounds: Collection[_RoundKey] | None = None
) -> dict[_RoundKey, Square]:
    """Return a square for each row and round that has lines, or only for *chosen_rounds*."""
    states_by_round: dict[_RoundKey, list[str]] = defaultdict(list)
    line_by_round: dict[_RoundKey, SectionLine] = {}
    for line, state in progress.line_states:
        key = _get_round_key(progress, line)
        if chosen_rounds is None or key in chosen_rounds:
            states_by_round[key].append(state)
            line_by_round.setdefault(key, line)
    return {
        key: _make_round_square(progress, key, line_by_round[key], states)
        for key, states in states_by_round.items()
    }


def _make_round_square(
    progress: EntryProgress, key: _RoundKey, line: SectionLine, states: list[str]
) -> Square:
    row_key, round_no = key
    entered_count = sum(state in _ENTERED_STATES for state in states)
    state = _choose_state(states, entered_count)
    if line.table_no is None:
        path = reverse("session_scores_board", args=[progress.section, line.board_no])
        row_label = f"Pair {row_key}"
    else:
        path = reverse("session_scores_table", args=[progress.section, round_no, line.table_no])
        row_label = f"Table {row_key}"
    description = f"{row_label}, round {round_no}: {entered_count} of {len(states)} entered"
    if state in _INHERITED_STATES:
        # The count above already says that boards are entered.
        state_text = STATE_DESCRIPTIONS[state].removeprefix("entered, ")
        description = f"{description}, {state_text}"
    return Square(
        key=f"round-{row_key}-{round_no}",
        board_no=round_no,
        state=state,
        description=description,
        path=path,
    )


def _choose_state(states: list[str], entered_count: int) -> str:
    """Return the state of a round whose boards have *states*."""
    for state in _INHERITED_STATES:
        if state in states:
            return state
    if entered_count == len(states):
        return ENTERED
    if entered_count:
        return PART
    # Without a result, the boards of a round are in one state unless some are being played.
    return NOW if NOW in states else states[0]
