"""Partners drawn by red and black, as the book on drive whist has it."""

import pytest

from movements.party.partner_cards import (
    MAX_COUPLES,
    RANKS,
    describe_partner_cards,
    list_partner_cards,
)


def test_sixteen_couples_draw_the_cards_of_the_book():
    # [FOSTER1914] "Drive Whist": 13 hearts and A 2 3 of diamonds, 13 clubs and A 2 3 of spades.
    cards = list_partner_cards(16)
    assert [card.red for card in cards] == [f"H{rank}" for rank in RANKS] + ["DA", "D2", "D3"]
    assert [card.black for card in cards] == [f"C{rank}" for rank in RANKS] + ["SA", "S2", "S3"]
    assert describe_partner_cards(16) == (
        "13 hearts and A 2 3 of diamonds",
        "13 clubs and A 2 3 of spades",
    )


@pytest.mark.parametrize("couples", range(MAX_COUPLES + 1))
def test_partners_hold_equal_cards_and_nobody_the_same(couples):
    cards = list_partner_cards(couples)
    assert len({*cards}) == len(cards) == couples
    for card in cards:
        assert card.red[1:] == card.black[1:]
        assert card.red[0] + card.black[0] in ("HC", "DS")


def test_a_pack_has_no_more_cards():
    with pytest.raises(ValueError, match="26 couples, not 27"):
        list_partner_cards(MAX_COUPLES + 1)
