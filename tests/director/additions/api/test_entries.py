"""Results that a program enters: stored once, as from the table, and refused with a sentence."""

import json

import pytest
from django.test import Client
from django.utils import timezone

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.core.night.links import close_table_addresses, reopen_table_addresses
from director.core.night.phone_entries import MAX_BODY_BYTES
from director.core.night.publishing import publish_results
from director.models import Access, Act, Session, TableWord
from director.models.event import Clock
from tests.director.additions.api.asking import (
    BASE,
    READ,
    create_api_token,
    get_json,
    parse_answer,
    post_result,
)
from tests.director.party.parties import make_seated_party
from tests.factories import enter_on_line, make_night

pytestmark = pytest.mark.django_db


@pytest.fixture
def section():
    return make_night(pairs=6, boards_per_set=2)


@pytest.fixture
def token(section):
    return create_api_token(section.session.event)


def first_line(section, token):
    return get_json(f"/sessions/{section.session_id}/lines?round=1&table=1", token=token)["items"][
        0
    ]


def entry_of(line, **more):
    return {"section": "A", "table": line["table"], "board": line["board"], "key": "k-1"} | more


def test_lines_are_what_the_tables_have_to_report(section, token):
    page = get_json(f"/sessions/{section.session_id}/lines?page_size=100", token=token)
    assert page["count"] == 18
    line = page["items"][0]
    assert line == {
        "section": "A",
        "round": 1,
        "table": 1,
        "board": 1,
        "ns": 1,
        "ew": 4,
        "is_entered": False,
        "result": None,
        "score": None,
    }


def test_tick_that_is_neither_true_nor_false_is_refused(section, token):
    refused = get_json(f"/sessions/{section.session_id}/lines?missing=2", 422, token=token)
    assert refused["error"] == "“missing” has a wrong value. It must be true or false."


def test_result_is_stored_before_it_is_answered_and_in_the_history(section, token):
    line = first_line(section, token)
    answer = post_result(section.session, token, **entry_of(line, result="4SS="))
    assert answer["stored"] is True
    assert answer["result"] == "4SS="
    assert answer["waits_for"] == "opponents"
    stored = first_line(section, token)
    assert stored["is_entered"] is True
    assert stored["result"] == "4SS="
    assert stored["score"] == answer["score"]
    assert "Table 1" in Act.objects.latest("pk").words
    missing = get_json(f"/sessions/{section.session_id}/lines?missing=true", token=token)
    assert missing["count"] == 17


def test_a_key_used_for_another_board_is_refused_and_stores_nothing(section, token):
    first, second = get_json(f"/sessions/{section.session_id}/lines?round=1&table=1", token=token)[
        "items"
    ]
    post_result(section.session, token, **entry_of(first, result="4SS="))
    refused = post_result(section.session, token, 422, **entry_of(second, result="PASS"))
    assert refused["error"] == (
        "This key was used for board 1, so nothing was saved. Send it again with a new key."
    )
    # Another result of the same board is another entry too.
    post_result(section.session, token, 422, **entry_of(first, result="4SS+1"))
    assert [result.text for result in section.results.all()] == ["4SS="]


def test_a_program_corrects_its_own_result_until_it_is_confirmed(section, token):
    line = first_line(section, token)
    for tricks, key in ((10, "k-1"), (11, "k-2")):
        made = {"contract": "4S", "declarer": "S", "tricks": tricks, "key": key}
        post_result(section.session, token, **entry_of(line) | made)
    post_result(section.session, token, **entry_of(line) | {"confirm": True, "key": "k-3"})
    other = {"result": "4SS-1", "key": "k-4"}
    assert post_result(section.session, token, 409, **entry_of(line) | other)["code"] == "conflict"


def test_contract_declarer_and_tricks_are_the_same_result(section, token):
    line = first_line(section, token)
    parts = {"contract": "3N", "declarer": "E", "tricks": 8, "confirm": True}
    answer = post_result(section.session, token, **entry_of(line, **parts))
    assert answer["result"] == "3NTE-1"
    assert answer["waits_for"] is None


def test_entry_sent_again_is_stored_once_with_the_same_answer(section, token):
    line = first_line(section, token)
    first = post_result(section.session, token, **entry_of(line, result="4SS="))
    again = post_result(section.session, token, 200, **entry_of(line, result="4SS="))
    assert again == first
    assert TableWord.objects.count() == 1


def test_other_result_is_a_conflict_that_the_director_decides(section, token):
    line = first_line(section, token)
    post_result(section.session, token, **entry_of(line, result="4SS=", confirm=True))
    other = create_api_token(section.session.event)
    conflict = post_result(section.session, other, 409, **entry_of(line, result="4SS-1", key="k-2"))
    assert conflict["code"] == "conflict"
    assert conflict["stands"]["result"] == "4SS="
    assert conflict["yours"]["result"] == "4SS-1"
    assert first_line(section, token)["result"] == "4SS="
    assert TableWord.objects.get(text="4SS-1").is_dispute


@pytest.mark.parametrize(
    ("sent", "where"),
    [
        ({"result": "9SS="}, ""),
        ({"result": ""}, ""),
        ({"board": 99, "result": "4SS="}, ""),
        ({"board": 10**30, "result": "4SS="}, ""),
        ({"table": 9, "result": "4SS="}, ""),
        ({"table": "1", "result": "4SS="}, "table"),
        ({"table": True, "result": "4SS="}, "table"),
        ({"table": 10**30, "result": "4SS="}, "table"),
        ({"section": 1, "result": "4SS="}, "section"),
        ({"section": "A" * 3000, "result": "4SS="}, "section"),
        ({"section": "B", "result": "4SS="}, ""),
        ({"section": None, "result": "4SS="}, ""),
        ({"key": "", "result": "4SS="}, ""),
        ({"key": "k" * 201, "result": "4SS="}, ""),
        ({"confirm": "yes", "result": "4SS="}, ""),
        ({"result": "4S\0"}, ""),
        ({"contract": ["4S"], "declarer": "N", "tricks": 10}, ""),
        ({"contract": "4S", "declarer": "N", "tricks": 14}, ""),
    ],
)
def test_impossible_entry_is_refused_with_one_sentence(section, token, sent, where):
    line = first_line(section, token)
    refused = post_result(section.session, token, 422, **entry_of(line, **sent))
    assert refused["where"] == where
    assert not first_line(section, token)["is_entered"]


def test_table_that_plays_nothing_is_named_with_its_section_if_any(section, token):
    entry = {"table": 9, "board": 1, "key": "k", "result": "4SS="}
    assert post_result(section.session, token, 422, **entry)["error"] == (
        "Table 9 plays nothing. Use a table that /lines names, with its section if it has one."
    )
    assert post_result(section.session, token, 422, **entry, section="B")["error"] == (
        "Table 9 of section “B” plays nothing. Use a table that /lines names."
    )


@pytest.mark.parametrize("body", [b"", b"[]", b"3", b"{", b"\xff", b'{"a": ' * 5000, b"null"])
def test_body_that_is_no_object_is_refused(section, token, body):
    response = Client().post(
        f"{BASE}/sessions/{section.session_id}/results",
        body,
        content_type="application/json",
        headers={"Authorization": f"Bearer {token}"},
    )
    assert (response.status_code, json.loads(response.content)["code"]) == (
        422,
        "phone-sent-no-json",
    ) or (json.loads(response.content)["code"] == "phone-sent-too-much")


def test_large_body_is_refused(section, token):
    refused = post_result(section.session, token, 422, key="k", text="x" * MAX_BODY_BYTES)
    assert refused["code"] == "phone-sent-too-much"


def test_token_that_reads_enters_nothing(section):
    token = create_api_token(section.session.event, READ)
    refused = post_result(section.session, token, 403, key="k", section="A", table=1, board=1)
    assert refused["code"] == "token-only-reads"
    assert not TableWord.objects.exists()


def test_published_event_takes_no_entries(section, token):
    line = first_line(section, token)
    publish_results(event=section.session.event)
    refused = post_result(section.session, token, 422, **entry_of(line, result="4SS="))
    assert refused["code"] == "tables-closed"


def test_program_uses_the_link_that_the_table_has(section, token):
    line = first_line(section, token)
    post_result(section.session, token, **entry_of(line, result="4SS="))
    post_result(section.session, token, **entry_of(line, result="PASS", board=2, key="k-2"))
    assert Access.objects.count() == 1


def test_link_that_the_director_closed_stays_closed(section, token):
    line = first_line(section, token)
    post_result(section.session, token, **entry_of(line, result="4SS="))
    last = close_table_addresses(session=section.session, section=section)
    entry = entry_of(line, result="PASS", board=2, key="k-2")
    assert post_result(section.session, token, 403, **entry) == {
        "code": "table-link-closed",
        "error": "The director has closed the link of table 1. Ask the director to create links again.",
        "where": "",
    }
    assert not Access.objects.filter(revoked_at__isnull=True).exists()
    reopen_table_addresses(session=section.session, section=section, last_access_id=last)
    post_result(section.session, token, **entry)
    assert Access.objects.count() == 1


def test_link_that_expired_is_made_again(section, token):
    line = first_line(section, token)
    post_result(section.session, token, **entry_of(line, result="4SS="))
    Access.objects.update(expires_at=timezone.now())
    post_result(section.session, token, **entry_of(line, result="PASS", board=2, key="k-2"))
    assert Access.objects.count() == 2
    # What made the new link has revoked the expired one, which isn't closing it.
    Access.objects.filter(revoked_at__isnull=True).delete()
    post_result(section.session, token, **entry_of(line, result="PASS", board=2, key="k-3"))


def test_party_takes_the_report_of_a_table():
    party = make_seated_party()
    token = create_api_token(party.session.event)
    line = get_json(f"/sessions/{party.session_id}/lines", token=token)["items"][0]
    answer = post_result(party.session, token, key="p-1", table=line["table"], winner=1)
    assert answer["stored"]
    after = get_json(f"/sessions/{party.session_id}/lines", token=token)["items"][0]
    assert after["is_entered"] is True
    assert after["winner"] == 1


class TestOtherResults:
    """A program that enters results reads those of other tables only where players ask for them."""

    @pytest.fixture(autouse=True)
    def _clock(self, section):
        Session.objects.update(clock=Clock.PAUSED, round_no=1, seconds_left=60)

    @pytest.fixture
    def lines(self, section):
        """Board 1 at table 1, and at a table that plays it later."""
        first, second, *_others = fetch_section_lines(section).get_board_lines(1)
        return first, second

    def test_lines_have_no_results_but_those_that_the_token_entered(self, section, token, lines):
        other_token = create_api_token(section.session.event)
        enter_by_director(section, lines[1])
        post_result(section.session, token, **entry_of(first_line(section, token), result="4SS="))
        path = f"/sessions/{section.session_id}/lines?page_size=100"

        def shown_with(token):
            items = get_json(path, token=token)["items"]
            return {line["result"] for line in items if line["is_entered"]}

        assert shown_with(token) == {"4SS=", None}
        assert shown_with(other_token) == {None}
        assert shown_with(create_api_token(section.session.event, READ)) == {"4SS=", "3NTN="}

    def test_asking_for_other_results_shows_and_marks_them(self, section, token, lines):
        line = first_line(section, token)
        enter_by_director(section, lines[1])
        question = {"section": "A", "table": line["table"], "board": 1}
        assert ask_others(section, token, 404, **question)["code"] == "others-hidden"
        post_result(section.session, token, **entry_of(line, result="4SS=", confirm=True))
        shown = ask_others(section, token, **question)
        assert [row["result"] for row in shown["lines"]] == ["4SS=", "3NTN="]
        change = entry_of(line, result="4SS+1", confirm=True, change=True) | {"key": "k-2"}
        assert post_result(section.session, token, 409, **change)["stands"]["result"] == "4SS="

    def test_only_a_token_that_may_enter_asks_for_a_table(self, section, token):
        question = {"section": "A", "table": 1, "board": 1}
        ask_others(section, create_api_token(section.session.event, READ), 403, **question)
        ask_others(section, token, 422, **question | {"board": "1"})
        ask_others(section, token, 422, **question | {"table": 99})


def ask_others(night, token, status=200, **question):
    answer = Client().post(
        f"{BASE}/sessions/{night.session_id}/others",
        json.dumps(question),
        content_type="application/json",
        headers={"Authorization": f"Bearer {token}"},
    )
    return parse_answer(answer, status)


def enter_by_director(section, line, text="3NTN="):
    enter_on_line(section, line, text)
