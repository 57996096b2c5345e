"""The triangle of an odd field: three contestants who play each other, and their tables."""

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import combinations
from math import inf

from movements.swiss.field import Couple, SwissEntrant, list_couples
from movements.swiss.matching import Wishes, find_best_pairs

HALVES = (((0, 1, 1), (1, 2, 2), (2, 0, 3)), ((0, 2, 3), (1, 0, 1), (2, 1, 2)))
"""Both halves of a triangle, with three tables each.

A table is the position of the home team and of the visiting one in the triangle, from 0, and the
number of the set. In each half every set is at one table.
"""


def find_best_triangle(
    order: Sequence[int],
    entrants: Mapping[int, SwissEntrant],
    wishes: Wishes,
    repeats: Mapping[Couple, int],
    forbidden: Set[Couple],
) -> tuple[int, ...] | None:
    """Return the three of *order* to play each other, or None if forbidden couples leave none.

    They haven't met and leave a pairing of the others without rematches, or else there are as few
    rematches as possible altogether. Of several triangles, the three that have played fewest so far
    are chosen, then the lowest.

    >>> from movements.swiss.matching import make_standings_rank
    >>> entrants = {number: SwissEntrant(number) for number in range(1, 6)}
    >>> find_best_triangle([1, 2, 3, 4, 5], entrants, make_standings_rank, {frozenset((4, 5)): 1}, frozenset())
    (2, 3, 5)
    """
    allowed = list(_list_allowed_triangles(order, entrants, forbidden))

    def count_rematches(three: Sequence[int]) -> float:
        others = [number for number in order if number not in three]
        pairs = find_best_pairs(others, wishes(others), repeats, forbidden)
        if pairs is None:
            return inf
        couples = [*list_couples(three), *map(frozenset, pairs)]
        return sum(repeats.get(couple, 0) for couple in couples)

    # A pairing of the others takes time, so three that have met are passed over first.
    for three in allowed:
        have_met = any(repeats.get(couple, 0) for couple in list_couples(three))
        if not have_met and count_rematches(three) == 0:
            return three
    rematches = {three: count_rematches(three) for three in allowed}
    if rematches and min(rematches.values()) < inf:
        return min(rematches, key=lambda three: rematches[three])
    return None


def _list_allowed_triangles(
    order: Sequence[int], entrants: Mapping[int, SwissEntrant], forbidden: Set[Couple]
) -> Iterator[tuple[int, ...]]:
    """Yield every allowed triangle, first those who have played fewest triangles, then the lowest."""
    triangle_counts = [entrants[number].triangles for number in order]

    def preference(places: tuple[int, ...]) -> tuple[int, list[int]]:
        count = sum(triangle_counts[place] for place in places)
        return count, [-place for place in reversed(places)]

    for places in sorted(combinations(range(len(order)), 3), key=preference):
        numbers = tuple(order[place] for place in places)
        if not any(couple in forbidden for couple in list_couples(numbers)):
            yield numbers
