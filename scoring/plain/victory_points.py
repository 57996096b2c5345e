"""Check victory points: scales are made again by their formulas or read off printed tables."""

from fractions import Fraction
from math import ceil, exp, log, sqrt


def victory_points(margin: Fraction, boards: int, scale: str) -> Fraction:
    """Return victory points.

    Powers use floating point: no figure is near enough to a half to matter.
    """
    size = int(abs(margin) + Fraction(1, 2))
    if scale.startswith("acbl"):
        won = _by_hand(size, boards, scale)
        return Fraction(won if margin >= 0 else int(scale.removeprefix("acbl-")) - won)
    if scale == "half":
        half_won = Fraction(5 + sum(size >= least for least in _ranges(boards / 2, 5)))
        if margin >= 0:
            return half_won
        return 10 - half_won
    if scale == "discrete":
        points = Fraction(10 + sum(size >= least for least in _discrete(boards)))
    else:
        table = _continuous(boards)
        points = table[min(size, len(table) - 1)]
    if margin >= 0:
        return points
    return 20 - points


def _by_hand(size: int, boards: int, scale: str) -> int:
    """Return the winner's points, range by range as the tables are printed: the greatest margin of each."""
    steps = {
        ("acbl-20", False): (10, (0, 2, 4, 7, 10, 13, 16, 19, 23, 27)),
        ("acbl-20", True): (10, (0, 2, 5, 9, 13, 17, 21, 25, 30, 35)),
        ("acbl-30", False): (17, (0, 1, 2, 3, 4, 6, 8, 10, 13, 16, 19, 23, 27)),
        ("acbl-30", True): (17, (0, 1, 2, 4, 6, 8, 11, 14, 17, 21, 25, 30, 35)),
    }
    first, upper = steps[scale, boards >= 9]
    won = first + sum(size > margin for margin in upper)
    if first == won == 17:
        return 15
    return won


def _continuous(boards: int) -> list[Fraction]:
    blitz, golden = 15 * sqrt(boards), (sqrt(5) - 1) / 2
    last = int(blitz) + (blitz != int(blitz))
    rows = [
        1000 + 1000 * (1 - exp(log(golden) * 3 * margin / blitz)) / (1 - golden**3)
        for margin in range(last + 1)
    ]
    hundredths = [min(2000, int(row + 0.5)) for row in rows]
    while True:
        short = [
            at
            for at in range(1, last)
            if hundredths[at] * 2 < hundredths[at - 1] + hundredths[at + 1]
        ]
        if not short:
            return [Fraction(row, 100) for row in hundredths]
        hundredths[short[0]] += 1


def _discrete(boards: int) -> list[int]:
    """Return the least margins for 11 to 20.

    First margin by margin along the curve, then range by range from the draw up.
    """
    return _ranges(boards, 10)


def _ranges(boards: float, even: int) -> list[int]:
    golden = (sqrt(5) - 1) / 2
    counts = [0] * (even + 1)  # how many margins from 0 on bring the points of the draw, one more …
    for margin in range(int(15 * sqrt(boards)) + 1):
        points = even * (1 - golden ** (margin / 5 / sqrt(boards))) / (1 - golden**3)
        counts[ceil(points - 0.5 - 1e-9)] += 1  # what is half way between two has the fewer
    at = 1
    while at < even:
        before = 2 * counts[0] - 1 if at == 1 else counts[at - 1]
        if counts[at] < before:
            counts[at - 1] -= 1
            counts[at] += 1
            at = 1
        else:
            at += 1
    return [sum(counts[:won]) for won in range(1, even + 1)]
