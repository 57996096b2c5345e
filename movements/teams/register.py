"""Add the movements of teams to those that every program has."""

from movements.registry import register_movements
from movements.teams import eights, leagues, matches, rings


def register_team_movements() -> None:
    """Add the movements of teams after all others. To add them twice changes nothing.

    >>> from movements.registry import get_movement
    >>> register_team_movements()
    >>> get_movement("round-robin").contest
    'teams'
    """
    register_movements((*matches.SPECS, *eights.SPECS, *rings.SPECS, *leagues.SPECS))
