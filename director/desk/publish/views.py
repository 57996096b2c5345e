"""What visitors read of an event, whatever kind it is: each kind has its own pages at the same addresses."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from director.desk.publish.kept import kept_for_visitors
from director.kinds import EventKind, Page, kind_of
from director.models import Event

VERSIONS_A_PAGE = 20
"""Where a night is published before it is entered there are as many as it has results; each holds a whole list."""


def changes_answer(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """Show what was changed after publishing, and what the standings were each time, the latest first.

    *context* is what the kind's own pages show of the event.
    """
    versions = context["event"].versions.select_related("made_by").order_by("-number")
    pages = Paginator(versions, VERSIONS_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "desk/public/changes.html", context | {"versions": pages})


def _page_of(page: Callable[[EventKind], Page]) -> Callable[..., HttpResponse]:
    """Return the view that answers with the *page* of the event's kind."""

    @kept_for_visitors
    @login_not_required
    def answer(request: HttpRequest, *, event_id: int) -> HttpResponse:
        event = get_object_or_404(Event, pk=event_id)
        return page(kind_of(event))(request, event_id)

    return answer


event_standings = _page_of(lambda kind: kind.standings_page)
event_changes = _page_of(lambda kind: kind.changes_page)
event_json = _page_of(lambda kind: kind.json_page)
