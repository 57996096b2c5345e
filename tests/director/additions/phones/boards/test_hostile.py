"""Requests that the program's own page never sends: refused in one sentence, nothing of them stored."""

import json

import pytest

from director.core.night.links import open_table_addresses
from director.core.night.table_settings import DEFAULT_TABLE_SETTINGS, store_table_settings
from director.models import TableWord
from tests.director.pages import find_texts

pytestmark = pytest.mark.django_db

NESTED = "[" * 1900 + "]" * 1900
SURROGATE = '"\\ud800 no time"'
NUL = '"\\u0000 no time"'
ODD = {
    "nan": "NaN",
    "endless": "-Infinity",
    "too-large": "1e400",
    "many-digits": "1" + "0" * 400,
    "nested": NESTED,
    "surrogate": SURROGATE,
    "nul": NUL,
    "truth": "true",
    "list": "[1, 2]",
    "object": '{"a": 1}',
    "negative": "-1",
    "long": '"' + "x" * 3000 + '"',
    "other-digits": '"٣"',
}
"""JSON that makes no sense in a field, as it is written in the request."""
FIELDS = (
    "key",
    "board",
    "ns",
    "ew",
    "contract",
    "declarer",
    "tricks",
    "lead",
    "result",
    "confirm",
    "change",
    "device",
    "side",
    "at",
    "waiting",
)


@pytest.fixture
def base(section):
    store_table_settings(
        section=section,
        settings=DEFAULT_TABLE_SETTINGS.with_changes({"names": True}),
        settings_by_table={},
    )
    return (
        f"/t/{open_table_addresses(session=section.session, section=section, tables=[1])[1].token}/"
    )


def write_json(fields):
    """Join *fields*, whose values are JSON already: ``json.dumps`` can't write the odd ones."""
    return "{" + ", ".join(f'"{name}": {value}' for name, value in fields.items()) + "}"


def is_one_sentence(answer):
    error = answer.json()["error"]
    return isinstance(error, str) and 3 < len(error) < 500


def post_fields(client, base, where, number, fields):
    """Send *fields*, under the key *number* unless they have a key."""
    fields = {"key": f'"{number}"', **fields}
    return client.post(f"{base}{where}", write_json(fields), content_type="application/json")


@pytest.mark.parametrize("field", FIELDS)
def test_a_result_with_an_odd_field_is_refused_in_a_sentence_or_taken_without_it(
    client, base, section, field
):
    sound = {
        "board": "1",
        "ns": "1",
        "ew": "6",
        "contract": '"4S"',
        "declarer": '"S"',
        "tricks": "10",
    }
    for number, odd in enumerate(ODD.values()):
        before = TableWord.objects.count()
        response = post_fields(client, base, "results", number, sound | {field: odd})
        assert response.status_code in (200, 201, 422)
        if response.status_code == 422:
            assert is_one_sentence(response)
            assert TableWord.objects.count() == before
        else:
            assert response.json()["result"] == section.results.get().text == "4SS="
    assert client.get(f"{base}state.json").json()["boards"][0]["result"] in ("", "4SS=")


@pytest.mark.parametrize(
    "sent", [{"board": "1", "confirm": "true"}, {"board": "1"}], ids=["the-word", "a-result"]
)
def test_a_result_as_text_that_is_odd_is_refused_in_a_sentence(client, base, section, sent):
    for number, odd in enumerate(ODD.values()):
        response = post_fields(client, base, "results", number, sent | {"result": odd})
        assert response.status_code == 422
        assert is_one_sentence(response)
        assert not section.results.exists()
        why = '"NP: ' + odd.strip('"') + '"' if '"a"' not in odd else '"NP: a"'
        response = post_fields(client, base, "results", f"why-{number}", sent | {"result": why})
        assert response.status_code in (201, 409, 422)
        section.results.all().delete()
        TableWord.objects.all().delete()


@pytest.mark.parametrize("field", ["key", "what", "reason", "device", "side", "at", "waiting"])
def test_an_odd_call_is_refused_in_a_sentence_or_made(client, base, field):
    for number, odd in enumerate(ODD.values()):
        response = post_fields(client, base, "calls", number, {"what": '"director"', field: odd})
        assert response.status_code in (200, 201, 422)
        assert response.json().get("called") or is_one_sentence(response)


@pytest.mark.parametrize("field", ["key", "seat", "name", "number", "visitor"])
def test_an_odd_name_is_refused_in_a_sentence_or_taken(client, base, section, field):
    for number, odd in enumerate(ODD.values()):
        section.entries.get(pair_no=1).entry_players.all().delete()
        sound = {"seat": '"N"', "name": f'"Zoe Zander {number}"', "visitor": "true"}
        response = post_fields(client, base, "names", number, sound | {field: odd})
        assert response.status_code in (200, 201, 409, 422)
        assert response.json().get("stored") or is_one_sentence(response)
        assert client.get(f"{base}state.json").status_code == 200


@pytest.mark.parametrize(
    "at",
    [
        "9999-12-31T23:59:59-14:00",
        "0001-01-01T00:00:00+14:00",
        "2026-11-17T20:15:00",
        "2026-11-17",
        "now",
        "٣",
    ],
)
def test_a_phone_whose_clock_is_out_of_its_mind_is_heard_all_the_same(client, base, section, at):
    sent = {"key": "k", "board": 1, "ns": 1, "ew": 6, "result": "4SS=", "at": at}
    response = client.post(f"{base}results", json.dumps(sent), content_type="application/json")
    assert response.status_code == 201
    assert TableWord.objects.get().said_at is None


@pytest.mark.parametrize("length", ["abc", "-5", "", "99999999999999999999999"])
def test_a_length_that_is_none_is_answered(client, base, length):
    response = client.generic(
        "POST", f"{base}results", b"{", content_type="application/json", CONTENT_LENGTH=length
    )
    assert response.status_code == 422
    assert is_one_sentence(response)


@pytest.mark.parametrize("where", ["results", "calls", "names"])
def test_a_giant_body_is_not_even_read(client, base, where):
    response = client.post(f"{base}{where}", b" " * 3_000_000, content_type="application/json")
    assert response.status_code in (413, 422)
    assert is_one_sentence(response)


@pytest.mark.parametrize("token", ["%ff%fe", "%ED%A0%80", "x" * 5000, "'--", "٣"])
def test_no_guess_opens_anything(client, db, token):
    """People who mistype are told whom to ask, programs get the status alone."""
    for where in (
        "t/{}/",
        "t/{}/state.json",
        "t/{}/people.json?q=ad",
        "t/{}/boards/1.json",
        "my/{}/",
    ):
        response = client.get(f"/{where.format(token)}")
        assert response.status_code == 404
        if where.endswith("/"):
            assert find_texts(response, "main .say") == [
                (
                    "This card or code is no longer valid, or its address was mistyped. Ask the director "
                    "for a new one."
                )
            ]
        else:
            assert response.content == b""
    assert (
        client.post(f"/t/{token}/results", "{}", content_type="application/json").status_code == 404
    )


def test_hundreds_of_guesses_neither_find_nor_hold_up_anybody(client, base):
    """A phone of the club goes on beside a machine of its network that guesses."""
    statuses = [client.get(f"/t/{number:022}/state.json").status_code for number in range(400)]
    assert statuses[:30] == [404] * 30
    assert set(statuses[30:]) == {429}
    assert find_texts(client.get("/t/one-more/"), "main .say") == [
        "Too many wrong codes were tried here. Wait ten minutes, then scan the card again."
    ]
    assert client.get(f"{base}state.json").status_code == 200


@pytest.mark.parametrize("method", ["put", "patch", "delete", "post"])
def test_a_wrong_method_is_refused(client, base, method):
    assert getattr(client, method)(f"{base}state.json").status_code == 405
    assert client.get(f"{base}results").status_code == 405


@pytest.mark.parametrize("waiting", ["-1", "٣", "1e9", "999999", "", "%01"])
def test_what_a_phone_says_of_itself_does_no_harm(client, base, waiting):
    response = client.get(f"{base}state.json?device=%01%ED%A0%80&side=%01&waiting={waiting}")
    assert response.status_code == 200


@pytest.mark.parametrize(
    "sent",
    [
        {"key": "\0", "board": "\0", "result": "4SS="},
        {"key": "k", "board": "1", "result": "NP: \0"},
        {"key": "k", "board": "1", "result": "NP: \ud800".encode("utf-8", "surrogatepass")},
        {"key": "k", "what": "director", "reason": "\0"},
        {"key": "k", "seat": "N", "name": "\0", "visitor": "1"},
        {"key": "k" * 4000, "board": "1", "result": "4SS="},
        {"board": "1", "result": "4SS="},
    ],
)
def test_an_odd_form_without_scripts_is_answered_as_a_page(client, base, sent):
    response = client.post(base, sent)
    assert response.status_code in (302, 400, 422)
    assert client.get(base).status_code == 200


@pytest.mark.parametrize(
    "kind", ["application/x-www-form-urlencoded; charset=utf-99", "multipart/form-data; boundary=x"]
)
def test_a_form_that_cannot_be_read_is_refused(client, base, kind):
    response = client.generic("POST", base, b"\xff\xfe--x broken", content_type=kind)
    assert 400 <= response.status_code < 500
    assert response.content


def test_another_site_finds_nothing_to_lend(client, base, section):
    """No cookie says who is meant, so there is nothing that a foreign page could do in somebody else's name."""
    sent = json.dumps({"key": "k", "board": 1, "ns": 1, "ew": 6, "result": "4SS="})
    response = client.post(
        f"{base}results",
        sent,
        content_type="text/plain",
        headers={"origin": "https://evil.example"},
    )
    assert response.status_code == 201
    assert "Access-Control-Allow-Origin" not in response.headers
    assert not response.cookies
