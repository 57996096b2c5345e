"""The unit of the totals of an evening, which seasons don't mix."""

from director.party.movement.games.read import Evening
from director.party.movement.words import get_game_name
from scoring import party_total_unit


def get_evening_unit(evening: Evening) -> str:
    """Return the unit of an evening's totals, in words."""
    return party_total_unit(evening.method, get_game_name(evening.party.game))
