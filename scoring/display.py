"""Figures as text: rounded once for people, exact for programs.

Halves are rounded away from zero, as on paper, so a plus and the matching minus still cancel.
"""

from collections.abc import Iterable
from fractions import Fraction


def percent_text(percent: Fraction, decimals: int = 2) -> str:
    """Return *percent* (0 to 100) rounded to *decimals*, without a per cent sign.

    >>> percent_text(Fraction(620, 13)), percent_text(Fraction("49.995")), percent_text(Fraction(50), decimals=1)
    ('47.69', '50.00', '50.0')
    """
    return points_text(percent, decimals)


def points_text(points: int | Fraction, decimals: int = 2) -> str:
    """Return *points* of any unit, rounded to *decimals*.

    >>> points_text(Fraction(1674, 13)), points_text(Fraction(-9, 4), decimals=1), points_text(97, decimals=0)
    ('128.77', '-2.3', '97')
    """
    scale: int = 10**decimals
    numerator, denominator = points.as_integer_ratio()
    # Whole numbers throughout: the half is added before the division rounds down.
    units = (2 * abs(numerator) * scale + denominator) // (2 * denominator)
    sign = "-" if numerator < 0 and units else ""  # never -0
    whole_points, part = divmod(units, scale)
    if decimals:
        return f"{sign}{whole_points}.{part:0{decimals}d}"
    return f"{sign}{whole_points}"


def common_decimals(values: Iterable[int | Fraction | None], most: int = 2) -> int:
    """Return the decimals that all *values* of a column need: as few as possible, at most *most*.

    >>> common_decimals((Fraction(25, 2), 12, None)), common_decimals((-3, 4)), common_decimals((Fraction(1, 3),))
    (1, 0, 2)
    """
    denominators = {value.denominator for value in values if value is not None}
    for decimals in range(most):
        scale = 10**decimals
        if not any(scale % denominator for denominator in denominators):
            return decimals
    return most


def exact_text(points: int | Fraction) -> str:
    """Return *points* exactly, as a decimal of at most 12 places or a fraction in lowest terms.

    >>> [exact_text(points) for points in (6, Fraction(7, 2), Fraction(-1, 8), Fraction(7, 3))]
    ['6', '3.5', '-0.125', '7/3']
    """
    value = Fraction(points)
    for decimals in range(1, 13):
        if 10**decimals % value.denominator == 0:
            return points_text(value, decimals).rstrip("0").rstrip(".")
    return str(value)


def noted_text(points: int | Fraction, decimals: int = 2) -> str:
    """Return *points* for a sentence, exact or rounded to *decimals*.

    >>> noted_text(Fraction(9, 8)), noted_text(Fraction(43, 3)), noted_text(Fraction(-1, 3), decimals=1)
    ('1.125', '14.33', '-0.3')
    """
    exact = exact_text(points)
    if "/" in exact:
        return points_text(points, decimals)
    return exact


def tally_text(points: int | Fraction) -> str:
    """Return *points* as on a tally, with ½ or a fraction.

    >>> [tally_text(points) for points in (6, Fraction(7, 2), Fraction(1, 2), Fraction(-5, 2), Fraction(7, 3))]
    ['6', '3½', '½', '-2½', '2 1/3']
    """
    whole_points, fraction = divmod(abs(Fraction(points)), 1)
    sign = "-" if points < 0 else ""
    if not fraction:
        return f"{sign}{whole_points}"
    if fraction == Fraction(1, 2):
        return f"{sign}{whole_points or ''}½"
    if whole_points:
        return f"{sign}{whole_points} {fraction}"
    return f"{sign}{fraction}"
