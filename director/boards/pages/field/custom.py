"""A movement of the director's own: uploaded, checked, previewed and chosen."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from director.additions import find_library
from director.boards.contests import get_contest
from director.boards.movement.cards.cards import fetch_required_plan
from director.boards.movement.lines.section_lines import load_movement
from director.boards.movement.offers import format_facts
from director.boards.movement.schedule import make_preview_schedule
from director.boards.movement.sections import fetch_section
from director.boards.movement.words import format_movement, make_section_stem
from director.boards.pages.field.custom_example import EXAMPLES
from director.boards.pages.field.custom_form import OwnMovementForm
from director.boards.pages.field.files import make_movement_response
from director.boards.pages.field.tabs import (
    choose_template,
    make_schedule_tabs,
    parse_round_and_pair,
)
from director.boards.pages.steps import make_session_context
from director.boards.play.plan import choose_plan
from director.core.base.answers import make_text_response
from director.core.base.forms import PageForm
from director.core.base.requests import DeskRequest
from director.core.base.uploads import Destination, find_destinations
from director.errors import DeskError
from director.formats.door import FileUse
from director.models import Section
from director.models.event import SectionRef
from movements.errors import MovementError
from movements.files.formats import WRITERS
from movements.model import Movement

MAX_FAULTS_SHOWN = 100
"""Faults of a movement that its page lists; the rest are only counted."""


@vary_on_headers("HX-Request", "HX-Target")
def preview_custom_movement(request: DeskRequest, session_id: SectionRef) -> HttpResponse:
    """Ask for a movement, then list its faults or preview it.

    If a file holds several movements, one is chosen first. The browser session keeps the file.
    """
    section = fetch_section(session_id)
    if request.method != "POST":
        return render_preview(request, section, make_pending_form(request, section))
    if "example" in request.POST and not request.POST.get("text", "").strip():
        return render_preview(request, section, _make_example_form(section))
    movement_no = request.POST.get("movement", "")
    pending_text = request.session.get(_get_draft_key(section))
    data = (
        {"text": pending_text, "movement": movement_no}
        if movement_no and pending_text
        else request.POST
    )
    form = OwnMovementForm(data, request.FILES, contest=get_contest(section))
    is_valid = form.is_valid()
    is_unreadable = not is_valid and not form.must_choose and form.read_plan is None
    if is_unreadable and (destinations := find_destinations(form.sent, FileUse.MOVEMENTS)):
        return render_preview(request, section, form, destinations=destinations)
    text = form.cleaned_data.get("text", "")
    if text.strip():
        # A faulty movement is kept too, so that a look at another page doesn't lose it.
        request.session[_get_draft_key(section)] = text
        request.session[_get_choice_key(section)] = form.cleaned_data.get("movement", "")
    if "editor" in request.POST and find_library() and not form.must_choose:
        return redirect(reverse("session_field_grid", args=[session_id]) + "?from=custom")
    if not is_valid and not form.must_choose:
        if text:
            form.show_text(text)
        return render_preview(request, section, form)
    return redirect("session_field_own", session_id=session_id)


@require_POST
def choose_custom_movement(request: DeskRequest, session_id: SectionRef) -> HttpResponse:
    """Choose the movement that was checked last."""
    section = fetch_section(session_id)
    form = make_pending_form(request, section)
    if not form.is_bound:
        return redirect("session_field_own", session_id=session_id)
    if form.is_valid():
        try:
            plan = choose_plan(section=section, movement=form.cleaned_data["plan"])
        except DeskError as error:
            form.add_error(None, str(error))
        else:
            del request.session[_get_draft_key(section)]
            messages.success(request, f"Movement saved: {format_movement(plan)}.")
            return redirect("session_field", session_id=session_id)
    return render_preview(request, section, form)


def _get_draft_key(section: Section) -> str:
    return f"own-movement-{section.place}"


def _get_choice_key(section: Section) -> str:
    return f"own-movement-{section.place}-of-several"


def make_pending_form(request: DeskRequest, section: Section) -> OwnMovementForm:
    """Return the form with the movement that was checked last, or an empty form."""
    pending_text = request.session.get(_get_draft_key(section))
    movement_no = request.session.get(_get_choice_key(section), "")
    data = {"text": pending_text, "movement": movement_no} if pending_text else None
    return OwnMovementForm(data, contest=get_contest(section))


def find_pending_movement(request: DeskRequest, section: Section) -> Movement | None:
    """Return the movement that was checked last as far as it can be read, or None without one."""
    form = make_pending_form(request, section)
    # Asking for its errors makes the form read the text.
    if form.is_bound and form.errors is not None:
        return form.read_plan
    return None


def _make_example_form(section: Section) -> OwnMovementForm:
    """Return the form with the example of the section's contest in its box."""
    contest = get_contest(section)
    example = EXAMPLES[contest.movement_contest]
    return OwnMovementForm(initial={"text": example.text}, contest=contest)


def _find_form_plan(form: OwnMovementForm) -> Movement | None:
    """Return the plan of *form*, or None if it can't be read."""
    if form.is_bound and form.errors is not None:
        return form.cleaned_data.get("plan")
    return None


def render_preview(
    request: DeskRequest,
    section: Section,
    form: OwnMovementForm,
    details: PageForm | None = None,
    destinations: Sequence[Destination] = (),
) -> HttpResponse:
    """Render the preview of the form's movement, or its faults.

    *details* are the name and note for the library, if they were refused, and *destinations* the
    pages that take a file without a movement.
    """
    contest = get_contest(section)
    library = find_library()
    context = make_session_context(section, "field") | {
        "form": form,
        "words": contest,
        "example": EXAMPLES[contest.movement_contest],
        "sent": form.sent,
        "library": library,
        "destinations": destinations,
    }
    if movement := _find_form_plan(form):
        schedule = make_preview_schedule(
            section.session, movement, **parse_round_and_pair(request.GET)
        )
        context |= {"schedule": schedule, "facts": format_facts(schedule.advice)}
        if library:
            details = details or library.make_details_form(movement.name)
            context |= {"details": details, "grid_source": "from=custom"}
        context |= make_schedule_tabs(
            schedule, request.GET, address=reverse("session_field_own", args=[section.place])
        )
    context |= {
        "faults": form.faults[:MAX_FAULTS_SHOWN],
        "unseen": max(0, len(form.faults) - MAX_FAULTS_SHOWN),
    }
    template = choose_template(request, "boards/custom/own.html")
    has_errors = form.errors or (details is not None and details.errors)
    is_refused = request.method == "POST" and has_errors and not form.must_choose
    status = 422 if is_refused else 200
    return render(request, template, context, status=status)


@require_safe
def download_current_movement(
    _request: DeskRequest, session_id: SectionRef, form: str
) -> HttpResponse:
    """Answer with tonight's movement as a file."""
    if form not in WRITERS:
        raise Http404
    section = fetch_section(session_id)
    try:
        plan = load_movement(fetch_required_plan(section))
        return make_movement_response(plan, form, f"{make_section_stem(section)}-movement")
    except (DeskError, MovementError) as error:
        return make_text_response(str(error))
