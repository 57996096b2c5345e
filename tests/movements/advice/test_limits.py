"""What a club has and when it must end: one set of boards, the time, and no hour left over."""

from itertools import product

import pytest

from movements.advice.advise import advise
from movements.advice.facts import Limits
from movements.registry import get_movement

MINUTES = (90, 110, 130, 150, 165, 180, 195, 210, 240)
EVENINGS = list(product(range(6, 81), MINUTES, (None, True, False)))
"""All fields with all limits and winners; every 207th is asked for."""


@pytest.mark.parametrize("part", range(9))
def test_nothing_that_takes_too_long_is_listed(part):
    for pairs, minutes, one_winner in EVENINGS[part :: 9 * 23]:
        listed = advise(pairs, minutes=minutes, one_winner=one_winner)
        assert max(advice.minutes for advice in listed) <= minutes
        assert {advice.winners == 1 for advice in listed} >= {one_winner} - {None}


@pytest.mark.parametrize("copies", [None, 1, 2, 3])
@pytest.mark.parametrize(
    ("pairs", "minutes"), [(40, 130), (56, 150), (66, 150), (80, 90), (80, 130)]
)
def test_no_number_of_copies_makes_a_large_field_late(pairs, minutes, copies):
    for one_winner in (None, True, False):
        first = advise(pairs, minutes=minutes, one_winner=one_winner, limits=Limits(copies=copies))[
            0
        ]
        assert first.minutes <= minutes


@pytest.mark.parametrize("pairs", [5, 6, 7, 8, 14, 20])
def test_small_fields_use_the_time(pairs):
    for minutes in (150, 165, 180, 200, 220, 240):
        assert advise(pairs, minutes=minutes)[0].minutes > minutes - 40


@pytest.mark.parametrize("pairs", [17, 20, 26, 30, 36, 40, 52, 60, 68])
def test_one_set_of_36_boards_is_enough_unless_the_club_says_more(pairs):
    for boards in (18, 21, 24, 27, 30, 32):
        first = advise(pairs, boards=(boards, boards))[0]
        assert first.copies == 1
        assert first.boards_in_play <= 36


def test_a_field_too_large_for_one_set_is_told_how_many_copies_it_needs():
    first = advise(80)[0]
    assert first.plan_key == "web-mitchell"
    assert first.copies == 3
    assert "it needs 3 copies of the boards" in first.weaknesses
    told = advise(80, limits=Limits(copies=1))[0]
    assert told.copies == 1


def test_movements_that_need_copies_are_not_even_tried_with_one_set():
    for key in ("web-mitchell", "barometer-howell"):
        assert get_movement(key).min_copies == 2
    assert {advice.copies for advice in advise(40)} == {1}
    assert 2 in {advice.copies for advice in advise(40, limits=Limits(copies=2))}
