"""The nights a director may want to open."""

from datetime import date

from django.db.models import Count, Q, QuerySet

from director.boards.scores.read.line_entry import LATER
from director.desk.events.read.steps import Night, night_of
from director.models import Event, Section


def nights_tonight(today: date) -> list[Night]:
    """Return the sessions played here *today* with the state of their steps; two queries however many there are."""
    sections = (
        Section.objects.filter(
            session__event__date=today, session__event__removed_at__isnull=True, session__event__source=""
        )
        .select_related("session__event__club", "plan")
        .prefetch_related("plan__rows")
        .annotate(
            unnamed=Count("entries", filter=Q(entries__entry_players__isnull=True), distinct=True),
            results_in=Count("results", filter=~Q(results__text__in=("", LATER)), distinct=True),
        )
    )
    return [_night(section) for section in sections.order_by("pk")]


def nights_recent(*, but: date | None = None, limit: int | None = None) -> QuerySet[Event]:
    """Return events that are on the lists, newest first, with their sessions fetched.

    Those played here on the day *but* are left out: the home page shows them already.
    """
    events = Event.objects.filter(removed_at__isnull=True).prefetch_related("sessions")
    if but:
        events = events.exclude(date=but, source="")
    return events[:limit] if limit else events


def _night(section: Section) -> Night:
    plan = getattr(section, "plan", None)
    due = sum(len(row.boards) for row in plan.rows.all()) if plan else section.results_in
    return night_of(section, plan, unnamed=section.unnamed, results_in=section.results_in, results_due=due)
