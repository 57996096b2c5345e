"""Presets of beetle drives and cribbage evenings."""

from functools import partial

from director.party.presets.model import make_preset

_preset = partial(make_preset, group="Other games")
_PRIZES_FOR_ALL = {"places": 3, "booby": True, "by_group": False}

EVENING_PRESETS = (
    _preset(
        key="beetle",
        name="Beetle drive",
        line="Four per table, one die. The first complete beetle in the room ends the round; parts are counted.",
        game="beetle",
        system="beetle-drive",
        method="beetle",
        rounds=12,
        minutes=10,
        pause_after=6,
        pause_minutes=20,
        prizes=_PRIZES_FOR_ALL,
        entry="points",
        source="Rules of beetle drives in halls and schools: 14 parts, a card of 12 rounds",
    ),
    _preset(
        key="beetle-partners",
        name="Beetle drive, partners opposite",
        line="Opposite players draw together; the side with more parts moves on.",
        game="beetle",
        system="beetle-drive",
        options={"partners": "opposite"},
        method="beetle",
        event_name="Beetle drive",
        rounds=12,
        minutes=10,
        pause_after=6,
        pause_minutes=20,
        prizes=_PRIZES_FOR_ALL,
        entry="points",
        source="A sports club's rules of a beetle drive in which opposite players are partners",
    ),
    _preset(
        key="crib-acc",
        name="Cribbage evening",
        line="Nine games against nine opponents: 2 points for a win, 3 by 31 or more, then spread.",
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
