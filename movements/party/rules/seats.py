"""Seat players in the given order: full tables from the head, then the leftover players.

Decides seat letters if one group is larger than the other, sizes of tables, and rows.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, zip_longest
from math import ceil
from typing import TypeAlias

from movements.party.model import OUT, Outcomes, PartyTable, Player, Seating

TABLES_PER_ROW = 16
"""Tables of a row in a large room, by the books."""


def even_groups(
    seat_a: Sequence[Player], seat_b: Sequence[Player]
) -> tuple[list[Player], list[Player]]:
    """Return both groups after moving the last of the larger one until they differ by one at most.

    >>> even_groups(["L1", "L2", "L3", "L4"], ["G1"])
    (['L1', 'L2', 'L3'], ['G1', 'L4'])
    """
    first, second = list(seat_a), list(seat_b)
    while len(first) - len(second) > 1:
        second.append(first.pop())
    while len(second) - len(first) > 1:
        first.append(second.pop())
    return first, second


def split_seating(seating: Sequence[PartyTable]) -> tuple[list[PartyTable], list[PartyTable]]:
    """Return the tables that play, and those that sit out.

    >>> tables = (PartyTable(1, (("a", "b"), ("c", "d"))), PartyTable(2, (("e",),)))
    >>> [[table.table_no for table in part] for part in split_seating(tables)]
    [[1], [2]]
    """
    playing = [table for table in seating if not table.sits_out]
    resting = [table for table in seating if table.sits_out]
    return playing, resting


def split_by_letter(people: Sequence[tuple[Player, str]]) -> tuple[list[Player], list[Player]]:
    """Return the players in seats A, and those in seats B.

    >>> split_by_letter([("L1", "A"), ("G1", "B"), ("L2", "A")])
    (['L1', 'L2'], ['G1'])
    """
    players_a = [player for player, letter in people if letter == "A"]
    players_b = [player for player, letter in people if letter == "B"]
    return players_a, players_b


def in_turn(seat_a: Sequence[Player], seat_b: Sequence[Player]) -> list[Player]:
    """Return all players in the order given, A and B in turn.

    >>> in_turn(["1", "3", "5"], ["2"])
    ['1', '2', '3', '5']
    """
    return [
        player for player in chain.from_iterable(zip_longest(seat_a, seat_b)) if player is not None
    ]


def lay_tables(
    seat_a: Sequence[Player],
    seat_b: Sequence[Player],
    *,
    size: int = 4,
    odd: str = "sit-out",
    rows: int = 1,
) -> Seating:
    """Return all players at tables of *size*, in the order given from the head table on.

    *odd* is what leftover players do, as for :func:`table_sizes`.

    >>> [table.sides for table in lay_tables(["L1", "L2", "L3"], ["G1", "G2"])]
    [(('L1', 'G1'), ('L2', 'G2')), (('L3',),)]
    """
    people = list(_lettered_in_turn(*even_groups(seat_a, seat_b)))
    sizes, sitting_out = table_sizes(len(people), size, odd)
    tables: list[PartyTable] = []
    start = 0
    for number, table_size in enumerate(sizes, start=1):
        tables.append(table_of(number, people[start : start + table_size]))
        start += table_size
    if sitting_out:
        tables.append(table_of(len(sizes) + 1, people[start:], plays=False))
    return in_rows(tables, rows)


def single_tables(players: Sequence[Player], sizes: Sequence[int]) -> Seating:
    """Return *players* at tables of *sizes* where everybody plays alone.

    >>> [table.sides for table in single_tables(["1", "2", "3", "4", "5", "6"], [3, 3])][1]
    (('4',), ('5',), ('6',))
    """
    tables: list[PartyTable] = []
    start = 0
    for number, size in enumerate(sizes, start=1):
        sides = tuple((player,) for player in players[start : start + size])
        tables.append(PartyTable(number, sides))
        start += size
    return tuple(tables)


def table_of(
    number: int, people: Sequence[tuple[Player, str]], *, plays: bool = True, alone: bool = False
) -> PartyTable:
    """Return the table of *people* with seat letters.

    Four or six are two sides of partners, unless everybody plays *alone*.

    >>> table_of(2, [("G1", "B"), ("L1", "A"), ("G2", "B")])
    PartyTable(table_no=2, sides=(('L1',), ('G1',), ('G2',)), row=1, games_here=(), seats='ABB', waits_at=0)
    """
    if not plays or len(people) < 4:
        people = interleave_groups(people)
    names = tuple(player for player, _letter in people)
    singles = tuple((player,) for player in names)
    if not plays:
        table = PartyTable(number, (names,))
    elif alone:
        return PartyTable(number, singles)
    elif len(names) == 4:
        (a1, a2), (b1, b2) = even_groups(*split_by_letter(people))
        return PartyTable(number, ((a1, b1), (a2, b2)))
    elif len(names) == 6:
        return PartyTable(number, (names[::2], names[1::2]))
    else:
        table = PartyTable(number, singles)
    # Only here the sides don't tell the letters.
    letters = "".join(letter for _player, letter in people)
    if letters == table.letters:
        return table
    return replace(table, seats=letters)


def interleave_groups(people: Sequence[tuple[Player, str]]) -> list[tuple[Player, str]]:
    """Return *people* with A and B in turn as long as possible.

    >>> interleave_groups([("G1", "B"), ("G2", "B"), ("L1", "A")])
    [('L1', 'A'), ('G1', 'B'), ('G2', 'B')]
    """
    group_a = [person for person in people if person[1] == "A"]
    group_b = [person for person in people if person[1] == "B"]
    return [person for pair in zip_longest(group_a, group_b) for person in pair if person]


def table_sizes(players: int, size: int, odd: str = "sit-out") -> tuple[list[int], int]:
    """Return the number of players at each table, and of those who sit out.

    *odd* is what leftover players do: ``sit-out``, ``short-table`` (two or three play at the foot) or
    ``five-at-table``. It applies to tables of four. With tables of five, leftover players make tables
    of four.

    >>> table_sizes(14, 4, "short-table"), table_sizes(14, 4), table_sizes(14, 4, "five-at-table"), table_sizes(17, 5)
    (([4, 4, 4, 2], 0), ([4, 4, 4], 2), ([4, 5, 5], 0), ([5, 4, 4, 4], 0))
    """
    tables, leftover = divmod(players, size)
    if not leftover:
        return [size] * tables, 0
    lacking = size - leftover
    # One more table, from which each lacking player makes another table a four.
    if size == 5 and tables + 1 >= lacking:
        return [5] * (tables + 1 - lacking) + [4] * lacking, 0
    if size == 4 and odd == "five-at-table" and leftover <= tables:
        return [4] * (tables - leftover) + [5] * leftover, 0
    if size == 4 and odd != "sit-out" and leftover > 1:
        return [*[4] * tables, leftover], 0
    return [size] * tables, leftover


def in_rows(tables: Sequence[PartyTable], rows: int) -> Seating:
    """Return *tables* in *rows* of nearly equal length, at least two tables in each.

    0 makes one row per 16 tables.

    >>> [table.row for table in in_rows([PartyTable(number, ()) for number in range(1, 6)], 2)]
    [1, 1, 1, 2, 2]
    """
    playing_count = sum(not table.sits_out for table in tables)
    if not rows:
        rows = ceil(playing_count / TABLES_PER_ROW)
    row_count = max(1, min(rows, playing_count // 2))
    row_length, longer_rows = divmod(playing_count, row_count)
    row_numbers: list[int] = []
    for row in range(1, row_count + 1):
        length = row_length + 1 if row <= longer_rows else row_length
        row_numbers += [row] * length
    # Tables that sit out belong to the last row.
    row_numbers += [row_count] * (len(tables) - playing_count)
    return tuple(replace(table, row=row) for table, row in zip(tables, row_numbers, strict=True))


def _lettered_in_turn(
    seat_a: Sequence[Player], seat_b: Sequence[Player]
) -> Iterator[tuple[Player, str]]:
    """Yield A and B in turn with their letters, beginning with the larger group."""
    larger, smaller = ([(player, "A") for player in seat_a], [(player, "B") for player in seat_b])
    if len(smaller) > len(larger):
        larger, smaller = smaller, larger
    for pair in zip_longest(larger, smaller):
        yield from filter(None, pair)


# Freeze-out: losers are out, until one pair remains.
#
# A pair that is out has a table of its own, where ``games_here`` holds the round in which it lost. A
# pair without opponents waits one round at such a table without ``games_here``.

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

    def fits(self, seating: Seating, index: int) -> bool:
        """Return whether the table with this *index* has sides of a legal size."""
        return seating[index].sizes in ([2, 2], [2])

    def most_rounds(self, players: int) -> int | None:
        """Return the rounds after which one pair remains."""
        pairs = players // 2
        # Each round halves the pairs, rounding up.
        return max((pairs - 1).bit_length(), 1)

    def seat(self, seat_a: Sequence[Player], seat_b: Sequence[Player]) -> Seating:
        """Return the pairs in the given order, two to a table. An odd one waits."""
        return _pairs_at_tables(list(zip(seat_a, seat_b, strict=True)), [])

    def change(
        self,
        seating: Seating,
        leavers: Collection[Player],
        arrivals: Sequence[tuple[Player, str]],
        round_no: int,
    ) -> Seating:
        """Return *seating* of round *round_no* after arrivals and departures. Arrivals are in."""
        playing = [pair for pair in _pairs_in(seating) if not set(pair) & set(leavers)]
        playing += zip(*split_by_letter(arrivals), strict=True)
        tables_out = [
            table for table in _tables_out(seating) if not set(table.players) & set(leavers)
        ]
        return _pairs_at_tables(playing, tables_out)

    def advance(self, seating: Seating, outcomes: Outcomes, round_no: int) -> Seating:
        """Return the seating of the winners, with the pair that waited first."""
        playing_tables, resting_tables = split_seating(seating)
        if not playing_tables:
            return seating  # one pair is left
        waiting: list[Pair] = []
        for table in resting_tables:
            if not table.games_here:
                waiting += table.sides
        winners: list[Pair] = []
        new_tables_out: list[PartyTable] = []
        for table in playing_tables:
            winner = outcomes[table.table_no].winner or 0
            winners.append(table.sides[winner])
            loser = table.sides[1 - winner]
            new_tables_out.append(
                PartyTable(
                    1,
                    (loser,),
                    games_here=tuple((player, round_no) for player in loser),
                    waits_at=OUT,
                )
            )
        return _pairs_at_tables([*waiting, *winners], [*new_tables_out, *_tables_out(seating)])


def _pairs_in(seating: Seating) -> Iterator[Pair]:
    return (side for table in seating if not table.games_here for side in table.sides)


def _tables_out(seating: Seating) -> Iterator[PartyTable]:
    return (table for table in seating if table.games_here)


def _pairs_at_tables(pairs: Sequence[Pair], tables_out: Iterable[PartyTable]) -> Seating:
    """Return *pairs* two to a table, an odd one alone, then *tables_out*."""
    tables = [PartyTable(1, tuple(pairs[start : start + 2])) for start in range(0, len(pairs), 2)]
    all_tables = [*tables, *tables_out]
    return tuple(
        replace(table, table_no=number) for number, table in enumerate(all_tables, start=1)
    )
