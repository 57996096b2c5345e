"""The club's page: name and paper, the own password and devices; and changing a night."""

from datetime import date

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from director.boards.play.scores.result import enter_result
from director.models import Club, Event, Session
from tests.director.pages import find_elements, find_errors, find_texts
from tests.factories import make_club, make_director, make_night, sign_in

User = get_user_model()
MARY = {"username": "Mary Smith", "password": "felt-green-18"}

pytestmark = pytest.mark.django_db


class TestNameAndPaper:
    def test_are_shown_and_changed(self, desk):
        make_club()
        page = desk.get("/club/")
        assert find_elements(page, "#id_club_name")[0].get("value") == "Riverside Club"
        done = desk.post("/club/", {"club_name": "Hill Club", "paper": "letter"})
        assert done.status_code == 302
        assert done.url == "/club/"
        assert [(club.name, club.paper) for club in Club.objects.all()] == [("Hill Club", "letter")]
        assert find_texts(desk.get("/club/"), "#messages p") == ["Saved."]

    def test_the_network_for_players_is_kept_and_shown(self, desk):
        make_club()
        typed = {"wifi_name": "Guests", "wifi_code": "seven of hearts"}
        desk.post("/club/phones/", typed)
        shown = {
            box.get("name"): box.get("value")
            for box in find_elements(desk.get("/club/phones/"), "form input")
        }
        assert (shown["wifi_name"], shown["wifi_code"]) == ("Guests", "seven of hearts")
        assert desk.post("/club/phones/", typed | {"wifi_name": "G" * 33}).status_code == 422

    @pytest.mark.parametrize(
        ("typed", "sentence"),
        [
            pytest.param(
                {"club_name": " ", "paper": "a4"},
                "Type the club’s name.",
                id="no name",
            ),
            pytest.param(
                {"club_name": "hill club", "paper": "a4"},
                "Another club is already called hill club. Choose another name.",
                id="taken",
            ),
        ],
    )
    def test_impossible_ones_are_refused(self, desk, typed, sentence):
        make_club()
        make_club("Hill Club")
        page = desk.post("/club/", typed)
        assert page.status_code == 422
        assert find_errors(page) == [sentence]
        assert Club.objects.first().name == "Riverside Club"


class TestOwnPassword:
    NEW = {"current": "felt-green-17", "password": "card-table-9"}

    def test_is_changed_and_the_director_stays_signed_in_here_alone(self, desk, director):
        elsewhere = sign_in(director)
        done = desk.post("/club/password/", self.NEW)
        assert find_texts(desk.get(done.url), "#messages p") == [
            "Password changed. Your other devices are signed out."
        ]
        assert elsewhere.get("/club/").status_code == 302
        assert (
            Client().post("/sign-in/", {"username": "dora", "password": "card-table-9"}).status_code
            == 302
        )

    @pytest.mark.parametrize(
        ("typed", "sentence"),
        [
            ({"current": "felt-green-18"}, "This isn’t your current password. Type it again."),
            ({"current": ""}, "Type your current password."),
            (
                {"password": "short"},
                "This password has fewer than 8 characters. Choose a longer one.",
            ),
        ],
        ids=["wrong", "none", "short"],
    )
    def test_impossible_one_is_refused(self, desk, director, typed, sentence):
        page = desk.post("/club/password/", self.NEW | typed)
        assert page.status_code == 422
        assert find_errors(page) == [sentence]
        director.refresh_from_db()
        assert director.check_password("felt-green-17")


class TestOwnDevices:
    def test_others_are_signed_out_and_this_one_stays(self, desk, director):
        elsewhere, mary = Client(), Client()
        elsewhere.force_login(director)
        mary.force_login(make_director("Mary"))
        assert "You’re signed in on 2 devices." in find_texts(desk.get("/club/password/"), "form p")
        done = desk.post("/club/devices/")
        assert find_texts(desk.get(done.url), "#messages p") == [
            "You’re signed out on 1 other device."
        ]
        assert [client.get("/").status_code for client in (desk, elsewhere, mary)] == [
            200,
            302,
            200,
        ]
        assert "You’re signed in on this device only." in find_texts(
            desk.get("/club/password/"), "form p"
        )

    def test_a_device_signed_out_by_a_new_password_is_not_counted(self, desk, director):
        sign_in(director)  # on another device
        desk.post("/club/password/", TestOwnPassword.NEW)
        assert "You’re signed in on this device only." in find_texts(
            desk.get("/club/password/"), "form p"
        )


class TestNight:
    CHANGED = {"name": "Wednesday pairs", "date": "2026-11-18", "game": "whist"}

    def test_name_day_and_game_change_before_results(self, desk):
        section = make_night(pairs=8)
        event = section.session.event
        page = desk.get(f"/events/{event.pk}/change/")
        assert [
            find_elements(page, f"#id_{name}")[0].get("value") for name in ("name", "date")
        ] == [
            "Tuesday pairs",
            "2026-11-17",
        ]
        done = desk.post(f"/events/{event.pk}/change/", self.CHANGED)
        assert done.url == f"/sessions/{section.session_id}/"
        event.refresh_from_db()
        assert event.name == "Wednesday pairs"
        assert event.date == date(2026, 11, 18)
        assert event.game == "whist"
        assert event.scoring == "average"

    def test_game_stays_once_a_result_is_in_but_the_name_may_change(self, desk, director):
        section = make_night(pairs=8)
        enter_result(section=section, board_no=1, ns=1, ew=5, text="4SS=", user=director)
        event = section.session.event
        page = desk.post(f"/events/{event.pk}/change/", self.CHANGED)
        assert page.status_code == 422
        assert find_errors(page) == [
            (
                "Results of Tuesday pairs have been entered, so the game stays duplicate bridge. Delete them in "
                "Scores first, or start a new event."
            )
        ]
        assert Event.objects.get().name == "Tuesday pairs"
        assert find_elements(page, "#id_name")[0].get("value") == "Wednesday pairs"
        assert (
            desk.post(f"/events/{event.pk}/change/", self.CHANGED | {"game": "bridge"}).status_code
            == 302
        )
        assert Event.objects.get().name == "Wednesday pairs"

    def test_bad_input_stores_nothing(self, desk):
        event = make_night(pairs=8).session.event
        page = desk.post(f"/events/{event.pk}/change/", self.CHANGED | {"date": "31 February"})
        assert page.status_code == 422
        assert find_errors(page) == ["This isn’t a date. Type it as 2026-11-17."]
        assert Event.objects.get().name == "Tuesday pairs"

    def test_list_of_nights_leads_there(self, desk):
        event = make_night(pairs=8).session.event
        page = desk.get("/nights/")
        assert f"/events/{event.pk}/change/" in [
            link.get("href") for link in find_elements(page, "main a")
        ]
        assert Session.objects.count() == 1


@pytest.mark.parametrize(
    "path", ["/club/", "/club/devices/", "/club/password/", "/events/1/change/"]
)
def test_signed_out_nothing_is_shown_or_changed(client, path):
    make_director()
    assert client.get(path).status_code == 302
    assert client.post(path, MARY).status_code == 403
    assert User.objects.count() == 1
