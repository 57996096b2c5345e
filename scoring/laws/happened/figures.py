"""What a choice does to the figures of those whom it concerns, before and after."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.bridge.artificial import read_artificial
from scoring.bridge.rulings import LineState
from scoring.errors import ScoringError
from scoring.laws.happened.awards import LATER, NOT_DUE, VOID
from scoring.laws.happened.model import Choice, RuledLine
from scoring.method import ScoringMethod
from scoring.model import Board, Field, Line
from scoring.ranking import Key, contestant_keys


@dataclass(frozen=True, slots=True)
class Effect:
    """The figure of *pair* as things stand and after a choice: per cent, or the total where a method has none.

    ``None`` where there is nothing to make one of.
    """

    pair: int
    before: Fraction | None
    after: Fraction | None
    is_percent: bool = True


class Effects:
    """What choices do to a *field*, which is ranked once as it stands and once for every choice that is asked for.

    *key_of* gives the direction and number in *field* of a pair of the night.

    >>> from scoring.laws.happened.model import SideFault
    >>> from scoring.registry import find_method
    >>> field = Field(1, (Board(1, (Line(1, 2, 420), Line(3, 4, 450))), Board(2, (Line(3, 4, 50),))))
    >>> line = RuledLine(2, 1, 2, "A60+/NP", SideFault.NONE, SideFault.NONE, "Law 12C2(a)", "robbed")
    >>> effects = Effects(field, find_method("matchpoints"), {}, lambda pair: (None, pair))
    >>> [(seen.pair, str(seen.before), str(seen.after)) for seen in effects.of(Choice("award", "Award", (line,)))]
    [(1, '0', '30'), (2, '100', '100')]
    """

    def __init__(
        self,
        field: Field,
        method: ScoringMethod,
        options: Mapping[str, str],
        key_of: Callable[[int], Key],
        section: str = "",
    ) -> None:
        self._field, self._method, self._options = field, method, options
        self._key_of, self._section = key_of, section
        self._is_percent = "%" in method.accepts
        self._before = self._figures(field)

    def of(self, choice: Choice, pairs: Iterable[int] = ()) -> tuple[Effect, ...]:
        """Return the figures of the pairs of *choice*, then of *pairs*; empty where the method cannot score it."""
        concerned = dict.fromkeys([pair for line in choice.lines for pair in (line.ns, line.ew)])
        try:
            after = self._after(choice.lines) if choice.lines else self._before
        except ScoringError:
            return ()
        keys = {pair: self._key_of(pair) for pair in (*concerned, *pairs)}
        return tuple(
            Effect(pair, self._before.get(key), after.get(key), self._is_percent) for pair, key in keys.items()
        )

    def _after(self, lines: Iterable[RuledLine]) -> dict[Key, Fraction | None]:
        return self._figures(field_after(self._field, lines, self._key_of, self._section))

    def _figures(self, field: Field) -> dict[Key, Fraction | None]:
        if not any(board.lines for board in field.boards):
            return {}
        standings = self._method.rank(field, self._options).standings
        return {
            (seen.direction, seen.contestant): seen.percent if self._is_percent else seen.total for seen in standings
        }


def field_after(field: Field, ruled: Iterable[RuledLine], key_of: Callable[[int], Key], section: str = "") -> Field:
    """Return *field* with the lines that a choice writes, boards without any line left out."""
    by_board: dict[int, list[RuledLine]] = {}
    for line in ruled:
        by_board.setdefault(line.board_no, []).append(line)
    boards = {board.board_no: board for board in field.boards}
    for board_no, lines in by_board.items():
        boards[board_no] = _board_after(field, boards.get(board_no) or Board(board_no, ()), lines, key_of, section)
    return replace(field, boards=tuple(board for board in boards.values() if board.lines))


def _board_after(
    field: Field, board: Board, ruled: list[RuledLine], key_of: Callable[[int], Key], section: str
) -> Board:
    """Return *board* with *ruled*: they replace lines of the same two, and lines of one of them with nothing on."""
    couples = [{key_of(line.ns), key_of(line.ew)} for line in ruled]
    concerned = {key for couple in couples for key in couple}
    kept = []
    for line in board.lines:
        keys = set(contestant_keys(field, line))
        if keys not in couples and (line.has_result or not keys & concerned):
            kept.append(line)
    given = [_line(line, key_of(line.ns)[1], key_of(line.ew)[1], section) for line in ruled if line.text != VOID]
    return replace(board, lines=(*kept, *given))


def _line(line: RuledLine, ns: int, ew: int, section: str) -> Line:
    if line.text.startswith(NOT_DUE):
        return Line(ns, ew, state=LineState.NOT_PLAYED, reason=line.words, section=section)
    if line.text == LATER:
        return Line(ns, ew, state=LineState.TO_BE_PLAYED, section=section)
    return Line(ns, ew, artificial=read_artificial(line.text), section=section)
