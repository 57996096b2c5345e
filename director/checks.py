"""System checks: the program refuses to start half installed."""

from typing import Any

from django.contrib.staticfiles import finders
from django.core.checks import CheckMessage, Error, register

NEEDED_FILES = ("director/kalamazoo.css", "director/fonts/DejaVuSans.ttf", "director/fonts/DejaVuSans-Bold.ttf")


@register()
def needed_files(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Return an error for each stylesheet or font that is missing: pages and cards cannot be made without them."""
    return [
        Error(f"The file static/{name} is missing.", hint="Download the program again.", id="director.E001")
        for name in NEEDED_FILES
        if finders.find(name) is None
    ]
