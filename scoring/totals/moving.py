"""Points that a director moved on a line by hand, added to what the line gives before anything is totalled."""

from collections.abc import Iterable
from dataclasses import replace

from scoring.display import exact_text
from scoring.model import Points, ScoredBoard, ScoredLine


def with_moved(boards: Iterable[ScoredBoard]) -> list[ScoredBoard]:
    """Return *boards* with the points that were moved on their lines; a side without points stays without.

    >>> from fractions import Fraction
    >>> from scoring.model import Line
    >>> from scoring.bridge.rulings import Moved
    >>> line = Line(1, 2, 420, moved=Moved(Fraction(2), Fraction(-2), "mp"))
    >>> scored = with_moved([ScoredBoard(7, 10, (ScoredLine(line, 6, 4),))])[0].lines[0]
    >>> scored.ns_points, scored.ew_points
    (Fraction(8, 1), Fraction(2, 1))
    """
    return [
        replace(board, lines=tuple(map(_moved, board.lines)))
        if any(scored.line.moved for scored in board.lines)
        else board
        for board in boards
    ]


def signed_text(amount: Points) -> str:
    """Return *amount* with its sign, exactly.

    >>> signed_text(2), signed_text(-2), signed_text(0)
    ('+2', '-2', '0')
    """
    return f"+{exact_text(amount)}" if amount > 0 else exact_text(amount)


def _moved(scored: ScoredLine) -> ScoredLine:
    moved = scored.line.moved
    if moved is None:
        return scored
    return scored._replace(
        ns_points=None if scored.ns_points is None else scored.ns_points + moved.ns,
        ew_points=None if scored.ew_points is None else scored.ew_points + moved.ew,
    )
