"""Victory points for a match of teams: the scales of the World Bridge Federation by formula, others as tables.

A table is a file of ``scoring/data``, its source on the first line: a row for each range of boards, with the least
margin for each number of victory points.  To add one: the file, and its name in ``TABLES``.
"""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from math import ceil
from pathlib import Path

from scoring.errors import ScoringError
from scoring.model import Points

TABLES = ("acbl-20", "acbl-30")
"""The scales that are kept as tables."""

_DATA = Path(__file__).parent / "data"
_MOST = 2000
_EVEN = 1000


class ScaleBoardsError(ScoringError):
    """A match with a number of boards for which a table has no row."""

    code = "victory-points-boards"
    template = (
        "The scale {scale} is known for matches of {known} boards, and {boards} count in one; choose another scale, or "
        "wait until all boards are in."
    )


@dataclass(frozen=True, slots=True)
class ScaleRow:
    """A row of a table: for a match of *fewest* to *most* boards, the least margin for each number of *points*."""

    fewest: int
    most: int
    margins: tuple[int, ...]
    points: tuple[int, ...]


@lru_cache(maxsize=len(TABLES))
def scale_table(scale: str) -> tuple[ScaleRow, ...]:
    """Return the rows of the table *scale*.

    >>> row = scale_table("acbl-20")[0]
    >>> (row.fewest, row.most), row.margins[:3], row.points[:3]
    ((6, 8), (0, 1, 3), (10, 11, 12))

    Source: [ACBLVP].
    """
    lines = (_DATA / f"{scale}.csv").read_text(encoding="utf-8").splitlines()
    (_, *points), *rows = csv.reader(line for line in lines if not line.startswith("#"))
    return tuple(_scale_row(boards, margins, points) for boards, *margins in rows)


def _scale_row(boards: str, margins: Sequence[str], points: Sequence[str]) -> ScaleRow:
    fewest, most = map(int, boards.split("-"))
    return ScaleRow(fewest, most, tuple(map(int, margins)), tuple(map(int, points)))


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

    *scale* is ``"continuous"``, ``"discrete"``, or one of ``TABLES``.  A margin with a fraction, as rulings make it,
    counts as the nearest whole one, halves away from zero.

    >>> [str(points) for points in victory_points(-7, boards=16)]
    ['797/100', '1203/100']
    >>> [str(points) for points in victory_points(7, boards=16, scale="discrete")]
    ['12', '8']
    >>> [str(points) for points in victory_points(7, boards=8, scale="acbl-30")]
    ['23', '7']

    :raises ScaleBoardsError: if a table has no row for so many boards.
    """
    size = int(abs(Fraction(margin)) + Fraction(1, 2))
    if scale in TABLES:
        won, lost = _looked_up(size, boards, scale)
        return (lost, won) if margin < 0 else (won, lost)
    won = _won(size, continuous_scale(boards)) if scale == "continuous" else _reached(size, discrete_scale(boards))
    return (20 - won, won) if margin < 0 else (won, 20 - won)


def _won(size: int, scale: Sequence[Fraction]) -> Fraction:
    return scale[min(size, len(scale) - 1)]


def _reached(size: int, least: Sequence[int]) -> Fraction:
    return Fraction(10 + sum(size >= margin for margin in least))


def _looked_up(size: int, boards: int, scale: str) -> tuple[Fraction, Fraction]:
    rows = scale_table(scale)
    row = next((row for row in rows if row.fewest <= boards <= row.most), None)
    if row is None:
        known = " and ".join(f"{row.fewest} to {row.most}" for row in rows)
        raise ScaleBoardsError(scale=scale, known=known, boards=boards)
    won = row.points[sum(size >= margin for margin in row.margins) - 1]
    return Fraction(won), Fraction(2 * row.points[0] - won)
