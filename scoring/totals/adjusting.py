"""What penalties, carry-overs and handicaps add to the totals of contestants."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from scoring.bridge.rulings import Adjustment
from scoring.model import Field, Line, Points, ScoredBoard
from scoring.ranking import Key, contestant_keys

_SIDE_NAMES = {"ns": "N-S", "ew": "E-W"}


@dataclass(slots=True)
class Extra:
    """What a contestant gets besides the points of its boards: *points*, and *percent* of all there were to get."""

    points: Points = 0
    percent: Points = 0


def extras(field: Field, boards: Iterable[ScoredBoard]) -> dict[Key, Extra]:
    """Return what each contestant of *field* gets by adjustments of lines and by credits; most are not among them.

    Per cent of a line are those of the top of its board.
    """
    extra_of: dict[Key, Extra] = {}
    for board in boards:
        for scored in board.lines:
            for key, adjustment in _of_line(field, scored.line):
                share = Fraction(board.top or 0) / 100 if adjustment.unit == "%" else 1
                extra_of.setdefault(key, Extra()).points += adjustment.amount * share
    for credit in field.credits:
        extra = extra_of.setdefault((credit.direction, credit.contestant), Extra())
        if credit.unit == "%":
            extra.percent += credit.amount
        else:
            extra.points += credit.amount
    return extra_of


def extra_notes(field: Field) -> Iterator[str]:
    """Yield one sentence for each adjustment and each credit of *field*."""
    for board in field.boards:
        for line in board.lines:
            for adjustment in line.adjustments:
                number = line.ns if adjustment.side == "ns" else line.ew
                yield f"Board {board.board_no}: {_SIDE_NAMES[adjustment.side]} {number} gets {_of_top(adjustment)}."
    for credit in field.credits:
        if credit.amount:
            yield f"{credit.who(field.kind)}: {credit}."


def _of_top(adjustment: Adjustment) -> str:
    return str(adjustment).replace(" %", " % of the top", 1)


def _of_line(field: Field, line: Line) -> Iterator[tuple[Key, Adjustment]]:
    if line.adjustments:
        ns, ew = contestant_keys(field, line)
        for adjustment in line.adjustments:
            yield (ns if adjustment.side == "ns" else ew), adjustment
