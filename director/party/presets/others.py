"""Drives and evenings of other games."""

from director.party.presets.model import PartyPreset

GROUP = "Other games"
_COUPLES = {
    "partners": "kept",
    "head_table": "to-foot",
    "round_ends": "deals",
    "odd": "sit-out",
    "lone_hands": "none",
}

OTHER_PRESETS = (
    PartyPreset(
        key="cards-45",
        name="Forty-fives",
        group=GROUP,
        line="Couples stay together; winners move on, losers stay, and a game won is a hole in the card.",
        game="forty-fives",
        system="progressive-euchre",
        options={
            "partners": "kept",
            "head_table": "to-foot",
            "round_ends": "deals",
            "odd": "sit-out",
            "lone_hands": "none",
        },
        method="games",
        rounds=25,
        minutes=5,
        prizes={"places": 3, "booby": True, "by_group": False},
        round_word="game",
        source="Forty-fives of Cape Breton: 25 games in two hours, winners move",
    ),
    PartyPreset(
        key="five-hundred",
        name="Progressive five hundred",
        group=GROUP,
        line="Four hands at each table; what a side makes counts, and what it is set back is taken off.",
        game="five-hundred",
        system="progressive-five-hundred",
        method="plus-and-minus",
        rounds=8,
        hands=4,
        minutes=20,
        group_words="ladies",
        prizes={"places": 2, "booby": False, "by_group": True},
        source="Evenings of Minnesota and Australia by the system of the books: best lady and best gentleman",
    ),
)
