"""The first director's one-time link, sign-in, and who is kept out."""

from datetime import datetime

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import get_resolver, reverse

from director.core.club.accounts import get_or_create_welcome_path
from director.models import Club
from tests.factories import make_director

WELCOME = {
    "club_name": "Riverside Club",
    "paper": "letter",
    "username": "dora",
    "password": "felt-green-17",
}
PUBLIC = {
    "health",
    "health_live",
    "health_ready",
    "welcome",
    "join",
    "sign_in",
    "sign_out",
    "event_standings",
    "event_pair",
    "event_board",
    "event_recap",
    "event_matches",
    "event_match",
    "event_session",
    "event_json",
    "event_changes",
    "event_player",
    "event_players",
    "event_players_csv",
    "event_players_xlsx",
    "party_phone",
    "club_season",
    "club_season_json",
    "former_season",
    "former_season_file",
    "former_season_json",
    "player",
    "published",
    "feed",
    "next_nights_calendar",
    "next_nights_feed",
    "embedded_event",
    "embedded_latest",
} | {
    pattern.name
    for pattern in get_resolver().url_patterns
    # Whoever holds the private address.
    if str(pattern.pattern).startswith(("t/", "my/"))
}

pytestmark = pytest.mark.django_db


def errors_of(page) -> list[str]:
    return [error for field in page.context["form"].errors.values() for error in field]


def test_welcome_makes_club_and_account_and_signs_in(client):
    done = client.post(get_or_create_welcome_path(), WELCOME)
    assert done.status_code == 302
    assert done.url == "/"
    assert [(club.name, club.paper) for club in Club.objects.all()] == [
        ("Riverside Club", "letter")
    ]
    assert get_user_model().objects.get().username == "dora"
    assert client.get("/").status_code == 200


def test_link_made_before_the_clock_was_set_has_expired(client, monkeypatch):
    with monkeypatch.context() as wrong_clock:
        wrong_clock.setattr(PasswordResetTokenGenerator, "_now", lambda _self: datetime(1999, 1, 1))
        path = get_or_create_welcome_path()
    assert client.post(path, WELCOME).status_code == 404
    assert client.post(get_or_create_welcome_path(), WELCOME).url == "/"


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("password", "12345678", "This password is too easy to guess. Choose another."),
        ("password", "x7&k", "This password has fewer than 8 characters. Choose a longer one."),
        ("password", "", "Type a password."),
        ("password", "x" * 201, "This password is too long. Use at most 200 characters."),
        ("username", "first-director", "The username first-director is taken. Choose another."),
        ("username", " ", "Type a username, such as Mary Smith."),
        ("username", "d" * 61, "This name is too long. Use at most 60 characters."),
        (
            "username",
            "do\u202era",
            "This name contains invisible characters. Type it again with letters and digits.",
        ),
        ("club_name", "c" * 81, "The club’s name is too long. Use at most 80 characters."),
        ("paper", "a3", "Choose A4 or US Letter."),
    ],
    ids=lambda value: value[:12] if isinstance(value, str) else None,
)
def test_welcome_refuses_and_keeps_what_was_typed(client, field, value, sentence):
    page = client.post(get_or_create_welcome_path(), WELCOME | {field: value})
    assert page.status_code == 422
    assert sentence in errors_of(page)
    assert get_user_model().objects.get().username == "first-director"
    if field != "club_name":
        assert 'value="Riverside Club"' in page.content.decode()


def test_welcome_refuses_a_password_like_the_name(client):
    alike = {"username": "dora-director", "password": "Dora-director1"}
    page = client.post(get_or_create_welcome_path(), WELCOME | alike)
    assert errors_of(page) == ["This password is too similar to your username. Choose another."]


def test_name_may_hold_blanks_and_its_capitals_do_not_matter(client):
    client.post(get_or_create_welcome_path(), WELCOME | {"username": " Mary   Smith "})
    assert get_user_model().objects.get().username == "Mary Smith"
    again = Client()
    done = again.post("/sign-in/", {"username": "mary  SMITH", "password": "felt-green-17"})
    assert done.status_code == 302
    assert done.url == "/"


def test_sign_out_closes_the_desk(client):
    client.force_login(make_director())
    client.post(reverse("sign_out"))
    assert client.get("/nights/").url == "/sign-in/?next=/nights/"


def addresses():
    """Return (name, path) of every address of the program, its numbers filled in."""
    for pattern in get_resolver().url_patterns:
        route = str(pattern.pattern)
        for part, value in (
            ("<number:", "1"),
            ("<section:", "1"),
            ("<str:", "x"),
            ("<slug:", "x"),
            ("<path:", "x"),
        ):
            while part in route:
                start = route.index(part)
                route = route[:start] + value + route[route.index(">", start) + 1 :]
        yield pattern.name, "/" + route


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("do\u202era", "account-name-unseen"),
        (" dora", "account-name-unseen"),
        ("d" * 61, "account-name-too-long"),
    ],
)
def test_forms_and_the_model_of_accounts_refuse_the_same_names(name, code):
    with pytest.raises(ValidationError) as refusal:
        get_user_model()(username=name).clean_fields(exclude={"password"})
    assert [error.code for error in refusal.value.error_dict["username"]] == [code]
