"""Remarks on a table in a round, worded the same on every sheet.

Arrow-switches, sit-outs, shared boards and copies of the boards are said here and nowhere else, so
that the slip in a player's hand, the card on the table and the director's master sheet cannot
differ.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence

from director.boards.movement.rounds import is_drawn
from director.boards.movement.sides import seated_sides
from director.boards.movement.words import boards_text
from director.models import Section
from movements import Movement, SitOut, TableRound

ARROW_SWITCH = "arrow-switch: E-W hold the N-S cards"
SITS_OUT = "sits out"
SKIP = "then E-W skip a table"
FRESH_BOARDS = "then new boards"


def sits_out(label: str) -> str:
    """Return who has no opponents: ``"7 N-S sits out"``."""
    return f"{label} {SITS_OUT}"


def plays_instead(label: str, by: str) -> str:
    """Return who gives the own seat up for a round, and to whom."""
    return f"{sits_out(label)}, {by} plays here instead"


def at_half_time(label: str, boards: Sequence[int]) -> str:
    """Return who and which boards come to a table between its two half matches.

    >>> at_half_time("9", (57, 58, 59, 60))
    'at half-time 9 sits E-W, boards 57–60'
    """
    return f"at half-time {label} sits E-W, board{'s' * (len(boards) > 1)} {boards_text(boards)}"


def shared_with(tables: Sequence[int]) -> str:
    """Return which *tables* play the same boards in the same round.

    >>> shared_with((6,)), shared_with((4, 5))
    ('boards shared with table 6', 'boards shared with tables 4 and 5')
    """
    return f"boards shared with table{'s' * (len(tables) > 1)} {' and '.join(map(str, tables))}"


def copy_text(copy_no: int, copies: int) -> str:
    """Return which copy of the boards lies at a table, or "" if there is one copy.

    >>> copy_text(2, 3), copy_text(1, 1)
    ('copy 2 of 3', '')
    """
    if copies > 1:
        return f"copy {copy_no} of {copies}"
    return ""


class RoundMarks:
    """Remarks on every round of a movement. *label* returns what a pair is called."""

    def __init__(self, label: Callable[[int], str], movement: Movement) -> None:
        self.label = label
        self._copies = movement.copies
        self._playing = {
            (row.table_no, row.round_no): row for row in movement.rows if row.half != 2
        }
        self._second = {(row.table_no, row.round_no): row for row in movement.rows if row.half == 2}
        self._waiting = {(wait.table_no, wait.round_no): wait for wait in movement.sit_outs}
        self._sharing = _sharing(movement)
        is_ruled = not is_drawn(movement.key)  # else a few rounds only look like a rule
        self._skips = _skips(movement) if is_ruled else set()
        self._fresh = _fresh_boards(movement)
        self._displaced = _displaced_pairs(movement) if is_ruled else {}

    def row(self, table_no: int, round_no: int) -> TableRound | None:
        """Return who meets at a table in a round."""
        return self._playing.get((table_no, round_no))

    def waiting(self, table_no: int, round_no: int) -> SitOut | None:
        """Return who waits at a table in a round."""
        return self._waiting.get((table_no, round_no))

    def at(self, table_no: int, round_no: int) -> tuple[str, ...]:
        """Return the remarks on a round at a table, including the next move."""
        moves = ((SKIP, self._skips), (FRESH_BOARDS, self._fresh))
        second = self._second.get((table_no, round_no))
        half_time = (at_half_time(self.label(second.ew), second.boards),) if second else ()
        marks = (*self.of_play(table_no, round_no), *half_time)
        return (*marks, *(words for words, rounds in moves if round_no in rounds))

    def of_play(self, table_no: int, round_no: int) -> tuple[str, ...]:
        """Return the remarks on a round at a table that matter during play."""
        marks = []
        row = self.row(table_no, round_no)
        if wait := self.waiting(table_no, round_no):
            marks.append(sits_out(self.label(wait.contestant)))
        if row and (displaced := self._displaced.get((table_no, round_no))):
            marks.append(plays_instead(self.label(displaced), self.label(row.ns)))
        if shares := self._sharing.get((round_no, table_no)):
            marks.append(shared_with(shares))
        if row and row.arrow_switched:
            marks.append(ARROW_SWITCH)
        return tuple(marks)

    def copy_at(self, table_no: int, round_no: int) -> str:
        """Return which copy of the boards a table has in a round."""
        row = self.row(table_no, round_no) or self.waiting(table_no, round_no)
        if row:
            return copy_text(row.copy_no, self._copies)
        return ""


def pair_notes(section: Section, movement: Movement) -> dict[int, tuple[str, ...]]:
    """Return the remarks on each pair with their rounds: ``"Round 3: sits out"``."""
    marks = RoundMarks(section.label, movement)
    special: dict[int, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for row in movement.rows:
        for pair_no in movement.contestants_at(row):
            for mark in marks.of_play(row.table_no, row.round_no):
                special[pair_no][mark].append(row.round_no)
    for wait in movement.sit_outs:
        special[wait.contestant][SITS_OUT].append(wait.round_no)
    return {
        pair_no: tuple(
            f"{_rounds_text(sorted({*rounds}))}: {mark}" for mark, rounds in remarks.items()
        )
        for pair_no, remarks in special.items()
    }


def _rounds_text(rounds: Sequence[int]) -> str:
    *first, last = map(str, rounds)
    if first:
        return f"Rounds {', '.join(first)} and {last}"
    return f"Round {last}"


def _sharing(movement: Movement) -> dict[tuple[int, int], tuple[int, ...]]:
    """Return, by round and table, the other tables that use the same set in that round."""
    users: dict[tuple[int, int, int], list[int]] = defaultdict(list)
    for row in movement.rows:
        if row.shared:
            users[row.round_no, row.board_set, row.copy_no].append(row.table_no)
    return {
        (round_no, table): tuple(other for other in tables if other != table)
        for (round_no, _set, _copy), tables in users.items()
        for table in tables
    }


def _skips(movement: Movement) -> set[int]:
    """Return the rounds after which E-W pairs move two tables instead of one."""
    tables = movement.tables
    scoring_field = {(row.round_no, seated_sides(row)[1]): row.table_no for row in movement.rows}
    steps: dict[int, set[int]] = defaultdict(set)
    for (round_no, pair), table_no in scoring_field.items():
        if next_table := scoring_field.get((round_no + 1, pair)):
            steps[round_no].add((next_table - table_no) % tables)
    is_skip_movement = tables > 2 and {1} in steps.values()
    if is_skip_movement:
        return {round_no for round_no, ups in steps.items() if ups == {2}}
    return set()


def _fresh_boards(movement: Movement) -> set[int]:
    """Return the rounds after which every table gets new boards, unless that is the rule."""
    sets: dict[int, set[int]] = defaultdict(set)
    for row in movement.rows:
        sets[row.round_no].add(row.board_set)
    last = {board_set: round_no for round_no in sorted(sets) for board_set in sets[round_no]}
    first = {
        board_set: round_no
        for round_no in sorted(sets, reverse=True)
        for board_set in sets[round_no]
    }
    rounds = range(1, movement.rounds)
    done = {
        round_no
        for round_no in rounds
        if all(last[board_set] <= round_no for board_set in sets[round_no])
    }
    fresh = {
        round_no
        for round_no in done
        if all(first[board_set] > round_no for board_set in sets[round_no + 1])
    }
    if len(fresh) < len(rounds):
        return fresh
    return set()


def _displaced_pairs(movement: Movement) -> dict[tuple[int, int], int]:
    """Return, by table and round, the pair that sits out while a rover takes its seat."""
    homes: dict[int, set[int]] = defaultdict(set)
    for row in movement.rows:
        homes[row.ns].add(row.table_no)
    for row in movement.rows:
        homes.pop(row.ew, None)
    waiting = [
        (wait.round_no, wait.contestant) for wait in movement.sit_outs if wait.table_no is None
    ]
    return {
        (min(homes[pair]), round_no): pair
        for round_no, pair in waiting
        if len(homes.get(pair, ())) == 1
    }
