"""Artificial scores: shares of a board's top that a director gives in place of a result."""

import re
from dataclasses import dataclass
from fractions import Fraction

from scoring.errors import OneSidedArtificialError, PercentageError, UnreadableArtificialError

_PAIR = re.compile(r"A(?P<ns>[0-9]+(?:\.[0-9]+)?)/(?P<ew>[0-9]+(?:\.[0-9]+)?)")
_FOUR_DIGITS = re.compile(r"A(?P<ns>[0-9]{2})(?P<ew>[0-9]{2})")


@dataclass(frozen=True, slots=True)
class Artificial:
    """An artificial score: the per cent of the board's top that each side gets, 0 to 100, at most two decimals.

    The two need not make 100: average plus for both sides is ``Artificial(60, 60)``.

    >>> str(Artificial(Fraction(60), Fraction(40))), str(Artificial(Fraction("33.3"), Fraction("66.7")))
    ('A6040', 'A33.3/66.7')

    :raises PercentageError: if a share is out of range or has more decimals.

    Source: [LAWS2017] Law 12C2.
    """

    ns: Fraction
    ew: Fraction

    def __post_init__(self) -> None:
        for percent in (self.ns, self.ew):
            if not 0 <= percent <= 100 or 100 % Fraction(percent).denominator:
                raise PercentageError(percent=_decimal_text(Fraction(percent)))

    def __str__(self) -> str:
        ns, ew = _decimal_text(Fraction(self.ns)), _decimal_text(Fraction(self.ew))
        return f"A{ns}{ew}" if (ns + ew).isdigit() and len(ns) == len(ew) == 2 else f"A{ns}/{ew}"


def read_artificial(text: str) -> Artificial:
    """Return the artificial score *text* names: ``A6040``, ``A60/40``, ``A33.3/66.7``, or ``A50`` for both sides.

    *text* is in capitals and without blanks; a decimal comma is read as a point.

    >>> read_artificial("A60/40")
    Artificial(ns=Fraction(60, 1), ew=Fraction(40, 1))

    :raises OneSidedArtificialError: if only one side is named.
    :raises UnreadableArtificialError: if the text is no artificial score.
    :raises PercentageError: if a share is out of range.
    """
    pointed = text.replace(",", ".")
    if pointed == "A50":
        return Artificial(Fraction(50), Fraction(50))
    match = _PAIR.fullmatch(pointed) or _FOUR_DIGITS.fullmatch(pointed)
    if match:
        return Artificial(Fraction(match["ns"]), Fraction(match["ew"]))
    if re.fullmatch(r"A[0-9]{1,3}(\.[0-9]+)?", pointed):
        raise OneSidedArtificialError(text=text)
    raise UnreadableArtificialError(text=text)


def _decimal_text(percent: Fraction) -> str:
    if percent.denominator == 1:
        return str(percent.numerator)
    return f"{float(percent):.10f}".rstrip("0")
