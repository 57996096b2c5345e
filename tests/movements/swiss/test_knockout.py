"""Knock-outs: printed brackets, who goes on, and what cannot be."""

import json

import pytest

from movements.errors import MovementError
from movements.swiss.draw_json import draw_next_round
from movements.swiss.knockout import (
    draw_knockout_round,
    draw_three_way_knockout,
    make_knockout_bracket,
    make_knockout_matches,
)
from tests.cases import leave_to_slow
from tests.golden import GOLDEN

BRACKETS = json.loads(
    (GOLDEN / "movements" / "knock-out_brackets.json").read_text(encoding="utf-8")
)["brackets"]


@pytest.mark.parametrize("size", BRACKETS)
def test_brackets_are_those_that_are_printed(size):
    assert list(make_knockout_bracket(int(size))) == BRACKETS[size]


@pytest.mark.parametrize("size", leave_to_slow(range(2, 129), but=41))
def test_the_better_seed_wins_through_and_the_first_two_meet_in_the_final(size):
    seeds, winners = list(range(1, size + 1)), []
    while True:
        matches = make_knockout_matches(seeds, winners)
        winners.append([min(match, key=lambda seed: seed or size + 1) for match in matches])
        if len(matches) == 1:
            break
    assert matches == ((1, 2),)
    first = make_knockout_matches(seeds)
    assert sorted(home for home, away in first if away is None) == list(
        range(1, 2 * len(first) - size + 1)
    )


def test_whoever_won_goes_on_and_the_higher_seed_is_named_first():
    seeds = [30, 10, 20, 40, 50]
    assert make_knockout_matches(seeds) == ((30, None), (40, 50), (10, None), (20, None))
    assert make_knockout_matches(seeds, [[50]]) == ((30, 50), (10, 20))
    assert make_knockout_matches(seeds, [[50], [50, 20]]) == ((20, 50),)


@pytest.mark.parametrize(
    ("seeds", "winners", "sentence"),
    [
        pytest.param(
            [1], [], "A knock-out doesn’t work for 1 contestants. It takes 2 to 128.", id="alone"
        ),
        pytest.param(
            [1, 2, 3, 4],
            [[1]],
            "The match 2 v 3 in round 1 has no winner. Enter one before drawing the next round.",
            id="undecided",
        ),
        pytest.param(
            [1, 2, 3, 4],
            [[1, 4, 2]],
            "The match 1 v 4 in round 1 has no winner. Enter one before drawing the next round.",
            id="both won",
        ),
        pytest.param(
            [1, 2, 3, 4],
            [[1, 2, 9]],
            "Contestant 9 didn’t play in round 1, so it can’t have won.",
            id="stranger",
        ),
        pytest.param(
            [1, 2],
            [[2]],
            "There is no round 2: contestant 2 has won the final.",
            id="after the final",
        ),
        pytest.param(
            [1, 2],
            [[2], [2]],
            "There is no round 2: contestant 2 has won the final.",
            id="long after",
        ),
    ],
)
def test_impossible_input_is_refused(seeds, winners, sentence):
    with pytest.raises(MovementError) as refused:
        make_knockout_matches(seeds, winners)
    assert str(refused.value) == sentence


def test_after_three_way_matches_the_seeds_keep_their_order():
    """The lowest numbers aren't the highest seeds here."""
    seeds = [50, 40, 30, 20, 10]
    assert draw_three_way_knockout(seeds).matches == ((50, 20),)
    assert draw_three_way_knockout(seeds, [[50, 10]]).matches == ((50, 10),)


@pytest.mark.parametrize(
    ("winners", "sentence"),
    [
        pytest.param(
            [[1, 2, 3, 4], [1]],
            "The match 2 v 4 in round 2 has no winner. Enter one before drawing the next round.",
            id="undecided",
        ),
        pytest.param(
            [[1, 2, 3, 4], [1, 2, 9]],
            "Contestant 9 didn’t play in round 2, so it can’t have won.",
            id="stranger",
        ),
        pytest.param(
            [[1, 2, 3, 4], [1, 2], [1]],
            "There is no round 4: contestant 1 has won the final.",
            id="after the final",
        ),
    ],
)
def test_rounds_after_three_way_matches_are_counted_on(winners, sentence):
    # Two of three go on from the groups of 1 and 2.
    with pytest.raises(MovementError) as refused:
        draw_three_way_knockout(range(1, 7), winners)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("told", "options", "sentence"),
    [
        pytest.param([], {}, '"contestants" must be a list of contestants.', id="a list"),
        pytest.param(
            {"contestants": [1, "two"]},
            {},
            "must hold whole numbers from 1 to 9999.",
            id="in words",
        ),
        pytest.param({"contestants": [1, 2, 1]}, {}, "contestant 1 is listed twice.", id="twice"),
        pytest.param(
            {"contestants": [1, 2], "winners": {}},
            {},
            '"winners" must be a list of lists',
            id="no rounds",
        ),
        pytest.param(
            {"contestants": [1, 2]},
            {"odd": "bye"},
            "Knock-out has no option “odd”. Choose from: losses, uneven.",
            id="option",
        ),
    ],
)
def test_what_cannot_be_read_is_named(told, options, sentence):
    with pytest.raises(MovementError) as refused:
        draw_next_round("knock-out", told, options)
    assert sentence in str(refused.value)


def test_contestants_may_be_told_as_in_a_swiss():
    told = {"contestants": [{"contestant": 7}, {"contestant": 5}, {"contestant": 3}], "winners": []}
    assert draw_knockout_round(told) == {
        "key": "knock-out",
        "round": 1,
        "pairings": [[5, 3]],
        "byes": [7],
        "bracket": [7, None, 5, 3],
    }
