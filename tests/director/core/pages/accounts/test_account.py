"""The first director's one-time link, sign-in, and who is kept out."""

from datetime import datetime

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import get_resolver, reverse

from director.core.club.accounts import get_or_create_welcome_path
from director.models import Club, Event
from tests.director.pages import find_elements, find_texts
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


def test_welcome_names_the_club_of_events_that_are_there_already(client):
    club = Club.objects.create(name="Riverside Club")
    client.post(get_or_create_welcome_path(), WELCOME | {"club_name": "Thornbury Club"})
    assert [(club.pk, club.name) for club in Club.objects.all()] == [(club.pk, "Thornbury Club")]


def test_first_account_can_be_made_while_the_clock_starts_at_1970(client, monkeypatch):
    monkeypatch.setattr(PasswordResetTokenGenerator, "_now", lambda _self: datetime(1970, 1, 1))
    assert client.post(get_or_create_welcome_path(), WELCOME).url == "/"
    assert get_user_model().objects.get().username == "dora"


def test_link_made_before_the_clock_was_set_has_expired(client, monkeypatch):
    with monkeypatch.context() as wrong_clock:
        wrong_clock.setattr(PasswordResetTokenGenerator, "_now", lambda _self: datetime(1999, 1, 1))
        path = get_or_create_welcome_path()
    assert client.post(path, WELCOME).status_code == 404
    assert client.post(get_or_create_welcome_path(), WELCOME).url == "/"


def test_welcome_link_works_once(client):
    path = get_or_create_welcome_path()
    client.post(path, WELCOME)
    response = Client().post(path, WELCOME | {"username": "eve"})
    assert response.status_code == 404
    assert list(get_user_model().objects.values_list("username", flat=True)) == ["dora"]
    assert get_or_create_welcome_path() is None


def test_welcome_link_with_another_token_is_refused(client):
    uid = get_or_create_welcome_path().split("/")[2]
    assert client.get(f"/welcome/{uid}/abc-123/").status_code == 404
    assert client.get("/welcome/??/abc-123/").status_code == 404


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


def test_without_an_account_sign_in_tells_of_the_link_in_the_terminal(client):
    get_or_create_welcome_path()
    page = client.get("/", follow=True)
    (sentence,) = find_texts(page, "#first-account")
    assert "Open the link that the program shows in its terminal" in sentence
    make_director()
    assert not find_texts(client.get("/sign-in/"), "#first-account")


def test_sign_in_goes_where_the_director_wanted(client):
    make_director()
    page = client.get("/nights/")
    assert page.url == "/sign-in/?next=/nights/"
    done = client.post(
        page.url, {"username": "dora", "password": "felt-green-17", "next": "/nights/"}
    )
    assert done.url == "/nights/"


def test_name_may_hold_blanks_and_its_capitals_do_not_matter(client):
    client.post(get_or_create_welcome_path(), WELCOME | {"username": " Mary   Smith "})
    assert get_user_model().objects.get().username == "Mary Smith"
    again = Client()
    done = again.post("/sign-in/", {"username": "mary  SMITH", "password": "felt-green-17"})
    assert done.status_code == 302
    assert done.url == "/"


@pytest.mark.parametrize(
    ("typed", "sentences"),
    [
        pytest.param({}, ["Type your username.", "Type your password."], id="nothing"),
        pytest.param({"username": "dora"}, ["Type your password."], id="no password"),
        pytest.param(
            {"username": "dora", "password": "FELT-green-17"},
            ["The username or password is wrong. Try again."],
            id="wrong password",
        ),
    ],
)
def test_sign_in_refuses_with_a_sentence(client, typed, sentences):
    make_director()
    page = client.post("/sign-in/", typed)
    assert page.status_code == 422
    assert errors_of(page) == sentences


def test_capitals_matter_where_two_names_differ_in_nothing_else(client):
    make_director("dora")
    make_director("Dora")
    assert (
        client.post("/sign-in/", {"username": "Dora", "password": "felt-green-17"}).status_code
        == 302
    )


def test_sign_in_does_not_lead_to_another_site(client):
    make_director()
    there = {"username": "dora", "password": "felt-green-17", "next": "https://elsewhere.example/"}
    assert client.post("/sign-in/", there).url == "/"


def test_sign_out_closes_the_desk(client):
    client.force_login(make_director())
    client.post(reverse("sign_out"))
    assert client.get("/nights/").url == "/sign-in/?next=/nights/"


def test_the_club_s_address_leads_visitors_to_the_results_and_directors_to_tonight(client, desk):
    assert client.get("/").url == "/results/"
    (link,) = find_elements(client.get("/results/"), "footer a")
    assert link.text == "Sign in"
    assert link.get("href") == "/sign-in/"
    assert desk.get("/").status_code == 200


def test_sign_in_says_what_to_do_about_a_forgotten_password(client):
    text = " ".join(" ".join(find_texts(client.get("/sign-in/"), "main")).split())
    assert "Forgotten your password? Ask a director for a new link." in text
    assert "manage.py changepassword" in text


def addresses():
    """Return (name, path) of every address of the program, its numbers filled in."""
    for pattern in get_resolver().url_patterns:
        route = str(pattern.pattern)
        for part, value in (
            ("<number:", "1"),
            ("<place:", "1"),
            ("<str:", "x"),
            ("<slug:", "x"),
            ("<path:", "x"),
        ):
            while part in route:
                start = route.index(part)
                route = route[:start] + value + route[route.index(">", start) + 1 :]
        yield pattern.name, "/" + route


def test_every_public_address_exists():
    assert {name for name, _ in addresses()} >= PUBLIC


@pytest.mark.parametrize("path", [path for name, path in addresses() if name not in PUBLIC])
def test_signed_out_visitor_reads_only_published_results(client, path):
    make_director()
    page = client.get(path)
    led_to = "/results/" if path == "/" else f"/sign-in/?next={path}"
    assert page.status_code == 302
    assert page.url == led_to
    refused = client.post(path, {"text": "4SS="})
    assert refused.status_code == 403
    assert "You are signed out" in refused.content.decode()
    assert Event.objects.count() == 0


def test_post_without_its_token_is_refused(director):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(director)
    refused = strict.post(
        "/events/new/", {"name": "Tuesday", "date": "2026-11-17", "game": "bridge"}
    )
    assert refused.status_code == 403
    assert Event.objects.count() == 0


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


def test_account_signs_in_by_either_spelling_of_its_letters(client):
    client.post(get_or_create_welcome_path(), WELCOME | {"username": "Zoe\u0308"})
    assert get_user_model().objects.get().username == "Zo\u00eb"
    for name in ("Zoe\u0308", "zo\u00eb"):
        done = Client().post("/sign-in/", {"username": name, "password": "felt-green-17"})
        assert done.url == "/"
