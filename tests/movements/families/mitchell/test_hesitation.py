"""The hesitation Mitchell: the published rule by hand, the swivel at the last table, and who meets whom."""

from collections import Counter

import pytest

from movements.balance import fairness
from movements.check.faults import check_plan
from movements.moves import PairMove, get_moves_by_table
from movements.registry import make_plan
from tests.movements.forms import sample_sizes
from tests.movements.replays import list_plan_rows, read_worked_example


def test_three_tables_are_as_worked_out_from_the_published_rule():
    plan = make_plan("hesitation-mitchell", tables=3, boards_per_set=1, options={"switch": "none"})
    assert list_plan_rows(plan) == read_worked_example("hesitation-mitchell_3_tables.csv")


@pytest.mark.parametrize("tables", [8, 12])
def test_even_tables_share_and_rest_as_in_the_published_list(tables):
    plan = make_plan("hesitation-mitchell", tables=tables)
    assert {row.table_no for row in plan.rows if row.shared} == {1, tables}
    assert Counter(
        (bye_stand.round_no, bye_stand.after_table) for bye_stand in plan.bye_stands
    ) == {(round_no, tables // 2): 2 for round_no in range(1, tables + 2)}


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


def test_seven_and_a_half_tables_leave_pair_one_out_and_share_nothing():
    plan = make_plan("hesitation-mitchell", pairs=15)
    assert [row for row in plan.rows if row.shared] == []
    assert [sit_out.contestant for sit_out in plan.sit_outs] == [9, 8, 16, 15, 14, 13, 12, 11, 10]


def test_a_pair_swivels_at_the_last_table_and_then_goes_to_the_first():
    plan = make_plan("hesitation-mitchell", tables=5, options={"switch": "none"})
    assert get_moves_by_table(plan, 1)[5].ew == PairMove(
        contestant=10, table_no=5, side="NS", stays=False, sits_out=False
    )
    assert get_moves_by_table(plan, 1)[5].ns == PairMove(
        contestant=5, table_no=1, side="EW", stays=False, sits_out=False
    )


@pytest.mark.parametrize("tables", sample_sizes(range(3, 21)))
def test_switched_rounds_leave_the_last_table_alone_and_never_harm(tables):
    for rounds in range(2, tables + 2):
        plain, switched = (
            make_plan(
                "hesitation-mitchell",
                tables=tables,
                rounds=rounds,
                boards_per_set=1,
                options={"switch": switch},
            )
            for switch in ("none", "rounds")
        )
        assert [row for row in switched.rows if row.arrow_switched and row.table_no == tables] == []
        if rounds == tables + 1:
            assert max(fairness(plain).qf, fairness(switched).qf) == fairness(switched).qf
