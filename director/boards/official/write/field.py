"""A night from a file as the field that is scored, and its official figures: everything in memory, nothing stored."""

from collections.abc import Iterable
from dataclasses import dataclass

from director.boards.official.read.figures import (
    GivenLine,
    GivenPair,
    LineKey,
    OfficialFigures,
    PairKey,
    official_figures,
)
from director.boards.scores.read.line_entry import LineEntry
from director.files.usebio.lines import line_entry
from director.files.usebio.model import UsebioEvent, UsebioPair
from scoring import Board, Field, Line


@dataclass(frozen=True, slots=True)
class SourceNight:
    """What stands on each line of a file, its *field* without lines and pairs that have no result, and its figures."""

    entries: dict[LineKey, LineEntry]
    field: Field
    official: OfficialFigures


def source_night(source: UsebioEvent) -> SourceNight:
    """Return the night that *source* tells of."""
    entries: dict[LineKey, LineEntry] = {}
    for board in source.boards:
        for line in board.lines:
            entry = line_entry(line, board.board_no)
            entries[board.board_no, line.ns_no, line.ew_no] = LineEntry(str(entry), entry)
    given = (
        GivenLine(board.board_no, line.ns_no, line.ew_no, line.ns_points, line.ew_points)
        for board in source.boards
        for line in board.lines
    )
    pairs = (
        GivenPair(pair.direction or None, pair.number, pair.total, pair.percent, pair.place) for pair in source.pairs
    )
    return SourceNight(entries, _field(source, entries), official_figures(pairs, given))


def pair_key(pair: UsebioPair) -> PairKey:
    """Return how *pair* is known in the field."""
    return pair.direction or None, pair.number


def _field(source: UsebioEvent, entries: dict[LineKey, LineEntry]) -> Field:
    boards = [
        Board(
            board.board_no,
            tuple(
                entries[board.board_no, line.ns_no, line.ew_no].line(
                    ns=line.ns_no, ew=line.ew_no, board_no=board.board_no
                )
                for line in sorted(board.lines, key=lambda line: line.ns_no)
            ),
        )
        for board in sorted(source.boards, key=lambda board: board.board_no)
    ]
    return Field(source.winners, tuple(_played(boards, source.winners)))


def _played(boards: Iterable[Board], winners: int) -> Iterable[Board]:
    """Yield what can be compared, as the desk does: no board and no pair on which nothing was played."""
    boards = list(boards)
    seen = {who for board in boards for line in board.lines if line.has_result for who in _both(line, winners)}
    for board in boards:
        lines = tuple(line for line in board.lines if set(_both(line, winners)) <= seen)
        if any(line.has_result for line in lines):
            yield Board(board.board_no, lines)


def _both(line: Line, winners: int) -> tuple[PairKey, PairKey]:
    return ((None, line.ns), (None, line.ew)) if winners == 1 else (("NS", line.ns), ("EW", line.ew))
