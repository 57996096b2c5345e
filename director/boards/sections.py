"""Finding the one section that a page is about."""

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

from director.models import Section


def section_of_session(session_id: int) -> Section:
    """Return the section of a session with session, event and club at hand; 404 if there is none."""
    return get_object_or_404(_sections(), session_id=session_id)


def section_of_event(event_id: int) -> Section:
    """Return the section of an event with session, event and club at hand; 404 if there is none."""
    return get_object_or_404(_sections(), session__event_id=event_id)


def section_find(event_id: int) -> Section | None:
    """Return the section of an event, or ``None`` if there is no such event."""
    return _sections().filter(session__event_id=event_id).first()


def section_to_read(event_id: int, *, by_director: bool) -> Section:
    """Return the section whose results may be read; 404 for a visitor unless they are published and on the lists."""
    section = section_of_event(event_id)
    event = section.session.event
    if not by_director and (not event.is_published or event.removed_at):
        raise Http404("The results are not published.")
    return section


def _sections() -> QuerySet[Section]:
    return Section.objects.select_related("session__event__club")
