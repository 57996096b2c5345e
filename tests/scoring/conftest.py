"""Tests of scoring know the methods of teams and the old ones, also where no program registers them."""

from scoring.classic.register import register_classic_methods
from scoring.teams.register import register_team_methods

register_team_methods()
register_classic_methods()
