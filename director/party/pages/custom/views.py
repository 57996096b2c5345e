"""Custom movements: choose, watch and save."""

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
from director.party.pages.custom.forms import MOST_ROUND, USUAL, CustomMovementForm
from director.party.pages.shell import party_shell
from director.party.play.custom import movement_archive, save_movement
from movements import custom_movement_faults


@require_safe
def party_ways(request: DeskRequest, session_id: int) -> HttpResponse:
    """Show the choices, their faults or the moving room, and the saved movements."""
    party = party_of_session(session_id)
    form = CustomMovementForm(request.GET, key=request.GET.get("way", USUAL))
    context = party_shell(party, "field") | {
        "form": form,
        "ways": club_ways(party),
        "name": request.GET.get("name", "")[:60],
    }
    if not form.is_valid():
        return render(request, "party/custom.html", context, status=422)
    way, round_no = form.way(), form.cleaned_data["round"]
    context |= {"faults": custom_movement_faults(way), "key": way.key}
    if not context["faults"]:
        context |= {"room": moving_room(way.key, form.cleaned_data["tables"], round_no)}
        context |= {"steps": [_step(request, number) for number in (round_no - 1, round_no + 1)]}
    return render(request, "party/custom.html", context)


def _step(request: DeskRequest, round_no: int) -> str:
    """Return the query for another round of the same room, or ""."""
    asked = request.GET.copy()
    asked["round"] = str(round_no)
    if 1 <= round_no <= MOST_ROUND:
        return asked.urlencode()
    return ""


@require_POST
def party_custom_save(request: DeskRequest, session_id: int) -> HttpResponse:
    """Keep a way by a name."""
    party = party_of_session(session_id)
    key = request.POST.get("key", "")
    with refusals_as_messages(request):
        way = save_movement(
            club=party.session.event.club, name=request.POST.get("name", ""), key=key
        )
        messages.success(request, f"“{way.name}” saved. Choose it in Field under Other systems.")
    return redirect(f"{reverse('party_ways', args=[session_id])}?way={key}")


@require_POST
def party_custom_archive(request: DeskRequest, session_id: int, number: int) -> HttpResponse:
    """Put a way away, or take it back."""
    party = party_of_session(session_id)
    way = get_object_or_404(PartyWay, pk=number, club=party.session.event.club_id)
    away = "back" not in request.POST
    movement_archive(way=way, away=away)
    said = "archived. Parties that use it keep it." if away else "restored."
    messages.success(request, f"“{way.name}” {said}")
    return redirect("party_ways", session_id=session_id)
