"""What the screens call a round, and which button is the obvious next one."""

import pytest
from django.test import Client

from director.party.parties import party_of_session
from director.party.play.write.clock import party_clock_press
from director.party.skat.write import skat_next_session
from tests.director.pages import elements, texts
from tests.director.party.parties import make_seated, win
from tests.director.party.skat.test_skat import hand_in, make_congress

pytestmark = pytest.mark.django_db


def test_a_congress_has_sessions_on_room_and_phone(desk):
    party = hand_in(make_congress(players=8))
    skat_next_session(party=party, round_no=1, seed=7, user=None)
    assert texts(desk.get(f"/parties/{party.pk}/room/"), "header span")[-1] == "Session 2 of 2"
    phone = Client().get(f"/p/{party.players.get(number=3).token}/")
    assert texts(phone, "section p")[0] == "Session 2 of 2"
    assert "round" not in " ".join(texts(desk.get(f"/parties/{party.pk}/people/"), "form p")).lower()


def test_other_parties_have_rounds_there(desk):
    party = make_seated(players=8, rounds=9)
    assert texts(desk.get(f"/parties/{party.pk}/room/"), "header span")[-1] == "Round 1 of 9"
    assert texts(Client().get(f"/p/{party.players.first().token}/"), "section p")[0] == "Round 1 of 9"


def next_button(desk, party) -> str | None:
    """Return the class of the button that moves everybody on, empty for the big one."""
    return elements(desk.get(f"/parties/{party.pk}/play/"), "#next-round")[0].get("class") or ""


@pytest.mark.parametrize("begun", ["result", "clock"])
def test_moving_on_is_quiet_at_a_fixed_evening_until_the_round_has_begun(desk, begun):
    party = make_seated(players=16, system="progressive-whist-4", rounds=7)
    assert next_button(desk, party) == "quiet"
    if begun == "result":
        win(party, 1, None, points=(3, 0))
    else:
        party_clock_press(session=party.session, key="start", round_no=1)
    assert next_button(desk, party_of_session(party.pk)) == ""


def test_the_round_is_marked_once_every_table_is_in(desk):
    party = make_seated(players=8)
    seen = []
    for table in (1, 2):
        win(party, table)
        seen.append(elements(desk.get(f"/parties/{party.pk}/play/"), "#party-status")[0].get("class"))
    assert seen == ["sheet", "sheet all-in"]
    assert next_button(desk, party) == ""
