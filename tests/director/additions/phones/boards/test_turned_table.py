"""A table that forgot to turn says so itself: both sides agree, and the results go with the pairs."""

import pytest
from django.test import Client

from director.additions.phones.keys import make_phone_label
from director.boards.movement.sections import BOARD_PLAY, fetch_section_acts
from director.boards.play.results.acts import undo_section
from director.boards.play.scores.result import enter_result
from director.models import PlayedRow
from director.models.event import Contest
from tests.director.additions.phones.tables import TablePhones
from tests.director.boards.others import make_contest_section

pytestmark = pytest.mark.django_db
NS, EW = {"device": "aa", "side": "ns"}, {"device": "bb", "side": "ew"}


def table_state(tables):
    return Client().get(f"/t/{tables.open[1].token}/state.json").json()


def turned(tables, *, is_turned=True, **data):
    key = f"turned-{is_turned}-{sorted(data.items())}"
    return tables._send(
        1, "results", {"key": key, "round": 1, "ns": 1, "ew": 6, "turned": is_turned, **data}
    )


def stored(section):
    return {
        (result.board_no, result.ns, result.ew): result.counted_score
        for result in section.results.filled()
    }


@pytest.mark.slow
def test_both_sides_turn_the_round_and_the_scores_follow(section, tables, lines, director):
    tables.say(lines[0], "4SS=", confirm=True)
    assert table_state(tables)["ns"] == 1
    response = turned(tables, confirm=True)
    told = {"stored": True, "round": 1, "turned": True, "waits_for": None}
    assert response.status_code == 201
    assert response.json() == told
    assert stored(section) == {(1, 6, 1): 420}
    assert table_state(tables)["ns"] == 6
    assert table_state(tables)["ew"] == 1
    assert table_state(tables)["turned"] is None
    act = fetch_section_acts(section, BOARD_PLAY).first()
    assert act.words == "Table 1: wrong direction in round 1, confirmed by both."
    undo_section(section=section, number=act.number, user=director)
    assert stored(section) == {(1, 1, 6): 420}


def test_one_side_says_so_and_the_other_agrees(section, tables, lines):
    tables.say(lines[0], "4SS=", confirm=True)
    assert turned(tables, **NS).json()["waits_for"] == "opponents"
    assert stored(section) == {(1, 1, 6): 420}
    assert table_state(tables)["turned"] == {
        "round": 1,
        "phone": make_phone_label(tables.open[1].pk, "aa"),
        "side": "ns",
    }
    assert turned(tables, **EW).json()["waits_for"] is None
    assert stored(section) == {(1, 6, 1): 420}
    assert table_state(tables)["turned"] is None


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"ns": 6, "ew": 1}, "Round 1 at table 1 has changed."),
        ({"round": 2}, "Round 2 at table 1 has changed."),
        ({"round": "x"}, "The round must be a whole number, such as 2."),
        ({"turned": [1]}, "turned"),
    ],
    ids=["turned-by-now", "not-yet", "no-round", "no-truth"],
)
def test_an_impossible_turn_is_refused_in_one_sentence(tables, data, words):
    sent = {"key": "k", "round": 1, "ns": 1, "ew": 6, "turned": True, "confirm": True} | data
    response = tables._send(1, "results", sent)
    assert response.status_code == 422
    assert words in response.json()["error"]


def test_only_the_director_turns_a_table_with_an_award(section, tables, director):
    enter_result(section=section, board_no=1, ns=1, ew=6, text="A6040", user=director)
    response = turned(tables, confirm=True)
    assert response.status_code == 422
    assert "board 1" in response.json()["error"]
    assert not PlayedRow.objects.exists()


def test_players_who_go_on_alone_tell_the_director():
    tables = TablePhones(make_contest_section(Contest.INDIVIDUAL), tables=2)
    assert (
        turned(tables, confirm=True)
        .json()["error"]
        .startswith("Only pairs can report the wrong direction here")
    )


def test_the_form_without_scripts_turns_too(section, tables, lines):
    address = f"/t/{tables.open[1].token}/"
    assert "Wrong direction" in Client().get(address).content.decode()
    sent = {"key": "form", "turned": "1", "round": "1", "ns": "1", "ew": "6", "confirm": "1"}
    assert Client().post(address, sent).status_code == 302
    assert table_state(tables)["ns"] == 6
