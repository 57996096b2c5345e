"""Who sits out next, where some fill no table.

Responsible for taking turns: nobody sits out a second time before everybody in seats of his letter has done so once.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from movements.party.model import PartyTable, Player, Seating


def take_turns(playing: Sequence[PartyTable], resting: Sequence[PartyTable], *, pairs: bool) -> Seating:
    """Return the seating in which those who sat out take the seats of others, who sit out in their place.

    Who sits out is, among those in seats of the same letter, whoever has done so least often, then whoever sits nearest
    the foot.  With *pairs* whole pairs change.

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


def _exchange(playing: Seating, table: PartyTable, *, pairs: bool) -> Seating:
    been = dict(table.games_here)
    units = [table.players] if pairs and len(table.players) == 2 else [(player,) for player in table.players]
    letters = {player: letter for table in playing for player, letter in zip(table.players, table.letters, strict=True)}
    swaps: dict[Player, Player] = {}
    for unit, letter in zip(units, table.letters, strict=False):
        others = _candidates(playing, letters, letter, pairs=pairs and len(unit) == 2, taken=swaps)
        out = min(others, key=lambda some: sum(been.get(player, 0) for player in some))
        swaps |= dict(zip(out, unit, strict=True)) | dict(zip(unit, out, strict=True))
    return tuple(_renamed(seated_table, swaps) for seated_table in (*playing, table))


def _candidates(
    playing: Seating, letters: dict[Player, str], letter: str, *, pairs: bool, taken: Iterable[Player]
) -> list[tuple[Player, ...]]:
    """Return who might sit out next, from the foot up."""
    gone = set(taken)
    if pairs:
        return [side for table in reversed(playing) for side in table.sides if gone.isdisjoint(side)]
    people = [player for table in reversed(playing) for player in table.players if player not in gone]
    return [(player,) for player in people if letters[player] == letter] or [(player,) for player in people]


def _renamed(table: PartyTable, swaps: dict[Player, Player]) -> PartyTable:
    return replace(table, sides=tuple(tuple(swaps.get(player, player) for player in side) for side in table.sides))
