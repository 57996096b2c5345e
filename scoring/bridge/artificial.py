"""Artificial scores: shares of a board's top that a director gives in place of a result."""

import re
from dataclasses import dataclass
from fractions import Fraction

from scoring.bridge.sentences import BridgeSentences
from scoring.errors import EntryError

_PAIR = re.compile(
    r"A(?P<ns>[0-9]+(?:\.[0-9]+)?)(?P<ns_own>[+-]?)/(?P<ew>[0-9]+(?:\.[0-9]+)?)(?P<ew_own>[+-]?)"
)
_SIDE = r"[0-9]+(?:\.[0-9]+)?[+-]?"
_ONE_SIDE = re.compile(rf"A?(?:(?P<ns>{_SIDE})/NP|NP/(?P<ew>{_SIDE}))")
_BARE_PAIR = re.compile(r"(?P<ns>[0-9]{2,3}(?:[.,][0-9]+)?)%?/(?P<ew>[0-9]{2,3}(?:[.,][0-9]+)?)%?")
_AVERAGES = re.compile(
    r"AVE(?:RAGE)?(?P<ns>[+-]?)(?P<second>/?AVE(?:RAGE)?(?P<ew>[+-]?)|/?(?P<sign>[+-]))?"
)
_AVERAGE_PERCENT = {"+": 60, "": 50, "-": 40}
_FOUR_DIGITS = re.compile(r"A(?P<ns>[0-9]{2})(?P<ew>[0-9]{2})")


@dataclass(frozen=True, slots=True)
class Artificial:
    """An artificial score: each side's percentage of the top, 0 to 100, two decimals at most.

    The two need not make 100: average plus for both sides is ``Artificial(60, 60)``.  ``None`` says
    that the board was not due for a side: it gets nothing, and its total is made without the board.

    *ns_own* and *ew_own* say that a side gets its own average of the other boards instead where
    that is better than a share above 50, or worse than one below; written as a sign behind the
    share.

    >>> str(Artificial(Fraction(60), Fraction(40))), str(Artificial(Fraction("33.3"), Fraction("66.7")))
    ('A6040', 'A33.3/66.7')
    >>> str(Artificial(Fraction(60), Fraction(40), ns_own=True, ew_own=True))
    'A60+/40-'
    >>> str(Artificial(Fraction(60), None))
    'A60/NP'

    :raises EntryError: if a share is out of range or has more decimals, a side's own average goes
        with a share of 50, or neither side has a share.

    Source: [LAWS2017] Law 12C2.
    """

    ns: Fraction | None
    ew: Fraction | None
    ns_own: bool = False
    ew_own: bool = False

    def __post_init__(self) -> None:
        if self.ns is None and self.ew is None:
            raise EntryError(BridgeSentences.ENTRY_ARTIFICIAL_NO_SIDE)
        for percent, is_own in ((self.ns, self.ns_own), (self.ew, self.ew_own)):
            if percent is None:
                if is_own:
                    raise EntryError(BridgeSentences.ENTRY_OWN_AVERAGE, text="NP")
                continue
            if not 0 <= percent <= 100 or 100 % Fraction(percent).denominator:
                raise EntryError(
                    BridgeSentences.ENTRY_PERCENTAGE, percent=_decimal_text(Fraction(percent))
                )
            if is_own and percent == 50:
                raise EntryError(BridgeSentences.ENTRY_OWN_AVERAGE, text="50")

    @property
    def is_one_sided(self) -> bool:
        """Whether the board was not due for one of the sides."""
        return self.ns is None or self.ew is None

    @property
    def is_own(self) -> bool:
        """Whether a side may get its own average."""
        return self.ns_own or self.ew_own

    @property
    def flat(self) -> "Artificial":
        """The same shares, whatever the sides have on other boards."""
        return Artificial(self.ns, self.ew)

    def __str__(self) -> str:
        ns, ew = _side_text(self.ns, self.ns_own), _side_text(self.ew, self.ew_own)
        if (ns + ew).isdigit() and len(ns) == len(ew) == 2:
            return f"A{ns}{ew}"
        return f"A{ns}/{ew}"


def is_artificial(text: str) -> bool:
    """Return whether *text*, in capitals and without blanks, is an artificial score.

    Two numbers with a stroke between are shares from 20 up that make 80 to 120; others may be
    tricks of whist.

    >>> [is_artificial(text) for text in ("A6040", "60/40", "AVE+", "60/NP", "7/6", "10/3")]
    [True, True, True, True, False, False]
    """
    if _ONE_SIDE.fullmatch(text.replace(",", ".")):
        return True
    if match := _BARE_PAIR.fullmatch(text):
        shares = [Fraction(match[side].replace(",", ".")) for side in ("ns", "ew")]
        return min(shares) >= 20 and 80 <= sum(shares) <= 120
    return text.startswith("A")


def read_artificial(text: str, *, has_own_average: bool = True) -> Artificial:
    """Parse an artificial score: ``A6040``, ``A60/40``, ``A33.3/66.7``, or ``A50`` for both sides.

    ``60/40`` is ``A60/40``.  ``AVE`` is average for both sides, ``AVE+`` average plus for both,
    ``AVE-`` average minus for both; ``AVE+/AVE-`` and ``AVE+/-`` name either side, N-S first.
    Average plus is ``60+`` and average minus ``40-``; 60 and 40 without *has_own_average*, by
    methods that know none.

    ``A60/NP`` and ``ANP/60`` give one side a share; for the other the board was not due.

    ``A60+/40-`` gives either side its own average instead: N-S where it is higher, E-W where it is
    lower.  *text* is in capitals and without blanks; a decimal comma is read as a point.

    >>> str(read_artificial("A60/40")), str(read_artificial("60/40")), str(read_artificial("AVE+/AVE-"))
    ('A6040', 'A6040', 'A60+/40-')
    >>> str(read_artificial("AVE+", has_own_average=False)), str(read_artificial("AVE")), str(read_artificial("NP/60"))
    ('A6060', 'A5050', 'ANP/60')

    :raises EntryError: if only one side is named, or the text is no artificial score, or a share is
        out of range, or a sign goes against its share.
    """
    pointed = text.replace(",", ".")
    if match := _ONE_SIDE.fullmatch(pointed):
        ns_share, ew_share = (_read_side(match[side]) for side in ("ns", "ew"))
        return Artificial(ns_share[0], ew_share[0], ns_share[1], ew_share[1])
    if is_artificial(text) and not text.startswith("A"):
        pointed = f"A{pointed.replace('%', '')}"
    if match := _AVERAGES.fullmatch(pointed):
        ns = match["ns"]
        ew = (match["ew"] or match["sign"] or "") if match["second"] else ns
        shares = Fraction(_AVERAGE_PERCENT[ns]), Fraction(_AVERAGE_PERCENT[ew])
        return Artificial(
            *shares, ns_own=bool(ns) and has_own_average, ew_own=bool(ew) and has_own_average
        )
    if pointed == "A50":
        return Artificial(Fraction(50), Fraction(50))
    if match := _FOUR_DIGITS.fullmatch(pointed):
        return Artificial(Fraction(match["ns"]), Fraction(match["ew"]))
    if match := _PAIR.fullmatch(pointed):
        ns, ew = Fraction(match["ns"]), Fraction(match["ew"])
        return Artificial(ns, ew, _is_own(ns, match["ns_own"]), _is_own(ew, match["ew_own"]))
    if re.fullmatch(r"A[0-9]{1,3}(\.[0-9]+)?", pointed):
        raise EntryError(BridgeSentences.ENTRY_ARTIFICIAL_ONE_SIDE, text=text)
    raise EntryError(BridgeSentences.ENTRY_ARTIFICIAL_UNREADABLE, text=text)


def _read_side(text: str | None) -> tuple[Fraction | None, bool]:
    if text is None:
        return None, False
    sign = text[-1] if text[-1] in "+-" else ""
    percent = Fraction(text.removesuffix(sign))
    return percent, _is_own(percent, sign)


def _is_own(percent: Fraction, sign: str) -> bool:
    if sign and (percent - 50) * int(f"{sign}1") <= 0:
        raise EntryError(BridgeSentences.ENTRY_OWN_AVERAGE, text=f"{_decimal_text(percent)}{sign}")
    return bool(sign)


def _side_text(percent: Fraction | None, is_own: bool) -> str:
    if percent is None:
        return "NP"
    return _decimal_text(Fraction(percent)) + (("+" if percent > 50 else "-") if is_own else "")


def _decimal_text(percent: Fraction) -> str:
    if percent.denominator == 1:
        return str(percent.numerator)
    return f"{float(percent):.10f}".rstrip("0")
