"""The tables of the next round, with each player's move."""

from collections.abc import Mapping
from dataclasses import dataclass

from director.errors import PartyError
from director.party.movement.games.read import Evening, PlayedRound
from director.party.movement.games.tables import make_table_sheet
from director.party.movement.next_games import compute_next_seating
from director.party.movement.options import is_fixed
from director.party.movement.words import format_table_number
from director.party.sheets import PartySeat, PartyTableSheet
from movements.errors import MovementError
from movements.party.model import OUT, PartyTable, Place, Seating
from movements.party.rounds import seat_changes


@dataclass(frozen=True, slots=True)
class ComingTable:
    """A table of the next round. Each player "stays" or comes "from table 4"."""

    sheet: PartyTableSheet
    sides: tuple[tuple[tuple[PartySeat, str], ...], ...]


def build_next_tables(
    evening: Evening, played_round: PlayedRound
) -> tuple[tuple[ComingTable, ...], str]:
    """Return the tables of the next round, and a problem if they can't be made."""
    party = evening.party
    if played_round.unreported_tables and not is_fixed(party):
        return (), ""  # the page lists the missing reports already
    try:
        seating = compute_next_seating(party, played_round)
    except (PartyError, MovementError) as error:
        return (), str(error)
    if all(table.sits_out for table in seating):
        return (), ""
    return make_coming_tables(evening, played_round, seating), ""


def make_coming_tables(
    evening: Evening, played_round: PlayedRound, seating: Seating
) -> tuple[ComingTable, ...]:
    """Return the tables of *seating*, which follows *played_round*."""
    next_round = PlayedRound(played_round.round_no + 1, seating, {}, played_round.system)
    old_places = {
        change.player: change.old_place for change in seat_changes(played_round.seating, seating)
    }
    if played_round.has_rows:
        rows = {table.table_no: table.row for table in played_round.seating}
    else:
        rows = {}
    tables = []
    for table in seating:
        sheet = make_table_sheet(evening, next_round, table)
        sides = tuple(
            tuple((seat, _describe_arrival(old_places, seat, table, rows)) for seat in side)
            for side in sheet.sides
        )
        tables.append(ComingTable(sheet, sides))
    return tuple(tables)


def _describe_arrival(
    old_places: Mapping[str, Place | None],
    seat: PartySeat,
    table: PartyTable,
    rows: Mapping[int, int],
) -> str:

    player = str(seat.number)
    place = old_places.get(player)
    if table.waits_at == OUT and (place is None or place.sits_out):
        return ""  # already out, which the line of the table says
    if player not in old_places:
        return "stays"
    if place is None:
        return "new"
    if place.sits_out or table.waits_at:
        return _describe_rest_change(place)
    if place.table_no == table.table_no:
        return "stays, other seat"
    old_table = format_table_number(
        place.table_no, rows.get(place.table_no, 1), has_rows=bool(rows)
    )
    return f"from {old_table}"


def _describe_rest_change(place: Place) -> str:
    """Return the change of a player who sat out at *place*, or sits out next."""
    if not place.sits_out:
        return "goes out"
    if place.waits_at:
        return "comes in"
    return "sat out"
