"""Fixed shifts: how far a player moves depends on the chair alone, whoever wins.

Also says after how many rounds players meet again.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import gcd

from movements.model import join_with_and
from movements.party.model import Outcomes, Player, Seating
from movements.party.rules.seats import (
    LetteredPlayer,
    compute_table_sizes,
    count_remaining_players,
    exchange_sit_outs,
    lay_tables,
    reseat_players,
    split_seating,
)

SEATS = ("N", "S", "E", "W")
"""The chairs of a table: the two seats of side 0, A and B, then those of side 1."""
MAX_SHIFT = 9


@dataclass(frozen=True, slots=True)
class ShiftRule:
    """A ring of tables in which chairs N, S, E and W move by their *shifts* after every round.

    A shift of 1 is to the next higher table number, -1 to the next lower. The last table and table 1
    are neighbours.

    >>> seating = ShiftRule((0, 1, 2, -2)).seat(["N1", "E1", "N2", "E2"], ["S1", "W1", "S2", "W2"])
    >>> [table.sides for table in ShiftRule((0, 1, 2, -2)).advance(seating, {}, 1)]
    [(('N1', 'S2'), ('E1', 'W1')), (('N2', 'S1'), ('E2', 'W2'))]
    """

    shifts: tuple[int, int, int, int]
    size: int = 4
    fixed: bool = True

    @property
    def pairs(self) -> bool:
        """Return whether partners stay together."""
        north, south, east, west = self.shifts
        return north == south and east == west

    @property
    def summary(self) -> str:
        """Return one sentence on the moves after a game."""
        moves = "; ".join(
            f"{join_with_and(chairs)} {_format_shift(shift, len(chairs))}"
            for shift, chairs in _group_chairs_by_shift(self.shifts)
        )
        return f"Whoever wins: {moves}; the last table and table 1 are neighbours."

    @property
    def expected(self) -> str:
        """Return its tables in words, for error messages."""
        return "two sides of 2 at every table, those who sit out last"

    def has_legal_sides(self, seating: Seating, index: int) -> bool:
        """Return whether the table with this *index* has sides of a legal size."""
        sizes = seating[index].sizes
        if sizes == [2, 2]:
            return True
        is_last = index == len(seating) - 1
        return is_last and sizes in ([[2]] if self.pairs else [[1], [2], [3]])

    def most_rounds(self, players: int) -> int | None:
        """Return None: an evening may go on, although players then meet again."""
        return None

    def seat(self, seat_a: Sequence[Player], seat_b: Sequence[Player]) -> Seating:
        """Return the first seating, in the order given from table 1 on."""
        return lay_tables(seat_a, seat_b)

    def change(
        self,
        seating: Seating,
        leavers: Collection[Player],
        arrivals: Sequence[LetteredPlayer],
        round_no: int,
    ) -> Seating:
        """Return *seating* after arrivals and departures."""
        players = count_remaining_players(seating, leavers, arrivals)
        return reseat_players(seating, leavers, arrivals, compute_table_sizes(players, self.size))

    def advance(self, seating: Seating, outcomes: Outcomes, round_no: int) -> Seating:
        """Return the seating after round *round_no*, whatever its outcomes."""
        playing, resting = split_seating(seating)
        players_by_table = [table.players for table in playing]
        moved_tables = []
        for index, table in enumerate(playing):
            # Chair by chair: the player who arrives comes from the table that is one shift back.
            north, south, east, west = (
                players_by_table[(index - shift) % len(playing)][chair]
                for chair, shift in enumerate(self.shifts)
            )
            sides = ((north, south), (east, west))
            moved_tables.append(replace(table, sides=sides, seats="", games_here=()))
        return exchange_sit_outs(moved_tables, resting, is_for_pairs=self.pairs)

    def count_tables(self, players: int) -> int:
        """Return the number of tables for this number of *players*."""
        return players // self.size

    def count_rounds_apart(self, players: int) -> int:
        """Return the rounds before two players of different chairs meet at a table again.

        Chairs with the same shift are not counted: their players are together in every round.

        >>> [ShiftRule((0, 1, 2, -2)).count_rounds_apart(4 * tables) for tables in (5, 6, 12)]
        [5, 2, 3]
        """
        tables = self.count_tables(players)
        differences = {
            abs(shift - other_shift) for shift, other_shift in combinations(self.shifts, 2)
        } - {0}
        # Two chairs meet again when their distance is a multiple of the ring.
        return min((tables // gcd(tables, difference) for difference in differences), default=1)


def _group_chairs_by_shift(shifts: Sequence[int]) -> Iterator[tuple[int, list[str]]]:
    """Yield every shift with its chairs, in the order of the chairs."""
    chairs_by_shift: dict[int, list[str]] = {}
    for chair, shift in zip(SEATS, shifts, strict=True):
        chairs_by_shift.setdefault(shift, []).append(chair)
    yield from chairs_by_shift.items()


def _format_shift(shift: int, chair_count: int) -> str:
    if shift == 0:
        return "stays" if chair_count == 1 else "stay"
    verb = "goes" if chair_count == 1 else "go"
    direction = "higher" if shift > 0 else "lower"
    if abs(shift) == 1:
        return f"{verb} to the next {direction} table number"
    return f"{verb} {abs(shift)} tables towards the {direction} numbers"


def describe_meeting_again(rule: object, players: int) -> str:
    """Return a sentence on when players meet again by fixed shifts, or "" for another *rule*.

    >>> describe_meeting_again(ShiftRule((0, 1, 2, -2)), 48)
    'With 12 tables some players meet again after 3 rounds.'
    >>> describe_meeting_again(ShiftRule((1, -1, 1, -1)), 24)
    'With 6 tables the same four players meet again after 3 rounds.'
    """
    if not isinstance(rule, ShiftRule) or players < 2 * rule.size:
        return ""
    rounds_apart = rule.count_rounds_apart(players)
    if len(set(rule.shifts)) == len(rule.shifts):
        players_meet = "some players meet"
    else:
        players_meet = "the same four players meet"
    rounds = "every round" if rounds_apart == 1 else f"after {rounds_apart} rounds"
    return f"With {players // rule.size} tables {players_meet} again {rounds}."
