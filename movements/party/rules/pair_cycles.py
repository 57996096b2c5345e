"""Fixed rotations of pairs: the third and fourth method of the books.

E-W pairs pass N-S pairs who stay, or all pairs meet in a round robin about a pivot pair. Side 0 is
the N-S pair. With an odd number of pairs one of them has a table alone and sits out.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from movements.party.model import Outcomes, PartyTable, Player, Seating
from movements.party.rules.seats import split_by_letter

Pair: TypeAlias = tuple[Player, ...]

TABLE_SIZES, HALF_TABLE_SIZES = ([2, 2], [1, 1]), ([2], [1])
"""Sizes of the sides of a table, and of half a table. A pair may also be one id, its number."""


@dataclass(frozen=True, slots=True)
class EwPairsUpRule:
    """N-S pairs stay, E-W pairs go up one table, or down one with ``higher`` (to higher numbers).

    With n tables there are n rounds, and every N-S pair meets every E-W pair once.

    >>> seating = EwPairsUpRule().seat(["a", "c", "e"], ["b", "d", "f"])
    >>> [table.sides for table in EwPairsUpRule().advance(seating, {}, 1)]
    [(('a', 'b'),), (('e', 'f'), ('c', 'd'))]

    Source: [WDW1900] p. 24; [HOYLE1926] p. 91.
    """

    size: int = 4
    pairs: bool = True
    fixed: bool = True
    is_to_higher_table: bool = False

    @property
    def summary(self) -> str:
        """Return one sentence on the moves after a game."""
        if self.is_to_higher_table:
            return (
                "Partners stay together. After every round E-W pairs go to the next higher table number, from the "
                "last table to table 1."
            )
        return "Partners stay together. After every game E-W pairs go up one table, from table 1 to the last."

    @property
    def expected(self) -> str:
        """Return its tables in words, for error messages."""
        return "two sides of 2 at every table, except that a pair may sit out at one table"

    def has_legal_sides(self, seating: Seating, index: int) -> bool:
        """Return whether the table with this *index* has sides of a legal size."""
        sizes = seating[index].sizes
        if sizes in TABLE_SIZES:
            return True
        # Only the first half table is legal, so that a second one is reported.
        has_earlier_half = any(table.sits_out for table in seating[:index])
        return sizes in HALF_TABLE_SIZES and not has_earlier_half

    def most_rounds(self, players: int) -> int | None:
        """Return the rounds of a complete evening, or None if it may go on."""
        return (players // 2 + 1) // 2

    def seat(self, seat_a: Sequence[Player], seat_b: Sequence[Player]) -> Seating:
        """Return the pairs in the given order, two to a table.

        An odd pair sits alone at the last table, as N-S.
        """
        pairs = list(zip(seat_a, seat_b, strict=True))
        return tuple(
            PartyTable(number, tuple(pairs[start : start + 2]))
            for number, start in enumerate(range(0, len(pairs), 2), start=1)
        )

    def change(
        self,
        seating: Seating,
        leavers: Collection[Player],
        arrivals: Sequence[tuple[Player, str]],
        round_no: int,
    ) -> Seating:
        """Return *seating* of round *round_no* after arrivals and departures."""
        tables = []
        for table in seating:
            north_south, east_west = (*table.sides, ())[:2]
            tables.append(
                [_clear_if_leaving(north_south, leavers), _clear_if_leaving(east_west, leavers)]
            )
        return _join_halves(tables, _list_arriving_pairs(arrivals))

    def advance(self, seating: Seating, outcomes: Outcomes, round_no: int) -> Seating:
        """Return the seating with every E-W pair at the next table up, or down."""
        # A list of one E-W pair per table, or of none at a half table.
        visitors = [table.sides[1:] for table in seating]
        if self.is_to_higher_table:
            visitors = [visitors[-1], *visitors[:-1]]
        else:
            visitors = [*visitors[1:], visitors[0]]
        return tuple(
            replace(table, sides=(table.sides[0], *table_visitors))
            for table, table_visitors in zip(seating, visitors, strict=True)
        )


@dataclass(frozen=True, slots=True)
class AllPairsMeetRule:
    """All pairs meet once: N-S pairs go up, E-W pairs go down, around a pivot pair.

    The pivot, N-S at table 1, never moves. A pair that comes to table 1 sits E-W, and the E-W pair
    of the last table takes the N-S seats there. With an odd number of pairs there is no pivot, and
    the pair that comes to table 1 sits out.

    >>> seating = AllPairsMeetRule().seat(["1", "2", "3", "4"], ["1", "2", "3", "4"])
    >>> [[side[0] for side in table.sides] for table in seating]
    [['4', '3'], ['1', '2']]
    >>> [[side[0] for side in table.sides] for table in AllPairsMeetRule().advance(seating, {}, 1)]
    [['4', '1'], ['2', '3']]

    Source: [WDW1900] p. 25; [HOYLE1926] p. 91.
    """

    size: int = 4
    pairs: bool = True
    fixed: bool = True

    @property
    def summary(self) -> str:
        """Return one sentence on the moves after a game."""
        return (
            "Partners stay together and all pairs meet once, by a schedule. Whoever wins, N-S pairs go up one table "
            "and E-W pairs down one."
        )

    @property
    def expected(self) -> str:
        """Return its tables in words, for error messages."""
        return "two sides of 2 at every table, but at table 1 a pair may sit out"

    def has_legal_sides(self, seating: Seating, index: int) -> bool:
        """Return whether the table with this *index* has sides of a legal size."""
        sizes = seating[index].sizes
        return sizes in TABLE_SIZES or (sizes in HALF_TABLE_SIZES and index == 0)

    def most_rounds(self, players: int) -> int | None:
        """Return the rounds of a complete evening, or None if it may go on."""
        pairs = players // 2
        # With an odd number each pair sits out once.
        return pairs - 1 if pairs % 2 == 0 else pairs

    def seat(self, seat_a: Sequence[Player], seat_b: Sequence[Player]) -> Seating:
        """Return round 1 of the printed schedule. The last of an even number is the pivot."""
        pairs = list(zip(seat_a, seat_b, strict=True))
        pivot = [pairs.pop()] if len(pairs) % 2 == 0 else []
        return make_circle_seating(pivot, pairs)

    def change(
        self,
        seating: Seating,
        leavers: Collection[Player],
        arrivals: Sequence[tuple[Player, str]],
        round_no: int,
    ) -> Seating:
        """Return *seating* of round *round_no* after arrivals and departures."""
        pivot, circle = read_circle(seating)
        return mend_circle(
            [pair for pair in pivot if _clear_if_leaving(pair, leavers)],
            [_clear_if_leaving(pair, leavers) for pair in circle],
            _list_arriving_pairs(arrivals),
        )

    def advance(self, seating: Seating, outcomes: Outcomes, round_no: int) -> Seating:
        """Return the seating after one change: the circle turns by one pair."""
        pivot, circle = read_circle(seating)
        return make_circle_seating(pivot, [*circle[1:], circle[0]])


def read_circle(seating: Seating) -> tuple[list[Pair], list[Pair]]:
    """Return the pivot pair, if any, and the other pairs in their circle.

    The circle turns by one pair in each round.

    >>> read_circle(AllPairsMeetRule().seat(["1", "2", "3"], ["1", "2", "3"]))
    ([], [('1', '1'), ('2', '2'), ('3', '3')])
    """
    head_table, *other_tables = seating
    pivot = [head_table.sides[0]] if len(head_table.sides) > 1 else []
    # The circle goes up the N-S seats, back down the E-W seats, and ends at table 1.
    north_south = [table.sides[0] for table in other_tables]
    east_west = [table.sides[1] for table in reversed(other_tables)]
    return pivot, [*north_south, *east_west, head_table.sides[-1]]


def make_circle_seating(pivot: Sequence[Pair], circle: Sequence[Pair]) -> Seating:
    """Return the seating of a *circle* of pairs: the reverse of :func:`read_circle`.

    >>> [table.sides for table in make_circle_seating([], [("1",), ("2",), ("3",)])]
    [(('3',),), (('1',), ('2',))]
    """
    *circling_pairs, visitor = circle
    tables = [PartyTable(1, (*pivot, visitor))]
    for index in range(len(circling_pairs) // 2):
        tables.append(PartyTable(index + 2, (circling_pairs[index], circling_pairs[-1 - index])))
    return tuple(tables)


def _clear_if_leaving(pair: Pair, leavers: Collection[Player]) -> Pair:
    """Return *pair*, or an empty place if one of the pair leaves."""
    if any(player in leavers for player in pair):
        return ()
    return pair


def _list_arriving_pairs(arrivals: Sequence[tuple[Player, str]]) -> list[Pair]:
    return list(zip(*split_by_letter(arrivals), strict=True))


def _join_halves(tables: list[list[Pair]], arrivals: list[Pair]) -> Seating:
    """Return the tables (N-S, E-W) with at most one empty place.

    Arrivals fill empty places first, then pairs from the foot.
    """
    # A pair left alone becomes N-S, so that only E-W places and whole tables are empty.
    for table in tables:
        if not table[0]:
            table.reverse()
    for pair in arrivals:
        open_tables = [table for table in tables if not table[1]]
        if not open_tables:
            tables.append([pair, ()])
        elif not open_tables[0][0]:
            open_tables[0][0] = pair
        else:
            open_tables[0][1] = pair
    # The last single pair visits the first one, until one of them is left at most.
    half_tables = [table for table in tables if table[0] and not table[1]]
    while len(half_tables) > 1:
        first_half = half_tables.pop(0)
        last_half = half_tables.pop()
        first_half[1] = last_half[0]
        last_half[0] = ()
    # Empty tables are filled by the tables at the foot.
    while not all(table[0] for table in tables):
        foot_table = tables.pop()
        empty_tables = [table for table in tables if not table[0]]
        if foot_table[0] and empty_tables:
            empty_tables[0][:] = foot_table
    return tuple(
        PartyTable(number, tuple(filter(None, table)))
        for number, table in enumerate(tables, start=1)
    )


def mend_circle(pivot: list[Pair], circle: list[Pair], arrivals: list[Pair]) -> Seating:
    """Return the seating around the circle without its empty places.

    Arrivals fill them first, then the pivot, then pairs from the foot.

    >>> [table.sides for table in mend_circle([], [("1",), ("2",), ("3",)], [("4",)])]
    [(('4',), ('3',)), (('1',), ('2',))]
    """
    pair_count = sum(map(bool, circle)) + len(pivot) + len(arrivals)
    while () in circle and (pivot or arrivals):
        if not arrivals and pair_count % 2 == 0:
            break  # an even number needs its pivot
        circle[circle.index(())] = arrivals.pop(0) if arrivals else pivot.pop(0)
    # The middle of the circle is the foot table, which is given up for each empty place.
    while () in circle:
        middle = len(circle) // 2
        foot_pairs = [pair for pair in circle[middle - 1 : middle + 1] if pair]
        del circle[middle - 1 : middle + 1]
        while foot_pairs and () in circle:
            circle[circle.index(())] = foot_pairs.pop(0)
        pivot = [*pivot, *foot_pairs]
    if not pivot and arrivals:
        pivot = [arrivals.pop(0)]
    # Arrivals make new foot tables, two by two. A last single one is joined by the pivot.
    while arrivals:
        new_table = arrivals[:2]
        del arrivals[:2]
        if len(new_table) == 1:
            new_table += pivot
            pivot = []
        middle = len(circle) // 2
        circle[middle:middle] = new_table
    return make_circle_seating(pivot, circle)
