"""Build the scored field of an imported session, with its official figures.

Nothing is stored.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from director.boards.movement.lines.entry import LineEntry, read_line_entry
from director.boards.paper.imports.sessions import SourceSession
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
class ImportedSession:
    """A session of a file with its *entries* by line, its scored *field* and official figures."""

    source_session: SourceSession
    entries: dict[LineKey, LineEntry]
    field: Field
    official: OfficialFigures


def imported_session(source_session: SourceSession, *, has_own_average: bool) -> ImportedSession:
    """Return the field of a session of a file.

    Without *has_own_average*, an average of the pair's own percentage becomes a flat one.
    """
    entries: dict[LineKey, LineEntry] = {}
    lines: list[LinePoints] = []
    boards: dict[int, list[Line]] = defaultdict(list)
    reader = _EntryReader(
        has_own_average=has_own_average, game=source_session.scoring_field.event.game
    )
    is_divided = source_session.scoring_field.is_divided
    for section, line, key in source_session.lines:
        board_no, ns, ew = key
        entries[key], pairless_line = reader.read(line, board_no)
        if line.ns_points is not None or line.ew_points is not None:
            lines.append(LinePoints(key, line.ns_points, line.ew_points))
        letter = section.letter if is_divided else ""
        boards[board_no].append(pairless_line.between(ns, ew, letter))
    pairs = (
        PairFigures(*source_session.pair_key(section, pair), pair.total, pair.percent, pair.place)
        for section, source in source_session.sections
        for pair in source.pairs
    )
    field = _field(source_session.scoring_field.winners, boards)
    return ImportedSession(source_session, entries, field, official_figures(pairs, lines))


class _EntryReader:
    """Parses the results of lines, equal ones only once: a large file has few different results."""

    def __init__(self, *, has_own_average: bool, game: str) -> None:
        self._has_own_average = has_own_average
        self._game = game
        self._parsed: dict[tuple[object, ...], tuple[LineEntry, Line]] = {}
        self._entries: dict[str, LineEntry] = {}

    def read(self, line: SourceLine, board_no: int) -> tuple[LineEntry, Line]:
        """Return the entry of *line*, and a line to be scored that has no pairs yet."""
        key = (
            board_no,
            line.contract,
            line.declarer,
            line.tricks,
            line.score,
            line.artificial,
            line.ruled,
        )
        if key not in self._parsed:
            entry = self._own_entry(line, board_no) or self._entry(line, board_no)
            self._parsed[key] = entry, entry.anybodys_line(board_no)
        return self._parsed[key]

    def _own_entry(self, line: SourceLine, board_no: int) -> LineEntry | None:
        """Return the entry that this program wrote into *line*, or None if it isn't needed.

        Other columns of the file say the same, except for an assigned score, an average of the
        pair's own percentage, and the results of other games than bridge.
        """
        if not line.ruled:
            return None
        try:
            entry = read_line_entry(line.ruled, game=self._game)
            entry.check(board_no)
        except (DeskError, ScoringError):
            # Somebody edited the file: its other columns still give a result.
            return None
        if entry.ns or self._game != Game.BRIDGE:
            return entry
        if entry.artificial is not None and entry.artificial.is_own and self._has_own_average:
            return entry
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


def _comparable_boards(boards: Sequence[Board], winners: int) -> Iterator[Board]:
    """Yield *boards* without pairs and boards that have no result at all."""
    if all(line.has_result for board in boards for line in board.lines):
        yield from boards
        return
    pairs_with_result: set[PairKey] = set()
    for board in boards:
        for line in board.lines:
            if line.has_result:
                pairs_with_result.update(_pair_keys(line, winners))
    for board in boards:
        lines = tuple(
            line for line in board.lines if pairs_with_result.issuperset(_pair_keys(line, winners))
        )
        if any(line.has_result for line in lines):
            yield Board(board.board_no, lines)


def _pair_keys(line: Line, winners: int) -> tuple[PairKey, PairKey]:
    if winners == 1:
        return ((None, line.ns), (None, line.ew))
    return (("NS", line.ns), ("EW", line.ew))
