"""Units of evening totals. A season adds up only evenings with the same unit."""

from director.party.movement.games.read import Evening
from director.party.movement.words import get_game_name
from scoring.party.methods import party_total_unit


def get_evening_unit(evening: Evening) -> str:
    """Return the unit of an evening's totals, in words."""
    return party_total_unit(evening.method, get_game_name(evening.party.game))
