"""Late arrivals and leavers, with a preview of the changes."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from director.core.base.requests import DeskRequest
from director.errors import DeskError
from director.party.models import Party
from director.party.movement.clock import fetch_current_round
from director.party.movement.next_round import fetch_announced_changes
from director.party.movement.options import has_seat_groups
from director.party.movement.parties import get_party_by_session
from director.party.movement.seating import describe_moves, fetch_party_names
from director.party.pages.play.people_form import PartyPeopleForm
from director.party.pages.shell import make_party_context
from director.party.play.people import LateArrival, SeatingChange, change_players, preview_people
from director.party.play.play import finish_party
from director.party.sentences import PartySentences
from movements.errors import MovementError


def show_people(request: DeskRequest, session_id: int) -> HttpResponse:
    """Preview arrivals and leavers. ``accept`` stores them, ``reopen`` resumes play."""
    party = get_party_by_session(session_id)
    if "reopen" in request.POST:
        finish_party(party=party, over=False, user=request.user)
        party = get_party_by_session(session_id)
        messages.success(request, "Play reopened.")
    form = PartyPeopleForm(request.POST if request.method == "POST" else None, party=party)
    # With arrivals or leavers in the form, reopening goes on to their preview.
    if "reopen" in request.POST and not form.has_changed():
        return redirect("party_people", session_id=session_id)
    preview = None
    arrivals: list[LateArrival] = []
    leavers: list[int] = []
    if form.is_bound and form.is_valid():
        arrivals = [LateArrival(*name_and_group) for name_and_group in form.get_arrivals()]
        leavers = form.cleaned_data["leavers"]
        try:
            if "accept" in request.POST:
                messages.success(request, _store_people_changes(request, party, arrivals, leavers))
                return redirect("party_play", session_id=session_id)
            preview = preview_people(party=party, arrivals=arrivals, leavers=leavers)
        except DeskError as error:
            form_fields = {"arrivals": "names", "leavers": "leavers"}
            form.add_error(form_fields.get(getattr(error, "field", "")), str(error))
        except MovementError as error:
            form.add_error(None, str(error))
    context = _make_people_context(party, form, preview)
    if preview:
        context |= {"coming": arrivals, "leaving": leavers}
    status = 422 if form.errors else 200
    return render(request, "party/play/people.html", context, status=status)


def _make_people_context(
    party: Party, form: PartyPeopleForm, preview: SeatingChange | None
) -> dict[str, Any]:
    context = make_party_context(party, "play") | {
        "form": form,
        "done": preview,
        "tells_groups": has_seat_groups(party),
    }
    latest_round = party.played_rounds.order_by("-round_no").first()
    if party.is_over:
        context["ended"] = PartySentences.PEOPLE_AFTER_END.format()
    if latest_round:
        current_round = fetch_current_round(party, latest_round)
        announced_no = max(current_round.next_to_begin, latest_round.round_no + 1)
        announcement = fetch_announced_changes(party, announced_no).text
        context |= {"now": current_round, "announced": announcement}
    if preview:
        context |= {
            "moves": _list_seat_moves(party, preview),
            "joining": _list_joining_players(party, preview),
        }
    return context


def _store_people_changes(
    request: DeskRequest, party: Party, arrivals: list[LateArrival], leavers: list[int]
) -> str:
    change = change_players(party=party, arrivals=arrivals, leavers=leavers, user=request.user)
    counts = _format_counts(len(arrivals), len(leavers))
    if change.is_announced:
        outcome = f"Saved for {party.round_word} {change.round_no}."
        place_texts = _describe_places(party, change)
        for arrival in change.arrivals:
            if text := place_texts.get(arrival.number):
                # A number stands for somebody who returns.
                is_named = arrival.name and not arrival.name.isdecimal()
                name = arrival.name if is_named else f"Player {arrival.number}"
                outcome += f" {name} {text}."
    else:
        outcome = "Seats changed."
    return f"{counts} {outcome} You can undo it."


def _list_joining_players(party: Party, preview: SeatingChange) -> list[tuple[str, str, str]]:
    """Return the name, the group and the first place of each player who joins."""
    place_texts = _describe_places(party, preview)
    joining = []
    for arrival in preview.arrivals:
        group_name = party.get_group_name(arrival.group)
        place_text = place_texts.get(arrival.number, "")
        joining.append((_format_arrival(party, arrival), group_name, place_text))
    return joining


def _describe_places(party: Party, change: SeatingChange) -> dict[int, str]:
    """Return where each arrival sits in rounds on cards, in words after the name."""
    names = fetch_party_names(party)
    texts = {}
    for place in change.places:
        seat_words = ""
        if place.table_no:
            seat_words = f"table {place.table_no}, seat {place.seat}"
        leaver = names.format_with_number(str(place.leaver_number))
        if place.leaver_number and seat_words:
            text = f"takes the place of {leaver}: {seat_words}"
        elif place.leaver_number:
            text = f"sits where {leaver} would go next"
        else:
            text = f"sits at {seat_words}" if seat_words else "sits out"
        texts[place.number] = text
    return texts


def _list_seat_moves(party: Party, preview: SeatingChange) -> list[dict[str, str]]:
    """Return who changes seats. Arrivals aren't stored yet and have the name that was typed."""
    names = fetch_party_names(party)
    arrival_by_player = {str(arrival.number): arrival for arrival in preview.arrivals}
    moves = []
    for move in describe_moves(
        names, preview.seating_before, preview.seating_after, preview.changes
    ):
        name = move.name
        group = names.get_group(move.player)
        arrival = arrival_by_player.get(move.player)
        if arrival:
            group = arrival.group
            # A number was typed for somebody who returns.
            if arrival.name and not arrival.name.isdecimal():
                name = arrival.name
        moves.append(
            {
                "name": name,
                "group": party.get_group_name(group),
                "old_seat": move.old_seat,
                "new_seat": move.new_seat,
            }
        )
    return moves


def _format_arrival(party: Party, arrival: LateArrival) -> str:
    if party.players.filter(number=arrival.number).exists():
        name = f"Player {arrival.number}" if arrival.name.isdecimal() else arrival.name
        return f"{name} ({arrival.number}, returns)"
    return arrival.name or "no name"


def _format_counts(arrivals: int, leavers: int) -> str:
    parts = []
    if arrivals:
        parts.append(f"{arrivals} came")
    if leavers:
        parts.append(f"{leavers} left")
    return f"{' and '.join(parts)}."
