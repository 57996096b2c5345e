"""The appendix Mitchell: the published rule by hand, every base, and who keeps a seat."""

from collections import Counter

import pytest

from movements.errors import MovementError
from movements.registry import make_plan
from tests.movements.replays import list_plan_rows, read_worked_example


def test_seven_tables_are_as_worked_out_from_the_published_rule():
    plan = make_plan("appendix-mitchell", tables=7, boards_per_set=1, options={"base": "5"})
    assert list_plan_rows(plan) == read_worked_example("appendix-mitchell_7_tables.csv")


def test_pairs_beside_an_added_table_keep_their_seats():
    plan = make_plan("appendix-mitchell", tables=7, boards_per_set=1, options={"base": "5"})
    seats = {(pair, row.table_no) for row in plan.rows for pair in (row.ns, row.ew)}
    stays = [
        pair for pair, count in sorted(Counter(pair for pair, _ in seats).items()) if count == 1
    ]
    assert stays == [1, 2, 13, 14]
    assert plan.notes == (
        "N-S at tables 1 to 2 and E-W at tables 6 to 7 keep their seats; each added table plays a copy of the boards "
        "of the table it is added to.",
        "All other E-W pairs go up one table, from table 5 to 1. All other N-S pairs go up two places, to the added "
        "table if there is one.",
    )


def test_one_copy_is_shared_with_the_added_table():
    plan = make_plan("appendix-mitchell", tables=6, boards_per_set=2, options={"copies": "1"})
    assert {row.table_no for row in plan.rows if row.shared} == {1, 6}


def test_base_that_is_too_small_is_refused():
    with pytest.raises(MovementError) as refused:
        make_plan("appendix-mitchell", tables=15, options={"base": "7"})
    assert str(refused.value) == (
        "Appendix Mitchell: base=7 needs 8 to 14 tables, but 30 pairs make 15 tables. Choose base=11 or base=13."
    )
