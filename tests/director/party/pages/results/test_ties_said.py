"""Ties for prizes: shared where cards are handed in, and said once."""

import pytest

from director.party.movement.games import get_prize_rules
from director.party.sheets import PrizeRow, merge_prizes
from tests.director.party.parties import make_party, make_preset_party

pytestmark = pytest.mark.django_db


def row(title, text, numbers):
    return PrizeRow(title, numbers, numbers, "", title, text)


def test_prizes_that_the_same_players_are_tied_for_are_told_together():
    tied = "4 and 7 are tied with 9 games. They play one game; the highest takes first prize, the next second prize."
    rows = [
        row("First prize", tied, ("4", "7")),
        row("Second prize", tied, ("4", "7")),
        row("Booby prize", "8.", ("8",)),
    ]
    assert [prize.text for prize in merge_prizes(rows)] == [
        f"First prize and second prize: {tied}",
        "Booby prize: 8.",
    ]


def test_tied_players_share_where_cards_are_handed_in_unless_the_party_says_otherwise():
    party = make_preset_party(key="euchre-8", players=12)
    assert get_prize_rules(party).final_tie == "halves"
    party.prizes |= {"final_tie": "cut"}
    assert get_prize_rules(party).final_tie == "cut"
    assert get_prize_rules(make_party()).final_tie == "play-off"


def test_euchre_partners_rank_by_games_then_points():
    assert make_preset_party(key="euchre-pairs", players=8).method_options["equal"] == "points"
