"""How a tie at a table may be settled: by the rules of the system, and by none where no table can be tied."""

import pytest

from director.errors import DeskError
from director.party.pages.play.page import fetch_party_play
from director.party.play.play import seat_next_round
from tests.director.pages import find_elements
from tests.director.party.parties import (
    enter_winner,
    get_latest_round,
    make_preset_party,
    make_seated_party,
)

pytestmark = pytest.mark.django_db


@pytest.mark.slow
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


def test_a_tie_corrected_in_an_earlier_round_moves_nobody_and_asks_for_no_cut():
    party = make_seated_party(players=15)
    enter_winner(party, 4, None, points=(5, 4, 3))
    for table in (1, 2, 3):
        enter_winner(party, table)
    seat_next_round(party=party, round_no=1, user=None)
    assert enter_winner(party, 4, None, points=(4, 4, 4), round_no=1).winner is None
