"""The double Mitchell: the published exchange half way, and the weave of every round."""

import pytest

from movements.errors import MovementError
from movements.registry import make_plan
from tests.movements.replays import list_plan_rows, read_worked_example


def test_six_tables_are_as_worked_out_from_the_published_rule():
    plan = make_plan("double-mitchell", tables=6, boards_per_set=1, options={"weave": "half"})
    assert list_plan_rows(plan) == read_worked_example("double-mitchell_6_tables.csv")


def test_one_copy_is_shared_by_the_tables_opposite():
    plan = make_plan("double-mitchell", tables=6, boards_per_set=3, options={"copies": "1"})
    first = {row.table_no: (row.boards, row.shared) for row in plan.rows if row.round_no == 1}
    assert (first[1], first[4]) == (((1, 2, 3), True), ((2, 3, 1), True))


def test_sections_of_an_even_number_are_refused():
    with pytest.raises(MovementError) as refused:
        make_plan("double-mitchell", tables=8)
    assert str(refused.value) == (
        "Double Mitchell doesn’t work for 16 pairs. It takes 11 to 76 pairs at twice an odd number of tables (6, 10, "
        "14 to 38); the nearest that work are 12 and 19."
    )
