"""Whatever is sent to any address of the interface, the answer is JSON: no traceback, and nothing stored by mistake."""

import json
import re
from urllib.parse import quote, urlencode

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from director.additions.api.urls import API_PATTERNS
from director.models import Result, TableWord
from tests.director.additions.api.asking import BASE, READ, create_api_token
from tests.director.core.files.sites import KINDS, make_published
from tests.factories import make_night, make_played_section

pytestmark = pytest.mark.django_db
SHARED = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
NAMES = ("page", "page_size", "q", "since", "until", "contest", "session", "table", "missing", "x")
ROUTES = sorted({str(pattern.pattern) for pattern in API_PATTERNS if pattern.name != "api_docs"})
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)
numbers = (
    st.integers(0, 3).map(str)
    | st.text("0123456789", min_size=1, max_size=30)
    | st.text(max_size=9)
)


def checked(answer):
    """Return the parsed *answer*, which must be JSON and no fault of the program."""
    assert answer.status_code in (200, 201, 204, 400, 401, 403, 404, 405, 409, 422), answer.content
    if answer.status_code == 204:
        return None
    assert answer["Content-Type"].startswith("application/json")
    payload = json.loads(answer.content)
    if answer.status_code >= 400:
        assert payload["code"]
        assert payload["error"].endswith((".", "?"))
        assert "Traceback" not in payload["error"]
    return payload


@SHARED
@given(
    route=st.sampled_from(ROUTES),
    number=numbers,
    query=st.dictionaries(st.sampled_from(NAMES), st.text(max_size=20), max_size=4),
    method=st.sampled_from(["GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE", "BREW"]),
    is_signed=st.booleans(),
)
def test_any_address_answers_in_json(laid, route, number, query, method, is_signed):
    filled = re.sub(r"<[^>]+>", lambda _part: quote(number, safe="") or "1", route)
    headers = {"Authorization": f"Bearer {laid}"} if is_signed else {}
    answer = Client().generic(method, f"/{filled}?{urlencode(query)}", headers=headers)
    if method != "HEAD":
        checked(answer)


@pytest.fixture
def laid():
    """A token that reads an event that isn't published."""
    return create_api_token(make_played_section(published=False).session.event, READ)


@pytest.fixture
def playing():
    section = make_night(pairs=6, boards_per_set=2)
    return section, create_api_token(section.session.event)


FIELDS = (
    "key",
    "section",
    "table",
    "board",
    "ns",
    "ew",
    "result",
    "contract",
    "declarer",
    "tricks",
)
FURTHER = ("lead", "confirm", "right", "pairs", "from", "outside", "device", "side", "at", "turned")


@SHARED
@given(
    entry=st.dictionaries(st.sampled_from((*FIELDS, *FURTHER)), anything, max_size=8),
    is_likely=st.booleans(),
)
def test_any_entry_is_stored_or_refused_with_a_sentence(playing, entry, is_likely):
    section, token = playing
    likely = {"key": "k", "section": "A", "table": 1, "board": 1, "result": "4SS="}
    if is_likely:
        entry = likely | entry
    before = Result.objects.count()
    response = Client().post(
        f"{BASE}/sessions/{section.session_id}/results",
        json.dumps(entry),
        content_type="application/json",
        headers={"Authorization": f"Bearer {token}"},
    )
    checked(response)
    if response.status_code >= 400 and response.status_code != 409:
        assert Result.objects.count() == before


ODD = {
    "2**63": 2**63,
    "below -2**63": -(2**63) - 1,
    "negative": -1,
    "fraction": 1.5,
    "NaN": float("nan"),
    "superscript": "²",
    "long": "x" * 6000,
    "NUL": "a\0b",
    "half a character": "\ud800",
    "list in lists": [[[1]]],
    "object": {"a": {"b": []}},
}
MAX_SENTENCE = 300


@pytest.mark.parametrize("value", ODD.values(), ids=ODD)
def test_odd_value_in_any_field_is_answered_with_a_short_sentence(playing, value):
    section, token = playing
    likely = {"section": "A", "table": 1, "board": 1, "result": "4SS="}
    for name in (*FIELDS, *FURTHER):
        answer = Client().post(
            f"{BASE}/sessions/{section.session_id}/results",
            json.dumps({"key": name} | likely | {name: value}),
            content_type="application/json",
            headers={"Authorization": f"Bearer {token}"},
        )
        assert len(checked(answer).get("error", "")) < MAX_SENTENCE, name


@pytest.mark.parametrize("called", KINDS)
def test_first_session_is_shown_without_standings_of_its_own(called):
    event = make_published(called)
    for end in ("standings", "boards", "travellers", "hands"):
        response = Client().get(f"{BASE}/events/{event.pk}/{end}?session=1")
        assert response.status_code == 200, end
        for odd in ("0", "-1", "1.5", "²", str(2**63), "NaN", "a\0b", "[1]"):
            query = urlencode({"session": odd})
            assert checked(Client().get(f"{BASE}/events/{event.pk}/{end}?{query}"))["error"]


@SHARED
@given(body=st.binary(max_size=200))
def test_any_bytes_are_refused_with_a_sentence(playing, body):
    section, token = playing
    answer = Client().post(
        f"{BASE}/sessions/{section.session_id}/results",
        body,
        content_type="application/json",
        headers={"Authorization": f"Bearer {token}"},
    )
    assert checked(answer)["code"]
    assert not TableWord.objects.exists()
