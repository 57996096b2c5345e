"""The third and fourth method: partners stay together and everybody's way is known beforehand.

Responsible for E-W pairs going up past N-S pairs that sit, and for the round robin about a pivot
pair.  Side 0 is the N-S pair.  A table of one pair plays nobody: with an odd number of pairs it
sits out there.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from movements.party.model import Outcomes, PartyTable, Player, Seating

Pair: TypeAlias = tuple[Player, ...]

PAIRS, HALF = ([2, 2], [1, 1]), ([2], [1])
"""Sides of a table and of half a table; a pair may be named as one, by its number."""


@dataclass(frozen=True, slots=True)
class EwUp:
    """N-S pairs stay, E-W pairs go up one table, with ``higher`` down.

    With n tables there are n rounds, and every N-S pair meets every E-W pair once.

    >>> seating = EwUp().seat(["a", "c", "e"], ["b", "d", "f"])
    >>> [table.sides for table in EwUp().advance(seating, {}, 1)]
    [(('a', 'b'),), (('e', 'f'), ('c', 'd'))]

    Source: [WDW1900] p. 24; [HOYLE1926] p. 91.
    """

    size: int = 4
    pairs: bool = True
    fixed: bool = True
    higher: bool = False

    @property
    def summary(self) -> str:
        """Return one sentence on what happens after a game."""
        if self.higher:
            return (
                "Partners stay together. After every round E-W pairs go to the next higher table number, from the "
                "last table to table 1."
            )
        return "Partners stay together. After every game E-W pairs go up one table, from table 1 to the last."

    @property
    def expected(self) -> str:
        """Describe its tables in words."""
        return "two sides of 2 at every table, except that a pair may sit out at one table"

    def fits(self, seating: Seating, at: int) -> bool:
        """Return whether the table at this place of *seating* has sides of a legal size."""
        sizes = seating[at].sizes
        first = next((place for place, table in enumerate(seating) if table.sits_out), at)
        return sizes in PAIRS or (sizes in HALF and first == at)

    def most_rounds(self, players: int) -> int | None:
        """Return the rounds after which the evening is complete, ``None`` if it may go on."""
        return (players // 2 + 1) // 2

    def seat(self, seat_a: Sequence[Player], seat_b: Sequence[Player]) -> Seating:
        """Return the pairs in the given order, two to a table.

        An odd one sits N-S at the last table, alone.
        """
        couples = list(zip(seat_a, seat_b, strict=True))
        return tuple(
            PartyTable(number, tuple(couples[at : at + 2]))
            for number, at in enumerate(range(0, len(couples), 2), start=1)
        )

    def change(
        self,
        seating: Seating,
        leavers: Collection[Player],
        arrivals: Sequence[tuple[Player, str]],
        round_no: int,
    ) -> Seating:
        """Return *seating* of round *round_no* after arrivals and departures."""
        tables = [[_stays(side, leavers) for side in (*table.sides, ())][:2] for table in seating]
        return _halves_joined(tables, _couples(arrivals))

    def advance(self, seating: Seating, outcomes: Outcomes, round_no: int) -> Seating:
        """Return the seating with every E-W pair at the next table up, or down."""
        visiting = [table.sides[1:] for table in seating]
        come_here = [visiting[-1], *visiting[:-1]] if self.higher else [*visiting[1:], visiting[0]]
        return tuple(
            replace(table, sides=(table.sides[0], *come))
            for table, come in zip(seating, come_here, strict=True)
        )


@dataclass(frozen=True, slots=True)
class AllMeet:
    """Every two pairs meet once, in one round fewer than pairs.

    N-S pairs go up, E-W pairs down, around a pivot.

    The N-S pair of table 1 never moves.  Another coming to table 1 sits E-W; the E-W pair of the
    last table takes the N-S seats there.  With an odd number of pairs there is no pivot, and
    whoever comes to table 1 sits out.

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

    @property
    def summary(self) -> str:
        """Return one sentence on what happens after a game."""
        return (
            "Partners stay together and all pairs meet once, by a schedule. Whoever wins, N-S pairs go up one table "
            "and E-W pairs down one."
        )

    @property
    def expected(self) -> str:
        """Describe its tables in words."""
        return "two sides of 2 at every table, but at table 1 a pair may sit out"

    def fits(self, seating: Seating, at: int) -> bool:
        """Return whether the table at this place of *seating* has sides of a legal size."""
        sizes = seating[at].sizes
        return sizes in PAIRS or (sizes in HALF and at == 0)

    def most_rounds(self, players: int) -> int | None:
        """Return the rounds after which the evening is complete, ``None`` if it may go on."""
        return (players // 2 - 1) | 1

    def seat(self, seat_a: Sequence[Player], seat_b: Sequence[Player]) -> Seating:
        """Return the start of the printed schedule, the pairs numbered in the order given, the last the pivot."""
        couples = list(zip(seat_a, seat_b, strict=True))
        pivot = [couples.pop()] if len(couples) % 2 == 0 else []
        return from_circle(pivot, couples)

    def change(
        self,
        seating: Seating,
        leavers: Collection[Player],
        arrivals: Sequence[tuple[Player, str]],
        round_no: int,
    ) -> Seating:
        """Return *seating* of round *round_no* after arrivals and departures."""
        pivot, circle = circle_of(seating)
        left = [_stays(pair, leavers) for pair in pivot]
        return circle_mended(
            [pair for pair in left if pair],
            [_stays(pair, leavers) for pair in circle],
            _couples(arrivals),
        )

    def advance(self, seating: Seating, outcomes: Outcomes, round_no: int) -> Seating:
        """Return the seating after one change: the circle turns by one pair."""
        pivot, circle = circle_of(seating)
        return from_circle(pivot, [*circle[1:], circle[0]])


def circle_of(seating: Seating) -> tuple[list[Pair], list[Pair]]:
    """Return the pivot pair, if any, and the others in a circle, which turns by one pair a round.

    >>> circle_of(AllMeet().seat(["1", "2", "3"], ["1", "2", "3"]))
    ([], [('1', '1'), ('2', '2'), ('3', '3')])
    """
    head, *others = seating
    pivot = [head.sides[0]] if len(head.sides) > 1 else []
    up = [table.sides[0] for table in others]
    down = [table.sides[1] for table in reversed(others)]
    return pivot, [*up, *down, head.sides[-1]]


def from_circle(pivot: Sequence[Pair], circle: Sequence[Pair]) -> Seating:
    """Return the seating with the last of the *circle* E-W at table 1, and the first N-S at table
    2.

    >>> [table.sides for table in from_circle([], [("1",), ("2",), ("3",)])]
    [(('3',),), (('1',), ('2',))]
    """
    *others, visitor = circle
    tables = [PartyTable(1, (*pivot, visitor))]
    for at in range(len(others) // 2):
        tables.append(PartyTable(at + 2, (others[at], others[-1 - at])))
    return tuple(tables)


def _stays(pair: Pair, leavers: Collection[Player]) -> Pair:
    if any(player in leavers for player in pair):
        return ()
    return pair


def _couples(arrivals: Sequence[tuple[Player, str]]) -> list[Pair]:
    group_a, group_b = (
        [player for player, letter in arrivals if letter == group] for group in "AB"
    )
    return list(zip(group_a, group_b, strict=True))


def _halves_joined(tables: list[list[Pair]], arrivals: list[Pair]) -> Seating:
    """Return the tables (N-S, E-W) with at most one empty place.

    Arrivals fill them first, then pairs from the foot.
    """
    tables = [table if table[0] else table[::-1] for table in tables]
    for pair in arrivals:
        half = next((table for table in tables if not table[1]), None)
        if half is None:
            tables.append([pair, ()])
        else:
            half[0 if not half[0] else 1] = pair
    while len(halves := [table for table in tables if table[0] and not table[1]]) > 1:
        halves[0][1], halves[-1][0] = halves[-1][0], ()
    while not all(table[0] for table in tables):
        foot = tables.pop()
        empty = next((table for table in tables if not table[0]), None)
        if foot[0] and empty:
            empty[:] = foot
    return tuple(
        PartyTable(no, tuple(filter(None, table))) for no, table in enumerate(tables, start=1)
    )


def circle_mended(pivot: list[Pair], circle: list[Pair], arrivals: list[Pair]) -> Seating:
    """Return the seating around the circle without its empty places.

    The pivot fills one, then pairs from the foot.

    >>> [table.sides for table in circle_mended([], [("1",), ("2",), ("3",)], [("4",)])]
    [(('4',), ('3',)), (('1',), ('2',))]
    """
    pairs = sum(map(bool, circle)) + len(pivot) + len(arrivals)
    while pivot or arrivals:
        if () not in circle or (pivot and not arrivals and pairs % 2 == 0):
            break
        circle[circle.index(())] = (arrivals or pivot).pop(0)
    while () in circle:
        middle = len(circle) // 2
        moved = [pair for pair in circle[middle - 1 : middle + 1] if pair]
        del circle[middle - 1 : middle + 1]
        while moved and () in circle:
            circle[circle.index(())] = moved.pop(0)
        pivot = [*pivot, *moved]
    if not pivot and arrivals:
        pivot = [arrivals.pop(0)]
    while arrivals:
        new = [arrivals.pop(0), *(arrivals[:1] or pivot)]
        pivot = pivot if arrivals else []
        del arrivals[:1]
        middle = len(circle) // 2
        circle[middle:middle] = new
    return from_circle(pivot, circle)
