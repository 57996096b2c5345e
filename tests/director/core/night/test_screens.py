"""What the director lets the screens of the room show, at a night with boards and at a party."""

import pytest

from director.core.night.publishing import publish_results
from director.models import Message, Session
from director.party.play.play import seat_next_round
from tests.director.pages import find_elements, find_texts
from tests.director.party.parties import enter_winner, make_seated_party
from tests.factories import make_night

pytestmark = pytest.mark.django_db


def boards_night() -> str:
    return f"/sessions/{make_night(pairs=8).session_id}/"


def party_night() -> str:
    return f"/parties/{make_seated_party(players=8, rounds=4, named=True).pk}/"


@pytest.fixture(params=[boards_night, party_night])
def address(request) -> str:
    return request.param()


def send(desk, address, text: str, stands: str = ""):
    return desk.post(f"{address}play/message/", {"text": text, "stands": stands})


def in_room(desk, address) -> list[str]:
    return find_texts(desk.get(f"{address}room/"), ".room-messages p")


def test_message_stands_in_the_room_until_it_is_taken_away(desk, address):
    assert send(desk, address, "  Coffee is   served. ").url == f"{address}play/"
    assert in_room(desk, address) == ["Coffee is served."]
    page = desk.get(f"{address}play/")
    assert find_texts(page, "#room-messages span") == ["“Coffee is served.”"]
    away = find_elements(page, "#room-messages form")[0].get("action")
    assert away == f"{address}room/messages/{Message.objects.get().pk}/away/"
    desk.post(away)
    assert in_room(desk, address) == []
    assert find_texts(desk.post(away, follow=True), "#messages .say") == [
        "That message has already been removed."
    ]


def test_standings_come_when_the_director_shows_them(desk, address):
    room = f"{address}room/?show=standings"
    assert find_texts(desk.get(room), "footer span")[0] == "The director hasn’t shown them yet."
    desk.post(f"{address}room/standings/", {"shows": "1"})
    assert find_texts(desk.get(room), "footer span")[0] != "The director hasn’t shown them yet."


def test_screen_of_a_party_shows_its_standings_while_it_plays(desk):
    address = party_night()
    desk.post(f"{address}room/standings/", {"shows": "1"})
    enter_winner(Session.objects.get().party, 1)
    assert find_texts(desk.get(f"{address}room/?show=standings"), "h2") == ["Standings"]
    assert find_elements(desk.get(f"{address}room/"), ".clock")


@pytest.mark.slow
def test_published_party_names_its_winners_before_the_list(desk):
    address = party_night()
    party = Session.objects.get().party
    for round_no in range(1, 5):
        for table_no in (1, 2):
            enter_winner(party, table_no)
        if round_no < 4:
            seat_next_round(party=party, round_no=round_no, user=None)
    publish_results(event=party.session.event, user=None)
    response = desk.get(f"{address}room/")
    assert find_texts(response, "h2") == ["Winners"]
    assert find_texts(response, "h3") == ["A", "B"]  # as Results and the club's page name them
    response = desk.get(f"{address}room/?page=2")
    assert find_texts(response, "h2") == ["Winners A"]
    assert find_texts(response, "h3")[0] in ("Place 1", "Place 1=")
    assert find_texts(desk.get(f"{address}room/?page=3"), "h2") == ["Winners B"]
    assert find_texts(desk.get(f"{address}room/?page=4"), "h2") == ["Results"]
