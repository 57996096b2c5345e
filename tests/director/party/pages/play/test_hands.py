"""A table that played fewer hands than a round has: how it is told, checked, credited, explained and undone."""

import json
from fractions import Fraction

import pytest

from director.core.night.links.opening import open_table_addresses
from director.errors import DeskError
from director.party.movement.games import fetch_party_record
from director.party.movement.parties import fetch_party_by_session
from director.party.play.history import undo_party
from director.party.scoring.json import make_results_json
from director.party.scoring.standings import explain_player_total
from tests.director.pages import HTMX, find_elements, find_texts
from tests.director.party.parties import enter_winner, get_latest_round, make_seated_party

pytestmark = pytest.mark.django_db


def make_hands(unplayed="6.5", hands=4, **fields):
    """Return a partner drive of so many hands per round, with what a hand is worth that was not played."""
    party = make_seated_party(
        players=8, system="pair-drive", method="tricks", hands=hands, named=True, **fields
    )
    party.method_options |= {"deal": "any", "unplayed": unplayed}
    party.save()
    return fetch_party_by_session(party.pk)


def totals(party, table_no=1):
    """Return what the sides of a table have."""
    sides = get_latest_round(party).seating[table_no - 1]["sides"]
    told = {
        standing.player: standing.total for standing in fetch_party_record(party).ranking.standings
    }
    return [told[side[0]] for side in sides]


def test_play_asks_how_many_hands_were_played_and_undoes_it(desk):
    party = make_hands()
    tap = f"/parties/{party.pk}/play/rounds/1/tables/1/"
    response = desk.post(tap, {"version": "0", "points-0": "20", "hands": "3"}, **HTMX)
    assert find_texts(response, "summary")[0] == "3 of 4 hands played"
    page = desk.get(f"/parties/{party.pk}/play/")
    boxes = [box.get("value") for box in find_elements(page, "input") if box.get("name") == "hands"]
    assert boxes == ["3", ""]
    wholes = [
        box.get("data-whole") for box in find_elements(page, "input") if box.get("data-whole")
    ]
    assert wholes == ["39", "39", "52", "52"]
    assert get_latest_round(party).results.get().points == [20, 19]
    undo_party(party=party, number=party.acts.first().number, user=None)
    assert not get_latest_round(party).results.exists()


@pytest.mark.parametrize("hands", [0, 5])
def test_hands_that_no_round_has_are_refused(hands):
    party = make_hands()
    with pytest.raises(DeskError) as refused:
        enter_winner(party, 1, None, points=(20, 19), hands=hands)
    assert str(refused.value) == (
        f"Table 1: {hands} of 4 hands doesn’t fit. Type 1 to 4, or leave it empty for all."
    )


def test_why_and_files_tell_it():
    party = make_hands()
    enter_winner(party, 1, None, points=(20, 19), hands=3)
    player = get_latest_round(party).seating[0]["sides"][0][0]
    why = explain_player_total(fetch_party_record(party), player)
    assert (
        why.games[0].outcome_text == "won, 20 tricks against 19, 1 of 4 hands not played, worth 6½"
    )
    assert why.points == Fraction(53, 2)
    (table, *_others) = make_results_json(fetch_party_record(party))["rounds"][0]["tables"]
    assert table["hands"] == 3


def test_a_phone_uses_the_hands_that_the_director_told(client):
    party = make_hands()
    access = open_table_addresses(session=party.session, tables=[1])[1]
    enter_winner(party, 1, None, points=(20, 19), hands=3)
    assert client.get(f"/t/{access.token}/state.json").json()["whole"] == 39
    told = json.dumps({"key": "k", "points": ["20", "19"], "change": True})
    client.post(f"/t/{access.token}/results", told, content_type="application/json")
    assert get_latest_round(party).results.get().points == [20, 19]
