"""A custom movement as a progressive system, found by its key."""

from functools import lru_cache

from movements.party import conduct
from movements.party.custom.checks import custom_movement_faults, may_be_short
from movements.party.custom.movement import custom_movement
from movements.party.custom.rule import make_custom_moves
from movements.party.model import PartySystem
from movements.party.rules import systems
from movements.party.rules.today import shifts
from movements.party.systems.entry import MAX_PLAYERS, make_party_system

NAME = "Custom movement"


@lru_cache(maxsize=512)
def find_custom_system(key: str) -> PartySystem | None:
    """Return the system of a *key* such as ``own-hlssc``.

    None unless it is the key of a movement that works with any number of tables.

    >>> find_custom_system("own-hlssc").summary()[:36], find_custom_system("own-fsssc")
    ('The winner in seat A goes to the nex', None)
    """
    movement = custom_movement(key)
    if movement is None or custom_movement_faults(movement):
        return None
    is_ring = not movement.head and not movement.foot
    round_ends = conduct.HANDS_END if is_ring else conduct.ROUND_ENDS
    description = (key, NAME, "any", "a club's own rules")
    conducted = (round_ends, conduct.TIE, conduct.LONE_HANDS, conduct.FINAL_TIE)
    if movement.shifts is not None:
        shifts_rule = shifts.ShiftRule(movement.shifts)
        return make_party_system(
            *description,
            (),
            conducted,
            rule=lambda _options: shifts_rule,
            fixed=True,
            is_ring=True,
        )
    if movement.keeps_partners:
        return make_party_system(
            *description,
            (),
            conducted,
            rule=lambda _options: make_custom_moves(movement, "sit-out"),
            is_ring=is_ring,
            sizes="an even number of players, 8 to 400",
            legal_sizes=range(8, MAX_PLAYERS + 1, 2),
        )
    movement_options = (systems.LEFTOVER_PLAYERS,) if may_be_short(movement) else ()
    return make_party_system(
        *description,
        movement_options,
        conducted,
        rule=lambda options: make_custom_moves(movement, options.get("odd", "sit-out")),
        is_ring=is_ring,
    )
