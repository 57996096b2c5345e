"""Wrong pairings of a Swiss, by the examples of the regulation."""

from fractions import Fraction

import pytest

from scoring.laws.remedies import compute_mismatch_award, is_mismatch


def test_the_leaders_example_has_two_mismatches():
    """A to D have 60, 54, 52 and 50 and are drawn A against D, B against C."""
    scores = {"A": 60, "B": 54, "C": 52, "D": 50}
    met = dict(zip("ABCD", "DCBA", strict=True))
    due = dict(zip("ABCD", "BADC", strict=True))
    mismatched = [team for team in scores if is_mismatch(scores[met[team]], scores[due[team]], 20)]
    assert mismatched == ["B", "D"]


@pytest.mark.parametrize(
    ("score", "is_higher", "is_at_fault", "total"),
    [
        pytest.param(12, True, False, 14, id="higher opponents"),
        pytest.param(12, True, True, 12, id="higher opponents, at fault"),
        pytest.param(20, True, False, 20, id="a whole win against higher opponents"),
        pytest.param(0, True, False, 5, id="a whole loss against higher opponents"),
        pytest.param(13, False, True, 11, id="lower opponents, at fault"),
        pytest.param(13, False, False, 13, id="lower opponents"),
        pytest.param(4, False, True, 4, id="nothing above five to lose"),
    ],
)
def test_a_score_of_20_is_changed_as_the_regulation_says(score, is_higher, is_at_fault, total):
    award = compute_mismatch_award(score, 20, is_higher=is_higher, is_at_fault=is_at_fault)
    assert score + award == total


def test_other_scales_change_in_proportion():
    assert compute_mismatch_award(6, 10, is_higher=True, is_at_fault=False) == Fraction(1)
    assert is_mismatch(20, 28, 30)
    assert not is_mismatch(20, Fraction(55, 2), 30)
