"""The third and fourth method: partners stay together and everybody's way is known beforehand.

Responsible for E-W pairs going up past N-S pairs that sit, and for the round robin about a pivot pair.  Side 0 is the
N-S pair.  A table of one pair plays nobody: with an odd number of pairs it sits out there.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from movements.progressive.model import Outcomes, PartyTable, Player, Seating

Pair: TypeAlias = tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class EwUp:
    """N-S pairs sit, E-W pairs go up one table, from table 1 to the last.

    With n tables there are n rounds, and every N-S pair meets every E-W pair once.

    >>> seating = EwUp().seat(["a", "c", "e"], ["b", "d", "f"])
    >>> [table.sides for table in EwUp().advance(seating, {}, 1)]
    [(('a', 'b'),), (('e', 'f'), ('c', 'd'))]

    Source: [WDW1900] p. 24; [HOYLE1926] p. 91.
    """

    size: int = 4
    pairs: bool = True
    fixed: bool = True

    def most_rounds(self, players: int) -> int | None:
        """Return the rounds after which the evening is complete, ``None`` if it may go on."""
        return (players // 2 + 1) // 2

    def seat(self, seat_a: Sequence[Player], seat_b: Sequence[Player]) -> Seating:
        """Return the pairs of the order given, two to a table; an odd one sits N-S at the last table, alone."""
        couples = list(zip(seat_a, seat_b, strict=True))
        return tuple(
            PartyTable(number, tuple(couples[at : at + 2]))
            for number, at in enumerate(range(0, len(couples), 2), start=1)
        )

    def advance(self, seating: Seating, outcomes: Outcomes, round_no: int) -> Seating:
        """Return the seating with every E-W pair at the next table up."""
        visiting = [table.sides[1:] for table in seating]
        return tuple(
            replace(table, sides=(table.sides[0], *come))
            for table, come in zip(seating, [*visiting[1:], visiting[0]], strict=True)
        )


@dataclass(frozen=True, slots=True)
class AllMeet:
    """Every two pairs meet once in one round fewer than pairs: N-S pairs go up, E-W pairs down, about a pivot.

    The N-S pair of table 1 never moves.  Another coming to table 1 sits E-W; the E-W pair of the last table takes the
    N-S seats there.  With an odd number of pairs there is no pivot, and whoever comes to table 1 sits out.

    >>> seating = AllMeet().seat(["1", "2", "3", "4"], ["1", "2", "3", "4"])
    >>> [[side[0] for side in table.sides] for table in seating]
    [['4', '3'], ['1', '2']]
    >>> [[side[0] for side in table.sides] for table in AllMeet().advance(seating, {}, 1)]
    [['4', '1'], ['2', '3']]

    Source: [WDW1900] p. 25; [HOYLE1926] p. 91.
    """

    size: int = 4
    pairs: bool = True
    fixed: bool = True

    def most_rounds(self, players: int) -> int | None:
        """Return the rounds after which the evening is complete, ``None`` if it may go on."""
        return (players // 2 - 1) | 1

    def seat(self, seat_a: Sequence[Player], seat_b: Sequence[Player]) -> Seating:
        """Return the start of the printed schedule, the pairs numbered in the order given, the last the pivot."""
        couples = list(zip(seat_a, seat_b, strict=True))
        pivot = [couples.pop()] if len(couples) % 2 == 0 else []
        return _from_circle(pivot, couples)

    def advance(self, seating: Seating, outcomes: Outcomes, round_no: int) -> Seating:
        """Return the seating after one change: the circle turns by one pair."""
        pivot, circle = circle_of(seating)
        return _from_circle(pivot, [*circle[1:], circle[0]])


def circle_of(seating: Seating) -> tuple[list[Pair], list[Pair]]:
    """Return the pivot pair, if there is one, and the others in a circle; with every change it turns by one pair.

    >>> circle_of(AllMeet().seat(["1", "2", "3"], ["1", "2", "3"]))
    ([], [('1', '1'), ('2', '2'), ('3', '3')])
    """
    head, *others = seating
    pivot = [head.sides[0]] if len(head.sides) > 1 else []
    up = [table.sides[0] for table in others]
    down = [table.sides[1] for table in reversed(others)]
    return pivot, [*up, *down, head.sides[-1]]


def _from_circle(pivot: Sequence[Pair], circle: Sequence[Pair]) -> Seating:
    """Return the seating in which the last of the *circle* is E-W at table 1, and the first N-S at table 2."""
    *others, visitor = circle
    tables = [PartyTable(1, (*pivot, visitor))]
    for at in range(len(others) // 2):
        tables.append(PartyTable(at + 2, (others[at], others[-1 - at])))
    return tuple(tables)
