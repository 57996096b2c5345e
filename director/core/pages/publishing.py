"""Publishing: what visitors can read of an event, and from when."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.views.decorators.http import require_POST

from director.core.base.address import frame_around, page_address
from director.core.base.forms import PageForm, WholeNumberField
from director.core.base.requests import DeskRequest
from director.core.base.standings_versions import complete_versions
from director.core.base.tags.tabs import Tab
from director.core.night.publishing.page_cache import kept_for_visitors
from director.core.night.publishing.write import (
    finalise_results,
    publish_results,
    refuse_missing,
    reopen_results,
    unpublish_results,
)
from director.errors import DeskError
from director.kinds import EventKind, Page, kind_of
from director.models import Event


class HoursForm(PageForm):
    """The hours of the correction period."""

    hours = WholeNumberField(
        what="a number of hours",
        example=24,
        label="Hours for corrections",
        error_messages={"required": "Enter the hours for corrections, such as 24."},
    )


def posted_deadline(data: Mapping[str, str]) -> datetime | None:
    """Return the end of corrections that the page showed, or None."""
    try:
        return parse_datetime(data.get("until", ""))
    except ValueError:
        return None


VERSIONS_A_PAGE = 20
"""Where a night is published before it is entered there are as many as it has results; each holds a whole list."""


def results_desk(
    request: HttpRequest, event: Event, tab: str, tabs: Iterable[Tab], more: Iterable[Tab] = ()
) -> dict[str, Any]:
    """Return the context of every page of Results.

    What is rare is in the menu *more*, and among the tabs while it is open.
    """
    more = [*more, Tab("", "Seasons", reverse("event_seasons", args=[event.pk]))]
    return {
        "layout": "core/results.html",
        "event": event,
        "tab": tab,
        "tabs": [*tabs, *(each for each in more if each.key == tab)],
        "more": more,
        "hours": event.correction_hours,
        **page_address(request, event.get_absolute_url()),
        "snippet": frame_around(request, reverse("embedded_event", args=[event.pk])),
    }


def changes_answer(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """Show the changes since publishing and the standings each time, the latest first.

    *context* is what the kind's own pages show of the event.
    """
    event = context["event"]
    complete_versions([event.pk])
    versions = event.versions.filter(is_due=False).order_by("-number")
    pages = Paginator(versions, VERSIONS_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "core/public/changes.html", context | {"versions": pages})


def standings_answer(
    request: HttpRequest, context: Mapping[str, Any], part: str, *, status: int | None = None
) -> HttpResponse:
    """Show standings with the template *part*, or why there are none."""
    return render(
        request, "core/standings.html", {**context, "standings_template": part}, status=status
    )


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


@require_POST
def event_publish(request: DeskRequest, event_id: int) -> HttpResponse:
    """Publish the results, provisional for some hours."""
    event = get_object_or_404(Event.objects.select_related("club"), pk=event_id)
    form = HoursForm(request.POST if "hours" in request.POST else {"hours": event.correction_hours})

    def act(hours: int) -> str:
        if "anyway" not in request.POST:
            refuse_missing(event)
        publish_results(event=event, user=request.user, hours=hours)
        address = page_address(request, event.get_absolute_url())["address"]
        return f"{event.name} is published at {address}. Anyone with this address can read the results."

    return _period(request, event, act, form)


@require_POST
def event_unpublish(request: DeskRequest, event_id: int) -> HttpResponse:
    """Close the results to visitors."""
    event = get_object_or_404(Event.objects.select_related("club"), pk=event_id)
    unpublish_results(event=event, user=request.user)
    messages.success(request, f"{event.name} is unpublished. Visitors can’t read the results.")
    return redirect(kind_of(event).results_address(event))


@require_POST
def event_final(request: DeskRequest, event_id: int) -> HttpResponse:
    """Make the results final before the time for corrections is over."""
    event = get_object_or_404(Event.objects.select_related("club"), pk=event_id)

    def act() -> str:
        if "anyway" not in request.POST:
            refuse_missing(event, final=True)
        finalise_results(event=event, user=request.user)
        return f"{event.name} is final. To change anything, reopen it."

    return _period(request, event, act)


@require_POST
def event_open(request: DeskRequest, event_id: int) -> HttpResponse:
    """Reopen corrections for some hours, also of final results."""
    event = get_object_or_404(Event.objects.select_related("club"), pk=event_id)

    def act(hours: int) -> str:
        opened = reopen_results(
            event=event, user=request.user, hours=hours, seen=posted_deadline(request.POST)
        )
        if opened.period_end is None:
            return f"{event.name} is open to corrections."
        until = timezone.localtime(opened.period_end)
        return f"{event.name} is provisional until {until.day} {until:%B %Y, %H:%M}."

    return _period(request, event, act, HoursForm(request.POST))


def _period(
    request: DeskRequest, event: Event, act: Callable[..., str], form: HoursForm | None = None
) -> HttpResponse:
    """Run *act* with the form's hours, and show a message or the error."""
    kind, refused, asks_again = (
        kind_of(event),
        form.errors["hours"][0] if form and form.errors else "",
        False,
    )
    is_of_hours = bool(refused)
    if not refused:
        try:
            messages.success(request, act(**(form.cleaned_data if form else {})))
        except DeskError as error:
            refused, asks_again = str(error), "is_asked" in error.params
            is_of_hours = error.params.get("field") == "hours"
        else:
            return redirect(kind.results_address(event))
    hours = form["hours"].value() if form else event.correction_hours
    said = {"period_refused": refused, "asks_again": asks_again, "is_of_hours": is_of_hours}
    return kind.results_refused(request, event, {**said, "hours": hours})
