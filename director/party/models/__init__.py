"""Progressive parties: a whist drive or euchre night, whose seats follow from the winners.

Changes go through the journal of the event, so that each of them can be undone.
"""

from director.party.models.club import PartyWay
from director.party.models.party import BELLS, CardBoxes, GroupWords, Party
from director.party.models.played import (
    PartyCard,
    PartyPlayer,
    PartyResult,
    PartyRound,
    SkatSheet,
    new_token,
)

__all__ = [
    "BELLS",
    "CardBoxes",
    "GroupWords",
    "Party",
    "PartyCard",
    "PartyPlayer",
    "PartyResult",
    "PartyRound",
    "PartyWay",
    "SkatSheet",
    "new_token",
]
