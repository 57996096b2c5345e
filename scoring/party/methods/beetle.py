"""Beetle drives: parts drawn, with a whole beetle of fourteen."""

from movements.option import Option, numbers
from scoring.party.methods.games import points_won
from scoring.party.model import PartyMethod
from scoring.party.presence import ABSENCE

PARTS = Option(
    "parts",
    "Parts of a beetle",
    numbers(14, 13),
    note="Body, head, tail (or none), two eyes, two feelers, two wings and six legs, as on the club's card.",
)


BEETLE = PartyMethod(
    key="beetle",
    name="Parts of the beetle",
    unit="parts",
    games=("beetle",),
    needs="points",
    options=(PARTS, *ABSENCE),
    columns=("parts", "whole beetles"),
    rule="one per part drawn before the first “Beetle!”",
    source="[BEETLE]",
    gain=points_won,
    most_points="parts",
)
