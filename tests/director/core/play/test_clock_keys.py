"""The clock of Play, which is the same at a night with boards and at a party."""

from datetime import timedelta

import pytest

from director.core.clock.write import clock_start
from director.models import Session
from director.party.play.write.play import party_next
from tests.director.pages import elements, texts
from tests.director.party.parties import make_seated, win
from tests.factories import make_night

pytestmark = pytest.mark.django_db


def boards_night() -> str:
    return f"/sessions/{make_night(pairs=8).session_id}/play/"


def party_night() -> str:
    return f"/parties/{make_seated(players=8, rounds=4).pk}/play/"


@pytest.fixture(params=[boards_night, party_night])
def address(request) -> str:
    return request.param()


def night() -> Session:
    return Session.objects.get()


def press(desk, address, key, **shown):
    return desk.post(f"{address}clock/", {"key": key, "round_no": 1, **shown})


def test_page_has_the_keys_in_their_places_and_those_that_make_sense(desk, address):
    keys = elements(desk.get(address), ".keys button")
    assert [key.get("id") for key in keys] == ["clock-go", "clock-more", "clock-end", "clock-back"]
    assert ["disabled" in key.attrib for key in keys if key.get("id") in ("clock-more", "clock-back")] == [True, True]
    clock_start(session=night())
    assert not any("disabled" in key.attrib for key in elements(desk.get(address), ".keys button"))


def test_minute_asked_for_twice_is_one_minute(desk, address):
    clock_start(session=night())
    shown = night().end_shown
    ends_at = night().round_ends_at
    for _director in range(2):
        assert press(desk, address, "more", ends=shown).status_code == 302
    assert night().round_ends_at == ends_at + timedelta(minutes=1)


def test_start_that_two_press_starts_once(desk, address):
    for _director in range(2):
        assert press(desk, address, "start").status_code == 302


def test_paused_round_gets_a_minute_more(desk, address):
    clock_start(session=night())
    press(desk, address, "pause")
    left = night().seconds_left
    press(desk, address, "more")
    assert night().seconds_left == left + 60


def test_minutes_are_set_and_refused_beside_their_box(desk, address):
    assert desk.post(f"{address}minutes/", {"minutes": "12"}).url == address
    assert night().round_minutes == 12
    refused = desk.post(f"{address}minutes/", {"minutes": "500"})
    assert (refused.status_code, elements(refused, "#id_minutes")[0].get("value")) == (422, "500")
    assert texts(refused, "#id_minutes_error") == ["A round of 500 minutes is not possible; give 1 to 180."]


def test_page_says_when_play_ends(desk, address):
    assert any(text.startswith("Play ends about") for text in texts(desk.get(address), "#clock .c"))


def test_break_of_a_party_begins_when_everybody_goes_on(desk):
    address = party_night()
    assert desk.post(f"{address}break/", {"after_round": "1", "break_minutes": "15"}).url == address
    assert "Break of 15 minutes after round 1" in " ".join(texts(desk.get(address), ".times span"))
    party = night().party
    for table_no in (1, 2):
        win(party, table_no)
    party_next(party=party, round_no=1, user=None)
    assert texts(desk.get(address), "#clock .muted")[0].startswith("Break until")
    assert elements(desk.get(address), ".clock")[0].get("data-bell") == "runs"


def test_clock_that_another_director_started_is_news_to_a_party_page(desk):
    address = party_night()
    (asks,) = [poll.get("hx-get") for poll in elements(desk.get(address), "#party-poll")]
    assert desk.get(asks, headers={"HX-Request": "true"}).status_code == 204
    clock_start(session=night())
    news = desk.get(asks, headers={"HX-Request": "true"})
    assert elements(news, "#clock-go")[0].get("value") == "pause"
    assert elements(news, ".party-table") == []
