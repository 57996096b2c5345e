"""Publishing: the buttons of the correction period, the pages that visitors read, and exported files.

The *correction period* is the time after publishing in which results are provisional. The public
pages themselves belong to the kinds of events; here are their common addresses and contexts.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.views.decorators.http import require_POST

from director.addition_config import list_additions
from director.core.base.address import describe_readers, make_address_context
from director.core.base.forms import PageForm, WholeNumberField
from director.core.base.machine_time import list_time_warnings
from director.core.base.requests import (
    DeskRequest,
    make_file_response,
    make_file_stem,
    refuse_file,
    render_page,
)
from director.core.base.roles import can_direct, can_score
from director.core.base.standings_versions import RankChange, complete_versions, list_rank_changes
from director.core.base.tags.additions import Tab
from director.core.files.exports import (
    RESULTS_JSON_FILE,
    export_file,
    list_export_purposes,
    make_event_tables,
)
from director.core.files.hooks import EXPORT_DESK
from director.core.files.results_text import make_event_texts
from director.core.night.page_cache import cache_event_page
from director.core.night.publishing import (
    finalise_results,
    publish_results,
    refuse_open_doubts,
    reopen_results,
    unpublish_results,
)
from director.errors import DeskError
from director.event_kinds import EventKind, PageView, get_event_kind
from director.formats.errors import ExportError
from director.formats.formats import FORMATS_WITH_SECRETS
from director.models import Event
from scoring.errors import ScoringError


class HoursForm(PageForm):
    """The hours of the correction period."""

    hours = WholeNumberField(
        what="a number of hours",
        example=24,
        label="Hours for corrections",
        error_messages={"required": "Enter the hours for corrections, such as 24."},
    )


def parse_posted_deadline(data: Mapping[str, str]) -> datetime | None:
    """Return the end of the correction period that the page showed, or None if it is unreadable."""
    try:
        return parse_datetime(data.get("until", ""))
    except ValueError:
        return None


VERSIONS_PER_PAGE = 20
"""Standings versions on a page of changes.

An event that is published before play has one version per result, each with all standings.
"""


def make_results_context(
    request: HttpRequest, event: Event, tab: str, tabs: Iterable[Tab], menu: Iterable[Tab] = ()
) -> dict[str, Any]:
    """Return the context that all pages of Results share. *tab* is the open one.

    Rare tabs are in the *menu*, and beside the others while they are open.
    """
    menu_tabs = [*menu]
    for addition in list_additions():
        for name, title in addition.event_menu:
            menu_tabs.append(Tab("", title, reverse(name, args=[event.pk])))
    tabs = [*tabs]
    for tab_of_files in tabs:
        if tab_of_files.key == "export":
            menu_tabs.append(Tab("", "Copy as text", f"{tab_of_files.address}#texts"))
    open_menu_tabs = [menu_tab for menu_tab in menu_tabs if menu_tab.key == tab]
    return {
        "layout": "core/results.html",
        "event": event,
        "tab": tab,
        "tabs": [*tabs, *open_menu_tabs],
        "more": menu_tabs,
        "hours": event.correction_hours,
        "time_warnings": list_time_warnings,  # called by the pages with the buttons
        **make_address_context(
            request,
            event.get_absolute_url(),
            frame_path=reverse("embedded_event", args=[event.pk]),
        ),
    }


def render_changes(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """Show the changes since publishing with the standings after each, the latest first.

    *context* is the context of the kind's public pages.
    """
    event = context["event"]
    # Versions are stored as due and filled in later, see docs/decisions/kept-pages.md.
    complete_versions([event.pk])
    versions = event.versions.filter(is_due=False).order_by("-number")
    pages = Paginator(versions, VERSIONS_PER_PAGE).get_page(request.GET.get("page"))
    versions_on_page = [*pages]
    # The oldest version of a page is compared with the newest of the next page.
    version_before_page = None
    if versions_on_page:
        version_before_page = versions.filter(number__lt=versions_on_page[-1].number).first()
    previous_versions = [*versions_on_page[1:], version_before_page]
    versions_with_changes = []
    # Without versions on the page, the only previous version is left over.
    for version, previous_version in zip(versions_on_page, previous_versions, strict=False):
        changes: list[RankChange] = []
        if previous_version and version.changes:
            changes = list_rank_changes(previous_version.standings, version.standings)
        versions_with_changes.append((version, changes))
    return render(
        request,
        "core/public/changes.html",
        context | {"versions": versions_with_changes, "pages": pages},
    )


def render_standings(
    request: HttpRequest,
    context: Mapping[str, Any],
    standings_template: str,
    *,
    problems: object = None,
) -> HttpResponse:
    """Show standings with the *standings_template*, or the reason why there are none."""
    context = {**context, "standings_template": standings_template}
    return render_page(request, "core/standings.html", context, problems=problems)


def _make_kind_view(get_page: Callable[[EventKind], PageView]) -> Callable[..., HttpResponse]:
    """Return the view that shows a page of the event's kind."""

    @cache_event_page
    @login_not_required
    def view(request: HttpRequest, *, event_id: int) -> HttpResponse:
        event = get_object_or_404(Event, pk=event_id)
        page = get_page(get_event_kind(event))
        return page(request, event_id)

    return view


show_event_standings = _make_kind_view(lambda kind: kind.render_standings_page)
show_event_changes = _make_kind_view(lambda kind: kind.render_changes_page)
show_event_json = _make_kind_view(lambda kind: kind.render_json_page)


@require_POST
def publish_event(request: DeskRequest, event_id: int) -> HttpResponse:
    """Publish the results, provisional for some hours."""
    event = get_object_or_404(Event.objects.select_related("club"), pk=event_id)
    form = HoursForm(request.POST if "hours" in request.POST else {"hours": event.correction_hours})

    def publish(hours: int) -> str:
        if "anyway" not in request.POST:
            refuse_open_doubts(event)
        publish_results(event=event, user=request.user, hours=hours)
        address = make_address_context(request, event.get_absolute_url())["address"]
        return f"The results of {event.name} are published at {address}. {describe_readers(str(address))}"

    return _run_publishing_action(request, event, publish, form)


@require_POST
def unpublish_event(request: DeskRequest, event_id: int) -> HttpResponse:
    """Hide the results from visitors."""
    event = get_object_or_404(Event.objects.select_related("club"), pk=event_id)
    unpublish_results(event=event, user=request.user)
    messages.success(request, f"{event.name} is unpublished. Visitors can’t read the results.")
    return redirect(get_event_kind(event).get_results_address(event))


@require_POST
def finalise_event(request: DeskRequest, event_id: int) -> HttpResponse:
    """Make the results final before the correction period ends."""
    event = get_object_or_404(Event.objects.select_related("club"), pk=event_id)

    def finalise() -> str:
        if "anyway" not in request.POST:
            refuse_open_doubts(event, is_final=True)
        finalise_results(event=event, user=request.user)
        return f"{event.name} is final. To change anything, reopen it."

    return _run_publishing_action(request, event, finalise)


@require_POST
def reopen_event(request: DeskRequest, event_id: int) -> HttpResponse:
    """Reopen the results to corrections for some hours, even if they are final."""
    event = get_object_or_404(Event.objects.select_related("club"), pk=event_id)

    def reopen(hours: int) -> str:
        reopened_event = reopen_results(
            event=event,
            user=request.user,
            hours=hours,
            shown_deadline=parse_posted_deadline(request.POST),
            is_shown_stopped="stopped" in request.POST,
        )
        if reopened_event.corrections_until is None:
            return f"{event.name} is open to corrections."
        local_deadline = timezone.localtime(reopened_event.corrections_until)
        return (
            f"{event.name} is provisional until {local_deadline.day} {local_deadline:%B %Y, %H:%M}."
        )

    return _run_publishing_action(request, event, reopen, HoursForm(request.POST))


def _run_publishing_action(
    request: DeskRequest, event: Event, action: Callable[..., str], form: HoursForm | None = None
) -> HttpResponse:
    """Run *action* with the form's hours, and show its message or the error."""
    needs_confirmation = has_missing_results = False
    unsettled_doubts: object = ()
    if form and form.errors:
        error_text = form.errors["hours"][0]
        is_about_hours = True
    else:
        try:
            messages.success(request, action(**(form.cleaned_data if form else {})))
        except DeskError as error:
            error_text = str(error)
            needs_confirmation = "needs_confirmation" in error.params
            has_missing_results = bool(error.params.get("missing"))
            unsettled_doubts = error.params.get("to_settle", ())
            is_about_hours = error.params.get("field") == "hours"
        else:
            return redirect(get_event_kind(event).get_results_address(event))
    context = {
        "period_refused": error_text,
        "asks_again": needs_confirmation,
        "asks_missing": has_missing_results,
        "to_settle": unsettled_doubts,
        "is_of_hours": is_about_hours,
        "hours": form["hours"].value() if form else event.correction_hours,
    }
    return get_event_kind(event).render_publishing_refusal(request, event, context)


WHOLE_EVENT_REFUSAL = (
    "The whole event includes hands that players mustn’t see yet. Ask a director to export it."
)


def download_event(request: HttpRequest, event_id: int, form: str = "") -> HttpResponse:
    """Answer with the event as a file of the format *form*, printed on the club's paper.

    Formats with hands that are still to be played are for directors, membership numbers are for
    scorers.

    ``?table=`` names one table for a CSV file, ``?separator=semicolon`` is for spreadsheets with a
    decimal comma. ``?receiver=`` and ``?session=`` are for formats of additions. Without *form*,
    ``?file=`` has the format and these parameters.
    """
    query_params = request.GET
    if not form:
        # The page offers formats with parameters as choices of one field.
        form, _, query = query_params.get("file", "").partition("?")
        query_params = QueryDict(query)
    if form == RESULTS_JSON_FILE:
        return redirect("event_json", event_id=event_id)
    event = get_object_or_404(Event.objects.select_related("club"), pk=event_id)
    if form in FORMATS_WITH_SECRETS and not can_direct(request):
        return _refuse_event_file(request, event, WHOLE_EVENT_REFUSAL, status=403)
    try:
        file = export_file(
            make_event_tables(event, with_member_numbers=can_score(request)),
            form,
            table=query_params.get("table", ""),
            separator=query_params.get("separator", ""),
            paper=event.club.paper,
            receiver=query_params.get("receiver", ""),
            session_no=_parse_session_no(query_params.get("session", "")),
        )
    except (DeskError, ExportError, ScoringError) as error:
        status = 404 if isinstance(error, ExportError) else 422
        return _refuse_event_file(request, event, str(error), status=status)
    return make_file_response(
        file.content, f"{make_file_stem(event)}{file.suffix}", file.content_type
    )


def _refuse_event_file(
    request: HttpRequest, event: Event, reason: str, *, status: int
) -> HttpResponse:
    back = f"{get_event_kind(event).get_results_address(event)}?tab=export"
    return refuse_file(request, reason, back=back, back_label="Export", status=status)


def _parse_session_no(text: str) -> int:
    """Return the number of a session, 0 for all, or -1 (no session of any event) if unreadable."""
    if not text:
        return 0
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else -1


def render_export_page(
    request: HttpRequest,
    context: dict[str, Any],
    table_names: Mapping[str, str],
    *,
    with_results_formats: bool = False,
    problems: object = None,
) -> HttpResponse:
    """Show the exports of the event, and to directors parts of additions.

    See :func:`list_export_purposes`.
    """
    is_director = can_direct(request)
    event = context["event"]
    purposes = list_export_purposes(
        event, table_names, with_results_formats=with_results_formats, is_director=is_director
    )
    added_part = None
    if is_director:
        added_part = EXPORT_DESK.answers.make_part(event, has_results=with_results_formats)
    context = context | {
        "purposes": purposes,
        "texts": make_event_texts(event),
        "added_part": added_part,
        "own_action": True,
    }
    return render_page(request, "core/exports/page.html", context, problems=problems)
