"""What the files of an event are called."""

from django.utils.text import slugify

from director.models import Event


def file_stem(event: Event) -> str:
    """Return how a file of *event* is called, without its ending: ``"tuesday-pairs-2026-11-17"``."""
    return f"{slugify(event.name) or 'event'}-{event.date.isoformat()}"
