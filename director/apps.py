"""The one Django application of the program."""

import os
import time
from importlib import import_module
from importlib.util import find_spec

from django.apps import AppConfig
from django.conf import settings
from django.urls import register_converter


class DirectorConfig(AppConfig):
    """Registers models, templates and system checks of the director's desk."""

    name = "director"
    verbose_name = "Kalamazoo"

    def import_models(self) -> None:
        """Import what is stored for every event, then what the kinds store of their own, in their folders."""
        super().import_models()
        from director.kinds import FOLDERS

        for name in (f"director.{folder}.models" for folder in FOLDERS):
            if find_spec(name):
                import_module(name)

    def ready(self) -> None:
        """Register the system checks and the numbers and sections in addresses, and go by the machine's clock."""
        from director import checks  # noqa: F401  (registering is the import's effect; models must be loaded first)
        from director.core.address import Number, PlaceOfSection

        register_converter(Number, "number")
        register_converter(PlaceOfSection, "place")
        _keep_the_machine_s_clock()


def _keep_the_machine_s_clock() -> None:
    """Let this process go by the machine's clock again, as everywhere but on Unix, where Django has set it to UTC."""
    if not hasattr(time, "tzset"):
        return
    if settings.MACHINE_ZONE is None:
        os.environ.pop("TZ", None)
    else:
        os.environ["TZ"] = settings.MACHINE_ZONE
    time.tzset()
