"""Pair a Swiss round: the best possible matching, and the triangle of an odd field."""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from itertools import combinations
from math import inf
from typing import TypeAlias

from movements.swiss.field import Couple, SwissEntrant, couples_of

# Who is paired with whom: the earliest chooses the one it would best have, looking ahead so that
# nobody is left.
#
# First come as few second meetings as there can be; then the first of the order has the best
# partner that leaves such a pairing of the rest, then the next of those left, and so on. There is
# exactly one such pairing.

Rank: TypeAlias = Callable[[int, int], int]
"""How far down its wishes the first has the second: the lower, the rather; no two alike."""

Wishes: TypeAlias = Callable[[Sequence[int]], Rank]
"""The wishes of those who are to be paired, told from their order."""


def in_standings(order: Sequence[int]) -> Rank:
    """Prefer the next entrant in *order*, then the one after.

    >>> in_standings([7, 3, 5])(7, 5)
    1
    """
    place = {number: at for at, number in enumerate(order)}
    return lambda chooser, other: place[other] - place[chooser] - 1


def in_halves(order: Sequence[int]) -> Rank:
    """Prefer the entrant half the field lower in *order*, then the nearest to it, the lower first.

    >>> rank = in_halves([1, 2, 3, 4, 5, 6])
    >>> sorted([2, 3, 4, 5, 6], key=lambda other: rank(1, other))
    [4, 5, 3, 6, 2]
    """
    place = {number: at for at, number in enumerate(order)}

    def rank(chooser: int, other: int) -> int:
        beyond = place[other] - place[chooser] - len(order) // 2
        if beyond > 0:
            return 2 * beyond - 1
        return -2 * beyond

    return rank


def best_pairs(
    order: Sequence[int], rank: Rank, repeats: Mapping[Couple, int], forbidden: Set[Couple]
) -> list[tuple[int, int]] | None:
    """Return the pairing of all in *order* as (chooser, chosen), or None if there is none.

    *repeats* says how often two have met, where that counts; *forbidden* couples are never paired.

    >>> best_pairs([1, 2, 3, 4], in_standings([1, 2, 3, 4]), {frozenset((1, 2)): 1}, frozenset())
    [(1, 3), (2, 4)]
    """
    head, rest = _sure_choices(order, rank, repeats, forbidden)
    tail = lightest_pairs(rest, rank, repeats, forbidden)
    if tail is None:
        return None
    return [*head, *tail]


def _sure_choices(
    order: Sequence[int], rank: Rank, repeats: Mapping[Couple, int], forbidden: Set[Couple]
) -> tuple[list[tuple[int, int]], list[int]]:
    """Return the pairs that need no look ahead, and who is left.

    Where nobody has more than k others to avoid and m are left, each of the m - 2 that a pair
    leaves has m - 3 - k or more to be paired with.  That is half of them if m is 2k + 4 or more,
    and then a round through all of them exists (Dirac), of which every other step is a pairing
    without a second meeting.  So the first may have its best.
    """
    avoided = {couple for couple, times in repeats.items() if times} | forbidden
    rest, pairs = list(order), []
    most = max(
        (sum(frozenset((chooser, other)) in avoided for other in rest) for chooser in rest),
        default=0,
    )
    while rest and len(rest) >= 2 * most + 4:
        first = rest.pop(0)
        allowed = (other for other in rest if frozenset((first, other)) not in avoided)
        second = min(allowed, key=lambda other: rank(first, other))
        rest.remove(second)
        pairs.append((first, second))
    return pairs, rest


def lightest_pairs(
    order: Sequence[int], rank: Rank, repeats: Mapping[Couple, int], forbidden: Set[Couple]
) -> list[tuple[int, int]] | None:
    """Return the same pairing as :func:`best_pairs`, all of it found by weights in exact whole numbers.

    The w-th wish of the one who is k-th of n in the order, both counted from 0, costs w ×
    n^(n-1-k); since no w reaches n, one step of his outweighs all that come after him, (n - 1)(1 +
    n + … + n^(n-2-k)) < n^(n-1-k).  A second meeting costs n^n, more than all wishes together.  The
    least cost is the greatest weight where a weight is a constant less a cost.

    >>> lightest_pairs([1, 2, 3], in_standings([1, 2, 3]), {}, frozenset()) is None
    True
    """
    # Only a draw needs it, and every other command would wait for it.
    import networkx

    size = len(order)
    costs = {
        (at, to): wish * size ** (size - 1 - at)
        + repeats.get(frozenset((order[at], order[to])), 0) * size**size
        for at in range(size)
        for wish, to in enumerate(
            sorted(range(at + 1, size), key=lambda to: rank(order[at], order[to]))
        )
        if frozenset((order[at], order[to])) not in forbidden
    }
    dearest = max(costs.values(), default=0)
    graph = networkx.Graph()
    graph.add_nodes_from(range(size))
    graph.add_weighted_edges_from((at, to, dearest - cost) for (at, to), cost in costs.items())
    matched = sorted(
        (min(two), max(two)) for two in networkx.max_weight_matching(graph, maxcardinality=True)
    )
    if 2 * len(matched) == size:
        return [(order[at], order[to]) for at, to in matched]
    return None


# The three of an odd field who play each other: who they are, and the tables they play at.

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

    They have not met, and they leave a pairing of the others without second meetings; where no
    three do, the fewest second meetings altogether.  Of those, the three with the fewest triangles
    so far, then the lowest.

    >>> from movements.swiss.matching import in_standings
    >>> entrants = {number: SwissEntrant(number) for number in range(1, 6)}
    >>> best_triangle([1, 2, 3, 4, 5], entrants, in_standings, {frozenset((4, 5)): 1}, frozenset())
    (2, 3, 5)
    """
    wanted = list(_allowed_triangles(order, entrants, forbidden))

    def second_meetings(three: Sequence[int]) -> float:
        rest = [number for number in order if number not in three]
        pairs = best_pairs(rest, wishes(rest), repeats, forbidden)
        if pairs is None:
            return inf
        return sum(
            repeats.get(couple, 0) for couple in [*couples_of(three), *map(frozenset, pairs)]
        )

    for three in wanted:
        if (
            not any(repeats.get(couple, 0) for couple in couples_of(three))
            and second_meetings(three) == 0
        ):
            return three
    possible = {three: second_meetings(three) for three in wanted}
    if possible and min(possible.values()) < inf:
        return min(possible, key=lambda three: possible[three])
    return None


def _allowed_triangles(
    order: Sequence[int], entrants: Mapping[int, SwissEntrant], forbidden: Set[Couple]
) -> Iterator[tuple[int, ...]]:
    """Yield every allowed triangle, those with the fewest triangles before first, then the lowest."""
    had = [entrants[number].triangles for number in order]
    threes = sorted(
        combinations(range(len(order)), 3),
        key=lambda three: (sum(had[at] for at in three), [-at for at in reversed(three)]),
    )
    for three in threes:
        numbers = tuple(order[at] for at in three)
        if not any(couple in forbidden for couple in couples_of(numbers)):
            yield numbers
