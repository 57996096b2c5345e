"""How evenly the players of an individual contest partner, oppose and are compared with each other.

Responsible for the figures of :mod:`movements.balance` where every player is ranked alone.  Counts
are of board sets.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import lcm
from typing import Any, TypeAlias

from movements.balance import shown_quality
from movements.model import Movement, TableRound
from movements.partnerships import Couple, adversaries, couple, couples_of, partners

Matrix: TypeAlias = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class PlayerFairness:
    """The fairness of an individual contest: ``qf`` from 0 to 100 (perfect) and the matrices behind it.

    ``numbers`` names the rows and columns of the matrices, in ascending order; the diagonals are 0.
    ``partners`` and ``meetings`` count rounds together and against each other, ``same_direction``
    sets held the same way at different tables, ``competition`` what one player's score moves the
    other's.  ``qf`` is ``None`` when nobody is compared.

    >>> from movements import make_plan
    >>> player_fairness(make_plan("individual-howell-8", players=8)).qf
    Fraction(100, 1)
    """

    qf: Fraction | None
    numbers: tuple[int, ...]
    partners: Matrix
    meetings: Matrix
    same_direction: Matrix
    competition: tuple[tuple[Fraction, ...], ...]


def extremes(matrix: Matrix) -> tuple[int, int]:
    """Return the least and the greatest number off the diagonal, 0 where there is none.

    >>> extremes(((0, 2, 3), (2, 0, 1), (3, 1, 0)))
    (1, 3)
    """
    values: list[int] = []
    for place, row in enumerate(matrix):
        values.extend(row[place + 1 :])
    return min(values, default=0), max(values, default=0)


def player_fairness(plan: Movement) -> PlayerFairness:
    """Return the fairness of an individual *plan*.

    For each set played at n tables, two players gain 1 in competition when they hold it the same
    way at different tables and lose 1 when they hold it opposite ways there; they gain n-1 as
    opponents and lose n-1 as partners.  Sets played unequally often are weighted to the most played
    one.  With two winners only players of the same line are ranked together: Qf is the lower one of
    the two lines.

    >>> from movements import make_plan
    >>> extremes(player_fairness(make_plan("individual-whist-12", players=12)).same_direction)
    (2, 6)

    Source: [BALANCE], applied to players one by one.
    """
    numbers = _numbers(plan)
    same, scaled, scale = _count_comparisons(plan)
    competition = {both: Fraction(amount, scale) for both, amount in scaled.items()}
    figures = [_quality(competition, line) for line in _lines(plan)]
    known = [figure for figure in figures if figure is not None]
    return PlayerFairness(
        qf=min(known, default=None),
        numbers=numbers,
        partners=_square(partners(plan), numbers),
        meetings=_square(adversaries(plan), numbers),
        same_direction=_square(same, numbers),
        competition=tuple(
            tuple(competition.get(couple(first, second), Fraction(0)) for second in numbers)
            for first in numbers
        ),
    )


def players_compared_equally(plan: Movement) -> bool:
    """Return whether any two players that are ranked together are compared, and all equally.

    >>> from movements import make_plan
    >>> players_compared_equally(make_plan("individual-whist-12", players=12))
    False
    """
    _, competition, _ = _count_comparisons(plan)
    values = [{competition[both] for both in combinations(line, 2)} for line in _lines(plan)]
    return bool(values) and all(len(line) == 1 and 0 not in line for line in values)


def _numbers(plan: Movement) -> tuple[int, ...]:
    seated: set[int] = set()
    for row in plan.rows:
        seated.update(plan.contestants_at(row))
    return tuple(sorted(seated | {sit_out.contestant for sit_out in plan.sit_outs}))


def _lines(plan: Movement) -> tuple[tuple[int, ...], ...]:
    if plan.winners != 2:
        return (_numbers(plan),)
    couples = [couples_of(row.players) for row in plan.rows if row.players]
    return tuple(
        tuple(sorted({player for sides in couples for player in sides[line]})) for line in range(2)
    )


def _count_comparisons(plan: Movement) -> tuple[Counter[Couple], Counter[Couple], int]:
    """Count the sets that two players hold the same way at different tables.

    With their scaled competition.

    The scale, which comes last, makes whole numbers of the weights.
    """
    by_set: defaultdict[int, list[TableRound]] = defaultdict(list)
    for row in plan.rows:
        by_set[row.board_set].append(row)
    most = max(map(len, by_set.values()), default=1) - 1
    scale = lcm(*{len(rows) - 1 for rows in by_set.values() if len(rows) > 1})
    same: Counter[Couple] = Counter()
    competition: Counter[Couple] = Counter()
    for rows in by_set.values():
        if len(rows) > 1:
            weight = scale * most // (len(rows) - 1)
            for (first, table, side), (second, other_table, other_side) in combinations(
                _holders(rows), 2
            ):
                if first == second:  # the same four play it again
                    continue
                both, apart, alike = couple(first, second), table != other_table, side == other_side
                same[both] += apart and alike
                gain = (1 if alike else -1) if apart else (len(rows) - 1) * (-1 if alike else 1)
                competition[both] += weight * gain
    return same, competition, scale


def _holders(rows: list[TableRound]) -> list[tuple[int, int, int]]:
    """Return who plays a set, at which of its tables and on which side."""
    return [
        (player, table, side)
        for table, row in enumerate(rows)
        if row.players
        for side, together in enumerate(couples_of(row.players))
        for player in together
    ]


def _quality(competition: Mapping[Couple, Fraction], line: tuple[int, ...]) -> Fraction | None:
    """Return Qf of the players of one line: 100 times the square of the mean over the mean of the squares."""
    values = [competition.get(pair, Fraction(0)) for pair in combinations(line, 2)]
    squares = sum(value * value for value in values)
    if not squares:
        return None
    total = sum(values)
    if any(value.denominator > 1 for value in values):
        return 100 * total * total / (len(values) * squares)
    each, over = divmod(total, len(values))
    return Fraction(100 * ((len(values) - over) * each * each + over * (each + 1) ** 2)) / squares


def _square(counts: Mapping[Couple, int], numbers: tuple[int, ...]) -> Matrix:
    return tuple(
        tuple(counts.get(couple(first, second), 0) for second in numbers) for first in numbers
    )


def player_fairness_to_json(plan: Movement) -> dict[str, Any]:
    """Return the fairness of an individual *plan* as a JSON object.

    >>> from movements import make_plan
    >>> player_fairness_to_json(make_plan("individual-howell-8", players=8))["meetings"]
    {'min': 2, 'max': 2}
    """
    evenness = player_fairness(plan)
    matrices = {
        "partners": evenness.partners,
        "meetings": evenness.meetings,
        "same_direction": evenness.same_direction,
    }
    ranges = {name: extremes(matrix) for name, matrix in matrices.items()}
    return {
        "qf": shown_quality(evenness.qf),
        **{name: {"min": least, "max": most} for name, (least, most) in ranges.items()},
        "matrices": {
            "contestants": evenness.numbers,
            **matrices,
            "competition": [[str(amount) for amount in row] for row in evenness.competition],
        },
    }
