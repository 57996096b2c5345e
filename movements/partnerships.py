"""Number partnerships where partners change: two players who sit together share one number.

With these numbers an individual contest has two sides at a table like a contest of pairs, and code
for pairs can read its plans.  Also counts who partners and who opposes whom.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import product
from typing import TypeAlias

from movements.model import ABOVE_PLAYERS, FourPlayers, Movement, TableRound

Couple: TypeAlias = tuple[int, int]
"""Two players who meet as partners or as opponents, the lower number first."""


def make_couple(first: int, second: int) -> Couple:
    """Return two players, the lower number first.

    >>> make_couple(8, 1)
    (1, 8)
    """
    if first < second:
        return (first, second)
    return (second, first)


def get_couples(players: FourPlayers) -> tuple[Couple, Couple]:
    """Return the partners N-S and E-W of the four at a table.

    >>> get_couples((4, 1, 2, 8))
    ((2, 4), (1, 8))
    """
    north, east, south, west = players
    return make_couple(north, south), make_couple(east, west)


def number_partnerships(rows: Iterable[TableRound]) -> tuple[TableRound, ...]:
    """Return *rows* with a partnership number for each side, in the order of first appearance.

    Rows without players are unchanged.

    >>> fours = [(4, 1, 2, 8), (1, 2, 8, 4)]
    >>> rows = [TableRound(round_no, 1, 0, 0, 1, (1,), players=four) for round_no, four in enumerate(fours, start=1)]
    >>> [(row.ns, row.ew) for row in number_partnerships(rows)]
    [(1001, 1002), (1002, 1001)]
    """
    numbers: dict[Couple, int] = {}
    numbered_rows = []
    for row in rows:
        if row.players:
            ns_couple, ew_couple = get_couples(row.players)
            ns = numbers.setdefault(ns_couple, ABOVE_PLAYERS + len(numbers) + 1)
            ew = numbers.setdefault(ew_couple, ABOVE_PLAYERS + len(numbers) + 1)
            numbered_rows.append(replace(row, ns=ns, ew=ew))
        else:
            numbered_rows.append(row)
    return tuple(numbered_rows)


def with_partnerships(plan: Movement) -> Movement:
    """Return a plan of teams with partnerships as sides, and other plans unchanged.

    With partnerships a team may have several results on a board, each by two of its players.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("harvard-sixes", players=12)
    >>> [(row.ns, row.ew) for row in (plan.rows[0], with_partnerships(plan).rows[0])]
    [(1, 2), (1001, 1002)]
    """
    if plan.team_size:
        return replace(plan, rows=number_partnerships(plan.rows))
    return plan


def with_teams(plan: Movement) -> Movement:
    """Reverse :func:`with_partnerships`: return *plan* with teams as sides.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("harvard-sixes", players=12)
    >>> with_teams(with_partnerships(plan)) == plan
    True
    """
    if not plan.team_size:
        return plan
    rows = []
    for row in plan.rows:
        ns, ew = plan.get_row_contestants(row)
        rows.append(replace(row, ns=ns, ew=ew))
    return replace(plan, rows=tuple(rows))


def get_couple_by_partnership(plan: Movement) -> dict[int, Couple]:
    """Return the two players of every partnership number in the rows of *plan*.

    >>> from movements.registry import make_plan
    >>> get_couple_by_partnership(make_plan("individual-howell-8", players=8))[1001]
    (2, 4)
    """
    players_by_number: dict[int, Couple] = {}
    for row in plan.rows:
        if row.players:
            ns_couple, ew_couple = get_couples(row.players)
            # The same number always has the same players.
            players_by_number.setdefault(row.ns, ns_couple)
            players_by_number.setdefault(row.ew, ew_couple)
    return players_by_number


def count_partner_rounds_by_couple(plan: Movement) -> Counter[Couple]:
    """Count the rounds in which two players are partners, for all who ever are.

    >>> from movements.registry import make_plan
    >>> set(count_partner_rounds_by_couple(make_plan("individual-howell-8", players=8)).values())
    {1}
    """
    counts: Counter[Couple] = Counter()
    for row in plan.rows:
        if row.players:
            counts.update(get_couples(row.players))
    return counts


def count_opponent_rounds_by_couple(plan: Movement) -> Counter[Couple]:
    """Count the rounds in which two players are opponents, for all who ever are.

    >>> from movements.registry import make_plan
    >>> set(count_opponent_rounds_by_couple(make_plan("individual-howell-8", players=8)).values())
    {2}
    """
    counts: Counter[Couple] = Counter()
    for row in plan.rows:
        if row.players:
            ns_couple, ew_couple = get_couples(row.players)
            for first, second in product(ns_couple, ew_couple):
                counts[make_couple(first, second)] += 1
    return counts
