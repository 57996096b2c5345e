"""The one Django application of the program."""

from django.apps import AppConfig


class DirectorConfig(AppConfig):
    """Registers models, templates and system checks of the director's desk."""

    name = "director"
    verbose_name = "Kalamazoo"

    def ready(self) -> None:
        """Register the system checks."""
        from director import checks  # noqa: F401  (registering is the import's effect; models must be loaded first)
