"""Seat players in the given order: full tables from the head, then the leftover players.

Decides seat letters if one group is larger than the other, sizes of tables, and rows.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, zip_longest
from math import ceil

from movements.party.model import PartyTable, Player, Seating

TABLES_PER_ROW = 16
"""Tables of a row in a large room, by the books."""


def balance_groups(
    seat_a: Sequence[Player], seat_b: Sequence[Player]
) -> tuple[list[Player], list[Player]]:
    """Return both groups after moving the last of the larger one until they differ by one at most.

    >>> balance_groups(["L1", "L2", "L3", "L4"], ["G1"])
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


def list_players_in_turn(seat_a: Sequence[Player], seat_b: Sequence[Player]) -> list[Player]:
    """Return all players in the order given, A and B in turn.

    >>> list_players_in_turn(["1", "3", "5"], ["2"])
    ['1', '2', '3', '5']
    """
    player_pairs = zip_longest(seat_a, seat_b)
    # The shorter group is filled up with None.
    return [player for player in chain.from_iterable(player_pairs) if player is not None]


def lay_tables(
    seat_a: Sequence[Player],
    seat_b: Sequence[Player],
    *,
    size: int = 4,
    odd: str = "sit-out",
    rows: int = 1,
) -> Seating:
    """Return all players at tables of *size*, in the order given from the head table on.

    *odd* is what leftover players do, as for :func:`compute_table_sizes`.

    >>> [table.sides for table in lay_tables(["L1", "L2", "L3"], ["G1", "G2"])]
    [(('L1', 'G1'), ('L2', 'G2')), (('L3',),)]
    """
    people = list(_alternate_groups(*balance_groups(seat_a, seat_b)))
    sizes, sitting_out = compute_table_sizes(len(people), size, odd)
    tables: list[PartyTable] = []
    start = 0
    for number, table_size in enumerate(sizes, start=1):
        tables.append(make_table(number, people[start : start + table_size]))
        start += table_size
    if sitting_out:
        tables.append(make_table(len(sizes) + 1, people[start:], plays=False))
    return arrange_in_rows(tables, rows)


def lay_tables_of_singles(players: Sequence[Player], sizes: Sequence[int]) -> Seating:
    """Return *players* at tables of *sizes* where everybody plays alone.

    >>> [table.sides for table in lay_tables_of_singles(["1", "2", "3", "4", "5", "6"], [3, 3])][1]
    (('4',), ('5',), ('6',))
    """
    tables: list[PartyTable] = []
    start = 0
    for number, size in enumerate(sizes, start=1):
        sides = tuple((player,) for player in players[start : start + size])
        tables.append(PartyTable(number, sides))
        start += size
    return tuple(tables)


def make_table(
    number: int, people: Sequence[tuple[Player, str]], *, plays: bool = True, alone: bool = False
) -> PartyTable:
    """Return the table of *people* with seat letters.

    Four or six are two sides of partners, unless everybody plays *alone*.

    >>> make_table(2, [("G1", "B"), ("L1", "A"), ("G2", "B")])
    PartyTable(table_no=2, sides=(('L1',), ('G1',), ('G2',)), row=1, games_here=(), seats='ABB', waits_at=0)
    """
    if not plays or len(people) < 4:
        # A, B, A, B are the letters that a table has without a text of its own.
        people = _alternate_letters(people)
    names = tuple(player for player, _letter in people)
    if not plays:
        return _with_letters(PartyTable(number, (names,)), people)
    singles = tuple((player,) for player in names)
    if alone:
        return PartyTable(number, singles)
    if len(names) == 4:
        (a1, a2), (b1, b2) = balance_groups(*split_by_letter(people))
        return PartyTable(number, ((a1, b1), (a2, b2)))
    if len(names) == 6:
        return PartyTable(number, (names[::2], names[1::2]))
    return _with_letters(PartyTable(number, singles), people)


def _alternate_letters(people: Sequence[tuple[Player, str]]) -> list[tuple[Player, str]]:
    """Return *people* with A and B in turn as long as possible."""
    group_a = [person for person in people if person[1] == "A"]
    group_b = [person for person in people if person[1] == "B"]
    neighbours = chain.from_iterable(zip_longest(group_a, group_b))
    return [person for person in neighbours if person]


def _with_letters(table: PartyTable, people: Sequence[tuple[Player, str]]) -> PartyTable:
    """Return *table* with the seat letters of *people*, if its sides don't tell them."""
    letters = "".join(letter for _player, letter in people)
    if letters == table.letters:
        return table
    return replace(table, seats=letters)


def compute_table_sizes(players: int, size: int, odd: str = "sit-out") -> tuple[list[int], int]:
    """Return the number of players at each table, and the number of players who sit out.

    At tables of four, *odd* is the choice for leftover players: ``sit-out``, ``short-table`` (two or
    three play at the foot) or ``five-at-table``. With tables of five, some tables have four players.

    >>> compute_table_sizes(14, 4, "short-table"), compute_table_sizes(14, 4)
    (([4, 4, 4, 2], 0), ([4, 4, 4], 2))
    >>> compute_table_sizes(14, 4, "five-at-table"), compute_table_sizes(17, 5)
    (([4, 5, 5], 0), ([5, 4, 4, 4], 0))
    """
    tables, leftover = divmod(players, size)
    if not leftover:
        return [size] * tables, 0
    if size == 5:
        # With one more table, every empty seat makes one of the tables a four.
        empty_seats = 5 - leftover
        full_tables = tables + 1 - empty_seats
        if full_tables >= 0:
            return [5] * full_tables + [4] * empty_seats, 0
    if size == 4 and odd == "five-at-table" and leftover <= tables:
        return [4] * (tables - leftover) + [5] * leftover, 0
    # A single player can't play, and sits out.
    if size == 4 and odd != "sit-out" and leftover > 1:
        return [*[4] * tables, leftover], 0
    return [size] * tables, leftover


def arrange_in_rows(tables: Sequence[PartyTable], rows: int) -> Seating:
    """Return *tables* in *rows* of nearly equal length, at least two tables in each.

    0 makes one row per 16 tables.

    >>> [table.row for table in arrange_in_rows([PartyTable(number, ()) for number in range(1, 6)], 2)]
    [1, 1, 1, 2, 2]
    """
    playing_count = sum(not table.sits_out for table in tables)
    if not rows:
        rows = ceil(playing_count / TABLES_PER_ROW)
    rows_of_two_tables = min(rows, playing_count // 2)
    # Even if nobody plays, tables that sit out are in row 1.
    row_count = max(rows_of_two_tables, 1)
    row_length, longer_rows = divmod(playing_count, row_count)
    row_numbers: list[int] = []
    for row in range(1, row_count + 1):
        length = row_length + 1 if row <= longer_rows else row_length
        row_numbers += [row] * length
    # Tables that sit out belong to the last row.
    row_numbers += [row_count] * (len(tables) - playing_count)
    return tuple(replace(table, row=row) for table, row in zip(tables, row_numbers, strict=True))


def _alternate_groups(
    seat_a: Sequence[Player], seat_b: Sequence[Player]
) -> Iterator[tuple[Player, str]]:
    """Yield A and B in turn with their letters, beginning with the larger group."""
    larger = [(player, "A") for player in seat_a]
    smaller = [(player, "B") for player in seat_b]
    if len(smaller) > len(larger):
        larger, smaller = smaller, larger
    for neighbours in zip_longest(larger, smaller):
        # The smaller group is filled up with None.
        yield from filter(None, neighbours)
