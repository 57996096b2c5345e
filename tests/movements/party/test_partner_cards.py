"""Partners drawn by red and black, as the book on drive whist has it."""

import pytest

from movements.party.partner_cards import MAX_COUPLES, describe_partner_cards


@pytest.mark.parametrize(
    ("couples", "red", "black"),
    [
        # [FOSTER1914] "Drive Whist".
        (16, "13 hearts and A 2 3 of diamonds", "13 clubs and A 2 3 of spades"),
        (13, "13 hearts", "13 clubs"),
        (MAX_COUPLES, "13 hearts and 13 diamonds", "13 clubs and 13 spades"),
    ],
)
def test_couples_draw_the_cards_of_the_book(couples, red, black):
    assert describe_partner_cards(couples) == (red, black)
