"""Wrong pairings of a Swiss: which count as a mismatch, and what a contestant gets for one.

A round is drawn wrongly if it was drawn from a wrong result. The regulation counts in victory
points of a match that has 20; other scales take the same share.
"""

from fractions import Fraction

from scoring.model import Points


def is_mismatch(met: Points, due: Points, match_points: int) -> bool:
    """Return whether opponents with *met* victory points were too far from those *due*.

    A match has *match_points* victory points. A difference of a quarter of them is still none.

    >>> [is_mismatch(met, due, 20) for met, due in ((50, 54), (60, 52), (47, 52), (46, 52))]
    [False, True, False, True]

    Source: [WHITEBOOK] 3.5.1.
    """
    return 4 * abs(Fraction(met) - Fraction(due)) > match_points


def mismatch_award(
    score: Points, match_points: int, *, is_higher: bool, is_at_fault: bool
) -> Fraction:
    """Return the victory points that a mismatched contestant gets on top of its *score*.

    - Against opponents that are too high (*is_higher*), who isn't at fault gets 5 VPs and three
      quarters of its score of 20 in place of the score.
    - Against opponents that are too low, who *is_at_fault* loses a quarter of what it has above 5.

    >>> mismatch_award(12, 20, is_higher=True, is_at_fault=False)  # 14 in place of 12
    Fraction(2, 1)
    >>> mismatch_award(13, 20, is_higher=False, is_at_fault=True)  # 11 in place of 13
    Fraction(-2, 1)

    Source: [WHITEBOOK] 3.5.2.
    """
    excess = Fraction(score) - Fraction(match_points, 4)
    if is_higher and not is_at_fault:
        return Fraction(match_points, 4) - Fraction(score) / 4
    if not is_higher and is_at_fault:
        return -max(excess, Fraction(0)) / 4
    return Fraction(0)
