"""A club's custom movements, and sample moves by one of them."""

import random
from dataclasses import dataclass, replace

from director.party.models import Party, PartyWay
from movements.party.custom import custom_movement
from movements.party.model import PartySystem, Seating, TableOutcome
from movements.party.rounds import find_party_system, first_seating, next_seating


@dataclass(frozen=True, slots=True)
class PlayerMove:
    """Where a player plays in the next round. ``stays`` at the same table, in any chair."""

    player: str
    table_no: int
    stays: bool


@dataclass(frozen=True, slots=True)
class SampleTable:
    """The moves of each side at one table, and the partners who meet there next.

    If the movement depends on the result, the winners come first.
    """

    table_no: int
    sides: tuple[tuple[PlayerMove, ...], ...]
    next_sides: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SampleRound:
    """A round of a sample party: the rule in words, and the moves table by table."""

    round_no: int
    rule: str
    has_winners: bool
    tables: tuple[SampleTable, ...]


def fetch_club_movements(party: Party) -> list[PartyWay]:
    """Return the custom movements of the club. One query."""
    return list(PartyWay.objects.filter(club=party.session.event.club_id))


def list_custom_systems(party: Party) -> tuple[PartySystem, ...]:
    """Return the club's custom movements as systems, and the one of *party*."""
    if not party.session_id:  # not saved yet
        return ()
    names_by_key = {way.key: way.name for way in fetch_club_movements(party) if not way.put_away_at}
    # The party keeps its movement, also after the club has deleted or renamed it.
    if custom_movement(party.system):
        names_by_key[party.system] = party.system_name or names_by_key.get(party.system, "")
    systems = []
    for key, name in names_by_key.items():
        system = find_party_system(key)
        systems.append(replace(system, name=name or system.name))
    return tuple(systems)


def simulate_sample_room(key: str, tables: int, round_no: int) -> SampleRound:
    """Play a sample party with random winners. Return its round *round_no*.

    The same request always gives the same room.
    """
    numbers = range(1, 2 * tables + 1)
    seating_before = first_seating(
        key, [f"A{number}" for number in numbers], [f"B{number}" for number in numbers]
    )
    outcomes = _draw_outcomes(seating_before, 1)
    for number in range(1, round_no):
        seating_before = next_seating(key, seating_before, outcomes, round_no=number)
        outcomes = _draw_outcomes(seating_before, number + 1)
    seating_after = next_seating(key, seating_before, outcomes, round_no=round_no)
    # In a fixed rotation nobody's move depends on the winners, so none are shown.
    system = find_party_system(key)
    shown_outcomes = {} if system.fixed else outcomes
    return SampleRound(
        round_no=round_no,
        rule=system.summary(),
        has_winners=not system.fixed,
        tables=_make_sample_tables(seating_before, seating_after, shown_outcomes),
    )


def _draw_outcomes(seating: Seating, round_no: int) -> dict[int, TableOutcome]:
    chance = random.Random(round_no)  # noqa: S311  a sample room, always the same
    outcomes = {}
    for table in seating:
        outcomes[table.table_no] = TableOutcome(chance.randrange(2))
    return outcomes


def _make_sample_tables(
    before: Seating, after: Seating, outcomes: dict[int, TableOutcome]
) -> tuple[SampleTable, ...]:
    new_tables: dict[str, int] = {}
    next_sides = {}
    for table in after:
        next_sides[table.table_no] = tuple(map(" + ".join, table.sides))
        for side in table.sides:
            new_tables |= dict.fromkeys(side, table.table_no)
    sample_tables = []
    for table in before:
        sides = []
        for players in table.sides:
            moves = []
            for player in players:
                stays = new_tables[player] == table.table_no
                moves.append(PlayerMove(player, new_tables[player], stays))
            sides.append(tuple(moves))
        if outcomes and outcomes[table.table_no].winner == 1:
            sides.reverse()  # the winners come first
        sample_table = SampleTable(table.table_no, tuple(sides), next_sides[table.table_no])
        sample_tables.append(sample_table)
    return tuple(sample_tables)
