"""Add the methods that count matches, of teams and of pairs, to those that every program has."""

from scoring.explain.formulas import register_formulas
from scoring.registry import register_match_methods, register_methods
from scoring.teams.contest import BOARD_A_MATCH, PATTON, TEAM_IMPS
from scoring.teams.register import TEAM_FORMULAS
from scoring.teams.rubbers import RUBBERS
from scoring.teams.swiss_pairs import SWISS_PAIRS, SWISS_PAIRS_IMPS
from scoring.teams.totals import TEAM_TOTALS


def register_team_methods() -> None:
    """Add the methods and their formulas. To add them twice changes nothing."""
    register_methods((TEAM_IMPS, BOARD_A_MATCH, PATTON, TEAM_TOTALS, RUBBERS))
    register_match_methods((SWISS_PAIRS, SWISS_PAIRS_IMPS))
    register_formulas(TEAM_FORMULAS)
