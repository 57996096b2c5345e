"""The hesitation Mitchell: the published rule by hand, the swivel at the last table, and who meets whom."""

from collections import Counter

import pytest

from movements.check.faults import check_plan
from movements.moves import PairMove, get_moves_by_table
from movements.registry import make_plan
from tests.movements.forms import sample_sizes
from tests.movements.replays import list_plan_rows, read_worked_example


def test_three_tables_are_as_worked_out_from_the_published_rule():
    plan = make_plan("hesitation-mitchell", tables=3, boards_per_set=1, options={"switch": "none"})
    assert list_plan_rows(plan) == read_worked_example("hesitation-mitchell_3_tables.csv")


@pytest.mark.parametrize("tables", sample_sizes(range(3, 21)))
def test_moving_pairs_meet_every_stationary_one_and_their_two_neighbours(tables):
    plan = make_plan("hesitation-mitchell", tables=tables, boards_per_set=1)
    met = Counter(frozenset((row.ns, row.ew)) for row in plan.rows)
    moving = set(range(tables, 2 * tables + 1))
    among_themselves = Counter(pair for couple in met if couple <= moving for pair in couple)
    assert set(met.values()) == {1}
    assert len(met) == (tables - 1) * (tables + 1) + tables + 1
    assert set(among_themselves.values()) == {2}
    assert check_plan(plan) == ()


def test_a_pair_swivels_at_the_last_table_and_then_goes_to_the_first():
    plan = make_plan("hesitation-mitchell", tables=5, options={"switch": "none"})
    assert get_moves_by_table(plan, 1)[5].ew == PairMove(
        contestant=10, table_no=5, side="NS", stays=False, sits_out=False
    )
    assert get_moves_by_table(plan, 1)[5].ns == PairMove(
        contestant=5, table_no=1, side="EW", stays=False, sits_out=False
    )
