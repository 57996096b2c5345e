"""Beetle drives: parts drawn, with a whole beetle of fourteen."""

from scoring.method import Option
from scoring.party.methods.options import Settings
from scoring.party.model import Gain, PartyGame, PartyMethod, TableGames
from scoring.party.presence import ABSENCE

PARTS = Option(
    "parts",
    ("14", "13"),
    "14",
    "The parts of a whole beetle: body, head, tail or none, two eyes, two feelers, two wings, six legs, as the card "
    "of the club has them.",
    label="Parts of a whole beetle",
    words=(("14", "14"), ("13", "13")),
)


def _parts(game: PartyGame, _table: TableGames, _settings: Settings) -> Gain:
    return Gain(game.own or 0)


BEETLE = PartyMethod(
    key="beetle",
    name="Parts of the beetle",
    unit="parts",
    games=("beetle",),
    needs="points",
    options=(PARTS, *ABSENCE),
    columns=("parts", "whole beetles"),
    rule="one for each part drawn before the first whole beetle of the room is shouted",
    source="[BEETLE]",
    gain=_parts,
    most_points="parts",
)
