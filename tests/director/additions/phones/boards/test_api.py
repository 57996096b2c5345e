"""The table's door: what a table is shown, what it may bring, and what becomes of two different words."""

import json

import pytest
from django.utils import timezone

from director.additions.phones.boards import write
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import BOARD_PLAY, RESULT, fetch_section, fetch_section_acts
from director.boards.play.plan import store_plan
from director.boards.play.problems.found import settle_dispute
from director.boards.play.results.acts import undo_section
from director.boards.play.scores.result import enter_result
from director.core.base.versions import increment_event_version
from director.core.night.clock import start_clock
from director.core.night.links import open_table_addresses, renew_access, revoke_access
from director.core.night.publishing import finalise_results, publish_results
from director.core.night.table_settings import (
    DEFAULT_TABLE_SETTINGS,
    TableSettings,
    store_table_settings,
)
from director.errors import DeskError
from director.models import Access, Call, Session, TableWord
from director.models.event import Clock
from movements.registry import make_plan
from tests.director.pages import find_texts
from tests.factories import enter_on_line, make_director, make_night

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


def test_a_result_counts_at_once_waits_for_the_opponents_and_is_agreed(phone, section):
    response = phone.four_spades(lead="hk")
    body = {"stored": True, "board": 1, "result": "4SS=", "score": 420, "waits_for": "opponents"}
    assert response.status_code == 201
    assert response.json() == body
    assert section.results.get().text == "4SS="
    board = phone.shown()["boards"][0]
    assert board["state"] == "waiting"
    assert board["confirmed"] is False
    assert board["lead"] == "HK"
    assert board["score"] == 420
    agreed = phone.agree()
    assert agreed.status_code == 201
    assert agreed.json() == body | {"waits_for": None}
    board = phone.shown()["boards"][0]
    assert board["state"] == "stored"
    assert board["confirmed"] is True
    assert board["fixed"] is False


def test_the_same_key_is_answered_as_the_first_time_and_stored_once(phone, section):
    first = phone.four_spades(key="once")
    again = phone.four_spades(key="once")
    assert first.status_code == 201
    assert again.status_code == 200
    assert first.json() == again.json()
    assert section.acts.filter(kind=RESULT).count() == 1
    undo_section(
        section=section, number=fetch_section_acts(section, BOARD_PLAY).first().number, user=None
    )
    assert phone.four_spades(key="once").json() == first.json()
    # A result that the director undid doesn't come back by itself.
    assert not section.results.filled().exists()


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


def test_result_and_agreement_come_from_one_phone_at_once(phone, section):
    assert phone.four_spades(confirm=True).json()["waits_for"] is None
    assert phone.shown()["boards"][0]["confirmed"]


def test_a_second_phone_that_has_it_so_too_has_agreed(phone):
    phone.four_spades(device="aa")
    assert phone.four_spades(device="aa").json()["waits_for"] == "opponents"
    assert phone.four_spades(device="bb").json()["waits_for"] is None


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


def test_a_slip_nobody_agreed_to_is_mended_by_the_phone_that_made_it(phone, section):
    phone.four_spades(device="aa")
    assert phone.four_spades(tricks=11, device="aa").json()["result"] == "4SS+1"
    assert phone.shown()["boards"][0]["state"] == "waiting"


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


def test_a_table_goes_on_when_its_last_board_is_in(phone):
    phone.four_spades(confirm=True)
    phone.say(board=2, ns=1, ew=6, contract="PASS")
    state = phone.shown()
    assert (state["round"], state["ew"]) == (2, 10)
    assert state["left"]["round"] == 1
    assert state["left"]["next"] == {"ns": "stay", "ew": "table 2 E-W"}
    assert [board["result"] for board in state["left"]["boards"]] == ["4SS=", "PASS"]


def store_clock(section, clock, round_no):
    values = {"clock": clock, "round_no": round_no, "round_ends_at": timezone.now()}
    Session.objects.filter(pk=section.session_id).update(**values)
    increment_event_version(section.session.event_id)
    section.session.refresh_from_db()


def open_table(section):
    return open_table_addresses(session=section.session, section=section, tables=[1])[1]


class TestLinksMadeDuringPlay:
    @pytest.mark.parametrize("clock", [Clock.RUNNING, Clock.PAUSED, Clock.WAITING])
    def test_the_table_begins_with_the_round_on_the_clock(self, client, section, clock):
        store_clock(section, clock, 3)
        phone = Phone(client, open_table(section))
        state = phone.shown()
        assert (state["round"], state["ew"]) == (3, 9)
        for board in (5, 6):
            phone.say(board=board, ns=1, ew=9, contract="PASS", confirm=True)
        assert phone.shown()["round"] == 4
        for round_no, ew in ((4, 8), (5, 7)):
            for board in (2 * round_no - 1, 2 * round_no):
                phone.say(board=board, ns=1, ew=ew, contract="PASS", confirm=True)
        assert phone.shown()["over"]

    def test_the_round_before_can_still_be_entered_by_a_table_that_is_behind(self, client, section):
        store_clock(section, Clock.RUNNING, 2)
        phone = Phone(client, open_table(section))
        assert phone.shown()["left"]["round"] == 1
        assert phone.four_spades(confirm=True).status_code == 201
        assert phone.shown()["round"] == 2

    def test_a_replaced_link_goes_on_where_the_former_one_began(self, client, section):
        store_clock(section, Clock.RUNNING, 2)
        access = open_table(section)
        store_clock(section, Clock.RUNNING, 4)
        assert Phone(client, renew_access(access=access)).shown()["round"] == 2

    def test_a_clock_that_is_set_back_brings_its_round_again(self, client, section):
        store_clock(section, Clock.RUNNING, 4)
        phone = Phone(client, open_table(section))
        assert phone.shown()["round"] == 4
        store_clock(section, Clock.WAITING, 2)
        assert phone.shown()["round"] == 2

    def test_after_play_all_that_is_missing_can_be_entered(self, client, section):
        store_clock(section, Clock.OVER, 5)
        assert Phone(client, open_table(section)).shown()["round"] == 1


def test_a_board_not_played_is_said_by_the_table_and_counts_for_nobody(phone, section):
    assert phone.say(board=1, ns=1, ew=6, result="NP: no time").json()["score"] is None
    assert phone.shown()["boards"][0]["state"] == "artificial"
    assert phone.four_spades(change=True, confirm=True).status_code == 201
    assert phone.shown()["boards"][0]["result"] == "4SS="


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        (
            {"board": 1, "ns": 1, "ew": 7, "contract": "4S", "declarer": "S", "tricks": 10},
            "1 N-S and 2 E-W don’t play board 1",
        ),
        ({"board": 9, "ns": 2, "ew": 6, "result": "4SS="}, "don’t play board 9"),
        (
            {"board": 5, "ns": 1, "ew": 9, "result": "4SS="},
            "is for round 3, but table 1 is in round 1",
        ),
        (
            {"board": 1, "ns": 1, "ew": 6, "contract": "8S", "declarer": "S", "tricks": 10},
            "8S” isn’t a contract",
        ),
        (
            {"board": 1, "ns": 1, "ew": 6, "contract": "4S", "declarer": "X", "tricks": 10},
            "declarer of 4S",
        ),
        (
            {"board": 1, "ns": 1, "ew": 6, "contract": "4S", "declarer": "S", "tricks": 14},
            "0 to 13",
        ),
        (
            {"board": 1, "ns": 1, "ew": 6, "contract": "4S", "declarer": "S", "tricks": True},
            "0 to 13",
        ),
        (
            {
                "board": 1,
                "ns": 1,
                "ew": 6,
                "contract": "4S",
                "declarer": "S",
                "tricks": 10,
                "lead": "X1",
            },
            "isn’t a card",
        ),
        ({"board": "x", "ns": 1, "ew": 6, "result": "4SS="}, "whole number"),
        ({"board": 1, "ns": 1, "ew": 6, "result": "A6040"}, "Only the director can enter A6040"),
        ({"board": 1, "ns": 1, "ew": 6}, "Send a result"),
        ({"board": 1, "ns": 1, "ew": 6, "result": "abc"}, "“ABC” isn’t"),
        ({"board": 1, "ns": 1, "ew": 6, "result": "+415"}, "415"),
        ({"board": 1, "confirm": True}, "no result to confirm yet"),
        ({"key": "", "board": 1, "result": "4SS="}, "key"),
        ({"key": "k" * 201, "board": 1, "result": "4SS="}, "key"),
    ],
    ids=[
        "pairs that don’t meet",
        "another table’s board",
        "a later round",
        "level 8",
        "declarer X",
        "14 tricks",
        "tricks true",
        "lead of no card",
        "board without a number",
        "artificial score",
        "no result",
        "no contract",
        "a score that no contract gives",
        "nothing to confirm",
        "no key",
        "long key",
    ],
)
def test_an_impossible_result_is_refused_in_one_sentence_and_stores_nothing(
    phone, section, sent, words
):
    response = phone.say(**sent)
    assert response.status_code == 422
    assert words in response.json()["error"]
    assert not section.results.exists()
    assert not TableWord.objects.exists()


@pytest.mark.parametrize(
    "sent",
    [b"", b"[]", b"{", b"\xff", b"[" * 5000, b'{"key":"' + b"x" * 9000 + b'"}'],
    ids=["empty", "a list", "not closed", "not UTF-8", "deep", "too long"],
)
def test_invalid_json_is_refused_in_one_sentence(client, phone, sent):
    response = client.post(f"{phone.base}results", sent, content_type="application/json")
    assert response.status_code == 422
    assert response.json()["error"]


def test_an_unchanged_state_is_answered_without_a_look_at_any_result(
    phone, django_assert_num_queries
):
    tag = phone.state()["ETag"]
    with django_assert_num_queries(1) as asked:
        assert phone.state(if_none_match=tag).status_code == 304
    assert "director_result" not in asked.captured_queries[0]["sql"]
    with django_assert_num_queries(1):
        assert phone.state().status_code == 200
    phone.four_spades()
    changed = phone.state(if_none_match=tag)
    assert changed.status_code == 200
    assert changed["ETag"] != tag


def test_what_another_table_brings_changes_nothing_here(
    phone, client, tables, django_assert_num_queries
):
    tag = phone.state()["ETag"]
    other = Phone(client, tables[2])
    assert other.say(board=3, ns=2, ew=7, result="4SS=").status_code == 201
    with django_assert_num_queries(1):
        assert phone.state(if_none_match=tag).status_code == 304


def test_after_its_own_word_a_table_reads_no_more_than_results_and_words(
    phone, django_assert_max_num_queries
):
    phone.shown()
    phone.four_spades()
    with django_assert_max_num_queries(7) as asked:
        assert phone.shown()["boards"][0]["state"] == "waiting"
    asked_of = " ".join(query["sql"].split(" WHERE ")[0] for query in asked.captured_queries[1:])
    assert 'FROM "director_plan"' not in asked_of
    assert 'FROM "director_access"' not in asked_of


def test_a_result_and_the_word_of_the_opponents_ask_few_questions(
    phone, django_assert_max_num_queries
):
    """What lies at the table is not read again while its section is locked, unless something was done since."""
    phone.shown()
    # Two begin and end a savepoint of the test, one counts the change.
    # One of them asks whether a waiting clock has to follow the results.
    with django_assert_max_num_queries(14) as asked:
        assert phone.four_spades(device="aa").status_code == 201
    assert not any(
        'FROM "director_plan' in query["sql"].split("WHERE")[0] for query in asked.captured_queries
    )
    with django_assert_max_num_queries(9):
        assert phone.agree(device="bb", result="4SS=").status_code == 201
    # It is the last board of the round here: do other tables still play it?
    with django_assert_max_num_queries(15):
        assert phone.four_spades(board=2).status_code == 201


def test_the_boards_of_a_table_are_read_again_if_they_changed_before_the_lock(
    phone, section, monkeypatch
):
    phone.shown()
    locked = write.record_section_act

    def chosen_first(**asked):
        section.refresh_from_db()
        store_plan(section=section, movement=make_plan("howell", pairs=10, boards_per_set=2))
        monkeypatch.setattr(write, "record_section_act", locked)
        return locked(**asked)

    monkeypatch.setattr(write, "record_section_act", chosen_first)
    refused = phone.four_spades()
    assert refused.status_code == 422, refused.json()
    assert "1 and 6 don’t play board 1" in refused.json()["error"], refused.json()
    assert not section.results.exists()


def test_the_same_key_again_is_answered_also_where_results_are_final(phone, section):
    first = phone.say(key="once", board=1, ns=1, ew=6, result="4SS=").json()
    publish_results(event=section.session.event, user=None)
    finalise_results(event=section.session.event, user=None)
    again = phone.say(key="once", board=1, ns=1, ew=6, result="4SS=")
    assert again.status_code == 200
    assert again.json() == first
    assert phone.agree().status_code == 422


def test_a_table_is_told_at_once_of_the_director_s_result_and_of_its_undo(phone, section):
    tag = phone.state()["ETag"]
    enter_result(section=section, board_no=1, ns=1, ew=6, text="3NTN=", user=make_director())
    entered = phone.state(if_none_match=tag)
    assert entered.status_code == 200
    assert entered.json()["boards"][0]["result"] == "3NTN="
    undo_section(
        section=section, number=fetch_section_acts(section, BOARD_PLAY).first().number, user=None
    )
    undone = phone.state(if_none_match=entered["ETag"])
    assert undone.status_code == 200
    assert undone.json()["boards"][0]["result"] == ""


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
    "text", ["4SS=", "NP: no time", "LATER"], ids=["not agreed", "not played", "later"]
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


def play_ahead(phone):
    """Let table 1 say all of its boards, round 1 and 2, with what the opponents say; return a line of round 2."""
    for _round in (1, 2):
        shown = phone.shown()
        for board in shown["boards"]:
            sent = {
                "board": board["board"],
                "ns": shown["ns"],
                "ew": shown["ew"],
                "result": "4SS=",
                "confirm": True,
            }
            assert phone.say(**sent).status_code == 201
    return shown["boards"][0]["board"], shown["ns"], shown["ew"]


@pytest.mark.parametrize("clock", [Clock.PAUSED, Clock.WAITING])
def test_others_results_are_not_shown_ahead_of_the_clock(phone, client, section, clock):
    Session.objects.update(clock=clock, seconds_left=60 if clock == Clock.PAUSED else None)
    board_no, ns, _ew = play_ahead(phone)
    other = next(
        line for line in fetch_section_lines(section).get_board_lines(board_no) if line.ns != ns
    )
    enter_result(
        section=section, board_no=board_no, ns=other.ns, ew=other.ew, text="3NTN=", user=None
    )
    assert client.post(f"{phone.base}boards/{board_no}.json").status_code == 404
    Session.objects.update(round_no=2, clock=Clock.PAUSED, seconds_left=60)
    lines = client.post(f"{phone.base}boards/{board_no}.json").json()["lines"]
    assert {line["result"] for line in lines} == {"4SS=", "3NTN="}


def test_others_results_are_shown_without_a_clock_once_every_table_has_entered_the_round(
    phone, client, section
):
    phone.four_spades(confirm=True)
    round_1 = [line for line in fetch_section_lines(section).all if line.round_no == 1]
    for line in round_1[:-1]:
        enter_on_line(section, line, "4SS=")
    assert client.post(f"{phone.base}boards/1.json").status_code == 404
    last = round_1[-1]
    enter_on_line(section, last, "4SS=")
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


def test_a_change_before_others_results_were_shown_is_stored(phone, client, section):
    Session.objects.update(clock=Clock.PAUSED, seconds_left=60)
    phone.four_spades(confirm=True)
    only_own_line = client.post(f"{phone.base}boards/1.json").json()["lines"]
    assert len(only_own_line) == 1
    assert phone.four_spades(tricks=11, change=True, confirm=True).status_code == 201
    assert section.results.get(ns=1, board_no=1).text == "4SS+1"


def test_play_marks_a_table_ahead_of_the_clock(phone, desk, section):
    Session.objects.update(clock=Clock.PAUSED, seconds_left=60)
    page = f"/sessions/{section.session_id}/play/"
    play_ahead(phone)
    said = [" ".join(text.split()) for text in find_texts(desk.get(page), "#owing .warn")]
    assert said == ["Table 1 is already in round 2."]
    Session.objects.update(round_no=2)
    assert find_texts(desk.get(page), "#owing p.warn") == []


def test_others_results_are_shown_after_the_board_as_the_club_lets_them(
    phone, client, tables, section
):
    Session.objects.update(clock=Clock.PAUSED, seconds_left=60)
    enter_result(section=section, board_no=1, ns=5, ew=9, text="3NTN=", user=None)
    assert client.post(f"{phone.base}boards/1.json").status_code == 404
    phone.four_spades(confirm=True)
    lines = client.post(f"{phone.base}boards/1.json").json()["lines"]
    assert [(line["result"], line["score"], line["percent"], line["own"]) for line in lines] == [
        ("4SS=", 420, "100.0", True),
        ("3NTN=", 400, "0.0", False),
    ]
    change_table_settings(section, others="round")
    assert client.post(f"{phone.base}boards/1.json").status_code == 404
    phone.say(board=2, ns=1, ew=6, result="PASS", confirm=True)
    assert client.post(f"{phone.base}boards/1.json").status_code == 200
    change_table_settings(section, others="never")
    assert client.post(f"{phone.base}boards/1.json").status_code == 404


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


def test_wrong_revoked_and_expired_addresses_are_no_pages(client, phone, tables, section):
    assert client.get("/t/nonsense/").status_code == 404
    fresh = renew_access(access=tables[1])
    assert phone.state().status_code == 404
    assert phone.four_spades().status_code == 404
    assert Phone(client, fresh).state().status_code == 200
    Access.objects.filter(pk=fresh.pk).update(expires_at=fresh.made_at)
    assert Phone(client, fresh).state().status_code == 404
    revoke_access(access=tables[2])
    assert Phone(client, tables[2]).state().content == b""
    again = open_table_addresses(session=section.session, section=section, tables=range(1, 6))
    assert again[3] == tables[3]
    assert again[1].token != fresh.token


def test_who_guesses_addresses_is_stopped_and_the_club_goes_on(client, phone):
    statuses = [client.get(f"/t/guess-{number}/state.json").status_code for number in range(40)]
    assert statuses[0] == 404
    assert statuses[-1] == 429
    assert phone.state().status_code == 200


def test_nothing_is_entered_once_the_results_are_published(phone, section):
    phone.four_spades(confirm=True)
    publish_results(event=section.session.event, user=make_director())
    section = fetch_section(section.session_id)
    assert "published" in phone.four_spades(tricks=9, change=True).json()["error"]
    assert phone.shown()["over"] is True
    assert phone.shown()["standings"] == ""
    change_table_settings(section, ranking=True)
    assert phone.shown()["standings"] == section.session.event.get_absolute_url()


def test_the_page_takes_results_without_scripts(client, phone, section):
    page = client.get(phone.base)
    assert page.status_code == 200
    assert "Table 1" in page.content.decode()
    sent = {"key": "form", "board": "1", "result": "4ss=", "confirm": "on"}
    assert client.post(phone.base, sent).status_code == 302
    assert section.results.get().text == "4SS="
    assert phone.shown()["boards"][0]["confirmed"]
    assert (
        client.post(phone.base, {"key": "bad", "board": "1", "result": "9SS="}).status_code == 422
    )


def test_a_phone_costs_the_database_no_more_in_a_large_field(client, django_assert_max_num_queries):
    for pairs in (10, 40):
        section = make_night(pairs=pairs, boards_per_set=2)
        access = open_table_addresses(session=section.session, section=section, tables=[1])[1]
        with django_assert_max_num_queries(16):
            assert Phone(client, access).state().status_code == 200


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
