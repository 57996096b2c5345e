"""The ways of moving that a club has kept, and the room that moves by one of them."""

import random
from dataclasses import dataclass, replace

from director.party.models import Party, PartyWay
from movements import (
    PartySystem,
    Place,
    Seating,
    TableOutcome,
    custom_movement,
    find_party_system,
    first_seating,
    next_seating,
)
from movements import seat_changes as changes_between

COLUMNS, WIDE, HIGH = 2, 160, 164
CHAIRS = {(0, "A"): (0, -54), (0, "B"): (0, 54), (1, "A"): (54, 0), (1, "B"): (-54, 0)}
"""Where the chairs of a table stand about its middle, by side and seat letter."""
RADIUS = 21


@dataclass(frozen=True, slots=True)
class Chair:
    """A player in the drawing. ``won`` if the side has won."""

    player: str
    x: int
    y: int
    won: bool


@dataclass(frozen=True, slots=True)
class Arrow:
    """A player's way to the next chair. B's are dashed."""

    x1: int
    y1: int
    x2: int
    y2: int
    is_b: bool


@dataclass(frozen=True, slots=True)
class Drawing:
    """A room: its tables with the middle of each, who sits there, and who goes where."""

    width: int
    height: int
    tables: tuple[tuple[int, int, int], ...]
    chairs: tuple[Chair, ...]
    arrows: tuple[Arrow, ...]


@dataclass(frozen=True, slots=True)
class MovingRoom:
    """Round *round_no* of a sample party: the room with arrows, the next room, the moves."""

    round_no: int
    before: Drawing
    after: Drawing
    moves: tuple[str, ...]


def club_ways(party: Party) -> list[PartyWay]:
    """Return the custom movements of the club. One query."""
    return list(PartyWay.objects.filter(club=party.session.event.club_id))


def own_systems(party: Party) -> tuple[PartySystem, ...]:
    """Return the custom movements of the club as systems, with that of *party*."""
    if party.session_id is None:
        return ()
    named = {way.key: way.name for way in club_ways(party) if not way.put_away_at}
    if custom_movement(party.system):
        named[party.system] = party.system_name or named.get(party.system, "")
    systems = [(find_party_system(key), name) for key, name in named.items()]
    return tuple(replace(system, name=name or system.name) for system, name in systems)


def moving_room(key: str, tables: int, round_no: int) -> MovingRoom:
    """Return round *round_no* of a sample party of *tables* tables with random winners.

    The same request always draws the same room.
    """
    numbers = range(1, 2 * tables + 1)
    before = first_seating(
        key, [f"A{number}" for number in numbers], [f"B{number}" for number in numbers]
    )
    won = _winners(before, 1)
    for number in range(1, round_no):
        before = next_seating(key, before, won, round_no=number)
        won = _winners(before, number + 1)
    after = next_seating(key, before, won, round_no=round_no)
    is_fixed = find_party_system(key).fixed
    moved = [
        (change.player, change.before, change.after) for change in changes_between(before, after)
    ]
    arrows = tuple(_arrow(player, old, new) for player, old, new in moved if old and new)
    moves = tuple(
        f"{player}: table {old.table_no} to table {new.table_no}"
        if old.table_no != new.table_no
        else f"{player}: changes chair at table {new.table_no}"
        for player, old, new in moved
        if old and new
    )
    return MovingRoom(
        round_no, _drawing(before, {} if is_fixed else won, arrows), _drawing(after, {}, ()), moves
    )


def _winners(seating: Seating, round_no: int) -> dict[int, TableOutcome]:
    chance = random.Random(round_no)  # noqa: S311  a sample room, always the same
    return {table.table_no: TableOutcome(chance.randrange(2)) for table in seating}


def _middle(table_no: int) -> tuple[int, int]:
    row, column = divmod(table_no - 1, COLUMNS)
    return WIDE // 2 + WIDE * column, HIGH // 2 + HIGH * row


def _table_and_seat(place: Place) -> tuple[int, int]:
    x, y = _middle(place.table_no)
    dx, dy = CHAIRS[place.side, place.seat]
    return x + dx, y + dy


def _arrow(player: str, old: Place, new: Place) -> Arrow:
    (x1, y1), (x2, y2) = _table_and_seat(old), _table_and_seat(new)
    length = max(1.0, ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5)
    dx, dy = round((x2 - x1) * RADIUS / length), round((y2 - y1) * RADIUS / length)
    return Arrow(x1 + dx, y1 + dy, x2 - dx, y2 - dy, player.startswith("B"))


def _drawing(seating: Seating, won: dict[int, TableOutcome], arrows: tuple[Arrow, ...]) -> Drawing:
    chairs = []
    for table in seating:
        winner = won[table.table_no].winner if won else None
        for side, players in enumerate(table.sides):
            for player, letter in zip(players, "AB", strict=True):
                x, y = _table_and_seat(Place(table.table_no, side, letter))
                chairs.append(Chair(player, x, y, side == winner))
    tables = tuple((table.table_no, *_middle(table.table_no)) for table in seating)
    rows = -(-len(seating) // COLUMNS)
    return Drawing(WIDE * min(COLUMNS, len(seating)), HIGH * rows, tables, tuple(chairs), arrows)
