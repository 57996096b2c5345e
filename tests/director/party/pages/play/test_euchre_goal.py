"""Euchre to a goal: what ends a game, what holds when the bell rings before, what a director may keep all the same."""

import json

import pytest

from director.core.night.links.opening import open_table_addresses
from director.errors import DeskError
from director.party.pages.field.preset import find_goal_error
from tests.director.pages import find_elements, find_texts
from tests.director.party.parties import enter_winner, get_latest_round, make_seated_party

pytestmark = pytest.mark.django_db


def make_night(ends="deals", goal=0, **fields):
    return make_seated_party(
        players=8, method="points", goal=goal, options={"round_ends": ends}, **fields
    )


def test_points_beyond_the_goal_are_refused_in_one_sentence_and_the_director_may_keep_them(desk):
    party, url = make_night(goal=10), "play/rounds/1/tables/1/"
    sent = {"points-0": "10", "points-1": "11", "version": "0", "current": "1"}
    refused = desk.post(f"/parties/{party.pk}/{url}", sent, headers={"HX-Request": "true"})
    assert refused.status_code == 422
    assert [text for text in find_texts(refused, "p") if "don’t fit" in text] == [
        "Table 1: 10 and 11 points don’t fit. The round ends as soon as one side has 10."
    ]
    assert "Save anyway" in find_texts(refused, "button")
    assert get_latest_round(party).results.count() == 0
    desk.post(
        f"/parties/{party.pk}/{url}", sent | {"as-it-is": "1"}, headers={"HX-Request": "true"}
    )
    assert get_latest_round(party).results.get().points == [10, 11]
    assert get_latest_round(party).results.get().winner == 1


def test_a_result_that_must_be_retyped_has_no_save_anyway_button(desk):
    party = make_night(goal=10)
    sent = {"points-0": "4", "points-1": "4", "version": "0", "current": "1"}
    refused = desk.post(
        f"/parties/{party.pk}/play/rounds/1/tables/1/", sent, headers={"HX-Request": "true"}
    )
    assert refused.status_code == 422
    assert "Save anyway" not in find_texts(refused, "button")


def test_the_phone_of_a_table_knows_the_goal_and_keeps_nothing_that_cannot_be(client):
    party = make_night(goal=10)
    access = open_table_addresses(session=party.session, tables=[1])[1]
    state = client.get(f"/t/{access.token}/state.json").json()
    assert state["goal"] == 10
    assert state["goal_words"].startswith("A game is played to 10 points.")
    boxes = [
        box
        for box in find_elements(client.get(f"/t/{access.token}/"), "input")
        if box.get("data-goal")
    ]
    assert [box.get("data-goal") for box in boxes] == ["10", "10"]
    said = {"key": "a", "round": 1, "points": [10, 11], "as-it-is": "1"}
    response = client.post(
        f"/t/{access.token}/results", json.dumps(said), content_type="application/json"
    )
    assert "10 and 11 points don’t fit" in response.json()["error"]
    assert get_latest_round(party).results.count() == 0


def test_beyond_the_last_hand_is_refused_whatever_the_goal():
    for goal in (5, 10, 15):
        party = make_night(goal=goal)
        with pytest.raises(DeskError, match=f"{goal + 4} points are too many"):
            enter_winner(party, 1, None, points=(goal + 4, 0))
        assert enter_winner(party, 1, None, points=(goal + 3, 0)).points == [goal + 3, 0]


@pytest.mark.parametrize(
    ("game", "goal", "refused"),
    [
        ("euchre", 4, "Euchre is played to 5 to 15 points, not 4. Leave it empty for no target."),
        ("euchre", 5, ""),
        ("euchre", 15, ""),
        ("euchre", 16, "Euchre is played to 5 to 15 points, not 16. Leave it empty for no target."),
        ("five-hundred", 500, ""),
    ],
)
def test_a_game_is_played_to_as_many_points_as_its_rules_have(game, goal, refused):
    refusal = find_goal_error(game, goal)
    assert (refusal.messages if refusal else [""]) == [refused]
