"""Remarks on a table in a round, worded the same on every sheet.

The remarks are about arrow-switches, sit-outs, shared boards and copies of the boards. All sheets
take them from here, so that a player's slip, the card on the table and the director's master sheet
agree.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import lru_cache

from director.boards.movement.rounds import is_drawn
from director.boards.movement.sides import get_seated_sides
from director.boards.movement.words import format_boards
from director.models import Section
from director.names import join_names
from movements.model import Movement, SitOut, TableRound

ARROW_SWITCH = "arrow-switch: E-W hold the N-S cards"
SITS_OUT = "sits out"
SKIP = "then E-W skip a table"
FRESH_BOARDS = "then new boards"
NOT_PLAYED = " (not played)"
SHARED = "boards shared with "


def format_sit_out_mark(label: str) -> str:
    """Return the remark on a pair without opponents: ``"7 N-S sits out"``."""
    return f"{label} {SITS_OUT}"


def format_displaced_pair(label: str, rover: str) -> str:
    """Return the remark on a pair that gives up its seat to *rover* for a round."""
    return f"{format_sit_out_mark(label)}, {rover} plays here instead"


def format_half_time(label: str, boards: Sequence[int]) -> str:
    """Return which team and boards come to a table between its two half matches.

    >>> format_half_time("9", (57, 58, 59, 60))
    'at half-time 9 sits E-W, boards 57–60'
    """
    plural = "s" if len(boards) > 1 else ""
    return f"at half-time {label} sits E-W, board{plural} {format_boards(boards)}"


@lru_cache(maxsize=256)  # of a large room it names a hundred tables, on every card and guide
def format_shared_tables(tables: tuple[int, ...]) -> str:
    """Return which *tables* play the same boards in the same round.

    >>> format_shared_tables((6,)), format_shared_tables((2, 4, 5))
    ('boards shared with table 6', 'boards shared with tables 2, 4 and 5')
    """
    plural = "s" if len(tables) > 1 else ""
    return f"{SHARED}table{plural} {join_names([*map(str, tables)])}"


def format_copy(copy_no: int, copies: int) -> str:
    """Return which copy of the boards a table has, or "" if there is one copy.

    >>> format_copy(2, 3), format_copy(1, 1)
    ('copy 2 of 3', '')
    """
    if copies > 1:
        return f"copy {copy_no} of {copies}"
    return ""


class RoundMarks:
    """Remarks on every round of a movement. *label* is the function for a pair's label."""

    def __init__(self, label: Callable[[int], str], movement: Movement) -> None:
        self.label = label
        self._copies = movement.copies
        self._playing = {
            (row.table_no, row.round_no): row for row in movement.rows if row.half != 2
        }
        self._second_halves = {
            (row.table_no, row.round_no): row for row in movement.rows if row.half == 2
        }
        self._waiting = {
            (sit_out.table_no, sit_out.round_no): sit_out for sit_out in movement.sit_outs
        }
        self._sharing = _find_sharing_tables(movement)
        self._play_marks: dict[tuple[int, int], tuple[str, ...]] = {}
        # A few drawn rounds can look like a rule without being one.
        has_rule = not is_drawn(movement.key)
        self._skip_rounds = _find_skip_rounds(movement) if has_rule else set()
        self._fresh_rounds = _find_fresh_rounds(movement)
        self._displaced = _find_displaced_pairs(movement) if has_rule else {}

    def get_row(self, table_no: int, round_no: int) -> TableRound | None:
        """Return the row of the movement for a table in a round, or None."""
        return self._playing.get((table_no, round_no))

    def get_sit_out(self, table_no: int, round_no: int) -> SitOut | None:
        """Return the sit-out at a table in a round, or None."""
        return self._waiting.get((table_no, round_no))

    def list_marks(self, table_no: int, round_no: int) -> tuple[str, ...]:
        """Return the remarks on a round at a table, including the next move."""
        marks = list(self.list_play_marks(table_no, round_no))
        second_half = self._second_halves.get((table_no, round_no))
        if second_half:
            marks.append(format_half_time(self.label(second_half.ew), second_half.boards))
        if round_no in self._skip_rounds:
            marks.append(SKIP)
        if round_no in self._fresh_rounds:
            marks.append(FRESH_BOARDS)
        return tuple(marks)

    def list_play_marks(self, table_no: int, round_no: int) -> tuple[str, ...]:
        """Return the remarks on a round at a table that matter during play."""
        # The guides of both sides have the same remarks, which name every table of a large room.
        place = (table_no, round_no)
        if place not in self._play_marks:
            self._play_marks[place] = self._make_play_marks(table_no, round_no)
        return self._play_marks[place]

    def _make_play_marks(self, table_no: int, round_no: int) -> tuple[str, ...]:
        marks = []
        row = self.get_row(table_no, round_no)
        sit_out = self.get_sit_out(table_no, round_no)
        if sit_out:
            marks.append(format_sit_out_mark(self.label(sit_out.contestant)))
        displaced = self._displaced.get((table_no, round_no))
        if row and displaced:
            marks.append(format_displaced_pair(self.label(displaced), self.label(row.ns)))
        sharing = self._sharing.get((round_no, table_no))
        if sharing:
            marks.append(format_shared_tables(sharing))
        if row and row.arrow_switched:
            marks.append(ARROW_SWITCH)
        return tuple(marks)

    def list_result_marks(self, table_no: int, round_no: int) -> tuple[str, ...]:
        """Return the remarks on a round that matter after play, when shared boards are back."""
        marks = list(self.list_play_marks(table_no, round_no))
        sharing = self._sharing.get((round_no, table_no))
        if sharing:
            marks.remove(format_shared_tables(sharing))
        return tuple(marks)

    def format_table_copy(self, table_no: int, round_no: int) -> str:
        """Return which copy of the boards a table has in a round."""
        play = self.get_row(table_no, round_no) or self.get_sit_out(table_no, round_no)
        if play:
            return format_copy(play.copy_no, self._copies)
        return ""


def list_pair_notes(section: Section, movement: Movement) -> dict[int, tuple[str, ...]]:
    """Return the remarks on each pair with their rounds: ``"Round 3: sits out"``."""
    marks = RoundMarks(section.label, movement)
    rounds_by_mark: dict[int, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for row in movement.rows:
        for pair_no in movement.get_row_contestants(row):
            for mark in marks.list_result_marks(row.table_no, row.round_no):
                rounds_by_mark[pair_no][mark].append(row.round_no)
    for sit_out in movement.sit_outs:
        rounds_by_mark[sit_out.contestant][SITS_OUT].append(sit_out.round_no)
    notes = {}
    for pair_no, pair_marks in rounds_by_mark.items():
        # A team is in two rows of a round, hence the set.
        notes[pair_no] = tuple(
            f"{_format_note_rounds(sorted({*rounds}))}: {mark}"
            for mark, rounds in pair_marks.items()
        )
    return notes


def _format_note_rounds(rounds: Sequence[int]) -> str:
    *first, last = map(str, rounds)
    if first:
        return f"Rounds {', '.join(first)} and {last}"
    return f"Round {last}"


def _find_sharing_tables(movement: Movement) -> dict[tuple[int, int], tuple[int, ...]]:
    """Return, by round and table, the other tables that use the same set in that round."""
    users: dict[tuple[int, int, int], list[int]] = defaultdict(list)
    for row in movement.rows:
        if row.shared:
            users[row.round_no, row.board_set, row.copy_no].append(row.table_no)
    sharing = {}
    for (round_no, _set, _copy), tables in users.items():
        for table in tables:
            sharing[round_no, table] = tuple(
                other_table for other_table in tables if other_table != table
            )
    return sharing


def _find_skip_rounds(movement: Movement) -> set[int]:
    """Return the rounds after which E-W pairs move two tables instead of one."""
    tables = movement.tables
    ew_tables = {(row.round_no, get_seated_sides(row)[1]): row.table_no for row in movement.rows}
    steps: dict[int, set[int]] = defaultdict(set)
    for (round_no, pair), table_no in ew_tables.items():
        next_table = ew_tables.get((round_no + 1, pair))
        if next_table:
            steps[round_no].add((next_table - table_no) % tables)
    # With two tables two steps are none, and without a round of single steps two are the rule.
    has_skips = tables > 2 and {1} in steps.values()
    if has_skips:
        return {round_no for round_no, round_steps in steps.items() if round_steps == {2}}
    return set()


def _find_fresh_rounds(movement: Movement) -> set[int]:
    """Return the rounds after which every table gets new boards, unless all rounds are such."""
    sets: dict[int, set[int]] = defaultdict(set)
    for row in movement.rows:
        sets[row.round_no].add(row.board_set)
    first_rounds: dict[int, int] = {}
    last_rounds: dict[int, int] = {}
    for round_no in sorted(sets):
        for board_set in sets[round_no]:
            first_rounds.setdefault(board_set, round_no)
            last_rounds[board_set] = round_no
    rounds = range(1, movement.rounds)
    fresh = set()
    for round_no in rounds:
        are_done = all(last_rounds[board_set] <= round_no for board_set in sets[round_no])
        are_new = all(first_rounds[board_set] > round_no for board_set in sets[round_no + 1])
        if are_done and are_new:
            fresh.add(round_no)
    if len(fresh) < len(rounds):
        return fresh
    return set()


def _find_displaced_pairs(movement: Movement) -> dict[tuple[int, int], int]:
    """Return, by table and round, the pair that sits out while a rover takes its seat."""
    homes: dict[int, set[int]] = defaultdict(set)
    for row in movement.rows:
        homes[row.ns].add(row.table_no)
    for row in movement.rows:  # only pairs that always sit N-S have a home
        homes.pop(row.ew, None)
    displaced = {}
    for sit_out in movement.sit_outs:
        tables = homes.get(sit_out.contestant, set())
        if sit_out.table_no is None and len(tables) == 1:
            displaced[min(tables), sit_out.round_no] = sit_out.contestant
    return displaced
