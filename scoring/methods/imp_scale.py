"""International match points: the scale, as data, and the IMPs of a difference."""

from bisect import bisect_right
from fractions import Fraction

from scoring.bridge.artificial import ArtificialScore
from scoring.model import Points

IMP_SCALE = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""The least difference for 1 IMP, 2 IMPs, and so on to 24: [LAWS2017] Law 78B."""


def imps(difference: Points) -> int:
    """Return the IMPs for a *difference* of scores, negative for a negative one.

    Fractions of 10 points don't count.

    >>> [imps(difference) for difference in (0, 10, 20, 45, 50, -420, 3990, 4000, 15200)]
    [0, 0, 1, 1, 2, -9, 23, 24, 24]

    Source: [LAWS2017] Law 78B.
    """
    points = bisect_right(IMP_SCALE, int(abs(Fraction(difference))))
    if difference >= 0:
        return points
    return -points


def artificial_imps(
    artificial: ArtificialScore, average_plus: Points
) -> tuple[Points | None, Points | None]:
    """Return the IMPs of an artificial score.

    60 % is *average_plus*, 50 % is 0, 40 % is minus *average_plus*.

    >>> from scoring.bridge.artificial import read_artificial
    >>> artificial_imps(read_artificial("A60/45"), 2)
    (Fraction(2, 1), Fraction(-1, 1))

    Source: [LAWS2017] Law 12C2(b).
    """
    return share_imps(artificial.ns, average_plus), share_imps(artificial.ew, average_plus)


def share_imps(percent: Fraction | None, average_plus: Points) -> Points | None:
    """Return the IMPs of *percent*. None for a side that wasn't due to play the board."""
    if percent is None:
        return None
    # Average plus is 60%, ten above the average.
    return (percent - 50) * Fraction(average_plus, 10)
