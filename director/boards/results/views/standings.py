"""Step 6: standings, how they are scored, and letting visitors read them."""

from collections.abc import Mapping
from typing import Any

from django.db.models import prefetch_related_objects
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.vary import vary_on_headers

from director.boards.exports.checks import event_snags
from director.boards.exports.event import is_sent
from director.boards.results.forms import ScoringForm
from director.boards.results.grids import At, standings_tables
from director.boards.results.read.event import EventResults
from director.boards.results.read.matches import Matches
from director.boards.results.read.why import why_standings
from director.boards.results.write.method import event_score_by
from director.boards.rounds import is_drawn
from director.boards.sections import event_is_divided, section_of_event, section_of_session
from director.boards.sitting import sitting_of
from director.boards.steps import shell
from director.core.accounts.roles import may_score
from director.core.address import frame_around, page_address
from director.core.requests import DeskRequest
from director.errors import DeskError
from director.formats.formats import formats_of
from director.models import Event, Section
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


def results_refused(request: DeskRequest, event: Event, refused: dict[str, Any]) -> HttpResponse:
    """Show the page of results with what was *refused* when they were to be published."""
    section = section_of_event(event.pk)
    context = results_context(request, section) | {"form": scoring_form(section, None)} | refused
    return render(request, "boards/results.html", context, status=422)
