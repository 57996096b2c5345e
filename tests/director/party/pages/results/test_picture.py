"""The headline of a party: winners, the dots of everybody, and bars that begin at zero."""

import pytest
from django.test import Client

from director.core.night.publishing import publish_results
from director.party.movement.parties import fetch_party_by_session
from director.party.play.play import finish_party
from tests.director.pages import find_texts
from tests.director.party.parties import make_seated_party, play_round

pytestmark = pytest.mark.django_db


def test_nobody_has_won_before_play_is_over():
    party = make_seated_party(players=12, rounds=2)
    event = fetch_party_by_session(party.pk).session.event
    publish_results(event=event, user=None)
    play_round(party, lambda table: 0)
    for address in (event.get_absolute_url(), "/results/"):
        assert "in the lead" in find_texts(Client().get(address), ".podium p")[0].lower()
    finish_party(party=fetch_party_by_session(party.pk), is_over=True, user=None)
    for address in (event.get_absolute_url(), "/results/"):
        assert "in the lead" not in find_texts(Client().get(address), ".podium p")[0].lower()
