"""Trumps in turn: the room, the pages and the cards follow what the party has stored."""

import pytest
from django.urls import reverse

from director.party.printing.read import party_job
from tests.director.pages import texts
from tests.director.party.parties import make_seated, play_round


@pytest.mark.django_db
def test_the_trump_of_the_hand_stands_in_the_room_on_the_phone_at_the_table_and_on_the_cards(desk):
    party = make_seated(players=12, system="drive-whist", method="games", trumps=["H", "NT", "misère"], rounds=4)
    player = party.players.first()
    addresses = [reverse(page, args=[party.pk]) for page in ("party_room", "party_play")]
    addresses.append(reverse("party_phone", args=[player.token]))
    for shown in ("♥ hearts", "no trump", "misère"):
        for address in addresses:
            assert shown in " ".join(texts(desk.get(address), "body")), (address, shown)
        play_round(party)
    assert party_job(party).trumps == ("H", "NT", "misère")
