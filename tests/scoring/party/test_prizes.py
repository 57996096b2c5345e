"""Prizes of a party: who takes them, what is done about ties, and what waits."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import (
    Draws,
    PartyGame,
    PrizeRules,
    ScoringError,
    decide_by_lot,
    decide_cut,
    decide_play_off,
    decide_slips,
    find_party_method,
    party_prizes,
    party_standings,
    seeded_slip,
    slips,
)
from tests.scoring.party.evenings import evenings
from tests.scoring.party.rooms import ROOM, facts_of_prize, prize_texts, ranking, who


def test_each_group_has_its_own_set_and_a_player_competes_with_its_group_whatever_the_seat():
    totals = {"1": 9, "2": 8, "3": 7, "4": 6, "5": 5, "6": 4}
    groups = {"1": "A", "2": "B", "3": "A", "4": "B", "5": "A", "6": "B"}
    prizes = party_prizes(ranking(totals, groups), group_names={"A": "Ladies", "B": "Gentlemen"})
    assert prize_texts(prizes) == [
        "First prize, Ladies: 1 with 9 points.",
        "Second prize, Ladies: 3 with 7 points.",
        "First prize, Gentlemen: 2 with 8 points.",
        "Second prize, Gentlemen: 4 with 6 points.",
        "Booby prize, Ladies: 5 with 5 points.",
        "Booby prize, Gentlemen: 6 with 4 points.",
    ]


def test_one_set_for_the_whole_room():
    prizes = party_prizes(
        ranking({"1": 9, "2": 8, "3": 1}, {"1": "A", "2": "B"}), PrizeRules(by_group=False)
    )
    assert who(prizes) == [("first", ("1",)), ("second", ("2",)), ("booby", ("3",))]


def test_both_groups_have_as_many_prizes():
    totals = {"1": 9, "2": 8, "3": 7, "4": 6}
    groups = {"1": "A", "2": "A", "3": "A", "4": "B"}
    rules = PrizeRules(places=3, booby=False)
    assert who(party_prizes(ranking(totals, groups), rules)) == [
        ("first", ("1",)),
        ("first", ("4",)),
    ]
    unequal = PrizeRules(places=3, booby=False, equal_numbers=False)
    assert who(party_prizes(ranking(totals, groups), unequal)) == [
        ("first", ("1",)),
        ("second", ("2",)),
        ("third", ("3",)),
        ("first", ("4",)),
    ]


def test_lone_hands_have_a_prize_where_any_were_made():
    rules = PrizeRules(places=0, booby=False, lone_hands=True)
    groups = {"1": "A", "2": "A", "3": "B"}
    prizes = party_prizes(ranking({"1": 9, "2": 8, "3": 1}, groups, lone={"1": 1, "2": 2}), rules)
    assert prize_texts(prizes) == ["Prize for most lone hands, A: 2 with 2 lone hands."]


def test_aisle_prizes_go_by_where_a_player_finished_and_leave_out_principal_winners():
    totals = {"1": 9, "2": 8, "3": 7, "4": 6, "5": 5}
    rules = PrizeRules(places=1, aisle=1, booby=False, by_group=False)
    prizes = party_prizes(ranking(totals, rows={"1": 1, "2": 2, "3": 1, "4": 2, "5": 1}), rules)
    assert prize_texts(prizes) == [
        "First prize: 1 with 9 points.",
        "Aisle 1, prize 1: 3 with 7 points.",
        "Aisle 2, prize 1: 2 with 8 points.",
    ]


def test_aisle_prize_waits_for_a_tie_of_principal_prizes():
    totals = ranking({"1": 9, "2": 9, "3": 7, "4": 1}, rows={"2": 2, "4": 2})
    rules = PrizeRules(places=1, aisle=1, booby=False, by_group=False, final_tie="slips")
    assert prize_texts(party_prizes(totals, rules))[1:] == [
        "Aisle 1, prize 1: break the tie of 1 for an earlier prize first.",
        "Aisle 2, prize 1: break the tie of 2 for an earlier prize first.",
    ]
    settled = party_prizes(totals, rules, decisions=[decide_slips({"1": 2, "2": 1})])
    assert who(settled) == [("first", ("2",)), ("aisle", ("1",)), ("aisle", ("4",))]


def test_tie_that_all_win_holds_up_nothing():
    totals = ranking({"1": 9, "2": 9, "3": 7}, rows={"3": 2})
    rules = PrizeRules(places=2, aisle=1, booby=False, by_group=False)
    assert who(party_prizes(totals, rules))[2:] == [("aisle", ("3",))]


def test_table_prizes_for_every_table():
    totals = ranking({"1": 9, "2": 8, "3": 7, "4": 7}, tables={"1": 1, "2": 1, "3": 2, "4": 2})
    prizes = party_prizes(totals, PrizeRules(places=0, table=1, **ROOM))
    assert prize_texts(prizes) == [
        "Table 1, prize 1: 1 with 9 points.",
        "Table 2, prize 1: 3 and 4 are tied with 7 points. They play one game; the highest takes the prize.",
    ]


def test_fewer_prizes_than_tables_go_to_the_best_winners_of_tables():
    totals = ranking(
        {"1": 9, "2": 8, "3": 7, "4": 6, "5": 5, "6": 4},
        tables={"1": 1, "2": 1, "3": 2, "4": 2, "5": 3, "6": 3},
    )
    prizes = party_prizes(totals, PrizeRules(places=0, table_winners=2, **ROOM))
    assert prize_texts(prizes) == [
        "Prize for winners of tables 1: 1 with 9 points.",
        "Prize for winners of tables 2: 3 with 7 points.",
    ]


def test_a_tie_at_one_table_gives_its_table_one_prize():
    totals = ranking({"1": 9, "2": 9, "3": 7, "4": 6}, tables={"1": 1, "2": 1, "3": 2, "4": 2})
    rules = PrizeRules(places=0, table_winners=2, final_tie="cut", **ROOM)
    assert [(prize.players, bool(prize.tie)) for prize in party_prizes(totals, rules)] == [
        (("1", "2"), True),
        (("3",), False),
    ]
    settled = party_prizes(totals, rules, decisions=[decide_cut({"1": 4, "2": 9})])
    assert who(settled) == [("table-winner", ("2",)), ("table-winner", ("3",))]


def test_who_has_a_prize_leaves_that_of_the_table_to_the_next_there():
    totals = ranking({"1": 9, "2": 8, "3": 7, "4": 6}, tables={"1": 1, "2": 1, "3": 2, "4": 2})
    rules = PrizeRules(places=1, table_winners=2, one_each=True, **ROOM)
    assert who(party_prizes(totals, rules))[1:] == [
        ("table-winner", ("2",)),
        ("table-winner", ("3",)),
    ]


def test_tables_of_several_rows_are_named_with_their_row():
    totals = ranking({"1": 9, "2": 8}, tables={"1": 7, "2": 7}, rows={"2": 2})
    prizes = party_prizes(totals, PrizeRules(places=0, table=1, **ROOM))
    assert prize_texts(prizes) == [
        "Aisle 1, table 7, prize 1: 1 with 9 points.",
        "Aisle 2, table 7, prize 1: 2 with 8 points.",
    ]


def test_nobody_takes_two_prizes_where_the_party_wants_it_so():
    totals = ranking({"1": 9, "2": 8, "3": 7}, lone={"1": 3, "2": 1}, tables={"3": 2})
    rules = PrizeRules(places=1, table=1, lone_hands=True, by_group=False, one_each=True)
    assert who(party_prizes(totals, rules)) == [
        ("first", ("1",)),
        ("table", ("2",)),
        ("table", ("3",)),
    ]
    twice = PrizeRules(places=1, table=1, lone_hands=True, by_group=False)
    assert who(party_prizes(totals, twice)) == [
        ("first", ("1",)),
        ("table", ("1",)),
        ("table", ("3",)),
        ("lone-hands", ("1",)),
        ("booby", ("3",)),
    ]


def test_drawn_number_gives_the_printed_winners():
    printed = [1443, 1438, 1447, 1448, 1435, 1434]
    totals = ranking({str(at): score for at, score in enumerate((*printed, 1380, 1600), start=1)})
    prizes = party_prizes(totals, PrizeRules(places=0, drawn=6, **ROOM), drawn=Draws(1442))
    assert [prize.players for prize in prizes] == [(str(at),) for at in range(1, 7)]
    assert (
        prizes[0].text
        == "Prize 1 by a drawn number: 1 with 1443 points, 1 from the number drawn, 1442."
    )


def test_scores_equally_far_from_the_number_are_shuffled():
    totals = ranking({"1": 1440, "2": 1444, "3": 1500})
    rules = PrizeRules(places=0, drawn=1, final_tie="halves", **ROOM)
    open_prize = party_prizes(totals, rules, drawn=Draws(1442))
    assert prize_texts(open_prize) == [
        "Prize 1 by a drawn number: 1 and 2 are tied with 1440 points, 2 from the number drawn, 1442. Shuffle their "
        "score cards face down and draw one. It wins the prize."
    ]
    lot = decide_by_lot(["1", "2"], seed=1916)
    settled = party_prizes(totals, rules, drawn=Draws(1442), decisions=[lot])
    winner = lot.order[0]
    assert prize_texts(settled) == [
        f"Prize 1 by a drawn number: {winner} with {1440 if winner == '1' else 1444} points, 2 from the number drawn, "
        "1442, by draw with seed 1916 between 1 and 2."
    ]


def test_number_not_drawn_yet_is_said():
    assert prize_texts(party_prizes(ranking({"1": 9}), PrizeRules(places=0, drawn=1, **ROOM))) == [
        (
            "Prize 1 by a drawn number: no number has been drawn. Draw one of the hundred numbers when all cards "
            "have been entered."
        )
    ]


def test_seed_draws_the_same_slip_again():
    assert seeded_slip(1916) == seeded_slip(1916)
    drawn = {seeded_slip(seed) for seed in range(200)}
    assert drawn <= set(slips())
    assert len(drawn) > 50


def test_names_are_those_of_people():
    games = [PartyGame(player, 1, 1, at, won=Fraction(1 - at)) for at, player in enumerate("12")]
    prizes = party_prizes(
        party_standings("games", games), PrizeRules(places=1, **ROOM), name={"1": "Ada"}.get
    )
    assert prize_texts(prizes) == ["First prize: Ada with 1 game."]


def test_nobody_played_nobody_wins():
    assert (
        party_prizes(
            party_standings("games", []), PrizeRules(aisle=1, table=1, lone_hands=True, drawn=1)
        )
        == ()
    )


@settings(max_examples=25)
@given(data=st.data())
def test_settling_every_tie_leaves_one_winner_for_each_prize(data):
    games = data.draw(evenings(find_party_method("games")))
    totals = party_standings("games", games)
    rules = PrizeRules(
        places=data.draw(st.integers(0, 3)),
        aisle=data.draw(st.integers(0, 1)),
        table=data.draw(st.integers(0, 1)),
        lone_hands=data.draw(st.booleans()),
        by_group=data.draw(st.booleans()),
        one_each=data.draw(st.booleans()),
    )
    everybody = [standing.player for standing in totals.standings]
    lot = decide_by_lot(everybody, seed=7)
    open_prizes = party_prizes(totals, rules)
    settled = party_prizes(totals, rules, decisions=[lot])
    assert [prize for prize in settled if prize.tie or len(prize.players) != 1] == []
    principal = [
        prize.players[0] for prize in settled if prize.kind in ("first", "second", "third")
    ]
    assert len(principal) == len(set(principal))
    if rules.one_each:
        assert len({prize.players for prize in settled}) == len(settled)
    certain = {facts_of_prize(prize) for prize in open_prizes if not prize.tie}
    in_the_end = {facts_of_prize(prize) for prize in settled}
    assert certain - in_the_end == set()


@pytest.mark.parametrize(
    ("attempt", "sentence"),
    [
        (
            lambda: PrizeRules(places=11),
            "The number of prizes for places can't be 11. Enter 0 to 10.",
        ),
        (
            lambda: PrizeRules(aisle=-1),
            "The number of prizes for aisle can't be -1. Enter 0 to 10.",
        ),
        (
            lambda: PrizeRules(final_tie="fight"),
            'The final tie-break can\'t be "fight". Enter one of play-off, one-hand, cut, slips, halves, one-share, '
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
            lambda: seeded_slip(1, 1400),
            "The slips can't start at 1400. Start at 1401, 1402, 1403 or 1404.",
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
def test_what_cannot_be_is_refused(attempt, sentence):
    with pytest.raises(ScoringError) as refused:
        attempt()
    assert str(refused.value) == sentence
