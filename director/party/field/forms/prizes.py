"""Which prizes step 1 asks about, each with what it is called and what it usually is."""

from collections.abc import Mapping

from django.forms import Field

from director.party.field.forms.asked import PRIZE

PRIZE_NUMBERS = {
    "places": ("Principal prizes", 2, 10, "First, second and so on, for each group."),
    "aisle": ("Prizes for each aisle", 0, 10, "For the best of each row who have no principal prize."),
    "table": ("Prizes for each table", 0, 4, ""),
    "half": ("Half-time prizes", 0, 3, "For the best when half of the evening is played, for each group."),
    "drawn": ("Prizes by a drawn number", 0, 100, "Whoever is nearest to a number drawn from a hundred."),
    "raffle": ("Raffle prizes", 0, 100, "Players’ numbers are drawn for them, under Money and prize-giving."),
}
PRIZE_TICKS = {
    "booby": ("A booby prize", True, "For the lowest."),
    "lone_hands": ("A prize for lone hands", False, "Lone hands are then asked at each table."),
    "high_game": ("A prize for the highest game", False, "Points or tricks are then written for each game."),
    "tens": ("A prize for most hands of ten tricks", False, "Where tricks are written for each hand."),
    "by_group": ("Each group has its own prizes", True, "Turn it off for one list of everybody."),
    "equal_numbers": ("As many prizes for either group", True, ""),
    "one_each": ("One prize for each player", False, "Nobody takes two; the next in line takes it."),
    "leavers": (
        "Who left may take a prize",
        False,
        "Never the booby prize: nobody takes that who left or came late.",
    ),
}

OF_GROUPS = ("by_group", "equal_numbers")
"""The ticks that mean nothing where partners stay together, since a pair is of no group."""
_OF_PAIRS = {
    "places": ("Principal prizes", "First, second and so on, each for a {one}."),
    "half": ("Half-time prizes", "For the best {one}s when half of the evening is played."),
    "raffle": (
        "Raffle prizes",
        "Players’ numbers are drawn, each of a {one} for himself, under Money and prize-giving.",
    ),
    "one_each": ("One prize for each {one}", "No {one} takes two; the next in line takes it."),
}
"""What some of them are called there, and what is said of them."""

TIED = f"{PRIZE}final_tie"
TIES = (
    ("", "share where cards are handed in, else as the system has it"),
    ("halves", "share: their prizes are added and divided"),
    ("one-share", "share one prize, the next in line takes the next"),
    ("second-half", "the better second half wins, then cut"),
    ("first-half", "the better first half wins, then cut"),
    ("cut", "cut, high wins"),
    ("play-off", "play it off"),
    ("one-hand", "play one hand"),
    ("slips", "draw numbered slips"),
)
"""What is done about a tie for a prize; empty for what the system has."""


def speak_of_pairs(fields: Mapping[str, Field], word: str) -> None:
    """Let the *fields* of the prizes say what they are where several are one: a pair, or a team called *word*."""
    for name, (label, text) in _OF_PAIRS.items():
        field = fields[f"{PRIZE}{name}"]
        field.label, field.help_text = label.format(one=word), text.format(one=word)
