"""Step 4 of a party: late arrivals and people who leave, with what changes shown first."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from director.core.base.requests import DeskRequest
from director.errors import DeskError
from director.party.models import Party
from director.party.movement.next_games import announced_changes
from director.party.movement.options import tells_groups
from director.party.movement.parties import party_of_session
from director.party.movement.seating.read import moves_words, party_names
from director.party.pages.play.people_form import PartyPeopleForm
from director.party.pages.shell import party_shell
from director.party.play.people import LateArrival, Reseated, change_players, people_preview
from director.party.play.play import finish_party
from director.party.sentences import PartySentences
from movements import MovementError


def party_people(request: DeskRequest, session_id: int) -> HttpResponse:
    """Preview arrivals and leavers. *accept* stores them, *reopen* resumes play."""
    party = party_of_session(session_id)
    if "reopen" in request.POST:
        finish_party(party=party, over=False, user=request.user)
        party = party_of_session(session_id)
        messages.success(request, "Play reopened.")
    form = PartyPeopleForm(request.POST if request.method == "POST" else None, party=party)
    if "reopen" in request.POST and not form.has_changed():
        return redirect("party_people", session_id=session_id)
    done = None
    arrivals: list[LateArrival] = []
    leavers: list[int] = []
    if form.is_bound and form.is_valid():
        arrivals = [LateArrival(*name_and_group) for name_and_group in form.arrivals()]
        leavers = form.cleaned_data["leavers"]
        try:
            if "accept" in request.POST:
                messages.success(request, _change_message(request, party, arrivals, leavers))
                return redirect("party_play", session_id=session_id)
            done = people_preview(party=party, arrivals=arrivals, leavers=leavers)
        except DeskError as error:
            field = {"arrivals": "names", "leavers": "leavers"}.get(getattr(error, "field", ""))
            form.add_error(field, str(error))
        except MovementError as error:
            form.add_error(None, str(error))
    context = party_shell(party, "play") | {
        "form": form,
        "done": done,
        "tells_groups": tells_groups(party),
    }
    current = party.played_rounds.order_by("-round_no").first()
    if party.is_over:
        context["ended"] = PartySentences.PEOPLE_AFTER_END.says()
    if current:
        context |= {
            "is_begun": current.has_begun,
            "announced": announced_changes(party, current.round_no + 1).text,
        }
    if done:
        context |= {"coming": arrivals, "leaving": leavers}
        context["moves"] = _moves(party, done)
        context["joining"] = [
            (_known(party, arrival), party.group_name(arrival.group)) for arrival in done.coming
        ]
    status = 422 if form.errors else 200
    return render(request, "party/play/people.html", context, status=status)


def _change_message(
    request: DeskRequest, party: Party, arrivals: list[LateArrival], leavers: list[int]
) -> str:
    changed = change_players(party=party, arrivals=arrivals, leavers=leavers, user=request.user)
    return f"{_count_text(len(arrivals), len(leavers))} {_change_words(party, changed)} You can undo it."


def _moves(party: Party, done: Reseated) -> list[dict[str, str]]:
    """Return who changes places, the arrivals by the names that were typed."""
    names = party_names(party)
    typed = {str(arrival.number): arrival for arrival in done.coming}
    return [
        {
            "name": move.name,
            "group": party.group_name(names.group(move.player)),
            "before": move.before,
            "after": move.after,
        }
        | _typed_arrival(party, typed.get(move.player), move.name)
        for move in moves_words(names, done.before, done.after, done.changes)
    ]


def _typed_arrival(party: Party, arrival: LateArrival | None, name: str) -> dict[str, str]:
    """Return the name and the group of somebody who comes, nothing for others."""
    typed = "" if arrival is None or arrival.name.isdecimal() else arrival.name
    if arrival:
        return {"name": typed or name, "group": party.group_name(arrival.group)}
    return {}


def _known(party: Party, arrival: LateArrival) -> str:
    """Return the name of an arrival, who may return with a number."""
    if party.players.filter(number=arrival.number).exists():
        name = f"Player {arrival.number}" if arrival.name.isdecimal() else arrival.name
        return f"{name} ({arrival.number}, returns)"
    return arrival.name or "no name"


def _change_words(party: Party, done: Reseated) -> str:
    if done.is_announced:
        return f"Saved for {party.round_word} {done.round_no}."
    return "Seats changed."


def _count_text(came: int, left: int) -> str:
    parts = [f"{came} came"] * bool(came) + [f"{left} left"] * bool(left)
    return f"{' and '.join(parts)}."
