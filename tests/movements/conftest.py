"""Tests of movements know those of teams and the old ones, also where no program registers them."""

from movements.classic.register import register_classic_movements
from movements.individual.register import register_individual_movements
from movements.teams.register import register_team_movements

register_individual_movements()
register_team_movements()
register_classic_movements()
