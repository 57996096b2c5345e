"""Victory points for a match.

The scales of the World Bridge Federation for teams by formula, others as tables.

A table is a file of ``scoring/data``, its source on the first line: a row for each range of boards,
with the least margin for each number of victory points, or for pairs the greatest per cent.  To add
one of teams: the file, and its name in ``TABLES``.
"""

import csv
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import lru_cache, partial
from itertools import pairwise
from math import floor, isqrt
from pathlib import Path

from scoring.errors import ScoringError
from scoring.model import Points
from scoring.sentences import ScoringSentences

TABLES = ("acbl-20", "acbl-30")
"""The scales that are kept as tables."""

_DATA = Path(__file__).parents[2] / "data"
_MOST = 2000
_EVEN = 1000
_DIGITS = 40


@dataclass(frozen=True, slots=True)
class ScaleRow:
    """A row of a table, for a match of *fewest* to *most* boards.

    It has the margin or per cent of each number of *points*.
    """

    fewest: int
    most: int
    margins: tuple[Fraction, ...]
    points: tuple[int, ...]


@lru_cache(maxsize=8)
def scale_table(scale: str) -> tuple[ScaleRow, ...]:
    """Return the rows of the table *scale*.

    >>> row = scale_table("acbl-20")[0]
    >>> (row.fewest, row.most), row.margins[:3], row.points[:3]
    ((6, 8), (Fraction(0, 1), Fraction(1, 1), Fraction(3, 1)), (10, 11, 12))

    Source: [ACBLVP]; [WHITEBOOK] for those of Swiss pairs.
    """
    lines = (_DATA / f"{scale}.csv").read_text(encoding="utf-8").splitlines()
    (_, *points), *rows = csv.reader(line for line in lines if not line.startswith("#"))
    return tuple(_scale_row(boards, margins, points) for boards, *margins in rows)


def _scale_row(boards: str, margins: Sequence[str], points: Sequence[str]) -> ScaleRow:
    fewest, most = map(int, boards.split("-"))
    return ScaleRow(fewest, most, tuple(map(Fraction, margins)), tuple(map(int, points)))


@lru_cache(maxsize=64)
def continuous_scale(boards: int) -> tuple[Fraction, ...]:
    """Return the winner's victory points by 0, 1, 2 … IMPs in a match of *boards*.

    From the last one on they are 20.

    10 + 10 × (1 − τ^(3 × margin ÷ blitz)) ÷ (1 − τ³) with τ = (√5 − 1) ÷ 2 and blitz = 15 ×
    √boards, rounded to two decimals; then a step that is smaller than the one after it is made
    larger by a hundredth, until none is.

    >>> [str(points) for points in continuous_scale(16)[:4]], len(continuous_scale(16))
    (['10', '1031/100', '1061/100', '1091/100'], 61)

    Source: [WBFVP].
    """
    blitz = isqrt(225 * boards - 1) + 1  # the least whole margin that is not below 15 × √boards
    hundredths = [
        _floor(partial(_hundredths_and_a_half, boards, margin)) for margin in range(blitz)
    ]
    return tuple(Fraction(points, 100) for points in _concave([*hundredths, _MOST]))


def _hundredths_and_a_half(boards: int, margin: int) -> Decimal:
    """Return the curve at *margin*, in hundredths of a victory point and half a hundredth.

    To the digits in force.
    """
    tau = _tau()
    return (
        _EVEN
        + _EVEN * (1 - tau ** (margin / (5 * Decimal(boards).sqrt()))) / (1 - tau**3)
        + Decimal("0.5")
    )


def _tau() -> Decimal:
    return (Decimal(5).sqrt() - 1) / 2


def _floor(value: Callable[[], Decimal]) -> int:
    """Return the whole part of what *value* computes, with so many digits that their errors cannot matter.

    A value here is below 10**5 and a dozen correctly rounded steps away from whole numbers, so that
    ten digits of each precision are more than its error.  The loop ends because no value is a whole
    number: where √boards is irrational the power of τ is transcendental (Gelfond and Schneider);
    where it is not, τ^(p ÷ q) = 1 − k × (1 − τ³) ÷ n with odd k and n = 20 or 2000 would ask that
    the norm of the right side, (k² − 3nk ÷ 2 + n² ÷ 4) ÷ (n² ÷ 4), be 1 or −1, and its numerator is
    odd, its denominator even; for a half match n is 10, and (k² − 15k + 25) ÷ 25 is −1 for k = 5
    only, which is told apart.
    """
    digits = _DIGITS
    while True:
        with localcontext() as context:
            context.prec = digits
            seen, error = value(), Decimal(10) ** (10 - digits)
            low, high = floor(seen - error), floor(seen + error)
        if low == high:
            return low
        digits *= 2


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


@lru_cache(maxsize=128)
def discrete_scale(boards: int, *, half: bool = False) -> tuple[int, ...]:
    """Return the least margin for 11, 12 … 20 victory points in a match of *boards*.

    For 6 … 10 in a *half* match.

    The greatest margin of each number of points is where the unrounded curve of
    :func:`continuous_scale` reaches half a point more, rounded down.  Then, from the draw upwards
    and from the start again after every change, a range shorter than the one before it makes the
    one before give up its greatest margin; the draw's range is seen from both sides.  A half match
    has the curve of half its boards, and 5 for the draw.

    >>> discrete_scale(8)
    (1, 4, 7, 10, 13, 17, 21, 26, 31, 39)
    >>> discrete_scale(4, half=True)
    (1, 4, 8, 12, 18)

    Source: [WBFVP] for the curve, [WHITEBOOK] for the scale, as the English Bridge Union makes and
    prints it.
    """
    even = 5 if half else 10
    greatest = [
        _greatest_margin(Fraction(boards, 2) if half else Fraction(boards), even, at)
        for at in range(even)
    ]
    while (short := _short_range(greatest)) is not None:
        greatest[short - 1] -= 1
    return tuple(margin + 1 for margin in greatest)


def _greatest_margin(boards: Fraction, even: int, at: int) -> int:
    """Return the greatest whole margin that the curve has half a point above *even* and *at*, or less.

    Half way through the points of a half match the power of τ is τ itself: the margin is 5 ×
    √boards, which may be a whole number.  No other margin is, as :func:`_floor` has it.
    """
    if 2 * at + 1 == even:
        return isqrt(int(25 * boards))
    return _floor(partial(_margin_of_half, boards, Fraction(2 * at + 1, 2 * even)))


def _margin_of_half(boards: Fraction, part: Fraction) -> Decimal:
    """Return the margin at which the curve is *part* of the way to its end.

    From the draw, to the digits in force.
    """
    tau = _tau()
    missing = 1 - Decimal(part.numerator) / Decimal(part.denominator) * (1 - tau**3)
    return (
        5
        * (Decimal(boards.numerator) / Decimal(boards.denominator)).sqrt()
        * missing.ln()
        / tau.ln()
    )


def _short_range(greatest: Sequence[int]) -> int | None:
    """Return the lowest number of points with fewer margins than the one before.

    Above the draw; ``None`` if there is none.
    """
    ranges = [2 * greatest[0] + 1, *(after - before for before, after in pairwise(greatest))]
    return next(
        (at for at, (before, after) in enumerate(pairwise(ranges), start=1) if after < before), None
    )


def victory_points(
    margin: Points, boards: int, scale: str = "continuous", *, half: bool = False
) -> tuple[Fraction, Fraction]:
    """Return the victory points of both teams.

    *margin* in IMPs is that of the first, negative if it lost.

    *scale* is ``"continuous"``, ``"discrete"``, or one of ``TABLES``; a *half* match, as in a
    triangle of one round, is of 10 points and has the discrete one only.  A margin with a fraction,
    as rulings make it, counts as the nearest whole one, halves away from zero.

    >>> [str(points) for points in victory_points(-7, boards=16)]
    ['797/100', '1203/100']
    >>> [str(points) for points in victory_points(7, boards=16, scale="discrete")]
    ['12', '8']
    >>> [str(points) for points in victory_points(7, boards=8, scale="acbl-30")]
    ['23', '7']
    >>> [str(points) for points in victory_points(7, boards=4, scale="discrete", half=True)]
    ['7', '3']

    :raises ScoringError: if a table has no row for so many boards,
        or for a half match by another scale than the discrete one.
    """
    size = int(abs(Fraction(margin)) + Fraction(1, 2))
    if half:
        if scale != "discrete":
            raise ScoringError(ScoringSentences.VICTORY_POINTS_HALF_MATCH, scale=scale)
        won = 5 + Fraction(sum(size >= least for least in discrete_scale(boards, half=True)))
        if margin < 0:
            return (10 - won, won)
        return (won, 10 - won)
    if scale in TABLES:
        won, lost = _looked_up(size, boards, scale)
        if margin < 0:
            return (lost, won)
        return (won, lost)
    if scale == "continuous":
        won = _won(size, continuous_scale(boards))
    else:
        won = _reached(size, discrete_scale(boards))
    if margin < 0:
        return (20 - won, won)
    return (won, 20 - won)


def _won(size: int, scale: Sequence[Fraction]) -> Fraction:
    return scale[min(size, len(scale) - 1)]


def _reached(size: int, least: Sequence[int]) -> Fraction:
    return Fraction(10 + sum(size >= margin for margin in least))


def _looked_up(size: int, boards: int, scale: str) -> tuple[Fraction, Fraction]:
    row = _row(scale, boards)
    won = row.points[sum(size >= margin for margin in row.margins) - 1]
    return Fraction(won), Fraction(2 * row.points[0] - won)


def _row(scale: str, boards: int) -> ScaleRow:
    rows = scale_table(scale)
    row = next((row for row in rows if row.fewest <= boards <= row.most), None)
    if row is None:
        known = " and ".join(dict.fromkeys(f"{row.fewest} to {row.most}" for row in rows))
        raise ScoringError(
            ScoringSentences.VICTORY_POINTS_BOARDS, scale=scale, known=known, boards=boards
        )
    return row


def check_match_boards(method: str, settings: Mapping[str, str], boards: int) -> None:
    """Refuse matches of so many *boards* where the scale of *method* is a table that has no row for them.

    >>> check_match_boards("team-imps", {"victory_points": "acbl-20"}, 8)

    :raises ScoringError: if it has none
    """
    scale = "ebu-swiss-pairs-20" if method == "swiss-pairs" else settings.get("victory_points", "")
    if scale in (*TABLES, "ebu-swiss-pairs-20"):
        _row(scale, boards)


def swiss_pairs_points(
    percent: Points, boards: int, *, half: bool = False
) -> tuple[Fraction, Fraction]:
    """Return the victory points of two pairs.

    *percent* is the first pair's share of the tops of their *boards*.

    They are of 20 in a whole match, of 10 in a *half* one.  A per cent on the boundary has the
    lower number.

    >>> [str(points) for points in swiss_pairs_points(Fraction(5733, 100), boards=8)]
    ['15', '5']
    >>> [str(points) for points in swiss_pairs_points(Fraction("45.97"), boards=4, half=True)]
    ['4', '6']

    :raises ScoringError: for more boards than the tables have.

    Source: [WHITEBOOK].
    """
    row = _row(f"ebu-swiss-pairs-{10 if half else 20}", boards)
    size = max(Fraction(percent), 100 - Fraction(percent))
    won = Fraction(row.points[sum(size > greatest for greatest in row.margins[:-1])])
    if percent < 50:
        return (2 * row.points[0] - won, won)
    return (won, 2 * row.points[0] - won)
