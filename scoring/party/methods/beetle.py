"""Beetle drives: parts drawn, with a whole beetle of fourteen."""

from movements.option import Option, make_number_phrases
from scoring.party.methods.games import score_points_won
from scoring.party.model import PartyMethod
from scoring.party.presence import ABSENCE

PARTS = Option(
    "parts",
    "Parts of a beetle",
    make_number_phrases(14, 13),
    note="Body, head, tail (or none), two eyes, two feelers, two wings and six legs, as on the club's card.",
)


BEETLE = PartyMethod(
    key="beetle",
    name="Parts of the beetle",
    unit="parts",
    games=("beetle",),
    required_entry="points",
    options=(PARTS, *ABSENCE),
    columns=("parts", "whole beetles"),
    rule_text="one per part drawn before the first “Beetle!”",
    source="[BEETLE]",
    compute_gain=score_points_won,
    max_points_option="parts",
)
