"""Seat players: in the given order, after somebody leaves or arrives, and in turns at sitting out.

Full tables are laid from the head, then the leftover players. Decides seat letters if one group is
larger than the other, sizes of tables, and rows. Nobody sits out twice before everybody of the same
letter has once.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, zip_longest
from math import ceil
from typing import TypeAlias

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
    """Return the tables that play, and the tables that sit out.

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
    leftover_rule: str = "sit-out",
    row_count: int = 1,
) -> Seating:
    """Return all players at tables of *size*, in the order given from the head table on.

    *leftover_rule* is what leftover players do, as for :func:`compute_table_sizes`.

    >>> [table.sides for table in lay_tables(["L1", "L2", "L3"], ["G1", "G2"])]
    [(('L1', 'G1'), ('L2', 'G2')), (('L3',),)]
    """
    people = list(_alternate_groups(*balance_groups(seat_a, seat_b)))
    sizes, sitting_out = compute_table_sizes(len(people), size, leftover_rule)
    tables: list[PartyTable] = []
    start = 0
    for number, table_size in enumerate(sizes, start=1):
        tables.append(make_table(number, people[start : start + table_size]))
        start += table_size
    if sitting_out:
        tables.append(make_table(len(sizes) + 1, people[start:], is_playing=False))
    return arrange_in_rows(tables, row_count)


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
    number: int,
    people: Sequence[tuple[Player, str]],
    *,
    is_playing: bool = True,
    is_for_singles: bool = False,
) -> PartyTable:
    """Return the table of *people* with seat letters.

    Four or six are two sides of partners, unless everybody plays *is_for_singles*.

    >>> make_table(2, [("G1", "B"), ("L1", "A"), ("G2", "B")])
    PartyTable(table_no=2, sides=(('L1',), ('G1',), ('G2',)), row=1, games_here=(), seats='ABB', waits_at=0)
    """
    if not is_playing or len(people) < 4:
        # A, B, A, B are the letters that a table has without a text of its own.
        people = _alternate_letters(people)
    names = tuple(player for player, _letter in people)
    if not is_playing:
        return _with_letters(PartyTable(number, (names,)), people)
    singles = tuple((player,) for player in names)
    if is_for_singles:
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


def compute_table_sizes(
    players: int, size: int, leftover_rule: str = "sit-out"
) -> tuple[list[int], int]:
    """Return the number of players at each table, and the number of players who sit out.

    At tables of four, *leftover_rule* is the choice for leftover players: ``sit-out``, ``short-table`` (two or
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
    if size == 4 and leftover_rule == "five-at-table" and leftover <= tables:
        return [4] * (tables - leftover) + [5] * leftover, 0
    # A single player can't play, and sits out.
    if size == 4 and leftover_rule != "sit-out" and leftover > 1:
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


# Leavers' seats are filled like this in systems whose tables can keep most of their players. Pair cycles
# and fixed charts do it in their own modules.


LetteredPlayer: TypeAlias = tuple[Player, str]
"""A player with a seat letter."""


@dataclass(slots=True)
class _TableSeats:
    """The seats of a table, with the players who keep them. An empty seat is ""."""

    table: PartyTable
    seats: list[LetteredPlayer]


def count_remaining_players(
    seating: Seating, leavers: Collection[Player], arrivals: Sequence[tuple[Player, str]]
) -> int:
    """Return the number of players after *leavers* have gone and *arrivals* have come."""
    return sum(len(table.players) for table in seating) - len(leavers) + len(arrivals)


def reseat_players(
    seating: Seating,
    leavers: Collection[Player],
    arrivals: Sequence[LetteredPlayer],
    plan: tuple[Sequence[int], int],
    *,
    is_for_singles: bool = False,
) -> Seating:
    """Return *seating* without *leavers* and with *arrivals*.

    *plan* is the number of players at each table, and of those who sit out. Tables keep as many
    players as possible. Empty seats go to those who sat out, then to arrivals, then to players of a
    table that becomes smaller, and last to those of the foot table.

    >>> tables = tuple(PartyTable(no, ((f"a{no}", f"b{no}"), (f"c{no}", f"d{no}"))) for no in (1, 2, 3))
    >>> [table.players for table in reseat_players(tables, {"b1", "c1"}, [], ([4, 4, 2], 0))]
    [('a1', 'd3', 'c3', 'd1'), ('a2', 'b2', 'c2', 'd2'), ('a3', 'b3')]
    """
    sizes, sitting_out = plan
    playing, resting = split_seating(seating)
    # There may be more tables than before, or fewer.
    groups = [
        _get_remaining_seats(table, leavers, size)
        for table, size in zip(playing, sizes, strict=False)
    ]
    # The order of *spare_players* is the order in which they get a seat.
    spare_players: list[LetteredPlayer] = []
    for table in resting:
        spare_players += _iter_remaining_players(table, leavers)
    spare_players += arrivals
    empty_letters = [letter for group in groups for player, letter in group.seats if not player]
    for group, size in zip(groups, sizes, strict=False):
        spare_players += _pop_surplus_players(group, size, empty_letters)
    for table in reversed(playing[len(sizes) :]):
        spare_players += _iter_remaining_players(table, leavers)
    tables = [
        _refill_table(group, spare_players, is_for_singles=is_for_singles) for group in groups
    ]
    last_row = playing[-1].row
    for number, size in enumerate(sizes[len(tables) :], start=len(tables) + 1):
        new_table = make_table(
            number, _take_balanced(spare_players, size), is_for_singles=is_for_singles
        )
        tables.append(replace(new_table, row=last_row))
    if sitting_out:
        sit_out_counts: list[tuple[Player, int]] = []
        for table in resting:
            for player, count in table.games_here:
                if player not in leavers:
                    sit_out_counts.append((player, count))
        people = _take_balanced(spare_players, sitting_out)
        resting_table = make_table(len(tables) + 1, people, is_playing=False)
        tables.append(replace(resting_table, row=last_row, games_here=tuple(sit_out_counts)))
    return tuple(tables)


def _iter_remaining_players(
    table: PartyTable, leavers: Collection[Player]
) -> Iterator[LetteredPlayer]:
    for player, letter in zip(table.players, table.letters, strict=True):
        if player not in leavers:
            yield player, letter


def _get_remaining_seats(table: PartyTable, leavers: Collection[Player], size: int) -> _TableSeats:
    """Return the seats of *table* for *size* players, or more if more players stay."""
    seats: list[LetteredPlayer] = []
    for player, letter in zip(table.players, table.letters, strict=True):
        # Nobody has the name "", which is an empty seat.
        seats.append(("" if player in leavers else player, letter))
    # From the end, so that deleting a seat doesn't shift those still to be looked at.
    for index in reversed(range(len(seats))):
        player, _letter = seats[index]
        if len(seats) > size and not player:
            del seats[index]
    while len(seats) < size:
        letters = [letter for _player, letter in seats]
        new_letter = "B" if letters.count("A") > letters.count("B") else "A"
        seats.append(("", new_letter))
    return _TableSeats(table, seats)


def _pop_surplus_players(
    group: _TableSeats, size: int, empty_letters: list[str]
) -> Iterator[LetteredPlayer]:
    """Remove players beyond *size* from *group*, first those whose letter has an empty seat.

    The letters of released players are removed from *empty_letters*.
    """
    while len(group.seats) > size:
        # Without an empty seat of any of their letters the last player goes.
        released_index = len(group.seats) - 1
        for index in reversed(range(len(group.seats))):
            _player, letter = group.seats[index]
            if letter in empty_letters:
                released_index = index
                break
        player, letter = group.seats.pop(released_index)
        if letter in empty_letters:
            empty_letters.remove(letter)
        yield player, letter


def _take_spare(spare_players: list[LetteredPlayer], letter: str) -> Player:
    """Remove and return the first of *spare_players* with this *letter*, or the first of all."""
    chosen_index = 0
    for index, (_player, spare_letter) in enumerate(spare_players):
        if spare_letter == letter:
            chosen_index = index
            break
    player, _letter = spare_players.pop(chosen_index)
    return player


def _refill_table(
    group: _TableSeats, spare_players: list[LetteredPlayer], *, is_for_singles: bool
) -> PartyTable:
    """Return the table of *group* with its empty seats filled from *spare_players*."""
    table = group.table
    people = [
        (player or _take_spare(spare_players, letter), letter) for player, letter in group.seats
    ]
    names = [player for player, _letter in people]
    games_here = tuple((player, games) for player, games in table.games_here if player in names)
    if len(names) != len(table.players):
        new_table = make_table(table.table_no, people, is_for_singles=is_for_singles)
        return replace(new_table, row=table.row, games_here=games_here)
    sides: list[tuple[Player, ...]] = []
    start = 0
    for size in table.sizes:
        sides.append(tuple(names[start : start + size]))
        start += size
    return replace(table, sides=tuple(sides), games_here=games_here)


def _take_balanced(spare_players: list[LetteredPlayer], count: int) -> list[LetteredPlayer]:
    """Remove and return *count* of *spare_players* in order, with letters as balanced as possible."""
    half = ceil(count / 2)
    preferred_players: list[LetteredPlayer] = []
    for letter in "AB":
        players_of_letter = [person for person in spare_players if person[1] == letter]
        preferred_players += players_of_letter[:half]
    chosen = [person for person in spare_players if person in preferred_players][:count]
    # If one letter has too few, others of the other letter fill up.
    unchosen = [person for person in spare_players if person not in chosen]
    chosen += unchosen[: count - len(chosen)]
    spare_players[:] = [person for person in spare_players if person not in chosen]
    return chosen


def exchange_sit_outs(
    playing: Sequence[PartyTable], resting: Sequence[PartyTable], *, is_for_pairs: bool
) -> Seating:
    """Return the seating in which players who sat out exchange seats with others.

    Of players with the same letter, those who have sat out least often sit out next, and among
    equals the one nearest the foot. With *is_for_pairs* whole pairs change.

    >>> tables = [PartyTable(1, (("L1", "G1"), ("L2", "G2")))]
    >>> exchange_sit_outs(tables, [PartyTable(2, (("G3",),), seats="B")], is_for_pairs=False)[1]
    PartyTable(table_no=2, sides=(('G1',),), row=1, games_here=(('G3', 1),), seats='B', waits_at=0)
    """
    seating = tuple(playing)
    for table in resting:
        sit_outs = dict(table.games_here)
        for player in table.players:
            sit_outs[player] = sit_outs.get(player, 0) + 1
        counted_table = replace(table, games_here=tuple(sit_outs.items()))
        seating = _exchange_players(seating, counted_table, is_for_pairs=is_for_pairs)
    return seating


def iter_sit_out_turns(
    seating: Seating, rounds: int, *, is_for_pairs: bool
) -> Iterator[tuple[Player, ...]]:
    """Yield the players who sit out in each of *rounds*, beginning with the one of *seating*.

    Serves parties whose winners the program doesn't know. Turns go by letter, from the foot up. A
    player who sat out takes the seat of the next one. With *is_for_pairs* partners sit out together.

    >>> tables = (PartyTable(1, (("L1", "G1"), ("L2", "G2"))), PartyTable(2, (("L3", "G3"),)))
    >>> list(iter_sit_out_turns(tables, 4, is_for_pairs=False))
    [('L3', 'G3'), ('L1', 'G1'), ('L2', 'G2'), ('L3', 'G3')]
    """
    playing, resting = split_seating(seating)
    sit_outs = dict(pair for table in resting for pair in table.games_here)

    def count_sit_outs(unit: tuple[Player, ...]) -> int:
        return sum(sit_outs.get(player, 0) for player in unit)

    # A unit is a player, or a pair. Pairs have one queue of their own, here under letter A.
    queues: dict[str, list[tuple[Player, ...]]] = {"A": [], "B": []}
    seat_counts: Counter[str] = Counter()
    if is_for_pairs:
        queues["A"] += [table.players for table in resting]
        for table in reversed(playing):
            queues["A"] += table.sides
        seat_counts["A"] = len(resting)
    else:
        for table in (*resting, *reversed(playing)):
            for player, letter in zip(table.players, table.letters, strict=True):
                queues[letter].append((player,))
        seat_counts.update(letter for table in resting for letter in table.letters)
    for letter, queue in queues.items():
        # Those who sit out now come first; sorting keeps the order of equals, from the foot up.
        resting_first, later_queue = queue[: seat_counts[letter]], queue[seat_counts[letter] :]
        queues[letter] = resting_first + sorted(later_queue, key=count_sit_outs)
    for round_index in range(rounds):
        resting_players: list[Player] = []
        for letter, queue in queues.items():
            first = round_index * seat_counts[letter]
            for turn in range(first, first + seat_counts[letter]):
                resting_players += queue[turn % len(queue)]
        yield tuple(resting_players)


def _exchange_players(playing: Seating, table: PartyTable, *, is_for_pairs: bool) -> Seating:
    """Return the tables with the players of *table*, who sat out, and others exchanged."""
    sit_outs = dict(table.games_here)

    def count_sit_outs(unit: tuple[Player, ...]) -> int:
        return sum(sit_outs.get(player, 0) for player in unit)

    units: list[tuple[Player, ...]]
    if is_for_pairs and len(table.players) == 2:
        units = [table.players]
    else:
        units = [(player,) for player in table.players]
    letters: dict[Player, str] = {}
    for playing_table in playing:
        letters.update(zip(playing_table.players, playing_table.letters, strict=True))
    swaps: dict[Player, Player] = {}
    # A pair is one unit, so its second letter is not used.
    for unit, letter in zip(units, table.letters, strict=False):
        candidates = _list_exchange_candidates(
            playing,
            letters,
            letter,
            is_for_pairs=is_for_pairs and len(unit) == 2,
            resting_players=swaps,
        )
        next_unit = min(candidates, key=count_sit_outs)
        swaps |= dict(zip(next_unit, unit, strict=True))
        swaps |= dict(zip(unit, next_unit, strict=True))
    return tuple(_swap_players(seated_table, swaps) for seated_table in (*playing, table))


def _list_exchange_candidates(
    playing: Seating,
    letters: dict[Player, str],
    letter: str,
    *,
    is_for_pairs: bool,
    resting_players: Iterable[Player],
) -> list[tuple[Player, ...]]:
    """Return the pairs or players who may sit out next, from the foot up.

    Players are those with the same *letter*, or all if there are none. *resting_players* are excluded.
    """
    resting_players = set(resting_players)
    if is_for_pairs:
        sides = [side for table in reversed(playing) for side in table.sides]
        return [side for side in sides if resting_players.isdisjoint(side)]
    players: list[Player] = []
    for table in reversed(playing):
        players += [player for player in table.players if player not in resting_players]
    same_letter = [player for player in players if letters[player] == letter]
    return [(player,) for player in same_letter or players]


def _swap_players(table: PartyTable, swaps: dict[Player, Player]) -> PartyTable:
    sides = []
    for side in table.sides:
        sides.append(tuple(swaps.get(player, player) for player in side))
    return replace(table, sides=tuple(sides))
