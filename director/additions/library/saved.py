"""A movement of the club's library at step 1: previewed and chosen."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from director.additions.library.read import EMPTY, read_plan_without_pair, read_saved_plan
from director.boards.contests import get_contest
from director.boards.movement.offers import format_facts
from director.boards.movement.schedule import make_preview_schedule
from director.boards.movement.sections import fetch_section
from director.boards.movement.words import format_movement
from director.boards.pages.field.forms import WishesForm
from director.boards.pages.field.tabs import (
    choose_template,
    make_schedule_tabs,
    parse_round_and_pair,
)
from director.boards.pages.steps import make_session_context
from director.boards.play.plan import choose_plan
from director.core.base.forms import parse_small_number
from director.core.base.requests import DeskRequest
from director.errors import DeskError
from director.models import SavedMovement
from director.models.event import SectionRef
from movements.model import Movement


@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request", "HX-Target")
def preview_saved_movement(
    request: DeskRequest, session_id: SectionRef, movement_id: int
) -> HttpResponse:
    """Preview a movement of the library. A POST chooses it."""
    section = fetch_section(session_id)
    contest = get_contest(section)
    library = SavedMovement.objects.listed().filter(
        club=section.session.event.club_id, contest=contest.movement_contest
    )
    saved = get_object_or_404(library, pk=movement_id)
    movement, empty_number = _get_requested_plan(request, saved)
    refusal = ""
    if request.method == "POST":
        try:
            plan = choose_plan(section=section, movement=movement)
        except DeskError as error:
            refusal = str(error)
        else:
            messages.success(request, f"Movement saved: {format_movement(plan)}.")
            return redirect("session_field", session_id=session_id)
    # The preferences came in the address, so that the way back leads to the same list.
    form = WishesForm(request.GET, contest=contest)
    wishes = form.cleaned_data.get("wishes") if form.is_valid() else None
    asked = wishes.query() if wishes else {}
    if empty_number:
        asked[EMPTY] = empty_number
    query = urlencode(asked)
    schedule = make_preview_schedule(section.session, movement, **parse_round_and_pair(request.GET))
    context = make_session_context(section, "field") | {
        "words": contest,
        "saved": saved,
        "refusal": refusal,
        "ask_query": query,
        "movement_query": asked,
        "schedule": schedule,
        "facts": format_facts(schedule.advice, wishes),
        "empty_number": empty_number,
    }
    if not empty_number:
        context["grid_source"] = f"saved={saved.pk}"
    context |= make_schedule_tabs(
        schedule,
        request.GET,
        address=reverse("session_field_saved", args=[section.place, saved.pk]),
        query=f"{query}&" if query else "",
    )
    template = choose_template(request, "additions/library/saved.html")
    return render(request, template, context, status=422 if refusal else 200)


def _get_requested_plan(request: DeskRequest, saved: SavedMovement) -> tuple[Movement, int]:
    """Return the plan of *saved* and the number that stays empty in it, 0 if none does.

    The number is in the address. One that the movement doesn't have raises a 404.
    """
    empty_number = parse_small_number(request.GET.get(EMPTY, ""))
    if not empty_number:
        return read_saved_plan(saved), 0
    movement = read_plan_without_pair(saved, empty_number)
    if movement is None:
        raise Http404
    return movement, empty_number
