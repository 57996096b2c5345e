"""Number partnerships where partners change: two players who sit together share one number.

Responsible for those numbers, by which everything that works by two sides of a table goes on
working, and for counting who partners and who opposes whom.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import product
from typing import TypeAlias

from movements.model import ABOVE_PLAYERS, Four, Movement, TableRound

Couple: TypeAlias = tuple[int, int]


def couple(first: int, second: int) -> Couple:
    """Return two players, the lower number first.

    >>> couple(8, 1)
    (1, 8)
    """
    if first < second:
        return (first, second)
    return (second, first)


def couples_of(players: Four) -> tuple[Couple, Couple]:
    """Return the partners N-S and E-W of the four at a table.

    >>> couples_of((4, 1, 2, 8))
    ((2, 4), (1, 8))
    """
    north, east, south, west = players
    return couple(north, south), couple(east, west)


def number_partnerships(rows: Iterable[TableRound]) -> tuple[TableRound, ...]:
    """Return *rows* with a partnership number for each side, numbered as they first sit together.

    Rows without players stay as they are.

    >>> fours = [(4, 1, 2, 8), (1, 2, 8, 4)]
    >>> rows = [TableRound(round_no, 1, 0, 0, 1, (1,), players=four) for round_no, four in enumerate(fours, start=1)]
    >>> [(row.ns, row.ew) for row in number_partnerships(rows)]
    [(1001, 1002), (1002, 1001)]
    """
    numbers: dict[Couple, int] = {}
    numbered = []
    for row in rows:
        if row.players:
            sides = couples_of(row.players)
            ns, ew = (
                numbers.setdefault(partners, ABOVE_PLAYERS + len(numbers) + 1) for partners in sides
            )
            numbered.append(replace(row, ns=ns, ew=ew))
        else:
            numbered.append(row)
    return tuple(numbered)


def with_partnerships(plan: Movement) -> Movement:
    """Return *plan* with partnerships if the players of its teams are named.

    Other plans are unchanged.

    A team may then have several lines on a board, each of two of its players.

    >>> from movements import make_plan
    >>> plan = make_plan("harvard-sixes", players=12)
    >>> [(row.ns, row.ew) for row in (plan.rows[0], with_partnerships(plan).rows[0])]
    [(1, 2), (1001, 1002)]
    """
    if plan.team_size:
        return replace(plan, rows=number_partnerships(plan.rows))
    return plan


def with_teams(plan: Movement) -> Movement:
    """Return *plan* with the teams for sides, the other way round than :func:`with_partnerships`.

    >>> from movements import make_plan
    >>> plan = make_plan("harvard-sixes", players=12)
    >>> with_teams(with_partnerships(plan)) == plan
    True
    """
    if not plan.team_size:
        return plan
    sides = (plan.contestants_at(row) for row in plan.rows)
    return replace(
        plan,
        rows=tuple(
            replace(row, ns=ns, ew=ew) for row, (ns, ew) in zip(plan.rows, sides, strict=True)
        ),
    )


def partnerships(plan: Movement) -> dict[int, Couple]:
    """Return the two players of every partnership number in the rows of *plan*.

    >>> from movements import make_plan
    >>> partnerships(make_plan("individual-howell-8", players=8))[1001]
    (2, 4)
    """
    known: dict[int, Couple] = {}
    for row in plan.rows:
        if row.players:
            ns, ew = couples_of(row.players)
            known.setdefault(row.ns, ns)
            known.setdefault(row.ew, ew)
    return known


def partners(plan: Movement) -> Counter[Couple]:
    """Count the rounds in which each two players are partners. Couples that never are, are absent.

    >>> from movements import make_plan
    >>> set(partners(make_plan("individual-howell-8", players=8)).values())
    {1}
    """
    return Counter(
        together for row in plan.rows if row.players for together in couples_of(row.players)
    )


def adversaries(plan: Movement) -> Counter[Couple]:
    """Count the rounds in which each two players are opponents. Couples that never are, are absent.

    >>> from movements import make_plan
    >>> set(adversaries(make_plan("individual-howell-8", players=8)).values())
    {2}
    """
    against: Counter[Couple] = Counter()
    for row in plan.rows:
        if row.players:
            ns, ew = couples_of(row.players)
            against.update(couple(first, second) for first, second in product(ns, ew))
    return against
