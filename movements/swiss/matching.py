"""Pair a Swiss round: the one pairing that fits the wishes of all entrants best.

There are as few rematches as possible. Then the first entrant of the order has the best opponent
that leaves such a pairing of the others, then the next one without an opponent, and so on. There is
exactly one such pairing.

In an odd field, three contestants may play each other instead: a triangle.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from itertools import combinations
from math import inf
from typing import TypeAlias

from movements.swiss.field import Couple, SwissEntrant, list_couples

OpponentRank: TypeAlias = Callable[[int, int], int]
"""A function that returns the place of an opponent among the wishes of an entrant, lowest best.

An entrant has no two opponents of the same rank.
"""

RankMaker: TypeAlias = Callable[[Sequence[int]], OpponentRank]
"""A function that returns the ranks of entrants by their order."""

HALVES = (((0, 1, 1), (1, 2, 2), (2, 0, 3)), ((0, 2, 3), (1, 0, 1), (2, 1, 2)))
"""Both halves of a triangle, with three tables each.

A table is the position of the home team and of the visiting one in the triangle, from 0, and the
number of the set. In each half every set is at one table.
"""


def make_standings_rank(order: Sequence[int]) -> OpponentRank:
    """Prefer the next entrant in *order*, then the one after.

    >>> make_standings_rank([7, 3, 5])(7, 5)
    1
    """
    index_by_number = {number: index for index, number in enumerate(order)}
    return lambda chooser, other: index_by_number[other] - index_by_number[chooser] - 1


def make_halves_rank(order: Sequence[int]) -> OpponentRank:
    """Prefer the highest entrant of the other half of *order*, then the own half from its other end.

    In turn the first plays the first of the bottom half, the second the second, and so on.

    >>> rank = make_halves_rank([1, 2, 3, 4, 5, 6])
    >>> sorted([2, 3, 4, 5, 6], key=lambda other: rank(1, other))
    [4, 5, 6, 3, 2]
    """
    index_by_number = {number: index for index, number in enumerate(order)}
    middle = len(order) // 2

    def rank(chooser: int, other: int) -> int:
        other_index = index_by_number[other]
        is_in_other_half = (index_by_number[chooser] < middle) != (other_index < middle)
        if is_in_other_half:
            return other_index
        return 2 * len(order) - other_index

    return rank


def make_quarters_rank(order: Sequence[int]) -> OpponentRank:
    """Prefer opponents of the own half of *order*, as :func:`make_halves_rank` does, then the others.

    >>> rank = make_quarters_rank([1, 2, 3, 4, 5, 6, 7, 8])
    >>> [sorted(range(2, 9), key=lambda other: rank(1, other))[0], rank(5, 7), rank(1, 5) > rank(1, 4)]
    [3, 2, True]
    """
    middle = len(order) // 2
    top_rank, bottom_rank = make_halves_rank(order[:middle]), make_halves_rank(order[middle:])
    index_by_number = {number: index for index, number in enumerate(order)}

    def rank(chooser: int, other: int) -> int:
        if index_by_number[chooser] < middle and index_by_number[other] < middle:
            return top_rank(chooser, other)
        if index_by_number[chooser] >= middle and index_by_number[other] >= middle:
            return bottom_rank(chooser, other)
        # Ranks within a half are at most twice its size.
        return 2 * len(order) + index_by_number[other]

    return rank


def pair_across_halves(
    top: Sequence[int], bottom: Sequence[int], avoided_couples: Set[Couple]
) -> list[tuple[int, int]] | None:
    """Return a pairing of *top* with *bottom* without *avoided_couples*, or None if there is none.

    In turn each of *top* has the highest of *bottom* that leaves opponents for the others.

    >>> pair_across_halves([1, 2, 3], [4, 5, 6], {frozenset((1, 4)), frozenset((2, 4))})
    [(1, 5), (2, 6), (3, 4)]
    """
    pairs: list[tuple[int, int]] = []
    remaining = list(bottom)
    for index, chooser in enumerate(top):
        later_choosers = top[index + 1 :]
        for opponent in remaining:
            remaining_opponents = [number for number in remaining if number != opponent]
            is_allowed = frozenset((chooser, opponent)) not in avoided_couples
            if is_allowed and _have_opponents(later_choosers, remaining_opponents, avoided_couples):
                pairs.append((chooser, opponent))
                remaining = remaining_opponents
                break
        else:
            return None
    return pairs


def _have_opponents(
    top: Sequence[int], bottom: Sequence[int], avoided_couples: Set[Couple]
) -> bool:
    """Return whether *top* can play *bottom* without *avoided_couples*, all in one round."""
    chooser_by_opponent: dict[int, int] = {}

    def find_opponent(chooser: int, tried: set[int]) -> bool:
        for opponent in bottom:
            if opponent in tried or frozenset((chooser, opponent)) in avoided_couples:
                continue
            tried.add(opponent)
            # Whoever has this opponent so far looks for another one.
            if opponent not in chooser_by_opponent or find_opponent(
                chooser_by_opponent[opponent], tried
            ):
                chooser_by_opponent[opponent] = chooser
                return True
        return False

    return all(find_opponent(chooser, set()) for chooser in top)


def find_best_pairs(
    order: Sequence[int], rank: OpponentRank, repeats: Mapping[Couple, int], forbidden: Set[Couple]
) -> list[tuple[int, int]] | None:
    """Return the pairing of all in *order* as (chooser, chosen), or None if there is none.

    *repeats* holds the number of meetings of each couple that count as rematches. *forbidden*
    couples are never paired.

    >>> find_best_pairs([1, 2, 3, 4], make_standings_rank([1, 2, 3, 4]), {frozenset((1, 2)): 1}, frozenset())
    [(1, 3), (2, 4)]
    """
    sure_pairs, remaining = _choose_sure_pairs(order, rank, repeats, forbidden)
    other_pairs = find_lightest_pairs(remaining, rank, repeats, forbidden)
    if other_pairs is None:
        return None
    return [*sure_pairs, *other_pairs]


def _choose_sure_pairs(
    order: Sequence[int], rank: OpponentRank, repeats: Mapping[Couple, int], forbidden: Set[Couple]
) -> tuple[list[tuple[int, int]], list[int]]:
    """Return the pairs that can be made without looking ahead, and the entrants that remain.

    Let nobody have more than k others to avoid, and let m remain. After the first has chosen, each
    of the other m - 2 can play at least m - 3 - k of them. If m is at least 2k + 4, that is half of
    them, so a cycle through all of them exists (Dirac's theorem), and every other step of it is a
    pairing without rematches. The first can therefore have its best opponent.
    """
    avoided_couples = {couple for couple, count in repeats.items() if count} | forbidden
    remaining = list(order)
    pairs = []
    max_avoided_count = 0
    for chooser in remaining:
        count = sum(frozenset((chooser, other)) in avoided_couples for other in remaining)
        max_avoided_count = max(max_avoided_count, count)
    while remaining and len(remaining) >= 2 * max_avoided_count + 4:
        first = remaining.pop(0)
        allowed_opponents = (
            other for other in remaining if frozenset((first, other)) not in avoided_couples
        )
        second = min(allowed_opponents, key=lambda other: rank(first, other))
        remaining.remove(second)
        pairs.append((first, second))
    return pairs, remaining


def find_lightest_pairs(
    order: Sequence[int], rank: OpponentRank, repeats: Mapping[Couple, int], forbidden: Set[Couple]
) -> list[tuple[int, int]] | None:
    """Return the same pairing as :func:`find_best_pairs`, found by a matching of greatest weight.

    Costs are exact integers. Wish w of entrant k of n in the order, both counted from 0, costs
    w × n^(n-1-k). Since w is less than n, a step of one entrant outweighs all steps of later ones:
    (n - 1)(1 + n + … + n^(n-2-k)) < n^(n-1-k). A rematch costs n^n, more than all wishes together.
    A weight is a constant less a cost, so that the greatest weight is the least cost.

    >>> find_lightest_pairs([1, 2, 3], make_standings_rank([1, 2, 3]), {}, frozenset()) is None
    True
    """
    # Imported late, because the import is slow and only a draw needs it.
    import networkx

    size = len(order)
    index_by_number = {number: index for index, number in enumerate(order)}
    costs = {}
    for index, chooser in enumerate(order):
        later_opponents = sorted(order[index + 1 :], key=lambda other: rank(chooser, other))
        for preference, other in enumerate(later_opponents):
            couple = frozenset((chooser, other))
            if couple not in forbidden:
                rematches = repeats.get(couple, 0)
                cost = preference * size ** (size - 1 - index) + rematches * size**size
                costs[index, index_by_number[other]] = cost
    highest_cost = max(costs.values(), default=0)
    graph = networkx.Graph()
    graph.add_nodes_from(range(size))
    for (index, other_index), cost in costs.items():
        graph.add_edge(index, other_index, weight=highest_cost - cost)
    matching = networkx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(matching) < size:
        return None
    pairs = sorted((min(edge), max(edge)) for edge in matching)
    return [(order[index], order[other_index]) for index, other_index in pairs]


def find_best_triangle(
    order: Sequence[int],
    entrants: Mapping[int, SwissEntrant],
    make_rank: RankMaker,
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
    allowed_triangles = list(_iter_allowed_triangles(order, entrants, forbidden))

    def count_rematches(three: Sequence[int]) -> float:
        others = [number for number in order if number not in three]
        pairs = find_best_pairs(others, make_rank(others), repeats, forbidden)
        if pairs is None:
            return inf
        couples = [*list_couples(three), *map(frozenset, pairs)]
        return sum(repeats.get(couple, 0) for couple in couples)

    # A pairing of the others takes time, so three that have met are passed over first.
    for triangle in allowed_triangles:
        have_met = any(repeats.get(couple, 0) for couple in list_couples(triangle))
        if not have_met and count_rematches(triangle) == 0:
            return triangle
    rematches = {triangle: count_rematches(triangle) for triangle in allowed_triangles}
    if rematches and min(rematches.values()) < inf:
        return min(rematches, key=lambda three: rematches[three])
    return None


def _iter_allowed_triangles(
    order: Sequence[int], entrants: Mapping[int, SwissEntrant], forbidden: Set[Couple]
) -> Iterator[tuple[int, ...]]:
    """Yield every allowed triangle, by fewest triangles played, then from the bottom up."""
    triangle_counts = [entrants[number].triangle_count for number in order]

    def preference(places: tuple[int, ...]) -> tuple[int, list[int]]:
        count = sum(triangle_counts[place] for place in places)
        return count, [-place for place in reversed(places)]

    for indexes in sorted(combinations(range(len(order)), 3), key=preference):
        numbers = tuple(order[index] for index in indexes)
        if not any(couple in forbidden for couple in list_couples(numbers)):
            yield numbers
