"""The first director's one-time link, sign-in, and who is kept out."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import get_resolver, reverse

from director.models import Club, Event
from director.services.club import welcome_path
from tests.factories import make_director

WELCOME = {
    "club_name": "Riverside Club",
    "paper": "letter",
    "username": "dora",
    "password": "felt-green-17",
    "password_again": "felt-green-17",
}
PUBLIC = {"welcome", "sign_in", "sign_out", "event_standings", "event_pair", "event_board", "event_recap", "event_json"}

pytestmark = pytest.mark.django_db


def errors_of(page) -> list[str]:
    return [error for field in page.context["form"].errors.values() for error in field]


def test_welcome_makes_club_and_account_and_signs_in(client):
    done = client.post(welcome_path(), WELCOME)
    assert (done.status_code, done.url) == (302, "/")
    assert [(club.name, club.paper) for club in Club.objects.all()] == [("Riverside Club", "letter")]
    assert get_user_model().objects.get().username == "dora"
    assert client.get("/").status_code == 200


def test_welcome_link_works_once(client):
    path = welcome_path()
    client.post(path, WELCOME)
    again = Client().post(path, WELCOME | {"username": "eve"})
    assert again.status_code == 404
    assert list(get_user_model().objects.values_list("username", flat=True)) == ["dora"]
    assert welcome_path() is None


def test_welcome_link_with_another_token_is_refused(client):
    uid = welcome_path().split("/")[2]
    assert client.get(f"/welcome/{uid}/abc-123/").status_code == 404
    assert client.get("/welcome/??/abc-123/").status_code == 404


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("password_again", "felt-green-18", "The two passwords differ. Type the same one twice."),
        ("password", "12345678", "This password is too common."),
        ("username", "first-director", "The name first-director is taken. Choose another."),
        ("club_name", "", "This field is required."),
    ],
)
def test_welcome_refuses_and_keeps_what_was_typed(client, field, value, sentence):
    page = client.post(welcome_path(), WELCOME | {field: value})
    assert sentence in errors_of(page)
    assert get_user_model().objects.get().username == "first-director"
    if field != "club_name":
        assert 'value="Riverside Club"' in page.content.decode()


def test_sign_in_goes_where_the_director_wanted(client):
    make_director()
    wanted = client.get("/nights/")
    assert wanted.url == "/sign-in/?next=/nights/"
    done = client.post(wanted.url, {"username": "dora", "password": "felt-green-17", "next": "/nights/"})
    assert done.url == "/nights/"


def test_sign_in_does_not_lead_to_another_site(client):
    make_director()
    there = {"username": "dora", "password": "felt-green-17", "next": "https://elsewhere.example/"}
    assert client.post("/sign-in/", there).url == "/"


def test_sign_out_closes_the_desk(client):
    client.force_login(make_director())
    client.post(reverse("sign_out"))
    assert client.get("/").url == "/sign-in/?next=/"


def addresses():
    """Return (name, path) of every address of the program, its numbers filled in."""
    for pattern in get_resolver().url_patterns:
        route = str(pattern.pattern)
        for part, value in (("<number:", "1"), ("<str:", "x")):
            while part in route:
                start = route.index(part)
                route = route[:start] + value + route[route.index(">", start) + 1 :]
        yield pattern.name, "/" + route


@pytest.mark.parametrize(("name", "path"), list(addresses()), ids=str)
def test_signed_out_visitor_reads_only_published_results(client, name, path):
    if name in PUBLIC:
        return
    page = client.get(path)
    assert (page.status_code, page.url) == (302, f"/sign-in/?next={path}")
    refused = client.post(path, {"text": "4SS="})
    assert refused.status_code == 403
    assert "You are signed out" in refused.content.decode()
    assert Event.objects.count() == 0


def test_post_without_its_token_is_refused(director):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(director)
    refused = strict.post("/events/new/", {"name": "Tuesday", "date": "2026-11-17", "game": "bridge"})
    assert refused.status_code == 403
    assert Event.objects.count() == 0
