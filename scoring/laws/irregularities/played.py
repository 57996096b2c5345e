"""Index a night: the scores of each board, the pairs that know its cards, and the lines off the
plan.
"""

from collections import defaultdict
from dataclasses import dataclass, field

from scoring.laws.irregularities.model import DoneLine, DueLine, PlayedLines
from scoring.laws.irregularities.sentences import FindingSentences
from scoring.naming import numbers_text

OnBoard = tuple[int, int]
"""A board and a pair."""


@dataclass(frozen=True, slots=True)
class Cause:
    """The cause of an unplanned line, as the end of a sentence.

    *is_of_all* means that it is nobody's fault at the table.

    It says whether the table is free of fault.
    """

    words: str = ""
    is_of_all: bool = False


@dataclass
class _TablePlay:
    """The pairs and boards at a table in a round."""

    pairs: set[tuple[int, int]] = field(default_factory=set)
    boards: set[int] = field(default_factory=set)


class Played:
    """The index of *night*: *scores* that stand, cards *seen*, and lines off the plan.

    *twice* are those on which somebody had played the board before, *wrong* those that nobody had
    due so, *turned* those on which both sat the other way round.  *settled* are the boards on which
    a pair has an award.
    """

    def __init__(self, night: PlayedLines) -> None:
        self.night = night
        self.due_of: dict[OnBoard, list[DueLine]] = defaultdict(list)
        self.due_at: dict[tuple[int, int], list[DueLine]] = defaultdict(list)
        for row in night.due:
            self.due_at[row.round_no, row.table_no].append(row)
            for pair in (row.ns, row.ew):
                self.due_of[row.board_no, pair].append(row)
        self.settled = {
            (line.board_no, pair) for line in night.awarded for pair in (line.ns, line.ew)
        }
        self.scores: dict[OnBoard, DoneLine] = {}
        self.seen: set[OnBoard] = set()
        self.twice: list[DoneLine] = []
        self.wrong: list[DoneLine] = []
        self.turned: list[DoneLine] = []
        for line in night.done:
            self._read(line)
        self._tables = self._done_tables()
        self._shifts = {
            round_no: self._shift(round_no)
            for round_no in {round_no for round_no, _ in self._tables}
        }

    def _read(self, line: DoneLine) -> None:
        both = [(line.board_no, pair) for pair in (line.ns, line.ew)]
        if any(key in self.scores for key in both):
            self.twice.append(line)
        elif not line.is_void:
            self.scores |= dict.fromkeys(both, line)
            self._compare(line)
        self.seen.update(both)

    def _compare(self, line: DoneLine) -> None:
        planned = [(row.ns, row.ew) for row in self.due_of.get((line.board_no, line.ns), ())]
        if (line.ns, line.ew) in planned:
            return
        (self.turned if (line.ew, line.ns) in planned else self.wrong).append(line)

    def had_played(self, line: DoneLine) -> list[int]:
        """Return which pairs of *line*, one of ``twice``, had a score on the board."""
        return [
            pair
            for pair in (line.ns, line.ew)
            if self.scores.get((line.board_no, pair), line) is not line
        ]

    def left_over(self, line: DoneLine) -> list[tuple[int, DueLine]]:
        """Return the pairs that can no longer play the board of *line*, with their scheduled lines."""
        left = []
        for pair in (line.ns, line.ew):
            for row in self.due_of.get((line.board_no, pair), ()):
                other = opponent(row, pair)
                if other not in (line.ns, line.ew) and (line.board_no, other) not in self.scores:
                    left.append((other, row))
        return left

    def is_free(self, board_no: int, pair: int) -> bool:
        """Return whether *pair* has nothing on a board yet: no score, and no award."""
        return (board_no, pair) not in self.scores and (board_no, pair) not in self.settled

    def is_stationary(self, pair: int) -> bool:
        """Return whether *pair* stays at one table all session.

        It is then first responsible for the boards there.
        """
        return len({row.table_no for row in self.night.due if pair in (row.ns, row.ew)}) == 1

    def cause(self, line: DoneLine) -> Cause:
        """Return why the table of *line* was off the plan, where the other tables of the round tell."""
        if line.round_no in self._shifts and (shifted := self._shifts[line.round_no]) >= 2:
            return Cause(
                FindingSentences.MOVED_WRONG.template.format(tables=shifted), is_of_all=True
            )
        due_here = {row.board_no for row in self.due_at.get((line.round_no, line.table_no), ())}
        if not due_here or line.board_no in due_here:
            return Cause()
        owner = self._owner(line.round_no, line.board_no)
        if owner is None:
            return Cause(FindingSentences.FROM_STAND.template)
        if self._tables.get((line.round_no, owner), _TablePlay()).boards & due_here:
            first, second = sorted((owner, line.table_no))
            return Cause(FindingSentences.EXCHANGED.template.format(first=first, second=second))
        return Cause()

    def instead(self, row: DueLine) -> list[int]:
        """Return the boards that the table of *row* played in its round and did not have due."""
        due_here = {due.board_no for due in self.due_at[row.round_no, row.table_no]}
        return sorted(
            self._tables.get((row.round_no, row.table_no), _TablePlay()).boards - due_here
        )

    def is_of_all(self, round_no: int) -> bool:
        """Return whether the pairs of a round went on wrongly at several tables."""
        return self._shifts.get(round_no, 0) >= 2

    def _done_tables(self) -> dict[tuple[int, int], _TablePlay]:
        tables: dict[tuple[int, int], _TablePlay] = defaultdict(_TablePlay)
        for line in self.night.done:
            table = tables[line.round_no, line.table_no]
            table.pairs.add((line.ns, line.ew))
            table.boards.add(line.board_no)
        return dict(tables)

    def _owner(self, round_no: int, board_no: int) -> int | None:
        """Return the table that has a board due in a round."""
        tables = [
            row.table_no
            for row in self.night.due
            if (row.round_no, row.board_no) == (round_no, board_no)
        ]
        if tables:
            return tables[0]
        return None

    def _shift(self, round_no: int) -> int:
        """Return by how many tables all E-W pairs are displaced, 0 if tables differ."""
        due = {
            table: (rows[0].ns, rows[0].ew)
            for (at, table), rows in self.due_at.items()
            if at == round_no
        }
        home = {ew: table for table, (_ns, ew) in due.items()}
        shifts = [
            (home[ew] - table) % len(due)
            for (at, table), done in self._tables.items()
            if at == round_no and table in due
            for ns, ew in done.pairs
            if ns == due[table][0] and ew in home and ew != due[table][1]
        ]
        if len(set(shifts)) == 1:
            return len(shifts)
        return 0


def opponent(row: DueLine, pair: int) -> int:
    """Return whom *pair* meets on *row*."""
    if row.ns == pair:
        return row.ew
    return row.ns


def boards_text(boards: list[int]) -> str:
    """Return *boards* as sentences say them.

    >>> boards_text([7]), boards_text([7, 8]), boards_text([])
    ('board 7', 'boards 7, 8', 'no boards')
    """
    if not boards:
        return "no boards"
    return f"board{'s' * (len(boards) > 1)} {numbers_text(sorted(boards))}"


def where_text(line: DoneLine | DueLine) -> str:
    """Return the place of *line* for the end of a sentence, empty if it isn't known."""
    if line.round_no:
        return f" at table {line.table_no} in round {line.round_no}"
    return ""
