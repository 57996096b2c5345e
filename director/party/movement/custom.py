"""The custom movements of a club, and the moves of a sample room by one of them."""

import random
from dataclasses import dataclass, replace

from director.party.models import Party, PartyWay
from movements import (
    PartySystem,
    Seating,
    TableOutcome,
    custom_movement,
    find_party_system,
    first_seating,
    next_seating,
)


@dataclass(frozen=True, slots=True)
class PlayerMove:
    """Where a player plays in the next round. ``stays`` at the same table, in any chair."""

    player: str
    table_no: int
    stays: bool


@dataclass(frozen=True, slots=True)
class TableMoves:
    """The moves from one table, side by side, and the partners who meet there in the next round.

    If the movement depends on the result, the winners come first.
    """

    table_no: int
    sides: tuple[tuple[PlayerMove, ...], ...]
    next_sides: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MovingRoom:
    """A round of a sample party: the rule in words, and the moves table by table."""

    round_no: int
    rule: str
    has_winners: bool
    tables: tuple[TableMoves, ...]


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

    The same request always gives the same room.
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
    # In a fixed rotation nobody's move depends on the winners, so none are shown.
    system = find_party_system(key)
    shown_outcomes = {} if system.fixed else outcomes
    return MovingRoom(
        round_no=round_no,
        rule=system.summary(),
        has_winners=not system.fixed,
        tables=_table_moves(seating_before, seating_after, shown_outcomes),
    )


def _outcomes(seating: Seating, round_no: int) -> dict[int, TableOutcome]:
    chance = random.Random(round_no)  # noqa: S311  a sample room, always the same
    return {table.table_no: TableOutcome(chance.randrange(2)) for table in seating}


def _table_moves(
    before: Seating, after: Seating, outcomes: dict[int, TableOutcome]
) -> tuple[TableMoves, ...]:
    new_tables = {
        player: table.table_no for table in after for side in table.sides for player in side
    }
    next_sides = {
        table.table_no: tuple(" + ".join(side) for side in table.sides) for table in after
    }
    moves_by_table = []
    for table in before:
        sides = table.sides
        if outcomes and outcomes[table.table_no].winner == 1:
            sides = sides[::-1]
        side_moves = []
        for side in sides:
            side_moves.append(
                tuple(
                    PlayerMove(
                        player, new_tables[player], stays=new_tables[player] == table.table_no
                    )
                    for player in side
                )
            )
        table_moves = TableMoves(table.table_no, tuple(side_moves), next_sides[table.table_no])
        moves_by_table.append(table_moves)
    return tuple(moves_by_table)
