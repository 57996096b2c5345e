"""The best known fairness of one ranking: figures that agree with each other and with the program."""

import pytest

from movements.balance import fairness, find_known_fairness
from movements.layout import iter_data_rows
from movements.registry import make_plan

LINES = list(iter_data_rows("best_known"))


def test_no_figure_is_above_its_bound():
    wrong = [line for line in LINES if line["bound"] and float(line["best"]) > float(line["bound"])]
    assert wrong == []
    assert {line["pairs"] for line in LINES if not 0 < float(line["best"]) <= 100} == set()


@pytest.mark.parametrize("pairs", [8, 10, 14, 18, 22])
def test_full_howells_are_the_best_known(pairs):
    plan = make_plan("howell", pairs=pairs, options={"turned": "fair"} if pairs == 22 else {})
    assert round(float(fairness(plan).qf), 2) == find_known_fairness(pairs, pairs - 1).best_qf


def test_of_other_sizes_nothing_is_known():
    assert find_known_fairness(80, 14) is None
