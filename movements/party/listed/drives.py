"""The drives of today under the names people use: whist drives and euchre nights of the last thirty years.

Here "up" is never said alone: the books go up toward table 1, a British drive to the next higher number.
"""

from movements.party import conduct
from movements.party.listed.entry import IN_TURN, party_entry
from movements.party.model import PartySystem
from movements.party.rules import drives, systems

_WHIST = (conduct.ONE_DEAL, conduct.CUT_DEAL, conduct.FINAL_TIE)
_EUCHRE = (conduct.HANDS_END, conduct.TIE, conduct.LONE_HANDS, conduct.CUT_DEAL, conduct.FINAL_TIE)

DRIVE_SYSTEMS: tuple[PartySystem, ...] = (
    party_entry(
        "classic-drive",
        "Whist drive, classic",
        "whist",
        "scripts of a Goan association's drive, 2012, and of drives at Maidenhead",
        (drives.SEAT_A_GOES, systems.ODD),
        _WHIST,
        aliases=("classic", "whist-classic"),
        guarantees=IN_TURN,
        rule=drives.classic,
        usual_method="tricks",
        is_ring=True,
    ),
    party_entry(
        "semi-partner-drive",
        "Semi-partner whist drive",
        "whist",
        "questions and answers of a British whist drive, as its members print them",
        (drives.SEAT_A_GOES, systems.ODD),
        _WHIST,
        aliases=("semi-partner", "whist-semi"),
        guarantees=IN_TURN,
        rule=drives.semi_partner,
        usual_method="tricks",
        is_ring=True,
    ),
    party_entry(
        "losers-move-drive",
        "Whist drive, losers move (progressive)",
        "whist",
        "questions and answers of a British whist drive, as its members print them",
        (drives.SEAT_A_GOES, systems.ODD),
        _WHIST,
        aliases=("losers-move", "progressive-drive", "whist-losers-move"),
        guarantees=IN_TURN,
        rule=drives.losers_move,
        usual_method="tricks",
        is_ring=True,
    ),
    party_entry(
        "winners-move-euchre",
        "Euchre, winners move on",
        "euchre",
        "rules of euchre evenings in Ohio, Limoges and Hornby",
        (systems.DIRECTION, systems.ODD),
        _EUCHRE,
        aliases=("winners-move", "euchre-winners-move"),
        guarantees=IN_TURN,
        rule=drives.winners_on,
        is_ring=True,
    ),
    party_entry(
        "colour-losers-euchre",
        "Euchre, losers move by colour",
        "euchre",
        "letter of a euchre club to its members, 2017",
        (drives.WINNERS, drives.SEAT_A_GOES, systems.ODD),
        _EUCHRE,
        aliases=("losers-move-two-colours",),
        guarantees=IN_TURN,
        rule=drives.losers_by_colour,
        is_ring=True,
    ),
)
"""The drives of today."""
