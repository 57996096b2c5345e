"""The prizes that Field asks about, with usual numbers."""

from collections.abc import Mapping

from django.forms import Field

from director.party.pages.field.forms.options import PRIZE

PRIZE_NUMBERS = {
    "places": ("Principal prizes", 2, 10, "In each group."),
    "aisle": ("Prizes per aisle", 0, 10, "For the best in each aisle without a principal prize."),
    "table": ("Prizes per table", 0, 4, ""),
    "table_winners": (
        "Prizes for winners of tables",
        0,
        100,
        "If fewer than tables: the best of each table compete.",
    ),
    "half": ("Half-time prizes", 0, 3, "For the best at half-time in each group."),
    "drawn": (
        "Drawn-number prizes",
        0,
        100,
        "For whoever is nearest to a number drawn from 1 to 100.",
    ),
    "raffle": ("Raffle prizes", 0, 100, "Drawn by player number in Money and prize-giving."),
}
PRIZE_TICKS = {
    "booby": ("Booby prize", True, "For the lowest score."),
    "lone_hands": ("Prize for lone hands", False, "Each table reports its lone hands."),
    "high_game": (
        "Prize for the highest game",
        False,
        "Points or tricks are entered for each game.",
    ),
    "tens": ("Prize for most ten-trick hands", False, "Tricks are entered for each hand."),
    "by_group": ("Separate prizes per group", True, "Untick for one list."),
    "equal_numbers": ("Equal numbers of prizes per group", True, ""),
    "one_each": ("One prize per player", False, "A second prize goes to the next player in line."),
    "leavers": (
        "Prizes for early leavers",
        False,
        "Never the booby prize; late arrivals can’t win that either.",
    ),
}

OF_GROUPS = ("by_group", "equal_numbers")
"""The ticks that mean nothing where partners stay together, since a pair is of no group."""
_OF_PAIRS = {
    "places": ("Principal prizes", "Each for a {one}."),
    "half": ("Half-time prizes", "For the best {one}s at half-time."),
    "raffle": (
        "Raffle prizes",
        "Drawn by player number in Money and prize-giving, also within a {one}.",
    ),
    "one_each": ("One prize per {one}", "A second prize goes to the next player in line."),
}
"""What some of them are called there, and what is said of them."""

TIED = f"{PRIZE}final_tie"
TIES = (
    ("", "usual for this system (tally cards: share)"),
    ("halves", "share their prizes equally"),
    ("one-share", "share one prize; the next player gets the next"),
    ("second-half", "better second half, then cut"),
    ("first-half", "better first half, then cut"),
    ("cut", "cut, high wins"),
    ("play-off", "play off"),
    ("one-hand", "play one hand"),
    ("slips", "draw numbered slips"),
)
"""What is done about a tie for a prize; empty for what the system has."""


def speak_of_pairs(fields: Mapping[str, Field], word: str) -> None:
    """Word the prize *fields* for pairs or teams."""
    for name, (label, text) in _OF_PAIRS.items():
        field = fields[f"{PRIZE}{name}"]
        field.label, field.help_text = label.format(one=word), text.format(one=word)
