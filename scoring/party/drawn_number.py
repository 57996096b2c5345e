"""Prizes by a drawn number: the nearest total wins, so that luck counts beside skill.

A hundred slips with likely totals are made before the party; one is drawn when all cards are handed
in. Lots are drawn by a ``random.Random``, whose seed the caller stores.
"""

from collections.abc import Sequence
from itertools import groupby
from math import ceil, floor
from random import Random

from scoring.errors import ScoringError
from scoring.model import Points
from scoring.party.sentences import PartyScoringSentences

MAX_SLIPS = 100
FIRST_SLIPS = (1401, 1402, 1403, 1404)
_STEPS_UP_TO = ((1600, 4), (1700, 5), (1900, 10), (2100, 20))


def slips(first: int = 1402) -> tuple[int, ...]:
    """Return the hundred numbers of the slips, from *first* up to 2100.

    They are 4 apart up to 1600, then 5, 10 and 20 apart.

    >>> numbers = slips()
    >>> len(numbers), numbers[:3], numbers[24:26], numbers[-1]
    (100, (1402, 1406, 1410), (1498, 1502), 2098)

    :raises ScoringError: if *first* is not 1401 to 1404.

    Source: [HOYLE1926] pp. 35-36.
    """
    if first not in FIRST_SLIPS:
        raise ScoringError(PartyScoringSentences.PRIZES_FIRST_SLIP, first=first)
    numbers = [first]
    for upper, step in _STEPS_UP_TO:
        numbers += range(numbers[-1] + step, upper + 1, step)
    return tuple(numbers)


def slips_between(lowest: Points, highest: Points) -> tuple[int, ...]:
    """Return at most a hundred whole numbers, evenly spread from *lowest* to *highest*.

    They are for totals that the slips of the book don't reach.

    >>> slips_between(1, 8)
    (1, 2, 3, 4, 5, 6, 7, 8)
    >>> numbers = slips_between(150, 348)
    >>> len(numbers), numbers[:3], numbers[-1]
    (100, (150, 152, 154), 348)
    """
    first, last = floor(lowest), ceil(highest)
    count = min(last - first + 1, MAX_SLIPS)
    if count == 1:
        return (first,)
    return tuple(first + (last - first) * index // (count - 1) for index in range(count))


def draw_slip(chance: Random, first: int = 1402) -> int:
    """Return the number on the slip that *chance* draws.

    >>> draw_slip(Random(1916)) in slips()
    True

    Source: [HOYLE1926] p. 36.
    """
    return chance.choice(slips(first))


def seeded_slip(seed: int, first: int = 1402) -> int:
    """Return the number on the slip that *seed* draws.

    Store the seed and show it beside the number, so that the draw can be repeated.

    >>> seeded_slip(1916) == seeded_slip(1916)
    True

    :raises ScoringError: if *first* is not 1401 to 1404.

    Source: [HOYLE1926] p. 36.
    """
    return draw_slip(Random(seed), first)  # noqa: S311


def group_by_distance(scores: Sequence[Points], drawn: int) -> list[list[int]]:
    """Return the indexes of *scores* by distance from *drawn*, equal distances together.

    A score above *drawn* ties with one that is as far below. The book does not mention this case.

    >>> group_by_distance([1438, 1443, 1447, 1437], drawn=1442)
    [[1], [0], [2, 3]]

    Source: [HOYLE1926] p. 36.
    """

    def distance(index: int) -> Points:
        return max(scores[index] - drawn, drawn - scores[index])

    nearest = sorted(range(len(scores)), key=distance)
    return [list(tied) for _distance, tied in groupby(nearest, key=distance)]


def prize_order(scores: Sequence[Points], drawn: int, chance: Random) -> list[int]:
    """Return the indexes of *scores* in the order of prizes. Ties are broken by lot.

    >>> prize_order([1438, 1443, 1447, 1448], 1442, Random(1))
    [1, 0, 2, 3]

    Source: [HOYLE1926] p. 36.
    """
    order = []
    for tied in group_by_distance(scores, drawn):
        order += chance.sample(tied, len(tied))
    return order
