"""Short Howells: never less fair than what is published, no set at two tables, the best number left empty."""

import pytest

from movements.balance import (
    compute_quality,
    round_quality,
)
from movements.families.cycles import list_layout_sizes
from movements.families.howell.short import DATA
from movements.registry import get_legal_rounds, make_plan
from tests.golden import assert_golden
from tests.movements.grids import read_golden_records

SIZES = list_layout_sizes(DATA)
PUBLISHED = [
    (int(line["pairs"]), int(line["rounds"]), float(line["qf"].split("-")[0]))
    for line in read_golden_records("short-howell_published.csv")
]


def plan_of(pairs: int, rounds: int):
    return make_plan("short-howell", pairs=pairs, rounds=rounds, boards_per_set=1)


@pytest.mark.parametrize(
    ("pairs", "rounds", "qf"),
    PUBLISHED,
    ids=[f"{pairs} pairs, {rounds} rounds" for pairs, rounds, _ in PUBLISHED],
)
def test_no_published_plan_is_fairer(pairs, rounds, qf):
    assert round_quality(compute_quality(plan_of(pairs, rounds))) >= qf


@pytest.mark.slow
def test_fairness_of_every_layout_reads_as_reviewed():
    lines = [
        f"{pairs},{rounds},{round_quality(compute_quality(plan_of(pairs, rounds))):.2f}"
        for pairs, rounds in SIZES
    ]
    assert_golden("movements/short-howell_qf.csv", "\n".join(["pairs,rounds,qf", *lines, ""]))


def test_every_length_from_the_tables_to_two_below_the_pairs_exists():
    expected = {
        (pairs, rounds) for pairs in range(6, 41, 2) for rounds in range(pairs // 2, pairs - 1)
    }
    assert set(SIZES) == expected


def test_twelve_pairs_in_nine_rounds_have_the_known_fairness():
    assert round_quality(compute_quality(plan_of(12, 9))) == 94.87


@pytest.mark.parametrize(
    ("pairs", "lengths"),
    [(6, [3, 4]), (8, [4, 5, 6]), (9, [5, 6, 7, 8]), (16, [*range(8, 15)])],
    ids=str,
)
def test_possible_lengths(pairs, lengths):
    assert list(get_legal_rounds("short-howell", pairs=pairs)) == lengths


@pytest.mark.parametrize(
    ("pairs", "rounds", "name"), [(12, 7, "Short Howell"), (12, 8, "Three-quarter Howell")], ids=str
)
def test_a_long_one_is_called_three_quarter(pairs, rounds, name):
    assert plan_of(pairs, rounds).name == name
