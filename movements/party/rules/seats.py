"""Seat players in the given order: full tables from the head, then the rest.

Responsible for seat letters when there are more of one group than of the other, for short tables,
tables of other sizes and rows.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, zip_longest
from typing import TypeAlias

from movements.party.model import OUT, Outcomes, PartyTable, Player, Seating

TABLES_PER_ROW = 16
"""Tables of a row in the large room of the books."""


def even_groups(
    seat_a: Sequence[Player], seat_b: Sequence[Player]
) -> tuple[list[Player], list[Player]]:
    """Move the last of the larger group to the other one until they differ by one at most.

    >>> even_groups(["L1", "L2", "L3", "L4"], ["G1"])
    (['L1', 'L2', 'L3'], ['G1', 'L4'])
    """
    first, second = list(seat_a), list(seat_b)
    while len(first) - len(second) > 1:
        second.append(first.pop())
    while len(second) - len(first) > 1:
        first.append(second.pop())
    return first, second


def in_turn(seat_a: Sequence[Player], seat_b: Sequence[Player]) -> list[Player]:
    """Return everybody in the order given, A and B in turn.

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
    """Return everybody at tables of *size*, A's and B's in the order given from the head table on.

    ``odd`` is what those do who fill no table: ``sit-out``, or ``short-table`` where two or three
    play at the foot.

    >>> [table.sides for table in lay_tables(["L1", "L2", "L3"], ["G1", "G2"])]
    [(('L1', 'G1'), ('L2', 'G2')), (('L3',),)]
    """
    people = list(_in_turn(*even_groups(seat_a, seat_b)))
    sizes, over = table_sizes(len(people), size, odd)
    tables: list[PartyTable] = []
    start = 0
    for number, players in enumerate((*sizes, over) if over else sizes, start=1):
        some = people[start : start + players]
        start += players
        tables.append(table_of(number, some, plays=number <= len(sizes)))
    return in_rows(tables, rows)


def table_of(
    number: int, people: Sequence[tuple[Player, str]], *, plays: bool = True, alone: bool = False
) -> PartyTable:
    """Return the table of these *people* with their letters.

    Partners of two or three, or everybody *alone*.

    >>> table_of(2, [("G1", "B"), ("L1", "A"), ("G2", "B")])
    PartyTable(table_no=2, sides=(('L1',), ('G1',), ('G2',)), row=1, games_here=(), seats='ABB', waits_at=0)
    """
    if not plays or len(people) < 4:
        people = interleave_groups(people)
    names = tuple(player for player, _ in people)
    if not plays:
        table = PartyTable(number, (names,))
    elif alone:
        return PartyTable(number, tuple((player,) for player in names))
    elif len(names) == 4:
        group_a, group_b = (
            [player for player, letter in people if letter == group] for group in "AB"
        )
        first, second = even_groups(group_a, group_b)
        return PartyTable(number, ((first[0], second[0]), (first[1], second[1])))
    elif len(names) == 6:
        return PartyTable(number, (names[::2], names[1::2]))
    else:
        table = PartyTable(number, tuple((player,) for player in names))
    letters = "".join(letter for _, letter in people)
    if letters == table.letters:
        return table
    return replace(table, seats=letters)


def interleave_groups(people: Sequence[tuple[Player, str]]) -> list[tuple[Player, str]]:
    """Return A and B in turn as long as there are both, then the rest.

    >>> interleave_groups([("G1", "B"), ("G2", "B"), ("L1", "A")])
    [('L1', 'A'), ('G1', 'B'), ('G2', 'B')]
    """
    group_a, group_b = (
        [lettered for lettered in people if lettered[1] == letter] for letter in "AB"
    )
    return [lettered for pair in zip_longest(group_a, group_b) for lettered in pair if lettered]


def table_sizes(players: int, size: int, odd: str = "sit-out") -> tuple[list[int], int]:
    """Return the players at each table that plays, and how many sit out.

    With tables of five a remainder plays at tables of four.  With tables of four and
    ``odd=five-at-table`` it joins tables of four.

    >>> table_sizes(14, 4, "short-table"), table_sizes(14, 4), table_sizes(14, 4, "five-at-table"), table_sizes(17, 5)
    (([4, 4, 4, 2], 0), ([4, 4, 4], 2), ([4, 5, 5], 0), ([5, 4, 4, 4], 0))
    """
    tables, over = divmod(players, size)
    if not over:
        return [size] * tables, 0
    if size == 5 and tables + 1 >= size - over:
        return [5] * (tables + 1 - size + over) + [4] * (size - over), 0
    if size == 4 and odd == "five-at-table" and over <= tables:
        return [4] * (tables - over) + [5] * over, 0
    if size == 4 and odd != "sit-out" and over > 1:
        return [*[4] * tables, over], 0
    return [size] * tables, over


def in_rows(tables: Sequence[PartyTable], rows: int) -> Seating:
    """Return *tables* in that many rows of nearly equal length, at least two each.

    0 makes one row for every 16 tables.

    >>> [table.row for table in in_rows([PartyTable(number, ()) for number in range(1, 6)], 2)]
    [1, 1, 1, 2, 2]
    """
    playing = sum(not table.sits_out for table in tables)
    wanted = rows or -(-playing // TABLES_PER_ROW)
    number = max(1, min(wanted, playing // 2))
    longer = playing % number
    lengths = [playing // number + (row < longer) for row in range(number)]
    row_of = list(
        chain.from_iterable([row] * length for row, length in enumerate(lengths, start=1))
    )
    row_of += [number] * (len(tables) - playing)
    return tuple(replace(table, row=row) for table, row in zip(tables, row_of, strict=True))


def _in_turn(first: Sequence[Player], second: Sequence[Player]) -> Iterator[tuple[Player, str]]:
    """Yield A and B in turn, beginning with the larger group, each with his letter."""
    if len(first) >= len(second):
        groups = ((first, "A"), (second, "B"))
    else:
        groups = ((second, "B"), (first, "A"))
    for at in range(len(groups[0][0])):
        for group, letter in groups:
            if at < len(group):
                yield group[at], letter


# Freeze-out: whoever loses a game is out, until one pair remains.
#
# A pair that is out has a table of its own, at which nobody plays; the round in which it went out
# stands there. A pair without opponents waits one round at such a table without a number.

Pair: TypeAlias = tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class FreezeOut:
    """Partners stay together. Winners of two tables meet, losers are out for the evening.

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
        """Return one sentence on what happens after a game."""
        return "Partners stay together. Winners meet winners and losers are out, until one pair remains."

    @property
    def expected(self) -> str:
        """Describe its tables in words."""
        return "two sides of 2 at every table, or one side of 2 that waits or is out"

    def fits(self, seating: Seating, at: int) -> bool:
        """Return whether the table at this place of *seating* has sides of a legal size."""
        return seating[at].sizes in ([2, 2], [2])

    def most_rounds(self, players: int) -> int | None:
        """Return the rounds after which one pair remains."""
        return max((players // 2 - 1).bit_length(), 1)

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
        playing = [pair for pair in _still_in(seating) if not set(pair) & set(leavers)]
        letters = ([player for player, of in arrivals if of == letter] for letter in "AB")
        out = [table for table in _tables_out(seating) if not set(table.players) & set(leavers)]
        return _pairs_at_tables([*playing, *zip(*letters, strict=True)], out)

    def advance(self, seating: Seating, outcomes: Outcomes, round_no: int) -> Seating:
        """Return the seating of the winners, with the pair that waited first."""
        tables = [table for table in seating if not table.sits_out]
        if not tables:
            return seating
        waiting = [
            pair
            for table in seating
            if table.sits_out and not table.games_here
            for pair in table.sides
        ]
        won = [table.sides[outcomes[table.table_no].winner or 0] for table in tables]
        lost = [
            PartyTable(
                1, (side,), games_here=tuple((player, round_no) for player in side), waits_at=OUT
            )
            for table in tables
            for at, side in enumerate(table.sides)
            if at != (outcomes[table.table_no].winner or 0)
        ]
        return _pairs_at_tables([*waiting, *won], [*lost, *_tables_out(seating)])


def _still_in(seating: Seating) -> Iterator[Pair]:
    return (side for table in seating if not table.games_here for side in table.sides)


def _tables_out(seating: Seating) -> Iterator[PartyTable]:
    return (table for table in seating if table.games_here)


def _pairs_at_tables(pairs: Sequence[Pair], out: Iterable[PartyTable]) -> Seating:
    """Return *pairs* two to a table, an odd one alone, followed by the tables of those who are
    *out*.
    """
    tables = [PartyTable(1, tuple(pairs[at : at + 2])) for at in range(0, len(pairs), 2)]
    return tuple(
        replace(table, table_no=number) for number, table in enumerate([*tables, *out], start=1)
    )
