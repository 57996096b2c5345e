"""Custom movements of parties: choose the moves, watch them in a room, and save the movement."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from director.core.base.answers import refusals_as_messages
from director.core.base.requests import DeskRequest
from director.party.models import PartyWay
from director.party.movement.custom import club_ways, moving_room
from director.party.movement.parties import party_of_session
from director.party.pages.custom.forms import MAX_ROUND, USUAL, CustomMovementForm
from director.party.pages.shell import party_shell
from director.party.play.custom import movement_archive, save_movement
from movements import custom_movement_faults


@require_safe
def party_ways(request: DeskRequest, session_id: int) -> HttpResponse:
    """Show the choices with their faults or a moving room, and the saved movements."""
    party = party_of_session(session_id)
    form = CustomMovementForm(request.GET, key=request.GET.get("way", USUAL))
    context = party_shell(party, "field") | {
        "form": form,
        "ways": club_ways(party),
        "name": request.GET.get("name", "")[:60],
    }
    if not form.is_valid():
        return render(request, "party/custom.html", context, status=422)
    movement = form.way()
    round_no = form.cleaned_data["round"]
    faults = custom_movement_faults(movement)
    context |= {"faults": faults, "key": movement.key}
    if not faults:
        context |= {
            "room": moving_room(movement.key, form.cleaned_data["tables"], round_no),
            "steps": [_round_query(request, round_no - 1), _round_query(request, round_no + 1)],
        }
    return render(request, "party/custom.html", context)


def _round_query(request: DeskRequest, round_no: int) -> str:
    """Return the query for another round of the same room, or "" if there is none."""
    params = request.GET.copy()
    params["round"] = str(round_no)
    if 1 <= round_no <= MAX_ROUND:
        return params.urlencode()
    return ""


@require_POST
def party_custom_save(request: DeskRequest, session_id: int) -> HttpResponse:
    """Save a custom movement under a name."""
    party = party_of_session(session_id)
    key = request.POST.get("key", "")
    with refusals_as_messages(request):
        saved = save_movement(
            club=party.session.event.club, name=request.POST.get("name", ""), key=key
        )
        messages.success(request, f"“{saved.name}” saved. Choose it in Field under Other systems.")
    return redirect(f"{reverse('party_ways', args=[session_id])}?way={key}")


@require_POST
def party_custom_archive(request: DeskRequest, session_id: int, number: int) -> HttpResponse:
    """Archive a custom movement, or restore it if the form has ``back``."""
    party = party_of_session(session_id)
    movement = get_object_or_404(PartyWay, pk=number, club=party.session.event.club_id)
    is_archived = "back" not in request.POST
    movement_archive(way=movement, is_archived=is_archived)
    outcome = "archived. Parties that use it keep it." if is_archived else "restored."
    messages.success(request, f"“{movement.name}” {outcome}")
    return redirect("party_ways", session_id=session_id)
