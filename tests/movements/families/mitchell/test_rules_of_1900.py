"""The eight modifications of 1900 against the printed rules, replayed with real tables and boxes."""

import pytest

from movements.errors import MovementError
from movements.moves import get_moves_by_table
from movements.registry import make_plan
from tests.movements.grids import read_golden_records

NUMBERS = [str(number) for number in range(1, 9)]


@pytest.mark.parametrize("number", NUMBERS)
def test_four_tables_are_as_worked_out_from_the_printed_rule(number):
    plan = make_plan("mitchell-1900", tables=4, boards_per_set=1, options={"modification": number})
    ours = [
        (number, str(row.round_no), str(row.table_no), str(row.ew - 4), str(row.board_set))
        for row in plan.rows
    ]
    records = read_golden_records("mitchell-1900_4_tables.csv")
    assert ours == [tuple(line.values()) for line in records if line["modification"] == number]


@pytest.mark.parametrize(("sets", "deals"), [("2", "16"), ("3", "24")])
def test_eighth_modification_is_laid_out_as_printed(sets, deals):
    plan = make_plan(
        "mitchell-1900", tables=8, boards_per_set=1, options={"modification": "8", "sets": sets}
    )
    order = {
        str(table_no): [row.board_set for row in plan.rows if row.table_no == table_no]
        for table_no in range(1, 9)
    }
    for line in read_golden_records("mitchell-1900_layouts.csv"):
        if line["deals"] == deals:
            waiting = [int(number) for number in line["waiting"].split()]
            assert order[line["table"]][: len(waiting)] == waiting


def test_the_played_sets_of_the_seventh_go_down_after_the_second_round_only():
    plan = make_plan("mitchell-1900", tables=4, options={"modification": "7"})
    after = [get_moves_by_table(plan, round_no)[2].boards for round_no in (1, 2)]
    assert [(move.table_no, move.round_no) for move in after] == [(1, 3), (1, 4)]


@pytest.mark.parametrize(
    ("number", "notes"),
    [
        (
            "1",
            (
                "After round 3 E-W pairs go up two tables. Each E-W pair meets its first N-S pair again in round 6, "
                "and never meets the pair 3 tables higher (pair 7: pair 1 twice, pair 4 never).",
            ),
        ),
        (
            "4",
            (
                "After round 6 new sets are put out and E-W pairs go up 5 tables.",
                "Every pair meets each pair of the other line twice.",
            ),
        ),
        (
            "8",
            (
                "Sets wait at tables 3 and 6. A set just played goes down one table, behind those waiting there.",
                "Every pair meets each pair of the other line twice.",
            ),
        ),
    ],
)
def test_notes_say_what_is_out_of_the_ordinary(number, notes):
    assert make_plan("mitchell-1900", tables=6, options={"modification": number}).notes == notes


@pytest.mark.parametrize(
    ("size", "options", "sentence"),
    [
        pytest.param(
            {"tables": 12},
            {"modification": "7"},
            "Mitchell of 1900, even number of tables: modification=7 needs a number of tables that isn’t a multiple "
            "of three, but 24 pairs make 12 tables. Choose another modification, or 10 or 14 tables.",
            id="seventh, twelve tables",
        ),
        pytest.param(
            {"tables": 22},
            {"modification": "8", "sets": "3"},
            "Mitchell of 1900, even number of tables: sets=3 needs at most 20 tables, but 44 pairs make 22 tables. "
            "Choose sets=2, or 20 tables.",
            id="too many boards",
        ),
        pytest.param(
            {"tables": 8},
            {"modification": "3", "sets": "3"},
            "Mitchell of 1900, even number of tables: sets=3 doesn’t work with modification=3. Choose "
            "modification=8, or leave sets out.",
            id="sets for another modification",
        ),
        pytest.param(
            {"tables": 7},
            {},
            "Mitchell of 1900, even number of tables doesn’t work for 14 pairs. It takes 7 to 80 pairs at an even "
            "number of tables (4 to 40); the nearest that work are 12 and 15.",
            id="odd number of tables",
        ),
    ],
)
def test_sizes_that_do_not_fit_are_refused(size, options, sentence):
    with pytest.raises(MovementError) as refused:
        make_plan("mitchell-1900", options=options, **size)
    assert str(refused.value) == sentence
