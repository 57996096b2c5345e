"""Accelerated first rounds: the halves of the field apart, then losers of the top against winners below."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from movements.swiss.drawing import draw_round
from movements.swiss.field import SwissEntrant, SwissField

OPTIONS = (("first_round", "accelerated"),)


def first_round(size: int):
    entrants = tuple(SwissEntrant(number) for number in range(1, size + 1))
    return draw_round(SwissField(entrants, 1, OPTIONS))


def second_round(size: int, scores: dict[int, int]):
    first_round_drawn = first_round(size)
    met = {}
    for home, away in first_round_drawn.pairings:
        met[home], met[away] = (away,), (home,)
    entrants = tuple(
        SwissEntrant(number, scores.get(number, 0), opponents=met.get(number, ()))
        for number in range(1, size + 1)
    )
    return draw_round(SwissField(entrants, 2, OPTIONS))


def test_the_first_round_keeps_the_halves_apart():
    assert {frozenset(pairing) for pairing in first_round(8).pairings} == {
        *map(frozenset, ((1, 3), (2, 4), (5, 7), (6, 8)))
    }


def test_losers_of_the_top_meet_winners_of_the_bottom():
    # The higher numbers of each match won.
    drawn = second_round(8, {3: 20, 4: 18, 7: 20, 8: 19})
    assert {frozenset(pairing) for pairing in drawn.pairings} == {
        *map(frozenset, ((3, 4), (1, 7), (2, 8), (5, 6)))
    }


@given(st.integers(2, 40), st.data())
def test_nobody_is_left_out_and_nobody_meets_again(half, data):
    size = 2 * half
    scores = {
        number: data.draw(st.integers(0, 20), label=f"{number}") for number in range(1, size + 1)
    }
    drawn = second_round(size, scores)
    assert sorted(number for pairing in drawn.pairings for number in pairing) == [
        *range(1, size + 1)
    ]
    if size > 4:
        assert drawn.repeated_pairings == ()


@pytest.mark.parametrize("size", [5, 9, 13])
def test_an_odd_field_has_one_bye(size):
    first_round_drawn = first_round(size)
    assert first_round_drawn.bye is not None
    assert len(first_round_drawn.pairings) == size // 2
