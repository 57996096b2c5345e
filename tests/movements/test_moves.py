"""Where pairs and board sets go between rounds."""

from dataclasses import replace

import pytest

from movements.errors import MovementError
from movements.model import SitOut, TableRound
from movements.moves import (
    BoardMove,
    PairMove,
    TableMoves,
    get_moves_by_table,
    get_stationary_pairs,
    switch_home_rows,
)
from movements.registry import make_plan
from tests.movements.forms import describe_plan, iterate_longest_plans

WHOLE = 120
"""Rows up to which plans are followed from round to round."""


def test_play_is_over_after_the_last_round():
    moves = get_moves_by_table(make_plan("mitchell", tables=3), 3)
    assert moves[2] == TableMoves(
        ns=PairMove(contestant=2, table_no=None, side=None, stays=False, sits_out=False),
        ew=PairMove(contestant=6, table_no=None, side=None, stays=False, sits_out=False),
        boards=BoardMove("over"),
    )


def test_a_set_not_used_again_is_over_before_the_end():
    moves = get_moves_by_table(make_plan("howell", pairs=8), 6)
    assert moves[3].boards == BoardMove("over")


def test_shared_sets_say_where_they_go_and_who_shares_them():
    moves = get_moves_by_table(make_plan("mitchell", tables=6, options={"even": "share"}), 1)
    assert {table_no: leaving.boards for table_no, leaving in moves.items()} == {
        1: BoardMove("table", table_no=5, round_no=2),
        2: BoardMove("table", table_no=1, round_no=2, shared_with=6),
        3: BoardMove("table", table_no=2, round_no=2),
        4: BoardMove("bye-stand", after_table=3, round_no=2),
        5: BoardMove("table", table_no=4, round_no=2),
        6: BoardMove("table", table_no=5, round_no=2),
    }


def test_skipping_one_of_two_tables_brings_everybody_back():
    moves = get_moves_by_table(
        make_plan("mitchell", tables=2, rounds=2, options={"even": "skip"}), 1
    )
    assert moves[1].ew == PairMove(contestant=3, table_no=1, side="EW", stays=True, sits_out=False)
    assert moves[1].boards == BoardMove("table", table_no=2, round_no=2)


def test_a_set_that_is_next_used_at_its_own_table_stays_and_names_whoever_shares_it():
    plan = make_plan("howell", pairs=4, boards_per_set=2)
    one_set = tuple(replace(row, board_set=1, boards=(1, 2)) for row in plan.rows)
    moves = get_moves_by_table(replace(plan, rows=one_set), 1)
    assert moves[1].boards == BoardMove("stay", table_no=1, round_no=2, shared_with=2)
    assert moves[2].boards == BoardMove("stay", table_no=2, round_no=2, shared_with=1)


def test_a_pair_without_opponents_waits_at_its_table_and_passes_its_set_on():
    plan = make_plan("mitchell", pairs=5)
    before, waiting = get_moves_by_table(plan, 1), get_moves_by_table(plan, 2)
    assert before[2].boards == BoardMove("table", table_no=1, round_no=2)
    assert before[1].ns == PairMove(contestant=1, table_no=1, side="NS", stays=True, sits_out=True)
    assert waiting[1] == TableMoves(
        ns=PairMove(contestant=1, table_no=1, side="NS", stays=True, sits_out=False),
        ew=None,
        boards=BoardMove("table", table_no=3, round_no=3),
    )


def test_a_howell_pair_waits_at_the_table_of_the_missing_one():
    plan = make_plan("howell", pairs=7)
    assert get_moves_by_table(plan, 1)[3].ns == PairMove(
        contestant=7, table_no=2, side="NS", stays=False, sits_out=False
    )
    going_to_wait = next(
        move
        for leaving in get_moves_by_table(plan, 1).values()
        for move in (leaving.ns, leaving.ew)
        if move is not None and move.sits_out
    )
    assert going_to_wait == PairMove(
        contestant=2, table_no=1, side=None, stays=False, sits_out=True
    )


@pytest.mark.parametrize("round_no", [0, 6], ids=["before the first", "after the last"])
def test_a_round_that_is_not_there_is_refused(round_no):
    with pytest.raises(MovementError) as refused:
        get_moves_by_table(make_plan("mitchell", tables=5), round_no)
    assert str(refused.value) == f"Mitchell has rounds 1 to 5, but no round {round_no}."


def sides_of(plan, row) -> tuple[str, ...]:
    if plan.contest == "individual":
        return tuple("WNES" if row.arrow_switched else "NESW")
    return ("EW", "NS") if row.arrow_switched else ("NS", "EW")


@pytest.mark.slow
def test_following_the_moves_leads_to_the_next_round_in_every_plan():
    """Whoever obeys the cards is where the rows of the next round want them."""
    for plan in iterate_longest_plans():
        if len(plan.rows) > WHOLE or plan.contest == "teams":
            continue
        seats = {
            (row.round_no, number): (row.table_no, side)
            for row in plan.rows
            for number, side in zip(plan.get_row_contestants(row), sides_of(plan, row), strict=True)
        }
        waiting = {
            (sit_out.round_no, sit_out.contestant): sit_out.table_no for sit_out in plan.sit_outs
        }
        for round_no in range(1, plan.rounds):
            told = {
                move.contestant: move
                for leaving in get_moves_by_table(plan, round_no).values()
                for move in (leaving.ns, leaving.ew, *leaving.players)
                if move is not None
            }
            # A pair whose table is played by others while it sits out gets its word by a note.
            elsewhere = [
                sit_out
                for sit_out in plan.sit_outs
                if sit_out.round_no == round_no and sit_out.table_no is None
            ]
            assert describe_plan(plan) == describe_plan(plan)
            assert len(told) == plan.contestants - len(elsewhere)
            for pair, move in told.items():
                if move.sits_out:
                    assert move.table_no == waiting[round_no + 1, pair]
                else:
                    assert (move.table_no, move.side) == seats[round_no + 1, pair]


@pytest.mark.parametrize(
    ("key", "asked", "staying"),
    [
        pytest.param("mitchell", {"pairs": 14}, [*range(1, 8)], id="the N-S line"),
        pytest.param(
            "mitchell",
            {"pairs": 13, "options": {"half_table": "ew"}},
            [*range(1, 8)],
            id="a half table",
        ),
        pytest.param(
            "one-winner-mitchell", {"pairs": 14}, [*range(1, 8)], id="whole rounds turned"
        ),
        pytest.param(
            "hesitation-mitchell", {"pairs": 14}, [*range(1, 7)], id="all but the last table"
        ),
        pytest.param("howell", {"pairs": 8}, [8], id="one in a Howell"),
        pytest.param("howell", {"pairs": 7}, [], id="none where that one is missing"),
        pytest.param(
            "short-howell", {"pairs": 12, "rounds": 8}, [9, 10, 11, 12], id="turned at their tables"
        ),
        pytest.param(
            "rover-mitchell", {"pairs": 9, "rounds": 3}, [2, 3], id="a rover sends them off"
        ),
        pytest.param("rover-mitchell", {"pairs": 9}, [3], id="a rover sends all off but one"),
    ],
)
def test_pairs_that_never_leave_their_table(key, asked, staying):
    assert sorted(get_stationary_pairs(make_plan(key, **asked))) == staying


def test_boards_are_turned_for_the_cards_that_a_pair_at_home_holds_less_often():
    sides = [(4, 1), (2, 4), (4, 3), (5, 4), (6, 4)]
    rows = [
        TableRound(round_no, 1, *pairs, round_no, (1,))
        for round_no, pairs in enumerate(sides, start=1)
    ]
    assert [row.arrow_switched for row in switch_home_rows(rows, ())] == [
        True,
        False,
        True,
        False,
        False,
    ]


def test_a_pair_that_passes_through_a_table_is_not_turned():
    rows = [
        TableRound(1, 1, 4, 1, 1, (1,)),
        TableRound(2, 1, 2, 4, 2, (2,)),
        TableRound(3, 2, 4, 3, 3, (3,)),
    ]
    assert {row.arrow_switched for row in switch_home_rows(rows, ())} == {False}


def test_pair_that_only_sits_out_has_no_home_table():
    rows = [TableRound(1, 1, 1, 2, 1, (1,))]
    assert switch_home_rows(rows, [SitOut(2, 3)]) == tuple(rows)


def test_the_half_of_a_team_that_waits_has_its_move_too():
    moves = get_moves_by_table(make_plan("fours-howell", teams=4), 1)
    assert moves[1].ns.contestant == 1
    assert moves[1].ns.stays is True
    assert moves[1].ew is None
    assert moves[5].ew.contestant == 4
    assert moves[5].ew.table_no == 1
    assert moves[5].ns is None
    assert moves[4].ew.contestant == 3
    assert moves[4].ew.table_no == 5
    assert moves[4].ew.sits_out is True


def test_players_of_teams_move_one_by_one():
    moves = get_moves_by_table(make_plan("harvard-sixes", players=12), 1)
    assert [(move.contestant, move.table_no, move.side) for move in moves[2].players] == [
        (3, 1, "E"), (9, 3, "N"), (4, 1, "W"), (10, 3, "S"),
    ]  # fmt: skip
