"""The best known fairness of one ranking: figures that agree with each other and with the program."""

import pytest

from movements.balance import compute_quality, fairness, find_known_fairness, round_quality
from movements.errors import MovementError
from movements.layout import iter_data_rows
from movements.registry import make_plan

LINES = list(iter_data_rows("best_known"))


def test_no_figure_is_above_its_bound():
    wrong = [line for line in LINES if line["bound"] and float(line["best"]) > float(line["bound"])]
    assert wrong == []
    assert {line["pairs"] for line in LINES if not 0 < float(line["best"]) <= 100} == set()


def test_no_figure_is_below_a_plan_of_the_program():
    below = []
    for line in LINES:
        pairs, rounds = int(line["pairs"]), int(line["rounds"])
        for copies in ("1", "2"):
            try:
                plan = make_plan("fairest", pairs=pairs, rounds=rounds, options={"copies": copies})
            except MovementError:  # no plan of that length
                continue
            if round_quality(compute_quality(plan)) > float(line["best"]):
                below.append((pairs, rounds, copies))
    assert below == []


def test_every_size_is_named_once():
    assert len({(line["pairs"], line["rounds"]) for line in LINES}) == len(LINES) > 150


@pytest.mark.parametrize("pairs", [8, 10, 14, 18, 22])
def test_full_howells_are_the_best_known(pairs):
    plan = make_plan("howell", pairs=pairs, options={"turned": "fair"} if pairs == 22 else {})
    assert round(float(fairness(plan).qf), 2) == find_known_fairness(pairs, pairs - 1).best_qf


def test_of_other_sizes_nothing_is_known():
    assert find_known_fairness(80, 14) is None
