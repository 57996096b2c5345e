"""check_plan: each fault arises from a plan broken in exactly that way, and several are all listed."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from movements.check.faults import check_plan
from movements.model import ByeStand, Movement, SitOut, TableRound
from movements.registry import make_plan
from tests.movements.check.broken_plans import (
    BROKEN,
    add_sit_outs,
    make_half_table,
    make_howell,
    make_mitchell,
    remove_round,
    replace_boards,
    replace_row,
)


@pytest.mark.parametrize(("broken", "codes", "sentence"), BROKEN.values(), ids=BROKEN)
def test_a_plan_broken_in_one_way_has_the_faults_of_that_way(broken, codes, sentence):
    faults = check_plan(broken())
    assert sorted(fault.code for fault in faults) == sorted(codes)
    assert sentence in [fault.text for fault in faults]


def test_a_board_that_is_not_in_the_plan_is_told_where_it_is_first_played():
    faults = check_plan(replace_boards(make_mitchell(), 2, (3, 40)))
    first = min((row.round_no, row.table_no) for row in make_mitchell().rows if row.board_set == 2)
    assert [(fault.round_no, fault.table_no, fault.board_no) for fault in faults] == [(*first, 40)]


def test_several_faults_are_listed_together_with_their_places():
    plan = remove_round(
        replace_row(replace_row(make_howell(), 2, 3, table_no=9), 6, 1, boards=(11, 99)), 4
    )
    assert [
        (fault.code, fault.round_no, fault.table_no, fault.board_no) for fault in check_plan(plan)
    ] == [
        ("table-unknown", 2, 9, None),
        ("round-gap", 4, None, None),
        ("boards-not-of-set", 6, 1, 99),
    ]


def test_faults_without_a_round_come_first_and_without_a_table_before_those_with_one():
    plan = replace_row(replace_boards(make_howell(), 2, (3,)), 1, 1, ew=3)
    assert [(fault.code, fault.round_no, fault.table_no) for fault in check_plan(plan)] == [
        ("set-size", None, None),
        ("sit-out-missing", 1, None),
        ("pair-twice", 1, 2),
        ("board-twice", 5, 2),
    ]


def test_the_smallest_plan_is_sound():
    row = TableRound(round_no=1, table_no=1, ns=1, ew=2, board_set=1, boards=(1,))
    plan = replace(
        make_howell(),
        contestants=2,
        tables=1,
        rounds=1,
        boards_per_set=1,
        board_sets=1,
        rows=(row,),
    )
    assert check_plan(replace(plan, guarantees=())) == ()


@pytest.mark.parametrize(
    ("boards", "board_no"),
    [
        pytest.param((1, 9), 9, id="the one that is too much"),
        pytest.param((1,), 2, id="else the one missing"),
    ],
)
def test_a_fault_of_boards_names_the_odd_one(boards, board_no):
    (fault,) = check_plan(replace_row(make_mitchell(), 3, 2, boards=boards))
    assert fault.board_no == board_no


def test_faults_name_the_pair():
    (fault,) = check_plan(add_sit_outs(make_half_table(), SitOut(1, 1)))
    assert fault.round_no == 1
    assert fault.table_no is None
    assert fault.contestant == 1


def test_a_waiting_pair_without_a_table_explains_an_unused_table():
    plan = make_plan("howell", pairs=9)
    bare = tuple(SitOut(sit_out.round_no, sit_out.contestant) for sit_out in plan.sit_outs)
    assert check_plan(replace(plan, sit_outs=bare)) == ()


def test_boards_may_be_played_in_any_order():
    plan = make_mitchell()
    turned = tuple(replace(row, boards=row.boards[::-1]) for row in plan.rows)
    assert check_plan(replace(plan, rows=turned)) == ()


numbers = st.integers(-3, 12)
rows = st.builds(
    TableRound,
    round_no=numbers,
    table_no=numbers,
    ns=numbers,
    ew=numbers,
    board_set=numbers,
    boards=st.lists(numbers, max_size=3).map(tuple),
    shared=st.booleans(),
)
sit_outs = st.builds(SitOut, numbers, numbers, st.none() | numbers, st.none() | numbers)


@given(
    st.builds(
        Movement,
        key=st.just("own"),
        name=st.just("Own"),
        contest=st.just("pairs"),
        source=st.just(""),
        options=st.just(()),
        contestants=numbers,
        winners=numbers,
        tables=numbers,
        rounds=numbers,
        boards_per_set=numbers,
        board_sets=numbers,
        rows=st.lists(rows, max_size=8).map(tuple),
        sit_outs=st.lists(sit_outs, max_size=3).map(tuple),
        bye_stands=st.lists(st.builds(ByeStand, numbers, numbers, numbers), max_size=2).map(tuple),
    )
)
def test_any_heap_of_numbers_is_judged_without_stumbling(plan):
    """Whatever is handed in, each finding is a whole sentence; a plan of no rows is never sound."""
    faults = check_plan(plan)
    assert [fault.text for fault in faults if not fault.text.endswith(".")] == []
    assert faults or plan.rows
