"""An index of what was played: scores, pairs that know the cards of a board, and deviations.

:class:`PlayedIndex` reads the lines in playing order, since the first score on a board stands and a
second one doesn't. ``mistakes`` and ``missing`` make findings from it.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from scoring.display import format_numbers
from scoring.laws.irregularities.model import PlayedLines, RuledLine, TableLine

OnBoard = tuple[int, int]
"""A board and a pair."""
MIN_SHIFTED_TABLES = 2
"""With fewer displaced tables it is a mistake of one table, not a wrong move of all pairs."""


@dataclass(frozen=True, slots=True)
class Cause:
    """The cause of a line off the plan, as the end of a sentence.

    It *is_of_all* if no pair at the table is at fault.
    """

    words: str = ""
    is_of_all: bool = False


@dataclass
class _TablePlay:
    """The pairs that played at a table in a round, and the boards."""

    pairs: set[tuple[int, int]] = field(default_factory=set)
    boards: set[int] = field(default_factory=set)


class PlayedIndex:
    """The index of the lines of *session*.

    - *scores* are the lines that stand, by board and pair; *seen* are all boards whose cards a pair
      knows.
    - *twice* are lines of which a pair had played the board before, *wrong* lines that weren't due,
    and *turned* lines on which both pairs sat in the wrong direction.
    - *settled* are boards on which a pair has an award.
    """

    def __init__(self, session: PlayedLines) -> None:
        self.session = session
        self.due_of: dict[OnBoard, list[TableLine]] = defaultdict(list)
        self.due_at: dict[tuple[int, int], list[TableLine]] = defaultdict(list)
        for row in session.due:
            self.due_at[row.round_no, row.table_no].append(row)
            for pair in (row.ns, row.ew):
                self.due_of[row.board_no, pair].append(row)
        self.settled = {
            (line.board_no, pair) for line in session.awarded for pair in (line.ns, line.ew)
        }
        self.scores: dict[OnBoard, TableLine] = {}
        self.seen: set[OnBoard] = set()
        self.twice: list[TableLine] = []
        self.wrong: list[TableLine] = []
        self.turned: list[TableLine] = []
        for line in session.done:
            self._read(line)
        self._tables = self._index_tables()
        rounds = {round_no for round_no, _table_no in self._tables}
        self._shifts = {round_no: self._count_shifted_tables(round_no) for round_no in rounds}

    def _read(self, line: TableLine) -> None:
        sides = [(line.board_no, pair) for pair in (line.ns, line.ew)]
        if any(key in self.scores for key in sides):
            self.twice.append(line)
        elif not line.is_void:
            self.scores |= dict.fromkeys(sides, line)
            self._compare(line)
        self.seen.update(sides)

    def _compare(self, line: TableLine) -> None:
        due_rows = self.due_of.get((line.board_no, line.ns), ())
        due_pairs = [(row.ns, row.ew) for row in due_rows]
        if (line.ns, line.ew) in due_pairs:
            return
        if (line.ew, line.ns) in due_pairs:
            self.turned.append(line)
        else:
            self.wrong.append(line)

    def list_earlier_pairs(self, line: TableLine) -> list[int]:
        """Return the pairs of *line*, one of ``twice``, that had a score on the board."""
        return [
            pair
            for pair in (line.ns, line.ew)
            if self.scores.get((line.board_no, pair), line) is not line
        ]

    def list_robbed_pairs(self, line: TableLine) -> list[tuple[int, TableLine]]:
        """Return the pairs that can no longer play the board of *line*, with their due lines.

        They are the scheduled opponents of its pairs.
        """
        left_over = []
        for pair in (line.ns, line.ew):
            for row in self.due_of.get((line.board_no, pair), ()):
                other_pair = get_opponent(row, pair)
                if (
                    other_pair not in (line.ns, line.ew)
                    and (line.board_no, other_pair) not in self.scores
                ):
                    left_over.append((other_pair, row))
        return left_over

    def is_free(self, board_no: int, pair: int) -> bool:
        """Return whether *pair* has neither a score nor an award on the board."""
        return (board_no, pair) not in self.scores and (board_no, pair) not in self.settled

    def is_stationary(self, pair: int) -> bool:
        """Return whether *pair* stays at one table all session.

        Such a pair is responsible for the boards at its table.
        """
        return len({row.table_no for row in self.session.due if pair in (row.ns, row.ew)}) == 1

    def explain_cause(self, line: TableLine) -> Cause:
        """Return why *line* isn't in the plan, judging by the other tables of its round."""
        shifted_tables = self._shifts.get(line.round_no, 0)
        if shifted_tables >= MIN_SHIFTED_TABLES:
            return Cause(
                ": the E-W pairs of {tables} tables moved to the wrong tables".format(
                    tables=shifted_tables
                ),
                is_of_all=True,
            )
        due_boards = {row.board_no for row in self.due_at.get((line.round_no, line.table_no), ())}
        if not due_boards or line.board_no in due_boards:
            return Cause()
        other_table = self._find_table_with_board(line.round_no, line.board_no)
        if other_table is None:
            return Cause(": this set wasn't in play in this round")
        if self._get_boards_played(line.round_no, other_table) & due_boards:
            first, second = sorted((other_table, line.table_no))
            return Cause(
                ": tables {first} and {second} swapped boards".format(first=first, second=second)
            )
        return Cause()

    def list_undue_boards(self, row: TableLine) -> list[int]:
        """Return the boards that the table of *row* played in its round although not due there."""
        due_boards = {due_row.board_no for due_row in self.due_at[row.round_no, row.table_no]}
        return sorted(self._get_boards_played(row.round_no, row.table_no) - due_boards)

    def is_of_all(self, round_no: int) -> bool:
        """Return whether pairs moved wrongly to a round at several tables."""
        return self._shifts.get(round_no, 0) >= MIN_SHIFTED_TABLES

    def _get_boards_played(self, round_no: int, table_no: int) -> set[int]:
        return self._tables.get((round_no, table_no), _TablePlay()).boards

    def _index_tables(self) -> dict[tuple[int, int], _TablePlay]:
        tables: dict[tuple[int, int], _TablePlay] = defaultdict(_TablePlay)
        for line in self.session.done:
            table = tables[line.round_no, line.table_no]
            table.pairs.add((line.ns, line.ew))
            table.boards.add(line.board_no)
        return dict(tables)

    def _find_table_with_board(self, round_no: int, board_no: int) -> int | None:
        """Return the table that has the board due in a round, or None."""
        for row in self.session.due:
            if (row.round_no, row.board_no) == (round_no, board_no):
                return row.table_no
        return None

    def _count_shifted_tables(self, round_no: int) -> int:
        """Return at how many tables the E-W pairs are displaced, all by the same number of tables.

        It is 0 if they are displaced by different numbers, or not at all.
        """
        due_pairs = {
            table: (rows[0].ns, rows[0].ew)
            for (due_round, table), rows in self.due_at.items()
            if due_round == round_no
        }
        due_tables = {ew: table for table, (_ns, ew) in due_pairs.items()}
        shifts = []
        for (played_round, table), play in self._tables.items():
            if played_round != round_no or table not in due_pairs:
                continue
            due_ns, due_ew = due_pairs[table]
            for ns, ew in play.pairs:
                if ns == due_ns and ew != due_ew and ew in due_tables:
                    shifts.append((due_tables[ew] - table) % len(due_pairs))
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


def describe_place(line: TableLine) -> str:
    """Return the place of *line* as the end of a sentence, or "" if it is unknown."""
    if line.round_no:
        return f" at table {line.table_no} in round {line.round_no}"
    return ""
