"""Add the methods of 1900 and 1926 to those that every program has."""

from scoring.classic.average import AVERAGE
from scoring.classic.compass import COMPASS
from scoring.classic.excess import EXCESS
from scoring.classic.exponent import EXPONENT
from scoring.classic.formulas import CLASSIC_FORMULAS
from scoring.classic.losses import HOWELL_LOSSES
from scoring.classic.match_system import MATCH
from scoring.classic.safford import SAFFORD
from scoring.classic.team_matches import FOUR_PAIRS, FOURS
from scoring.explain.formulas import register_formulas
from scoring.registry import register_methods

PAIR_METHODS = (AVERAGE, HOWELL_LOSSES, EXPONENT, MATCH, SAFFORD, COMPASS, EXCESS, FOUR_PAIRS)


def register_classic_methods() -> None:
    """Add the methods and their formulas. To add them twice changes nothing."""
    register_methods(PAIR_METHODS)
    register_methods([FOURS], before="team-totals")
    register_formulas(CLASSIC_FORMULAS)
