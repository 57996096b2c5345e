"""Barometer Howells: as fair as the best known, one rule of movement, the same boards everywhere."""

import pytest

from movements.balance import compute_quality, fairness, round_quality
from movements.errors import MovementError
from movements.families.cycles import list_layout_sizes
from movements.families.howell.barometer import DATA
from movements.registry import make_plan
from tests.golden import assert_golden
from tests.movements.grids import read_golden_records

BEST_KNOWN = [
    (int(line["pairs"]), float(line["qf"]))
    for line in read_golden_records("barometer-howell_best_known.csv")
]


def stationary(number: int) -> dict[str, str]:
    return {"stationary": str(number)}


@pytest.mark.parametrize(
    ("pairs", "qf"), BEST_KNOWN, ids=[f"{pairs} pairs" for pairs, _ in BEST_KNOWN]
)
def test_full_movement_is_as_fair_as_the_best_known(pairs, qf):
    assert round_quality(compute_quality(make_plan("barometer-howell", pairs=pairs))) >= qf


@pytest.mark.slow
def test_fairness_of_every_layout_reads_as_reviewed():
    figures_of: dict[int, list[str]] = {}
    for pairs, rounds in list_layout_sizes(DATA):
        plan = make_plan(
            "barometer-howell", pairs=pairs, boards_per_set=1, options=stationary(pairs - rounds)
        )
        figures_of.setdefault(pairs, []).append(f"{round_quality(compute_quality(plan)):.2f}")
    lines = [f"{pairs},{' '.join(figures)}" for pairs, figures in sorted(figures_of.items())]
    assert_golden(
        "movements/barometer-howell_qf.csv",
        "\n".join(["pairs,qf with 1 2 3... stationary", *lines, ""]),
    )


def test_every_table_has_a_copy_of_the_boards_of_the_round():
    plan = make_plan("barometer-howell", pairs=10, boards_per_set=3)
    assert plan.copies == 5
    assert {(row.copy_no, row.shared) for row in plan.rows} == {
        (number, False) for number in range(1, 6)
    }
    assert {(row.round_no, row.boards) for row in plan.rows} == {
        (number, (3 * number - 2, 3 * number - 1, 3 * number)) for number in range(1, 10)
    }


def test_more_stationary_pairs_than_tables_are_refused():
    with pytest.raises(MovementError) as refused:
        make_plan("barometer-howell", pairs=7, options=stationary(5))
    assert str(refused.value) == (
        "Barometer Howell: stationary=5 needs 5 tables, but 7 pairs make 4 tables. Choose 4 or fewer."
    )


def test_meetings_and_matrices_of_a_full_movement():
    result = fairness(make_plan("barometer-howell", pairs=12))
    assert (result.qf, result.meetings_min, result.meetings_max) == (100, 1, 1)
    assert (result.same_direction_min, result.same_direction_max) == (5, 5)
