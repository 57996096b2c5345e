"""The games of a published party: who sat where in each round, and what each table reported."""

from typing import Any

from django.http import Http404, HttpRequest
from ninja import Router
from pydantic import BaseModel, ConfigDict, Field

from director.additions.api.public.events import get_readable_event
from director.additions.api.public.results import StandingInfo
from director.additions.api.versions import get_event_results
from director.models.event import Contest

router = Router(tags=["Results"])


class PartyTableInfo(BaseModel):
    """A table of a round. The winner is the index of its side. Without it nothing is reported."""

    model_config = ConfigDict(extra="allow")

    table: int
    row: int | str | None = None
    sides: list[list[str]] = Field(description="The players of each side, by number.")
    winner: int | None = None
    points: list[int] | None = None


class PartyRoundInfo(BaseModel):
    """A round of a party."""

    round: int
    tables: list[PartyTableInfo]


class PartyDetailInfo(BaseModel):
    """A party with its rounds, standings and prizes, in the shapes of ``results.json``."""

    event: int
    name: str
    system: str = Field(description="How people move; empty before it is chosen.")
    method: str
    is_final: bool
    results_in: int
    results_due: int
    rounds: list[PartyRoundInfo]
    standings: list[StandingInfo]
    prizes: list[dict[str, Any]]
    notes: list[str]


@router.get(
    "/parties/{number:event_id}",
    response=PartyDetailInfo,
    exclude_unset=True,
    summary="A party",
    url_name="api_party",
)
def party(request: HttpRequest, event_id: int) -> dict[str, Any]:
    """Return the rounds, standings and prizes of a party."""
    event = get_readable_event(request, event_id)
    if event.contest != Contest.PROGRESSIVE:
        raise Http404
    results = get_event_results(event)
    copied_keys = ("system", "method", "results_in", "results_due", "rounds")
    return {
        "event": event.pk,
        "name": event.name,
        "is_final": results["event"]["is_final"],
        **{name: results[name] for name in (*copied_keys, "standings", "prizes", "notes")},
    }
