"""What has to be printed anew after another movement."""

from director.boards.movement.cards.changes import compare_plans
from movements.registry import make_plan


def plan(key, pairs=14, **options):
    return make_plan(key, pairs=pairs, boards_per_set=2, **options)


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
