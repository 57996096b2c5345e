"""Beetle drives and cribbage evenings."""

from director.party.presets.model import PartyPreset
from director.party.presets.others import GROUP

_ONE_LIST = {"places": 3, "booby": True, "by_group": False}

EVENING_PRESETS = (
    PartyPreset(
        key="beetle",
        name="Beetle drive",
        group=GROUP,
        line="Four at a table, one die; the first whole beetle of the room ends the round, and parts are counted.",
        game="beetle",
        system="beetle-drive",
        method="beetle",
        rounds=12,
        minutes=10,
        pause_after=6,
        pause_minutes=20,
        prizes=_ONE_LIST,
        entry="points",
        source="Rules of beetle drives in halls and schools: 14 parts, a card of 12 rounds",
    ),
    PartyPreset(
        key="beetle-partners",
        name="Beetle drive, partners opposite",
        group=GROUP,
        line="Players opposite each other draw together whoever throws; the side with more parts moves on.",
        game="beetle",
        system="beetle-drive",
        options={"partners": "opposite"},
        method="beetle",
        called="Beetle drive",
        rounds=12,
        minutes=10,
        pause_after=6,
        pause_minutes=20,
        prizes=_ONE_LIST,
        entry="points",
        source="A sports club's rules of a beetle drive in which opposite players are partners",
    ),
    PartyPreset(
        key="crib-acc",
        name="Cribbage evening",
        group=GROUP,
        line="Nine games against nine people; 2 for one won, 3 by 31 or more, then spread; two cards tell each game.",
        game="cribbage",
        system="cribbage-circle",
        method="cribbage",
        rounds=9,
        goal=121,
        minutes=18,
        prizes={"places": 3, "booby": False, "by_group": False},
        entry="cards",
        round_word="game",
        source="Clubs of the American Cribbage Congress: nine games, game points, games won, spread",
    ),
)
