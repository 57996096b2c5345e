"""Annealing of meetings with a symmetry: what holds for some sets holds, turned on, for all.

Pairs and sets go round in rings of the same length, the *order*; some pairs stay outside the rings.  If
two pairs meet on a set, the next of their rings meet on the next set, with the same sides. There are
far fewer such plans, and among them are the fairest known of some shapes, which free annealing misses.
"""

from dataclasses import dataclass
from math import exp
from random import Random

from movements.model import PairNo, SetNo
from tests.tools.search.annealing import DraftMove, SetDraft, Sets, Shape

START_TEMPERATURE_FACTOR, END_TEMPERATURE = 4.0, 6.0
"""The temperature at first, for each table, and at the end, both for each set of a ring."""

SHARE_OF_TURNS = 0.25


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A symmetry of a plan: its pairs form rings, in each of which every pair does as the next one.

    >>> Symmetry(order=3, fixed_pairs=1).get_next_pair(3, Shape(7, 3))
    1
    """

    order: int  # the number of pairs in a ring
    fixed_pairs: int  # how many pairs, those with the lowest numbers, are in no ring

    def get_next_pair(self, pair: PairNo, shape: Shape) -> int:
        """Return the pair after *pair* in its ring, both counted from 0."""
        if pair < self.fixed_pairs or pair >= shape.pairs:
            return pair
        return self.fixed_pairs + _get_next(pair - self.fixed_pairs, self.order)

    def get_next_set(self, board_set: SetNo) -> int:
        """Return the set after *board_set* in its ring, both counted from 0."""
        return _get_next(board_set, self.order)


def _get_next(number: int, order: int) -> int:
    ring, place = divmod(number, order)
    return ring * order + (place + 1) % order


def list_symmetries(shape: Shape) -> list[Symmetry]:
    """Return the symmetries that a plan of *shape* can have, small orders first.

    >>> list_symmetries(Shape(18, 12))[:3]
    [Symmetry(order=2, fixed_pairs=0), Symmetry(order=3, fixed_pairs=0), Symmetry(order=4, fixed_pairs=2)]
    """
    symmetries = []
    for order in range(2, shape.rounds + 1):
        fixed_pairs = shape.pairs % order
        if shape.rounds % order == 0 and fixed_pairs <= shape.tables:
            symmetries.append(Symmetry(order, fixed_pairs))
    return symmetries


def anneal_symmetric(
    shape: Shape, symmetry: Symmetry, random: Random, steps: int
) -> tuple[Sets, int]:
    """Return the most even meetings with a *symmetry* found in a number of *steps*, and their cost.

    >>> _, cost = anneal_symmetric(Shape(8, 7), Symmetry(7, 1), Random(1), 500)
    >>> cost >= Shape(8, 7).least_squares
    True
    """
    draft = SetDraft(shape, make_symmetric_sets(shape, symmetry, random))
    best_sets, best_cost = draft.list_sets(), draft.cost
    end_temperature = END_TEMPERATURE * symmetry.order
    temperature = START_TEMPERATURE_FACTOR * symmetry.order * draft.tables
    cooling = (end_temperature / temperature) ** (1 / steps)
    for _ in range(steps):
        temperature *= cooling
        _try_moves(draft, symmetry, random, temperature)
        if draft.cost < best_cost:
            best_sets, best_cost = draft.list_sets(), draft.cost
    return best_sets, best_cost


def make_symmetric_sets(shape: Shape, symmetry: Symmetry, random: Random) -> Sets:
    """Return random meetings with a *symmetry*.

    >>> make_symmetric_sets(Shape(4, 3), Symmetry(3, 1), Random(1))
    (((2, 3), (1, 4)), ((3, 4), (1, 2)), ((4, 2), (1, 3)))
    """
    sets: list[tuple[tuple[int, int], ...]] = []
    for board_set in range(shape.rounds):
        if board_set % symmetry.order == 0:
            order = random.sample(range(shape.size), shape.size)
            couples = list(zip(order[::2], order[1::2], strict=True))
        else:
            couples = [
                (symmetry.get_next_pair(ns, shape), symmetry.get_next_pair(ew, shape))
                for ns, ew in couples
            ]
        sets.append(tuple((ns + 1, ew + 1) for ns, ew in couples))
    return tuple(sets)


def _try_moves(draft: SetDraft, symmetry: Symmetry, random: Random, temperature: float) -> None:
    """Try one move and its likes on all sets of the ring: all of them are made, or none."""
    shape = draft.shape
    board_set = random.randrange(shape.rounds)
    first = random.randrange(shape.size)
    is_turn = random.random() < SHARE_OF_TURNS
    second = draft.opponents_by_set[board_set][first] if is_turn else random.randrange(shape.size)
    if not is_turn and second in (first, draft.opponents_by_set[board_set][first]):
        return
    places = []
    gain = 0
    for _ in range(symmetry.order):
        places.append((board_set, first, second))
        gain += _apply_move(draft, board_set, first, second)
        board_set = symmetry.get_next_set(board_set)
        first = symmetry.get_next_pair(first, shape)
        second = symmetry.get_next_pair(second, shape)
    if gain > 0 and random.random() >= exp(-gain / temperature):
        for place in reversed(places):
            _apply_move(draft, *place)


def _apply_move(draft: SetDraft, board_set: int, first: int, second: int) -> int:
    """Turn the boards if two pairs meet on a set, otherwise exchange their seats; return the cost."""
    move: DraftMove
    if draft.opponents_by_set[board_set][first] == second:
        move = draft.make_turn(board_set, first)
    else:
        move = draft.make_exchange(board_set, first, second)
    gain = draft.compute_gain(move)
    draft.apply_move(move, gain)
    return gain
