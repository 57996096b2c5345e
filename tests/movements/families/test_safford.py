"""Safford's schedules against the printed card, and against what they promise at every size."""

from collections import Counter
from itertools import combinations

import pytest

from movements.balance import fairness
from movements.families.cycles import get_layout, list_layout_sizes
from movements.families.safford import EQUAL_WITH_A_SIT_OUT, make_scorecard
from movements.registry import make_plan
from tests.movements.forms import sample_sizes
from tests.movements.grids import read_golden_records


def test_card_of_pair_5_is_the_printed_one():
    ours = [
        {
            "row": str(line.round_no),
            "seat": {"NS": "North", "EW": "East"}[line.side],
            "table": "ABCD"[line.table_no - 1],
            "deals": " ".join(str(line.board_set + 7 * place) for place in range(4)),
            "opponent": str(line.opponent),
            "squares": " ".join(map(str, line.shared_with)),
        }
        for line in make_scorecard(make_plan("safford", pairs=8), pair=5)
    ]
    assert ours == read_golden_records("safford_8_pairs_card_5.csv")


@pytest.mark.parametrize(("boards", "deals"), [(4, 28), (3, 21), (2, 14)])
def test_spread_deals_match_the_printed_card_and_of_its_cuts(boards, deals):
    plan = make_plan("safford", pairs=8, boards_per_set=boards, options={"sets": "spread"})
    of_pair_5 = [row.boards for row in plan.rows if 5 in (row.ns, row.ew)]
    printed = [
        tuple(map(int, line["deals"].split()))[:boards]
        for line in read_golden_records("safford_8_pairs_card_5.csv")
    ]
    assert of_pair_5 == printed
    assert {number for row in plan.rows for number in row.boards} == set(range(1, deals + 1))


@pytest.mark.parametrize("pairs", sample_sizes(range(8, 33, 2)))
def test_everybody_meets_everybody_and_is_compared_with_everybody_equally(pairs):
    plan = make_plan("safford", pairs=pairs)
    result = fairness(plan)
    times = plan.rounds // (pairs - 1)
    assert result.qf == 100
    assert result.meetings_min == times
    assert result.meetings_max == times
    assert result.same_direction_min == result.same_direction_max == times * (pairs // 2 - 1)


@pytest.mark.parametrize("pairs", sample_sizes(range(7, 32, 2)))
def test_a_sit_out_leaves_the_comparison_equal_exactly_where_it_is_promised(pairs):
    plan = make_plan("safford", pairs=pairs)
    competition = fairness(plan).competition
    amounts = {competition[first][second] for first, second in combinations(range(pairs), 2)}
    assert (
        ("compared-equally" in plan.guarantees)
        == (len(amounts) == 1)
        == (pairs in EQUAL_WITH_A_SIT_OUT)
    )
    assert set(Counter(sit_out.contestant for sit_out in plan.sit_outs).values()) == {
        plan.rounds // pairs
    }


@pytest.mark.parametrize("pairs", sample_sizes(range(7, 33)))
def test_totals_are_copied_both_ways_and_equally_often(pairs):
    plan = make_plan("safford", pairs=pairs)
    copied = Counter(
        (pair, other)
        for pair in range(1, pairs + 1)
        for line in make_scorecard(plan, pair)
        for other in line.shared_with
    )
    assert all(copied[first, second] == copied[second, first] for first, second in copied)
    lengths = {len(make_scorecard(plan, pair)) for pair in range(1, pairs + 1)}
    assert lengths == {sum(row.ns == 1 or row.ew == 1 for row in plan.rows)}
    if pairs % 2 == 0:
        assert set(copied.values()) == {plan.rounds // (pairs - 1) * (pairs // 2 - 1)}


@pytest.mark.parametrize(
    ("pairs", "rounds", "sets", "notes"),
    [
        pytest.param(10, 9, 9, 0, id="one part of two"),
        pytest.param(10, 10, 18, 1, id="one round into the second part"),
        pytest.param(12, 11, 11, 0, id="a single part"),
    ],
)
def test_the_second_part_is_laid_out_only_when_it_is_reached(pairs, rounds, sets, notes):
    plan = make_plan("safford", pairs=pairs, rounds=rounds)
    assert plan.board_sets == sets
    assert len(plan.notes) == notes


@pytest.mark.parametrize(
    "line", read_golden_records("safford_deals.csv"), ids=lambda line: f"{line['pairs']} pairs"
)
def test_every_printed_number_of_deals_can_be_played(line):
    printed = list(map(int, line["deals"].split()))
    odd, even = map(int, line["pairs"].split("-"))
    for pairs in (odd, even):
        boards = make_plan("safford", pairs=pairs, boards_per_set=1).boards
        assert boards == (2 if line["kind"] == "double" else 1) * (even - 1)
        # The special schedule has two parts in print; one with half the deals compares everybody
        # equally too.
        first = 2 * boards if line["kind"] == "special" else boards
        assert printed == [first * times for times in range(1, len(printed) + 1)]


def test_there_is_a_layout_for_every_even_size():
    assert [pairs for pairs, _ in list_layout_sizes("safford")] == list(range(8, 33, 2))
    assert get_layout("safford", 28, 54).set_cycles == 2
