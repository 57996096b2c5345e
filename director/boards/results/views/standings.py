"""Step 6: standings, how they are scored, and letting visitors read them."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.db.models import prefetch_related_objects
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST
from django.views.decorators.vary import vary_on_headers

from director.boards.matches.read import Matches
from director.boards.results.forms import ScoringForm
from director.boards.results.grids import At, standings_tables
from director.boards.results.read.event import EventResults
from director.boards.results.read.why import why_standings
from director.boards.results.write.method import event_score_by
from director.boards.rounds import is_drawn
from director.boards.sections import event_is_divided, section_of_event, section_of_session
from director.boards.sending.checks import event_snags
from director.boards.sending.event import is_sent
from director.boards.sitting import sitting_of
from director.boards.steps import shell
from director.desk.account.roles import may_score
from director.desk.address import frame_around, page_address
from director.desk.publish.forms import HoursForm, end_seen
from director.desk.publish.write import refuse_missing, results_close, results_final, results_open, results_publish
from director.desk.requests import DeskRequest
from director.errors import DeskError
from director.files.formats import formats_of
from director.models import Section
from director.models.event import SectionPlace
from scoring import ScoringError, find_method


@vary_on_headers("HX-Request")
def session_results(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Show the standings of a night, choose its scoring, and offer everything that can be done with them."""
    section = section_of_session(session_id)
    form = scoring_form(section, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            event_score_by(
                section=section,
                scoring=form.cleaned_data["scoring"],
                options=form.options(),
                places=form.ranked(),
                user=request.user,
            )
        except (DeskError, ScoringError) as error:
            form.add_error(None, str(error))
        else:
            if not request.htmx:
                return redirect("session_results", session_id=session_id)
            form = scoring_form(section, None)
    template = "boards/results/_results.html" if request.htmx else "boards/results.html"
    context = results_context(request, section) | {"form": form, "options_open": request.method == "POST"}
    return render(request, template, context, status=422 if form.errors else 200)


def scoring_form(section: Section, data: Mapping[str, Any] | None) -> ScoringForm:
    """Return the form in which the scoring of *section* is chosen."""
    prefetch_related_objects([section], "plans")  # which the page asks for again
    event, plan = section.session.event, section.plan
    method = find_method(event.scoring)
    return ScoringForm(
        data,
        method=method,
        settings=method.settings(event.scoring_options),
        game=event.game,
        contest=event.contest,
        has_matches=plan is not None and is_drawn(plan.key),
        is_divided=not section.is_alone and event_is_divided(event),
        places=event.places,
    )


def results_context(request: DeskRequest, section: Section) -> dict[str, object]:
    """Return what the page of results shows; in place of standings the reason why there are none."""
    event = section.session.event
    context = {
        "hours": event.correction_hours,
        "event": event,
        **page_address(request, event.get_absolute_url()),
        "formats": formats_of(is_sent=is_sent(event)),
        "is_sent": is_sent(event),
        "snippet": frame_around(request, reverse("embedded_event", args=[event.pk])),
    }
    results = EventResults(event, (sitting_of(section),) if section.is_alone else None)
    sheets = results.session(section.session.number) or results.first
    try:
        scored, standings = sheets.scored, sheets.standings
        after_all = results.standings if results.has_several else None
    except ScoringError as error:
        return context | shell(section, "results") | {"no_standings": str(error)}
    at = At(event.pk, section.session.number if results.has_several else 0)
    whys = [why_standings(scored, group, request.GET.get("why", "")) for group in standings.groups]
    return context | {
        **shell(section, "results", standings=standings if not sheets.sitting.is_divided else None),
        "snags": event_snags(results) if is_sent(event) and may_score(request) else [],
        "standings": standings,
        "tables": standings_tables(standings, at=at, request=request, whys=whys),
        "after_all": standings_tables(after_all, at=At(event.pk), request=request) if after_all else [],
        "first_board": at.board(sheets.board_numbers[0]) if sheets.board_numbers else "",
        "recap": at.recap,
        "matches": at.matches if Matches(sheets).are_played else "",
        "players": at.players_of(sheets.heading),
    }


@require_POST
def event_publish(request: DeskRequest, event_id: int) -> HttpResponse:
    """Let visitors read the results, provisional for the hours that were typed, or as long as usual."""
    section = section_of_event(event_id)
    form = HoursForm(request.POST if "hours" in request.POST else {"hours": section.session.event.correction_hours})

    def act(hours: int) -> str:
        if "anyway" not in request.POST:
            refuse_missing(section.session.event)
        event = results_publish(event=section.session.event, user=request.user, hours=hours)
        return f"{event.name} is published: everybody with the address can read the results."

    return _period(request, section, form, act)


@require_POST
def event_unpublish(request: DeskRequest, event_id: int) -> HttpResponse:
    """Close the results to visitors."""
    section = section_of_event(event_id)
    event = results_close(event=section.session.event, user=request.user)
    messages.success(request, f"{event.name} is unpublished: visitors can't read the results any more.")
    return redirect("session_results", session_id=section)


@require_POST
def event_final(request: DeskRequest, event_id: int) -> HttpResponse:
    """Make the results final before the time for corrections is over."""
    section = section_of_event(event_id)

    def act() -> str:
        if "anyway" not in request.POST:
            refuse_missing(section.session.event, final=True)
        event = results_final(event=section.session.event, user=request.user)
        return f"{event.name} is final: nothing of it changes any more."

    return _period(request, section, None, act)


@require_POST
def event_open(request: DeskRequest, event_id: int) -> HttpResponse:
    """Take corrections for so many hours from now, also of final results."""
    section = section_of_event(event_id)

    def act(hours: int) -> str:
        event = results_open(event=section.session.event, user=request.user, hours=hours, seen=end_seen(request.POST))
        if event.period_end is None:
            return f"{event.name} takes corrections again."
        until = timezone.localtime(event.period_end)
        return f"{event.name} is provisional until {until.day} {until:%B %Y, %H:%M}."

    return _period(request, section, HoursForm(request.POST), act)


def _period(request: DeskRequest, section: Section, form: HoursForm | None, act: Callable[..., str]) -> HttpResponse:
    """Do what *act* does with the form's hours, and say so; a refusal is shown where the hours are."""
    refused, asks_again = form.errors["hours"][0] if form and form.errors else "", False
    if not refused:
        try:
            messages.success(request, act(**(form.cleaned_data if form else {})))
        except DeskError as error:
            refused, asks_again = str(error), "is_asked" in error.params
        else:
            return redirect("session_results", session_id=section)
    context = results_context(request, section) | {"form": scoring_form(section, None)}
    context |= {"period_refused": refused, "asks_again": asks_again}
    context["hours"] = form["hours"].value() if form else section.session.event.correction_hours
    return render(request, "boards/results.html", context, status=422)
