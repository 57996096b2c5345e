"""Deals and rubbers of auction bridge, and the points for honours."""

import csv

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.bridge.auction import get_honours_points
from scoring.bridge.contracts import DENOMINATIONS, Contract
from scoring.bridge.entries import EntryKind, ResultEntry
from scoring.deals.rubber import RubberRecord, score_deal
from tests.golden import read_golden

CONTRACTS = st.builds(
    Contract, st.integers(1, 7), st.sampled_from(DENOMINATIONS), st.integers(0, 2)
)
HONOURS = list(csv.DictReader(read_golden("rules/honours_auction.csv").splitlines()))


@pytest.mark.parametrize("row", HONOURS, ids=lambda row: "-".join(row.values()).replace(" ", "_"))
def test_honours_at_auction_are_worth_their_points(row):
    points = get_honours_points(row["held"], row["denomination"], row["schedule"])
    assert points == int(row["points"])


@given(contract=CONTRACTS, tricks=st.integers(0, 13))
def test_auction_is_counted_trick_by_trick(contract, tricks):
    needed = contract.level + 6
    value = dict(zip("CDHSN", (6, 7, 8, 9, 10), strict=True))[contract.denomination[0]]
    times = (1, 2, 4)[contract.doubled]
    won = bonus = penalty = 0
    for nth in range(7, 14):
        if tricks >= needed:
            won += value * times if nth <= tricks else 0
            bonus += (0, 50, 100)[contract.doubled] if needed <= nth <= tricks else 0
        elif tricks < nth <= needed:
            penalty += 50 * times
    penalty += 50 * times * max(min(6, needed) - tricks, 0) if tricks < needed else 0
    deal = score_deal(str(ResultEntry(EntryKind.PLAYED, contract, "S", tricks)))
    score = deal.score
    assert deal.declarer_side == "NS"
    assert (score.trick_points, score.doubled_bonus, score.penalty) == (won, bonus, penalty)
    assert score.slam == {12: 50, 13: 100}.get(tricks, 0)
    assert score.defenders_slam == {1: 50, 0: 100}.get(tricks, 0)


def test_a_game_ends_the_part_scores_of_both_sides():
    record = RubberRecord(game_points=30)
    for side, points in (("EW", 24), ("NS", 30), ("EW", 10)):
        record.add_points(side, points)
    assert record.part_score_by_side == {"NS": 0, "EW": 10}
    assert (record.find_only_game_side(), record.winner) == ("NS", None)
    record.add_points("NS", 36)
    assert (record.find_only_game_side(), record.winner) == (None, "NS")
