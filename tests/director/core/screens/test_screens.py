"""What the director lets the screens of the room show, at a night with boards and at a party."""

import pytest

from director.core.clock.write import clock_start
from director.models import Message, Session
from tests.director.pages import elements, texts
from tests.director.party.parties import make_seated, win
from tests.factories import make_night

pytestmark = pytest.mark.django_db


def boards_night() -> str:
    return f"/sessions/{make_night(pairs=8).session_id}/"


def party_night() -> str:
    return f"/parties/{make_seated(players=8, rounds=4, named=True).pk}/"


@pytest.fixture(params=[boards_night, party_night])
def address(request) -> str:
    return request.param()


def test_message_is_sent_from_play_and_taken_away_there(desk, address):
    assert desk.post(f"{address}play/message/", {"text": "Coffee", "stands": ""}).url == f"{address}play/"
    assert texts(desk.get(f"{address}room/"), ".room-messages p") == ["Coffee"]
    assert texts(desk.get(f"{address}play/"), "#room-messages span") == ["“Coffee”"]
    desk.post(f"{address}room/messages/{Message.objects.get().pk}/away/")
    assert texts(desk.get(f"{address}room/"), ".room-messages p") == []


def test_message_that_is_refused_stays_in_its_box(desk, address):
    refused = desk.post(f"{address}play/message/", {"text": "Coffee", "stands": "soon"})
    assert (refused.status_code, elements(refused, "#id_text")[0].get("value")) == (422, "Coffee")


def test_play_leads_to_every_screen_and_each_shows_its_part(desk, address):
    leads = [link.get("href") for link in elements(desk.get(f"{address}play/"), "section a")]
    room = f"{address}room/"
    wanted = [room, *(f"{room}?show={show}" for show in ("clock", "seats", "standings"))]
    assert [lead for lead in leads if "/room/" in lead] == wanted
    assert elements(desk.get(f"{room}?show=clock"), ".clock")
    clock_start(session=Session.objects.get())
    assert elements(desk.get(room), ".clock")
    assert elements(desk.get(f"{room}?show=seats"), ".room-lines li")


def test_standings_come_when_the_director_shows_them(desk, address):
    room = f"{address}room/?show=standings"
    assert texts(desk.get(room), "footer span")[0] == "They come here as soon as the director shows them."
    desk.post(f"{address}room/standings/", {"shows": "1"})
    assert texts(desk.get(room), "footer span")[0] != "They come here as soon as the director shows them."


def test_screen_of_a_party_shows_its_standings_while_it_plays(desk):
    address = party_night()
    desk.post(f"{address}room/standings/", {"shows": "1"})
    win(Session.objects.get().party, 1)
    assert texts(desk.get(f"{address}room/?show=standings"), "h2") == ["Standings"]
    assert elements(desk.get(f"{address}room/"), ".clock")
