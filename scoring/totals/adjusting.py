"""Add penalties, carry-over, handicaps and points moved by hand to what contestants have."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from scoring.bridge.rulings import CARRY_OVER, Adjustment, CarryOverLimit, Credit
from scoring.display import exact_text, noted_text
from scoring.model import Field, Key, Points, ScoredBoard, ScoredLine, get_contestant_keys

_SIDE_NAMES = {"ns": "N-S", "ew": "E-W"}


@dataclass(slots=True)
class ExtraPoints:
    """The points of a contestant in addition to those of its boards.

    *carried* is a percentage of the points available on the boards; *percent* is a percentage of
    all available points, with those that could be carried over.
    """

    points: Points = 0
    percent: Points = 0
    carried: Points = 0

    def add(self, credit: Credit) -> None:
        """Add the points or the percentage of *credit*."""
        if credit.unit != "%":
            self.points += credit.amount
        elif credit.kind == CARRY_OVER:
            self.carried += credit.amount
        else:
            self.percent += credit.amount

    def compute_points(self, available: Points, max_carry_over: CarryOverLimit) -> Points:
        """Return all extra points in points.

        *available* is the maximum on the boards, *max_carry_over* the most that anybody carried over.
        """
        carried = self.carried * Fraction(available)
        percent = self.percent * Fraction(max_carry_over.compute_available(available))
        return self.points + (carried + percent) / 100


def collect_extras(field: Field, boards: Iterable[ScoredBoard]) -> dict[Key, ExtraPoints]:
    """Return the extra points of contestants of *field* from adjustments and credits.

    Contestants without any are absent. A percentage on a line is one of the top of its board.
    """
    extras_by_key: dict[Key, ExtraPoints] = {}
    for board in boards:
        for scored in () if board.is_plain else board.lines:
            if not scored.line.adjustments:
                continue
            ns, ew = get_contestant_keys(field, scored.line)
            for adjustment in scored.line.adjustments:
                key = ns if adjustment.side == "ns" else ew
                factor = Fraction(board.top or 0) / 100 if adjustment.unit == "%" else 1
                extras_by_key.setdefault(key, ExtraPoints()).points += adjustment.amount * factor
    for credit in field.credits:
        extras_by_key.setdefault((credit.direction, credit.contestant), ExtraPoints()).add(credit)
    return extras_by_key


def make_extra_notes(field: Field, decimals: int = 2) -> Iterator[str]:
    """Yield one sentence for each adjustment and credit of *field* and of its matches.

    *decimals* is the number of decimals of the method's points.
    """
    for board in field.boards:
        for line in board.lines if board.columns.is_ruled else ():
            for adjustment in line.adjustments:
                number = line.ns if adjustment.side == "ns" else line.ew
                contestant = f"Board {board.board_no}: {number} {_SIDE_NAMES[adjustment.side]}"
                yield f"{contestant} gets {_format_adjustment(adjustment, decimals)}."
    for credit in field.credits:
        if credit.amount and credit.is_noted:
            amount = noted_text(credit.amount, 2 if credit.unit == "%" else decimals)
            yield f"{credit.who(field.kind)}: {credit.format_with(amount)}."
    for match in field.matches:
        for credit in match.credits:
            if credit.is_noted:
                amount = noted_text(credit.amount, decimals)
                where = match.where(credit.contestant)
                yield f"{credit.who(field.kind)}, {where}: {credit.format_with(amount)}."


def _format_adjustment(adjustment: Adjustment, decimals: int) -> str:
    amount = noted_text(adjustment.amount, 2 if adjustment.unit == "%" else decimals)
    return adjustment.format_with(amount).replace(" %", " % of the top", 1)


def with_moved_points(boards: Iterable[ScoredBoard]) -> list[ScoredBoard]:
    """Return *boards* with the points that the director moved by hand on their lines.

    A side without points gets none.

    >>> from fractions import Fraction
    >>> from scoring.model import Line
    >>> from scoring.bridge.rulings import PointShift
    >>> line = Line(1, 2, 420, moved=PointShift(Fraction(2), Fraction(-2), "mp"))
    >>> scored = with_moved_points([ScoredBoard(7, 10, (ScoredLine(line, 6, 4),))])[0].lines[0]
    >>> scored.ns_points, scored.ew_points
    (Fraction(8, 1), Fraction(2, 1))
    """
    moved_boards = []
    for board in boards:
        if not board.is_plain and any(scored.line.moved for scored in board.lines):
            moved_boards.append(board.with_lines(map(_move_line_points, board.lines)))
        else:
            moved_boards.append(board)
    return moved_boards


def _move_line_points(scored: ScoredLine) -> ScoredLine:
    moved = scored.line.moved
    if moved is None:
        return scored
    return scored._replace(
        ns_points=None if scored.ns_points is None else scored.ns_points + moved.ns,
        ew_points=None if scored.ew_points is None else scored.ew_points + moved.ew,
    )


def signed_text(amount: Points) -> str:
    """Return *amount* with its sign, exactly.

    >>> signed_text(2), signed_text(-2), signed_text(0)
    ('+2', '-2', '0')
    """
    if amount > 0:
        return f"+{exact_text(amount)}"
    return exact_text(amount)
