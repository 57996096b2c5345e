"""The club's page: name and paper, the own password and devices; and changing a night."""

from datetime import date

import pytest
from django.test import Client

from director.boards.play.scores.result import enter_result
from director.models import Event
from tests.director.pages import find_elements, find_errors, find_texts
from tests.factories import make_night, sign_in

pytestmark = pytest.mark.django_db


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


class TestOwnDevices:
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
