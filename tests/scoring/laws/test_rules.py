"""Revokes, irregular deals and drawn numbers: the cases of the laws, and what always holds."""

import csv
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.bridge.rulings import ArtificialScore
from scoring.errors import ScoringError
from scoring.laws.remedies import (
    PASSING_ON_PENALTY,
    Irregularity,
    OffendingSide,
    Remedy,
    get_tricks_at_tables,
    get_whist_remedy,
    score_by_fault,
    score_shifted_hands,
    settle_auction_revoke,
    settle_later_revoke,
    settle_revoke_of_1900,
)
from scoring.model import Board, Line
from scoring.party.slips import group_indexes_by_distance, list_slips
from tests.golden import read_golden
from tests.oracle.books import get_wrong_cards_remedy, sort_by_distance

YES = {"yes": True, "no": False}
AVERAGE = ArtificialScore(Fraction(50), Fraction(50))
TRICKS = st.integers(0, 13)
OTHERS = st.lists(TRICKS, min_size=1, max_size=5)


def rows(name):
    return list(csv.DictReader(read_golden(f"rules/{name}").splitlines()))


@pytest.mark.parametrize(
    "row", rows("revokes_1900.csv"), ids=lambda row: f"{row['offenders']}-tricks"
)
def test_revoke_of_1900_is_settled_as_the_law_says(row):
    others = list(map(int, row["other_tables"].split()))
    settled = settle_revoke_of_1900(int(row["offenders"]), int(row["revokes"]), others)
    assert (settled.offenders_tricks, settled.opponents_tricks) == (
        int(row["offenders_settled"]),
        int(row["victims_settled"]),
    )


@pytest.mark.parametrize(
    "row", rows("revokes_later.csv"), ids=lambda row: "-".join(row.values()).replace(" ", "+")
)
def test_revoke_of_the_later_code_is_settled_as_the_law_says(row):
    settled = settle_later_revoke(
        int(row["offenders"]),
        int(row["revokes"]),
        list(map(int, row["other_tables"].split())),
        tricks_before_revoke=int(row["won_before"]),
        is_pair_match=YES[row["pair_match"]],
        is_full_penalty=YES[row["full_penalty"]],
    )
    assert (settled.offenders_tricks, settled.opponents_tricks) == (
        int(row["offenders_settled"]),
        int(row["victims_settled"]),
    )


@pytest.mark.parametrize(
    "row", rows("revokes_auction.csv"), ids=lambda row: f"{row['revokes']}-revokes"
)
def test_revoke_at_auction_costs_points(row):
    ruling = settle_auction_revoke(int(row["revokes"]), int(row["loss_caused"]))
    assert ruling.penalty == int(row["penalty"])
    assert ruling.needs_committee == YES[row["committee"]]


@given(offenders=TRICKS, revokes=st.integers(1, 4), others=OTHERS)
def test_settled_tricks_of_1900_are_thirteen_and_never_a_gain(offenders, revokes, others):
    settled = settle_revoke_of_1900(offenders, revokes, others)
    assert settled.offenders_tricks + settled.opponents_tricks == 13
    assert 0 <= settled.offenders_tricks <= min(offenders, Fraction(sum(others), len(others)))
    assert settled.offenders_tricks in (
        max(offenders - revokes - 1, 0),
        Fraction(sum(others), len(others)),
    )


def test_average_that_is_no_whole_number_stays_exact():
    settled = settle_revoke_of_1900(13, 1, [6, 7])
    assert (settled.offenders_tricks, settled.opponents_tricks) == (
        Fraction(13, 2),
        Fraction(13, 2),
    )


def test_tricks_at_other_tables_leave_out_other_groups_and_empty_lines():
    lines = (Line(1, 2, 9), Line(3, 4, 6), Line(5, 6), Line(7, 8, 2, group="fouled"))
    assert get_tricks_at_tables(Board(7, lines), 1, "NS") == (9, [6])
    assert get_tricks_at_tables(Board(7, lines), 3, "EW") == (7, [4])


REFUSED = {
    "no-revoke": (
        lambda: settle_revoke_of_1900(7, 0, [6]),
        "0 revokes isn’t possible. Enter 1 or more.",
    ),
    "no-revoke-at-auction": (
        lambda: settle_auction_revoke(0),
        "0 revokes isn’t possible. Enter 1 or more.",
    ),
    "no-other-table": (
        lambda: settle_later_revoke(7, 1, []),
        "No other table has a score yet. Settle the revoke later: the average is the limit.",
    ),
    "14-tricks": (
        lambda: settle_revoke_of_1900(14, 1, [6]),
        "14 tricks isn’t possible. Enter 0 to 13.",
    ),
    "14-tricks-elsewhere": (
        lambda: settle_revoke_of_1900(7, 1, [14]),
        "14 tricks isn’t possible. Enter 0 to 13.",
    ),
    "too-many-before": (
        lambda: settle_later_revoke(5, 1, [6], tricks_before_revoke=6),
        "6 tricks before the first revoke is too many. The offenders won 5 on the deal.",
    ),
    "no-line": (
        lambda: get_tricks_at_tables(Board(7, (Line(1, 2),)), 1, "NS"),
        "Board 7: 1 N-S has no score. Enter the result as made before settling the revoke.",
    ),
    "no-table": (
        lambda: score_by_fault(Board(7, (Line(1, 2, 50),)), 3, OffendingSide.NS),
        "Board 7: 3 N-S didn’t play it. Enter a pair that sat N-S.",
    ),
    "no-table-shifted": (
        lambda: score_shifted_hands(Board(7, (Line(1, 2, 50),)), {3}),
        "Board 7: 3 N-S didn’t play it. Enter a pair that sat N-S.",
    ),
    "no-scores-left": (
        lambda: score_by_fault(Board(7, (Line(1, 2, 50), Line(3, 4))), 1, OffendingSide.EW),
        "Board 7: no other table has a score, so there is no lowest or highest yet. Wait for another result.",
    ),
    "first-slip": (
        lambda: list_slips(1400),
        "The slips can’t start at 1400. Start at 1401, 1402, 1403 or 1404.",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_an_impossible_case_is_refused(case):
    call, sentence = REFUSED[case]
    with pytest.raises(ScoringError) as refusal:
        call()
    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    "row", rows("irregular_wrong-cards.csv"), ids=lambda row: "-".join(row.values())
)
def test_wrong_number_of_cards_is_remedied_as_the_law_says(row):
    remedy = get_wrong_cards_remedy(
        is_first_table=YES[row["first_table"]], has_bid=YES[row["has_bid"]]
    )
    assert remedy.value == row["remedy"]
    if remedy is Remedy.SCORE_BY_FAULT:
        others = (
            Line(3, 4, 110),
            Line(5, 6, 420),
            Line(7, 8, 50),
            Line(9, 10, -500, group="fouled"),
        )
        scored = score_by_fault(
            Board(5, (Line(1, 2, 1000), *others)), 1, OffendingSide(row["fault"])
        )
        expected = (
            Line(1, 2, artificial=AVERAGE)
            if row["score"] == "A50"
            else Line(1, 2, int(row["score"]))
        )
        assert scored.lines == (expected, *others)


def test_pair_that_passed_on_a_wrong_hand_loses_50_points():
    assert PASSING_ON_PENALTY == 50


@pytest.mark.parametrize(
    "row", rows("irregular_shifted-hands.csv"), ids=lambda row: row["averaged"]
)
def test_shifted_hands_give_the_smaller_part_the_average(row):
    tables, as_dealt = int(row["tables"]), int(row["as_dealt"])
    board = Board(
        5, tuple(Line(number, number + 20, 10 * number) for number in range(1, tables + 1))
    )
    scored = score_shifted_hands(board, set(range(as_dealt + 1, tables + 1)))
    averaged = [line.ns for line in scored.lines if line.artificial == AVERAGE]
    parts = {
        "as-dealt": list(range(1, as_dealt + 1)),
        "shifted": list(range(as_dealt + 1, tables + 1)),
    }
    assert averaged == parts[row["averaged"]]
    assert [line for line in scored.lines if line.artificial is None] == [
        line for line in board.lines if line.ns not in averaged
    ]


@pytest.mark.parametrize("row", rows("irregular_whist.csv"), ids=lambda row: "-".join(row.values()))
def test_irregular_deal_of_whist_is_remedied_as_the_laws_say(row):
    remedy = get_whist_remedy(
        Irregularity(row["irregularity"]),
        int(row["tables"]),
        is_overplay=YES[row["overplay"]],
        has_begun_play=YES[row["played"]],
        is_later_code=YES[row["later"]],
    )
    assert remedy.value == row["remedy"]


def test_drawn_number_gives_the_printed_winners():
    printed = [int(row["score"]) for row in rows("prizes_drawn-number.csv")]
    scores = sorted([*printed, 1403, 1398, 1500])
    order = [scores[at] for at in sort_by_distance(scores, 1442, Random(1916))]
    assert order[:6] == printed


@pytest.mark.parametrize("first", [1401, 1402, 1403, 1404])
def test_slips_are_a_hundred_with_the_printed_number_in_each_range(first):
    numbers = list_slips(first)
    ranges = [
        (1400, 1500, 25),
        (1500, 1600, 25),
        (1600, 1700, 20),
        (1700, 1800, 10),
        (1800, 1900, 10),
        (1900, 2000, 5),
        (2000, 2100, 5),
    ]
    assert len(numbers) == 100
    assert [sum(lower < number <= upper for number in numbers) for lower, upper, _ in ranges] == [
        count for _, _, count in ranges
    ]


@given(
    scores=st.lists(st.integers(1380, 1460)),
    drawn=st.sampled_from(list_slips()),
    seed=st.integers(0, 99),
)
def test_prize_order_takes_everybody_once_from_the_nearest_on(scores, drawn, seed):
    order = sort_by_distance(scores, drawn, Random(seed))
    distances = [abs(scores[at] - drawn) for at in order]
    assert sorted(order) == list(range(len(scores)))
    assert distances == sorted(distances)
    assert [len(tied) for tied in group_indexes_by_distance(scores, drawn)] == [
        distances.count(distance) for distance in sorted(set(distances))
    ]
