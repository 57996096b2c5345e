"""Evenings in which people go out: freeze-out."""

from movements.party import conduct
from movements.party.listed.entry import LARGEST, party_entry
from movements.party.model import PartySystem
from movements.party.rules.freeze_out import FreezeOut

OUT_SYSTEMS: tuple[PartySystem, ...] = (
    party_entry(
        "freeze-out",
        "Freeze-out",
        "any",
        "custom of card rooms: a knock-out at the tables (no source gives a rule for the pair that waits)",
        conducted=(conduct.CUT_TIE, conduct.FINAL_TIE),
        sizes="an even number of players, 4 to 400",
        legal_sizes=range(4, LARGEST + 1, 2),
        rule=lambda _options: FreezeOut(),
        guarantees=("partners-stay",),
        usual_method="games",
    ),
)
"""The systems in which whoever loses is out."""
