"""Plans in which every set is in play in every round, and meetings with a symmetry."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tools.search.annealing import SetDraft, Shape
from tests.tools.search.symmetric import Symmetry, anneal_symmetric, list_symmetries
from tests.tools.search.tight import TightDraft, match_to_choices

MOVES = st.lists(st.tuples(st.booleans(), *[st.integers(0, 10**6)] * 3), max_size=12)


def make_moves(draft: TightDraft, moves) -> None:
    for is_set_move, *numbers in moves:
        round_index = numbers[0] % draft.shape.rounds
        places = draft.tables if is_set_move else draft.shape.pairs
        first = numbers[1] % places
        second = (first + 1 + numbers[2] % (places - 1)) % places
        if is_set_move:
            draft.swap_sets(round_index, first, second)
        else:
            draft.swap_seats(round_index, first, second)


def count_faults(draft: TightDraft) -> int:
    counts = [*draft.sit_outs, *(plays for row in draft.plays_by_set for plays in row)]
    return sum(max(0, count - 1) for count in counts)


@given(shape=st.sampled_from([Shape(9, 4), Shape(8, 3), Shape(11, 5)]), moves=MOVES)
def test_running_figures_of_a_tight_plan_are_those_counted_again(shape, moves):
    draft = TightDraft(shape, Random(1))
    make_moves(draft, moves)
    assert draft.squares == draft.compute_squares()
    assert draft.faults == count_faults(draft)
    for seats in draft.seats_by_round:
        assert sorted(seats) == list(range(shape.pairs))
    total = sum(sum(row) for row in draft.competition) // 2
    if not draft.faults:
        assert total == shape.competition


@given(moves=MOVES)
def test_moves_of_a_tight_plan_can_be_undone(moves):
    draft = TightDraft(Shape(9, 4), Random(2))
    before = (draft.squares, draft.faults, [row[:] for row in draft.competition])
    make_moves(draft, moves)
    for move in reversed(moves):
        make_moves(draft, [move])
    assert (draft.squares, draft.faults, draft.competition) == before


@pytest.mark.parametrize("shape", [Shape(7, 3), Shape(11, 5), Shape(19, 9), Shape(27, 12)], ids=str)
def test_walk_begins_with_a_sound_plan(shape):
    draft = TightDraft(shape, Random(1), is_walk=True)
    assert draft.faults == 0
    assert draft.squares == draft.compute_squares()


def test_two_places_never_get_the_same_choice():
    assert match_to_choices([[1], [1, 2], [2, 3]]) == {0: 1, 1: 2, 2: 3}
    assert match_to_choices([[1], [1]]) == {0: 1}


@pytest.mark.parametrize(
    ("shape", "symmetry"), [(Shape(9, 6), Symmetry(3, 0)), (Shape(10, 9), Symmetry(9, 1))], ids=str
)
def test_symmetric_meetings_go_on_in_rings(shape, symmetry):
    sets, cost = anneal_symmetric(shape, symmetry, Random(1), 150)
    assert SetDraft(shape, sets).cost == cost
    for number, couples in enumerate(sets):
        turned = {
            tuple(symmetry.get_next_pair(pair - 1, shape) + 1 for pair in couple)
            for couple in couples
        }
        present = set(sets[symmetry.get_next_set(number)])
        assert {frozenset(couple) for couple in turned} == {frozenset(couple) for couple in present}
        if shape.absent_pair is None:
            assert turned == present


def test_symmetries_divide_sets_and_moving_pairs():
    for symmetry in list_symmetries(Shape(18, 12)):
        assert 12 % symmetry.order == 0
        assert (18 - symmetry.fixed_pairs) % symmetry.order == 0
