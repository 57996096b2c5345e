"""Ties for the prizes of a party: what has to be done, and who takes what then."""

import pytest

from scoring.party.prize_ties import Decision, decide_cut, decide_play_off, make_open_tie
from scoring.party.prizes import PrizeRules, list_party_prizes, list_stale_decisions
from tests.scoring.party.rooms import WITHOUT_GROUPS, list_prize_texts, list_winners, make_ranking


@pytest.mark.parametrize(
    ("tied", "how", "text"),
    [
        (
            2,
            "play-off-2",
            "They play one game; the highest takes first prize, the next second prize.",
        ),
        (
            3,
            "play-off-3",
            "All three play one game as individuals; the highest takes first prize, the next second prize.",
        ),
        (
            4,
            "play-off-4",
            "All four play one game as individuals (at euchre all five tricks alone score 3, not 4; a euchre scores 2 to "
            "each of the other three); the highest takes first prize, the next second prize.",
        ),
        (
            5,
            "cut",
            "More than four are tied: cut; the highest card takes first prize, the next second prize.",
        ),
    ],
)
def test_tie_for_first_says_how_it_is_played_off(tied, how, text):
    players = tuple(str(number) for number in range(1, tied + 1))
    prizes = list_party_prizes(
        make_ranking(dict.fromkeys(players, 9) | {"9": 2}), PrizeRules(**WITHOUT_GROUPS)
    )
    assert [
        (prize.kind, prize.players, prize.tie.rule_key, prize.tie.instructions) for prize in prizes
    ] == [
        ("first", players, how, text),
        ("second", players, how, text),
    ]


@pytest.mark.parametrize(
    ("how", "text"),
    [
        ("cut", "Cut; the highest card takes first prize, the next second prize."),
        ("one-hand", "Play one hand; the highest score takes first prize, the next second prize."),
        ("slips", "Draw numbered slips face down; number 1 chooses first, then number 2."),
    ],
)
def test_party_may_settle_its_ties_otherwise(how, text):
    prizes = list_party_prizes(
        make_ranking({"4": 9, "9": 9}), PrizeRules(final_tie=how, **WITHOUT_GROUPS)
    )
    assert list_prize_texts(prizes) == [
        f"First prize: 4 and 9 are tied with 9 points. {text}",
        f"Second prize: 4 and 9 are tied with 9 points. {text}",
    ]


def test_two_tied_for_first_take_first_and_second():
    prizes = list_party_prizes(
        make_ranking({"4": 9, "9": 9, "7": 3}),
        PrizeRules(**WITHOUT_GROUPS),
        decisions=[decide_play_off({"4": 3, "9": 5})],
    )
    assert list_prize_texts(prizes) == [
        "First prize: 9 with 9 points, by the play-off between 4 and 9.",
        "Second prize: 4 with 9 points, by the play-off between 4 and 9.",
    ]


def test_three_tied_for_first_leave_the_lowest_without():
    decision = decide_cut({"4": 3, "9": 12, "7": 8})
    prizes = list_party_prizes(
        make_ranking({"4": 9, "9": 9, "7": 9}), PrizeRules(**WITHOUT_GROUPS), decisions=[decision]
    )
    assert list_winners(prizes) == [("first", ("9",)), ("second", ("7",))]


def test_four_play_off_by_their_own_scoring():
    settled = decide_play_off({"1": 7, "2": 6, "3": 2, "4": 1})
    prizes = list_party_prizes(
        make_ranking(dict.fromkeys("1234", 5)), PrizeRules(by_group=False), decisions=[settled]
    )
    assert list_winners(prizes) == [("first", ("1",)), ("second", ("2",)), ("booby", ("4",))]


def test_tie_for_second_leaves_first_as_it_is():
    prizes = list_party_prizes(make_ranking({"1": 9, "2": 7, "3": 7}), PrizeRules(**WITHOUT_GROUPS))
    assert [(prize.kind, prize.players, bool(prize.tie)) for prize in prizes] == [
        ("first", ("1",), False),
        ("second", ("2", "3"), True),
    ]


def test_booby_goes_to_the_loser_of_the_play_off():
    rules = PrizeRules(places=1, by_group=False)
    totals = make_ranking({"1": 9, "2": 2, "3": 2, "4": 2})
    assert list_prize_texts(list_party_prizes(totals, rules))[1] == (
        "Booby prize: 2, 3 and 4 are tied with 2 points. All three play one game as individuals; the lowest takes the "
        "booby prize."
    )
    settled = list_party_prizes(totals, rules, decisions=[decide_cut({"2": 13, "3": 4, "4": 9})])
    assert (
        list_prize_texts(settled)[1] == "Booby prize: 3 with 2 points, by the cut among 2, 3 and 4."
    )


def test_halves_share_prizes_instead_of_settling():
    assert list_prize_texts(
        list_party_prizes(
            make_ranking({"1": 9, "2": 9, "3": 1}), PrizeRules(final_tie="halves", **WITHOUT_GROUPS)
        )
    ) == [
        "First prize: shared by 1 and 2, each with 9 points.",
        "Second prize: shared by 1 and 2, each with 9 points.",
    ]


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ("cut", "by the cut"),
        ("play-off-2", "by the play-off"),
        ("one-hand", "by one hand"),
        ("slips", "by the slips drawn"),
        ("score-card", "by the card drawn"),
        ("toss", "as decided"),
    ],
)
def test_prize_says_how_its_tie_was_settled(how, words):
    prizes = list_party_prizes(
        make_ranking({"4": 9, "9": 9}),
        PrizeRules(**WITHOUT_GROUPS),
        decisions=[Decision(("9", "4"), how)],
    )
    assert list_prize_texts(prizes)[0] == f"First prize: 9 with 9 points, {words} between 4 and 9."


def test_decision_of_one_kind_is_for_that_prize_alone():
    totals = make_ranking({"1": 5, "2": 5}, lone={"1": 2, "2": 2})
    rules = PrizeRules(places=1, lone_hands=True, **WITHOUT_GROUPS)
    decisions = [
        decide_cut({"1": 9, "2": 4}),
        decide_cut({"1": 2, "2": 7}, prize_kind="lone-hands"),
    ]
    assert list_winners(list_party_prizes(totals, rules, decisions=decisions)) == [
        ("first", ("1",)),
        ("lone-hands", ("2",)),
    ]


def test_decision_that_settles_nothing_is_named_and_changes_nothing():
    totals, old = make_ranking({"1": 5, "2": 4, "3": 1}), decide_cut({"1": 9, "2": 4})
    assert list_stale_decisions(totals, PrizeRules(**WITHOUT_GROUPS), decisions=[old]) == (old,)
    assert list_party_prizes(
        totals, PrizeRules(**WITHOUT_GROUPS), decisions=[old]
    ) == list_party_prizes(totals, PrizeRules(**WITHOUT_GROUPS))


def test_open_tie_names_its_players():
    assert make_open_tie("cut", ["4", "9"]).players == ("4", "9")
