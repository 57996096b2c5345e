"""Official figures as they are printed, compared with exact ones at the precision of the print.

Programs print a figure with more or fewer decimals than another, drop noughts at the end or do not, and round halves up
or to the even digit.  So a figure agrees if it is no farther off than half of the last place that is printed, and the
last place of a figure without decimals is that of the figures around it.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

_ENOUGH = 3


@dataclass(frozen=True, slots=True)
class Printed:
    """A figure as it is printed: its *value*, and how many *decimals* can be relied on.

    >>> figure = Printed(Fraction("31.6"), 1)
    >>> figure.agrees(Fraction("31.55")), figure.agrees(Fraction("31.5"))
    (True, False)
    """

    value: Fraction
    decimals: int

    def agrees(self, exact: Fraction | int) -> bool:
        """Return whether *exact*, printed so, could be this figure."""
        if self.value == exact:  # most figures; the rest is slow in a large field
            return True
        places: int = 10**self.decimals
        return abs(self.value - exact) * 2 * places <= 1

    def simplest(self, exact: Fraction | int) -> Fraction:
        """Return what is to be added to *exact* so that it agrees: nothing, or a figure with the fewest decimals.

        >>> Printed(Fraction("6.33"), 2).simplest(Fraction(13, 3))
        Fraction(2, 1)
        """
        missing = self.value - exact
        for decimals in range(self.decimals):
            amount = _rounded(missing, decimals)
            if self.agrees(exact + amount):
                return amount
        return _rounded(missing, self.decimals)


def decimals_of(figure: Decimal) -> int:
    """Return how many decimals *figure* is written with.

    >>> decimals_of(Decimal("12.50")), decimals_of(Decimal(7))
    (2, 0)
    """
    exponent = figure.as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def usual_decimals(figures: Iterable[Decimal | None]) -> int:
    """Return the most decimals that three of *figures* are written with, or all of them where there are fewer.

    >>> usual_decimals(map(Decimal, ("12", "9.5", "7.25", "8.5", "10")))
    1
    """
    given = [figure for figure in figures if figure is not None]
    objects = {id(figure): figure for figure in given}  # however many lines, few different figures
    counts = Counter(map(id, given))
    written = [decimals_of(objects[at]) for at, count in counts.items() for _ in range(min(count, _ENOUGH))]
    return sorted(written, reverse=True)[min(_ENOUGH, len(written)) - 1] if written else 0


def printed_alike(figures: Sequence[Decimal | None], usual: int) -> dict[int, Printed | None]:
    """Return *figures* as they are printed among each other, or where none has decimals among others with *usual* ones.

    They are known by their identity: a reader makes one object of all that are written alike, and equal figures may be
    written with different decimals.
    """
    objects = {id(figure): figure for figure in figures}
    here = usual_decimals(figures) or usual
    return {at: printed(figure, here) for at, figure in objects.items()}


def printed(figure: Decimal | None, usual: int) -> Printed | None:
    """Return *figure* as it is printed among figures with *usual* decimals; ``None`` for none."""
    return None if figure is None else _printed(str(figure), usual)


@lru_cache(maxsize=100_000)
def _printed(text: str, usual: int) -> Printed:
    """Return one record for all figures written alike: however many lines, few of them differ."""
    figure = Decimal(text)
    return Printed(Fraction(figure), max(decimals_of(figure), usual))


def _rounded(value: Fraction, decimals: int) -> Fraction:
    """Return *value* with so many decimals, halves away from zero."""
    scale = 10**decimals
    units = int(abs(value) * scale + Fraction(1, 2))
    return Fraction(units if value >= 0 else -units, scale)
