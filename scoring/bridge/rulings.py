"""Rulings: assigned scores, adjustments, credits, and states of lines.

The scoring methods turn a ruling into points. ``faults`` checks which rulings a field may have.

An *adjustment* is on one line, a *credit* over the whole field.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from scoring.bridge.sentences import BridgeSentences
from scoring.errors import ScoringError
from scoring.naming import format_contestant_name

UNITS = ("mp", "%", "imp", "vp", "points")
"""Units of an adjustment: matchpoints, percentage, IMPs, victory points, total points or tricks."""


class LineState(Enum):
    """The five states of a line."""

    PASSED_OUT = "passed-out"
    PLAYED = "played"
    NOT_PLAYED = "not-played"
    ARTIFICIAL = "artificial"
    TO_BE_PLAYED = "to-be-played"


@dataclass(frozen=True, slots=True)
class WeightedScore:
    """A result in an assigned score: the N-S *score* and its *weight* (above 0, at most 1)."""

    score: int
    weight: Fraction = Fraction(1)


@dataclass(frozen=True, slots=True)
class AssignedScore:
    """An assigned score: weighted results for each side, all as N-S scores.

    With one share it is an ordinary assigned score, with several a weighted one. If the sides
    differ, it is a split one.

    >>> weighted = (WeightedScore(420, Fraction(3, 5)), WeightedScore(-50, Fraction(2, 5)))
    >>> AssignedScore(weighted, weighted).is_split, AssignedScore(weighted, (WeightedScore(420),)).is_split
    (False, True)

    :raises ScoringError: if a weight isn't above 0, or the weights of a side don't add up to 1

    Source: [LAWS2017] Law 12C1.
    """

    ns: tuple[WeightedScore, ...]
    ew: tuple[WeightedScore, ...]

    def __post_init__(self) -> None:
        for side, shares in (("N-S", self.ns), ("E-W", self.ew)):
            total = sum(share.weight for share in shares)
            if total != 1 or any(share.weight <= 0 for share in shares):
                raise ScoringError(
                    BridgeSentences.RULING_WEIGHTS,
                    side=side,
                    weights=_format_weights(shares),
                    total=total,
                )

    @property
    def is_split(self) -> bool:
        """Whether the two sides get different scores."""
        return self.ns != self.ew


@dataclass(frozen=True, slots=True)
class Adjustment:
    """The gain of *side* ("ns" or "ew") on a line, or its loss if *amount* is negative.

    A percentage is that of the board's top.

    >>> str(Adjustment("ns", Fraction(-10), "%", "slow play"))
    '-10 % (slow play)'

    :raises ScoringError: if *unit* isn't one of ``UNITS``

    Source: [LAWS2017] Law 90.
    """

    side: str
    amount: Fraction
    unit: str
    reason: str = ""

    def __post_init__(self) -> None:
        check_unit(self.unit)

    def format_with(self, number: str) -> str:
        """Return the adjustment with its amount written as *number*."""
        return _with_unit(number, self.unit, self.reason)

    def __str__(self) -> str:
        return self.format_with(_format_amount(self.amount))


@dataclass(frozen=True, slots=True)
class PointShift:
    """Points that a director added to a line for N-S and E-W, in *unit*.

    They count as points of the line, on the board as in the total.  Its result is compared without
    them.  The two amounts need not cancel out.

    >>> PointShift(Fraction(2), Fraction(-2), "mp").get_points("EW")
    Fraction(-2, 1)

    :raises ScoringError: if *unit* isn't one of ``UNITS``
    """

    ns: Fraction
    ew: Fraction
    unit: str

    def __post_init__(self) -> None:
        check_unit(self.unit)

    def get_points(self, side: str) -> Fraction:
        """Return the points of *side* (``"NS"`` or ``"EW"``)."""
        if side == "NS":
            return self.ns
        return self.ew


@dataclass(frozen=True, slots=True)
class Credit:
    """A gain or loss over the whole field: a *kind* of ``CREDIT_KINDS``, *amount* and *unit*.

    *direction* is ``"NS"`` or ``"EW"`` with two winners, else None.  A percentage is that of all
    available points, so it is added to the final percentage; that of a carry-over is of the points
    of the boards.  *out_of* is the maximum of a carry-over, if known; 0 for points that another
    program gave besides the boards.  A bye that *is_average* gives the average of the contestant's
    matches, and *amount* before it has one.

    >>> str(Credit(7, None, "carry-over", Fraction(9, 2), "%"))
    'carry-over 4.5 %'

    :raises ScoringError: if *unit* isn't one of ``UNITS``
    """

    contestant: int
    direction: str | None
    kind: str
    amount: Fraction
    unit: str
    reason: str = ""
    is_noted: bool = True  # False if a column of its own shows it, so that no note has to
    out_of: Fraction | None = None
    is_average: bool = False

    def __post_init__(self) -> None:
        check_unit(self.unit)

    def who(self, kind: str = "Pair") -> str:
        """Return the contestant's label in notes: ``"4 N-S"``, or ``"Pair 4"``."""
        return format_contestant_name(self.direction, self.contestant, kind=kind)

    @property
    def kind_word(self) -> str:
        """The kind in words: ``"sit-out"`` for a bye, otherwise as it is."""
        if self.kind == BYE:
            return "sit-out"
        return self.kind

    @property
    def amount_text(self) -> str:
        """The amount with its unit, as ``"4.5 %"``."""
        return _with_unit(_format_amount(self.amount), self.unit, "")

    def format_with(self, number: str) -> str:
        """Return the credit with its amount written as *number*."""
        return f"{self.kind_word} {_with_unit(number, self.unit, self.reason)}"

    def __str__(self) -> str:
        return self.format_with(_format_amount(self.amount))


BYE = "bye"
CARRY_OVER = "carry-over"
AWARD = "award"
CREDIT_KINDS = (CARRY_OVER, "handicap", "penalty", AWARD, BYE)
"""The reasons for points besides those of the boards."""


def check_unit(unit: str) -> str:
    """Return *unit* if it is one of ``UNITS``.

    :raises ScoringError: if it isn't
    """
    if unit not in UNITS:
        raise ScoringError(BridgeSentences.RULING_UNIT, unit=unit, known=", ".join(UNITS))
    return unit


def _format_amount(amount: Fraction) -> str:
    # At most six decimals, which "g" writes exactly; other fractions stay fractions.
    if 10**6 % Fraction(amount).denominator:
        return str(amount)
    return f"{float(amount):g}"


def _with_unit(number: str, unit: str, reason: str) -> str:
    if reason:
        return f"{number} {unit} ({reason})"
    return f"{number} {unit}"


def _format_weights(shares: Sequence[WeightedScore]) -> str:
    return " + ".join(str(share.weight) for share in shares) or "nothing"


class CarryOverLimit(NamedTuple):
    """The maximum carry-over into a field: *points*, and *percent* of the boards' points."""

    points: Fraction = Fraction(0)
    percent: Fraction = Fraction(0)

    def compute_available(self, available: Fraction | int) -> Fraction | int:
        """Return the available points with carry-over.

        >>> CarryOverLimit(Fraction(5), Fraction(25)).compute_available(40)
        Fraction(55, 1)
        """
        if any(self):
            return available + self.points + self.percent * available / 100
        return available


def compute_most_carried(credits: Iterable[Credit]) -> CarryOverLimit:
    """Return the maximum carry-over of *credits*.

    It is the same for the whole field, so that carry-over doesn't change the order of the totals.

    >>> compute_most_carried([Credit(7, None, CARRY_OVER, Fraction(15), "%", out_of=Fraction(25))]).percent
    Fraction(25, 1)
    """
    points = Fraction(0)
    percent = Fraction(0)
    for credit in credits:
        if credit.kind != CARRY_OVER or credit.out_of == 0:
            continue
        # Without a known maximum the largest amount counts as one.
        maximum = max(credit.amount, credit.out_of or Fraction(0))
        if credit.unit == "%":
            percent = max(percent, maximum)
        else:
            points = max(points, maximum)
    return CarryOverLimit(points, percent)
