"""Evenings in which people go out: for good at freeze-out, for a game at tables that others share."""

from movements.party import conduct
from movements.party.listed.entry import LARGEST, party_entry
from movements.party.model import PartySystem
from movements.party.rules import cut_in_options
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
        is_ring=True,
    ),
    party_entry(
        "cut-in",
        "Cut-in tables",
        "any",
        "custom of card rooms and of the rubber table: whoever has played longest goes out",
        (
            cut_in_options.CUT_IN_TABLE,
            cut_in_options.SHARED_BY,
            cut_in_options.GOES_OUT,
            cut_in_options.CUT_IN_PARTNERS,
        ),
        (conduct.CUT_IN_ENDS, conduct.CUT_TIE, conduct.FINAL_TIE),
        sizes="4 to 400 players",
        legal_sizes=range(4, LARGEST + 1),
        table_sizes=(4, 3),
        aliases=("cutting-in", "rubber-table"),
        rule=cut_in_options.cut_in,
        guarantees=("waits-one-game",),
        usual_method="games",
        is_ring=True,
        tables_stay=True,
    ),
)
"""The systems in which people go out."""
