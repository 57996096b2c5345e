"""Which methods say that they have percentages, compared with what they give."""

import pytest

from scoring.registry import SCORING_METHODS, get_method, rank_field
from tests.bench.test_scoring import make_club_field

OF_OTHER_FIELDS = ("four-pairs", "excess")
"""Methods that need four pairs, or more than the scores."""


@pytest.mark.parametrize(
    "key", [method.key for method in SCORING_METHODS if method.key not in OF_OTHER_FIELDS]
)
def test_a_method_has_percentages_if_it_says_so(key):
    ranking = rank_field(key, make_club_field(3, 2))
    has_percents = any(standing.percent is not None for standing in ranking.standings)
    assert has_percents is get_method(key).has_percents
