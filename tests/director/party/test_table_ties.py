"""How a tie at a table may be settled: by the rules of the system, and by none where no table can be tied."""

import pytest

from director.errors import DeskError
from director.selectors.party_play import party_play
from tests.director.pages import elements
from tests.director.party.parties import make_seated, win

pytestmark = pytest.mark.django_db

TIES = {
    "progressive-euchre": (["cut", "half-game", "first-made", "turned-trick"], "Tie"),
    "large-euchre": (["half-first-made", "cut", "half-game", "first-made", "turned-trick"], "Tie"),
    "sixty-three": (["cut", "half-game"], "Tie"),
    "progressive-five-hundred": (["cut"], "Tie"),
    "pivot": (["cut"], "Rubber won with fewer points, tie"),
    "progressive-whist-1": (["cut", "half-game", "first-made", "turned-trick"], "Tie"),  # points: both may have none
    "drive-whist": ([], ""),
}


@pytest.mark.parametrize(("system", "rules", "aside"), [(system, *told) for system, told in TIES.items()])
def test_a_table_offers_the_ties_of_its_system(system, rules, aside):
    method = {"progressive-whist-1": "winners-only", "drive-whist": "tricks", "pivot": "pivot"}.get(system, "")
    players = 64 if system == "large-euchre" else 16
    play = party_play(make_seated(players=players, system=system, method=method))
    told = [([rule.key for rule in table.tie_rules], table.aside) for table in play.tables]
    assert told == [(rules, aside)] * len(told)


@pytest.mark.parametrize(("method", "counting"), [("games", {}), ("tricks", {}), ("counters", {"entered": "tricks"})])
def test_one_deal_of_whist_is_never_tied(desk, method, counting):
    party = make_seated(players=12, system="progressive-whist-1", method=method)
    party.method_options |= counting
    party.save()
    assert {table.tie_rules for table in party_play(party).tables} == {()}
    assert elements(desk.get(f"/parties/{party.pk}/play/"), "details") == []
    with pytest.raises(DeskError) as refused:
        win(party, 1, 0, tie="cut", points=() if method == "games" else (6, 6))
    assert str(refused.value) == "Table 1: one deal has 13 tricks and is never tied. Tap the side that has won."


def test_a_tie_by_the_rule_of_another_system_is_refused():
    party = make_seated(players=12, system="sixty-three", method="games")
    with pytest.raises(DeskError) as refused:
        win(party, 1, 0, tie="first-made")
    assert (
        str(refused.value)
        == "Table 1: Progressive sixty-three has no “First to make its points”. Choose “Cut” or “Half a game each”."
    )


def test_two_who_play_whist_alone_at_a_short_table_may_be_tied():
    party = make_seated(players=14, system="progressive-whist-1", method="tricks", options={"odd": "short-table"})
    short = [bool(table.tie_rules) for table in party_play(party).tables]
    assert short == [False, False, False, True]
