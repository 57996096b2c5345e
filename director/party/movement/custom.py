"""The custom movements of a club, and a drawing of a room that moves by one of them."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil

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

# Sizes of the drawing, in pixels of its SVG.
COLUMNS = 2
TABLE_WIDTH = 160
TABLE_HEIGHT = 164
CHAIR_OFFSETS = {(0, "A"): (0, -54), (0, "B"): (0, 54), (1, "A"): (54, 0), (1, "B"): (-54, 0)}
"""Distance of each chair from the middle of its table, by side and seat letter."""
CHAIR_RADIUS = 21


@dataclass(frozen=True, slots=True)
class Chair:
    """A player in the drawing. ``won`` if the side has won."""

    player: str
    x: int
    y: int
    won: bool


@dataclass(frozen=True, slots=True)
class Arrow:
    """A player's move from chair to chair. Arrows of players B are dashed."""

    x1: int
    y1: int
    x2: int
    y2: int
    is_b: bool


@dataclass(frozen=True, slots=True)
class Drawing:
    """A room: its tables, the players in their chairs, and their moves."""

    width: int
    height: int
    tables: tuple[tuple[int, int, int], ...]  # number and middle of each
    chairs: tuple[Chair, ...]
    arrows: tuple[Arrow, ...]


@dataclass(frozen=True, slots=True)
class MovingRoom:
    """A round of a sample party: the room with arrows, the next room, and the moves in words."""

    round_no: int
    before: Drawing
    after: Drawing
    moves: tuple[str, ...]


def club_ways(party: Party) -> list[PartyWay]:
    """Return the custom movements of the club. One query."""
    return list(PartyWay.objects.filter(club=party.session.event.club_id))


def own_systems(party: Party) -> tuple[PartySystem, ...]:
    """Return the club's custom movements as systems, and the one of *party*."""
    if party.session_id is None:
        return ()
    names_by_key = {way.key: way.name for way in club_ways(party) if not way.put_away_at}
    # The party keeps its movement, also after the club has deleted or renamed it.
    if custom_movement(party.system):
        names_by_key[party.system] = party.system_name or names_by_key.get(party.system, "")
    systems = []
    for key, name in names_by_key.items():
        system = find_party_system(key)
        systems.append(replace(system, name=name or system.name))
    return tuple(systems)


def moving_room(key: str, tables: int, round_no: int) -> MovingRoom:
    """Return round *round_no* of a sample party of *tables* tables with random winners.

    The same request always draws the same room.
    """
    numbers = range(1, 2 * tables + 1)
    seating_before = first_seating(
        key, [f"A{number}" for number in numbers], [f"B{number}" for number in numbers]
    )
    outcomes = _outcomes(seating_before, 1)
    for number in range(1, round_no):
        seating_before = next_seating(key, seating_before, outcomes, round_no=number)
        outcomes = _outcomes(seating_before, number + 1)
    seating_after = next_seating(key, seating_before, outcomes, round_no=round_no)
    arrows = []
    moves = []
    for change in changes_between(seating_before, seating_after):
        old_place = change.before
        new_place = change.after
        if not old_place or not new_place:
            continue
        arrows.append(_arrow(change.player, old_place, new_place))
        if old_place.table_no != new_place.table_no:
            move = f"table {old_place.table_no} to table {new_place.table_no}"
        else:
            move = f"changes chair at table {new_place.table_no}"
        moves.append(f"{change.player}: {move}")
    # In a fixed rotation nobody's move depends on the winners, so none are shown.
    shown_outcomes = {} if find_party_system(key).fixed else outcomes
    return MovingRoom(
        round_no=round_no,
        before=_drawing(seating_before, shown_outcomes, arrows),
        after=_drawing(seating_after, {}, ()),
        moves=tuple(moves),
    )


def _outcomes(seating: Seating, round_no: int) -> dict[int, TableOutcome]:
    chance = random.Random(round_no)  # noqa: S311  a sample room, always the same
    return {table.table_no: TableOutcome(chance.randrange(2)) for table in seating}


def _middle(table_no: int) -> tuple[int, int]:
    row, column = divmod(table_no - 1, COLUMNS)
    return TABLE_WIDTH // 2 + TABLE_WIDTH * column, TABLE_HEIGHT // 2 + TABLE_HEIGHT * row


def _chair_position(place: Place) -> tuple[int, int]:
    x, y = _middle(place.table_no)
    dx, dy = CHAIR_OFFSETS[place.side, place.seat]
    return x + dx, y + dy


def _arrow(player: str, old_place: Place, new_place: Place) -> Arrow:
    x1, y1 = _chair_position(old_place)
    x2, y2 = _chair_position(new_place)
    length = max(1.0, ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5)
    # The arrow ends at the edges of the two chairs, not in their middles.
    dx = round((x2 - x1) * CHAIR_RADIUS / length)
    dy = round((y2 - y1) * CHAIR_RADIUS / length)
    return Arrow(x1 + dx, y1 + dy, x2 - dx, y2 - dy, is_b=player.startswith("B"))


def _drawing(
    seating: Seating, outcomes: dict[int, TableOutcome], arrows: Sequence[Arrow]
) -> Drawing:
    chairs = []
    for table in seating:
        winner = outcomes[table.table_no].winner if outcomes else None
        for side, players in enumerate(table.sides):
            for player, letter in zip(players, "AB", strict=True):
                x, y = _chair_position(Place(table.table_no, side, letter))
                chairs.append(Chair(player, x, y, won=side == winner))
    rows = ceil(len(seating) / COLUMNS)
    return Drawing(
        width=TABLE_WIDTH * min(COLUMNS, len(seating)),
        height=TABLE_HEIGHT * rows,
        tables=tuple((table.table_no, *_middle(table.table_no)) for table in seating),
        chairs=tuple(chairs),
        arrows=tuple(arrows),
    )
