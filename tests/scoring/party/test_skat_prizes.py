"""The Skat congress: the reference example, the printed settlements, and what always holds."""

from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import ScoringError
from scoring.party.prize_ties import decide_cut
from scoring.party.skat_prizes import (
    SKAT_PRIZES,
    PrizeGame,
    SkatCard,
    award_skat_prizes,
    settle_skat_scores,
)
from tests.golden import read_golden_rows


def read_game(text):
    matadores, suit, value = text.split() if text else ("", "", "")
    return PrizeGame(int(matadores), suit, int(value)) if text else None


def golden_cards():
    return [
        SkatCard(
            row["player"],
            games_won=int(row["games_net"]) + 3,
            games_lost=3,
            points=int(row["points"]),
            highest_game=int(row["highest_game"]),
            best_solo=read_game(row["solo"]),
            best_tournee=read_game(row["tournee"]),
        )
        for row in read_golden_rows("rules/skat_prizes.csv")
    ]


def test_prizes_of_the_example_match_the_book_s_order():
    assert {str(prize.prize_no): prize.players for prize in award_skat_prizes(golden_cards())} == {
        row["prize"]: (row["player"],) for row in read_golden_rows("rules/skat_prizes.csv")
    }


def test_prizes_say_what_they_are_for():
    assert [prize.text for prize in award_skat_prizes(golden_cards())][:3] == [
        "Prize 1, most games won minus games lost: A.",
        "Prize 2, most points: C.",
        "Prize 3, solo against most matadores: B.",
    ]


@pytest.mark.parametrize(
    "rows",
    [
        list(rows)
        for _, rows in groupby(
            read_golden_rows("rules/skat_settlement.csv"), lambda row: row["example"]
        )
    ],
    ids=["three", "four"],
)
def test_settlement_is_the_printed_one(rows):
    accounts = settle_skat_scores({row["player"]: int(row["score"]) for row in rows})
    assert [account.account for account in accounts] == [int(row["account"]) for row in rows]
    printed = [int(row["from_average"]) for row in rows if row["from_average"]]
    assert [account.above_average for account in accounts if printed] == printed


@given(st.lists(st.integers(-500, 900), min_size=4, max_size=4))
def test_four_players_settle_a_quarter_of_a_cent_by_the_average(scores):
    accounts = settle_skat_scores({str(index): score for index, score in enumerate(scores)})
    assert [account.compute_cents() for account in accounts] == [
        account.above_average for account in accounts
    ]


def test_scale_is_repeated_from_the_first_prize():
    prizes = award_skat_prizes(
        [
            SkatCard(str(number), 20 - number, 0, 100 * number, number + 10)
            for number in range(1, 17)
        ],
        16,
    )
    assert [prize.criterion for prize in prizes] == [
        SKAT_PRIZES[index % 7].key for index in range(16)
    ]
    assert [prize.players for prize in prizes if prize.criterion == "games-net"] == [
        (str(at),) for at in (1, 2, 3, 4, 5)
    ]


def test_equal_sheets_are_parted_by_the_next_figure():
    best = PrizeGame(2, "clubs", 40)
    cards = [
        SkatCard("1", 1, 0, 10, best_solo=best),
        SkatCard("2", 1, 0, 10, best_solo=PrizeGame(2, "spades", 90)),
        SkatCard("3", 1, 0, 9, best_solo=PrizeGame(2, "clubs", 50)),
        SkatCard("4", 9, 0, 0),
        SkatCard("5", 0, 9, 99),
    ]
    assert [prize.players for prize in award_skat_prizes(cards)][:3] == [("4",), ("5",), ("3",)]


def test_open_tie_is_cut_for_and_later_prizes_wait_for_it():
    cards = [SkatCard("1", 5, 0, 50), SkatCard("2", 5, 0, 50), SkatCard("3", 1, 0, 40)]
    assert [(prize.players, prize.text) for prize in award_skat_prizes(cards)][:2] == [
        (
            ("1", "2"),
            "Prize 1, most games won minus games lost: 1 and 2 tie. Cut; the highest card takes the prize.",
        ),
        ((), "Prize 2, most points: break the earlier tie first."),
    ]
    settled = award_skat_prizes(cards, decisions=[decide_cut({"1": 3, "2": 11})])
    assert [prize.players for prize in settled] == [("2",), ("1",), (), ("3",), (), (), ()]


def test_whoever_may_inherit_a_waiting_prize_is_given_no_later_one():
    tied = PrizeGame(2, "clubs", 50)
    cards = [
        SkatCard("X", 20, 0, 1000),
        SkatCard("Y", 2, 0, 950),
        SkatCard("A", 9, 0, 650, best_solo=tied),
        SkatCard("B", 1, 0, 650, best_solo=tied),
        SkatCard("D", 8, 0, 900),
        SkatCard("E", 4, 0, 800),
    ]
    assert [prize.players for prize in award_skat_prizes(cards)][:5] == [
        ("X",),
        ("Y",),
        ("A", "B"),
        (),
        (),
    ]
    cut = decide_cut({"A": 14, "B": 2})
    assert [prize.players for prize in award_skat_prizes(cards, decisions=[cut])][:5] == [
        ("X",),
        ("Y",),
        ("A",),
        ("D",),
        ("E",),
    ]


def test_prize_that_nobody_earned_is_not_given():
    assert [prize.text for prize in award_skat_prizes([SkatCard("1", 5, 0, 50)])][2:3] == [
        "Prize 3, solo against most matadores: nobody has one."
    ]


@pytest.mark.parametrize(
    ("cards", "prizes", "sentence"),
    [
        ([SkatCard("1", 1, 0, 9)] * 2, 7, "1 has two sheets. Enter one per player."),
        ([SkatCard("1", -1, 0, 9)], 7, "1: games won can’t be -1. Enter 0 or more."),
        ([SkatCard("1", 1, 0, 9, highest_game=-9)], 7, "1: a game can’t be -9. Enter 0 or more."),
        (
            [SkatCard("1", 1, 0, 9, best_solo=PrizeGame(2, "acorns", 24))],
            7,
            '1: the suit can’t be "acorns". Enter diamonds, hearts, spades, clubs, grand.',
        ),
        (
            [SkatCard("1", 1, 0, 9, best_solo=PrizeGame(12, "clubs", 24))],
            7,
            "1: matadores can’t be 12. Enter 1 to 11.",
        ),
        (
            [SkatCard("1", 1, 0, 9, best_tournee=PrizeGame(1, "clubs", 0))],
            7,
            "1: the value of a game can’t be 0. Enter 1 or more.",
        ),
        ([], 6, "A tournament has at least seven prizes, not 6. Enter 7 or more."),
    ],
    ids=["twice", "won", "highest", "suit", "matadores", "value", "prizes"],
)
def test_impossible_sheet_is_refused(cards, prizes, sentence):
    with pytest.raises(ScoringError) as refused:
        award_skat_prizes(cards, prizes)
    assert str(refused.value) == sentence


def test_one_player_settles_nothing():
    with pytest.raises(ScoringError) as refused:
        settle_skat_scores({"A": 7})
    assert str(refused.value) == "1 of the players has a score. Settling needs at least two."
