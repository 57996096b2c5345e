"""Adds the old movements and methods to the others when the program starts."""

from django.apps import AppConfig

from movements.classic.register import register_classic_movements
from scoring.classic.register import register_classic_methods


class ClassicConfig(AppConfig):
    """The movements of former times, and the scoring methods of 1900 and 1926."""

    name = "director.additions.classic"

    def ready(self) -> None:
        """Register the movements, and the methods with their formulas."""
        register_classic_movements()
        register_classic_methods()
