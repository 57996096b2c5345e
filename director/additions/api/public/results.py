"""Standings of a published event, in the shapes of ``results.json``."""

from typing import Any

from django.http import Http404, HttpRequest
from ninja import Query, Router
from pydantic import BaseModel, ConfigDict, Field

from director.additions.api.public.events import get_readable_event
from director.additions.api.versions import get_event_results

router = Router(tags=["Results"])


class SessionQuery(BaseModel):
    """One session of an event with several."""

    session: int | None = Field(None, ge=1, le=999, description="The number of one session.")


class StandingInfo(BaseModel):
    """The place of a pair, team or player.

    It may have further fields, as in ``results.json``: penalties, substitutes, handicap, stratum,
    tie_breaks, columns of a party.
    """

    model_config = ConfigDict(extra="allow")

    contestant: int | str = Field(description="The number by which people call it.")
    direction: str | None = None
    section: str | None = Field(None, description="If the event has several sections.")
    names: list[str]
    total: str | None
    percent: str | None
    place: str | None = Field(description="Such as 2=; null without a result.")


class StandingsInfo(BaseModel):
    """The standings of an event or of one session, all groups one after the other."""

    event: int
    name: str
    session: int | None = Field(description="The number of the session; null for the whole event.")
    method: str
    is_final: bool
    results_in: int = Field(description="Results entered in the whole event.")
    results_due: int
    standings: list[StandingInfo]
    notes: list[str]


@router.get(
    "/events/{number:event_id}/standings",
    response=StandingsInfo,
    exclude_unset=True,
    summary="Standings",
    url_name="api_standings",
)
def standings(request: HttpRequest, event_id: int, query: Query[SessionQuery]) -> dict[str, Any]:
    """Return the standings so far: of the whole event, or of one session of several."""
    event = get_readable_event(request, event_id)
    results = get_event_results(event)
    session_results = _get_session_results(results, query.session)
    return {
        "event": event.pk,
        "name": event.name,
        "session": query.session,
        "method": session_results.get("method", results["method"]),
        "is_final": results["event"]["is_final"],
        "results_in": results["results_in"],
        "results_due": results["results_due"],
        "standings": session_results["standings"],
        "notes": session_results["notes"],
    }


def _get_session_results(results: dict[str, Any], session_no: int | None) -> dict[str, Any]:
    """Return the *results* of one session, or of the whole event if *session_no* is None.

    :raises Http404: if there is no such session
    """
    # A Skat evening calls its rounds sessions too, which have no standings in this shape.
    sessions = [part for part in results.get("sessions", ()) if "standings" in part]
    if session_no is None or (session_no == 1 and not sessions):
        return results
    for part in sessions:
        if part["session"] == session_no:
            return dict(part)
    raise Http404
