"""Safford's schedules against the printed card, and against what they promise at every size."""

import pytest

from movements.families.cycles import get_layout, list_layout_sizes
from movements.families.safford import make_scorecard
from movements.registry import make_plan
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
