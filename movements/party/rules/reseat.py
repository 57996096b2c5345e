"""Fill the seats of leavers and find seats for arrivals.

Serves systems in which tables can keep most of their players. Pair cycles and fixed charts do this
in their own modules.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import TypeAlias

from movements.party.model import PartyTable, Player, Seating
from movements.party.rules.seats import make_table, split_seating

Lettered: TypeAlias = tuple[Player, str]
"""A player with a seat letter."""


@dataclass(slots=True)
class _Group:
    """The seats of a table, with the players who keep them. An empty seat is ""."""

    table: PartyTable
    places: list[Lettered]


def count_remaining_players(
    seating: Seating, leavers: Collection[Player], arrivals: Sequence[tuple[Player, str]]
) -> int:
    """Return the number of players after *leavers* have gone and *arrivals* have come."""
    return sum(len(table.players) for table in seating) - len(leavers) + len(arrivals)


def reseat_players(
    seating: Seating,
    leavers: Collection[Player],
    arrivals: Sequence[Lettered],
    plan: tuple[Sequence[int], int],
    *,
    alone: bool = False,
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
        _keep_players(table, leavers, size) for table, size in zip(playing, sizes, strict=False)
    ]
    # The order of *spare* is the order in which they get a seat.
    spare: list[Lettered] = []
    for table in resting:
        spare += _list_remaining(table, leavers)
    spare += arrivals
    empty_letters = [letter for group in groups for player, letter in group.places if not player]
    for group, size in zip(groups, sizes, strict=False):
        spare += _release_players(group, size, empty_letters)
    for table in reversed(playing[len(sizes) :]):
        spare += _list_remaining(table, leavers)
    tables = [_refill_table(group, spare, alone=alone) for group in groups]
    last_row = playing[-1].row
    for number, size in enumerate(sizes[len(tables) :], start=len(tables) + 1):
        new_table = make_table(number, _take_balanced(spare, size), alone=alone)
        tables.append(replace(new_table, row=last_row))
    if sitting_out:
        sit_out_counts: list[tuple[Player, int]] = []
        for table in resting:
            for player, count in table.games_here:
                if player not in leavers:
                    sit_out_counts.append((player, count))
        people = _take_balanced(spare, sitting_out)
        resting_table = make_table(len(tables) + 1, people, plays=False)
        tables.append(replace(resting_table, row=last_row, games_here=tuple(sit_out_counts)))
    return tuple(tables)


def _list_remaining(table: PartyTable, leavers: Collection[Player]) -> Iterator[Lettered]:
    for player, letter in zip(table.players, table.letters, strict=True):
        if player not in leavers:
            yield player, letter


def _keep_players(table: PartyTable, leavers: Collection[Player], size: int) -> _Group:
    """Return the seats of *table* for *size* players, or more if more players stay."""
    places: list[Lettered] = []
    for player, letter in zip(table.players, table.letters, strict=True):
        # Nobody has the name "", which is an empty seat.
        places.append(("" if player in leavers else player, letter))
    # From the end, so that deleting a seat doesn't shift those still to be looked at.
    for index in reversed(range(len(places))):
        player, _letter = places[index]
        if len(places) > size and not player:
            del places[index]
    while len(places) < size:
        letters = [letter for _player, letter in places]
        new_letter = "B" if letters.count("A") > letters.count("B") else "A"
        places.append(("", new_letter))
    return _Group(table, places)


def _release_players(group: _Group, size: int, empty_letters: list[str]) -> Iterator[Lettered]:
    """Remove players beyond *size* from *group*, first those whose letter has an empty seat.

    The letters of released players are removed from *empty_letters*.
    """
    while len(group.places) > size:
        # Without an empty seat of any of their letters the last player goes.
        released_index = len(group.places) - 1
        for index in reversed(range(len(group.places))):
            _player, letter = group.places[index]
            if letter in empty_letters:
                released_index = index
                break
        player, letter = group.places.pop(released_index)
        if letter in empty_letters:
            empty_letters.remove(letter)
        yield player, letter


def _take_spare(spare: list[Lettered], letter: str) -> Player:
    """Remove and return the first of *spare* with this *letter*, or the first of all."""
    chosen_index = 0
    for index, (_player, spare_letter) in enumerate(spare):
        if spare_letter == letter:
            chosen_index = index
            break
    player, _letter = spare.pop(chosen_index)
    return player


def _refill_table(group: _Group, spare: list[Lettered], *, alone: bool) -> PartyTable:
    """Return the table of *group* with its empty seats filled from *spare*."""
    table = group.table
    people = [(player or _take_spare(spare, letter), letter) for player, letter in group.places]
    names = [player for player, _letter in people]
    games_here = tuple((player, games) for player, games in table.games_here if player in names)
    if len(names) != len(table.players):
        new_table = make_table(table.table_no, people, alone=alone)
        return replace(new_table, row=table.row, games_here=games_here)
    sides: list[tuple[Player, ...]] = []
    start = 0
    for size in table.sizes:
        sides.append(tuple(names[start : start + size]))
        start += size
    return replace(table, sides=tuple(sides), games_here=games_here)


def _take_balanced(spare: list[Lettered], count: int) -> list[Lettered]:
    """Remove and return *count* of *spare* in order, with letters as balanced as possible."""
    half = ceil(count / 2)
    first_of_letters: list[Lettered] = []
    for letter in "AB":
        of_letter = [person for person in spare if person[1] == letter]
        first_of_letters += of_letter[:half]
    chosen = [person for person in spare if person in first_of_letters][:count]
    # If one letter has too few, others of the other letter fill up.
    unchosen = [person for person in spare if person not in chosen]
    chosen += unchosen[: count - len(chosen)]
    spare[:] = [person for person in spare if person not in chosen]
    return chosen
