"""The nights a director may want to open."""

from datetime import date

from django.db.models import QuerySet

from director.models import Event


def nights_recent(*, but: date | None = None, limit: int | None = None) -> QuerySet[Event]:
    """Return events that are on the lists, newest first, with their sessions fetched.

    Those played here on the day *but* are left out: the home page shows them already.
    """
    events = Event.objects.filter(removed_at__isnull=True).prefetch_related("sessions")
    if but:
        events = events.exclude(date=but, source="")
    return events[:limit] if limit else events
