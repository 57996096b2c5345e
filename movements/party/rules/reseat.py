"""Fill the seats of people who leave, and find seats for arrivals.

Responsible for tables that keep whom they can; leaves the pair cycles and fixed charts to their own
modules.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from movements.party.model import PartyTable, Player, Seating
from movements.party.rules.seats import table_of

Lettered: TypeAlias = tuple[Player, str]
"""A player with the letter of his seat."""


@dataclass(slots=True)
class _Group:
    """The players who keep their places at a table.

    '' is an empty seat, which keeps its letter.
    """

    table: PartyTable
    places: list[Lettered]


def players_left(
    seating: Seating, leavers: Collection[Player], arrivals: Sequence[tuple[Player, str]]
) -> int:
    """Return how many play on when *leavers* have gone and *arrivals* have come."""
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

    Tables from the head keep as many players as possible.

    *plan* is the players at each table that is to play, and how many are to sit out.  Empty seats
    go to those who sat out, then to arrivals, then to the others of a short table, then to the foot
    table.

    >>> tables = tuple(PartyTable(no, ((f"a{no}", f"b{no}"), (f"c{no}", f"d{no}"))) for no in (1, 2, 3))
    >>> [table.players for table in reseat(tables, {"b1", "c1"}, [], ([4, 4, 2], 0))]
    [('a1', 'd3', 'c3', 'd1'), ('a2', 'b2', 'c2', 'd2'), ('a3', 'b3')]
    """
    sizes, over = plan
    resting = [table for table in seating if table.sits_out]
    playing = [table for table in seating if not table.sits_out]
    groups = [
        _staying_players(table, leavers, players)
        for table, players in zip(playing, sizes, strict=False)
    ]
    spare = [*(lettered for table in resting for lettered in _people(table, leavers)), *arrivals]
    wanted = [letter for group in groups for player, letter in group.places if not player]
    for group, players in zip(groups, sizes, strict=False):
        spare += _release_players(group, players, wanted)
    spare += [
        lettered
        for table in reversed(playing[len(sizes) :])
        for lettered in _people(table, leavers)
    ]
    tables = [_refill_table(group, spare, alone=alone) for group in groups]
    row = playing[-1].row
    for number, players in enumerate(sizes[len(tables) :], start=len(tables) + 1):
        tables.append(
            replace(table_of(number, _take_balanced(spare, players), alone=alone), row=row)
        )
    if over:
        been = tuple(
            games_here
            for table in resting
            for games_here in table.games_here
            if games_here[0] not in leavers
        )
        last = table_of(len(tables) + 1, _take_balanced(spare, over), plays=False)
        tables.append(replace(last, row=row, games_here=been))
    return tuple(tables)


def _people(table: PartyTable, leavers: Collection[Player]) -> Iterator[Lettered]:
    return (
        lettered
        for lettered in zip(table.players, table.letters, strict=True)
        if lettered[0] not in leavers
    )


def _staying_players(table: PartyTable, leavers: Collection[Player], players: int) -> _Group:
    """Return the players who stay at a table of that size.

    Extra seats vanish, missing ones are empty.
    """
    places = [
        ("" if player in leavers else player, letter)
        for player, letter in zip(table.players, table.letters, strict=True)
    ]
    for at in reversed(range(len(places))):
        if len(places) > players and not places[at][0]:
            del places[at]
    while len(places) < players:
        letters = [letter for _, letter in places]
        places.append(("", "B" if letters.count("A") > letters.count("B") else "A"))
    return _Group(table, places)


def _release_players(group: _Group, players: int, wanted: list[str]) -> Iterator[Lettered]:
    """Remove the extra players of a table, the letters *wanted* elsewhere first."""
    while len(group.places) > players:
        at = next(
            (at for at in reversed(range(len(group.places))) if group.places[at][1] in wanted),
            len(group.places) - 1,
        )
        released = group.places.pop(at)
        if released[1] in wanted:
            wanted.remove(released[1])
        yield released


def _take_spare(spare: list[Lettered], letter: str) -> Player:
    """Take from *spare* the first of this letter, or the first of all."""
    at = next((at for at, lettered in enumerate(spare) if lettered[1] == letter), 0)
    return spare.pop(at)[0]


def _refill_table(group: _Group, spare: list[Lettered], *, alone: bool) -> PartyTable:
    """Return the table with its empty seats filled from *spare*."""
    table = group.table
    people = [(player or _take_spare(spare, letter), letter) for player, letter in group.places]
    names = [player for player, _ in people]
    games = tuple(games_here for games_here in table.games_here if games_here[0] in names)
    if len(names) != len(table.players):
        return replace(
            table_of(table.table_no, people, alone=alone), row=table.row, games_here=games
        )
    ends = [sum(map(len, table.sides[: at + 1])) for at in range(len(table.sides))]
    sides = tuple(
        tuple(names[end - len(side) : end]) for end, side in zip(ends, table.sides, strict=True)
    )
    return replace(table, sides=sides, games_here=games)


def _take_balanced(spare: list[Lettered], players: int) -> list[Lettered]:
    """Take that many from *spare* in order, both letters as equally as possible."""
    half = -(-players // 2)
    first = [
        lettered
        for letter in "AB"
        for lettered in [lettered for lettered in spare if lettered[1] == letter][:half]
    ]
    chosen = [lettered for lettered in spare if lettered in first][:players]
    chosen += [lettered for lettered in spare if lettered not in chosen][: players - len(chosen)]
    spare[:] = [lettered for lettered in spare if lettered not in chosen]
    return chosen


# Who sits out next, where some fill no table.
#
# Responsible for taking turns: nobody sits out a second time before everybody in seats of his
# letter has done so once.


def take_turns(
    playing: Sequence[PartyTable], resting: Sequence[PartyTable], *, pairs: bool
) -> Seating:
    """Return the seating in which those who sat out exchange places with players.

    Who sits out is, among those in seats of the same letter, whoever has done so least often, then
    whoever sits nearest the foot.  With *pairs* whole pairs change.

    >>> tables = [PartyTable(1, (("L1", "G1"), ("L2", "G2")))]
    >>> take_turns(tables, [PartyTable(2, (("G3",),), seats="B")], pairs=False)[1]
    PartyTable(table_no=2, sides=(('G1',),), row=1, games_here=(('G3', 1),), seats='B', waits_at=0)
    """
    seating = tuple(playing)
    for table in resting:
        been = dict(table.games_here)
        for player in table.players:
            been[player] = been.get(player, 0) + 1
        seating = _exchange(seating, replace(table, games_here=tuple(been.items())), pairs=pairs)
    return seating


def turns_to_rest(seating: Seating, rounds: int, *, pairs: bool) -> Iterator[tuple[Player, ...]]:
    """Yield who sits out in each of *rounds* from *seating* on, if only the players know the
    winners.

    Turns go by letter: those who sit out first, then the others from the foot up; who sat out takes
    the seat of the one who sits out next.  With *pairs* partners sit out together.

    >>> tables = (PartyTable(1, (("L1", "G1"), ("L2", "G2"))), PartyTable(2, (("L3", "G3"),)))
    >>> list(turns_to_rest(tables, 4, pairs=False))
    [('L3', 'G3'), ('L1', 'G1'), ('L2', 'G2'), ('L3', 'G3')]
    """
    resting, playing = (
        [table for table in seating if table.sits_out is out] for out in (True, False)
    )
    been = dict(games_here for table in resting for games_here in table.games_here)
    turns: dict[str, list[tuple[Player, ...]]] = {"A": [], "B": []}
    if pairs:
        sides = [side for table in reversed(playing) for side in table.sides]
        turns["A"] = [table.players for table in resting] + sides
    else:
        for table in (*resting, *reversed(playing)):
            for player, letter in zip(table.players, table.letters, strict=True):
                turns[letter].append((player,))
    if pairs:
        out = {"A": len(resting)}
    else:
        out = Counter(letter for table in resting for letter in table.letters)
    for letter, queue in turns.items():
        later = sorted(
            queue[out.get(letter, 0) :],
            key=lambda unit: sum(been.get(player, 0) for player in unit),
        )
        turns[letter] = queue[: out.get(letter, 0)] + later
    for round_at in range(rounds):
        yield tuple(
            player
            for letter, queue in turns.items()
            for at in range(out.get(letter, 0))
            for player in queue[(round_at * out[letter] + at) % len(queue)]
        )


def _exchange(playing: Seating, table: PartyTable, *, pairs: bool) -> Seating:
    been = dict(table.games_here)
    units = (
        [table.players]
        if pairs and len(table.players) == 2
        else [(player,) for player in table.players]
    )
    letters = {
        player: letter
        for table in playing
        for player, letter in zip(table.players, table.letters, strict=True)
    }
    swaps: dict[Player, Player] = {}
    for unit, letter in zip(units, table.letters, strict=False):
        others = _candidates(playing, letters, letter, pairs=pairs and len(unit) == 2, taken=swaps)
        out = min(others, key=lambda some: sum(been.get(player, 0) for player in some))
        swaps |= dict(zip(out, unit, strict=True)) | dict(zip(unit, out, strict=True))
    return tuple(_rename_players(seated_table, swaps) for seated_table in (*playing, table))


def _candidates(
    playing: Seating,
    letters: dict[Player, str],
    letter: str,
    *,
    pairs: bool,
    taken: Iterable[Player],
) -> list[tuple[Player, ...]]:
    """Return who might sit out next, from the foot up."""
    gone = set(taken)
    if pairs:
        return [
            side for table in reversed(playing) for side in table.sides if gone.isdisjoint(side)
        ]
    people = [
        player for table in reversed(playing) for player in table.players if player not in gone
    ]
    return [(player,) for player in people if letters[player] == letter] or [
        (player,) for player in people
    ]


def _rename_players(table: PartyTable, swaps: dict[Player, Player]) -> PartyTable:
    return replace(
        table,
        sides=tuple(tuple(swaps.get(player, player) for player in side) for side in table.sides),
    )
