"""The web Mitchell: the published layout, what every number of tables allows, and everybody on the same few boards."""

import pytest

from movements.errors import MovementError
from movements.families.mitchell.web import find_needed_copies
from movements.moves import get_moves_by_table
from movements.registry import make_plan
from tests.movements.grids import read_golden_records


def test_ten_tables_and_seven_sets_are_laid_out_as_published():
    plan = make_plan("web-mitchell", tables=10, options={"sets": "7"})
    laid = [(str(row.table_no), str(row.board_set)) for row in plan.rows if row.round_no == 1]
    assert laid == [
        tuple(line.values()) for line in read_golden_records("web-mitchell_10_tables.csv")
    ]


def test_sets_rise_in_the_first_half_of_the_room_and_fall_in_the_second():
    plan = make_plan("web-mitchell", tables=10, options={"sets": "7"})
    played = {
        table_no: [row.board_set for row in plan.rows if row.table_no == table_no]
        for table_no in (1, 6)
    }
    assert played == {1: [1, 2, 3, 4, 5, 6, 7], 6: [4, 3, 2, 1, 7, 6, 5]}


def test_two_copies_do_wherever_they_can():
    assert {tables: find_needed_copies(tables, 13) for tables in (13, 14, 15, 26, 27, 28, 39)} == {
        13: None,
        14: 2,
        15: 3,
        26: 2,
        27: 3,
        28: None,
        39: 3,
    }


def test_each_copy_goes_down_one_table_of_its_own():
    moves = get_moves_by_table(make_plan("web-mitchell", tables=10, options={"sets": "7"}), 1)
    assert [
        (moves[table].boards.table_no, moves[table].boards.round_no) for table in (2, 6, 7, 10)
    ] == [
        (1, 2),
        (10, 4),
        (6, 2),
        (9, 2),
    ]


def test_notes_say_where_the_copies_are_and_when_to_skip():
    assert make_plan("web-mitchell", tables=14, options={"sets": "12"}).notes == (
        "There are two copies of the boards: one for tables 1 to 7, one for tables 8 to 14. Within each half the "
        "sets go down one table.",
        "After round 6 E-W pairs go up two tables.",
    )


@pytest.mark.parametrize(
    ("tables", "sets", "sentence"),
    [
        pytest.param(
            15,
            "12",
            "Web Mitchell: sets=12 needs an even number of tables from 14 to 36, but 30 pairs make 15 tables. Choose "
            "sets=7 or sets=9 or sets=11 or sets=13.",
            id="odd tables, even sets",
        ),
        pytest.param(
            9,
            "9",
            "Web Mitchell: sets=9 needs an even number of tables from 10 to 18 or an odd one from 11 to 27, but 18 "
            "pairs make 9 tables. Choose sets=7.",
            id="as many sets as tables",
        ),
    ],
)
def test_sets_that_do_not_fit_are_refused(tables, sets, sentence):
    with pytest.raises(MovementError) as refused:
        make_plan("web-mitchell", tables=tables, options={"sets": sets})
    assert str(refused.value) == sentence
