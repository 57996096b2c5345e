"""The page of the accounts: links for new ones, roles, closing, signing out elsewhere, and the log of sign-ins."""

from datetime import datetime, timedelta

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.test import Client
from django.utils import timezone

from director.core.base.roles import Role
from director.core.club.accounts import (
    change_account_role,
    close_account,
    invite_account,
)
from director.errors import DeskError
from director.models import SignInAttempt, SignInPlace
from tests.director.pages import (
    count_queries,
    find_elements,
    find_errors,
    find_texts,
    read_table_rows,
)
from tests.factories import make_account, make_director, sign_in

User = get_user_model()
MARY = {"username": "Mary Smith", "password": "felt-green-18"}
LAST = "dora is the only director who can sign in. Make someone else a director first."

pytestmark = pytest.mark.django_db


def path_of(link: str) -> str:
    return link.removeprefix("http://testserver")


def invite(desk, role: Role = Role.DIRECTOR) -> str:
    desk.post("/accounts/link/", {"role": role.value})
    return path_of(find_elements(desk.get("/accounts/"), "#invite")[0].get("value"))


class TestNewAccount:
    def test_link_can_be_made_with_a_clock_before_2001(self, desk, monkeypatch):
        monkeypatch.setattr(PasswordResetTokenGenerator, "_now", lambda _self: datetime(1999, 5, 1))
        assert Client().post(invite(desk, Role.SCORER), MARY).url == "/"

    def test_bad_input_is_refused_and_the_link_stays_good(self, desk):
        link = invite(desk)
        page = Client().post(link, MARY | {"username": "DORA"})
        assert page.status_code == 422
        assert find_errors(page) == ["The username DORA is taken. Choose another."]
        assert Client().post(link, MARY).status_code == 302

    def test_link_can_be_scanned_and_copied(self, desk):
        desk.post("/accounts/link/", {"role": Role.DIRECTOR.value}, HTTP_HOST="testserver")
        page = desk.get("/accounts/")
        assert find_elements(page, "svg.qr")
        (button,) = [box for box in find_elements(page, "button") if box.get("data-copy")]
        assert button.get("data-copy") == "invite"

    @pytest.mark.parametrize("made_up", ["/join/MQ/abc-123/", "/join/??/abc-123/"])
    def test_made_up_link_is_refused(self, client, director, made_up):
        assert client.get(made_up).status_code == 404

    def test_withdrawing_takes_no_account_that_is_used(self, desk, director):
        desk.post(f"/accounts/links/{director.pk}/withdraw/")
        assert User.objects.get() == director


class TestRole:
    def test_changes_from_the_next_request_on(self, desk):
        account = make_account("sam", Role.SCORER)
        sam = sign_in(account)
        assert sam.post("/people/new/", {"name": "Ada Ash"}).status_code == 403
        done = desk.post(f"/accounts/{account.pk}/role/", {"role": Role.DIRECTOR.value})
        assert find_texts(desk.get(done.url), "#messages p") == ["sam is now a director."]
        assert sam.post("/people/new/", {"name": "Ada Ash"}).status_code == 302
        desk.post(f"/accounts/{account.pk}/role/", {"role": Role.VIEWER.value})
        assert sam.post("/people/new/", {"name": "Bert Birch"}).status_code == 403

    def test_director_who_becomes_a_viewer_reads_on(self, desk, director):
        make_director("eve")
        done = desk.post(f"/accounts/{director.pk}/role/", {"role": Role.VIEWER.value})
        assert done.url == "/club/"
        assert find_texts(desk.get(done.url), "#messages p") == ["dora is now a viewer."]
        assert desk.get("/accounts/").status_code == 403

    @pytest.mark.parametrize("tail", ["role/", "close/", "open/", "devices/"])
    def test_account_that_is_gone_is_said_so(self, desk, tail):
        page = desk.post(f"/accounts/999/{tail}", {"role": "1"})
        assert page.status_code == 422
        assert find_errors(page)[:1] == ["This account doesn’t exist any more. Reload the list."]


class TestClosing:
    def test_ends_every_session_at_once_and_keeps_the_account_out(self, desk):
        account = make_account("sam", Role.SCORER)
        laptop, phone = sign_in(account), sign_in(account)
        assert [client.get("/").status_code for client in (laptop, phone)] == [200, 200]
        desk.post(f"/accounts/{account.pk}/close/")
        assert [client.get("/").status_code for client in (laptop, phone)] == [302, 302]
        page = Client().post("/sign-in/", {"username": "sam", "password": "felt-green-17"})
        assert page.status_code == 422
        assert find_errors(page) == ["This account is closed. Ask a director to reopen it."]
        wrong = Client().post("/sign-in/", {"username": "sam", "password": "felt-green-18"})
        assert find_errors(wrong) == ["The username or password is wrong. Try again."]

    def test_opened_again_it_takes_its_password_and_no_session_of_before(self, desk):
        account = make_account("sam", Role.SCORER)
        before = sign_in(account)
        desk.post(f"/accounts/{account.pk}/close/")
        assert find_texts(desk.get("/accounts/"), ".flag.bad") == ["closed"]
        desk.post(f"/accounts/{account.pk}/open/")
        assert before.get("/").status_code == 302
        assert (
            Client().post("/sign-in/", {"username": "sam", "password": "felt-green-17"}).status_code
            == 302
        )

    def test_last_open_director_is_not_closed(self, desk, director):
        closed = make_director("eve")
        desk.post(f"/accounts/{closed.pk}/close/")
        invite_account(role=Role.DIRECTOR)
        page = desk.post(f"/accounts/{director.pk}/close/")
        assert page.status_code == 422
        assert find_errors(page)[:1] == [LAST]
        assert desk.get("/accounts/").status_code == 200

    def test_two_directors_cannot_close_or_demote_each_other(self, director):
        eve = make_director("eve")
        close_account(account_id=eve.pk)
        with pytest.raises(DeskError, match="only director"):
            change_account_role(account_id=director.pk, role=Role.VIEWER)
        with pytest.raises(DeskError, match="only director"):
            close_account(account_id=director.pk)

    def test_director_may_close_the_own_account_where_another_is_left(self, desk, director):
        make_director("eve")
        done = desk.post(f"/accounts/{director.pk}/close/")
        assert done.url == "/club/"
        assert desk.get(done.url).url == "/sign-in/?next=/club/"


class TestDevices:
    def test_somebody_is_signed_out_everywhere_and_nobody_else(self, desk):
        sam, eve = make_account("sam", Role.SCORER), make_director("eve")
        theirs = [sign_in(sam), sign_in(sam)]
        other = sign_in(eve)
        page = desk.get("/accounts/")
        assert ["sam", "Scorer", "2"] in [row[:3] for row in read_table_rows(page, "#accounts")]
        done = desk.post(f"/accounts/{sam.pk}/devices/")
        assert find_texts(desk.get(done.url), "#messages p") == ["sam is signed out on 2 devices."]
        assert [client.get("/").status_code for client in (*theirs, other, desk)] == [
            302,
            302,
            200,
            200,
        ]


class TestLog:
    def rows(self, desk) -> list[list[str]]:
        return [
            [who, where, how]
            for who, _when, where, how in read_table_rows(desk.get("/accounts/sign-ins/"))
        ]

    def test_comes_in_pages(self, desk):
        now = timezone.now()
        SignInAttempt.objects.bulk_create(
            SignInAttempt(
                name="dora",
                address=f"192.0.2.{number}",
                succeeded=True,
                at=now - timedelta(hours=number),
            )
            for number in range(50)
        )
        assert len(read_table_rows(desk.get("/accounts/sign-ins/"))) == 25
        assert [row[2] for row in read_table_rows(desk.get("/accounts/sign-ins/?page=2"))][
            -1
        ] == "192.0.2.49"

    def test_every_door_and_outcome_has_its_words(self, desk):
        for door in SignInPlace:
            for succeeded in (True, False):
                SignInAttempt.objects.create(
                    name="x", address="y", succeeded=succeeded, at=timezone.now(), door=door
                )
        assert len({how for _who, _where, how in self.rows(desk)}) == 6


def test_page_takes_as_many_queries_for_many_accounts(desk):
    few = count_queries(desk, "/accounts/")
    for number in range(5):
        sign_in(make_account(f"sam {number}", Role(number % 3 + 1)))
        invite_account(role=Role.SCORER)
    assert count_queries(desk, "/accounts/") == few
