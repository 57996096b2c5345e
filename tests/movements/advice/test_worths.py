"""What qualities are worth to a club: not, a little, much, or a condition."""

import pytest

from movements.advice.advise import advise
from movements.advice.facts import QualityWeights, make_weights
from movements.errors import MovementError


@pytest.mark.parametrize(
    ("quality", "is_met"),
    [
        ("meeting", lambda advice: advice.field_met == 1),
        ("sitting", lambda advice: advice.stationary >= 7),
        ("equal_boards", lambda advice: advice.boards_in_play == advice.boards_per_pair[1]),
        ("familiar", lambda advice: advice.plan_key in ("mitchell", "howell")),
        ("own_boards", lambda advice: not advice.has_shared_boards),
    ],
)
def test_a_quality_that_must_be_is_a_condition(quality, is_met):
    listed = advise(16, weights=QualityWeights(**{quality: "must"}))
    assert listed
    assert [advice.name for advice in listed if not is_met(advice)] == []


def test_words_that_mean_nothing_are_refused():
    with pytest.raises(MovementError, match="isn’t a quality of movements"):
        make_weights({"speed": "much"})
    with pytest.raises(MovementError, match="Enter not, little, much or must"):
        make_weights({"familiar": "very"})
