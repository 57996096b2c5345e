"""An imported session as a field, with its official figures. Nothing is stored."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace

from director.boards.movement.lines.entry import LineEntry, read_line_entry
from director.boards.paper.imports.scoring_fields import SourceSession
from director.boards.scoring.official.figures import (
    LineKey,
    LinePoints,
    OfficialFigures,
    PairFigures,
    PairKey,
    official_figures,
)
from director.errors import DeskError
from director.formats.source.lines import line_entry
from director.formats.source.model import SourceLine
from director.models.event import Game
from scoring import Board, Field, Line, ScoringError


@dataclass(frozen=True, slots=True)
class SourceNight:
    """The entries, the *field* and the official figures of a session."""

    of: SourceSession
    entries: dict[LineKey, LineEntry]
    field: Field
    official: OfficialFigures


def source_night(of: SourceSession, *, has_own_average: bool) -> SourceNight:
    """Return a session of a file. Averages are flat without *has_own_average*."""
    entries: dict[LineKey, LineEntry] = {}
    lines: list[LinePoints] = []
    boards: dict[int, list[Line]] = defaultdict(list)
    entered = _Entered(has_own_average=has_own_average, game=of.scoring_field.event.game)
    is_divided = of.scoring_field.is_divided
    for section, line, key in of.lines:
        board_no, ns, ew = key
        entries[key], same = entered.on(line, board_no)
        if line.ns_points is not None or line.ew_points is not None:
            lines.append(LinePoints(key, line.ns_points, line.ew_points))
        boards[board_no].append(same.between(ns, ew, section.letter if is_divided else ""))
    pairs = (
        PairFigures(*of.pair_key(section, pair), pair.total, pair.percent, pair.place)
        for section, source in of.sections
        for pair in source.pairs
    )
    return SourceNight(
        of, entries, _field(of.scoring_field.winners, boards), official_figures(pairs, lines)
    )


class _Entered:
    """Entries of lines, parsed once for equal results."""

    def __init__(self, *, has_own_average: bool, game: str) -> None:
        self._has_own_average, self._game = has_own_average, game
        self._known: dict[tuple[object, ...], tuple[LineEntry, Line]] = {}
        self._entries: dict[str, LineEntry] = {}

    def on(self, line: SourceLine, board_no: int) -> tuple[LineEntry, Line]:
        """Return the entry of *line*, and a scoring line without pairs."""
        says = (
            board_no,
            line.contract,
            line.declarer,
            line.tricks,
            line.score,
            line.artificial,
            line.ruled,
        )
        known = self._known.get(says)
        if known is None:
            entered = self._ruled(line, board_no) or self._entry(line, board_no)
            known = self._known[says] = entered, entered.anybodys_line(board_no)
        return known

    def _ruled(self, line: SourceLine, board_no: int) -> LineEntry | None:
        """Return the entry that this program wrote into *line*, or None."""
        if not line.ruled:
            return None
        try:
            entered = read_line_entry(line.ruled, game=self._game)
            entered.check(board_no)
        except (DeskError, ScoringError):
            return None
        is_own = (
            entered.artificial is not None and entered.artificial.is_own and self._has_own_average
        )
        if entered.ns or is_own or self._game != Game.BRIDGE:
            return entered
        return None

    def _entry(self, line: SourceLine, board_no: int) -> LineEntry:
        entry = line_entry(line, board_no)
        if entry.artificial and not self._has_own_average:
            entry = replace(entry, artificial=entry.artificial.flat)
        text = str(entry)
        return self._entries.setdefault(text, LineEntry(text, entry))


def _field(winners: int, lines: dict[int, list[Line]]) -> Field:
    boards = [
        Board(board_no, tuple(sorted(lines[board_no], key=lambda line: line.ns)))
        for board_no in sorted(lines)
    ]
    return Field(winners, tuple(_comparable_boards(boards, winners)))


def _comparable_boards(boards: Iterable[Board], winners: int) -> Iterable[Board]:
    """Yield the boards and pairs that can be compared."""
    boards = list(boards)
    if all(line.has_result for board in boards for line in board.lines):
        yield from boards
        return
    seen = {
        who
        for board in boards
        for line in board.lines
        if line.has_result
        for who in _both(line, winners)
    }
    for board in boards:
        lines = tuple(line for line in board.lines if set(_both(line, winners)) <= seen)
        if any(line.has_result for line in lines):
            yield Board(board.board_no, lines)


def _both(line: Line, winners: int) -> tuple[PairKey, PairKey]:
    if winners == 1:
        return ((None, line.ns), (None, line.ew))
    return (("NS", line.ns), ("EW", line.ew))
