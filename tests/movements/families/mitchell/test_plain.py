"""The Mitchell movement against the printed tables, and against a replay with real tables and boxes."""

from collections import deque

import pytest

from movements.errors import MovementError
from movements.moves import PairMove, get_moves_by_table
from movements.registry import make_plan
from tests.movements.grids import read_golden_records


def test_five_tables_are_the_five_arrangements_of_the_book():
    plan = make_plan("mitchell", tables=5, boards_per_set=4)
    in_the_book = [
        (
            str(row.round_no),
            str(row.table_no),
            str(2 * row.ns - 1),
            str(2 * (row.ew - 5)),
            "abcde"[row.board_set - 1],
        )
        for row in plan.rows
    ]
    assert in_the_book == [
        tuple(line.values()) for line in read_golden_records("mitchell_5_tables.csv")
    ]


@pytest.mark.parametrize(
    ("even", "name"),
    [("skip", "mitchell_4_tables_skip.csv"), ("share", "mitchell_4_tables_share.csv")],
)
def test_four_tables_are_as_worked_out_from_the_printed_rule(even, name):
    plan = make_plan("mitchell", tables=4, rounds=4, boards_per_set=2, options={"even": even})
    worked_out = [
        (str(row.round_no), str(row.table_no), str(row.ew - 4), str(row.board_set))
        for row in plan.rows
    ]
    assert worked_out == [tuple(line.values()) for line in read_golden_records(name)]


def replay(tables: int, even: str | None) -> list[list[tuple[int, int, int]]]:
    """Return (N-S, E-W, set) of every table and round, moving E-W pairs and boxes as a director would."""
    ew = deque(range(tables + 1, 2 * tables + 1))
    # With share, table T has no box of its own and a stand behind table T/2 holds one.
    boxes = deque(range(1, tables + 1))
    stand = tables // 2
    seen_rounds = []
    for round_no in range(1, tables + 1):
        at_tables = list(boxes)
        if even == "share":
            at_tables = [*at_tables[:stand], *at_tables[stand + 1 :], at_tables[0]]
        seen_rounds.append([(table + 1, ew[table], at_tables[table]) for table in range(tables)])
        ew.rotate(2 if even == "skip" and round_no == tables // 2 else 1)
        boxes.rotate(-1)
    return seen_rounds


def test_sit_outs_name_the_table_and_the_set_that_waits_there():
    plan = make_plan("mitchell", pairs=5)
    assert [
        (sit_out.round_no, sit_out.contestant, sit_out.table_no, sit_out.board_set)
        for sit_out in plan.sit_outs
    ] == [(1, 3, 3, 3), (2, 1, 1, 2), (3, 2, 2, 1)]


def test_share_without_the_last_ns_pair_shares_nothing():
    plan = make_plan("mitchell", pairs=15, options={"even": "share", "half_table": "ns"})
    assert [row for row in plan.rows if row.shared] == []


def test_sharing_tables_play_the_set_in_different_orders():
    plan = make_plan("mitchell", tables=4, boards_per_set=3, options={"even": "share"})
    first_round = {row.table_no: (row.boards, row.shared) for row in plan.rows if row.round_no == 1}
    assert first_round == {
        1: ((1, 2, 3), True),
        2: ((4, 5, 6), False),
        3: ((10, 11, 12), False),
        4: ((2, 3, 1), True),
    }


def test_two_tables_share_unless_a_skip_is_asked_for():
    assert make_plan("mitchell", pairs=4).options == (("even", "share"),)
    assert make_plan("mitchell", pairs=4, options={"even": "skip"}).options == (("even", "skip"),)


def test_options_that_do_not_apply_are_not_recorded():
    assert (
        make_plan("mitchell", tables=7, options={"even": "skip", "half_table": "ew"}).options == ()
    )


def test_everybody_skips_a_table_half_way():
    plan = make_plan("mitchell", tables=6, options={"even": "skip"})
    after = {round_no: get_moves_by_table(plan, round_no)[1].ew for round_no in (2, 3, 4)}
    assert after == {
        2: PairMove(contestant=12, table_no=2, side="EW", stays=False, sits_out=False),
        3: PairMove(contestant=11, table_no=3, side="EW", stays=False, sits_out=False),
        4: PairMove(contestant=9, table_no=2, side="EW", stays=False, sits_out=False),
    }


@pytest.mark.parametrize(
    ("pairs", "options", "sentence"),
    [
        pytest.param(
            14,
            {"half_table": "ns"},
            "Mitchell: half_table=ns is for an odd number of pairs, but 14 fill 7 tables. Remove it.",
            id="half table with full tables",
        ),
        pytest.param(
            13,
            {"even": "share"},
            "Mitchell: even=share is for an even number of tables, but 13 pairs make 7. Remove it.",
            id="share with an odd number of tables",
        ),
        pytest.param(
            3,
            {"even": "skip"},
            "Mitchell: with 3 pairs and even=skip, pair 2 would never play. Choose even=share.",
            id="skip with three pairs",
        ),
        pytest.param(
            3,
            {"even": "skip", "half_table": "ns"},
            "Mitchell: with 3 pairs and even=skip, pair 4 would never play. Choose even=share.",
            id="skip with three pairs, N-S missing",
        ),
    ],
)
def test_contradicting_options_are_refused(pairs, options, sentence):
    with pytest.raises(MovementError) as refused:
        make_plan("mitchell", pairs=pairs, options=options)
    assert str(refused.value) == sentence


def test_a_name_against_its_own_option_is_refused():
    with pytest.raises(MovementError) as refused:
        make_plan("share-mitchell", tables=8, options={"even": "skip"})
    assert str(refused.value) == (
        "Mitchell: even=skip doesn’t work with the name “share-mitchell”. Choose even=share, or the name mitchell."
    )
