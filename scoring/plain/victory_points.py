"""Check victory points: scales are made again by their formulas or read off printed tables."""

from collections.abc import Mapping
from fractions import Fraction
from math import ceil, exp, log, sqrt


def victory_points(margin: Fraction, boards: int, scale: str) -> Fraction:
    """Return the victory points for a *margin* in IMPs over *boards* boards.

    A *scale* with colons is a club's own. Powers are floating point: no figure is near enough to a half for that to matter.
    """
    size = int(abs(margin) + Fraction(1, 2))
    maximum = 20
    if ":" in scale:
        return _get_own_scale_points(margin, size, scale)
    if scale.startswith("acbl"):
        maximum = get_most_points(scale)
        points = Fraction(_acbl_points(size, boards, scale))
    elif scale == "half":
        # A half match is worth half the points, by the curve of half its boards.
        maximum = 10
        points = Fraction(5 + sum(size >= least for least in _compute_least_margins(boards / 2, 5)))
    elif scale == "discrete":
        points = Fraction(10 + sum(size >= least for least in _make_discrete_scale(boards)))
    elif scale == "continuous":
        table = _make_continuous_scale(boards)
        points = table[min(size, len(table) - 1)]
    else:
        raise KeyError(scale)
    if margin >= 0:
        return points
    return maximum - points


def get_chosen_scale(options: Mapping[str, str]) -> str:
    """Return the scale of *options*: its key, or the steps of a club's own."""
    scale = options.get("victory_points", "")
    return options["own_scale"] if scale == "own" else scale


def _get_own_scale_points(margin: Fraction, size: int, scale: str) -> Fraction:
    """Return the points by the last step whose margin is reached: the second figure is the loser's."""
    points = Fraction(0)
    for step in scale.split(","):
        least, _, sides = step.partition(":")
        won, lost = sides.split("-")
        if size >= int(least):
            points = Fraction(won if margin >= 0 else lost)
    return points


def get_most_points(scale: str) -> int:
    """Return the most that both have together in a match, 20 by a method without a *scale*."""
    if ":" in scale:
        sums = [sum(map(Fraction, step.partition(":")[2].split("-"))) for step in scale.split(",")]
        return ceil(max(sums))
    shared_points = {"": 20, "none": 0, "half": 10, "continuous": 20, "discrete": 20}
    if scale in shared_points:
        return shared_points[scale]
    # The names of printed tables end in their points.
    union, _, points = scale.partition("-")
    if union not in ("acbl", "ebu"):
        raise KeyError(scale)
    return int(points)


def _acbl_points(size: int, boards: int, scale: str) -> int:
    """Return the winner's points by the printed tables, which give the greatest margin of a row."""
    steps = {
        ("acbl-20", False): (10, (0, 2, 4, 7, 10, 13, 16, 19, 23, 27)),
        ("acbl-20", True): (10, (0, 2, 5, 9, 13, 17, 21, 25, 30, 35)),
        ("acbl-30", False): (17, (0, 1, 2, 3, 4, 6, 8, 10, 13, 16, 19, 23, 27)),
        ("acbl-30", True): (17, (0, 1, 2, 4, 6, 8, 11, 14, 17, 21, 25, 30, 35)),
    }
    lowest, greatest_margins = steps[scale, boards >= 9]
    points = lowest + sum(size > margin for margin in greatest_margins)
    # The 30-point tables begin with a draw, 15, and go on with 18.
    if lowest == points == 17:
        return 15
    return points


def _make_continuous_scale(boards: int) -> list[Fraction]:
    """Return the points of the winner by margin, from 0 to the margin that wins all."""
    blitz = 15 * sqrt(boards)
    golden = (sqrt(5) - 1) / 2
    last_margin = ceil(blitz)
    curve = [
        1000 + 1000 * (1 - exp(log(golden) * 3 * margin / blitz)) / (1 - golden**3)
        for margin in range(last_margin + 1)
    ]
    hundredths = [min(2000, int(figure + 0.5)) for figure in curve]
    # Steps between margins must not grow; rounding can make one too small, which is raised.
    margin = 1
    while margin < last_margin:
        if hundredths[margin] * 2 < hundredths[margin - 1] + hundredths[margin + 1]:
            hundredths[margin] += 1
            margin = 1
        else:
            margin += 1
    return [Fraction(figure, 100) for figure in hundredths]


def _make_discrete_scale(boards: int) -> list[int]:
    """Return the least margins for 11 to 20 points."""
    return _compute_least_margins(boards, 10)


def _compute_least_margins(boards: float, draw: int) -> list[int]:
    """Return the least margin for each number of points above those of a *draw*.

    Margins are counted along the curve, then the counts are corrected upwards from the draw.
    """
    golden = (sqrt(5) - 1) / 2
    # The number of margins, from 0 on, for the points of the draw, one more, and so on.
    counts = [0] * (draw + 1)
    for margin in range(int(15 * sqrt(boards)) + 1):
        points = draw * (1 - golden ** (margin / 5 / sqrt(boards))) / (1 - golden**3)
        # A figure half way between two gets the lower one.
        counts[ceil(points - 0.5 - 1e-9)] += 1
    index = 1
    while index < draw:
        # No range may be shorter than the one before; that of the draw counts both its sides.
        previous = 2 * counts[0] - 1 if index == 1 else counts[index - 1]
        if counts[index] < previous:
            counts[index - 1] -= 1
            counts[index] += 1
            index = 1
        else:
            index += 1
    return [sum(counts[:points]) for points in range(1, draw + 1)]
