"""The one Django application of the program."""

from django.apps import AppConfig
from django.urls import register_converter


class DirectorConfig(AppConfig):
    """Registers models, templates and system checks of the director's desk."""

    name = "director"
    verbose_name = "Kalamazoo"

    def ready(self) -> None:
        """Register the system checks and the numbers and sections in addresses."""
        from director import checks  # noqa: F401  (registering is the import's effect; models must be loaded first)
        from director.desk.address import Number, PlaceOfSection

        register_converter(Number, "number")
        register_converter(PlaceOfSection, "place")
