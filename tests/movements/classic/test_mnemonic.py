"""Mnemonic duplicate at several tables, against the rule of 1926."""

from collections import Counter

import pytest

from movements.check.faults import check_plan
from movements.errors import MovementError
from movements.registry import get_legal_rounds, get_movement, make_plan

MOVEMENTS = ("snow", "mitchell", "howell")


@pytest.mark.parametrize("movement", MOVEMENTS)
@pytest.mark.parametrize("pairs", get_movement("mnemonic-pairs").legal_sizes)
def test_a_movement_is_played_twice_with_the_cards_exchanged(movement, pairs):
    options = {"movement": movement}
    for rounds in get_legal_rounds("mnemonic-pairs", pairs=pairs, options=options):
        plan = make_plan("mnemonic-pairs", pairs=pairs, rounds=rounds, options=options)
        base = make_plan(movement, pairs=pairs, rounds=rounds // 2)
        assert check_plan(plan) == ()
        first = [row for row in plan.rows if row.round_no <= base.rounds]
        replay = [row for row in plan.rows if row.round_no > base.rounds]
        assert [(row.ns, row.ew, row.board_set) for row in first] == [
            (row.ns, row.ew, row.board_set) for row in base.rows
        ]
        assert Counter((row.table_no, row.ns, row.ew, row.board_set) for row in first) == Counter(
            (row.table_no, row.ew, row.ns, row.board_set) for row in replay
        )
        held = Counter((row.ns, board) for row in plan.rows for board in row.boards)
        assert set(held.values()) == {1}


@pytest.mark.parametrize("pairs", [6, 8, 10, 12, 14])
@pytest.mark.parametrize("movement", MOVEMENTS)
def test_the_replay_has_another_order_and_comes_late(movement, pairs):
    plan = make_plan(
        "mnemonic-pairs", pairs=pairs, boards_per_set=2, options={"movement": movement}
    )
    orders = {False: [], True: []}
    rounds_of = {}
    for row in plan.rows:
        rounds_of.setdefault((frozenset((row.ns, row.ew)), row.board_set), []).append(row.round_no)
        if row.table_no == 1:
            orders[row.arrow_switched] += row.boards
    assert orders[False] != orders[True]
    assert sorted(orders[False]) == sorted(orders[True])
    gaps = [second - first for first, second in rounds_of.values()]
    assert min(gaps) >= plan.rounds // 2 - 1


def test_the_book_is_read_out():
    notes = " ".join(make_plan("mnemonic-pairs", pairs=8).notes)
    for words in (
        "turned by a quarter",
        "Keep only the N-S scores",
        "one suit is trumps for the whole sitting",
        "another order",
    ):
        assert words in notes


def test_half_a_replay_is_refused():
    with pytest.raises(MovementError, match="every board must be played both ways"):
        make_plan("mnemonic-pairs", pairs=8, rounds=7)


def test_an_odd_number_of_rounds_is_refused_with_those_that_are_possible():
    with pytest.raises(MovementError) as refused:
        make_plan("mnemonic-pairs", pairs=6, rounds=5)
    assert str(refused.value) == (
        "Mnemonic duplicate of pairs for 6 pairs takes 2, 4 … 18 rounds, not 5: every board must be "
        "played both ways."
    )
