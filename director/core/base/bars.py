"""Bars in a column of a table, to both sides of a middle."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from director.core.base.pictures import Figure, PictureScale


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a table, in per cent of its column. It is hollow if it *is_below* the middle."""

    x: float
    width: float
    middle: float
    is_below: bool = False


def make_bar(figure: Figure, scale: PictureScale) -> Bar:
    """Return the bar from the middle of *scale* to *figure*.

    >>> make_bar(60, BAR_PERCENTAGES), make_bar(40, BAR_PERCENTAGES)
    (Bar(x=50.0, width=25.0, middle=50.0, is_below=False), Bar(x=25.0, width=25.0, middle=50.0, is_below=True))
    """
    middle = scale.low if scale.middle is None else scale.middle
    middle_share, middle_parts = scale.compute_share_terms(middle)
    end_share, end_parts = scale.compute_share_terms(figure)
    # Both in parts of the same size.
    parts = middle_parts * end_parts
    middle_share, end_share = middle_share * end_parts, end_share * middle_parts
    return Bar(
        x=_round_percentage(min(end_share, middle_share), parts),
        width=_round_percentage(abs(end_share - middle_share), parts),
        middle=_round_percentage(middle_share, parts),
        is_below=figure.numerator * middle.denominator < middle.numerator * figure.denominator,
    )


def _round_percentage(numerator: int, denominator: int) -> float:
    """Return a share in whole per cent. As with ``round``, a half goes to the even number.

    >>> _round_percentage(1, 3), _round_percentage(1, 200), _round_percentage(3, 200)
    (33.0, 0.0, 2.0)
    """
    whole, rest = divmod(100 * numerator, denominator)
    is_up = 2 * rest > denominator or (2 * rest == denominator and whole % 2 == 1)
    return float(whole + is_up)


def make_bar_scale(middle: Figure, distance: Figure) -> PictureScale:
    """Return a scale for bars that reach *distance* to both sides of *middle*."""
    low, high = Fraction(middle) - distance, Fraction(middle) + distance
    return PictureScale(low, high, ticks=(), middle=Fraction(middle))


BAR_PERCENTAGES = make_bar_scale(50, 20)
"""The scale for percentages of a session, unless some are beyond it."""
ALL_PERCENTAGES = make_bar_scale(50, 50)


def choose_bar_scale(figures: Sequence[Figure], *, are_percentages: bool) -> PictureScale:
    """Return the scale for the bars of *figures* in one column.

    Percentages are compared with 50. Other figures are compared with 0 if some are negative, and
    else with their average, because victory points and tricks have no natural middle.

    >>> scale = choose_bar_scale([78, 60, 42], are_percentages=False)
    >>> int(scale.low), int(scale.middle), int(scale.high)
    (42, 60, 78)
    >>> choose_bar_scale([-5, 12], are_percentages=False).middle
    Fraction(0, 1)
    """
    if are_percentages:
        are_within_bar = all(30 <= figure <= 70 for figure in figures)
        return BAR_PERCENTAGES if are_within_bar else ALL_PERCENTAGES
    middle = choose_middle(figures)
    distance = max((abs(Fraction(figure) - middle) for figure in figures), default=Fraction(0))
    return make_bar_scale(middle, distance or 1)


def choose_middle(figures: Sequence[Figure]) -> Fraction:
    """Return what *figures* without percentages are compared with: 0 or their average."""
    if not figures or min(figures) < 0:
        return Fraction(0)
    return sum((Fraction(figure) for figure in figures), Fraction(0)) / len(figures)
