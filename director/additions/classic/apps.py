"""Adds the old methods to the others when the program starts."""

from django.apps import AppConfig

from scoring.classic.register import register_classic_methods


class ClassicConfig(AppConfig):
    """The scoring methods of 1900 and 1926."""

    name = "director.additions.classic"

    def ready(self) -> None:
        """Register the methods and their formulas."""
        register_classic_methods()
