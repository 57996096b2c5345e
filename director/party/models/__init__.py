"""Progressive parties: a whist drive or euchre night, whose seats follow from who won.

Every change made at the desk goes through the journal of the event, so that each can be undone
exactly.
"""

from director.party.models.club import PartySeason, PartyWay
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
    "PartySeason",
    "PartyWay",
    "SkatSheet",
    "new_token",
]
