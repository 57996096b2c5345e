"""Mnemonic duplicate at several tables, against the rule of 1926."""

import pytest

from movements.errors import MovementError
from movements.registry import make_plan

MOVEMENTS = ("snow", "mitchell", "howell")


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
