"""A movement of the club's library at step 1: previewed and chosen."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from director.boards.contests import contest_of
from director.boards.movement.library.read import saved_plan
from director.boards.movement.offers import facts
from director.boards.movement.schedule import preview_schedule
from director.boards.movement.sections import section_of_session
from director.boards.movement.words import movement_text
from director.boards.pages.field.forms import WishesForm
from director.boards.pages.field.tabs import looked_at, schedule_tabs, template_of
from director.boards.pages.steps import shell
from director.boards.play.plan import choose_plan
from director.core.base.requests import DeskRequest
from director.errors import DeskError
from director.models import SavedMovement
from director.models.event import SectionPlace


@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request", "HX-Target")
def session_field_saved(
    request: DeskRequest, session_id: SectionPlace, movement_id: int
) -> HttpResponse:
    """Preview a movement of the library. A POST chooses it."""
    section = section_of_session(session_id)
    contest = contest_of(section)
    library = SavedMovement.objects.listed().filter(
        club=section.session.event.club_id, contest=contest.plays
    )
    saved = get_object_or_404(library, pk=movement_id)
    movement = saved_plan(saved)
    refusal = ""
    if request.method == "POST":
        try:
            plan = choose_plan(section=section, movement=movement)
        except DeskError as error:
            refusal = str(error)
        else:
            messages.success(request, f"Movement saved: {movement_text(plan)}.")
            return redirect("session_field", session_id=session_id)
    # The preferences came in the address, so that the way back leads to the same list.
    form = WishesForm(request.GET, contest=contest)
    wishes = form.cleaned_data.get("wishes") if form.is_valid() else None
    asked = wishes.query() if wishes else {}
    query = urlencode(asked)
    schedule = preview_schedule(section.session, movement, **looked_at(request.GET))
    context = shell(section, "field") | {
        "words": contest,
        "saved": saved,
        "refusal": refusal,
        "ask_query": query,
        "settled": asked,
        "schedule": schedule,
        "facts": facts(schedule.advice, wishes),
        "grid_source": f"saved={saved.pk}",
    }
    context |= schedule_tabs(
        schedule,
        request.GET,
        address=reverse("session_field_saved", args=[section.place, saved.pk]),
        query=f"{query}&" if query else "",
    )
    template = template_of(request, "boards/field/saved.html")
    return render(request, template, context, status=422 if refusal else 200)
