"""The club's page of cards, the own password and devices; and changing a night."""

from datetime import date

import pytest
from django.test import Client

from director.boards.play.scores.result import enter_result
from director.core.base.roles import Role
from director.core.club.club import get_or_create_club
from director.core.club.hooks import CLUB_CARDS, ClubCard
from director.core.club.next_nights import add_next_night
from director.models import Event
from tests.director.pages import count_queries, find_elements, find_errors, find_texts
from tests.factories import make_account, make_club, make_night, sign_in

pytestmark = pytest.mark.django_db


class TestCards:
    @pytest.mark.parametrize(
        ("address", "anchor"),
        [("phones", "club_phones"), ("numbers", "club_numbers"), ("website", "website")],
    )
    def test_an_older_address_leads_to_its_card(self, desk, address, anchor):
        response = desk.get(f"/club/{address}/")
        assert response.url == f"/club/#{anchor}"
        assert len(find_elements(desk.get(response.url), f"#{anchor}")) == 1

    def test_what_was_saved_is_said_at_its_card(self, desk):
        response = desk.post("/club/phones/", {"wifi_name": "Club room"})
        assert response.url == "/club/?saved=club_phones#club_phones"
        page = desk.get(response.url)
        assert find_texts(page, "#messages") == ["Saved."]
        assert find_texts(page, "#club_phones #messages p") == ["Saved."]
        assert find_texts(page, "#club_phones dd") == ["Club room", "none"]

    def test_a_message_for_no_card_is_above_all(self, desk):
        desk.post("/club/phones/", {"wifi_name": "Club room"})
        page = desk.get("/club/?saved=nothing")
        assert find_texts(page, "#messages p") == ["Saved."]
        assert find_texts(page, ".sheet #messages") == []

    def test_a_refused_form_keeps_what_was_typed_and_the_others_what_is_stored(self, desk):
        desk.post("/club/phones/", {"wifi_name": "Club room"})
        typed = {"number_body": "EBU", "sent_body": "ACBL", "club_number": "12"}
        page = desk.post("/club/numbers/", typed)
        assert page.status_code == 422
        assert len(find_errors(page)) == 1
        assert find_texts(page, "#club_numbers .bad") == find_errors(page)
        boxes = {name: find_elements(page, f"#id_{name}")[0].get("value") for name in typed}
        assert boxes == typed
        assert find_elements(page, "#id_wifi_name")[0].get("value") == "Club room"
        assert find_texts(page, "#club_numbers dd") == ["none"] * 3
        opened = [fold for fold in find_elements(page, "details") if fold.get("open") is not None]
        assert len(opened) == 1

    @pytest.mark.parametrize("role", Role)
    def test_each_role_has_its_cards(self, role, monkeypatch):
        monkeypatch.setattr(CLUB_CARDS, "answers", [])
        make_club()
        page = sign_in(make_account("sam", role)).get("/club/")
        titles = ["Next nights", "Backups", "Website", "Directors"]
        if role is Role.DIRECTOR:
            titles[1:1] = ["Accounts"]
            titles[-1:] = ["Settings", "Players’ phones", "Membership numbers"]
        assert find_texts(page, "h2") == titles
        forms = [
            form for form in find_elements(page, "form") if form.get("action").startswith("/club/")
        ]
        assert len(forms) == (3 if role is Role.DIRECTOR else 0) + 1  # sign out of all devices

    def test_an_addition_that_is_left_out_has_no_card(self, desk, monkeypatch):
        monkeypatch.setattr(CLUB_CARDS, "answers", [])
        page = desk.get("/club/")
        assert "Movements" not in find_texts(page, "h2")
        CLUB_CARDS.register(lambda club: ClubCard("people", "Members", f"Of {club.name}"))
        assert find_texts(desk.get("/club/"), "h2 a")[-1] == "Members"

    def test_more_nights_and_accounts_cost_no_more_queries(self, desk):
        make_night(pairs=6)
        before = count_queries(desk, "/club/")
        for number in range(3):
            make_night(pairs=6)
            make_account(f"dora {number}", Role.DIRECTOR)
            add_next_night(club=get_or_create_club(), date=date(2030, 1, 1 + number), kind="Pairs")
        assert count_queries(desk, "/club/") == before


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
