"""Add the methods of 1900 and 1926 that the core doesn't have."""

from scoring.classic.compass import COMPASS
from scoring.classic.exponent import EXPONENT
from scoring.classic.losses import HOWELL_LOSSES
from scoring.classic.match_system import MATCH
from scoring.classic.safford import SAFFORD
from scoring.classic.team_matches import FOUR_PAIRS, FOURS
from scoring.registry import register_methods

PAIR_METHODS = (HOWELL_LOSSES, EXPONENT, MATCH, SAFFORD, COMPASS)


def register_classic_methods() -> None:
    """Add the methods. To add them twice changes nothing."""
    register_methods(PAIR_METHODS, before="excess")
    register_methods([FOUR_PAIRS])
    register_methods([FOURS], before="team-totals")
