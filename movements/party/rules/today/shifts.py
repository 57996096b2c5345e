"""Fixed shifts by seat: how far somebody moves depends on the chair alone, whoever wins.

Responsible for the shifts told by name, by seats and by colours, and for when people meet again.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import gcd

from movements.model import listed
from movements.party.model import Outcomes, Player, Seating
from movements.party.rules.reseat import Lettered, players_left, reseat, take_turns
from movements.party.rules.seats import lay_tables, table_sizes

SEATS = ("N", "S", "E", "W")
"""The chairs of a table: the two seats of side 0, A and B, then those of side 1."""
MOST_SHIFT = 9


@dataclass(frozen=True, slots=True)
class Shifts:
    """A ring of tables in which chair N, S, E and W moves so many tables after every round.

    A shift of 1 is to the next higher table number, -1 to the next lower; the last table and table
    1 are neighbours.

    >>> seating = Shifts((0, 1, 2, -2)).seat(["N1", "E1", "N2", "E2"], ["S1", "W1", "S2", "W2"])
    >>> [table.sides for table in Shifts((0, 1, 2, -2)).advance(seating, {}, 1)]
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
        """Return one sentence on what happens after a game."""
        told = "; ".join(
            f"{listed(seats)} {_shift_text(shift, len(seats))}"
            for shift, seats in _chairs_by_shift(self.shifts)
        )
        return f"Whoever wins: {told}; the last table and table 1 are neighbours."

    @property
    def expected(self) -> str:
        """Describe its tables in words."""
        return "two sides of 2 at every table, those who sit out last"

    def fits(self, seating: Seating, at: int) -> bool:
        """Return whether the table at this place of *seating* has sides of a legal size."""
        sizes = seating[at].sizes
        out = [2] if self.pairs else [1, 2, 3]
        return sizes == [2, 2] or (at == len(seating) - 1 and len(sizes) == 1 and sizes[0] in out)

    def most_rounds(self, players: int) -> int | None:
        """Return ``None``: an evening may go on, though people meet again then."""
        return None

    def seat(self, seat_a: Sequence[Player], seat_b: Sequence[Player]) -> Seating:
        """Return the first seating, in the order given from table 1 on."""
        return lay_tables(seat_a, seat_b)

    def change(
        self,
        seating: Seating,
        leavers: Collection[Player],
        arrivals: Sequence[Lettered],
        round_no: int,
    ) -> Seating:
        """Return *seating* with those who come and go."""
        players = players_left(seating, leavers, arrivals)
        return reseat(seating, leavers, arrivals, table_sizes(players, self.size))

    def advance(self, seating: Seating, outcomes: Outcomes, round_no: int) -> Seating:
        """Return the seating after round *round_no*, whatever its outcomes."""
        playing = [table for table in seating if not table.sits_out]
        tables = len(playing)
        chairs = [table.players for table in playing]
        moved = [
            tuple(chairs[(at - shift) % tables][chair] for chair, shift in enumerate(self.shifts))
            for at in range(tables)
        ]
        turned = [
            replace(table, sides=((n, s), (e, w)), seats="", games_here=())
            for table, (n, s, e, w) in zip(playing, moved, strict=True)
        ]
        return take_turns(turned, [table for table in seating if table.sits_out], pairs=self.pairs)

    def tables_for(self, players: int) -> int:
        """Return the tables at which so many play."""
        return players // self.size

    def rounds_apart(self, players: int) -> int:
        """Return the rounds that can be played before any two of different chairs sit at one table again.

        Two whose chairs go the same way are at the same table in every round and are not looked at.

        >>> [Shifts((0, 1, 2, -2)).rounds_apart(4 * tables) for tables in (5, 6, 12)]
        [5, 2, 3]
        """
        tables = self.tables_for(players)
        apart = {abs(shift - other) for shift, other in combinations(self.shifts, 2)} - {0}
        return min((tables // gcd(tables, by) for by in apart), default=1)


def _chairs_by_shift(shifts: Sequence[int]) -> Iterator[tuple[int, list[str]]]:
    """Yield every shift in the order of the chairs, with the chairs that have it."""
    for shift in dict.fromkeys(shifts):
        yield shift, [seat for seat, by in zip(SEATS, shifts, strict=True) if by == shift]


def _shift_text(shift: int, many: int) -> str:
    if shift == 0:
        if many == 1:
            return "sits"
        return "sit"
    goes = "goes" if many == 1 else "go"
    if abs(shift) == 1:
        return f"{goes} to the next {'higher' if shift > 0 else 'lower'} table number"
    return f"{goes} {abs(shift)} tables toward the {'higher' if shift > 0 else 'lower'} numbers"


def meets_again(rule: object, players: int) -> str:
    """Return when people meet again by a *rule* of fixed shifts, as a sentence.

    Empty for every other rule.

    >>> meets_again(Shifts((0, 1, 2, -2)), 48)
    'With 12 tables some players meet again after 3 rounds.'
    >>> meets_again(Shifts((1, -1, 1, -1)), 24)
    'With 6 tables the same four players meet again after 3 rounds.'
    """
    if not isinstance(rule, Shifts) or players < 2 * rule.size:
        return ""
    apart = rule.rounds_apart(players)
    if len(set(rule.shifts)) == len(rule.shifts):
        who = "some players meet"
    else:
        who = "the same four players meet"
    rounds = "every round" if apart == 1 else f"after {apart} rounds"
    return f"With {players // rule.size} tables {who} again {rounds}."
