"""Fill the seats of leavers, find seats for arrivals, and take turns at sitting out.

Serves systems in which tables can keep most of their players. Pair cycles and fixed charts do this
in their own modules.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import TypeAlias

from movements.party.model import PartyTable, Player, Seating
from movements.party.rules.seats import split_seating, table_of

Lettered: TypeAlias = tuple[Player, str]
"""A player with a seat letter."""


@dataclass(slots=True)
class _Group:
    """The seats of a table, with the players who keep them. An empty seat is ""."""

    table: PartyTable
    places: list[Lettered]


def players_left(
    seating: Seating, leavers: Collection[Player], arrivals: Sequence[tuple[Player, str]]
) -> int:
    """Return the number of players after *leavers* have gone and *arrivals* have come."""
    return sum(len(table.players) for table in seating) - len(leavers) + len(arrivals)


def reseat(
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
    >>> [table.players for table in reseat(tables, {"b1", "c1"}, [], ([4, 4, 2], 0))]
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
        spare += _remaining(table, leavers)
    spare += arrivals
    empty_letters = [letter for group in groups for player, letter in group.places if not player]
    for group, size in zip(groups, sizes, strict=False):
        spare += _release_players(group, size, empty_letters)
    for table in reversed(playing[len(sizes) :]):
        spare += _remaining(table, leavers)
    tables = [_refill_table(group, spare, alone=alone) for group in groups]
    last_row = playing[-1].row
    for number, size in enumerate(sizes[len(tables) :], start=len(tables) + 1):
        new_table = table_of(number, _take_balanced(spare, size), alone=alone)
        tables.append(replace(new_table, row=last_row))
    if sitting_out:
        sit_out_counts: list[tuple[Player, int]] = []
        for table in resting:
            for player, count in table.games_here:
                if player not in leavers:
                    sit_out_counts.append((player, count))
        people = _take_balanced(spare, sitting_out)
        resting_table = table_of(len(tables) + 1, people, plays=False)
        tables.append(replace(resting_table, row=last_row, games_here=tuple(sit_out_counts)))
    return tuple(tables)


def _remaining(table: PartyTable, leavers: Collection[Player]) -> Iterator[Lettered]:
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
        new_table = table_of(table.table_no, people, alone=alone)
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


# Turns at sitting out: nobody sits out a second time before everybody in seats of the same letter
# has sat out once.


def take_turns(
    playing: Sequence[PartyTable], resting: Sequence[PartyTable], *, pairs: bool
) -> Seating:
    """Return the seating in which those who sat out exchange places with players.

    Of players with the same letter, those who have sat out least often sit out next, and among
    equals the one nearest the foot. With *pairs* whole pairs change.

    >>> tables = [PartyTable(1, (("L1", "G1"), ("L2", "G2")))]
    >>> take_turns(tables, [PartyTable(2, (("G3",),), seats="B")], pairs=False)[1]
    PartyTable(table_no=2, sides=(('G1',),), row=1, games_here=(('G3', 1),), seats='B', waits_at=0)
    """
    seating = tuple(playing)
    for table in resting:
        sit_outs = dict(table.games_here)
        for player in table.players:
            sit_outs[player] = sit_outs.get(player, 0) + 1
        counted_table = replace(table, games_here=tuple(sit_outs.items()))
        seating = _exchange(seating, counted_table, pairs=pairs)
    return seating


def turns_to_rest(seating: Seating, rounds: int, *, pairs: bool) -> Iterator[tuple[Player, ...]]:
    """Yield the players who sit out in each of *rounds*, beginning with the one of *seating*.

    Serves parties whose winners the program doesn't know. Turns go by letter, from the foot up. A
    player who sat out takes the seat of the next one. With *pairs* partners sit out together.

    >>> tables = (PartyTable(1, (("L1", "G1"), ("L2", "G2"))), PartyTable(2, (("L3", "G3"),)))
    >>> list(turns_to_rest(tables, 4, pairs=False))
    [('L3', 'G3'), ('L1', 'G1'), ('L2', 'G2'), ('L3', 'G3')]
    """
    playing, resting = split_seating(seating)
    sit_outs = dict(pair for table in resting for pair in table.games_here)

    def count_sit_outs(unit: tuple[Player, ...]) -> int:
        return sum(sit_outs.get(player, 0) for player in unit)

    # A unit is a player, or a pair. Pairs have one queue of their own, here under letter A.
    queues: dict[str, list[tuple[Player, ...]]] = {"A": [], "B": []}
    places: Counter[str] = Counter()
    if pairs:
        queues["A"] += [table.players for table in resting]
        for table in reversed(playing):
            queues["A"] += table.sides
        places["A"] = len(resting)
    else:
        for table in (*resting, *reversed(playing)):
            for player, letter in zip(table.players, table.letters, strict=True):
                queues[letter].append((player,))
        places.update(letter for table in resting for letter in table.letters)
    for letter, queue in queues.items():
        # Those who sit out now come first; sorting keeps the order of equals, from the foot up.
        resting_first, later = queue[: places[letter]], queue[places[letter] :]
        queues[letter] = resting_first + sorted(later, key=count_sit_outs)
    for round_index in range(rounds):
        sitting_out: list[Player] = []
        for letter, queue in queues.items():
            first = round_index * places[letter]
            for turn in range(first, first + places[letter]):
                sitting_out += queue[turn % len(queue)]
        yield tuple(sitting_out)


def _exchange(playing: Seating, table: PartyTable, *, pairs: bool) -> Seating:
    """Return the tables with the players of *table*, who sat out, and others exchanged."""
    sit_outs = dict(table.games_here)

    def count_sit_outs(unit: tuple[Player, ...]) -> int:
        return sum(sit_outs.get(player, 0) for player in unit)

    units: list[tuple[Player, ...]]
    if pairs and len(table.players) == 2:
        units = [table.players]
    else:
        units = [(player,) for player in table.players]
    letters = {
        player: letter
        for playing_table in playing
        for player, letter in zip(playing_table.players, playing_table.letters, strict=True)
    }
    swaps: dict[Player, Player] = {}
    # A pair is one unit, so its second letter is not used.
    for unit, letter in zip(units, table.letters, strict=False):
        candidates = _candidates(
            playing, letters, letter, pairs=pairs and len(unit) == 2, resting_players=swaps
        )
        next_unit = min(candidates, key=count_sit_outs)
        swaps |= dict(zip(next_unit, unit, strict=True))
        swaps |= dict(zip(unit, next_unit, strict=True))
    return tuple(_rename_players(seated_table, swaps) for seated_table in (*playing, table))


def _candidates(
    playing: Seating,
    letters: dict[Player, str],
    letter: str,
    *,
    pairs: bool,
    resting_players: Iterable[Player],
) -> list[tuple[Player, ...]]:
    """Return the pairs or players who may sit out next, from the foot up.

    Players are those with the same *letter*, or all if there are none. *resting_players* are excluded.
    """
    resting_players = set(resting_players)
    if pairs:
        return [
            side
            for table in reversed(playing)
            for side in table.sides
            if resting_players.isdisjoint(side)
        ]
    players = [
        player
        for table in reversed(playing)
        for player in table.players
        if player not in resting_players
    ]
    same_letter = [player for player in players if letters[player] == letter]
    return [(player,) for player in same_letter or players]


def _rename_players(table: PartyTable, swaps: dict[Player, Player]) -> PartyTable:
    sides = tuple(tuple(swaps.get(player, player) for player in side) for side in table.sides)
    return replace(table, sides=sides)
