"""What in a field a method has no rule for: all of it at once, before anything is scored."""

from collections.abc import Collection, Iterator

from scoring.bridge.ruling_errors import ContestOfMethodError, NotScoredError, UnitOfMethodError
from scoring.bridge.rulings import UNITS
from scoring.errors import ScoringError
from scoring.faults import line_name
from scoring.model import Board, Field, Line

MOVED = "moved"
"""What a method names among what it accepts where points of a line may be moved by hand."""


def check_accepted(field: Field, method: str, accepts: Collection[str], contest: str) -> list[ScoringError]:
    """Return a fault for every ruling in *field* that *method* cannot score, given what it *accepts*.

    >>> from fractions import Fraction
    >>> from scoring.bridge.rulings import Adjustment
    >>> late = Adjustment("ns", Fraction(-3), "imp", "late")
    >>> field = Field(1, (Board(7, (Line(1, 2, 50, adjustments=(late,)),)),))
    >>> [str(fault) for fault in check_accepted(field, "matchpoints", {"mp", "%"}, "pairs")]
    ['Board 7, N-S 1 against E-W 2: scoring by matchpoints has no imp; give the adjustment in mp, %.']
    """
    if field.contest != contest:
        return [ContestOfMethodError(method=method, wanted=contest, given=field.contest)]
    units = [unit for unit in UNITS if unit in accepts]
    faults = [fault for board in field.boards for fault in _board_faults(board, method, accepts, units)]
    faults += [
        _unit_fault(credit.who(field.kind), method, credit.unit, units)
        for credit in field.credits
        if credit.unit not in accepts
    ]
    return faults


def _board_faults(board: Board, method: str, accepts: Collection[str], units: list[str]) -> Iterator[ScoringError]:
    for line in board.lines:
        if line.adjustments or line.assigned or line.artificial or line.moved:
            yield from _line_faults(line_name(board, line), line, method, accepts, units)


def _line_faults(
    where: str, line: Line, method: str, accepts: Collection[str], units: list[str]
) -> Iterator[ScoringError]:
    if line.assigned is not None and "assigned" not in accepts:
        what, instead = "assigned scores of several parts", "give the line one score"
        yield NotScoredError(where=where, method=method, what=what, instead=instead)
    artificial = line.artificial
    if artificial is not None and artificial.is_own and "own-average" not in accepts:
        what, instead = "a pair's own average", f"give a share without a sign instead of {artificial}"
        yield NotScoredError(where=where, method=method, what=what, instead=instead)
    if artificial is not None and artificial.is_one_sided and "one-sided" not in accepts:
        what, instead = "a share of one side alone", f"give both sides a share instead of {artificial}"
        yield NotScoredError(where=where, method=method, what=what, instead=instead)
    if line.moved is not None:
        if MOVED not in accepts:
            what, instead = "points moved by hand", "give the line a score, or take the points back"
            yield NotScoredError(where=where, method=method, what=what, instead=instead)
        elif line.moved.unit not in accepts:
            yield _unit_fault(where, method, line.moved.unit, units)
    for adjustment in line.adjustments:
        if adjustment.unit not in accepts:
            yield _unit_fault(where, method, adjustment.unit, units)


def _unit_fault(where: str, method: str, unit: str, units: list[str]) -> ScoringError:
    if not units:
        what, instead = "penalties and credits", "take it from the total by hand"
        return NotScoredError(where=where, method=method, what=what, instead=instead)
    return UnitOfMethodError(where=where, method=method, unit=unit, known=", ".join(units))
