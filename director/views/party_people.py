"""Step 4 of a party: late arrivals and people who leave, with what changes shown first."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from director.errors import DeskError
from director.forms.party_people import PartyPeopleForm
from director.models import Party
from director.selectors.party import party_of_session
from director.selectors.party_next import announced
from director.selectors.party_seating import moves_words, party_names
from director.services.party_people import Arrival, Reseated, people_change, people_preview
from director.views.party import party_shell
from movements import MovementError


def party_people(request: HttpRequest, session_id: int) -> HttpResponse:
    """Ask who comes or leaves and show what that changes; only *accept* changes it."""
    party = party_of_session(session_id)
    form = PartyPeopleForm(request.POST if request.method == "POST" else None, party=party)
    done = None
    if form.is_bound and form.is_valid():
        asked = {
            "arrivals": [Arrival(*one) for one in form.arrivals()],
            "leavers": form.cleaned_data["leavers"],
        }
        try:
            if "accept" in request.POST:
                changed = people_change(party=party, user=request.user, **asked)
                messages.success(request, f"{_counted(asked)} {_said(changed)} Undo takes it back.")
                return redirect("party_play", session_id=session_id)
            done = people_preview(party=party, **asked)
        except DeskError as error:
            field = {"arrivals": "names", "leavers": "leavers"}.get(getattr(error, "field", ""))
            form.add_error(field, str(error))
        except MovementError as error:
            form.add_error(None, str(error))
    context = party_shell(party, "play") | {"form": form, "done": done}
    one = party.played_rounds.order_by("-round_no").first()
    if one:
        context |= {"is_begun": one.has_begun, "announced": announced(party, one.round_no + 1).text}
    if done:
        context |= {"coming": asked["arrivals"], "leaving": asked["leavers"]}
        context["moves"] = _moves(party, done, form.arrivals())
    return render(request, "director/party_people.html", context, status=422 if form.errors else 200)


def _moves(party: Party, done: Reseated, arrivals: list[tuple[str, str]]) -> list[dict[str, str]]:
    """Return who changes places, the arrivals by the names that were typed."""
    names = party_names(party)
    coming = {one.player for one in done.changes if one.before is None}
    typed = dict(zip(sorted(coming, key=int), [name for name, _group in arrivals], strict=False))
    return [
        {"name": typed.get(move.player) or move.name, "before": move.before, "after": move.after}
        for move in moves_words(names, done.changes)
    ]


def _said(done: Reseated) -> str:
    if done.is_announced:
        return f"It is kept for round {done.round_no} and applied with its seats;"
    return "The seats are changed;"


def _counted(asked: dict[str, list[object]]) -> str:
    came, left = len(asked["arrivals"]), len(asked["leavers"])
    parts = [f"{came} came"] * bool(came) + [f"{left} left"] * bool(left)
    return f"{' and '.join(parts)}."
