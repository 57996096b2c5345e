"""What changes between two seatings, to be shown before it is done."""

from movements.party.model import Place, Player, SeatChange, Seating


def places_of(seating: Seating) -> dict[Player, Place]:
    """Return where everybody sits.

    >>> from movements.party.model import PartyTable
    >>> places_of((PartyTable(1, (("L1", "G1"), ("L2", "G2"))),))["G2"]
    Place(table_no=1, side=1, seat='B', alone=False, sits_out=False, waits_at=0)
    """
    return {
        player: Place(table.table_no, side, letter, table.alone, table.sits_out, table.waits_at)
        for table in seating
        for player, side, letter in zip(
            table.players, (no for no, some in enumerate(table.sides) for _ in some), table.letters, strict=True
        )
    }


def seat_changes(before: Seating, after: Seating) -> tuple[SeatChange, ...]:
    """Return everybody whose table, side or seat changes, in the order of *after*, then those who are no longer seated.

    >>> from movements.party.model import PartyTable
    >>> one, two = (PartyTable(1, (("L1", "G1"), (lady, "G2"))) for lady in ("L2", "L3"))
    >>> [(change.player, change.before is None) for change in seat_changes((one,), (two,))]
    [('L3', True), ('L2', False)]
    """
    old, new = places_of(before), places_of(after)
    moved = [
        SeatChange(player, old.get(player), place)
        for player, place in new.items()
        if player not in old or not old[player].same(place)
    ]
    return (*moved, *(SeatChange(player, place, None) for player, place in old.items() if player not in new))
