"""Presets of euchre nights.

The values are fields of :class:`~director.party.presets.model.PartyPreset` and of the party, and
the keys of *prizes* those of ``scoring.party.prizes.PrizeRules``.
"""

from functools import partial

from director.party.presets.model import make_preset

_ONE_LIST_PRIZES = {
    "places": 3,
    "booby": True,
    "lone_hands": True,
    "by_group": False,
    "one_each": True,  # nobody takes two prizes; the next in line takes the second
}
_SIT_OUT_POINTS = {"sit_out": "6"}  # on a player's card, for a round of eight hands

_preset = partial(make_preset, group="Euchre nights")
_euchre_night = partial(
    _preset,
    entry="cards",  # each player hands in a card
    game="euchre",
    hands=8,
    method="points",
    method_options=_SIT_OUT_POINTS,
    minutes=20,
    prizes=_ONE_LIST_PRIZES,
    rounds=10,
)

EUCHRE_PRESETS = (
    _euchre_night(
        key="euchre-8",
        name="Progressive euchre, 8 hands",
        line="Eight hands per table, so everyone deals twice. Everyone adds up their own points.",
        system="winners-move-euchre",
        event_name="Progressive euchre",
        source="Euchre nights of Ohio, Ontario and New Zealand: 8 hands per round, 10 rounds, a prize for lone hands",
    ),
    _euchre_night(
        key="euchre-seats",
        name="Euchre, seats N S E W",
        line="Each chair moves its own number of tables, whoever wins. Everyone adds up their own points.",
        system="seat-moves",
        event_name="Euchre night",
        source="A euchre club of Ontario and the World Euchre Federation: each chair has its move",
    ),
    _euchre_night(
        key="euchre-colours",
        name="Euchre with red and white cards",
        line="Red cards move one way, white the other, whoever wins. No head table.",
        system="colour-moves",
        event_name="Euchre night",
        group_words="red",  # a value of GroupWords: red and white
        source="Euchre evenings of a council of the Knights of Columbus",
    ),
    _preset(
        key="euchre-chart",
        name="Euchre, rotation chart",
        line="A printed chart seats everyone; nobody has the same partner twice.",
        game="euchre",
        system="rotation",
        method="points",
        method_options={**_SIT_OUT_POINTS, "unplayed": "average"},
        event_name="Euchre night",
        rounds=12,
        hands=8,
        minutes=20,
        prizes=_ONE_LIST_PRIZES,
        paper=("rotation-charts", "room-list", "table-numbers"),
        entry="points",  # each table reports both sides' points
        source="Printed rotations for 8 to 20 players and 12 games",
    ),
    _preset(
        key="euchre-pairs",
        name="Euchre partners",
        line="Partners stay together: a game to ten points, then winners move on and losers stay.",
        game="euchre",
        system="pair-drive",
        method="games",
        method_options={"sit_out": "average", "equal": "points"},
        rounds=10,
        goal=10,
        minutes=20,
        prizes={"places": 3, "by_group": False},
        paper=("tally-cards", "score-sheets", "room-list", "table-numbers"),
        source="Evenings of fixed partners: games won, then points",
    ),
    _preset(
        key="euchre-bell",
        name="Head table and bell",
        line="The head table plays to five points and rings. Winners move towards it; its losers go to the last table.",
        game="euchre",
        system="progressive-euchre",
        options={"head_table": "kept", "round_ends": "head-5"},
        method="games",
        event_name="Euchre night",
        rounds=12,
        goal=5,
        minutes=10,
        group_words="ladies",
        prizes={"places": 2, "booby": True, "by_group": True},
        source="Progressive euchre of the books, as it is still played with a bell",
    ),
)
