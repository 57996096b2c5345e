"""Prizes of a party: who takes them, what is done about ties, and what waits."""

from fractions import Fraction

import pytest

from scoring.errors import ScoringError
from scoring.party.model import PartyGame
from scoring.party.prize_ties import decide_by_lot, decide_cut, decide_play_off, decide_slips
from scoring.party.prizes import PrizeDraws, PrizeRules, list_party_prizes
from scoring.party.ranking import rank_party_games
from scoring.party.slips import draw_seeded_slip, list_slips
from tests.scoring.party.rooms import (
    WITHOUT_GROUPS,
    list_prize_texts,
    list_winners,
    make_ranking,
)


def test_groups_have_separate_prizes():
    totals = {"1": 9, "2": 8, "3": 7, "4": 6, "5": 5, "6": 4}
    groups = {"1": "A", "2": "B", "3": "A", "4": "B", "5": "A", "6": "B"}
    prizes = list_party_prizes(
        make_ranking(totals, groups), group_names={"A": "Ladies", "B": "Gentlemen"}
    )
    assert list_prize_texts(prizes) == [
        "First prize, Ladies: 1 with 9 points.",
        "Second prize, Ladies: 3 with 7 points.",
        "First prize, Gentlemen: 2 with 8 points.",
        "Second prize, Gentlemen: 4 with 6 points.",
        "Booby prize, Ladies: 5 with 5 points.",
        "Booby prize, Gentlemen: 6 with 4 points.",
    ]


def test_prizes_for_the_whole_room():
    prizes = list_party_prizes(
        make_ranking({"1": 9, "2": 8, "3": 1}, {"1": "A", "2": "B"}), PrizeRules(by_group=False)
    )
    assert list_winners(prizes) == [("first", ("1",)), ("second", ("2",)), ("booby", ("3",))]


def test_groups_get_equal_numbers_of_prizes():
    totals = {"1": 9, "2": 8, "3": 7, "4": 6}
    groups = {"1": "A", "2": "A", "3": "A", "4": "B"}
    rules = PrizeRules(places=3, booby=False)
    assert list_winners(list_party_prizes(make_ranking(totals, groups), rules)) == [
        ("first", ("1",)),
        ("first", ("4",)),
    ]
    unequal = PrizeRules(places=3, booby=False, equal_numbers=False)
    assert list_winners(list_party_prizes(make_ranking(totals, groups), unequal)) == [
        ("first", ("1",)),
        ("second", ("2",)),
        ("third", ("3",)),
        ("first", ("4",)),
    ]


def test_lone_hands_have_a_prize_if_any_were_made():
    rules = PrizeRules(places=0, booby=False, lone_hands=True)
    groups = {"1": "A", "2": "A", "3": "B"}
    prizes = list_party_prizes(
        make_ranking({"1": 9, "2": 8, "3": 1}, groups, lone={"1": 1, "2": 2}), rules
    )
    assert list_prize_texts(prizes) == ["Prize for most lone hands, A: 2 with 2 lone hands."]


def test_aisle_prize_waits_for_a_tie_of_principal_prizes():
    ranking = make_ranking({"1": 9, "2": 9, "3": 7, "4": 1}, rows={"2": 2, "4": 2})
    rules = PrizeRules(places=1, aisle=1, booby=False, by_group=False, final_tie="slips")
    assert list_prize_texts(list_party_prizes(ranking, rules))[1:] == [
        "Aisle 1, prize 1: break the tie of 1 for an earlier prize first.",
        "Aisle 2, prize 1: break the tie of 2 for an earlier prize first.",
    ]
    settled = list_party_prizes(ranking, rules, decisions=[decide_slips({"1": 2, "2": 1})])
    assert list_winners(settled) == [("first", ("2",)), ("aisle", ("1",)), ("aisle", ("4",))]


def test_tie_for_enough_prizes_delays_no_later_prize():
    ranking = make_ranking({"1": 9, "2": 9, "3": 7}, rows={"3": 2})
    rules = PrizeRules(places=2, aisle=1, booby=False, by_group=False)
    assert list_winners(list_party_prizes(ranking, rules))[2:] == [("aisle", ("3",))]


def test_table_prizes_for_every_table():
    ranking = make_ranking(
        {"1": 9, "2": 8, "3": 7, "4": 7}, tables={"1": 1, "2": 1, "3": 2, "4": 2}
    )
    prizes = list_party_prizes(ranking, PrizeRules(places=0, table=1, **WITHOUT_GROUPS))
    assert list_prize_texts(prizes) == [
        "Table 1, prize 1: 1 with 9 points.",
        "Table 2, prize 1: 3 and 4 are tied with 7 points. They play one game; the highest takes the prize.",
    ]


def test_fewer_prizes_than_tables_go_to_the_best_winners_of_tables():
    ranking = make_ranking(
        {"1": 9, "2": 8, "3": 7, "4": 6, "5": 5, "6": 4},
        tables={"1": 1, "2": 1, "3": 2, "4": 2, "5": 3, "6": 3},
    )
    prizes = list_party_prizes(ranking, PrizeRules(places=0, table_winners=2, **WITHOUT_GROUPS))
    assert list_prize_texts(prizes) == [
        "Prize for winners of tables 1: 1 with 9 points.",
        "Prize for winners of tables 2: 3 with 7 points.",
    ]


def test_a_tie_at_one_table_gives_its_table_one_prize():
    ranking = make_ranking(
        {"1": 9, "2": 9, "3": 7, "4": 6}, tables={"1": 1, "2": 1, "3": 2, "4": 2}
    )
    rules = PrizeRules(places=0, table_winners=2, final_tie="cut", **WITHOUT_GROUPS)
    assert [(prize.players, bool(prize.tie)) for prize in list_party_prizes(ranking, rules)] == [
        (("1", "2"), True),
        (("3",), False),
    ]
    settled = list_party_prizes(ranking, rules, decisions=[decide_cut({"1": 4, "2": 9})])
    assert list_winners(settled) == [("table-winner", ("2",)), ("table-winner", ("3",))]


def test_table_prize_passes_to_the_next_player_if_the_winner_has_one():
    ranking = make_ranking(
        {"1": 9, "2": 8, "3": 7, "4": 6}, tables={"1": 1, "2": 1, "3": 2, "4": 2}
    )
    rules = PrizeRules(places=1, table_winners=2, one_each=True, **WITHOUT_GROUPS)
    assert list_winners(list_party_prizes(ranking, rules))[1:] == [
        ("table-winner", ("2",)),
        ("table-winner", ("3",)),
    ]


def test_tables_of_several_rows_are_named_with_their_row():
    ranking = make_ranking({"1": 9, "2": 8}, tables={"1": 7, "2": 7}, rows={"2": 2})
    prizes = list_party_prizes(ranking, PrizeRules(places=0, table=1, **WITHOUT_GROUPS))
    assert list_prize_texts(prizes) == [
        "Aisle 1, table 7, prize 1: 1 with 9 points.",
        "Aisle 2, table 7, prize 1: 2 with 8 points.",
    ]


def test_one_prize_each_option():
    ranking = make_ranking({"1": 9, "2": 8, "3": 7}, lone={"1": 3, "2": 1}, tables={"3": 2})
    rules = PrizeRules(places=1, table=1, lone_hands=True, by_group=False, one_each=True)
    assert list_winners(list_party_prizes(ranking, rules)) == [
        ("first", ("1",)),
        ("table", ("2",)),
        ("table", ("3",)),
    ]
    rules_with_several_each = PrizeRules(places=1, table=1, lone_hands=True, by_group=False)
    assert list_winners(list_party_prizes(ranking, rules_with_several_each)) == [
        ("first", ("1",)),
        ("table", ("1",)),
        ("table", ("3",)),
        ("lone-hands", ("1",)),
        ("booby", ("3",)),
    ]


def test_drawn_number_gives_the_printed_winners():
    ranking = make_ranking(
        {
            "1": 1443,
            "2": 1438,
            "3": 1447,
            "4": 1448,
            "5": 1435,
            "6": 1434,
            "7": 1380,  # the last two are too far from the number drawn
            "8": 1600,
        }
    )
    prizes = list_party_prizes(
        ranking, PrizeRules(places=0, drawn=6, **WITHOUT_GROUPS), draws=PrizeDraws(1442)
    )
    assert [prize.players for prize in prizes] == [("1",), ("2",), ("3",), ("4",), ("5",), ("6",)]
    assert (
        prizes[0].text
        == "Prize 1 by a drawn number: 1 with 1443 points, 1 from the number drawn, 1442."
    )


def test_missing_drawn_number_is_reported():
    assert list_prize_texts(
        list_party_prizes(make_ranking({"1": 9}), PrizeRules(places=0, drawn=1, **WITHOUT_GROUPS))
    ) == [
        (
            "Prize 1 by a drawn number: no number has been drawn. Draw one of the hundred numbers when all cards "
            "have been entered."
        )
    ]


def test_seed_draws_the_same_slip_again():
    assert draw_seeded_slip(1916) == draw_seeded_slip(1916)
    drawn = {draw_seeded_slip(seed) for seed in range(200)}
    assert drawn <= set(list_slips())
    # 200 draws from 100 slips hit about 86 of them.
    assert len(drawn) > 50


def test_prizes_name_people():
    games = [
        PartyGame("1", 1, 1, 0, games_won=Fraction(1)),
        PartyGame("2", 1, 1, 1, games_won=Fraction(0)),
    ]
    prizes = list_party_prizes(
        rank_party_games("games", games),
        PrizeRules(places=1, **WITHOUT_GROUPS),
        get_name={"1": "Ada"}.get,
    )
    assert list_prize_texts(prizes) == ["First prize: Ada with 1 game."]


def test_no_games_give_no_prizes():
    assert (
        list_party_prizes(
            rank_party_games("games", []), PrizeRules(aisle=1, table=1, lone_hands=True, drawn=1)
        )
        == ()
    )


@pytest.mark.parametrize(
    ("attempt", "sentence"),
    [
        (
            lambda: PrizeRules(places=11),
            "The number of prizes for places can’t be 11. Enter 0 to 10.",
        ),
        (
            lambda: PrizeRules(aisle=-1),
            "The number of prizes for aisle can’t be -1. Enter 0 to 10.",
        ),
        (
            lambda: PrizeRules(final_tie="fight"),
            'The final tie-break can’t be "fight". Enter one of play-off, one-hand, cut, slips, halves, one-share, '
            "second-half, first-half.",
        ),
        (
            lambda: decide_cut({"1": 9, "2": 9}),
            "1 and 2 are tied again at 9. Let them cut again, then enter the new figures.",
        ),
        (
            lambda: decide_play_off({"1": 3, "2": 1, "3": 1}),
            "2 and 3 are tied again at 1. Let them play again, then enter the new figures.",
        ),
        (
            lambda: decide_slips({"1": 1, "2": 3}),
            "The slips drawn are 1, 3. 2 players need the numbers 1 to 2, one each.",
        ),
        (lambda: decide_by_lot(["1"], 7), "A lot needs at least two tied players, not one player."),
        (
            lambda: decide_by_lot(["3", "4", "3"], 7),
            "3 is in the draw twice. Name each tied player once.",
        ),
        (
            lambda: decide_slips({}),
            "A drawing of slips needs at least two tied players, not nobody.",
        ),
        (
            lambda: draw_seeded_slip(1, 1400),
            "The slips can’t start at 1400. Start at 1401, 1402, 1403 or 1404.",
        ),
    ],
    ids=[
        "places",
        "aisle",
        "final-tie",
        "cut-tied",
        "play-off-tied",
        "slips",
        "lot-of-one",
        "lot-twice",
        "nobody",
        "first-slip",
    ],
)
def test_impossible_rules_and_decisions_are_refused(attempt, sentence):
    with pytest.raises(ScoringError) as refused:
        attempt()
    assert str(refused.value) == sentence
