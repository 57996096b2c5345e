"""Add penalties, carry-overs and handicaps to the totals of contestants."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.bridge.rulings import CARRY_OVER, Adjustment, Carried, Credit
from scoring.display import exact_text, noted_text
from scoring.model import Field, Points, ScoredBoard, ScoredLine
from scoring.ranking import Key, contestant_keys

_SIDE_NAMES = {"ns": "N-S", "ew": "E-W"}


@dataclass(slots=True)
class Extra:
    """The points of a contestant beside those of its boards.

    *points*, *carried* per cent of the points of the boards, and *percent* of all there were to
    get.
    """

    points: Points = 0
    percent: Points = 0
    carried: Points = 0

    def add(self, credit: Credit) -> None:
        """Add *credit*."""
        if credit.unit != "%":
            self.points += credit.amount
        elif credit.kind == CARRY_OVER:
            self.carried += credit.amount
        else:
            self.percent += credit.amount

    def points_of(self, available: Points, most: Carried) -> Points:
        """Return its points, where boards have *available* points and *most* could be carried over."""
        shares = self.carried * Fraction(available) + self.percent * Fraction(
            most.added_to(available)
        )
        return self.points + shares / 100


def extras(field: Field, boards: Iterable[ScoredBoard]) -> dict[Key, Extra]:
    """Return the extra points of contestants of *field* by adjustments and credits.

    Contestants without any are absent.

    Per cent of a line are those of the top of its board.
    """
    extra_of: dict[Key, Extra] = {}
    for board in boards:
        for scored in board.lines:
            if not scored.line.adjustments:
                continue
            ns, ew = contestant_keys(field, scored.line)
            for adjustment in scored.line.adjustments:
                key = ns if adjustment.side == "ns" else ew
                share = Fraction(board.top or 0) / 100 if adjustment.unit == "%" else 1
                extra_of.setdefault(key, Extra()).points += adjustment.amount * share
    for credit in field.credits:
        extra_of.setdefault((credit.direction, credit.contestant), Extra()).add(credit)
    return extra_of


def extra_notes(field: Field, decimals: int = 2) -> Iterator[str]:
    """Yield one sentence for each adjustment and credit of *field*.

    *decimals* are those of the method's points.
    """
    for board in field.boards:
        for line in board.lines:
            for adjustment in line.adjustments:
                number = line.ns if adjustment.side == "ns" else line.ew
                who = f"Board {board.board_no}: {_SIDE_NAMES[adjustment.side]} {number}"
                yield f"{who} gets {_of_top(adjustment, decimals)}."
    for credit in field.credits:
        if credit.amount and credit.is_noted:
            amount = noted_text(credit.amount, 2 if credit.unit == "%" else decimals)
            yield f"{credit.who(field.kind)}: {credit.said(amount)}."


def _of_top(adjustment: Adjustment, decimals: int) -> str:
    number = noted_text(adjustment.amount, 2 if adjustment.unit == "%" else decimals)
    return adjustment.said(number).replace(" %", " % of the top", 1)


# Points that a director moved on a line by hand, added to what the line gives before anything is
# totalled.


def with_moved(boards: Iterable[ScoredBoard]) -> list[ScoredBoard]:
    """Return *boards* with the adjustments of their lines. Sides without points stay without.

    >>> from fractions import Fraction
    >>> from scoring.model import Line
    >>> from scoring.bridge.rulings import PointShift
    >>> line = Line(1, 2, 420, moved=PointShift(Fraction(2), Fraction(-2), "mp"))
    >>> scored = with_moved([ScoredBoard(7, 10, (ScoredLine(line, 6, 4),))])[0].lines[0]
    >>> scored.ns_points, scored.ew_points
    (Fraction(8, 1), Fraction(2, 1))
    """
    return [
        replace(board, lines=tuple(map(_moved_line, board.lines)))
        if any(scored.line.moved for scored in board.lines)
        else board
        for board in boards
    ]


def signed_text(amount: Points) -> str:
    """Return *amount* with its sign, exactly.

    >>> signed_text(2), signed_text(-2), signed_text(0)
    ('+2', '-2', '0')
    """
    if amount > 0:
        return f"+{exact_text(amount)}"
    return exact_text(amount)


def _moved_line(scored: ScoredLine) -> ScoredLine:
    moved = scored.line.moved
    if moved is None:
        return scored
    ns_points = None if scored.ns_points is None else scored.ns_points + moved.ns
    ew_points = None if scored.ew_points is None else scored.ew_points + moved.ew
    return scored._replace(
        ns_points=ns_points,
        ew_points=ew_points,
    )
