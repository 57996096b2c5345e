"""Whist drives and their kin."""

from director.party.presets.model import PartyPreset

GROUP = "Whist drives"
SUITS = ("H", "C", "D", "S")
"""One suit a hand in the order that is commonest."""
COURTS = ("Coronation", "Prosperity", "Conspiracy", "Revolution", "Confiscation", "Restoration")
"""The courts of court whist, four hands in each."""
_CARDS = ("drive-cards", "room-list", "table-numbers")
_DRIVE = {"places": 3, "booby": True, "by_group": True, "equal_numbers": True, "one_each": True}

WHIST_PRESETS = (
    PartyPreset(
        key="whist-drive",
        name="Whist drive (24 hands, ladies and gentlemen)",
        group=GROUP,
        line="A new partner every hand; everybody adds up the own tricks.",
        game="whist",
        system="progressive-whist-2",
        method="tricks",
        method_options={"sit_out": "6.5"},
        rounds=24,
        hands=1,
        minutes=6,
        pause_after=12,
        pause_minutes=25,
        trumps=SUITS,
        group_words="ladies",
        prizes=_DRIVE,
        paper=_CARDS,
        entry="cards",
        round_word="hand",
        source="British and Irish drives: 24 hands, tea after twelve, tricks counted, one suit a hand",
    ),
    PartyPreset(
        key="whist-partner",
        name="Partner whist drive",
        group=GROUP,
        line="Partners stay together all evening, four hands at each table.",
        game="whist",
        system="drive-whist",
        options={"partners": "kept", "direction": "down"},
        method="tricks",
        method_options={"deal": "any", "sit_out": "average"},
        rounds=6,
        hands=4,
        minutes=24,
        pause_after=3,
        pause_minutes=20,
        trumps=SUITS,
        prizes={"places": 3, "by_group": False},
        paper=("drive-cards", "score-sheets", "room-list", "table-numbers"),
        entry="points",
        source="Partner drives of Lancashire: four hands a table, then a pair goes on",
    ),
    PartyPreset(
        key="whist-court",
        name="Court whist",
        group=GROUP,
        line="Six courts of four hands, each with a rule of its own for what a trick counts.",
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
        entry="cards",
        round_word="hand",
        source="Cards for court whist: Coronation, Prosperity, Conspiracy, Revolution, Confiscation, Restoration",
    ),
)
