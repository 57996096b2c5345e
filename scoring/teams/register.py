"""Add the methods that count matches to those that every program has.

They are those of teams, and those of pairs in matches.
"""

from scoring.registry import register_match_methods, register_methods
from scoring.teams.contest import BOARD_A_MATCH, PATTON, TEAM_IMPS
from scoring.teams.eights import EIGHTS
from scoring.teams.rubbers import RUBBERS
from scoring.teams.swiss_pairs import SWISS_PAIRS, SWISS_PAIRS_IMPS
from scoring.teams.totals import TEAM_TOTALS


def register_team_methods() -> None:
    """Add the methods. To add them twice changes nothing."""
    register_methods((TEAM_IMPS, BOARD_A_MATCH, PATTON, TEAM_TOTALS, EIGHTS, RUBBERS))
    register_match_methods((SWISS_PAIRS, SWISS_PAIRS_IMPS))
