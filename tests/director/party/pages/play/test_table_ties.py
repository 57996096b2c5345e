"""How a tie at a table may be settled: by the rules of the system, and by none where no table can be tied."""

from fractions import Fraction

import pytest

from director.errors import DeskError
from director.party.movement.games import fetch_party_record
from director.party.pages.play.page import fetch_party_play
from director.party.play.play import seat_next_round
from tests.director.pages import find_elements, find_texts
from tests.director.party.parties import (
    enter_winner,
    get_latest_round,
    make_preset_party,
    make_seated_party,
)

pytestmark = pytest.mark.django_db

TIES = {
    "progressive-euchre": (["cut", "half-game", "first-made", "turned-trick"], "Tie"),
    "large-euchre": (["half-first-made", "cut", "half-game", "first-made", "turned-trick"], "Tie"),
    "sixty-three": (["cut", "half-game"], "Tie"),
    "progressive-five-hundred": (["cut"], "Tie"),
    "pivot": (["cut"], "Rubber won with fewer points, tie"),
    "progressive-whist-1": (
        ["cut", "half-game", "first-made", "turned-trick"],
        "Tie",
    ),  # points: both may have none
    "drive-whist": ([], ""),
}


@pytest.mark.parametrize(
    ("system", "rules", "aside"), [(system, *told) for system, told in TIES.items()]
)
def test_a_table_offers_the_ties_of_its_system(system, rules, aside):
    method = {"progressive-whist-1": "winners-only", "drive-whist": "tricks", "pivot": "pivot"}.get(
        system, ""
    )
    players = 64 if system == "large-euchre" else 16
    play = fetch_party_play(make_seated_party(players=players, system=system, method=method))
    told = [
        ([rule.key for rule in table.tie_rules], table.questions_title) for table in play.tables
    ]
    assert told == [(rules, aside)] * len(told)


@pytest.mark.parametrize(
    ("method", "counting"), [("games", {}), ("tricks", {}), ("counters", {"entered": "tricks"})]
)
def test_one_deal_of_whist_is_never_tied(desk, method, counting):
    party = make_seated_party(players=12, system="progressive-whist-1", method=method)
    party.method_options |= counting
    party.save()
    assert {table.tie_rules for table in fetch_party_play(party).tables} == {()}
    assert find_elements(desk.get(f"/parties/{party.pk}/play/"), ".party-tables details") == []
    with pytest.raises(DeskError) as refused:
        enter_winner(party, 1, 0, tie="cut", points=() if method == "games" else (6, 6))
    assert (
        str(refused.value)
        == "Table 1: one deal has 13 tricks and is never tied. Tap the side that won."
    )


@pytest.mark.parametrize("key", ["euchre-pairs", "cards-45", "cut-in-tables"])
def test_a_game_that_is_played_to_its_end_is_never_tied(key):
    party = make_preset_party(key=key, players=12)
    assert {table.tie_rules for table in fetch_party_play(party).tables} == {()}
    with pytest.raises(DeskError) as refused:
        enter_winner(party, 1, 0, tie="cut")
    assert (
        str(refused.value)
        == "Table 1: a game is played until one side has won it, so it is never tied. Tap the side that won."
    )


def test_a_tie_by_the_rule_of_another_system_is_refused():
    party = make_seated_party(players=12, system="sixty-three", method="games")
    with pytest.raises(DeskError) as refused:
        enter_winner(party, 1, 0, tie="first-made")
    assert (
        str(refused.value)
        == "Table 1: Progressive sixty-three has no “First to reach its points”. Choose “Cut” or “Half a game each”."
    )


def test_two_who_play_whist_alone_at_a_short_table_may_be_tied():
    party = make_seated_party(
        players=14, system="progressive-whist-1", method="tricks", options={"odd": "short-table"}
    )
    short = [bool(table.tie_rules) for table in fetch_party_play(party).tables]
    assert short == [False, False, False, True]


SHORT = {"rapid-euchre": 23, "progressive-euchre": 15}


@pytest.mark.parametrize("system", SHORT)
@pytest.mark.parametrize(
    ("points", "tied"), [((5, 5, 5), (0, 1, 2)), ((5, 4, 4), (1, 2))], ids=["all", "second"]
)
def test_three_at_a_short_table_are_asked_who_won_the_cut(desk, system, points, tied):
    party = make_seated_party(players=SHORT[system], system=system, options={"odd": "short-table"})
    table = get_latest_round(party).seating[-1]
    path = f"/parties/{party.pk}/play/rounds/1/tables/{table['table']}/"
    sent = {"version": "0"} | {
        f"points-{side}": str(points_row) for side, points_row in enumerate(points)
    }
    response = desk.post(path, sent)
    players = [table["sides"][side][0] for side in tied]
    assert (
        f"{players[-2]} and {players[-1]} are tied, and not all can move up"
        in response.content.decode()
    )
    assert not get_latest_round(party).results.exists()
    offered = [
        option.get("value") for option in find_elements(response, f"#cut-1-{table['table']} option")
    ]
    assert offered == ["", *map(str, tied)]
    desk.post(path, sent | {"cut-1": str(tied[-1]), "cut-2": str(tied[0])})
    stored = get_latest_round(party).results.get()
    assert stored.cut == [tied[-1], tied[0]]
    assert stored.winner == (2 if len(tied) == 3 else 0)


def test_two_best_of_three_both_go_on_and_neither_is_called_the_winner():
    party = make_seated_party(players=15)
    assert enter_winner(party, 4, None, points=(4, 4, 2)).winner is None
    assert enter_winner(party, 4, None, points=(4, 4, 2), cut=(1,)).winner == 1


def test_who_has_played_twice_at_a_short_table_leaves_and_the_tied_others_cut_for_the_other_place():
    party = make_seated_party(players=15)
    latest_round = get_latest_round(party)
    first, second, third = (side[0] for side in latest_round.seating[3]["sides"])
    latest_round.seating[3]["games_here"] = [[first, 1]]
    latest_round.save()
    with pytest.raises(DeskError) as refused:
        enter_winner(party, 4, None, points=(2, 4, 4))
    assert f"{second} and {third} are tied" in str(refused.value)
    assert enter_winner(party, 4, None, points=(2, 4, 4), cut=(2,)).winner == 2


def test_a_tie_corrected_in_an_earlier_round_moves_nobody_and_asks_for_no_cut():
    party = make_seated_party(players=15)
    enter_winner(party, 4, None, points=(5, 4, 3))
    for table in (1, 2, 3):
        enter_winner(party, table)
    seat_next_round(party=party, round_no=1, user=None)
    assert enter_winner(party, 4, None, points=(4, 4, 4), round_no=1).winner is None


@pytest.mark.parametrize("system", ["seat-moves", "colour-moves", "rotation"])
def test_a_tie_stands_where_winners_move_nobody_and_points_count(desk, system):
    party = make_seated_party(players=8, system=system, method="points", rounds=3)
    assert {table.tie_rules for table in fetch_party_play(party).tables} == {()}
    told = enter_winner(party, 1, None, points=(8, 8))
    assert told.winner is None
    assert told.points == [8, 8]
    assert told.shares == ["1/2", "1/2"]
    assert told.tie == ""
    enter_winner(party, 2, None, points=(9, 7))
    seat_next_round(party=party, round_no=1, user=None)
    sides = next(
        table["sides"]
        for table in party.played_rounds.get(round_no=1).seating
        if table["table"] == 1
    )
    own = {standing.player: standing for standing in fetch_party_record(party).ranking.standings}
    assert {
        (own[player].total, dict(own[player].columns)["games"]) for side in sides for player in side
    } == {(8, Fraction(1, 2))}
    assert "½" in " ".join(find_texts(desk.get(f"/parties/{party.pk}/results/"), "table"))


def test_a_tie_of_games_is_settled_where_winners_move_nobody():
    party = make_seated_party(players=8, system="rotation", method="games", rounds=3)
    assert all(table.tie_rules for table in fetch_party_play(party).tables)
