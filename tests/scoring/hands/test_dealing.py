from math import comb, factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import DealError
from scoring.hands.cards import (
    DEAL_COUNT,
    make_numbered_deal,
    make_seeded_deal,
)


def compute_deal_number(deal):
    """Return the number of *deal*, the inverse of ``make_numbered_deal``."""
    number = 0
    factor = 1
    undealt_cards = list(range(52))
    for seat in "NES":
        indexes = [
            index for index, card in enumerate(undealt_cards) if deal.seat_by_card[card] == seat
        ]
        number += factor * rank_combination(indexes, len(undealt_cards))
        factor *= comb(len(undealt_cards), 13)
        undealt_cards = [card for card in undealt_cards if deal.seat_by_card[card] != seat]
    return number


def rank_combination(indexes, size):
    """Return the rank of the combination *indexes*, the inverse of ``_make_combination``."""
    rank = 0
    count = len(indexes)
    chosen_indexes = set(indexes)
    for index in range(size):
        if index in chosen_indexes:
            count -= 1
        elif count:
            rank += comb(size - index - 1, count - 1)
    return rank


def test_there_are_as_many_deals_as_there_are():
    assert (
        DEAL_COUNT == factorial(52) // factorial(13) ** 4 == 53_644_737_765_488_792_839_237_440_000
    )


@given(st.integers(0, DEAL_COUNT - 1))
def test_every_number_has_a_deal_and_the_deal_that_number(number):
    assert compute_deal_number(make_numbered_deal(number)) == number


@given(st.permutations("N" * 13 + "E" * 13 + "S" * 13 + "W" * 13))
def test_every_deal_has_a_number_and_the_number_that_deal(owners):
    deal = type(make_numbered_deal(0))("".join(owners))
    assert 0 <= compute_deal_number(deal) < DEAL_COUNT
    assert make_numbered_deal(compute_deal_number(deal)) == deal


@pytest.mark.parametrize("number", [-1, DEAL_COUNT])
def test_other_numbers_are_refused(number):
    with pytest.raises(DealError) as refusal:
        make_numbered_deal(number)
    assert (
        str(refusal.value) == f"There is no deal {number}. Numbers go from 0 to {DEAL_COUNT - 1}."
    )


def test_seed_deals_the_same_boards_for_ever():
    assert str(make_seeded_deal("kalamazoo", 1)) == (
        "N:.AKT875.KJT.QJ83 QJ984.2.6532.K92 K762.QJ964.87.76 AT53.3.AQ94.AT54"
    )
