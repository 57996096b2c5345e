"""What visitors read of an event, whatever kind it is: each kind has its own pages at the same addresses."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from director.desk.publish.kept import kept_for_visitors
from director.kinds import EventKind, Page, kind_of
from director.models import Event


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
