"""Presets of whist drives and similar evenings."""

from functools import partial
from typing import Any

from director.party.presets.model import make_preset

SUITS = ("H", "C", "D", "S")
"""The trump of each hand, in the most common order."""
COURTS = ("Coronation", "Prosperity", "Conspiracy", "Revolution", "Confiscation", "Restoration")
"""The courts of court whist, four hands in each."""
_DRIVE_PAPER = ("drive-cards", "room-list", "table-numbers")
_DRIVE_PRIZES = {
    "places": 3,
    "booby": True,
    "by_group": True,
    "equal_numbers": True,
    "one_each": True,
}
_DRIVE_OF_24: dict[str, Any] = {
    "game": "whist",
    "method": "tricks",
    "method_options": {"sit_out": "6.5"},  # half of the 13 tricks
    "rounds": 24,
    "hands": 1,
    "minutes": 6,
    "pause_after": 12,
    "pause_minutes": 25,
    "trumps": SUITS,
    "group_words": "ladies",
    "prizes": _DRIVE_PRIZES,
    "paper": _DRIVE_PAPER,
    "entry": "cards",
    "round_word": "hand",
}
"""The settings that all drives of 24 hands have in common."""

_preset = partial(
    make_preset,
    group="Whist drives",
)

WHIST_PRESETS = (
    _preset(
        key="whist-drive",
        name="Whist drive",
        line="A new partner every hand; everyone adds up their own tricks.",
        system="classic-drive",
        source="British and Irish drives: 24 hands, tea after twelve, tricks counted, one suit a hand",
        **_DRIVE_OF_24,
    ),
    _preset(
        key="whist-semi",
        name="Semi-partner drive",
        line="Winners stay together; losers move in opposite directions. Everyone adds up their own tricks.",
        system="semi-partner-drive",
        event_name="Semi-partner drive",
        source="A British whist drive's answers to its members: winners stay, losers move",
        **_DRIVE_OF_24,
    ),
    _preset(
        key="whist-progressive",
        name="Progressive drive, losers move",
        line="Winners stay but change partners; losers move in opposite directions. Everyone adds up their own tricks.",
        system="losers-move-drive",
        event_name="Progressive whist drive",
        source="A British whist drive's answers to its members: winners sit and change partners, losers move",
        **_DRIVE_OF_24,
    ),
    _preset(
        key="whist-swedish",
        name="Swedish whist, numbered chairs",
        line="No ladies and gentlemen: winners move on, and the chair number says where to sit.",
        game="whist",
        system="swedish-whist",
        method="tricks",
        event_name="Whist evening",
        rounds=24,
        hands=1,
        minutes=6,
        pause="coffee",
        pause_after=12,
        pause_minutes=20,
        trumps=("S", "H", "NT", "D", "C", "misère"),
        prizes={"places": 3, "by_group": False},
        paper=_DRIVE_PAPER,
        entry="cards",
        round_word="hand",
        source="Rules of a Swedish whist society: 24 hands, coffee after twelve",
    ),
    _preset(
        key="whist-flags",
        name="Military whist",
        line="Each table is a team of four: two stay, two visit the next fort each round. Most tricks win; for "
        "flags, score games won.",
        game="whist",
        system="military-whist",
        method="tricks",
        rounds=12,
        hands=1,
        minutes=8,
        trumps=("H", "C", "D", "S", "NT"),
        prizes={"places": 3, "by_group": False},
        paper=("drive-cards", "score-sheets", "room-list", "table-numbers"),
        entry="points",
        source="Flag whist of Alberta, Vermont and Ontario",
    ),
    _preset(
        key="whist-partner",
        name="Partner whist drive",
        line="Partners stay together: four hands at each table, then one pair moves on.",
        game="whist",
        system="pair-drive",
        options={"pairs_move": "visitors-on"},
        method="tricks",
        method_options={"deal": "any", "sit_out": "average", "unplayed": "6.5"},
        rounds=6,
        hands=4,
        minutes=24,
        pause_after=3,
        pause_minutes=20,
        trumps=SUITS,
        prizes={"places": 3, "by_group": False},
        paper=("drive-cards", "score-sheets", "room-list", "table-numbers"),
        entry="points",
        source="Partner drives of Lancashire: four hands per table, then a pair goes on",
    ),
    _preset(
        key="whist-court",
        name="Court whist",
        line="Six courts of four hands, each with its own value for a trick.",
        game="court-whist",
        system="drive-whist",
        method="points",
        rounds=24,
        hands=1,
        minutes=6,
        pause_after=12,
        pause_minutes=25,
        trumps=tuple(court for court in COURTS for _hand in range(4)),
        prizes={"places": 3, "by_group": False},
        paper=_DRIVE_PAPER,
        entry="cards",
        round_word="hand",
        source="Cards for court whist: Coronation, Prosperity, Conspiracy, Revolution, Confiscation, Restoration",
    ),
)
