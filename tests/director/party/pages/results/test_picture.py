"""The headline of a party: winners, the dots of everybody, and bars that begin at zero."""

import pytest
from django.test import Client

from director.core.night.publishing import publish_results
from director.party.movement.games import fetch_party_record
from director.party.movement.parties import fetch_party_by_session
from director.party.play.play import finish_party
from tests.director.pages import find_elements, find_texts
from tests.director.party.parties import make_seated_party, play_round

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("division", ["all", "group"])
def test_a_party_shows_its_winners_and_everybody(division):
    party = make_seated_party(players=12, rounds=3)
    play_round(party, lambda table: 0)
    play_round(party, lambda table: 1)
    event = fetch_party_by_session(party.pk).session.event
    publish_results(event=event, user=None)
    standings = fetch_party_record(fetch_party_by_session(party.pk)).ranking.standings
    page = Client().get(f"{event.get_absolute_url()}?by={division}")
    assert len(find_elements(page, ".dots circle")) == len(standings) == 12
    bars = find_elements(page, "tbody .pct rect")
    assert len(bars) == 12
    assert {bar.get("x") for bar in bars} == {"0.0%"}
    assert "100.0%" in {bar.get("width") for bar in bars}
    assert find_texts(page, ".podium p span") != []


def test_a_party_without_a_game_has_no_picture():
    event = fetch_party_by_session(make_seated_party(players=12).pk).session.event
    publish_results(event=event, user=None)
    assert find_elements(Client().get(event.get_absolute_url()), ".podium") == []


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
