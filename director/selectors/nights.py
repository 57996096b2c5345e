"""The nights a director may want to open."""

from datetime import date

from django.db.models import QuerySet

from director.models import Event, Section
from director.selectors.steps import Night, session_night


def nights_tonight(today: date) -> list[Night]:
    """Return the sessions of *today* with the state of their steps; a club has one or two of them."""
    sections = Section.objects.select_related("session__event__club").filter(
        session__event__date=today, session__event__removed_at__isnull=True, session__event__source=""
    )
    return [session_night(section) for section in sections.order_by("pk")]


def nights_recent(*, limit: int | None = None) -> QuerySet[Event]:
    """Return events that are on the lists, newest first, with their sessions fetched."""
    events = Event.objects.filter(removed_at__isnull=True).prefetch_related("sessions")
    return events[:limit] if limit else events
