"""The application of the core: its models, templates and checks."""

import gc
import os
import time

from django.apps import AppConfig
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.checks import CheckMessage, Error, register
from django.db.backends.signals import connection_created
from django.db.models.signals import pre_migrate
from django.urls import register_converter

STYLESHEETS = {
    "core": (
        "kalamazoo",
        "desk",
        "embedded",
        "home",
        "results",
        "print",
        "screens",
        "site",
        "table",
    ),
    "boards": ("field", "hands", "replanning", "scores"),
}
FONTS = ("DejaVuSans", "DejaVuSans-Bold")
NEEDED_FILES = (
    *(f"{folder}/{name}.css" for folder, names in STYLESHEETS.items() for name in names),
    *(f"pdf/fonts/{name}.ttf" for name in FONTS),
)
"""Static files without which pages and cards of a night can't be made."""


@register()
def check_needed_files(**_options: object) -> list[CheckMessage]:
    """Return an error for each stylesheet or font that is missing."""
    return [
        Error(
            f"The file static/{name} is missing.",
            hint="Download the program again.",
            id="director.E001",
        )
        for name in NEEDED_FILES
        if finders.find(name) is None
    ]


class DirectorConfig(AppConfig):
    """Registers models, templates and system checks of the director's desk."""

    name = "director"
    verbose_name = "Kalamazoo"

    def ready(self) -> None:
        """Set up what needs the models.

        Converters, timeouts and the rule of usernames are registered, the
        machine's time zone is used, and what is loaded is left out of the search for garbage.
        """
        # Imported late, once all models are loaded.
        from director.core.base.address import NumberConverter, SectionRefConverter
        from director.core.base.database import lift_timeouts, set_timeouts
        from director.core.club.accounts import set_username_validator

        register_converter(NumberConverter, "number")
        register_converter(SectionRefConverter, "section")
        connection_created.connect(set_timeouts)
        pre_migrate.connect(lift_timeouts)
        set_username_validator()
        _restore_time_zone()
        # What is loaded stays. Searched again and again while the pages are loaded, it would take a
        # fifth of the time of a start.
        gc.freeze()


def _restore_time_zone() -> None:
    """Use the machine's time zone again. On Unix, Django sets the process to UTC."""
    if not hasattr(time, "tzset"):  # on Windows
        return
    if settings.MACHINE_ZONE is None:
        os.environ.pop("TZ", None)
    else:
        os.environ["TZ"] = settings.MACHINE_ZONE
    time.tzset()
