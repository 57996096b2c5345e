"""Step 4 of a party: who won, ties, corrections, and the next seats."""

import re

import pytest

from director.party.movement.games import fetch_party_record
from director.party.movement.parties import fetch_party_by_session
from director.party.movement.seating import read_seating
from director.party.pages.play.page import fetch_party_play
from director.party.play.play import (
    enter_party_result,
    finish_party,
    remove_table_result,
)
from director.party.play.report import PartyTableReport
from director.party.play.setup import set_up_party
from scoring.errors import ScoringError
from tests.director.party.parties import (
    enter_winner,
    get_latest_round,
    get_refusal,
    make_seated_party,
    play_round,
)

pytestmark = pytest.mark.django_db


def test_a_table_that_does_not_play_cannot_win():
    party = make_seated_party(players=12)
    assert (
        get_refusal(enter_winner, party, 9)
        == "Table 9 doesn’t play in round 1. The tables are 1 to 3."
    )


def test_a_side_that_is_not_there_cannot_win():
    party = make_seated_party(players=12)
    assert (
        get_refusal(enter_winner, party, 1, 2) == "Table 1 has 2 sides, so side 3 can’t win there."
    )


def test_players_who_sit_out_cannot_win():
    party = make_seated_party(players=18, options={"odd": "sit-out"})
    assert get_refusal(enter_winner, party, 5) == "Table 5 is empty in round 1. Choose another."


def test_a_tie_wants_its_rule():
    party = make_seated_party(players=12, method="points")
    assert (
        get_refusal(enter_winner, party, 1, None, points=(4, 4))
        == "Table 1: 4 points and 4 points are a tie. Choose how it was settled and who won."
    )


def test_points_that_differ_are_no_tie():
    party = make_seated_party(players=12, method="points")
    assert (
        get_refusal(enter_winner, party, 1, 0, points=(5, 4), tie="cut")
        == "Table 1: 5 and 4 points aren’t a tie. Correct one of the two."
    )


def test_a_winner_with_fewer_points_is_refused():
    party = make_seated_party(players=12, method="points")
    assert (
        get_refusal(enter_winner, party, 1, 0, points=(3, 5))
        == "Table 1: side 1 can’t have won with 3 and 5 points. Correct the points, or tap the other side."
    )


def test_points_are_needed_where_they_are_counted():
    party = make_seated_party(players=12, method="points")
    assert (
        get_refusal(enter_winner, party, 1, 0)
        == "Table 1: Points of each side are missing. Enter both."
    )


@pytest.mark.parametrize(
    ("tie", "shares", "won"),
    [("cut", ["0", "1"], 1), ("half-game", ["1/2", "1/2"], 1), ("turned-trick", ["0", "1"], 1)],
)
def test_a_tie_is_settled_by_its_rule(tie, shares, won):
    result = enter_winner(make_seated_party(players=12), 1, 1, tie=tie)
    assert (result.winner, result.shares, result.tie) == (won, shares, tie)


def test_half_a_game_each_is_counted():
    party = make_seated_party(players=12)
    enter_winner(party, 1, 1, tie="half-game")
    assert {str(standing.total) for standing in fetch_party_record(party).ranking.standings} == {
        "1/2"
    }


def test_a_stranger_has_no_lone_hand():
    party = make_seated_party(players=12)
    strange = next(
        n
        for n in map(str, range(1, 13))
        if n not in read_seating(get_latest_round(party).seating)[0].players
    )
    assert (
        get_refusal(enter_winner, party, 1, lone_hands={strange: 1})
        == f"Table 1: player {strange} doesn’t sit there. Correct the lone hand."
    )


def test_a_result_of_an_earlier_round_cannot_be_taken_out():
    party = make_seated_party(players=12)
    play_round(party)
    assert (
        get_refusal(remove_table_result, party=party, round_no=1, table_no=1, user=None)
        == "Round 1 is over, and the next seats depend on it. You can only correct its results."
    )


def test_somebody_elses_entry_is_not_overwritten_unseen(director):
    party = make_seated_party(players=12)
    enter_winner(party, 1, 0)
    refusal_text = get_refusal(
        enter_party_result,
        party=party,
        round_no=1,
        table_no=1,
        report=PartyTableReport(winner=1),
        version=0,
        user=director,
    )
    theirs, yours = (" and ".join(side) for side in get_latest_round(party).seating[0]["sides"])
    assert re.sub(r"\d\d:\d\d", "00:00", refusal_text) == (
        f"Table 1: someone entered “{theirs} won” at 00:00. You entered “{yours} won”, "
        "which hasn’t been saved. Choose which result to keep."
    )


def test_play_is_not_closed_over_a_table_that_plays():
    party = make_seated_party(players=12)
    enter_winner(party, 1)
    enter_winner(party, 2)
    assert (
        get_refusal(finish_party, party=party, is_over=True, user=None)
        == "Table 3 has no winner in round 1 yet. Enter that first."
    )


def test_the_next_seats_say_in_words_who_moves_and_who_stays():
    party = make_seated_party(players=13, options={"odd": "sit-out"})
    before = {
        player: table
        for table in read_seating(get_latest_round(party).seating)
        for player in table.players
    }
    for table in (1, 2, 3):
        enter_winner(party, table)
    for coming in fetch_party_play(party).next_tables:
        for seat, how in (place for side in coming.sides for place in side):
            was = before[str(seat.number)]
            moved = (f"from table {was.table_no}",)
            usual = (
                ("stays", "stays, other seat") if was.table_no == coming.record.table_no else moved
            )
            assert how in (("sat out", "stays") if was.sits_out else usual)


def test_nobody_stands_twice_in_a_cut():
    party = make_seated_party(players=15)
    assert get_refusal(enter_winner, party, 4, None, points=(4, 4, 4), cut=(1, 1)) == (
        "Table 4: a player is listed twice in the cut. List each player once."
    )


@pytest.mark.parametrize(
    ("points", "sentence"),
    [
        ((8, 4), "Round 1, table 1: 8 and 4 tricks make 12. A deal has 13."),
        ((14, -1), "Table 1: -1 points are too few. Type 0 or more."),
    ],
    ids=["not-13", "below-nothing"],
)
def test_points_the_method_cannot_count_are_refused_where_they_are_typed(points, sentence):
    party = make_seated_party(players=12, system="drive-whist", method="tricks")
    assert get_refusal(enter_winner, party, 1, None, points=points) == sentence
    assert not get_latest_round(party).results.exists()


def test_another_way_to_count_must_fit_the_results_that_are_in():
    party = make_seated_party(players=8)
    play_round(party)
    with pytest.raises(ScoringError) as refused:
        set_up_party(party=party, user=None, method="points", method_options={})
    assert len(refused.value.problems) == 4
    assert fetch_party_by_session(party.pk).method == "games"


@pytest.mark.parametrize(
    ("system", "method", "points", "beside", "winner"),
    [
        ("progressive-auction", "auction", (340, 300), (0, 1), 1),
        ("progressive-auction", "net-of-the-lower", (340, 300), (0, 1), 1),
        ("progressive-auction", "auction", (340, 300), (), 0),
        ("progressive-five-hundred", "plus-and-minus", (340, 300), (240, 0), 1),
        ("progressive-five-hundred", "plus-and-minus", (340, 300), (20, 0), 0),
    ],
)
def test_games_made_and_set_backs_decide_who_wins_a_table(system, method, points, beside, winner):
    party = make_seated_party(players=12, system=system, method=method)
    assert enter_winner(party, 1, None, points=points, second_figures=beside).winner == winner


def test_points_that_are_equal_with_the_games_made_are_a_tie():
    party = make_seated_party(players=12, system="progressive-auction", method="auction")
    assert (
        get_refusal(enter_winner, party, 1, None, points=(300, 425), second_figures=(1, 0))
        == "Table 1: 425 points and 425 points are a tie. Choose how it was settled and who won."
    )


@pytest.mark.parametrize("games_made", [(200, 0), (7, 5), (3, 2)])
def test_four_deals_of_auction_have_four_games_at_most(games_made):
    party = make_seated_party(players=12, system="progressive-auction", method="auction")
    assert get_refusal(
        enter_winner, party, 1, None, points=(300, 200), second_figures=games_made
    ) == (
        f"Table 1: {sum(games_made)} games are too many. Both sides together make at most 4 in the "
        "4 deals of a round."
    )
    assert enter_winner(party, 1, None, points=(300, 200), second_figures=(3, 1)).winner == 0


def test_a_rubber_may_be_won_with_fewer_points():
    party = make_seated_party(players=8, system="pivot", method="pivot")
    assert enter_winner(party, 1, 1, points=(500, 340)).winner == 1
    assert enter_winner(party, 2, None, points=(500, 340)).winner == 0
    rubber = {
        table.record.table_no: table.rubber_winner for table in fetch_party_play(party).tables
    }
    totals = {
        standing.player: standing.total for standing in fetch_party_record(party).ranking.standings
    }
    there = read_seating(get_latest_round(party).seating)[0]
    assert rubber == {1: "1", 2: ""}
    assert totals[there.sides[0][0]] == 500
    assert totals[there.sides[1][0]] == 590


@pytest.mark.parametrize(
    ("method", "entered", "unit"),
    [
        ("counters", "points", "points"),
        ("counters", "tricks", "tricks"),
        ("winners-only", "tricks", "tricks"),
        ("tricks", "", "tricks"),
        ("games", "", "points"),
    ],
)
def test_a_box_says_what_is_written_in_it(method, entered, unit):
    party = make_seated_party(players=12, system="progressive-whist-1", method=method)
    set_up_party(
        party=party,
        user=None,
        method_options={**party.method_options, **({"entered": entered} if entered else {})},
    )
    assert fetch_party_play(fetch_party_by_session(party.pk)).form.unit == unit
