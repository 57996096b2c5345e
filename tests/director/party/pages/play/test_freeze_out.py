"""A freeze-out at the desk: who is out is out, not sitting out; who waits is credited, and the last pair is first."""

import pytest
from django.test import Client

from director.core.night.history import find_act_to_undo
from director.errors import DeskError
from director.party.movement.parties import fetch_party_by_session
from director.party.pages.play.page import fetch_party_play
from director.party.pages.screens.room import fetch_party_room
from director.party.play.draw import draw_party
from director.party.play.history import undo_party
from director.party.play.play import seat_next_round
from director.party.play.setup import make_preset_settings, set_up_party
from director.party.presets import find_preset
from tests.director.pages import find_texts
from tests.director.party.parties import enter_winner, get_latest_round, make_party

pytestmark = pytest.mark.django_db


def make_evening(players=14):
    """Return a freeze-out in which side 0 wins everywhere until one pair remains, with that pair."""
    party = make_party(players=0)
    settings = make_preset_settings(find_preset("freeze-out-whist"), players)
    set_up_party(party=party, user=None, players=players, minutes=10, **settings)
    party = fetch_party_by_session(party.pk)
    draw_party(party=party, seed=3, user=None)
    for round_no in range(1, party.rounds + 1):
        tables = [table for table in get_latest_round(party).seating if len(table["sides"]) == 2]
        for table in tables:
            enter_winner(party, table["table"], 0)
        if round_no < party.rounds:
            seat_next_round(party=party, round_no=round_no, user=None)
    return fetch_party_by_session(party.pk), tables[0]


@pytest.mark.slow
def test_nobody_moves_on_when_one_pair_remains(desk):
    party, _final = make_evening()
    play = fetch_party_play(party)
    assert play.is_ended is True
    assert play.can_move is False
    assert play.seating_problem == ""
    assert "Go to Results" in find_texts(desk.get(f"/parties/{party.pk}/play/"), ".button")
    with pytest.raises(DeskError) as refused:
        seat_next_round(party=party, round_no=party.rounds, user=None)
    assert (
        str(refused.value) == "Round 3 was the last: all others are out. Go on to step 5, Results."
    )
    assert get_latest_round(party).round_no == 3


def test_every_screen_says_who_is_out(desk):
    party, final = make_evening()
    out = next(table for table in get_latest_round(party).seating if len(table["sides"]) == 1)[
        "sides"
    ][0][0]
    play = fetch_party_play(party)
    assert play.resting_players == ()
    assert len(play.players_out) == 10
    page = " ".join(find_texts(desk.get(f"/parties/{party.pk}/play/"), "p"))
    assert "Sitting out" not in page
    assert "Out: " in page
    assert final["sides"][0][0] != out
    assert not any(note.startswith("Still") for note in fetch_party_room(party).notes)
    link = f"/p/{party.players.get(number=int(out)).token}/"
    assert "Play is over. Thank you for playing." in find_texts(Client().get(link), "p")
    undo_party(party=party, number=find_act_to_undo(party.acts).number, user=None)
    assert "You are out" in find_texts(Client().get(link), "p")
