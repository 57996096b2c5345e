"""A club's own way of moving as a system like any other."""

from functools import lru_cache
from typing import Any

from movements.party import conduct
from movements.party.listed.entry import LARGEST, party_entry
from movements.party.model import PartySystem
from movements.party.rules import systems
from movements.party.rules.today import shifts
from movements.party.ways.check import may_be_short, own_way_faults
from movements.party.ways.rule import own_moves
from movements.party.ways.way import own_way

NAME = "Own way of moving"


@lru_cache(maxsize=512)
def own_system(key: str) -> PartySystem | None:
    """Return the system that a key such as ``own-hlssc`` tells; ``None`` if it tells none that comes out at every size.

    >>> own_system("own-hlssc").summary()[:36], own_system("own-fsssc")
    ('The winner in seat A goes to the nex', None)
    """
    way = own_way(key)
    if way is None or own_way_faults(way):
        return None
    is_ring = not (way.head or way.foot)
    ends = conduct.HANDS_END if is_ring else conduct.ROUND_ENDS
    known = (key, NAME, "any", "a club's own choices")
    how = (ends, conduct.TIE, conduct.LONE_HANDS, conduct.FINAL_TIE)
    if way.shifts is not None:
        fixed = shifts.Shifts(way.shifts)
        return party_entry(*known, (), how, rule=lambda _options: fixed, fixed=True, is_ring=True)
    if way.keeps_partners:
        even: dict[str, Any] = {
            "sizes": "an even number of players, 8 to 400",
            "legal_sizes": range(8, LARGEST + 1, 2),
        }
        return party_entry(*known, (), how, rule=lambda _options: own_moves(way, "sit-out"), is_ring=is_ring, **even)
    odd = (systems.ODD,) if may_be_short(way) else ()
    return party_entry(
        *known, odd, how, rule=lambda options: own_moves(way, options.get("odd", "sit-out")), is_ring=is_ring
    )
