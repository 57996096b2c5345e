"""Rulings: artificial and assigned scores, adjustments, credits, and states of lines.

The scoring methods turn a ruling into points. ``scoring.method`` checks which rulings a field may have.

An *adjustment* is on one line, a *credit* over the whole field. An *artificial score* gives shares of a
board's top instead of a result.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from scoring.bridge.entry_codes import (
    AVERAGE,
    BARE_SHARES,
    FLAT_SHARES,
    ONE_SIDED_SHARE,
    SHARES,
)
from scoring.display import format_contestant_name
from scoring.errors import EntryError, ScoringError

ADJUSTMENT_UNITS = ("mp", "%", "imp", "vp", "points")
"""Units of an adjustment: matchpoints, percentage, IMPs, victory points, total points or tricks."""
SHIFT_UNITS = ("mp", "imp", "points")
"""Units in which a director can move points by hand."""


class LineState(Enum):
    """The five states of a line."""

    PASSED_OUT = "passed-out"
    PLAYED = "played"
    NOT_PLAYED = "not-played"
    ARTIFICIAL = "artificial"
    TO_BE_PLAYED = "to-be-played"


@dataclass(frozen=True, slots=True)
class WeightedScore:
    """One result in an assigned score."""

    score: int  # seen from N-S
    weight: Fraction = Fraction(1)  # above 0, at most 1


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
                    "ruling-weights",
                    "The weights of {side}'s assigned score, {weights}, add up to {total}. They must be "
                    "above 0 and add up to 1.",
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
    """The gain or loss of one side on a line.

    >>> str(Adjustment("ns", Fraction(-10), "%", "slow play"))
    '-10 % (slow play)'

    :raises ScoringError: if *unit* isn't one of ``UNITS``

    Source: [LAWS2017] Law 90.
    """

    side: str  # "ns" or "ew"
    amount: Fraction  # negative for a loss
    unit: str  # one of UNITS; a percentage is one of the board's top
    reason: str = ""

    def __post_init__(self) -> None:
        check_unit(self.unit)

    def format_with_amount(self, amount_text: str) -> str:
        """Return the adjustment with its amount written as *amount_text*."""
        return _format_with_unit(amount_text, self.unit, self.reason)

    def __str__(self) -> str:
        return self.format_with_amount(_format_amount(self.amount))


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
    """A gain or loss over the whole field.

    >>> str(Credit(7, None, "carry-over", Fraction(9, 2), "%"))
    'carry-over 4.5 %'

    :raises ScoringError: if *unit* isn't one of ``UNITS``
    """

    contestant: int
    direction: str | None  # "NS" or "EW" with two winners, otherwise None
    kind: str  # one of CREDIT_KINDS
    amount: Fraction
    # One of UNITS. A percentage is one of all available points, so it is added to the final
    # percentage; for a carry-over it is one of the points of the boards.
    unit: str
    reason: str = ""
    needs_note: bool = True  # False if a column of its own shows it, so that no note has to
    # The most that could be carried over, if known; 0 for another program's extra points.
    max_amount: Fraction | None = None
    # It is the average of the contestant's matches, or *amount* before there is one. Only for a
    # bye.
    is_match_average: bool = False

    def __post_init__(self) -> None:
        check_unit(self.unit)

    def format_contestant(self, contestant_noun: str = "Pair") -> str:
        """Return the contestant's label in notes: ``"4 N-S"``, or ``"Pair 4"``."""
        return format_contestant_name(
            self.direction, self.contestant, contestant_noun=contestant_noun
        )

    @property
    def kind_label(self) -> str:
        """The kind in words: ``"sit-out"`` for a bye, otherwise as it is."""
        if self.kind == BYE:
            return "sit-out"
        return self.kind

    @property
    def amount_text(self) -> str:
        """The amount with its unit, as ``"4.5 %"``."""
        return _format_with_unit(_format_amount(self.amount), self.unit, "")

    def format_with_amount(self, amount_text: str) -> str:
        """Return the credit with its amount written as *amount_text*."""
        return f"{self.kind_label} {_format_with_unit(amount_text, self.unit, self.reason)}"

    def __str__(self) -> str:
        return self.format_with_amount(_format_amount(self.amount))


BYE = "bye"
CARRY_OVER = "carry-over"
AWARD = "award"
PROVISIONAL = "provisional"
CREDIT_KINDS = (CARRY_OVER, "handicap", "penalty", AWARD, BYE, PROVISIONAL)
"""The reasons for points besides those of the boards."""
KINDS_OF_ROUNDS = (BYE, PROVISIONAL)
"""Credits in place of a match: a contestant with nothing else has its place, and they add up."""


def check_unit(unit: str) -> str:
    """Return *unit* if it is one of ``UNITS``.

    :raises ScoringError: if it isn't
    """
    if unit not in ADJUSTMENT_UNITS:
        raise ScoringError(
            "ruling-unit",
            "Unknown unit “{unit}”. Enter the adjustment in one of {known}.",
            unit=unit,
            known=", ".join(ADJUSTMENT_UNITS),
        )
    return unit


def _format_amount(amount: Fraction) -> str:
    # At most six decimals, which "g" writes exactly; other fractions stay fractions.
    if 10**6 % Fraction(amount).denominator:
        return str(amount)
    return f"{float(amount):g}"


def _format_with_unit(amount_text: str, unit: str, reason: str) -> str:
    if reason:
        return f"{amount_text} {unit} ({reason})"
    return f"{amount_text} {unit}"


def _format_weights(shares: Sequence[WeightedScore]) -> str:
    return " + ".join(str(share.weight) for share in shares) or "nothing"


class CarryOverLimit(NamedTuple):
    """The most that can be carried over into a field."""

    points: Fraction = Fraction(0)
    percent: Fraction = Fraction(0)  # of the points of the boards

    def compute_available(self, available: Fraction | int) -> Fraction | int:
        """Return the available points with carry-over.

        >>> CarryOverLimit(Fraction(5), Fraction(25)).compute_available(40)
        Fraction(55, 1)
        """
        if any(self):
            return available + self.points + self.percent * available / 100
        return available


def compute_carry_over_limit(credits: Iterable[Credit]) -> CarryOverLimit:
    """Return the maximum carry-over of *credits*.

    It is the same for the whole field, so that carry-over doesn't change the order of the totals.

    >>> compute_carry_over_limit([Credit(7, None, CARRY_OVER, Fraction(15), "%", max_amount=Fraction(25))]).percent
    Fraction(25, 1)
    """
    points = Fraction(0)
    percent = Fraction(0)
    for credit in credits:
        if credit.kind != CARRY_OVER or credit.max_amount == 0:
            continue
        # Without a known maximum the largest amount counts as one.
        max_amount = max(credit.amount, credit.max_amount or Fraction(0))
        if credit.unit == "%":
            percent = max(percent, max_amount)
        else:
            points = max(points, max_amount)
    return CarryOverLimit(points, percent)


# A share is a percentage. With a sign (``60+``) the side gets its own average of the other boards, if
# that is better (or worse, ``40-``). ``entries`` parses all other results.


_PERCENT_BY_SIGN = {"+": 60, "": 50, "-": 40}


@dataclass(frozen=True, slots=True)
class ArtificialScore:
    """An artificial score: each side's percentage of the top, 0 to 100, with at most two decimals.

    The two need not add up to 100: average plus for both sides is ``ArtificialScore(60, 60)``.

    >>> str(ArtificialScore(Fraction(60), Fraction(40)))
    'A6040'
    >>> str(ArtificialScore(Fraction("33.3"), Fraction("66.7")))
    'A33.3/66.7'
    >>> str(ArtificialScore(Fraction(60), Fraction(40), has_ns_own_average=True, has_ew_own_average=True))
    'A60+/40-'
    >>> str(ArtificialScore(Fraction(60), None))
    'A60/NP'

    :raises EntryError: if a share is out of range or has more decimals, if a share of 50 has a
        sign, or if neither side has a share

    Source: [LAWS2017] Law 12C2.
    """

    # None if the board was not due for N-S: it then doesn't count in the total of N-S.
    ns: Fraction | None
    ew: Fraction | None  # the same for E-W
    # N-S get their own average of the other boards instead, if that is better than a share above
    # 50, or worse than one below. This is written as a sign after the share.
    has_ns_own_average: bool = False
    has_ew_own_average: bool = False  # the same for E-W

    def __post_init__(self) -> None:
        if self.ns is None and self.ew is None:
            raise EntryError(
                "entry-artificial-no-side",
                "An artificial score needs a share for at least one side, such as A60/NP. For neither "
                "side, use NP.",
            )
        for percent, is_own in (
            (self.ns, self.has_ns_own_average),
            (self.ew, self.has_ew_own_average),
        ):
            if percent is None:
                if is_own:
                    raise _make_entry_own_average_error(text="NP")
                continue
            # Two decimals: the denominator divides 100.
            if not 0 <= percent <= 100 or 100 % Fraction(percent).denominator:
                raise EntryError(
                    "entry-percentage",
                    "{percent}% isn’t an artificial score. Enter 0 to 100 with at most two decimals.",
                    percent=_format_decimal(Fraction(percent)),
                )
            if is_own and percent == 50:
                raise _make_entry_own_average_error(text="50")

    @property
    def is_one_sided(self) -> bool:
        """Whether the board was not due for one of the sides."""
        return self.ns is None or self.ew is None

    @property
    def has_own_average(self) -> bool:
        """Whether a side may get its own average."""
        return self.has_ns_own_average or self.has_ew_own_average

    @property
    def without_own_averages(self) -> "ArtificialScore":
        """The same shares without the sides' own averages."""
        return ArtificialScore(self.ns, self.ew)

    @property
    def with_sides_exchanged(self) -> "ArtificialScore":
        """The same shares with the sides exchanged.

        >>> str(parse_artificial("A60+/NP").with_sides_exchanged)
        'ANP/60+'
        """
        return ArtificialScore(self.ew, self.ns, self.has_ew_own_average, self.has_ns_own_average)

    def __str__(self) -> str:
        ns = _format_side_share(self.ns, self.has_ns_own_average)
        ew = _format_side_share(self.ew, self.has_ew_own_average)
        # Four digits need no stroke between the sides.
        if (ns + ew).isdigit() and len(ns) == len(ew) == 2:
            return f"A{ns}{ew}"
        return f"A{ns}/{ew}"


AVERAGE_BOTH = ArtificialScore(Fraction(50), Fraction(50))


def is_artificial(text: str) -> bool:
    """Return whether *text*, in capitals and without blanks, is meant as an artificial score.

    Two numbers with a stroke between them are shares if both are at least 20 and they add up to 80
    to 120. Other numbers may be tricks at whist.

    >>> [is_artificial(text) for text in ("A6040", "60/40", "AVE+", "60/NP", "7/6", "10/3")]
    [True, True, True, True, False, False]
    """
    if ONE_SIDED_SHARE.pattern.fullmatch(text.replace(",", ".")):
        return True
    if match := BARE_SHARES.pattern.fullmatch(text):
        shares = [Fraction(match[side].replace(",", ".")) for side in ("ns", "ew")]
        return min(shares) >= 20 and 80 <= sum(shares) <= 120
    return text.startswith("A")


def parse_artificial(text: str, *, has_own_average: bool = True) -> ArtificialScore:
    """Parse an artificial score: ``A6040``, ``A60/40``, ``A33.3/66.7``, or ``A50`` for both sides.

    ``60/40`` is ``A60/40``.  ``AVE`` is average for both sides, ``AVE+`` average plus for both,
    ``AVE-`` average minus for both; ``AVE+/AVE-`` and ``AVE+/-`` name either side, N-S first.
    Average plus is ``60+`` and average minus ``40-``, or 60 and 40 without *has_own_average*, for
    methods without such averages.

    ``A60/NP`` and ``ANP/60`` give one side a share; the board was not due for the other.

    ``A60+/40-`` gives a side its own average instead: N-S if it is higher, E-W if it is lower.

    *text* is in capitals and without blanks, with a decimal point or comma.

    >>> str(parse_artificial("A60/40")), str(parse_artificial("60/40"))
    ('A6040', 'A6040')
    >>> str(parse_artificial("AVE+/AVE-")), str(parse_artificial("AVE+", has_own_average=False))
    ('A60+/40-', 'A6060')
    >>> str(parse_artificial("AVE")), str(parse_artificial("NP/60"))
    ('A5050', 'ANP/60')

    :raises EntryError: if only one side is named, the text is no artificial score, a share is out
        of range, or a sign contradicts its share
    """
    normalized_text = text.replace(",", ".")
    if match := ONE_SIDED_SHARE.pattern.fullmatch(normalized_text):
        ns, has_ns_own_average = _parse_side(match["ns"])
        ew, has_ew_own_average = _parse_side(match["ew"])
        return ArtificialScore(ns, ew, has_ns_own_average, has_ew_own_average)
    if is_artificial(text) and not text.startswith("A"):
        normalized_text = f"A{normalized_text.replace('%', '')}"
    if match := AVERAGE.pattern.fullmatch(normalized_text):
        ns_sign = match["ns"]
        ew_sign = ns_sign
        if match["second"]:
            ew_sign = match["ew"] or match["sign"] or ""
        return ArtificialScore(
            Fraction(_PERCENT_BY_SIGN[ns_sign]),
            Fraction(_PERCENT_BY_SIGN[ew_sign]),
            has_ns_own_average=bool(ns_sign) and has_own_average,
            has_ew_own_average=bool(ew_sign) and has_own_average,
        )
    if normalized_text == "A50":
        return ArtificialScore(Fraction(50), Fraction(50))
    match = FLAT_SHARES.pattern.fullmatch(normalized_text)
    if match and match["ew"]:
        return ArtificialScore(Fraction(match["ns"]), Fraction(match["ew"]))
    if match := SHARES.pattern.fullmatch(normalized_text):
        ns_percent = Fraction(match["ns"])
        ew_percent = Fraction(match["ew"])
        return ArtificialScore(
            ns_percent,
            ew_percent,
            has_ns_own_average=_is_own_average(ns_percent, match["ns_own"]),
            has_ew_own_average=_is_own_average(ew_percent, match["ew_own"]),
        )
    if re.fullmatch(r"A[0-9]{1,3}(\.[0-9]+)?", normalized_text):
        raise EntryError(
            "entry-artificial-one-side",
            "“{text}”: type both shares, N-S first, such as A6040, A60/40 or A60/NP. Only A50 "
            "needs one.",
            text=text,
        )
    raise EntryError(
        "entry-artificial-unreadable",
        "“{text}” isn’t an artificial score. Try A6040, A50 or A33.3/66.7, N-S first.",
        text=text,
    )


def _parse_side(text: str | None) -> tuple[Fraction | None, bool]:
    """Return the percentage, and whether the side may get its own average."""
    if text is None:
        return None, False
    sign = text[-1] if text[-1] in "+-" else ""
    percent = Fraction(text.removesuffix(sign))
    return percent, _is_own_average(percent, sign)


def _is_own_average(percent: Fraction, sign: str) -> bool:
    """Return whether *sign* asks for the side's own average.

    :raises EntryError: if the sign contradicts the share: ``40+`` or ``60-``
    """
    is_contradiction = (sign == "+" and percent <= 50) or (sign == "-" and percent >= 50)
    if is_contradiction:
        raise _make_entry_own_average_error(text=f"{_format_decimal(percent)}{sign}")
    return bool(sign)


def _format_side_share(percent: Fraction | None, has_own_average: bool) -> str:
    if percent is None:
        return "NP"
    text = _format_decimal(Fraction(percent))
    if not has_own_average:
        return text
    if percent > 50:
        return f"{text}+"
    return f"{text}-"


def _format_decimal(percent: Fraction) -> str:
    if percent.denominator == 1:
        return str(percent.numerator)
    return f"{float(percent):.10f}".rstrip("0")


def _make_entry_own_average_error(*, text: object) -> EntryError:
    return EntryError(
        "entry-own-average",
        "“{text}”: use + only with a share above 50 (60+) and - only with one below 50 (40-).",
        text=text,
    )
