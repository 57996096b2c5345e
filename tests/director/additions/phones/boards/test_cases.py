"""What goes wrong at a table, case by case as clubs tell it, as far as the door has to hold it.

What two phones show of it stands in ``tests/browser/phones/test_two_phones.py`` (agreed on the
other phone, changed there, asleep, two values), what a phone without a network does in
``test_kept.py``, what the director sees in ``tests/director/boards/pages/test_play.py``, and
directors who act meanwhile in ``test_acts_between.py``.
"""

import pytest
from django.test import Client

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.scores.off_schedule import turn_table
from director.core.night.phones import get_phones_by_access_id
from director.models import Call, ResultVersion, Session, TableWord
from director.models.event import Clock
from tests.factories import enter_on_line

pytestmark = pytest.mark.django_db


@pytest.fixture
def lines(section):
    """Every line that table 1 plays, in order."""
    return [line for line in fetch_section_lines(section).all if line.table_no == 1]


def table_state(tables, query=""):
    return Client().get(f"/t/{tables.open[1].token}/state.json{query}").json()


def boards(tables):
    return {board["board"]: board for board in table_state(tables)["boards"]}


def others(tables, board_no):
    return Client().post(f"/t/{tables.open[1].token}/boards/{board_no}.json")


def test_a_board_outside_the_round_is_refused_and_those_that_are_open_are_named(
    tables, section, lines
):
    tables.say(lines[0], "4SS=")
    for sent in ({"board": 9, "result": "PASS"}, {"board": 6, "ns": 1, "ew": 9, "result": "PASS"}):
        response = tables._send(1, "results", {"key": str(sent), **sent})
        assert response.status_code == 422
        assert "Still to play in round 1: board 2." in response.json()["error"]
    assert section.results.count() == 1


def test_a_contract_moved_by_one_board_is_mended_by_both_sides_and_every_version_is_kept(
    tables, section, lines
):
    first, second = lines[:2]
    tables.say(first, "4SS=", confirm=True)  # it was made on the second board
    tables.say(first, "2HE-1", change=True)
    tables.agree(first)
    assert tables.say(second, "4SS=", confirm=True).status_code == 201
    made = {board_no: board["result"] for board_no, board in _left(tables).items()}
    assert made == {1: "2HE-1", 2: "4SS="}
    assert ResultVersion.objects.get().text == "4SS="


def _left(tables):
    return {board["board"]: board for board in table_state(tables)["left"]["boards"]}


def test_a_wrong_declarer_is_mended_before_the_opponents_agree(tables, lines):
    assert tables.say(lines[0], "4SE=", device="aa").json()["score"] == -420
    assert tables.say(lines[0], "4SS=", device="aa", change=True).json()["score"] == 420
    assert tables.agree(lines[0], device="bb").json()["waits_for"] is None
    assert boards(tables)[1]["confirmed"]


def test_a_queue_that_comes_late_and_twice_is_stored_in_its_order_and_once(tables, section, lines):
    """A table without a network plays on; its words come together, and again because no answer got through."""
    queue = [(line, "4SS=", f"k{index}") for index, line in enumerate(lines[:6])]
    for index in range(2):
        for line, text, key in queue:
            response = tables.say(line, text, key=key, confirm=True)
            assert response.status_code == (200 if index else 201)
    assert section.results.filled().count() == 6
    assert table_state(tables)["round"] == 4


def test_a_new_phone_goes_on_where_the_dead_one_was_and_both_are_known(tables, lines):
    table_state(tables, "?device=aa&side=ns")
    tables.say(lines[0], "4SS=", device="aa", side="ns")
    state = table_state(tables, "?device=bb&side=ns&waiting=0")
    assert [board["state"] for board in state["boards"]] == ["waiting", "empty"]
    assert tables.agree(lines[0], device="bb").status_code == 201
    assert tables.say(lines[1], "PASS", device="bb").status_code == 201
    access = tables.open[1]
    assert [phone.device for phone in get_phones_by_access_id([access.pk])[access.pk]] == [
        "bb",
        "aa",
    ]


def test_a_pair_at_the_wrong_table_writes_nothing_there_and_the_director_hears(tables, section):
    """Pair 2 sits down at table 1 and enters what it is to play at its own."""
    response = tables._send(
        1, "results", {"key": "k", "board": 3, "ns": 2, "ew": 7, "result": "4SS="}
    )
    assert response.status_code == 422
    assert tables.call(1, "Not the people who belong here").status_code == 201
    assert Call.objects.get().reason == "Not the people who belong here"
    assert not section.results.exists()


def test_a_table_that_forgot_to_turn_is_turned_by_the_director_with_what_it_made(
    tables, section, lines, director
):
    tables.say(lines[0], "4SS=", confirm=True)
    turn_table(section=section, round_no=1, table_no=1, user=director)
    state = table_state(tables)
    assert (state["ns"], state["ew"]) == (6, 1)
    assert [board["result"] for board in state["boards"]] == ["4SS=", ""]
    assert tables.say(lines[1], "PASS").status_code == 422  # the phone still had them as they sat
    turned = {"key": "turned", "board": lines[1].board_no, "ns": 6, "ew": 1, "result": "PASS"}
    assert tables._send(1, "results", turned).status_code == 201


@pytest.mark.parametrize("text", ["NP: no time", "LATER"])
def test_nothing_is_shown_of_a_board_that_may_still_be_played(
    tables, section, lines, director, text
):
    Session.objects.update(clock=Clock.PAUSED, seconds_left=60)
    other = next(
        line for line in fetch_section_lines(section).get_board_lines(1) if line.table_no != 1
    )
    enter_on_line(section, other, "6NTN=", user=director)
    if text == "LATER":
        enter_on_line(section, lines[0], text, user=director)
    else:
        tables.say(lines[0], text)
    assert others(tables, 1).status_code == 404
    assert not boards(tables)[1]["others"]
    tables.say(lines[0], "4SS=", change=True, confirm=True)
    assert others(tables, 1).status_code == 200


def test_a_round_ends_without_a_board_that_was_not_played(tables, section, lines):
    tables.say(lines[0], "NP: no time", confirm=True)
    tables.say(lines[1], "PASS", confirm=True)
    assert table_state(tables)["round"] == 2
    assert {board["state"] for board in table_state(tables)["left"]["boards"]} == {
        "artificial",
        "stored",
    }


def test_a_late_play_is_taken_from_the_table_rounds_after_it(tables, section, lines, director):
    enter_on_line(section, lines[0], "LATER", user=director)
    for line in lines[1:6]:
        tables.say(line, "PASS", confirm=True)
    assert table_state(tables)["round"] == 4
    assert tables.say(lines[0], "4SS=", confirm=True).status_code == 201
    stored = section.results.get(board_no=1, ns=1, ew=6)
    assert stored.counted == "4SS="
    assert stored.round_no == 1
    assert stored.table_no == 1


@pytest.mark.parametrize("confirm", [True, False], ids=["agreed", "by one side"])
def test_a_table_says_that_a_board_is_played_later_and_goes_on(tables, section, lines, confirm):
    payload = tables.say(lines[0], "LATER", confirm=confirm).json()
    assert payload["result"] == "LATER"
    assert payload["score"] is None
    assert payload["waits_for"] is None
    assert [(board["state"], board["later"]) for board in table_state(tables)["boards"]] == [
        ("empty", True),
        ("empty", False),
    ]
    assert others(tables, 1).status_code == 404
    for line in lines[1:4]:
        tables.say(line, "PASS", confirm=True)
    assert [later["round"] for later in table_state(tables)["later"]] == [1]
    tables.say(lines[0], "4SS=", confirm=True)
    assert section.results.get(board_no=1, ns=1, ew=6).counted == "4SS="
    assert tables.say(lines[0], "LATER", key="again").status_code == 409


def test_a_late_play_is_shown_at_its_table_until_both_sides_have_said_what_it_was(
    tables, section, lines, director
):
    enter_on_line(section, lines[0], "LATER", user=director)
    for line in lines[1:6]:
        tables.say(line, "PASS", confirm=True)
    (later,) = table_state(tables)["later"]
    assert later["round"] == 1
    assert later["ns"] == 1
    assert later["ew"] == 6
    assert later["labels"]["ns"] == "1 N-S"
    assert [(board["board"], board["state"], board["later"]) for board in later["boards"]] == [
        (1, "empty", True)
    ]
    tables.say(lines[0], "4SS=")
    (later,) = table_state(tables)["later"]
    assert [(board["state"], board["later"]) for board in later["boards"]] == [("waiting", False)]
    tables.agree(lines[0])
    assert table_state(tables)["later"] == []


def test_a_late_play_is_entered_without_scripts_too(tables, section, lines, director):
    enter_on_line(section, lines[0], "LATER", user=director)
    for line in lines[1:6]:
        tables.say(line, "PASS", confirm=True)
    address = f"/t/{tables.open[1].token}/"
    assert "Board 1 of round 1, played later by 1 N-S and 1 E-W" in " ".join(
        Client().get(address).content.decode().split()
    )
    sent = {"key": "form", "board": "1", "ns": "1", "ew": "6", "result": "4SS=", "confirm": "1"}
    assert Client().post(address, sent).status_code == 302
    assert section.results.get(board_no=1, ns=1).counted == "4SS="


def test_an_older_version_of_a_phone_is_no_match_for_the_director(tables, section, lines, director):
    tables.say(lines[0], "4SS=", confirm=True)
    enter_on_line(section, lines[0], "4SS+1", user=director)
    response = tables.say(lines[0], "4SS-1", change=True, confirm=True)
    assert response.status_code == 409
    assert response.json()["stands"]["result"] == "4SS+1"
    assert "director" in response.json()["error"]
    assert section.results.get().counted == "4SS+1"
    assert TableWord.objects.get(is_dispute=True).text == "4SS-1"
