"""Everybody plays alone.

All against all at tables of two, or the best on and the worst back at tables of four.

Responsible for cribbage evenings and beetle drives.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from movements.party.model import Outcomes, PartyTable, Player, Seating, TableOutcome
from movements.party.rules.pair_cycles import circle_mended, circle_of, from_circle
from movements.party.rules.progress import in_order
from movements.party.rules.reseat import Lettered, players_left, reseat
from movements.party.rules.seats import in_turn, table_of, table_sizes


@dataclass(frozen=True, slots=True)
class OneOnOne:
    """Tables of two: everybody moves one seat about an anchor, and nobody meets twice.

    With an odd number there is no anchor, and whoever comes to table 1 sits out.

    >>> seating = OneOnOne().seat(["1", "3"], ["2", "4"])
    >>> [[side[0] for side in table.sides] for table in seating]
    [['4', '3'], ['1', '2']]
    >>> [[side[0] for side in table.sides] for table in OneOnOne().advance(seating, {}, 1)]
    [['4', '1'], ['2', '3']]
    """

    size: int = 2
    pairs: bool = False
    fixed: bool = True

    @property
    def summary(self) -> str:
        """Return one sentence on what happens after a game."""
        return "Everyone plays alone. One player stays; all others move one seat after every game. Nobody meets twice."

    @property
    def expected(self) -> str:
        """Describe its tables in words."""
        return "two sides of 1 at every table, but at table 1 a player may sit out"

    def fits(self, seating: Seating, at: int) -> bool:
        """Return whether the table at this place of *seating* has sides of a legal size."""
        sizes = seating[at].sizes
        return sizes == [1, 1] or (sizes == [1] and at == 0)

    def most_rounds(self, players: int) -> int | None:
        """Return the rounds in which everybody meets everybody."""
        return (players - 1) | 1

    def seat(self, seat_a: Sequence[Player], seat_b: Sequence[Player]) -> Seating:
        """Return the first seating, the last of an even number the anchor."""
        circle = [(player,) for player in in_turn(seat_a, seat_b)]
        anchor = [circle.pop()] if len(circle) % 2 == 0 else []
        return from_circle(anchor, circle)

    def change(
        self,
        seating: Seating,
        leavers: Collection[Player],
        arrivals: Sequence[Lettered],
        round_no: int,
    ) -> Seating:
        """Return *seating* of round *round_no* after arrivals and departures."""
        anchor, circle = circle_of(seating)
        stay = [unit for unit in anchor if unit[0] not in leavers]
        kept = [() if unit[0] in leavers else unit for unit in circle]
        return circle_mended(stay, kept, [(player,) for player, _letter in arrivals])

    def advance(self, seating: Seating, outcomes: Outcomes, round_no: int) -> Seating:
        """Return the seating after one change: the circle turns by one player."""
        anchor, circle = circle_of(seating)
        return from_circle(anchor, [*circle[1:], circle[0]])


@dataclass(frozen=True, slots=True)
class BestAndWorst:
    """Tables of four in a ring, everybody alone.

    The best moves on one table, the worst back one.

    Those who fill no table of four make tables of three, or with ``odd`` = ``fives`` of five where
    that can be.  Of equals the one in the lower seat moves; whoever comes takes the seat of the one
    who left the same way.

    >>> seating = BestAndWorst().seat(["1", "3", "5", "7"], ["2", "4", "6", "8"])
    >>> points = {1: TableOutcome(points=(14, 9, 9, 3)), 2: TableOutcome(points=(2, 8, 14, 5))}
    >>> [table.players for table in BestAndWorst().advance(seating, points, 1)]
    [('7', '2', '3', '5'), ('4', '6', '1', '8')]
    """

    odd: str = "threes"
    size: int = 4
    pairs: bool = False
    fixed: bool = False

    @property
    def summary(self) -> str:
        """Return one sentence on what happens after a game."""
        return (
            "Everyone plays alone. The best at a table goes to the next higher table number, the worst to the next "
            "lower. The last table and table 1 are neighbours. In a tie, the player in the lower seat moves."
        )

    @property
    def expected(self) -> str:
        """Describe its tables in words."""
        return "three to five sides of 1 at every table"

    def fits(self, seating: Seating, at: int) -> bool:
        """Return whether the table at this place of *seating* has sides of a legal size."""
        sides = seating[at].sides
        return 3 <= len(sides) <= 5 and all(len(side) == 1 for side in sides)

    def most_rounds(self, players: int) -> int | None:
        """Return ``None``: an evening may go on."""
        return None

    def sizes(self, players: int) -> list[int]:
        """Return how many sit at each table.

        >>> BestAndWorst().sizes(10), BestAndWorst("fives").sizes(10), BestAndWorst("fives").sizes(11)
        ([4, 3, 3], [5, 5], [4, 4, 3])
        """
        over = players % self.size
        if over and self.odd == "fives" and over <= players // self.size:
            return table_sizes(players, self.size, "five-at-table")[0][::-1]
        tables = -(-players // self.size)
        threes = self.size * tables - players
        return [self.size] * (tables - threes) + [3] * threes

    def seat(self, seat_a: Sequence[Player], seat_b: Sequence[Player]) -> Seating:
        """Return the first seating, in the order given from table 1 on."""
        people = [(player, "A") for player in in_turn(seat_a, seat_b)]
        tables, start = [], 0
        for number, size in enumerate(self.sizes(len(people)), start=1):
            tables.append(table_of(number, people[start : start + size], alone=True))
            start += size
        return tuple(tables)

    def change(
        self,
        seating: Seating,
        leavers: Collection[Player],
        arrivals: Sequence[Lettered],
        round_no: int,
    ) -> Seating:
        """Return *seating* of round *round_no* after arrivals and departures."""
        players = players_left(seating, leavers, arrivals)
        return reseat(seating, leavers, arrivals, (self.sizes(players), 0), alone=True)

    def advance(self, seating: Seating, outcomes: Outcomes, round_no: int) -> Seating:
        """Return the seating after a round with these *outcomes*."""
        ends = [best_and_worst(table, outcomes[table.table_no]) for table in seating]
        chairs = [[side[0] for side in table.sides] for table in seating]
        moved = [list(players) for players in chairs]
        for at, (best, worst) in enumerate(ends):
            higher, lower = (at + 1) % len(seating), at - 1
            moved[higher][ends[higher][0]] = chairs[at][best]
            moved[lower][ends[lower][1]] = chairs[at][worst]
        return tuple(
            replace(table, sides=tuple((player,) for player in players), games_here=())
            for table, players in zip(seating, moved, strict=True)
        )


def best_and_worst(table: PartyTable, outcome: TableOutcome) -> tuple[int, int]:
    """Return the sides that leave *table*, the best and the worst.

    Of equals the lower seat, unless they have cut.

    >>> best_and_worst(PartyTable(1, (("1",), ("2",), ("3",), ("4",))), TableOutcome(points=(9, 9, 9, 9)))
    (0, 1)
    """
    best = in_order(table, outcome)[0]
    cut = [side for side in outcome.cut if side != best][::-1]
    lowest = TableOutcome(points=outcome.points, cut=tuple(cut))
    return best, next(side for side in in_order(table, lowest, lowest=True) if side != best)
