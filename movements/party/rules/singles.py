"""Everybody plays alone at a beetle drive: the best moves up and the worst moves down."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from math import ceil

from movements.party.model import Outcomes, PartyTable, Player, Seating, TableOutcome
from movements.party.rules.progress import rank_sides
from movements.party.rules.seats import (
    LetteredPlayer,
    compute_table_sizes,
    count_remaining_players,
    list_players_in_turn,
    make_table,
    reseat_players,
)


@dataclass(frozen=True, slots=True)
class BestAndWorst:
    """Tables of four in a ring, where everybody plays alone.

    The best goes to the next higher table number, the worst to the next lower. Leftover players make
    tables of three, or with ``odd`` = ``fives`` of five if possible. Of equals the one in the lower
    seat moves. An arrival takes the seat of the player who left in the same direction.

    >>> seating = BestAndWorst().seat(["1", "3", "5", "7"], ["2", "4", "6", "8"])
    >>> points = {1: TableOutcome(points=(14, 9, 9, 3)), 2: TableOutcome(points=(2, 8, 14, 5))}
    >>> [table.players for table in BestAndWorst().advance(seating, points, 1)]
    [('7', '2', '3', '5'), ('4', '6', '1', '8')]
    """

    leftover_rule: str = "threes"
    size: int = 4
    pairs: bool = False
    fixed: bool = False

    @property
    def summary(self) -> str:
        """Return one sentence on the moves after a game."""
        return (
            "Everyone plays alone. The best at a table goes to the next higher table number, the "
            "worst to the next lower. The last table and table 1 are neighbours. In a tie, the "
            "player in the lower seat moves."
        )

    @property
    def expected(self) -> str:
        """Return its tables in words, for error messages."""
        return "three to five sides of 1 at every table"

    def has_legal_sides(self, seating: Seating, index: int) -> bool:
        """Return whether the table with this *index* has sides of a legal size."""
        sides = seating[index].sides
        return 3 <= len(sides) <= 5 and all(len(side) == 1 for side in sides)

    def most_rounds(self, players: int) -> int | None:
        """Return None: an evening may go on."""
        return None

    def list_table_sizes(self, players: int) -> list[int]:
        """Return the size of each table.

        >>> (
        ...     BestAndWorst().list_table_sizes(10),
        ...     BestAndWorst("fives").list_table_sizes(10),
        ...     BestAndWorst("fives").list_table_sizes(11),
        ... )
        ([4, 3, 3], [5, 5], [4, 4, 3])
        """
        full_tables, leftover = divmod(players, self.size)
        if leftover and self.leftover_rule == "fives" and leftover <= full_tables:
            sizes, _sitting_out = compute_table_sizes(players, self.size, "five-at-table")
            return sizes[::-1]
        # One more table, for which others give up a player each.
        tables = ceil(players / self.size)
        threes = self.size * tables - players
        return [self.size] * (tables - threes) + [3] * threes

    def seat(self, seat_a: Sequence[Player], seat_b: Sequence[Player]) -> Seating:
        """Return the first seating, in the order given from table 1 on."""
        people = [(player, "A") for player in list_players_in_turn(seat_a, seat_b)]
        tables = []
        start = 0
        for number, size in enumerate(self.list_table_sizes(len(people)), start=1):
            tables.append(make_table(number, people[start : start + size], is_for_singles=True))
            start += size
        return tuple(tables)

    def change(
        self,
        seating: Seating,
        leavers: Collection[Player],
        arrivals: Sequence[LetteredPlayer],
        round_no: int,
    ) -> Seating:
        """Return *seating* of round *round_no* after arrivals and departures."""
        players = count_remaining_players(seating, leavers, arrivals)
        return reseat_players(
            seating, leavers, arrivals, (self.list_table_sizes(players), 0), is_for_singles=True
        )

    def advance(self, seating: Seating, outcomes: Outcomes, round_no: int) -> Seating:
        """Return the seating after a round with these *outcomes*."""
        leaving_sides = [get_best_and_worst(table, outcomes[table.table_no]) for table in seating]
        best_sides = [best for best, _worst in leaving_sides]
        worst_sides = [worst for _best, worst in leaving_sides]
        previous_players = [table.players for table in seating]
        new_players = [list(players) for players in previous_players]
        for index, players in enumerate(previous_players):
            higher = (index + 1) % len(seating)
            lower = index - 1  # of table 1 it is -1, the last table
            new_players[higher][best_sides[higher]] = players[best_sides[index]]
            new_players[lower][worst_sides[lower]] = players[worst_sides[index]]
        new_tables = []
        for table, moved_players in zip(seating, new_players, strict=True):
            sides = tuple((player,) for player in moved_players)
            # Nobody has finished a game at the new table.
            new_tables.append(replace(table, sides=sides, games_here=()))
        return tuple(new_tables)


def get_best_and_worst(table: PartyTable, outcome: TableOutcome) -> tuple[int, int]:
    """Return the sides that leave *table*: the best and the worst.

    Of equal sides it is the first in the cut, or the one in the lower seat.

    >>> get_best_and_worst(PartyTable(1, (("1",), ("2",), ("3",), ("4",))), TableOutcome(points=(9, 9, 9, 9)))
    (0, 1)
    """
    best = rank_sides(table, outcome)[0]
    # For the worst the last in the cut comes first.
    reversed_cut = [side for side in reversed(outcome.cut) if side != best]
    lowest_first = rank_sides(
        table, TableOutcome(points=outcome.points, cut=tuple(reversed_cut)), is_lowest_first=True
    )
    return best, next(side for side in lowest_first if side != best)
