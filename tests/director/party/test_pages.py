"""The pages of a party: with htmx and without, constant queries, who may look."""

import pytest
from django.test import Client
from django.utils import timezone

from director.models import Event
from director.party.movement.clock import make_party_clock
from director.party.movement.parties import fetch_party_by_session
from tests.cases import leave_to_slow
from tests.director.pages import count_queries, find_elements, find_texts
from tests.director.party.parties import (
    enter_winner,
    get_latest_round,
    make_party,
    make_seated_party,
    play_round,
)

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
STEPS = ("field", "seats", "print", "play", "results", "room")


def test_a_party_keeps_its_contest_when_its_name_changes(desk):
    party = make_party()
    address = f"/events/{party.session.event_id}/change/"
    assert 'name="game"' not in desk.get(address).content.decode()
    desk.post(address, {"name": "Whist drive", "date": "2026-11-21"})
    event = fetch_party_by_session(party.pk).session.event
    assert (event.name, event.contest, event.game) == ("Whist drive", "progressive", "")


def test_the_address_of_a_session_leads_to_the_party(desk):
    party = make_seated_party()
    assert desk.get(f"/sessions/{party.pk}/").url == f"/parties/{party.pk}/print/"
    assert desk.get(f"/parties/{party.pk}/").url == f"/parties/{party.pk}/print/"


@pytest.mark.slow
def test_every_page_is_there_before_and_after_the_draw_and_in_play(desk):
    new, drawn, played = (
        make_party(players=0),
        make_seated_party(players=18, named=True),
        make_seated_party(players=16),
    )
    play_round(played)
    steps = (*STEPS, "play/people", "acts")
    for party in (new, drawn, played):
        found = {step: desk.get(f"/parties/{party.pk}/{step}/").status_code for step in steps}
        assert found == dict.fromkeys(steps, 200)


def test_queries_of_tonight_do_not_grow_with_the_parties(desk):
    make_seated_party()
    Event.objects.update(date=timezone.localdate())
    first = count_queries(desk, "/")
    make_seated_party()
    make_seated_party()
    Event.objects.update(date=timezone.localdate())
    assert count_queries(desk, "/") == first


def test_tonight_says_how_far_a_party_is(desk):
    party = make_seated_party(players=12)
    enter_winner(party, 1)
    Event.objects.update(date=timezone.localdate())
    page = desk.get("/")
    assert find_texts(page, ".hero .what p") == ["12 players · Progressive euchre"]
    assert find_texts(page, ".hero .round") == ["Round 1 of 12"]
    assert find_texts(page, ".hero .entered") == ["2 of 3 tables still playing"]
    (button,) = find_elements(page, ".hero .button")
    assert button.get("href") == f"/parties/{party.pk}/play/"
    assert button.get("class") == "button"
    assert "autofocus" in button.attrib


def test_a_round_that_waits_for_its_start_is_not_being_played(desk):
    party = make_seated_party(players=12)
    Event.objects.update(date=timezone.localdate())
    assert find_texts(desk.get("/"), ".hero .entered") == ["not started"]
    assert (
        find_texts(desk.get(f"/parties/{party.pk}/play/"), "#party-status p")[0]
        == "Round 1 has not started."
    )
    desk.post(f"/parties/{party.pk}/play/clock/", {"key": "start", "round_no": 1})
    assert (
        find_texts(desk.get(f"/parties/{party.pk}/play/"), "#party-status p")[0]
        == "Still playing: tables 1, 2, 3"
    )
    assert find_texts(desk.get("/"), ".hero .entered") == ["3 of 3 tables still playing"]


def test_one_tap_answers_with_the_table_and_how_far_the_round_is(desk):
    party = make_seated_party(players=12)
    response = desk.post(
        f"/parties/{party.pk}/play/rounds/1/tables/2/",
        {"winner": "1", "version": "0"},
        headers=HTMX,
    )
    page = " ".join(response.content.decode().split())
    assert page.count("<li id=") == 1
    assert '<li id="table-2" class="party-table in">' in page
    assert "Still playing: tables 1, 3" in page


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_typed_points_stay_beside_their_refusal(desk, headers):
    party = make_seated_party(players=12, method="points")
    sent = {"points-0": "seven", "points-1": "3", "version": "0"}
    response = desk.post(f"/parties/{party.pk}/play/rounds/1/tables/1/", sent, headers=headers)
    page = response.content.decode()
    assert response.status_code == 422
    assert (
        page.count("Table 1: “seven” isn’t a number of points. Type a whole number, such as 7.")
        == 1
    )
    assert page.count('<a href="#table-1">To table 1</a>') == (0 if headers else 1)
    assert 'value="seven"' in page
    assert not get_latest_round(party).results.exists()


@pytest.mark.parametrize("typed", ["-1", "two", "999"])
def test_lone_hands_that_are_no_number_are_refused_and_stay(desk, typed):
    party = make_seated_party(players=12, prizes={"lone_hands": True})
    player = get_latest_round(party).seating[0]["sides"][0][0]
    sent = {"winner": "0", "version": "0", f"lone-{player}": typed}
    response = desk.post(f"/parties/{party.pk}/play/rounds/1/tables/1/", sent, headers=HTMX)
    page = response.content.decode()
    assert response.status_code == 422
    assert (
        f"Table 1: “{typed}” isn’t a number of lone hands. Type a whole number, such as 1." in page
    )
    assert f'value="{typed}"' in page
    assert not get_latest_round(party).results.exists()


def test_a_tie_by_a_rule_that_is_not_there_is_refused(desk):
    party = make_seated_party(players=12)
    response = desk.post(
        f"/parties/{party.pk}/play/rounds/1/tables/1/",
        {"tie": "0", "tie-rule": "dice"},
        headers=HTMX,
    )
    assert response.status_code == 422
    assert "Unknown tie rule “dice”. Choose one of cut, half-game," in response.content.decode()
    assert not get_latest_round(party).results.exists()


def test_a_round_that_is_not_played_yet_leads_back(desk):
    party = make_seated_party(players=12)
    assert desk.get(f"/parties/{party.pk}/play/?round=7").url == f"/parties/{party.pk}/play/"


@pytest.mark.parametrize("entry", leave_to_slow(["points", "cards", "mix", "totals"], but=1))
def test_a_key_of_the_clock_is_answered_with_the_clock_alone(desk, entry):
    party = make_seated_party(players=12, system="drive-whist", method="tricks", entry=entry)
    for key in ("ring", "start", "pause", "more", "ring"):
        sent = {"key": key, "round_no": 1}
        response = desk.post(f"/parties/{party.pk}/play/clock/", sent, headers=HTMX)
        assert response["HX-Reswap"] == "none"
        assert "<header" not in response.content.decode()


def test_cards_let_the_clock_go_on_through_a_break_and_back(desk):
    party = make_seated_party(
        players=12, system="drive-whist", method="tricks", entry="cards", rounds=3
    )
    party.session.breaks = [[2, 20]]
    party.session.save()

    def press(round_no, *keys):
        for key in keys:
            desk.post(f"/parties/{party.pk}/play/clock/", {"key": key, "round_no": round_no})
        clock = make_party_clock(fetch_party_by_session(party.pk))
        return (
            clock.round_no,
            clock.state,
            [key.label for key in (clock.buttons[0], clock.back_button) if not key.is_disabled],
        )

    assert press(1, "start", "ring") == (1, "paused", ["Start round 2", "Restart round"])
    assert press(1, "next") == (2, "running", ["Pause", "Restart round"])
    assert press(2, "ring") == (2, "paused", ["Start break", "Restart round"])
    assert press(2, "next") == (3, "waiting", ["Start round 3", "Previous round"])
    assert press(3, "back") == (2, "waiting", ["Start round 2", "Previous round"])
    press(2, "start", "ring", "next")
    assert press(3, "start", "ring") == (3, "paused", ["Restart round"])


def test_the_room_is_told_nothing_while_nothing_changes(desk):
    party = make_seated_party(players=12)
    asks = find_elements(desk.get(f"/parties/{party.pk}/room/"), "#room")[0].get("hx-get")
    desk.post(f"/parties/{party.pk}/play/clock/", {"key": "start", "round_no": 1})
    assert desk.get(asks, headers=HTMX).status_code == 200
    asks = find_elements(desk.get(f"/parties/{party.pk}/room/"), "#room")[0].get("hx-get")
    assert desk.get(asks, headers=HTMX).status_code == 204
    enter_winner(party, 1)
    assert "Still playing" in desk.get(asks, headers=HTMX).content.decode()


def test_points_below_nothing_are_written_with_a_minus():
    party = make_seated_party(
        players=12, system="progressive-five-hundred", method="plus-and-minus"
    )
    party = fetch_party_by_session(party.pk)
    player = party.players.get(number=int(get_latest_round(party).seating[0]["sides"][0][0]))
    enter_winner(party, 1, None, points=(-60, 200))
    assert "−60–200" in Client().get(f"/p/{player.token}/").content.decode()


def test_no_player_has_a_wrong_address():
    assert Client().get("/p/abcdefghijkl/").status_code == 404


def test_the_private_address_is_shown_as_a_code(desk):
    party = make_seated_party(players=12)
    player = party.players.get(number=5)
    response = desk.get(f"/parties/{party.pk}/players/5/")
    assert response.context["address"] == f"http://testserver/p/{player.token}/"
    assert "<svg" in response.content.decode()


def test_every_act_is_listed_with_who_and_whether_it_was_undone(desk, director):
    party = make_seated_party(players=12)
    desk.post(f"/parties/{party.pk}/play/rounds/1/tables/1/", {"winner": "0", "version": "0"})
    number = party.acts.first().number
    desk.post(f"/parties/{party.pk}/play/undo/{number}/")
    act = desk.get(f"/parties/{party.pk}/acts/").context["pages"][0]
    assert act.number == number
    assert act.kind == "result"
    assert act.made_by == director
    assert act.undone_by == director


@pytest.mark.slow
def test_queries_do_not_grow_with_the_party(desk):
    small, large = make_seated_party(players=12), make_seated_party(players=24, named=True)
    for party in (small, large):
        play_round(party)
    counted = {step: count_queries(desk, f"/parties/{small.pk}/{step}/") for step in STEPS}
    assert {step: count_queries(desk, f"/parties/{large.pk}/{step}/") for step in STEPS} == counted
