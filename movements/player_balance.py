"""How evenly the players of an individual contest partner, oppose and are compared with each other.

The figures are as in :mod:`movements.balance`, for players instead of pairs.  Counts are of
board sets.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import lcm
from typing import Any, NamedTuple, TypeAlias

from movements.balance import shown_quality
from movements.model import Movement, TableRound
from movements.partnerships import Couple, adversaries, get_couples, make_couple, partners

Matrix: TypeAlias = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class PlayerFairness:
    """The fairness of an individual contest: ``qf`` from 0 to 100 (perfect) and its matrices.

    ``numbers`` are the players of the rows and columns, in ascending order; the diagonals are 0.
    ``partners`` and ``meetings`` count rounds together and against each other, ``same_direction``
    sets held in the same direction at different tables, ``competition`` how much one player's score
    changes the other's.  ``qf`` is None if nobody is compared.

    >>> from movements.registry import make_plan
    >>> player_fairness(make_plan("individual-howell-8", players=8)).qf
    Fraction(100, 1)
    """

    qf: Fraction | None
    numbers: tuple[int, ...]
    partners: Matrix
    meetings: Matrix
    same_direction: Matrix
    competition: tuple[tuple[Fraction, ...], ...]


def find_extremes(matrix: Matrix) -> tuple[int, int]:
    """Return the smallest and the largest number off the diagonal, 0 if the matrix has none.

    >>> find_extremes(((0, 2, 3), (2, 0, 1), (3, 1, 0)))
    (1, 3)
    """
    values: list[int] = []
    for place, row in enumerate(matrix):
        values.extend(row[place + 1 :])
    return min(values, default=0), max(values, default=0)


def player_fairness(plan: Movement) -> PlayerFairness:
    """Return the fairness of an individual *plan*.

    For each set played at n tables, two players at different tables gain 1 in competition if they
    hold it in the same direction and lose 1 if they hold it in opposite directions.  Opponents gain
    n-1, partners lose n-1.  If sets are played unequally often, each is weighted to the most played
    set.  With two winners only players of one line are ranked together, and Qf is the lower figure
    of the two lines.

    >>> from movements.registry import make_plan
    >>> find_extremes(player_fairness(make_plan("individual-whist-12", players=12)).same_direction)
    (2, 6)

    Source: [BALANCE], applied to players one by one.
    """
    numbers = _list_numbers(plan)
    comparisons = _count_comparisons(plan)
    competition = {
        players: Fraction(amount, comparisons.scale)
        for players, amount in comparisons.scaled_competition.items()
    }
    figures = [_compute_line_quality(competition, line) for line in _list_ranked_players(plan)]
    competition_matrix = []
    for first in numbers:
        couples = [make_couple(first, second) for second in numbers]
        competition_matrix.append(
            tuple(competition.get(couple_of_players, Fraction(0)) for couple_of_players in couples)
        )
    return PlayerFairness(
        qf=min((figure for figure in figures if figure is not None), default=None),
        numbers=numbers,
        partners=_make_matrix(partners(plan), numbers),
        meetings=_make_matrix(adversaries(plan), numbers),
        same_direction=_make_matrix(comparisons.same_direction, numbers),
        competition=tuple(competition_matrix),
    )


def are_players_compared_equally(plan: Movement) -> bool:
    """Return whether all players that are ranked together are compared equally, and at all.

    >>> from movements.registry import make_plan
    >>> are_players_compared_equally(make_plan("individual-whist-12", players=12))
    False
    """
    competition = _count_comparisons(plan).scaled_competition
    lines = _list_ranked_players(plan)
    for line in lines:
        values = {competition[players] for players in combinations(line, 2)}
        if len(values) != 1 or 0 in values:
            return False
    return bool(lines)


def _list_numbers(plan: Movement) -> tuple[int, ...]:
    numbers = {sit_out.contestant for sit_out in plan.sit_outs}
    for row in plan.rows:
        numbers.update(plan.get_row_contestants(row))
    return tuple(sorted(numbers))


def _list_ranked_players(plan: Movement) -> tuple[tuple[int, ...], ...]:
    """Return the players of each ranking: those who sit N-S and E-W, or everybody."""
    if plan.winners != 2:
        return (_list_numbers(plan),)
    ns: set[int] = set()
    ew: set[int] = set()
    for row in plan.rows:
        if row.players:
            ns_couple, ew_couple = get_couples(row.players)
            ns.update(ns_couple)
            ew.update(ew_couple)
    return tuple(sorted(ns)), tuple(sorted(ew))


class _Comparisons(NamedTuple):
    """The sets that two players hold in the same direction at different tables, and competition.

    The competition is multiplied by *scale*, which makes all weights whole.
    """

    same_direction: Counter[Couple]
    scaled_competition: Counter[Couple]
    scale: int


def _count_comparisons(plan: Movement) -> _Comparisons:
    rows_of_set: defaultdict[int, list[TableRound]] = defaultdict(list)
    for row in plan.rows:
        rows_of_set[row.board_set].append(row)
    # A set played once compares nobody.
    compared = [rows for rows in rows_of_set.values() if len(rows) > 1]
    most_plays = max(map(len, compared), default=1)
    scale = lcm(*{len(rows) - 1 for rows in compared})
    same_direction: Counter[Couple] = Counter()
    competition: Counter[Couple] = Counter()
    for rows in compared:
        plays = len(rows)
        weight = scale * (most_plays - 1) // (plays - 1)
        for first, second in combinations(_list_holders(rows), 2):
            if first.player == second.player:  # the same four play it again
                continue
            players = make_couple(first.player, second.player)
            is_same_direction = first.side == second.side
            if first.table == second.table:
                # Partners lose what opponents gain.
                gain = 1 - plays if is_same_direction else plays - 1
            elif is_same_direction:
                gain = 1
                same_direction[players] += 1
            else:
                gain = -1
            competition[players] += weight * gain
    return _Comparisons(same_direction, competition, scale)


class _Holder(NamedTuple):
    """A player who holds a set, at one of its tables (counted from 0) and on side 0 or 1."""

    player: int
    table: int
    side: int


def _list_holders(rows: list[TableRound]) -> Iterator[_Holder]:
    for table, row in enumerate(rows):
        if row.players:
            for side, players in enumerate(get_couples(row.players)):
                yield from (_Holder(player, table, side) for player in players)


def _compute_line_quality(
    competition: Mapping[Couple, Fraction], line: tuple[int, ...]
) -> Fraction | None:
    """Return Qf of the players of one line, see :func:`movements.balance.fairness`."""
    values = [competition.get(players, Fraction(0)) for players in combinations(line, 2)]
    squares = sum(value * value for value in values)
    if not squares:
        return None
    total = sum(values)
    if any(value.denominator > 1 for value in values):
        return 100 * total * total / (len(values) * squares)
    # Without weights the most even values are whole numbers too.
    share, remainder = divmod(total, len(values))
    smallest_squares = (len(values) - remainder) * share**2 + remainder * (share + 1) ** 2
    return Fraction(100 * smallest_squares) / squares


def _make_matrix(counts: Mapping[Couple, int], numbers: tuple[int, ...]) -> Matrix:
    rows = []
    for first in numbers:
        couples = [make_couple(first, second) for second in numbers]
        rows.append(tuple(counts.get(couple_of_players, 0) for couple_of_players in couples))
    return tuple(rows)


def player_fairness_to_json(plan: Movement) -> dict[str, Any]:
    """Return the fairness of an individual *plan* as a JSON object.

    >>> from movements.registry import make_plan
    >>> player_fairness_to_json(make_plan("individual-howell-8", players=8))["meetings"]
    {'min': 2, 'max': 2}
    """
    figures = player_fairness(plan)
    matrices = {
        "partners": figures.partners,
        "meetings": figures.meetings,
        "same_direction": figures.same_direction,
    }
    facts: dict[str, Any] = {"qf": shown_quality(figures.qf)}
    for name, matrix in matrices.items():
        smallest, largest = find_extremes(matrix)
        facts[name] = {"min": smallest, "max": largest}
    competition = [[str(amount) for amount in row] for row in figures.competition]
    facts["matrices"] = {
        "contestants": figures.numbers,
        **matrices,
        "competition": competition,
    }
    return facts
