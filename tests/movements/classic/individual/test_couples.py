"""Safford's married couples, against the printed first set and what they promise at every size."""

from collections import Counter
from itertools import combinations

import pytest

from movements.classic.individual.couples import COUPLE_COUNTS
from movements.partnerships import count_opponent_rounds_by_couple, count_partner_rounds_by_couple
from movements.registry import make_plan
from tests.movements.grids import read_golden_records


def test_the_first_set_is_the_printed_one():
    first = [
        {"table": str(row.table_no), **dict(zip("nesw", map(str, row.players), strict=True))}
        for row in make_plan("couples-safford", players=16).rows
        if row.round_no == 1
    ]
    assert first == read_golden_records("couples-safford_start.csv")


@pytest.mark.parametrize("couples", COUPLE_COUNTS)
def test_everybody_mixes_with_all_but_the_own_spouse(couples):
    plan = make_plan("couples-safford", players=2 * couples)
    met = {
        both for both in combinations(range(1, 2 * couples + 1), 2) if both[1] - both[0] != couples
    }
    mixed = {(man, lady) for man, lady in met if man <= couples < lady}
    assert count_partner_rounds_by_couple(plan) == dict.fromkeys(mixed, 1)
    assert count_opponent_rounds_by_couple(plan) == dict.fromkeys(met, 1)


def test_a_wife_holds_the_cards_of_her_husband_and_of_each_other_once():
    """As the book has it: in every set the same compass seat as her husband, and as another lady and another man."""
    same: Counter[tuple[int, int]] = Counter()
    for row in make_plan("couples-safford", players=16).rows:
        for other in make_plan("couples-safford", players=16).rows:
            if row.round_no == other.round_no and row.table_no < other.table_no:
                same.update(
                    tuple(sorted(both)) for both in zip(row.players, other.players, strict=True)
                )
    for man in range(1, 9):
        lady = man + 8
        assert same[man, lady] == 7
        assert {
            same[tuple(sorted((lady, other)))] for other in range(1, 17) if other not in (man, lady)
        } == {1}
