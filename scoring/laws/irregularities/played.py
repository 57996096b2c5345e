"""An index of a session: scores, pairs that know the cards of a board, and deviations.

:class:`SessionIndex` reads the lines in playing order, because the first score on a board stands and
a second one doesn't. ``mistakes`` and ``missing`` make irregularities from it.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from scoring.display import format_numbers
from scoring.laws.irregularities.model import RuledLine, SessionLines, TableLine
from scoring.model import BoardNo, RoundNo

BoardAndPair = tuple[int, int]
"""A board and a pair."""
MIN_SHIFTED_TABLES = 2
"""A single displaced table is that table's mistake. Two or more are a wrong move of the room."""


@dataclass(frozen=True, slots=True)
class LineCause:
    """Why a line isn't in the plan."""

    description: str = ""  # the end of a sentence
    is_wrong_move_of_room: bool = False  # no pair at the table is at fault


@dataclass
class _TablePlay:
    """The pairs that played at a table in a round, and the boards."""

    pairs: set[tuple[int, int]] = field(default_factory=set)
    boards: set[int] = field(default_factory=set)


class SessionIndex:
    """The index of the lines of *session*.

    - *line_by_board_and_pair* has the lines that stand.
    - *seen_boards* are the boards whose cards a pair knows.
    - *second_plays* are lines on whose board a pair had a score before.
    - *wrong_lines* are lines that weren't due. On *turned_lines* both pairs sat in the wrong direction.
    - *awarded_boards* are the boards on which a pair has an award.
    """

    def __init__(self, session: SessionLines) -> None:
        self.session = session
        self.due_lines_by_board_and_pair: dict[BoardAndPair, list[TableLine]] = defaultdict(list)
        self.due_lines_by_table: dict[tuple[int, int], list[TableLine]] = defaultdict(list)
        for row in session.due_lines:
            self.due_lines_by_table[row.round_no, row.table_no].append(row)
            for pair in (row.ns, row.ew):
                self.due_lines_by_board_and_pair[row.board_no, pair].append(row)
        self.awarded_boards = {
            (line.board_no, pair) for line in session.awarded_lines for pair in (line.ns, line.ew)
        }
        self.line_by_board_and_pair: dict[BoardAndPair, TableLine] = {}
        self.seen_boards: set[BoardAndPair] = set()
        self.second_plays: list[TableLine] = []
        self.wrong_lines: list[TableLine] = []
        self.turned_lines: list[TableLine] = []
        for line in session.started_lines:
            self._add_line(line)
        self._play_by_table = self._make_play_by_table()
        rounds = {round_no for round_no, _table_no in self._play_by_table}
        self._shifted_tables_by_round = {
            round_no: self._count_shifted_tables(round_no) for round_no in rounds
        }

    def _add_line(self, line: TableLine) -> None:
        sides = [(line.board_no, pair) for pair in (line.ns, line.ew)]
        if any(key in self.line_by_board_and_pair for key in sides):
            self.second_plays.append(line)
        elif not line.is_void:
            self.line_by_board_and_pair |= dict.fromkeys(sides, line)
            self._compare_with_plan(line)
        self.seen_boards.update(sides)

    def _compare_with_plan(self, line: TableLine) -> None:
        due_rows = self.due_lines_by_board_and_pair.get((line.board_no, line.ns), ())
        due_pairs = [(row.ns, row.ew) for row in due_rows]
        if (line.ns, line.ew) in due_pairs:
            return
        if (line.ew, line.ns) in due_pairs:
            self.turned_lines.append(line)
        else:
            self.wrong_lines.append(line)

    def list_previous_pairs(self, line: TableLine) -> list[int]:
        """Return the pairs of *line*, one of the second plays, that had a score on its board."""
        return [
            pair
            for pair in (line.ns, line.ew)
            if self.line_by_board_and_pair.get((line.board_no, pair), line) is not line
        ]

    def list_robbed_pairs(self, line: TableLine) -> list[tuple[int, TableLine]]:
        """Return the pairs that can no longer play the board of *line*, with their due lines.

        They are the pairs that were due to play it against one of the pairs of *line*.
        """
        robbed_pairs = []
        for pair in (line.ns, line.ew):
            for row in self.due_lines_by_board_and_pair.get((line.board_no, pair), ()):
                other_pair = get_opponent(row, pair)
                if (
                    other_pair not in (line.ns, line.ew)
                    and (line.board_no, other_pair) not in self.line_by_board_and_pair
                ):
                    robbed_pairs.append((other_pair, row))
        return robbed_pairs

    def has_nothing_on_board(self, board_no: BoardNo, pair: int) -> bool:
        """Return whether *pair* has neither a score nor an award on the board."""
        key = (board_no, pair)
        return key not in self.line_by_board_and_pair and key not in self.awarded_boards

    def is_stationary(self, pair: int) -> bool:
        """Return whether *pair* stays at one table all session.

        Such a pair is responsible for the boards at its table.
        """
        tables = {row.table_no for row in self.session.due_lines if pair in (row.ns, row.ew)}
        return len(tables) == 1

    def explain_cause(self, line: TableLine) -> LineCause:
        """Return the reason why *line* isn't in the plan, as the other tables of its round show it."""
        shifted_tables = self._shifted_tables_by_round.get(line.round_no, 0)
        if shifted_tables >= MIN_SHIFTED_TABLES:
            return LineCause(
                ": the E-W pairs of {tables} tables moved to the wrong tables".format(
                    tables=shifted_tables
                ),
                is_wrong_move_of_room=True,
            )
        due_boards = {
            row.board_no for row in self.due_lines_by_table.get((line.round_no, line.table_no), ())
        }
        if not due_boards or line.board_no in due_boards:
            return LineCause()
        other_table = self._find_table_with_board(line.round_no, line.board_no)
        if other_table is None:
            return LineCause(": this set wasn’t in play in this round")
        if self._get_boards_played(line.round_no, other_table) & due_boards:
            first, second = sorted((other_table, line.table_no))
            return LineCause(
                ": tables {first} and {second} swapped boards".format(first=first, second=second)
            )
        return LineCause()

    def list_undue_boards(self, row: TableLine) -> list[int]:
        """Return the boards that were played at the table and round of *row* without being due there."""
        due_boards = {
            due_row.board_no for due_row in self.due_lines_by_table[row.round_no, row.table_no]
        }
        return sorted(self._get_boards_played(row.round_no, row.table_no) - due_boards)

    def is_wrong_move_of_room(self, round_no: RoundNo) -> bool:
        """Return whether several tables have the wrong pairs because the room moved wrongly."""
        return self._shifted_tables_by_round.get(round_no, 0) >= MIN_SHIFTED_TABLES

    def _get_boards_played(self, round_no: int, table_no: int) -> set[int]:
        return self._play_by_table.get((round_no, table_no), _TablePlay()).boards

    def _make_play_by_table(self) -> dict[tuple[int, int], _TablePlay]:
        play_by_table: dict[tuple[int, int], _TablePlay] = defaultdict(_TablePlay)
        for line in self.session.started_lines:
            table = play_by_table[line.round_no, line.table_no]
            table.pairs.add((line.ns, line.ew))
            table.boards.add(line.board_no)
        return dict(play_by_table)

    def _find_table_with_board(self, round_no: int, board_no: int) -> int | None:
        """Return the table that has the board due in a round, or None."""
        for row in self.session.due_lines:
            if (row.round_no, row.board_no) == (round_no, board_no):
                return row.table_no
        return None

    def _count_shifted_tables(self, round_no: int) -> int:
        """Return at how many tables the E-W pair is displaced, if all are by the same number of tables.

        Otherwise it is 0: different displacements are mistakes of single tables.
        """
        due_pairs = {
            table: (rows[0].ns, rows[0].ew)
            for (due_round, table), rows in self.due_lines_by_table.items()
            if due_round == round_no
        }
        due_table_by_ew_pair = {ew: table for table, (_ns, ew) in due_pairs.items()}
        shifts = []
        for (played_round, table), play in self._play_by_table.items():
            if played_round != round_no or table not in due_pairs:
                continue
            due_ns, due_ew = due_pairs[table]
            for ns, ew in play.pairs:
                if ns == due_ns and ew != due_ew and ew in due_table_by_ew_pair:
                    shifts.append((due_table_by_ew_pair[ew] - table) % len(due_pairs))
        if len(set(shifts)) == 1:
            return len(shifts)
        return 0


def get_opponent(row: TableLine, pair: int) -> int:
    """Return the opponent of *pair* on *row*."""
    if row.ns == pair:
        return row.ew
    return row.ns


def list_board_numbers(lines: Iterable[TableLine]) -> tuple[int, ...]:
    """Return the board of each of *lines*."""
    return tuple(line.board_no for line in lines)


def list_pairs(lines: Iterable[TableLine | RuledLine]) -> tuple[int, ...]:
    """Return the pairs of *lines*, each once, in the order in which they occur."""
    pairs: dict[int, None] = {}
    for line in lines:
        pairs[line.ns] = None
        pairs[line.ew] = None
    return tuple(pairs)


def format_boards(boards: Sequence[int]) -> str:
    """Return *boards* for a sentence.

    >>> format_boards([7]), format_boards([7, 8]), format_boards([])
    ('board 7', 'boards 7, 8', 'no boards')
    """
    if not boards:
        return "no boards"
    plural = "s" if len(boards) > 1 else ""
    return f"board{plural} {format_numbers(sorted(boards))}"


def describe_table(line: TableLine) -> str:
    """Return the table and round of *line* as the end of a sentence, "" if they are unknown."""
    if line.round_no:
        return f" at table {line.table_no} in round {line.round_no}"
    return ""
