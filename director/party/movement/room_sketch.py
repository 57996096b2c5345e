"""The picture of the room at Field: the tables, and where winners and the others go after the first game."""

from collections.abc import Mapping

from director.core.base.room_drawing import RoomDrawing, RoomMove, RoomTable, draw_room
from movements.errors import MovementError
from movements.option import format_count
from movements.party.model import PartyTable, Seating, TableOutcome, TableSeat
from movements.party.rounds import (
    get_progressive_system,
    get_seat_by_player,
    make_next_seating,
)

MAX_TABLES = 40
"""Tables of a room that is drawn. More wouldn't be readable."""
WINNERS, OTHERS, EVERYBODY = "winners", "others", "everybody"


def draw_party_room(key: str, seating: Seating, options: Mapping[str, str]) -> RoomDrawing | None:
    """Return the room of the opening *seating* of system *key*, or None if it can't be drawn.

    It shows the moves as if the first side had won at every table.
    """
    tables = [table for table in seating if not table.sits_out]
    system = get_progressive_system(key)
    if not tables or len(tables) > MAX_TABLES or system.tables_stay:
        return None
    is_fixed = system.fixed
    outcomes = {} if is_fixed else {table.table_no: _make_outcome(table) for table in tables}
    try:
        next_seating = make_next_seating(key, seating, outcomes, options=options)
    except MovementError:  # a system that asks the director more than who won
        return None
    next_seats = get_seat_by_player(next_seating)
    place_by_number = {table.table_no: place for place, table in enumerate(tables, start=1)}
    moves = {}
    for player, seat in get_seat_by_player(seating).items():
        next_seat = next_seats.get(player)
        start = place_by_number.get(seat.table_no)
        end = place_by_number.get(next_seat.table_no) if next_seat else None
        if start is None or next_seat is None or end is None or start == end:
            continue
        kind = WINNERS if seat.side == 0 else OTHERS
        if is_fixed:
            kind = EVERYBODY
        # Partners who go to the same side of a table have one arrow.
        moves[kind, start, end, next_seat.side] = RoomMove(
            kind, start, end, _get_side(seat), _get_side(next_seat)
        )
    # Where the seats of each round are drawn anew, there is nothing to show.
    if not moves:
        return None
    return draw_room(
        [
            RoomTable(place, "NESW"[: len(table.players)])
            for table, place in zip(tables, place_by_number.values(), strict=True)
        ],
        moves.values(),
        description=f"{format_count(len(tables), 'table')} and the moves after the first game.",
    )


def _make_outcome(table: PartyTable) -> TableOutcome:
    """Return that the first side won; where all play alone, in the order of their seats."""
    order = tuple(range(len(table.sides)))
    return TableOutcome(winner=0, points=tuple(reversed(order)), cut=order)


def _get_side(seat: TableSeat) -> str:
    return "NS" if seat.side % 2 == 0 else "EW"
