"""Requests that the program's own page never sends: refused in one sentence, nothing of them stored."""

import pytest

from director.core.night.links.opening import open_table_addresses
from director.core.night.table_settings import DEFAULT_TABLE_SETTINGS, store_table_settings
from director.models import TableWord
from tests.cases import leave_to_slow

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


@pytest.mark.parametrize("field", leave_to_slow(FIELDS, but=2))
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
    "kind", ["application/x-www-form-urlencoded; charset=utf-99", "multipart/form-data; boundary=x"]
)
def test_a_form_that_cannot_be_read_is_refused(client, base, kind):
    response = client.generic("POST", base, b"\xff\xfe--x broken", content_type=kind)
    assert 400 <= response.status_code < 500
    assert response.content
