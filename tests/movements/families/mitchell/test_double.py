"""The double Mitchell: the published exchange half way, and the weave of every round."""

import pytest

from movements.errors import MovementError
from movements.registry import make_plan
from tests.movements.replays import list_plan_rows, read_worked_example


def test_six_tables_are_as_worked_out_from_the_published_rule():
    plan = make_plan("double-mitchell", tables=6, boards_per_set=1, options={"weave": "half"})
    assert list_plan_rows(plan) == read_worked_example("double-mitchell_6_tables.csv")


@pytest.mark.parametrize("row", range(3, 20, 2))
def test_each_half_of_a_woven_session_brings_opponents_of_both_sections(row):
    plan = make_plan("double-mitchell", tables=2 * row, boards_per_set=1)
    for pair in range(2 * row + 1, 4 * row + 1):
        tables = [row.table_no for row in plan.rows if row.ew == pair]
        sections = [table > row for table in tables]
        assert sorted(tables) == list(range(1, 2 * row + 1))
        assert sum(sections[:row]) in (row // 2, row // 2 + 1)


def test_one_copy_is_shared_by_the_tables_opposite():
    plan = make_plan("double-mitchell", tables=6, boards_per_set=3, options={"copies": "1"})
    first = {row.table_no: (row.boards, row.shared) for row in plan.rows if row.round_no == 1}
    assert (first[1], first[4]) == (((1, 2, 3), True), ((2, 3, 1), True))


@pytest.mark.parametrize(
    ("weave", "notes"),
    [
        (
            "rounds",
            "After each round E-W pairs go up one table and cross to the other section; after round 3 new sets are "
            "put out and E-W pairs go up one table in their own section.",
        ),
        (
            "half",
            "After each round E-W pairs go up one table within their section, from its last table to its first; "
            "after round 3 new sets are put out and E-W pairs go up one and cross to the other section.",
        ),
    ],
)
def test_notes_say_when_to_cross(weave, notes):
    plan = make_plan("double-mitchell", tables=6, options={"weave": weave})
    assert plan.notes == (notes, "Each section has a copy of the boards.")


def test_sections_of_an_even_number_are_refused():
    with pytest.raises(MovementError) as refused:
        make_plan("double-mitchell", tables=8)
    assert str(refused.value) == (
        "Double Mitchell doesn’t work for 16 pairs. It takes 11 to 76 pairs at twice an odd number of tables (6, 10, "
        "14 to 38); the nearest that work are 12 and 19."
    )
