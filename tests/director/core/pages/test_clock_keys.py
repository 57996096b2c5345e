"""The clock of Play, which is the same at a night with boards and at a party."""

from datetime import timedelta

import pytest
from django.utils import timezone

from director.core.night.clock_buttons import start_clock
from director.models import Session
from director.party.play.play import seat_next_round
from tests.cases import leave_to_slow
from tests.director.pages import HTMX, find_elements, find_texts
from tests.director.party.parties import enter_winner, make_seated_party
from tests.factories import make_night

pytestmark = pytest.mark.django_db


def boards_night() -> str:
    return f"/sessions/{make_night(pairs=13).session_id}/play/"


def party_night() -> str:
    return f"/parties/{make_seated_party(players=8, rounds=7).pk}/play/"


@pytest.fixture(params=[boards_night, party_night])
def address(request) -> str:
    address = request.param()
    Session.objects.update(round_minutes=20)
    return address


def night() -> Session:
    return Session.objects.get()


def press(desk, address, key, **shown):
    return desk.post(f"{address}clock/", {"key": key, "round_no": 1, **shown})


def clock_keys(response):
    return [
        button for button in find_elements(response, ".clock-line button") if button.get("data-key")
    ]


@pytest.mark.parametrize(
    ("data", "sentence"),
    leave_to_slow(
        [
            (
                {"after_round": "", "break_minutes": "5"},
                "Type the round before the break, such as 3.",
            ),
            (
                {"after_round": "x", "break_minutes": "5"},
                "The round before the break must be a whole number, such as 3.",
            ),
            (
                {"after_round": "3", "break_minutes": ""},
                "Type the minutes of the break, such as 15. Use 0 for no break.",
            ),
            (
                {"after_round": "3", "break_minutes": "ten"},
                "Minutes of the break must be a whole number, such as 15.",
            ),
            (
                {"after_round": "7", "break_minutes": "5"},
                "No break can follow round 7: there are 7 rounds. Choose one before the last.",
            ),
        ],
        but=3,
    ),
)
def test_break_that_cannot_be_read_is_answered_with_a_sentence(desk, address, data, sentence):
    response = desk.post(f"{address}break/", data)
    assert response.status_code == 422
    assert find_texts(response, ".times .bad") == [sentence]
    typed = [
        box.get("value")
        for box in find_elements(response, ".times input")
        if box.get("name") in data
    ]
    assert [value or "" for value in typed] == list(data.values())


def test_break_of_a_party_begins_when_everybody_goes_on(desk):
    address = party_night()
    assert desk.post(f"{address}break/", {"after_round": "1", "break_minutes": "15"}).url == address
    assert "Break of 15 minutes after round 1" in " ".join(
        find_texts(desk.get(address), ".times span")
    )
    party = night().party
    for table_no in (1, 2):
        enter_winner(party, table_no)
    seat_next_round(party=party, round_no=1, user=None)
    assert find_texts(desk.get(address), "#clock .muted")[0].startswith("Break until")
    assert find_elements(desk.get(address), ".clock")[0].get("data-bell") == "runs"


def test_clock_that_another_director_started_is_news_to_a_party_page(desk):
    address = party_night()
    (asks,) = [poll.get("hx-get") for poll in find_elements(desk.get(address), "#party-poll")]
    assert desk.get(asks, **HTMX).status_code == 204
    start_clock(session=night())
    news = desk.get(asks, **HTMX)
    assert find_elements(news, "#clock-go")[0].get("value") == "pause"
    assert find_elements(news, ".party-table") == []


@pytest.fixture
def in_break(address) -> str:
    """Play in the break after the first round."""
    Session.objects.update(
        round_no=2, breaks=[[1, 15]], break_ends_at=timezone.now() + timedelta(minutes=15)
    )
    return address


def test_break_is_ended_by_its_own_key(desk, in_break):
    (key,) = [key for key in clock_keys(desk.get(in_break)) if key.get("id") == "clock-end"]
    assert key.get("value") == "end-break"
    assert "".join(key.itertext()).split() == ["End", "break", "E"]
    assert "disabled" not in key.attrib
    # Two directors press it together: the round after the break isn't ended by the second.
    for _director in range(2):
        assert press(desk, in_break, "end-break", round_no=2).status_code == 302
    session = night()
    assert session.round_no == 2
    assert session.clock == "waiting"
    assert session.break_ends_at is None
    assert not session.round_ends
