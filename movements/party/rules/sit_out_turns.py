"""Take turns at sitting out: nobody sits out twice before everybody of the same letter has once."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from movements.party.model import PartyTable, Player, Seating
from movements.party.rules.seats import split_seating


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
        seating = _exchange_players(seating, counted_table, pairs=pairs)
    return seating


def list_sit_out_turns(
    seating: Seating, rounds: int, *, pairs: bool
) -> Iterator[tuple[Player, ...]]:
    """Yield the players who sit out in each of *rounds*, beginning with the one of *seating*.

    Serves parties whose winners the program doesn't know. Turns go by letter, from the foot up. A
    player who sat out takes the seat of the next one. With *pairs* partners sit out together.

    >>> tables = (PartyTable(1, (("L1", "G1"), ("L2", "G2"))), PartyTable(2, (("L3", "G3"),)))
    >>> list(list_sit_out_turns(tables, 4, pairs=False))
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


def _exchange_players(playing: Seating, table: PartyTable, *, pairs: bool) -> Seating:
    """Return the tables with the players of *table*, who sat out, and others exchanged."""
    sit_outs = dict(table.games_here)

    def count_sit_outs(unit: tuple[Player, ...]) -> int:
        return sum(sit_outs.get(player, 0) for player in unit)

    units: list[tuple[Player, ...]]
    if pairs and len(table.players) == 2:
        units = [table.players]
    else:
        units = [(player,) for player in table.players]
    letters: dict[Player, str] = {}
    for playing_table in playing:
        letters.update(zip(playing_table.players, playing_table.letters, strict=True))
    swaps: dict[Player, Player] = {}
    # A pair is one unit, so its second letter is not used.
    for unit, letter in zip(units, table.letters, strict=False):
        candidates = _list_candidates(
            playing, letters, letter, pairs=pairs and len(unit) == 2, resting_players=swaps
        )
        next_unit = min(candidates, key=count_sit_outs)
        swaps |= dict(zip(next_unit, unit, strict=True))
        swaps |= dict(zip(unit, next_unit, strict=True))
    return tuple(_rename_players(seated_table, swaps) for seated_table in (*playing, table))


def _list_candidates(
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
        sides = [side for table in reversed(playing) for side in table.sides]
        return [side for side in sides if resting_players.isdisjoint(side)]
    players: list[Player] = []
    for table in reversed(playing):
        players += [player for player in table.players if player not in resting_players]
    same_letter = [player for player in players if letters[player] == letter]
    return [(player,) for player in same_letter or players]


def _rename_players(table: PartyTable, swaps: dict[Player, Player]) -> PartyTable:
    sides = []
    for side in table.sides:
        sides.append(tuple(swaps.get(player, player) for player in side))
    return replace(table, sides=tuple(sides))
