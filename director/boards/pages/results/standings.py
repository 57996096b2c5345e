"""Step 6: standings, how they are scored, and letting visitors read them."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.db.models import prefetch_related_objects
from django.http import HttpResponse
from django.shortcuts import redirect, render

from director.boards.movement.rounds import is_drawn
from director.boards.movement.sections import event_is_divided, section_of_event, section_of_session
from director.boards.pages.results.exports import results_export
from director.boards.pages.results.forms import ScoringForm
from director.boards.pages.steps import results_shell
from director.boards.paper.tables.grids import STANDINGS_TEMPLATE, standings_tables
from director.boards.paper.tables.reading import desk_reading
from director.boards.play.results.method import set_scoring
from director.boards.scoring.standings.carried import find_carry_over_due
from director.boards.scoring.total_explanation import whys_of_standings
from director.core.base.requests import DeskRequest
from director.core.pages.publishing import standings_answer
from director.errors import DeskError
from director.models import Event, Section
from director.models.event import SectionPlace
from scoring import ScoringError, find_method


def session_results(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Show a tab of the results: standings, scoring, exports or boards."""
    section = section_of_session(session_id)
    tab = request.GET.get("tab", "")
    if request.method == "POST":
        return _rescore(request, section)
    if tab == "scoring":
        return _scoring(request, section, scoring_form(section, None))
    if tab == "export":
        return results_export(request, section)
    if tab == "boards":
        reading = desk_reading(section)
        if reading.sheets.board_numbers:
            return redirect(reading.at.board(reading.sheets.board_numbers[0]))
    return standings_answer(request, results_context(request, section), STANDINGS_TEMPLATE)


def _rescore(request: DeskRequest, section: Section) -> HttpResponse:
    form = scoring_form(section, request.POST)
    if form.is_valid():
        try:
            set_scoring(
                section=section,
                scoring=form.cleaned_data["scoring"],
                options=form.options(),
                places=form.ranked(),
                finals=form.last_sections(),
                user=request.user,
            )
        except (DeskError, ScoringError) as error:
            form.add_error(None, str(error))
        else:
            name = find_method(section.session.scored_by.scoring).name
            if request.htmx:  # The method may be new, so the form needs the new method's options.
                return _scoring(
                    request, section, scoring_form(section, None), rescored=name.lower()
                )
            messages.success(request, f"Rescored by {name.lower()}.")
            return redirect("session_results", session_id=section)
    return _scoring(request, section, form)


def _scoring(
    request: DeskRequest, section: Section, form: ScoringForm, *, rescored: str = ""
) -> HttpResponse:
    context = results_shell(request, section, "scoring") | {
        "form": form,
        "rescored": rescored,
        "own_action": True,
    }
    status = 422 if form.errors else 200
    return render(request, "boards/results/scoring.html", context, status=status)


def scoring_form(section: Section, data: Mapping[str, Any] | None) -> ScoringForm:
    """Return the scoring form of *section*."""
    prefetch_related_objects([section], "plans")  # The page needs the plans again.
    event, plan = section.session.event, section.plan
    scored_by = section.session.scored_by
    method = find_method(scored_by.scoring)
    return ScoringForm(
        data,
        method=method,
        settings=method.settings(scored_by.scoring_options),
        game=event.game,
        contest=event.contest,
        has_matches=plan is not None and is_drawn(plan.key),
        is_divided=not section.is_alone and event_is_divided(event),
        places=event.places,
        has_sessions=not section.is_alone and section.session.is_one_of_several,
        finals=event.finals,
    )


def results_context(request: DeskRequest, section: Section) -> dict[str, object]:
    """Return the context of the results, or why there are no standings."""
    reading = desk_reading(section)
    results, sheets = reading.results, reading.sheets
    try:
        scored, standings = sheets.scored, sheets.standings
        event_standings = results.standings if results.has_several else None
    except ScoringError as error:
        return results_shell(request, section, "standings", sheets) | {"no_standings": str(error)}
    whys = whys_of_standings(scored, standings, request.GET.get("why", ""))
    return results_shell(request, section, "standings", sheets, is_scored=True) | {
        "standings": standings,
        "carry_over_due": _count_carry_over_due(section),
        "tables": standings_tables(standings, addresses=reading.at, request=request, whys=whys),
        "after_all": standings_tables(event_standings, addresses=reading.at, request=request)
        if event_standings
        else [],
    }


def _count_carry_over_due(section: Section) -> int:
    """Return how many have another carry-over by the rule of *section* than is stored."""
    try:
        due = find_carry_over_due(section)
    except (DeskError, ScoringError):
        return 0
    return len(due.numbers) if due else 0


def results_refused(request: DeskRequest, event: Event, refused: dict[str, Any]) -> HttpResponse:
    """Show the results with the reason why publishing was *refused*."""
    context = results_context(request, section_of_event(event.pk)) | refused
    return standings_answer(request, context, STANDINGS_TEMPLATE, status=422)
