"""What qualities are worth to a club: not, a little, much, or a condition."""

import pytest

from movements.advice.advise import advise
from movements.advice.facts import Limits, QualityWeights, make_weights
from movements.errors import MovementError


def test_one_winner_is_worth_more_the_stronger_the_word():
    winners = {
        word: advise(18, weights=QualityWeights(one_winner=word))[0].winners
        for word in ("not", "little", "much", "must")
    }
    assert winners == {"not": 2, "little": 1, "much": 1, "must": 1}


@pytest.mark.parametrize("pairs", [5, 12, 26, 34, 40, 52, 60, 80])
def test_one_winner_as_a_condition_never_gives_two(pairs):
    asked = advise(pairs, one_winner=True)
    assert {advice.winners for advice in asked} == {1}
    worth = advise(pairs, weights=QualityWeights(one_winner="must"))
    assert [advice.merit.total for advice in worth] == [advice.merit.total for advice in asked]


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


def test_a_quality_of_no_weight_costs_nothing():
    asked = {"one_winner": False, "limits": Limits(copies=2)}
    usual = advise(36, **asked)[0]
    careless = advise(36, **asked, weights=QualityWeights(equal_boards="not"))[0]
    assert usual.boards_in_play == 26
    assert careless.plan_key == "mitchell"
    assert careless.boards_in_play == 36


def test_words_that_mean_nothing_are_refused():
    with pytest.raises(MovementError, match="isn’t a quality of movements"):
        make_weights({"speed": "much"})
    with pytest.raises(MovementError, match="Enter not, little, much or must"):
        make_weights({"familiar": "very"})
