"""The prizes that Field asks about, with their usual numbers."""

from collections.abc import Mapping
from typing import NamedTuple

from django.forms import Field

from director.party.pages.field.choices import PRIZE


class PrizeNumber(NamedTuple):
    """A field for a number of prizes."""

    label: str
    default: int
    maximum: int
    help_text: str


class PrizeTick(NamedTuple):
    """A check box about prizes."""

    label: str
    default: bool
    help_text: str


PRIZE_NUMBERS = {
    "places": PrizeNumber("Principal prizes", 2, 10, "In each group."),
    "aisle": PrizeNumber(
        "Prizes per aisle", 0, 10, "For the best in each aisle without a principal prize."
    ),
    "table": PrizeNumber("Prizes per table", 0, 4, ""),
    "table_winners": PrizeNumber(
        "Prizes for winners of tables",
        0,
        100,
        "If fewer than tables: the best of each table compete.",
    ),
    "half": PrizeNumber("Half-time prizes", 0, 3, "For the best at half-time in each group."),
    "drawn": PrizeNumber(
        "Drawn-number prizes",
        0,
        100,
        "For whoever is nearest to a number drawn between the lowest and the highest total.",
    ),
    "raffle": PrizeNumber(
        "Raffle prizes", 0, 100, "Drawn by player number in Money and prize-giving."
    ),
}
PRIZE_TICKS = {
    "booby": PrizeTick("Booby prize", True, "For the lowest score."),
    "lone_hands": PrizeTick("Prize for lone hands", False, "Each table reports its lone hands."),
    "high_game": PrizeTick(
        "Prize for the highest game",
        False,
        "Points or tricks are entered for each game.",
    ),
    "tens": PrizeTick("Prize for most ten-trick hands", False, "Tricks are entered for each hand."),
    "by_group": PrizeTick("Separate prizes per group", True, "Untick for one list."),
    "equal_numbers": PrizeTick("Equal numbers of prizes per group", True, ""),
    "one_each": PrizeTick(
        "One prize per player", False, "A second prize goes to the next player in line."
    ),
    "leavers": PrizeTick(
        "Prizes for early leavers",
        False,
        "Never the booby prize; late arrivals can’t win that either.",
    ),
}

GROUP_TICKS = ("by_group", "equal_numbers")
"""Check boxes that don't apply if partners stay together: a pair belongs to no group."""
_TEXTS_FOR_PAIRS = {
    "places": ("Principal prizes", "Each for a {one}."),
    "half": ("Half-time prizes", "For the best {one}s at half-time."),
    "raffle": (
        "Raffle prizes",
        "Drawn by player number in Money and prize-giving, also within a {one}.",
    ),
    "one_each": ("One prize per {one}", "A second prize goes to the next player in line."),
}
"""Labels and help of some fields if partners stay together."""

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
"""Ways to settle a tie for a prize. Without a choice the system's own way counts."""


def set_pair_labels(fields: Mapping[str, Field], word: str) -> None:
    """Set labels and help of the prize *fields* for pairs or teams, which *word* names."""
    for name, (label, help_text) in _TEXTS_FOR_PAIRS.items():
        field = fields[f"{PRIZE}{name}"]
        field.label = label.format(one=word)
        field.help_text = help_text.format(one=word)
