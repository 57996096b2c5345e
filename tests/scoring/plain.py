"""Second, deliberately plain routes to the figures of ``scoring``.

Nothing here is shared with the package: contracts are added up trick by trick, and every result is
compared with every other one, however long that takes.
"""

from fractions import Fraction


def contract_score(
    level: int, denomination: str, doubled: int, tricks: int, vulnerable: bool
) -> int:
    """Declarer's score, counted trick by trick."""
    if tricks < level + 6:
        return -sum(_undertrick(nth, doubled, vulnerable) for nth in range(1, level + 7 - tricks))
    bid = sum(_trick(denomination, nth) for nth in range(1, level + 1)) * (1, 2, 4)[doubled]
    over = 0
    for _ in range(tricks - level - 6):
        over += (_trick(denomination, 2), 200 if vulnerable else 100, 400 if vulnerable else 200)[
            doubled
        ]
    bonus = 50 if bid < 100 else 500 if vulnerable else 300
    if level == 6:
        bonus += 750 if vulnerable else 500
    if level == 7:
        bonus += 1500 if vulnerable else 1000
    return bid + over + bonus + (0, 50, 100)[doubled]


def _trick(denomination: str, nth: int) -> int:
    if denomination in "CD":
        return 20
    return 40 if denomination == "NT" and nth == 1 else 30


def _undertrick(nth: int, doubled: int, vulnerable: bool) -> int:
    if doubled == 0:
        return 100 if vulnerable else 50
    first_three = (200, 300, 300) if vulnerable else (100, 200, 200)
    simple = first_three[nth - 1] if nth <= 3 else 300
    return simple * doubled


def matchpoints(scores: list[int]) -> list[int]:
    """Two for each other score beaten, one for each tied, by comparing all with all."""
    points = []
    for mine, score in enumerate(scores):
        got = 0
        for other, rival in enumerate(scores):
            if mine != other:
                got += 2 if score > rival else 1 if score == rival else 0
        points.append(got)
    return points


def get_totals(ranking) -> dict[int, Fraction]:
    """Return the totals of a *ranking* by contestant."""
    return {standing.contestant: standing.total for standing in ranking.standings}


def get_side_totals(ranking) -> dict[tuple[object, int], Fraction]:
    """Return the totals of a *ranking* by direction and contestant."""
    return {
        (standing.direction, standing.contestant): standing.total for standing in ranking.standings
    }
