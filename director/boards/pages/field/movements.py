"""Step 1: how many came, which movements fit, the whole schedule of one, and choosing it."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from director.boards.contests import contest_of
from director.boards.movement.offers import facts
from director.boards.movement.schedule import plan_schedule, preview_schedule
from director.boards.movement.sections import section_of_session
from director.boards.movement.words import movement_text
from director.boards.pages.field.forms import (
    AskForm,
    CatalogueForm,
    MovementForm,
    looked_at,
    usual_start,
)
from director.boards.pages.field.tabs import CHANGE, SECTIONS, schedule_tabs
from director.boards.pages.progress import SessionSteps
from director.boards.pages.steps import shell
from director.boards.play.plan import choose_plan, plan_fixed_error
from director.boards.play.seats.read import seats_advice
from director.core.base.requests import DeskRequest
from director.errors import DeskError
from director.models import Plan, Section
from director.models.event import SectionPlace

FILES = (("json", "JSON"), ("csv", "CSV grid"), ("text", "movement text"))
PARTS = {
    "advice": "boards/field/_advice.html",
    "movements": "boards/field/_movements.html",
    "preview": "boards/field/_preview.html",
    "schedule": "boards/field/_schedule.html",
}


@require_safe
@vary_on_headers("HX-Request", "HX-Target")
def session_field(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Ask who came and list the fitting movements, or show the chosen one."""
    section = section_of_session(session_id)
    context = _shell(section)
    night: SessionSteps = context["night"]
    event = section.session.event
    ask = _ask(request, night)
    is_asked = ask.is_bound or request.GET.get("tab") == CHANGE
    if night.results_in and is_asked:
        context["fixed"] = str(plan_fixed_error(section, night.results_in))
    asks = is_asked and not night.results_in if night.plan else not event.source
    context |= {"ask": ask, "asks": asks}
    if night.plan:
        schedule = plan_schedule(section, night.plan, **looked_at(request.GET))
        more = {"files": "Files"} | (
            {} if event.source or event.is_final else {SECTIONS: "Sections and sessions"}
        )
        context |= schedule_tabs(schedule, request.GET, address=request.path, more=more)
        context |= {"schedule": schedule, "facts": facts(schedule.advice), "files": FILES}
        advice = seats_advice(section, night.plan)
        context["seats_advice"] = (
            () if night.results_in else advice
        )  # then nobody changes places any more
    return _answer(
        request, "boards/field.html", context, refused=ask.is_bound and not ask.is_valid()
    )


@require_safe
@vary_on_headers("HX-Request", "HX-Target")
def session_field_movements(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """List all movements with a search, and why some aren't possible."""
    context = _shell(section_of_session(session_id))
    plan: Plan | None = context["night"].plan
    words = context["words"]
    usual = {words.unit: plan.contestants} if plan else None
    form = CatalogueForm(request.GET if words.unit in request.GET else usual, contest=words)
    context |= {"form": form}
    return _answer(
        request,
        "boards/field/movements.html",
        context,
        refused=form.is_bound and not form.is_valid(),
    )


@vary_on_headers("HX-Request", "HX-Target")
def session_field_movement(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Preview one movement. A POST chooses it."""
    section = section_of_session(session_id)
    asked = (
        request.POST if "key" in request.POST else request.GET
    )  # a button of the list has it in its address
    form = MovementForm(asked, contest=contest_of(section))
    if form.is_valid() and request.method == "POST":
        try:
            plan = choose_plan(section=section, movement=form.cleaned_data["movement"])
        except DeskError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, f"Movement saved: {movement_text(plan)}.")
            return redirect("session_field", session_id=session_id)
    context = _shell(section) | _preview(request, section, form)
    return _answer(request, "boards/field/movement.html", context, refused=bool(form.errors))


def _shell(section: Section) -> dict[str, Any]:
    """Return the context of a page of step 1, with the words of its contest."""
    return shell(section, "field") | {"words": contest_of(section)}


def _ask(request: DeskRequest, night: SessionSteps) -> AskForm:
    """Return the question, asked already if the address holds its answers."""
    contest = contest_of(night.section)
    unit = contest.unit
    if unit in request.GET:
        return AskForm(request.GET, contest=contest)
    start = usual_start(timezone.localtime().time())
    form = AskForm(
        initial={unit: night.plan.contestants if night.plan else None, "start": start},
        contest=contest,
    )
    form.fields[unit].widget.attrs["autofocus"] = True
    return form


def _preview(request: DeskRequest, section: Section, form: MovementForm) -> dict[str, object]:
    """Return the context of the preview, without a schedule if it isn't possible."""
    movement, wishes = form.cleaned_data.get("movement"), form.cleaned_data.get("wishes")
    context = {"form": form, "ask_query": urlencode(wishes.query()) if wishes else ""}
    if movement is None:
        return context
    settled = form.settled()
    if not form.errors:
        context["form"] = MovementForm(settled, contest=form.words)
    schedule = preview_schedule(section.session, movement, **looked_at(request.GET))
    shown = {"schedule": schedule, "facts": facts(schedule.advice, wishes), "settled": settled}
    tabs = schedule_tabs(
        schedule,
        request.GET,
        address=reverse("session_field_movement", args=[section.place]),
        query=urlencode(settled) + "&",
    )
    return context | shown | tabs


def _answer(
    request: DeskRequest, page: str, context: dict[str, object], *, refused: bool
) -> HttpResponse:
    """Render the page, or only the part of it that htmx asks for."""
    whole = not request.htmx or request.htmx.history_restore_request
    template = page if whole else PARTS.get(request.htmx.target or "", page)
    status = 422 if refused else 200
    return render(request, template, context, status=status)
