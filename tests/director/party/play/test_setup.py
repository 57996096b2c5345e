"""Step 1 of a party that has begun: nobody who plays is removed, and no round is lost."""

import pytest

from director.errors import PartyError
from director.party.movement.parties import fetch_party_by_session
from director.party.play.cards import CardFigures, store_card
from director.party.play.money import draw_raffle
from director.party.play.play import seat_next_round
from director.party.play.setup import set_up_party
from tests.director.party.parties import (
    enter_winner,
    get_latest_round,
    make_party,
    make_seated_party,
)

pytestmark = pytest.mark.django_db


def test_a_raffle_whose_winner_is_not_coming_is_drawn_again():
    party = make_party(players=12, prizes={"raffle": 3})
    drawn = draw_raffle(party=party, seed=1, user=None)
    party = fetch_party_by_session(party.pk)
    fewest = 12 - sum(int(number) > 8 for number in drawn)
    assert fewest < 12, "the seed draws somebody above 8"
    set_up_party(party=party, user=None, players=8)
    party = fetch_party_by_session(party.pk)
    assert "raffle" not in party.answers
    assert all(int(number) <= 8 for number in draw_raffle(party=party, seed=2, user=None))


@pytest.mark.slow
def test_rounds_told_at_tables_stay_once_cards_are_in():
    party = make_seated_party(players=8, method="points", rounds=6, entry="mix")
    for _round in (1, 2, 3):
        for table in get_latest_round(party).seating:
            enter_winner(party, table["table"], points=(7, 3))
        seat_next_round(party=party, round_no=get_latest_round(party).round_no, user=None)
    store_card(party=party, number=1, figures=CardFigures(11), user=None)
    party = fetch_party_by_session(party.pk)
    first_card_round = party.first_card_round
    with pytest.raises(PartyError, match="Cards have been entered"):
        set_up_party(party=party, user=None, rounds=4)
    assert fetch_party_by_session(party.pk).first_card_round == first_card_round
