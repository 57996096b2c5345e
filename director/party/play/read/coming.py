"""The tables of the next round as the evening page shows them: who sits there, and how each comes to the seat."""

from collections.abc import Mapping
from dataclasses import dataclass

from director.errors import PartyError
from director.party.options import is_fixed
from director.party.play.read.games import Evening, PlayedRound
from director.party.play.read.next import next_seats
from director.party.results.read.sheets import table_sheet
from director.party.sheets import PartySeat, PartyTableSheet
from director.party.words import table_words
from movements import MovementError, PartyTable, Place, Seating, seat_changes


@dataclass(frozen=True, slots=True)
class ComingTable:
    """One table of the next round: everybody with how the place is reached, such as "stays" or "from table 4"."""

    sheet: PartyTableSheet
    sides: tuple[tuple[tuple[PartySeat, str], ...], ...]


def tables_ahead(evening: Evening, one: PlayedRound) -> tuple[tuple[ComingTable, ...], str]:
    """Return the next tables with who moves and who stays, or why there are none though every table is in."""
    party = evening.party
    if one.waiting and not is_fixed(party):
        return (), ""
    try:
        seating = next_seats(party, one)
    except (PartyError, MovementError) as error:
        return (), str(error)
    return coming_tables(evening, one, seating), ""


def coming_tables(evening: Evening, one: PlayedRound, seating: Seating) -> tuple[ComingTable, ...]:
    """Return the tables of *seating*, which follows round *one*, with who moves and who stays."""
    then = PlayedRound(one.round_no + 1, seating, {})
    before = {change.player: change.before for change in seat_changes(one.seating, seating)}
    rows = {table.table_no: table.row for table in one.seating} if one.has_rows else {}
    found = []
    for table in seating:
        sheet = table_sheet(evening, then, table)
        sides = tuple(tuple((seat, _how(before, seat, table, rows)) for seat in side) for side in sheet.sides)
        found.append(ComingTable(sheet, sides))
    return tuple(found)


def _how(before: Mapping[str, Place | None], seat: PartySeat, table: PartyTable, rows: Mapping[int, int]) -> str:
    """Return how the player of *seat* comes there; *before* has who moves from where, *rows* aisles by table."""
    player = str(seat.number)
    if player not in before:
        return "stays"
    place = before[player]
    if place is None:
        return "new"
    if place.sits_out:
        return "sat out"
    if place.table_no == table.table_no:
        return "stays, other seat"
    return f"from {table_words(place.table_no, rows.get(place.table_no, 1), has_rows=bool(rows))}"
