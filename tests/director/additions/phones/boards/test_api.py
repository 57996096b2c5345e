"""The table's door: what a table is shown, what it may bring, and what becomes of two different words."""

import json

import pytest
from django.utils import timezone

from director.boards.play.problems.settling import settle_dispute
from director.boards.play.scores.result import enter_result
from director.core.night.clock_buttons import start_clock
from director.core.night.links.opening import open_table_addresses
from director.core.night.publishing import finalise_results, publish_results
from director.core.night.table_settings import (
    DEFAULT_TABLE_SETTINGS,
    TableSettings,
    store_table_settings,
)
from director.errors import DeskError
from director.models import Call, Session, TableWord
from director.models.event import Clock
from tests.cases import leave_to_slow
from tests.factories import make_director, make_night

pytestmark = pytest.mark.django_db


class Phone:
    """A phone that knows the address of a table."""

    def __init__(self, client, access):
        self.client, self.base, self.keys = client, f"/t/{access.token}/", 0

    def state(self, **headers):
        return self.client.get(f"{self.base}state.json", headers=headers)

    def shown(self):
        return self.state().json()

    def say(self, **data):
        self.keys += 1
        sent = {"key": f"{id(self)}-{self.keys}", **data}
        return self.client.post(
            f"{self.base}results", json.dumps(sent), content_type="application/json"
        )

    def four_spades(self, board=1, tricks=10, **data):
        return self.say(board=board, ns=1, ew=6, contract="4S", declarer="S", tricks=tricks, **data)

    def agree(self, board=1, **data):
        return self.say(board=board, confirm=True, **data)


@pytest.fixture
def tables(section):
    return open_table_addresses(session=section.session, section=section, tables=range(1, 6))


@pytest.fixture
def phone(client, tables):
    return Phone(client, tables[1])


def change_table_settings(section, **changed):
    store_table_settings(
        section=section, settings=DEFAULT_TABLE_SETTINGS.with_changes(changed), settings_by_table={}
    )


def test_a_table_is_shown_who_plays_what_and_where_everybody_goes(phone):
    state = phone.shown()
    assert state["table"] == 1
    assert state["section"] == "A"
    assert state["round"] == 1
    assert state["rounds"] == 5
    assert state["only_section"]
    assert state["ns"] == 1
    assert state["ew"] == 6
    assert state["labels"] == {"ns": "1 N-S", "ew": "1 E-W"}
    assert all(state["seats"].values())
    assert len(set(state["seats"].values())) == 4
    assert [(board["board"], board["state"], board["dealer"]) for board in state["boards"]] == [
        (1, "empty", "N"),
        (2, "empty", "E"),
    ]
    assert state["next"] == {"ns": "stay", "ew": "table 2 E-W"}
    assert state["left"] is None
    assert not state["over"]


def test_the_same_key_may_be_sent_again_later_by_the_same_phone(phone, section):
    phone.four_spades(key="once", device="aa", waiting=3, at=timezone.now().isoformat())
    again = phone.four_spades(key="once", device="aa", waiting=0)
    assert again.status_code == 200


def test_a_key_used_for_another_entry_is_refused_and_nothing_is_stored(phone, section):
    phone.four_spades(key="once")
    refused = phone.say(key="once", board=2, ns=1, ew=6, result="PASS")
    assert refused.status_code == 422
    assert (
        refused.json()["error"]
        == "This key was used for board 1, so nothing was saved. Send it again with a new key."
    )
    assert phone.agree(key="once").status_code == 422
    assert phone.say(key="once", turned=True, round=1, ns=1, ew=6).status_code == 422
    called = phone.client.post(
        f"{phone.base}calls",
        json.dumps({"key": "once", "what": "director"}),
        content_type="application/json",
    )
    assert called.status_code == 422
    assert [result.board_no for result in section.results.all()] == [1]


def test_another_value_is_refused_with_both_and_shown_to_the_director(phone, section):
    phone.four_spades()
    response = phone.four_spades(tricks=9)
    assert response.status_code == 409
    assert response.json()["stands"] == {"result": "4SS=", "score": 420, "confirmed": False}
    assert response.json()["yours"] == {"result": "4SS-1", "score": -50}
    assert section.results.get().text == "4SS="
    asked = phone.shown()["boards"][0]["asked"]
    assert asked["result"] == "4SS-1"
    assert asked["dispute"] is True
    user = make_director()
    word = TableWord.objects.get(is_dispute=True)
    settle_dispute(section=section, board_no=1, ns=1, ew=6, take=word.pk, user=user)
    board = phone.shown()["boards"][0]
    assert board["result"] == "4SS-1"
    assert board["fixed"] is True
    assert board["asked"] is None
    with pytest.raises(DeskError, match="no longer needs a decision"):
        settle_dispute(section=section, board_no=1, ns=1, ew=6, take=None, user=user)


def test_the_director_lets_what_stands_stand(phone, section):
    phone.four_spades()
    phone.four_spades(tricks=9)
    settle_dispute(section=section, board_no=1, ns=1, ew=6, take=None, user=None)
    assert phone.shown()["boards"][0]["result"] == "4SS="
    assert phone.shown()["boards"][0]["asked"] is None


def test_both_sides_correct_their_own_mistake_and_the_former_value_is_kept(phone, section):
    phone.four_spades(confirm=True)
    asked = phone.four_spades(tricks=9, change=True)
    assert asked.status_code == 201
    assert asked.json()["waits_for"] == "opponents"
    assert section.results.get().text == "4SS="
    assert phone.agree(result="4SS-1").json()["result"] == "4SS-1"
    assert section.results.get().text == "4SS-1"
    assert section.results.get().versions.get().text == "4SS="
    assert phone.shown()["boards"][0]["confirmed"]


def test_the_directors_score_stands(phone, section):
    phone.four_spades(confirm=True)
    enter_result(section=section, board_no=1, ns=1, ew=6, text="A6040", user=make_director())
    response = phone.four_spades(tricks=9, change=True, confirm=True)
    assert response.status_code == 409
    assert "the director entered" in response.json()["error"]
    board = phone.shown()["boards"][0]
    assert board["state"] == "artificial"
    assert board["result"] == "A6040"
    assert board["fixed"] is True


def test_the_same_key_again_is_answered_also_where_results_are_final(phone, section):
    first = phone.say(key="once", board=1, ns=1, ew=6, result="4SS=").json()
    publish_results(event=section.session.event, user=None)
    finalise_results(event=section.session.event, user=None)
    again = phone.say(key="once", board=1, ns=1, ew=6, result="4SS=")
    assert again.status_code == 200
    assert again.json() == first
    assert phone.agree().status_code == 422


def test_another_tables_board_is_neither_read_nor_written(phone, client, tables, section):
    other = Phone(client, tables[2])
    other.say(board=3, ns=2, ew=7, result="4SS=", confirm=True)
    assert (
        phone.say(board=3, ns=2, ew=7, result="4SS-1", change=True, confirm=True).status_code == 422
    )
    assert phone.say(board=3, confirm=True).status_code == 422
    assert client.post(f"{phone.base}boards/3.json").status_code == 404
    assert "4SS=" not in phone.state().content.decode()
    assert section.results.get().text == "4SS="


@pytest.mark.parametrize(
    "text",
    leave_to_slow(["4SS=", "NP: no time", "LATER"], but=1),
    ids=["not agreed", "not played", "later"],
)
def test_others_results_are_not_shown_before_a_board_is_played_and_agreed(
    phone, client, section, text
):
    Session.objects.update(clock=Clock.PAUSED, seconds_left=60)
    change_table_settings(section, confirm="own")
    enter_result(section=section, board_no=1, ns=5, ew=9, text="3NTN=", user=None)
    if text == "LATER":
        enter_result(section=section, board_no=1, ns=1, ew=6, text=text, user=None)
    else:
        sent = {"board": 1, "ns": 1, "ew": 6, "result": text, "side": "ns"}
        assert phone.say(**sent, confirm=text != "4SS=").status_code == 201
    assert phone.state().json()["boards"][0]["others"] is False
    assert client.post(f"{phone.base}boards/1.json").status_code == 404
    phone.say(board=1, ns=1, ew=6, result="4SS=", side="ew", change=True, confirm=True)
    assert client.post(f"{phone.base}boards/1.json").status_code == 200


def test_a_change_after_others_results_were_shown_is_a_question_for_the_director(
    phone, client, section
):
    Session.objects.update(clock=Clock.PAUSED, seconds_left=60)
    enter_result(section=section, board_no=1, ns=5, ew=9, text="3NTN=", user=None)
    phone.four_spades(confirm=True)
    assert phone.shown()["boards"][0]["shown"] is False
    assert client.post(f"{phone.base}boards/1.json").status_code == 200
    assert phone.shown()["boards"][0]["shown"] is True
    sentence = "This phone has seen other results of board 1, so the director decides."
    asked = phone.four_spades(tricks=11, change=True, confirm=True)
    assert asked.status_code == 409
    assert asked.json()["error"] == f"{sentence} Until then 4SS= counts, not 4SS+1."
    agreed = phone.agree(result="4SS+1")
    assert agreed.status_code == 422
    assert agreed.json()["error"] == sentence
    line = {"round": 1, "ns": 1, "ew": 6}
    turned = phone.say(turned=True, confirm=True, **line)
    assert turned.status_code == 422
    assert (
        turned.json()["error"]
        == "This phone has seen other results of board 1, so only the director can change directions. Call the director."
    )
    assert section.results.get(ns=1, board_no=1).text == "4SS="
    assert [
        (word.text, word.is_dispute) for word in TableWord.objects.all() if word.needs_decision
    ] == [("4SS+1", True)]


def test_table_settings_are_stored_and_sent_to_phones(phone, section):
    change_table_settings(
        section, lead=True, confirm="nobody", result="total", others="round", nonsense=1
    )
    section.refresh_from_db()
    assert section.at_tables == {
        "lead": True,
        "confirm": "nobody",
        "result": "total",
        "others": "round",
    }
    told = phone.shown()["settings"]
    assert (told["lead"], told["confirm"], told["result"]) == ("asked", "nobody", "total")
    assert phone.four_spades().json()["waits_for"] is None
    store_table_settings(
        section=section,
        settings=DEFAULT_TABLE_SETTINGS,
        settings_by_table={1: TableSettings(entry="paper")},
    )
    assert "uses paper" in phone.say(board=2, ns=1, ew=6, result="PASS").json()["error"]


def test_a_table_calls_the_director_once(phone, client, section):
    sent = json.dumps({"key": "c", "what": "director", "reason": "lead out of turn"})
    first = client.post(f"{phone.base}calls", sent, content_type="application/json")
    assert first.status_code == 201
    assert first.json()["called"] is True
    assert (
        client.post(f"{phone.base}calls", sent, content_type="application/json").status_code == 200
    )
    assert Call.objects.get().reason == "lead out of turn"
    assert phone.shown()["call"]["what"] == "lead out of turn"


def test_a_table_that_the_movement_does_not_use_says_so(client, section, tables):
    spare = open_table_addresses(session=section.session, section=section, tables=[9])[9]
    state = Phone(client, spare).shown()
    assert state["unused"] is True
    assert state["over"] is False
    assert state["boards"] == []
    assert "use this table" in client.get(f"/t/{spare.token}/").content.decode()
    assert not Phone(client, tables[1]).shown()["unused"]


def test_table_that_sits_out_says_where_to_after_it(client):
    section = make_night(pairs=9, boards_per_set=2)
    start_clock(session=section.session)
    tables = open_table_addresses(session=section.session, section=section, tables=[1, 5])
    assert (
        Phone(client, tables[5]).shown()["sit_out"]
        == "Pair 5 N-S sits out this round, then stays here, N-S."
    )
    assert Phone(client, tables[1]).shown()["sit_out"] == ""


def test_a_phone_costs_the_database_no_more_in_a_large_field(client, django_assert_max_num_queries):
    for pairs in (10, 40):
        section = make_night(pairs=pairs, boards_per_set=2)
        access = open_table_addresses(session=section.session, section=section, tables=[1])[1]
        with django_assert_max_num_queries(16):
            assert Phone(client, access).state().status_code == 200
