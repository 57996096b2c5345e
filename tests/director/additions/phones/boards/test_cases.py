"""What goes wrong at a table, case by case as clubs tell it, as far as the door has to hold it.

What two phones show of it stands in ``tests/browser/phones/test_two_phones.py`` (agreed on the
other phone, changed there, asleep, two values), what a phone without a network does in
``test_kept.py``, what the director sees in ``tests/director/boards/pages/test_play.py``, and
directors who act meanwhile in ``test_acts_between.py``.
"""

import pytest
from django.test import Client

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.models import ResultVersion

pytestmark = pytest.mark.django_db


@pytest.fixture
def lines(section):
    """Every line that table 1 plays, in order."""
    return [line for line in fetch_section_lines(section).all if line.table_no == 1]


def table_state(tables, query=""):
    return Client().get(f"/t/{tables.open[1].token}/state.json{query}").json()


def boards(tables):
    return {board["board"]: board for board in table_state(tables)["boards"]}


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
