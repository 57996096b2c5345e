"""Leavers, latecomers and rounds sat out at a party: every place where somebody reads of them."""

from fractions import Fraction

import pytest
from django.test import Client

from director.party.movement.games import fetch_party_record
from director.party.movement.parties import fetch_party_by_session
from director.party.play.setup import set_up_party
from director.party.scoring.sheets import fetch_party_results
from tests.director.pages import find_texts
from tests.director.party.parties import (
    enter_winner,
    get_latest_round,
    make_seated_party,
)
from tests.oracle.events import compute_event_differences

pytestmark = pytest.mark.django_db
PRIZES = {"places": 1, "by_group": False, "equal_numbers": False, "booby": True}


@pytest.mark.slow
@pytest.mark.parametrize(("choice", "credit"), [("nothing", "0"), ("average", ""), ("6.5", "13/2")])
def test_a_round_sat_out_is_worth_what_the_club_chose(desk, choice, credit):
    party = make_seated_party(
        players=14, rounds=3, system="drive-whist", method="tricks", prizes=PRIZES
    )
    for _round in range(2):
        one = get_latest_round(party)
        for table in one.seating:
            if len(table["sides"]) == 2:
                enter_winner(party, table["table"], None, points=(8, 5))
        desk.post(f"/parties/{party.pk}/play/rounds/{one.round_no}/next/")
    way = {"deal": "13", "sit_out": choice}
    set_up_party(party=fetch_party_by_session(party.pk), user=None, method_options=way)
    party = fetch_party_by_session(party.pk)
    evening = fetch_party_record(party)
    out = [standing for standing in evening.ranking.standings if standing.presence]
    assert {one.presence.description for one in out} == {"sat out 1 round"}
    for one in out:
        own = one.get_figure("tricks")
        assert one.sit_out_credit == (
            own / one.games_played if choice == "average" else Fraction(credit)
        )
        assert one.total == own + one.sit_out_credit
    assert compute_event_differences(party.session.event) == []
    why = desk.get(f"/parties/{party.pk}/results/?by=all&why={out[0].player}").context[
        "explanation"
    ]
    assert " for 1 round sat out (" in why.formula
    phone = (
        Client()
        .get(f"/p/{party.players.get(number=int(out[0].player)).token}/")
        .context["player_summary"]
    )
    assert phone.total == out[0].total
    assert phone.presence == "sat out 1 round"
    texts = find_texts(desk.get(f"/parties/{party.pk}/results/?by=all"), "thead th")
    assert ("Sat out" in texts) is (choice != "nothing")


@pytest.mark.slow
def test_step_1_asks_what_sitting_out_is_worth_and_whether_leavers_win(desk):
    party = make_seated_party(players=14, system="drive-whist", method="tricks")
    form = desk.get(f"/parties/{party.pk}/field/").context["form"]
    asked = next(field for field in form.method_option_fields if field.html_name == "count-sit_out")
    assert asked.label == "Score for a sit-out"
    (_usual, usual_choices), (_others, other_choices) = asked.field.choices
    assert usual_choices == [
        ("nothing", "nothing"),
        ("average", "the player’s own average"),
        ("6.5", "6½"),
    ]
    assert other_choices[:2] == [("0.5", "½"), ("1", "1")]
    assert "prize-leavers" in [field.html_name for field in form.prize_ticks]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("choice", "counted"),
    [("best", [5, 0]), ("1", [5, 3]), ("3/4", [Fraction(15, 4), Fraction(9, 4)])],
)
def test_a_short_table_counts_as_the_club_chose(choice, counted):
    party = make_seated_party(
        players=14, method="points", options={"odd": "short-table", "round_ends": "deals"}
    )
    party.method_options |= {"short_table": choice}
    party.save()
    short = next(
        table
        for table in get_latest_round(party).seating
        if len(table["sides"]) == 2 and len(table["sides"][0]) == 1
    )
    for table in get_latest_round(party).seating:
        enter_winner(party, table["table"], None, points=(5, 3))
    totals = {
        row.number: row.total
        for row in fetch_party_results(fetch_party_by_session(party.pk)).standings
    }
    assert [totals[int(side[0])] for side in short["sides"]] == counted
    others = [total for number, total in totals.items() if [str(number)] not in short["sides"]]
    assert sorted(set(others)) == [3, 5]
    assert compute_event_differences(fetch_party_by_session(party.pk).session.event) == []
