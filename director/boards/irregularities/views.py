"""Beside steps 4 and 5: what really happened, and what the director makes of it."""

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from director.boards import sentences
from director.boards.contests import contest_of
from director.boards.irregularities.forms import AbsenceForm, pressed_choices, typed_faults
from director.boards.irregularities.read import happened_page
from director.boards.irregularities.write import happened_settle
from director.boards.lines.read import section_plan
from director.boards.sections import section_of_session
from director.boards.steps import shell
from director.core.requests import DeskRequest
from director.errors import DeskError
from director.models import Section
from director.models.award import Fault
from director.models.event import SectionPlace
from scoring import ScoringError

ABSENCE = ("pair", "how", "round_no")
"""What an address says of a pair that was not there."""


@require_http_methods(["GET", "HEAD", "POST"])
def session_happened(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Show what happened otherwise than planned, with a pair that was not there if the address names one; settle it."""
    section = section_of_session(session_id)
    if not contest_of(section).is_side:
        messages.error(request, sentences.HAPPENED_FOR_PAIRS.says())
        return redirect("session_scores", session_id=session_id)
    form = _absence(request.GET, section)
    if request.method != "POST":
        return _show(request, section, form)
    choices = pressed_choices(request.POST.getlist("choice"))
    try:
        faults = typed_faults(request.POST.dict())
        lines = happened_settle(
            section=section, choices=choices, user=request.user, absences=form.absences(), faults=faults
        )
    except (DeskError, ScoringError) as error:
        return _show(request, section_of_session(session_id), form, refused=str(error))
    messages.success(request, f"{lines} line{' is' if lines == 1 else 's are'} written. Scores can undo it.")
    return redirect("session_happened", session_id=session_id)


def _absence(asked: QueryDict, section: Section) -> AbsenceForm:
    plan = section_plan(section)
    data = asked if any(name in asked for name in ABSENCE) else None
    return AbsenceForm(data, section=section, rounds=plan.rounds if plan else 0)


def _show(request: DeskRequest, section: Section, form: AbsenceForm, *, refused: str = "") -> HttpResponse:
    query = request.GET.urlencode()
    context = shell(section, "scores") | {
        "form": form,
        "page": happened_page(section, form.absences()),
        "refused": refused,
        "fault_choices": Fault.choices,
        "address": reverse("session_happened", args=[section]) + (f"?{query}" if query else ""),
    }
    return render(request, "boards/irregularities.html", context, status=422 if refused or form.errors else 200)
