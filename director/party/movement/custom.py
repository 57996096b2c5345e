"""A club's custom movements, and sample moves by one of them."""

import random
from dataclasses import dataclass, replace

from director.party.models import Party, PartyWay
from movements.party.custom import parse_custom_movement
from movements.party.model import PartySystem, Seating, TableOutcome
from movements.party.rounds import get_progressive_system, make_next_seating, make_opening_seating


@dataclass(frozen=True, slots=True)
class PlayerMove:
    """Where a player plays in the next round."""

    player: str
    table_no: int
    is_staying: bool  # at the same table, in any chair


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
    """Return the custom movements of the club. (Costs one query.)"""
    return list(PartyWay.objects.filter(club=party.session.event.club_id))


def list_custom_systems(party: Party) -> tuple[PartySystem, ...]:
    """Return the club's custom movements as systems, and the one of *party*."""
    if not party.session_id:  # not saved yet
        return ()
    name_by_key = {
        movement.key: movement.name
        for movement in fetch_club_movements(party)
        if not movement.put_away_at
    }
    # The party keeps its movement, also after the club has deleted or renamed it.
    if parse_custom_movement(party.system):
        name_by_key[party.system] = party.system_name or name_by_key.get(party.system, "")
    systems = []
    for key, name in name_by_key.items():
        system = get_progressive_system(key)
        systems.append(replace(system, name=name or system.name))
    return tuple(systems)


def simulate_sample_room(key: str, table_count: int, round_no: int) -> SampleRound:
    """Play a sample party with random winners. Return its round *round_no*.

    The same request always gives the same room.
    """
    numbers = range(1, 2 * table_count + 1)
    seating_before = make_opening_seating(
        key, [f"A{number}" for number in numbers], [f"B{number}" for number in numbers]
    )
    outcomes = _draw_outcomes(seating_before, 1)
    for number in range(1, round_no):
        seating_before = make_next_seating(key, seating_before, outcomes, round_no=number)
        outcomes = _draw_outcomes(seating_before, number + 1)
    seating_after = make_next_seating(key, seating_before, outcomes, round_no=round_no)
    # In a fixed rotation nobody's move depends on the winners, so none are shown.
    system = get_progressive_system(key)
    shown_outcomes = {} if system.fixed else outcomes
    return SampleRound(
        round_no=round_no,
        rule=system.summary(),
        has_winners=not system.fixed,
        tables=_make_sample_tables(seating_before, seating_after, shown_outcomes),
    )


def _draw_outcomes(seating: Seating, round_no: int) -> dict[int, TableOutcome]:
    rng = random.Random(round_no)  # noqa: S311  a sample room, always the same
    outcome_by_table = {}
    for table in seating:
        outcome_by_table[table.table_no] = TableOutcome(rng.randrange(2))
    return outcome_by_table


def _make_sample_tables(
    seating_before: Seating, seating_after: Seating, outcome_by_table: dict[int, TableOutcome]
) -> tuple[SampleTable, ...]:
    next_table_by_player: dict[str, int] = {}
    next_sides_by_table = {}
    for table in seating_after:
        next_sides_by_table[table.table_no] = tuple(map(" + ".join, table.sides))
        for side in table.sides:
            next_table_by_player |= dict.fromkeys(side, table.table_no)
    sample_tables = []
    for table in seating_before:
        sides = []
        for players in table.sides:
            moves = []
            for player in players:
                stays = next_table_by_player[player] == table.table_no
                moves.append(PlayerMove(player, next_table_by_player[player], stays))
            sides.append(tuple(moves))
        if outcome_by_table and outcome_by_table[table.table_no].winner == 1:
            sides.reverse()  # the winners come first
        sample_table = SampleTable(
            table.table_no, tuple(sides), next_sides_by_table[table.table_no]
        )
        sample_tables.append(sample_table)
    return tuple(sample_tables)
