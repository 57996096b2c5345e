"""The unit of the totals of an evening, which seasons don't mix."""

from director.party.movement.games.read import Evening
from director.party.movement.words import game_word
from scoring import party_total_unit


def evening_unit(evening: Evening) -> str:
    """Return the unit of the totals of *evening*, in words."""
    return party_total_unit(evening.method, game_word(evening.party.game))
