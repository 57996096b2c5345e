"""The options of parties in the words of a director: what is asked, and every choice as a phrase."""

from collections.abc import Mapping
from dataclasses import dataclass

from movements import Option, PartySystem
from scoring import Option as CountOption

LABELS = {
    "head_table": "At the head table",
    "odd": "If players are left over",
    "round_ends": "A round ends",
    "deal": "Who deals after a change",
    "tie": "A tie at a table",
    "final_tie": "A tie for a prize",
    "variant": "Who moves",
    "partners": "Partners",
    "direction": "Winners go",
    "who_moves": "Who moves",
    "seat": "The seat that moves",
    "movers": "Of that seat",
    "reverse_after": "The other seat moves",
    "lone_hands": "Lone hands",
    "circle": "The circle of tables",
    "rows": "Rows of tables",
    "table": "Players at a table",
    "full_table": "Players at a full table",
    "card": "A full card",
    "start": "Counters at the start",
    "entered": "What is written down",
    "deal_of": "Tricks of a round",
    "lower": "The lower side writes",
    "rubber": "For a rubber won",
    "rubbers": "Rubbers that count",
    "sit_out": "A round sat out is worth",
}
CHOICES = {
    "sit_out": {
        "nothing": "nothing",
        "average": "the average of the player’s own games",
        **{f"{whole}.5": f"{whole or ''}½" for whole in range(20)},
    },
    "head_table": {
        "kept": "winners stay together, losers go to the foot",
        "split": "winners stay but part, losers go to the foot",
        "to-foot": "winners go to the foot, losers stay",
        "progress-to-foot": "those who progress go to the foot",
        "losers-to-foot": "losers go to the foot, winners stay",
    },
    "odd": {
        "sit-out": "they sit out, others each time",
        "short-table": "two or three play at the foot",
        "five-at-table": "some tables have five",
    },
    "round_ends": {
        "head-5": "when the head table has 5 points and rings",
        "head-7": "when the head table has 7 points and rings",
        "deals": "after one or two deals round at every table",
        "any-5": "when the first table of all has 5 points and rings",
        "any-7": "when the first table of all has 7 points and rings",
        "any-32": "when the first side of all has 32 points and rings",
        "time": "after a fixed time, by custom seven minutes",
        "one-deal": "after one deal",
        "one-deal-each": "after one deal by each player",
        "four-hands": "after four hands at every table",
        "rubber": "after one rubber",
        "session": "after twenty rounds of one deal by each player",
    },
    "deal": {
        "cut": "by cutting",
        "visiting-a": "the player in seat A who has just come",
        "remaining-a": "the player in seat A who stayed",
        "losing-b": "the losing player in seat B",
        "13": "the 13 of one deal",
        "any": "any number",
    },
    "tie": {
        "cut": "cut for it",
        "half-game": "half a game each, cut for who moves",
        "first-made": "the side that made its points first",
        "half-first-made": "half a game each, and the side that made its points first goes on",
        "turned-trick": "the side that had turned its third trick",
    },
    "final_tie": {"play-off": "play a game or hand", "cut": "cut, high wins", "slips": "draw numbered slips"},
    "variant": {
        "winners-part": "the winner in seat A up, the one in seat B down",
        "winner-and-loser": "the winner in seat A up, the loser in seat B down",
    },
    "partners": {
        "divided": "part at every move",
        "changed": "part at every move",
        "kept": "stay together all evening",
    },
    "direction": {"down": "to the next higher table number", "up": "to the next lower table number"},
    "who_moves": {
        "winners": "the winners go up",
        "winners-part": "the winner in seat A up, the one in seat B down",
        "winner-and-loser": "the winner in seat A up, the loser in seat B down",
        "one-seat": "only one seat goes up",
        "ew-up": "partners stay together, E-W pairs go up",
        "all-meet": "partners stay together, all pairs meet",
    },
    "seat": {"a": "seat A", "b": "seat B"},
    "movers": {"winners": "only the winners", "all": "all"},
    "reverse_after": {"never": "never"},
    "lone_hands": {"allowed": "everywhere", "not-at-head": "not at the head table", "none": "nowhere"},
    "circle": {"row": "every row by itself", "serpentine": "one through all rows"},
    "rows": {"by-16": "one for every 16 tables"},
    "table": {"3": "3, each alone", "4": "4, two against two", "5": "5, each alone", "6": "6, three against three"},
    "full_table": {"4": "4, the dealer looks on", "5": "5, two look on", "6": "6, three look on"},
    "card": {"followed": "is followed by another", "full": "shows no more"},
    "start": {},
    "entered": {"points": "points of the deal", "tricks": "tricks"},
    "lower": {"nothing": "nothing", "minus": "the difference in its minus column"},
    "rubber": {"250": "250 points", "none": "nothing, it is in the figures"},
    "rubbers": {"3": "the first three", "all": "all"},
}
NEEDS = {
    "partners": ("who_moves", "winners"),
    "seat": ("who_moves", "one-seat"),
    "movers": ("who_moves", "one-seat"),
    "reverse_after": ("who_moves", "one-seat"),
    "head_table": ("who_moves", "winners"),
}
"""Options that only concern one choice of another option."""


@dataclass(frozen=True, slots=True)
class Asked:
    """An option as it is asked: its name, label, and every choice with its phrase."""

    name: str
    label: str
    choices: tuple[tuple[str, str], ...]
    default: str


def asked(option: Option | CountOption) -> Asked:
    """Return how *option* is asked.

    >>> from movements import find_party_system
    >>> asked(find_party_system("drive-whist").options[0]).choices[0]
    ('divided', 'part at every move')
    """
    words = CHOICES.get(option.name, {})
    label = LABELS.get(option.name, option.name.replace("_", " ").capitalize())
    if option.name == "deal" and "13" in option.choices:
        label = LABELS["deal_of"]
    choices = tuple((choice, words.get(choice) or _number_words(option.name, choice)) for choice in option.choices)
    return Asked(option.name, label, choices, option.default)


def applies(option: Option, chosen: Mapping[str, str]) -> bool:
    """Return whether *option* makes a difference where the others are *chosen*."""
    name, value = NEEDS.get(option.name, ("", ""))
    return len(option.choices) > 1 and chosen.get(name, value) == value


def option_words(system: PartySystem, chosen: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Return every option of *system* that makes a difference, and its choice, in words."""
    in_words = []
    for option in system.options:
        how = asked(option)
        if len(option.choices) == 1 or applies(option, chosen):
            in_words.append((how.label, dict(how.choices)[chosen[option.name]]))
    return tuple(in_words)


def _number_words(name: str, choice: str) -> str:
    if name == "reverse_after":
        return f"after round {choice}"
    return choice.replace("-", " ")
