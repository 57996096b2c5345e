"""What has to be printed anew after another movement."""

from dataclasses import replace

import pytest

from director.boards.movement.cards.changes import compare_plans
from director.pdf.selection import ChangedSheets
from movements.registry import make_plan

NOTHING = ChangedSheets(frozenset(), frozenset(), frozenset(), frozenset())
KEYS = ["mitchell", "howell", "web-mitchell", "rover-mitchell", "one-winner-mitchell"]


def plan(key, pairs=14, **options):
    return make_plan(key, pairs=pairs, boards_per_set=2, **options)


def exchanged(movement, round_no):
    """The *movement* with the E-W pairs of its first two tables exchanged in one round."""
    first, second = (
        row for row in movement.rows if row.round_no == round_no and row.table_no in (1, 2)
    )
    other = {first: second.ew, second: first.ew}
    return replace(
        movement, rows=tuple(replace(row, ew=other.get(row, row.ew)) for row in movement.rows)
    )


@pytest.mark.parametrize("key", KEYS)
def test_nothing_is_new_where_nothing_changed(key):
    pairs = {"web-mitchell": 26, "rover-mitchell": 13}.get(key, 14)
    assert compare_plans(plan(key, pairs), plan(key, pairs)) == NOTHING


def test_two_pairs_exchanged_in_one_round_change_what_names_them_and_the_way_there():
    before = plan("mitchell")
    now = exchanged(before, 3)
    changes = compare_plans(before, now)
    assert changes.slips == {(1, 3), (2, 3)}
    assert changes.boards == {
        no for row in before.rows if row.round_no == 3 and row.table_no < 3 for no in row.boards
    }
    met = [row for row in before.rows if row.round_no == 3 and row.table_no in (1, 2)]
    assert changes.pairs == {pair for row in met for pair in (row.ns, row.ew)}
    # In the rounds before and after, the exchanged pairs come from and go to these tables.
    came = {
        row.table_no
        for row in before.rows
        if row.round_no == 2 and row.ew in {each.ew for each in met}
    }
    assert changes.tables == {1, 2} | came


def test_a_longer_movement_changes_every_card_and_the_slips_of_the_new_round_alone():
    changes = compare_plans(plan("howell", 8, rounds=5), plan("howell", 8, rounds=6))
    assert changes.tables == {1, 2, 3, 4}
    assert changes.pairs == set(range(1, 9))
    assert changes.slips == {(table, 6) for table in range(1, 5)}


def test_a_pair_more_changes_what_it_plays():
    """A late pair takes the place of the absent one: its table and those who sat out there."""
    before, now = plan("mitchell", 13), plan("mitchell", 14)
    changes = compare_plans(before, now)
    assert 14 in changes.pairs
    assert {round_no for _table, round_no in changes.slips} == set(range(1, now.rounds + 1))
    assert len(changes.slips) < len(now.rows)


def test_another_movement_changes_everything():
    now = plan("howell", 14)
    changes = compare_plans(plan("mitchell"), now)
    assert changes.tables == set(range(1, 8))
    assert changes.pairs == set(range(1, 15))
