"""Step 6: standings, how they are scored, and letting visitors read them."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.contrib import messages
from django.db.models import prefetch_related_objects
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString

from director.boards.movement.rounds import is_drawn
from director.boards.movement.sections import fetch_first_section, fetch_section, is_event_divided
from director.boards.pages.results.exports import show_export_tab
from director.boards.pages.results.forms import ScoringForm
from director.boards.pages.steps import make_results_page_context
from director.boards.paper.tables.grids import STANDINGS_TEMPLATE, make_standings_tables
from director.boards.paper.tables.reading import read_desk_results
from director.boards.play.results.method import set_scoring
from director.boards.scoring.standings.carried import find_carry_over_due
from director.boards.scoring.total_explanation import explain_standings
from director.core.base.grids import ExplainedFigures
from director.core.base.requests import DeskRequest
from director.core.pages.publishing import render_standings
from director.errors import DeskError
from director.models import Event, Section
from director.models.event import SectionRef
from director.sheets import Standings
from scoring.errors import ScoringError
from scoring.registry import find_method


class ShownTable(NamedTuple):
    """A table of standings as HTML, and whether its figures can be pressed."""

    html: SafeString
    explains_totals: bool


def show_results(request: DeskRequest, session_id: SectionRef) -> HttpResponse:
    """Show a tab of the results: standings, scoring, exports or boards."""
    section = fetch_section(session_id)
    tab = request.GET.get("tab", "")
    if request.method == "POST":
        return _rescore(request, section)
    if tab == "scoring":
        return _render_scoring_tab(request, section, make_scoring_form(section, None))
    if tab == "export":
        return show_export_tab(request, section)
    if tab == "boards":
        reading = read_desk_results(section)
        if reading.sheets.board_numbers:
            return redirect(reading.addresses.board(reading.sheets.board_numbers[0]))
    return render_standings(request, make_standings_context(request, section), STANDINGS_TEMPLATE)


def _rescore(request: DeskRequest, section: Section) -> HttpResponse:
    form = make_scoring_form(section, request.POST)
    if form.is_valid():
        try:
            set_scoring(
                section=section,
                scoring=form.cleaned_data["scoring"],
                options=form.get_options(),
                user=request.user,
                **form.event_settings,
            )
        except (DeskError, ScoringError) as error:
            form.add_error(None, str(error))
        else:
            name = find_method(section.session.scoring_record.scoring).name
            if request.htmx:  # The method may be new, so the form needs the new method's options.
                return _render_scoring_tab(
                    request, section, make_scoring_form(section, None), rescored=name.lower()
                )
            messages.success(request, f"Rescored by {name.lower()}.")
            return redirect("session_results", session_id=section)
    return _render_scoring_tab(request, section, form)


def _render_scoring_tab(
    request: DeskRequest, section: Section, form: ScoringForm, *, rescored: str = ""
) -> HttpResponse:
    context = make_results_page_context(request, section, "scoring") | {
        "form": form,
        "rescored": rescored,
        "own_action": True,
    }
    status = 422 if form.errors else 200
    return render(request, "boards/results/scoring.html", context, status=status)


def make_scoring_form(section: Section, data: Mapping[str, Any] | None) -> ScoringForm:
    """Return the scoring form of *section*."""
    prefetch_related_objects([section], "plans")  # The page needs the plans again.
    event, plan = section.session.event, section.plan
    scoring_record = section.session.scoring_record
    method = find_method(scoring_record.scoring)
    return ScoringForm(
        data,
        event=event,
        method=method,
        settings=method.settings(scoring_record.scoring_options),
        has_matches=plan is not None and is_drawn(plan.key),
        is_divided=not section.is_alone and is_event_divided(event),
        has_sessions=not section.is_alone and section.session.is_one_of_several,
    )


def make_standings_context(request: DeskRequest, section: Section) -> dict[str, object]:
    """Return the context of the results, or why there are no standings."""
    reading = read_desk_results(section)
    results, sheets = reading.results, reading.sheets
    try:
        scored, standings = sheets.scored, sheets.standings
        event_standings = results.standings if results.has_several_sessions else None
    except ScoringError as error:
        return make_results_page_context(request, section, "standings", sheets) | {
            "no_standings": str(error)
        }

    def make_tables(shown: Standings) -> list[ShownTable]:
        whys: Sequence[ExplainedFigures] = ()
        if shown is standings:
            whys = explain_standings(scored, standings, request.GET.get("why", ""))
        tables = make_standings_tables(
            shown, addresses=reading.addresses, request=request, whys=whys
        )
        return [ShownTable(table.html, table.explains_totals) for table in tables]

    # Everything else that the tables show: which rows, in which order, and where their links lead.
    asked = (section.place, request.GET.urlencode())
    context = make_results_page_context(request, section, "standings", sheets, is_scored=True) | {
        "standings": standings,
        "carry_over_due": _count_carry_over_due(section),
        "tables": sheets.keep(("tables", *asked), lambda: make_tables(standings)),
        "after_all": [],
    }
    if event_standings:
        context["after_all"] = sheets.keep(
            ("after all", *asked), lambda: make_tables(event_standings)
        )
    return context


def _count_carry_over_due(section: Section) -> int:
    """Return how many have another carry-over by the rule of *section* than is stored."""
    try:
        due = find_carry_over_due(section)
    except (DeskError, ScoringError):
        return 0
    return len(due.numbers) if due else 0


def render_publishing_refusal(
    request: DeskRequest, event: Event, refused: dict[str, Any]
) -> HttpResponse:
    """Show the results with the reason why publishing was *refused*."""
    context = make_standings_context(request, fetch_first_section(event.pk)) | refused
    return render_standings(request, context, STANDINGS_TEMPLATE, status=422)
