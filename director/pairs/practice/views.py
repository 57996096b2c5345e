"""The practice event: its buttons."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from director.boards.movement.sections import fetch_section
from director.core.base.requests import DeskRequest
from director.pairs.practice.write import (
    delete_practice,
    find_practice_session,
    start_practice,
    store_practice_names,
    store_practice_results,
)


@require_POST
def open_practice(_request: HttpRequest) -> HttpResponse:
    """Open the practice event, a new one if there is none."""
    return redirect("session_field", session_id=start_practice(on=timezone.localdate()).pk)


@require_POST
def fill_practice(request: DeskRequest, step: str) -> HttpResponse:
    """Fill in the names or the results of the practice event.

    404 if there is none.
    """
    session = find_practice_session()
    if session is None or step not in ("seats", "scores"):
        raise Http404
    section = fetch_section(session.pk)
    if step == "seats":
        messages.success(request, f"Names entered for {store_practice_names(section)} pairs.")
    else:
        messages.success(
            request, f"{store_practice_results(section, user=request.user)} results entered."
        )
    return redirect(f"session_{step}", session_id=session.pk)


@require_POST
def remove_practice(request: HttpRequest) -> HttpResponse:
    """Delete the practice event and go home."""
    delete_practice()
    messages.success(request, "Practice event deleted.")
    return redirect("tonight")
