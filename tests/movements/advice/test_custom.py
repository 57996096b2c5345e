"""A custom movement is judged by the same figures and warned by the same sentences as any other."""

from dataclasses import replace

import pytest

from movements.advice.advise import assess_plan
from movements.advice.facts import Limits, QualityWeights
from movements.registry import make_plan


def custom(plan):
    """Return *plan* as a club's own: no movement of the program makes it."""
    return replace(plan, key="custom", name="Ours", options=())


@pytest.mark.parametrize(
    ("key", "size", "asked"),
    [
        pytest.param("mitchell", {"pairs": 18}, {"boards": (30, 30)}, id="length"),
        pytest.param("mitchell", {"pairs": 40}, {"limits": Limits(boards=30)}, id="cupboard"),
        pytest.param("web-mitchell", {"pairs": 40}, {"limits": Limits(copies=1)}, id="copies"),
        pytest.param(
            "howell",
            {"pairs": 12},
            {"limits": Limits(can_carry_boards=False), "stationary": 3},
            id="moves",
        ),
        pytest.param("mitchell", {"pairs": 18}, {"one_winner": True, "minutes": 150}, id="winner"),
        pytest.param("howell", {"pairs": 20, "rounds": 9}, {}, id="unfair"),
        pytest.param(
            "mitchell", {"pairs": 16}, {"weights": QualityWeights(meeting="much")}, id="worth"
        ),
    ],
)
def test_the_same_plan_has_the_same_figures_and_warnings_whoever_made_it(key, size, asked):
    plan = make_plan(key, **size, boards_per_set=3)
    ours, theirs = assess_plan(custom(plan), **asked), assess_plan(plan, **asked)
    assert ours.weaknesses == theirs.weaknesses
    assert ours.merit.preferences == theirs.merit.preferences
    assert ours.merit.fairness == theirs.merit.fairness
    assert (ours.reason, ours.qf, ours.boards_in_play) == (
        theirs.reason,
        theirs.qf,
        theirs.boards_in_play,
    )


def test_a_limit_that_a_custom_movement_exceeds_is_reported():
    plan = custom(make_plan("mitchell", pairs=40, rounds=13, boards_per_set=2))
    assert "it needs 40 boards and you have 36" in assess_plan(plan).weaknesses
    assert "it needs 40" not in assess_plan(plan, limits=Limits(boards=40)).weaknesses
