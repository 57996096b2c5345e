"""A party that is over: its room, clock and players' pages say so, and one list says who won."""

import pytest
from django.urls import reverse

from director.core.night.history import find_act_to_undo
from director.party.play.draw import draw_party
from tests.director.pages import find_texts
from tests.director.party.parties import SEED, make_party

pytestmark = pytest.mark.django_db


def test_play_undoes_only_what_was_done_there_and_asks_about_seats(desk, director):
    party = make_party(players=8, named=True)
    draw_party(party=party, seed=SEED, user=director)
    play = reverse("party_play", args=[party.pk])
    assert "Undo" not in " ".join(find_texts(desk.get(play), "main"))
    act = find_act_to_undo(party.acts)
    address = reverse("party_play_undo", args=[party.pk, act.number])
    response = desk.post(address)
    assert response.status_code == 409
    assert "Players may have taken these seats." in " ".join(find_texts(response, "main"))
    assert party.played_rounds.exists()
    desk.post(address, {"sure": act.number})
    assert not party.played_rounds.exists()
