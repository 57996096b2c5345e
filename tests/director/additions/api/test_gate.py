"""What every address of the interface answers, whatever is asked of it."""

import json

import pytest
from django.test import Client

from director.additions.api import gate
from director.additions.api.urls import API_PATTERNS
from tests.director.additions.api.asking import BASE, create_api_token, get_json
from tests.factories import make_played_section

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("path", "where", "sentence"),
    [
        ("/events?page=x", "page", "“page” has a wrong value. It must be a whole number."),
        ("/events?page=0", "page", "“page” has a wrong value. It must be a number from 1 on."),
        (
            "/events?page_size=101",
            "page_size",
            "“page_size” has a wrong value. It must be a number up to 100.",
        ),
        (
            "/events?since=soon",
            "since",
            "“since” has a wrong value. It must be a date such as 2026-11-17.",
        ),
        (
            f"/events?q={'x' * 81}",
            "q",
            "“q” has a wrong value. It must be a text of at most 80 characters.",
        ),
    ],
)
def test_wrong_values_are_named_with_what_they_must_be(path, where, sentence):
    payload = get_json(path, 422)
    assert payload["code"] == "wrong-value"
    assert payload["where"] == where
    assert payload["error"] == sentence


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/nothing", 404, "not-found"),
        ("/events/1/../../x", 404, "not-found"),
        ("/events/99999999999999999999", 404, "not-found"),
        ("/events/-1", 404, "not-found"),
        ("/events?q=%00", 400, "unreadable"),
        ("/events/%00", 400, "unreadable"),
    ],
)
def test_wrong_addresses_are_answered_in_json(path, status, code):
    assert get_json(path, status)["code"] == code


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete", "trace"])
def test_other_methods_are_refused_in_json(method):
    response = getattr(Client(), method)(f"{BASE}/events")
    assert response.status_code == 405
    assert response["Allow"] == "GET, HEAD, OPTIONS"
    if method != "head":
        assert json.loads(response.content)["code"] == "method-not-allowed"


def test_address_without_the_version_is_answered_in_json():
    response = Client().get("/api/v9/events")
    assert response.status_code == 404
    assert json.loads(response.content)["code"] == "not-found"


def test_head_is_get_without_the_body():
    make_played_section()
    asked, head = Client().get(f"{BASE}/events"), Client().head(f"{BASE}/events")
    assert head.status_code == 200
    assert head.content == b""
    assert head["ETag"] == asked["ETag"]


def test_other_sites_may_read_what_is_public():
    response = Client().get(f"{BASE}/events")
    assert response["Access-Control-Allow-Origin"] == "*"
    assert "ETag" in response["Access-Control-Expose-Headers"]
    assert "Access-Control-Allow-Credentials" not in response.headers
    before = Client().options(f"{BASE}/events")
    assert before.status_code == 204
    assert before["Access-Control-Allow-Headers"] == "If-None-Match"
    assert before["Access-Control-Allow-Methods"] == "GET, HEAD"


def test_a_network_that_asks_too_often_waits(monkeypatch):
    monkeypatch.setattr(gate, "MAX_REQUESTS_PER_MINUTE", 2)
    monkeypatch.setattr(gate, "time", lambda: 1_000_000.0)
    answers = [Client().get(f"{BASE}/events", REMOTE_ADDR="10.0.0.7") for _ in range(3)]
    assert [response.status_code for response in answers] == [200, 200, 429]
    assert json.loads(answers[2].content)["code"] == "too-many-requests"
    assert answers[2]["Retry-After"] == "20"
    assert Client().get(f"{BASE}/events", REMOTE_ADDR="10.0.0.8").status_code == 200


def test_visitors_of_the_same_network_do_not_lock_out_a_token(monkeypatch):
    monkeypatch.setattr(gate, "MAX_REQUESTS_PER_MINUTE", 2)
    monkeypatch.setattr(gate, "time", lambda: 1_000_000.0)
    token = create_api_token(make_played_section().session.event)
    for _ in range(3):
        visitor = Client().get(f"{BASE}/events")
    assert visitor.status_code == 429
    asked = [
        Client().get(f"{BASE}/token", headers={"Authorization": f"Bearer {token}"})
        for _ in range(3)
    ]
    assert [response.status_code for response in asked] == [200, 200, 429]


def test_fault_of_the_program_is_an_error_in_json(monkeypatch, settings):
    settings.DEBUG_PROPAGATE_EXCEPTIONS = False
    monkeypatch.setattr("director.additions.api.public.fetch_public_club", lambda: 1 / 0)
    client = Client(raise_request_exception=False)
    response = client.get(f"{BASE}/clubs")
    assert response.status_code == 500
    assert json.loads(response.content)["code"] == "internal"
    assert b"ZeroDivision" not in response.content


def test_every_address_has_a_name_of_its_own():
    names = [pattern.name for pattern in API_PATTERNS]
    assert len(set(names)) == len(names)
    assert all(name.startswith("api") for name in names)
