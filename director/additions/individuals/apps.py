"""Adds the movements of single players when the program starts."""

from django.apps import AppConfig

from movements.individual.register import register_individual_movements


class IndividualsConfig(AppConfig):
    """The movements of single players."""

    name = "director.additions.individuals"

    def ready(self) -> None:
        """Register the movements."""
        register_individual_movements()
