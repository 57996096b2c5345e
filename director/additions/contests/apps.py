"""Adds the movements of teams and the methods that count matches when the program starts."""

from django.apps import AppConfig

from movements.teams.register import register_team_movements
from scoring.teams.register import register_team_methods


class ContestsConfig(AppConfig):
    """The movements of teams, and the methods that count matches of teams and of pairs."""

    name = "director.additions.contests"

    def ready(self) -> None:
        """Register the movements, and the methods with their formulas."""
        register_team_movements()
        register_team_methods()
