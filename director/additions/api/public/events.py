"""Published events and parties, and the sessions and sections of each."""

from datetime import date
from typing import Annotated, Any, Literal

from django.db.models import Prefetch, QuerySet
from django.http import Http404, HttpRequest
from django.urls import reverse
from ninja import Query, Router
from pydantic import BaseModel, Field, StringConstraints

from director.additions.api.paging import ListPage, PageQuery, make_page
from director.additions.api.tokens import get_token, is_for_session, may_read_results
from director.core.club.club import fetch_public_club
from director.core.files.site import find_events
from director.models import Event, Section, Session
from director.models.event import Contest

router = Router(tags=["Events"])
MAX_SEARCH_LENGTH = 80
SearchText = Annotated[str, StringConstraints(max_length=MAX_SEARCH_LENGTH)]


class EventQuery(PageQuery):
    """A search for events."""

    q: SearchText = Field("", description="Words of the name, or a year.")
    contest: Literal["pairs", "individual", "teams", "progressive"] | None = Field(
        None, description="Who competes; progressive is a party."
    )
    since: date | None = Field(None, description="The first day.")
    until: date | None = Field(None, description="The last day.")


class EventInfo(BaseModel):
    """A published event."""

    id: int
    club: int
    name: str
    date: str
    contest: str
    game: str | None = Field(description="What is played with boards; null for a party.")
    is_final: bool
    provisional_until: str | None = Field(description="When corrections end; null if unlimited.")
    page: str = Field(description="The address of its standings, for people.")


class SectionInfo(BaseModel):
    """A section: tables that share boards and movement."""

    section: str
    winners: int = Field(description="2 if N-S and E-W are ranked apart.")


class SessionInfo(BaseModel):
    """A session of an event: one sitting."""

    id: int
    event: int
    session: int
    date: str
    stage: str | None
    clock: str = Field(description="waiting, running, paused or over.")
    round: int
    sections: list[SectionInfo] = Field(description="Empty for a party.")


class EventDetailInfo(EventInfo):
    """A published event with its sessions."""

    sessions: list[SessionInfo]


@router.get("/events", response=ListPage[EventInfo], summary="Events", url_name="api_events")
def events(request: HttpRequest, query: Query[EventQuery]) -> dict[str, Any]:
    """Return the published events, the latest first."""
    return make_page(request, query, _find_requested_events(query), make_event_json)


@router.get("/parties", response=ListPage[EventInfo], summary="Parties", url_name="api_parties")
def parties(request: HttpRequest, query: Query[EventQuery]) -> dict[str, Any]:
    """Return the published parties, the latest first: whist drives, euchre nights and the like."""
    found_parties = _find_requested_events(query).filter(contest=Contest.PROGRESSIVE)
    return make_page(request, query, found_parties, make_event_json)


@router.get(
    "/events/{number:event_id}", response=EventDetailInfo, summary="An event", url_name="api_event"
)
def event(request: HttpRequest, event_id: int) -> dict[str, Any]:
    """Return an event with its sessions and sections."""
    found_event = get_readable_event(request, event_id)
    sessions = _fetch_sessions().filter(event=found_event)
    return make_event_json(found_event) | {
        "sessions": [make_session_json(session, found_event) for session in sessions]
    }


@router.get(
    "/sessions/{number:session_id}",
    response=SessionInfo,
    summary="A session",
    url_name="api_session",
)
def session(request: HttpRequest, session_id: int) -> dict[str, Any]:
    """Return a session: its sections, and the round on the clock.

    If its event isn't published, only a token for it shows it.
    """
    found_session = _fetch_sessions().select_related("event").filter(pk=session_id).first()
    if found_session is None:
        raise Http404
    event = found_session.event
    if not _is_public(event) and not is_for_session(get_token(request), session_id, event.pk):
        raise Http404
    return make_session_json(found_session, event)


def get_readable_event(request: HttpRequest, event_id: int) -> Event:
    """Return the event with its club, if the sender may read its results.

    :raises Http404: if there is no such event, or it is unpublished and the token may not read it
    """
    found_event = Event.objects.select_related("club").filter(pk=event_id).first()
    if found_event is None:
        raise Http404
    if not _is_public(found_event) and not may_read_results(request, event_id):
        raise Http404
    return found_event


def _is_public(event: Event) -> bool:
    return event.is_published and event.removed_at is None


def _find_requested_events(query: EventQuery) -> QuerySet[Event]:
    found_events = find_events(fetch_public_club(), query.q)
    if query.contest:
        found_events = found_events.filter(contest=query.contest)
    if query.since:
        found_events = found_events.filter(date__gte=query.since)
    if query.until:
        found_events = found_events.filter(date__lte=query.until)
    return found_events


def _fetch_sessions() -> QuerySet[Session]:
    sections = Section.objects.order_by("letter")
    prefetched = Prefetch("sections", queryset=sections)
    return Session.objects.select_related("stage").prefetch_related(prefetched).order_by("number")


def make_event_json(event: Event) -> dict[str, Any]:
    """Return *event* in the shape of :class:`EventInfo`."""
    period_end = event.corrections_until.isoformat() if event.corrections_until else None
    return {
        "id": event.pk,
        "club": event.club_id,
        "name": event.name,
        "date": event.date.isoformat(),
        "contest": event.contest,
        "game": event.game or None,
        "is_final": event.is_final,
        "provisional_until": period_end,
        "page": reverse("event_standings", args=[event.pk]),
    }


def make_session_json(session: Session, event: Event) -> dict[str, Any]:
    """Return *session* in the shape of :class:`SessionInfo`. *event* is its event."""
    sections = [
        {"section": section.letter, "winners": section.winners}
        for section in session.sections.all()
    ]
    day = session.date or event.date
    return {
        "id": session.pk,
        "event": event.pk,
        "session": session.number,
        "date": day.isoformat(),
        "stage": session.stage.name if session.stage else None,
        "clock": session.clock,
        "round": session.round_no,
        "sections": sections,
    }
