"""Freeze-out: losers are out, until one pair remains.

A pair that is out has a table of its own, where ``games_here`` holds the round in which it lost. A
pair without opponents waits one round at such a table without ``games_here``.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from movements.party.model import OUT_TABLE_NO, Outcomes, PartyTable, Player, Seating
from movements.party.rules.seats import split_by_letter, split_seating

Pair: TypeAlias = tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class FreezeOut:
    """Partners stay together. Winners of two tables meet, losers are out for the evening.

    With an odd number of pairs the last one waits for a round, and plays at table 1 in the next.

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
        """Return one sentence on the moves after a game."""
        return "Partners stay together. Winners meet winners and losers are out, until one pair remains."

    @property
    def expected(self) -> str:
        """Return its tables in words, for error messages."""
        return "two sides of 2 at every table, or one side of 2 that waits or is out"

    def has_legal_sides(self, seating: Seating, index: int) -> bool:
        """Return whether the table with this *index* has sides of a legal size."""
        return seating[index].sizes in ([2, 2], [2])

    def most_rounds(self, players: int) -> int | None:
        """Return the rounds after which one pair remains."""
        pairs = players // 2
        # Each round halves the pairs, rounding up. A single pair still has one round to report.
        rounds = (pairs - 1).bit_length()
        return max(rounds, 1)

    def seat(self, seat_a: Sequence[Player], seat_b: Sequence[Player]) -> Seating:
        """Return the pairs in the given order, two to a table. An odd one waits."""
        return _seat_pairs(list(zip(seat_a, seat_b, strict=True)), [])

    def change(
        self,
        seating: Seating,
        leavers: Collection[Player],
        arrivals: Sequence[tuple[Player, str]],
        round_no: int,
    ) -> Seating:
        """Return *seating* of round *round_no* after arrivals and departures.

        Arrivals are not out, whatever the round. A pair leaves if either partner leaves.
        """
        leavers = set(leavers)
        playing_pairs = [pair for pair in _iter_playing_pairs(seating) if leavers.isdisjoint(pair)]
        arrivals_a, arrivals_b = split_by_letter(arrivals)
        playing_pairs += zip(arrivals_a, arrivals_b, strict=True)
        tables_out = [
            table for table in _iter_losers_tables(seating) if leavers.isdisjoint(table.players)
        ]
        return _seat_pairs(playing_pairs, tables_out)

    def advance(self, seating: Seating, outcomes: Outcomes, round_no: int) -> Seating:
        """Return the seating of the winners, with the pair that waited first."""
        playing_tables, resting_tables = split_seating(seating)
        # Without a game, only one pair is left.
        if not playing_tables:
            return seating
        waiting_pairs: list[Pair] = []
        for table in resting_tables:
            if not table.games_here:
                waiting_pairs += table.sides
        winners: list[Pair] = []
        new_tables_out: list[PartyTable] = []
        for table in playing_tables:
            winner_index = outcomes[table.table_no].winner or 0
            winners.append(table.sides[winner_index])
            loser = table.sides[1 - winner_index]
            new_tables_out.append(_make_losers_table(loser, round_no))
        return _seat_pairs(
            [*waiting_pairs, *winners], [*new_tables_out, *_iter_losers_tables(seating)]
        )


def _make_losers_table(pair: Pair, round_no: int) -> PartyTable:
    """Return the table of a pair that is out since it lost in *round_no*, not yet numbered."""
    lost_in_round = tuple((player, round_no) for player in pair)
    return PartyTable(1, (pair,), games_here=lost_in_round, waits_at=OUT_TABLE_NO)


def _iter_playing_pairs(seating: Seating) -> Iterator[Pair]:
    return (side for table in seating if not table.games_here for side in table.sides)


def _iter_losers_tables(seating: Seating) -> Iterator[PartyTable]:
    return (table for table in seating if table.games_here)


def _seat_pairs(pairs: Sequence[Pair], tables_out: Iterable[PartyTable]) -> Seating:
    """Return *pairs* two to a table, an odd one alone, then *tables_out*."""
    tables = [PartyTable(1, tuple(pairs[start : start + 2])) for start in range(0, len(pairs), 2)]
    all_tables = [*tables, *tables_out]
    return tuple(
        replace(table, table_no=number) for number, table in enumerate(all_tables, start=1)
    )
