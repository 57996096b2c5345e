"""Victory points for a match of teams: the scales of the World Bridge Federation, 20 to 0, as data and by formula."""

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from math import ceil

from scoring.model import Points

_MOST = 2000
_EVEN = 1000


@lru_cache(maxsize=64)
def continuous_scale(boards: int) -> tuple[Fraction, ...]:
    """Return the victory points of the winner by 0, 1, 2 … IMPs in a match of *boards*; the last is 20 and stays.

    10 + 10 × (1 − τ^(3 × margin ÷ blitz)) ÷ (1 − τ³) with τ = (√5 − 1) ÷ 2 and blitz = 15 × √boards, rounded to two
    decimals; then a step that is smaller than the one after it is made larger by a hundredth, until none is.

    >>> [str(points) for points in continuous_scale(16)[:4]], len(continuous_scale(16))
    (['10', '1031/100', '1061/100', '1091/100'], 61)

    Source: [WBFVP].
    """
    with localcontext() as context:
        context.prec = 50
        blitz = 15 * Decimal(boards).sqrt()
        tau = (Decimal(5).sqrt() - 1) / 2
        whole = 1 - tau**3
        hundredths = [
            min(
                _MOST,
                int((_EVEN + _EVEN * (1 - tau ** (3 * margin / blitz)) / whole).quantize(Decimal(1), ROUND_HALF_UP)),
            )
            for margin in range(ceil(blitz) + 1)
        ]
    return tuple(Fraction(points, 100) for points in _concave(hundredths))


def _concave(hundredths: list[int]) -> list[int]:
    points = list(hundredths)
    is_settled = False
    while not is_settled:
        is_settled = True
        for at in range(1, len(points) - 1):
            if points[at + 1] - points[at] > points[at] - points[at - 1]:
                points[at] += 1
                is_settled = False
    return points


@lru_cache(maxsize=64)
def discrete_scale(boards: int) -> tuple[int, ...]:
    """Return the least margin for 11, 12 … 20 victory points in a match of *boards*.

    The continuous scale rounded to whole points; then a range longer than the one after it gives up its greatest
    margin, until no range is.

    >>> discrete_scale(16)
    (2, 5, 9, 13, 18, 23, 29, 36, 44, 54)

    Source: [WBFVP], for the continuous scale and for ranges that never get shorter.
    """
    continuous = continuous_scale(boards)
    least = [
        next(margin for margin, points in enumerate(continuous) if points >= Fraction(2 * won - 1, 2))
        for won in range(11, 21)
    ]
    is_settled = False
    while not is_settled:
        is_settled = True
        for at in range(1, len(least) - 1):
            if least[at + 1] - least[at] < least[at] - least[at - 1]:
                least[at] -= 1
                is_settled = False
    return tuple(least)


def victory_points(margin: Points, boards: int, scale: str = "continuous") -> tuple[Fraction, Fraction]:
    """Return the victory points of both teams; *margin* in IMPs is that of the first, negative if it lost.

    *scale* is ``"continuous"`` or ``"discrete"``.  A margin with a fraction, as rulings make it, counts as the nearest
    whole one, halves away from zero.

    >>> [str(points) for points in victory_points(-7, boards=16)]
    ['797/100', '1203/100']
    >>> [str(points) for points in victory_points(7, boards=16, scale="discrete")]
    ['12', '8']
    """
    size = int(abs(Fraction(margin)) + Fraction(1, 2))
    won = _won(size, continuous_scale(boards)) if scale == "continuous" else _reached(size, discrete_scale(boards))
    return (20 - won, won) if margin < 0 else (won, 20 - won)


def _won(size: int, scale: Sequence[Fraction]) -> Fraction:
    return scale[min(size, len(scale) - 1)]


def _reached(size: int, least: Sequence[int]) -> Fraction:
    return Fraction(10 + sum(size >= margin for margin in least))
