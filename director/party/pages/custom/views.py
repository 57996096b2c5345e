"""Custom movements of parties: choose the moves, watch them in a room, and save the movement."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from director.core.base.requests import DeskRequest, show_refusals_as_messages
from director.party.models import PartyWay
from director.party.movement.custom import fetch_club_movements, simulate_sample_room
from director.party.movement.parties import get_party_by_session
from director.party.pages.custom import MAX_ROUND, USUAL, CustomMovementForm
from director.party.pages.shell import make_party_context
from director.party.play.setup import archive_movement, save_movement
from movements.party.custom import custom_movement_faults


@require_safe
def show_custom_movements(request: DeskRequest, session_id: int) -> HttpResponse:
    """Show the choices with their faults or a moving room, and the saved movements."""
    party = get_party_by_session(session_id)
    form = CustomMovementForm(request.GET, key=request.GET.get("way", USUAL))
    context = make_party_context(party, "field") | {
        "form": form,
        "ways": fetch_club_movements(party),
        "name": request.GET.get("name", "")[:60],
    }
    if not form.is_valid():
        return render(request, "party/custom.html", context, status=422)
    movement = form.make_movement()
    round_no = form.cleaned_data["round"]
    faults = custom_movement_faults(movement)
    context |= {"faults": faults, "key": movement.key}
    if not faults:
        context |= {
            "room": simulate_sample_room(movement.key, form.cleaned_data["tables"], round_no),
            "steps": [
                _make_round_query(request, round_no - 1),
                _make_round_query(request, round_no + 1),
            ],
        }
    return render(request, "party/custom.html", context)


def _make_round_query(request: DeskRequest, round_no: int) -> str:
    """Return the query for another round of the same room, or "" if there is none."""
    params = request.GET.copy()
    params["round"] = str(round_no)
    if 1 <= round_no <= MAX_ROUND:
        return params.urlencode()
    return ""


@require_POST
def save_custom_movement(request: DeskRequest, session_id: int) -> HttpResponse:
    """Save a custom movement under a name."""
    party = get_party_by_session(session_id)
    key = request.POST.get("key", "")
    with show_refusals_as_messages(request):
        saved = save_movement(
            club=party.session.event.club, name=request.POST.get("name", ""), key=key
        )
        messages.success(request, f"“{saved.name}” saved. Choose it in Field under Other systems.")
    return redirect(f"{reverse('party_ways', args=[session_id])}?way={key}")


@require_POST
def archive_custom_movement(request: DeskRequest, session_id: int, number: int) -> HttpResponse:
    """Archive a custom movement, or restore it if the form has ``back``."""
    party = get_party_by_session(session_id)
    movement = get_object_or_404(PartyWay, pk=number, club=party.session.event.club_id)
    is_archived = "back" not in request.POST
    archive_movement(way=movement, is_archived=is_archived)
    outcome = "archived. Parties that use it keep it." if is_archived else "restored."
    messages.success(request, f"“{movement.name}” {outcome}")
    return redirect("party_ways", session_id=session_id)
