"""The three of an odd field who play each other: who they are, and the tables they play at."""

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import combinations
from math import inf

from movements.swiss.field import Couple, SwissEntrant, couples_of
from movements.swiss.matching import Wishes, best_pairs

HALVES = (((0, 1, 1), (1, 2, 2), (2, 0, 3)), ((0, 2, 3), (1, 0, 1), (2, 1, 2)))
"""Both halves of a triangle: whose table it is, whose E-W pair comes, and the set; positions counted from 0."""


def best_triangle(
    order: Sequence[int],
    entrants: Mapping[int, SwissEntrant],
    wishes: Wishes,
    repeats: Mapping[Couple, int],
    forbidden: Set[Couple],
) -> tuple[int, ...] | None:
    """Return the three of *order* who play each other, or ``None`` if forbidden couples leave none.

    They have not met, and they leave a pairing of the others without second meetings; where no three do, the fewest
    second meetings altogether.  Of those, the three with the fewest triangles so far, then the lowest.

    >>> from movements.swiss.matching import in_standings
    >>> entrants = {number: SwissEntrant(number) for number in range(1, 6)}
    >>> best_triangle([1, 2, 3, 4, 5], entrants, in_standings, {frozenset((4, 5)): 1}, frozenset())
    (2, 3, 5)
    """
    wanted = list(_wanted(order, entrants, forbidden))

    def second_meetings(three: Sequence[int]) -> float:
        rest = [number for number in order if number not in three]
        pairs = best_pairs(rest, wishes(rest), repeats, forbidden)
        if pairs is None:
            return inf
        return sum(repeats.get(couple, 0) for couple in [*couples_of(three), *map(frozenset, pairs)])

    for three in wanted:
        if not any(repeats.get(couple, 0) for couple in couples_of(three)) and second_meetings(three) == 0:
            return three
    possible = {three: second_meetings(three) for three in wanted}
    return min(possible, key=lambda three: possible[three]) if possible and min(possible.values()) < inf else None


def _wanted(
    order: Sequence[int], entrants: Mapping[int, SwissEntrant], forbidden: Set[Couple]
) -> Iterator[tuple[int, ...]]:
    """Yield every three that are allowed, those with the fewest triangles first, of these the lowest first."""
    had = [entrants[number].triangles for number in order]
    threes = sorted(
        combinations(range(len(order)), 3),
        key=lambda three: (sum(had[at] for at in three), [-at for at in reversed(three)]),
    )
    for three in threes:
        numbers = tuple(order[at] for at in three)
        if not any(couple in forbidden for couple in couples_of(numbers)):
            yield numbers
