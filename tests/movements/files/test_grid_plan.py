"""Grids that are being edited: made from plans and back, and every fault at its cell."""

from dataclasses import replace

import pytest
from hypothesis import assume, given

from movements.errors import MovementError, UnreadablePlanError
from movements.files.formats import parse_plan, write_plan
from movements.files.grid import (
    GridCell,
    MovementGrid,
    examine_grid,
    grid_from_json,
    grid_to_json,
    make_empty_grid,
    make_grid,
)
from movements.layout import with_first_board
from movements.registry import make_plan
from tests.movements.test_every_plan import plans

ROUND_1 = (GridCell((1, 4), 1), GridCell((2, 5), 2), GridCell((3, 6), 3))
ROUND_2 = (GridCell((1, 6), 2), GridCell((2, 4), 3), GridCell((3, 5), 1))
EMPTY = GridCell((0, 0))


def grid(*rounds: tuple[GridCell, ...], **changes) -> MovementGrid:
    return replace(MovementGrid("Ours", "pairs", 2, rounds), **changes)


def fault_texts(edited: MovementGrid) -> list[str]:
    return [fault.text for fault in examine_grid(edited).problems]


def warning_texts(edited: MovementGrid) -> list[str]:
    return [warning.text for warning in examine_grid(edited).warnings]


def test_grid_names_sets_of_boards_that_do_not_begin_at_1():
    plan = make_plan("mitchell", tables=5, boards_per_set=2)
    assert make_grid(with_first_board(plan, 13)) == make_grid(plan)


@given(plans())
def test_plan_made_a_grid_and_a_plan_again_is_played_the_same(plan):
    try:
        edited = make_grid(plan)
    except MovementError:
        assume(False)
    assert grid_from_json(grid_to_json(edited)) == edited
    examination = examine_grid(edited)
    assert examination.is_ready
    again = examination.plan
    assert {replace(row, ns=0, ew=0) for row in again.rows} == {
        replace(row, ns=0, ew=0) for row in plan.rows
    }
    assert {(sit_out.round_no, sit_out.contestant) for sit_out in again.sit_outs} == {
        (sit_out.round_no, sit_out.contestant) for sit_out in plan.sit_outs
    }
    assert (again.winners, again.bye_stands) == (plan.winners, plan.bye_stands)
    assert parse_plan(write_plan(again, "csv")) == again


def test_whole_grid_is_a_plan():
    examination = examine_grid(grid(ROUND_1, ROUND_2))
    assert examination.is_ready is True
    assert examination.problems == ()
    assert examination.warnings == ()
    plan = examination.plan
    assert plan.name == "Ours"
    assert plan.contestants == 6
    assert plan.rounds == 2
    assert plan.winners == 2
    assert plan.rows[3].boards == (3, 4)


def test_empty_grid_has_no_faults_and_no_plan():
    examination = examine_grid(make_empty_grid("pairs", tables=3, rounds=2, boards_per_set=4))
    assert examination.plan is None
    assert examination.problems == ()
    assert examination.empty_rounds == (1, 2)
    assert examination.is_ready is False


@pytest.mark.parametrize(
    ("cell", "missing"),
    [
        pytest.param(GridCell((2, 0)), "E-W and the board set", id="one pair"),
        pytest.param(GridCell((2, 5)), "the board set", id="no set"),
        pytest.param(GridCell((0, 0), 2), "N-S and E-W", id="only a set"),
    ],
)
def test_half_typed_cell_is_one_fault_at_its_place(cell, missing):
    (fault,) = examine_grid(grid((ROUND_1[0], cell, ROUND_1[2]), ROUND_2)).problems
    assert fault.round_no == 1
    assert fault.table_no == 2
    assert fault.code == "cell-incomplete"
    assert fault.text == f"Table 2 in round 1 lacks {missing}. Type the rest, or clear the cell."


def test_one_pair_with_a_set_waits_at_a_half_table():
    plan = examine_grid(
        grid((GridCell((1, 3), 1), GridCell((2, 0), 2)), (GridCell((1, 0), 2), GridCell((2, 3), 1)))
    ).plan
    assert [
        (out.round_no, out.contestant, out.table_no, out.board_set) for out in plan.sit_outs
    ] == [
        (1, 2, 2, 2),
        (2, 1, 1, 2),
    ]


def test_number_that_is_too_high_is_one_fault_at_its_cell():
    assert fault_texts(grid(ROUND_1, (ROUND_2[0], GridCell((22, 4), 3), ROUND_2[2]))) == [
        "Pair 22 plays at table 2 in round 2, but pair numbers go from 1 to 6."
    ]


def test_pair_that_is_not_seated_sits_out():
    edited = grid((GridCell((1, 3), 1),), (GridCell((2, 3), 2),))
    plan = examine_grid(edited).plan
    assert fault_texts(edited) == []
    assert [(out.round_no, out.contestant) for out in plan.sit_outs] == [(1, 2), (2, 1)]


def test_pair_twice_in_a_round_and_a_board_met_again_are_faults_of_the_package():
    assert fault_texts(grid(ROUND_1, (ROUND_2[0], GridCell((2, 6), 3), GridCell((3, 5), 2)))) == [
        "Pair 6 is at tables 1 and 2 in round 2. Choose one.",
        "Pair 6 plays boards 5 and 6 at table 2 in round 2, as it did at table 3 in round 1.",
        "Pair 5 plays boards 4 and 3 at table 3 in round 2, as it did at table 2 in round 1.",
    ]


def test_opponents_who_meet_again_are_a_remark_only():
    edited = grid(ROUND_1, (GridCell((1, 4), 3), GridCell((2, 5), 1), GridCell((3, 6), 2)))
    assert fault_texts(edited) == []
    assert warning_texts(edited) == [
        "Pairs 1 and 4 meet again at table 1 in round 2. They met in round 1.",
        "Pairs 2 and 5 meet again at table 2 in round 2. They met in round 1.",
        "Pairs 3 and 6 meet again at table 3 in round 2. They met in round 1.",
    ]
    assert examine_grid(edited).is_ready


def test_sets_that_nobody_plays_or_only_one_table_plays_are_remarks():
    edited = grid(ROUND_1, ROUND_2, (EMPTY, EMPTY, GridCell((3, 4), 5)))
    assert warning_texts(edited) == [
        "Board sets that nobody plays: 4.",
        "Only table 3 plays board set 5, in round 3. Nobody is compared on it.",
    ]


def test_set_at_two_tables_is_shared():
    edited = grid((GridCell((1, 3), 1), GridCell((2, 4), 1)))
    assert [row.boards for row in examine_grid(edited).plan.rows] == [(1, 2), (2, 1)]
    assert fault_texts(edited) == []


def test_bye_stand_stays_only_while_its_set_rests():
    plan = make_plan("mitchell", tables=4, options={"even": "share"})
    edited = make_grid(plan)
    resting = edited.bye_stands[0]
    assert resting in examine_grid(edited).plan.bye_stands
    first_round = list(edited.rounds[0])
    first_round[0] = replace(first_round[0], board_set=resting.board_set)
    changed = replace(edited, rounds=(tuple(first_round), *edited.rounds[1:]))
    assert resting not in examine_grid(changed).plan.bye_stands


def test_movement_that_a_grid_cannot_show_is_refused():
    with pytest.raises(MovementError) as refusal:
        make_grid(make_plan("harvard-sixes", players=12))
    assert str(refusal.value) == (
        "Harvard sixes can’t be edited in a grid, which doesn’t show the players of a team one by one. Edit it as text."
    )


@pytest.mark.parametrize(("tables", "rounds"), [(0, 5), (101, 1), (1, 201), (50, 41)])
def test_grid_too_large_is_refused(tables, rounds):
    with pytest.raises(MovementError) as refusal:
        make_empty_grid("pairs", tables=tables, rounds=rounds, boards_per_set=2)
    assert str(refusal.value) == (
        "A grid has 1 to 100 tables, 1 to 200 rounds and at most 2,000 cells, "
        f"not {tables} tables by {rounds} rounds. Edit it as text."
    )


GOOD = {"boards_per_set": 2, "rounds": [[{"seats": [1, 2], "set": 1}]]}


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        pytest.param([], "it isn’t an object with named fields", id="a list"),
        pytest.param(GOOD | {"contest": "chess"}, '"contest" must be pairs or individual or teams', id="contest"),
        pytest.param(GOOD | {"contest": ["pairs"]}, '"contest" must be pairs or individual or teams', id="contests"),
        pytest.param(GOOD | {"name": 7}, '"name" must be a text', id="name"),
        pytest.param(GOOD | {"boards_per_set": 0}, '"boards_per_set" must be from 1 to 40', id="no boards"),
        pytest.param(GOOD | {"boards_per_set": 41}, '"boards_per_set" must have whole numbers up to 40', id="boards"),
        pytest.param(GOOD | {"rounds": None}, '"rounds" must be a list', id="no rounds"),
        pytest.param(GOOD | {"rounds": [[None], []]}, "round 2 must have 1 tables, as round 1 has", id="ragged"),
        pytest.param(GOOD | {"rounds": [[7]]}, 'round 1, table 1 must have "seats" and "set"', id="a number"),
        pytest.param(GOOD | {"rounds": [[{"seats": [1]}]]}, "round 1, table 1 must have 2 seats", id="one seat"),
        pytest.param(
            GOOD | {"rounds": [[{"seats": [1, True]}]]}, "round 1, table 1 must have whole numbers up to 9999", id="true"
        ),
        pytest.param(
            GOOD | {"rounds": [[{"seats": [1, -2]}]]}, "round 1, table 1 must have whole numbers up to 9999", id="less"
        ),
        pytest.param(
            GOOD | {"rounds": [[{"seats": [1, "2"]}]]}, "round 1, table 1 must have whole numbers up to 9999", id="text"
        ),
        pytest.param(GOOD | {"bye_stands": [[1]]}, '"bye_stands" must have round, set and table', id="bye-stand"),
        pytest.param(GOOD | {"winners": 3}, '"winners" must have whole numbers up to 2', id="winners"),
    ],
)  # fmt: skip
def test_data_that_is_no_grid_is_refused_with_the_first_problem(data, problem):
    with pytest.raises(UnreadablePlanError) as refusal:
        grid_from_json(data)
    assert refusal.value.problems == (problem,)


def test_name_is_one_line_and_promises_that_are_no_words_are_left_out():
    read = grid_from_json(
        GOOD | {"name": "Ours\n\n# key: x", "guarantees": [1, "each-round-a-match"]}
    )
    assert read.name == "Ours # key: x"
    assert read.guarantees == ("each-round-a-match",)
