"""Numbered slips for prizes by a drawn number, and the totals nearest to the number.

The nearest total wins, so that luck counts besides skill. A hundred slips with likely totals are made
before the party, and one is drawn when all cards are handed in. A ``random.Random`` draws it, whose
seed the caller stores.
"""

from collections.abc import Sequence
from itertools import groupby
from math import ceil, floor
from random import Random

from scoring.errors import ScoringError
from scoring.model import Points

MAX_SLIP_COUNT = 100
FIRST_SLIP_NUMBERS = (1401, 1402, 1403, 1404)
_SLIP_STEPS = ((1600, 4), (1700, 5), (1900, 10), (2100, 20))


def list_slips(first: int = 1402) -> tuple[int, ...]:
    """Return the hundred numbers of the slips, from *first* up to 2100.

    They are 4 apart up to 1600, then 5, 10 and 20 apart.

    >>> numbers = list_slips()
    >>> len(numbers), numbers[:3], numbers[24:26], numbers[-1]
    (100, (1402, 1406, 1410), (1498, 1502), 2098)

    :raises ScoringError: if *first* is not 1401 to 1404.

    Source: [HOYLE1926] pp. 35-36.
    """
    if first not in FIRST_SLIP_NUMBERS:
        raise ScoringError(
            "prizes-first-slip",
            "The slips can’t start at {first}. Start at 1401, 1402, 1403 or 1404.",
            first=first,
        )
    numbers = [first]
    for upper_limit, step in _SLIP_STEPS:
        numbers += range(numbers[-1] + step, upper_limit + 1, step)
    return tuple(numbers)


def list_slips_between(lowest: Points, highest: Points) -> tuple[int, ...]:
    """Return at most a hundred whole numbers, evenly spread from *lowest* to *highest*.

    They are for totals that the slips of the book don't reach.

    >>> list_slips_between(1, 8)
    (1, 2, 3, 4, 5, 6, 7, 8)
    >>> numbers = list_slips_between(150, 348)
    >>> len(numbers), numbers[:3], numbers[-1]
    (100, (150, 152, 154), 348)
    """
    first, last = floor(lowest), ceil(highest)
    count = min(last - first + 1, MAX_SLIP_COUNT)
    if count == 1:
        return (first,)
    return tuple(first + (last - first) * index // (count - 1) for index in range(count))


def draw_slip(random: Random, first: int = 1402) -> int:
    """Return the number on the slip that *random* draws.

    >>> draw_slip(Random(1916)) in list_slips()
    True

    Source: [HOYLE1926] p. 36.
    """
    return random.choice(list_slips(first))


def draw_seeded_slip(seed: int, first: int = 1402) -> int:
    """Return the number on the slip that *seed* draws.

    Store the seed and show it beside the number, so that the draw can be repeated.

    >>> draw_seeded_slip(1916) == draw_seeded_slip(1916)
    True

    :raises ScoringError: if *first* is not 1401 to 1404.

    Source: [HOYLE1926] p. 36.
    """
    return draw_slip(Random(seed), first)  # noqa: S311


def group_indexes_by_distance(scores: Sequence[Points], drawn_number: int) -> list[list[int]]:
    """Return the indexes of *scores* by distance from *drawn_number*, equal distances together.

    A score above *drawn_number* ties with one that is as far below. The book does not mention this case.

    >>> group_indexes_by_distance([1438, 1443, 1447, 1437], drawn_number=1442)
    [[1], [0], [2, 3]]

    Source: [HOYLE1926] p. 36.
    """

    def compute_distance(index: int) -> Points:
        return max(scores[index] - drawn_number, drawn_number - scores[index])

    sorted_indexes = sorted(range(len(scores)), key=compute_distance)
    return [list(tied) for _distance, tied in groupby(sorted_indexes, key=compute_distance)]
