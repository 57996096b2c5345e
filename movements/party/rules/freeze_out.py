"""Freeze-out: whoever loses a game is out, until one pair remains.

A pair that is out has a table of its own, at which nobody plays; the round in which it went out stands there.  A pair
without opponents waits one round at such a table without a number.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from movements.party.model import OUT, Outcomes, PartyTable, Player, Seating

Pair: TypeAlias = tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class FreezeOut:
    """Partners stay together; the winners of two tables meet, and losers are out for the evening.

    With an odd number of pairs the last one waits a round and plays at table 1 in the next.

    >>> from movements.party.model import TableOutcome
    >>> seating = FreezeOut().seat(["a", "c", "e"], ["b", "d", "f"])
    >>> [table.sides for table in FreezeOut().advance(seating, {1: TableOutcome(1)}, 1)]
    [(('e', 'f'), ('c', 'd')), (('a', 'b'),)]
    """

    size: int = 4
    pairs: bool = True
    fixed: bool = False

    @property
    def summary(self) -> str:
        """Return what happens after a game, in a sentence."""
        return "Partners stay together: winners meet winners, and whoever loses is out, until one pair remains."

    @property
    def expected(self) -> str:
        """Return in words what its tables look like."""
        return "two sides of 2 at every table, or one side of 2 that waits or is out"

    def fits(self, seating: Seating, at: int) -> bool:
        """Return whether the table at this place of *seating* has sides of a legal size."""
        return [len(side) for side in seating[at].sides] in ([2, 2], [2])

    def most_rounds(self, players: int) -> int | None:
        """Return the rounds after which one pair remains."""
        return max((players // 2 - 1).bit_length(), 1)

    def seat(self, seat_a: Sequence[Player], seat_b: Sequence[Player]) -> Seating:
        """Return the pairs of the order given, two to a table; an odd one waits."""
        return _laid(list(zip(seat_a, seat_b, strict=True)), [])

    def change(
        self, seating: Seating, leavers: Collection[Player], arrivals: Sequence[tuple[Player, str]], round_no: int
    ) -> Seating:
        """Return *seating*, which is for round *round_no*, with the pairs that come and go; who comes is in."""
        playing = [pair for pair in _still_in(seating) if not set(pair) & set(leavers)]
        letters = ([player for player, of in arrivals if of == letter] for letter in "AB")
        out = [table for table in _out(seating) if not set(table.players) & set(leavers)]
        return _laid([*playing, *zip(*letters, strict=True)], out)

    def advance(self, seating: Seating, outcomes: Outcomes, round_no: int) -> Seating:
        """Return the seating of those who won, with whoever waited first."""
        tables = [table for table in seating if not table.sits_out]
        if not tables:
            return seating
        waiting = [pair for table in seating if table.sits_out and not table.games_here for pair in table.sides]
        won = [table.sides[outcomes[table.table_no].winner or 0] for table in tables]
        lost = [
            PartyTable(1, (side,), games_here=tuple((player, round_no) for player in side), waits_at=OUT)
            for table in tables
            for at, side in enumerate(table.sides)
            if at != (outcomes[table.table_no].winner or 0)
        ]
        return _laid([*waiting, *won], [*lost, *_out(seating)])


def _still_in(seating: Seating) -> Iterator[Pair]:
    return (side for table in seating if not table.games_here for side in table.sides)


def _out(seating: Seating) -> Iterator[PartyTable]:
    return (table for table in seating if table.games_here)


def _laid(pairs: Sequence[Pair], out: Iterable[PartyTable]) -> Seating:
    """Return *pairs* two to a table, the odd one alone, and behind them the tables of those who are *out*."""
    tables = [PartyTable(1, tuple(pairs[at : at + 2])) for at in range(0, len(pairs), 2)]
    return tuple(replace(table, table_no=number) for number, table in enumerate([*tables, *out], start=1))
