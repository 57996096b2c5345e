"""The clock of Play, which is the same at a night with boards and at a party."""

from datetime import timedelta

import pytest
from django.utils import timezone

from director.core.night.clock import start_clock
from director.models import Session
from director.party.play.play import seat_next_round
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


def test_page_has_the_keys_in_their_places_and_those_that_make_sense(desk, address):
    keys = clock_keys(desk.get(address))
    assert [key.get("id") for key in keys] == ["clock-go", "clock-more", "clock-end", "clock-back"]
    assert [
        "disabled" in key.attrib for key in keys if key.get("id") in ("clock-more", "clock-back")
    ] == [True, True]
    start_clock(session=night())
    assert not any("disabled" in key.attrib for key in clock_keys(desk.get(address)))


def test_minute_asked_for_twice_is_one_minute(desk, address):
    start_clock(session=night())
    shown = night().stated_clock_end
    ends_at = night().round_ends_at
    for _director in range(2):
        assert press(desk, address, "more", ends=shown).status_code == 302
    assert night().round_ends_at == ends_at + timedelta(minutes=1)


def test_start_that_two_press_starts_once(desk, address):
    for _director in range(2):
        assert press(desk, address, "start").status_code == 302


def test_paused_round_gets_a_minute_more(desk, address):
    start_clock(session=night())
    press(desk, address, "pause")
    left = night().seconds_left
    press(desk, address, "more")
    assert night().seconds_left == left + 60


def test_minutes_are_stored(desk, address):
    response = desk.post(f"{address}minutes/", {"minutes": " 24 "})
    assert response.status_code == 302
    assert response.url == address
    assert find_texts(desk.get(address), ".clock") == ["24:00"]
    assert night().round_minutes == 24


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        pytest.param("", "Type the minutes per round, such as 20.", id="nothing"),
        pytest.param("abc", "Minutes per round must be a whole number, such as 20.", id="letters"),
        pytest.param("0", "A round can be 1 to 180 minutes long, not 0.", id="none"),
        pytest.param("-5", "A round can be 1 to 180 minutes long, not -5.", id="fewer-than-none"),
        pytest.param("500", "A round can be 1 to 180 minutes long, not 500.", id="too-many"),
        pytest.param(
            "9" * 12,
            f"A round can be 1 to 180 minutes long, not {'9' * 12}.",
            id="longer-than-a-life",
        ),
    ],
)
def test_minutes_that_cannot_be(desk, address, typed, sentence):
    response = desk.post(f"{address}minutes/", {"minutes": typed})
    assert response.status_code == 422
    assert find_texts(response, "#id_minutes_error") == [sentence]
    assert [box.get("value", "") for box in find_elements(response, "#id_minutes")] == [typed]
    assert night().round_minutes == 20


def test_break_is_set_shown_and_taken_out(desk, address):
    response = desk.post(f"{address}break/", {"after_round": "3", "break_minutes": "15"})
    assert response.status_code == 302
    assert response.url == address
    page = desk.get(address)
    assert find_texts(page, ".times .actions span") == ["Break of 15 minutes after round 3"]
    end = timezone.localtime(timezone.now() + timedelta(minutes=7 * 20 + 15))
    assert find_texts(page, "#clock .muted")[0].endswith(
        tuple(f"Play ends about {moment:%H:%M}." for moment in (end, end - timedelta(minutes=1)))
    )
    desk.post(f"{address}break/", {"after_round": "3", "break_minutes": "0"})
    assert find_texts(desk.get(address), ".times .actions span") == []


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"after_round": "", "break_minutes": "5"}, "Type the round before the break, such as 3."),
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


def test_page_says_when_play_ends(desk, address):
    assert "Play ends about" in find_texts(desk.get(address), "#clock .muted")[0]


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


def test_screen_that_always_shows_the_clock_says_break_in_a_break(desk, in_break):
    room = in_break.replace("/play/", "/room/?show=clock")
    assert "Break" in find_texts(desk.get(room), ".next")
    press(desk, in_break, "end-break", round_no=2)
    assert "Break" not in find_texts(desk.get(room), ".next")
