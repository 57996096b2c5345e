"""Fairer arrow-switches of a large field with one winner, found while the director waits.

Each request takes one step of the search and shows how far it is; the page sends the next by itself.
What was found is kept as a movement of the club's library, and isn't searched for again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect

from director.additions.library.movements import save_movement
from director.boards.contests import get_contest_record
from director.boards.movement.sections import fetch_section
from director.boards.pages.field.forms import MovementForm
from director.boards.pages.steps import make_session_context
from director.core.base.forms import parse_small_number
from director.core.base.requests import DeskRequest
from director.core.base.shown_refusals import show_refusals_as_messages
from director.models import Club, SavedMovement
from director.models.event import SectionRef
from movements.balance import compute_quality, round_quality
from movements.families.mitchell.arrow_switch import can_search_switches
from movements.families.mitchell.switch_search import (
    STEPS,
    Cells,
    format_cells,
    get_switched_cells,
    improve_switches,
    parse_cells,
    switch_cells,
)
from movements.model import Movement

STEP_PARAM, TABLES_PARAM = "step", "switched_tables"


@require_POST
def improve_movement(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Take the next step of the search for the switches of a movement. The last one keeps them."""
    section = fetch_section(ref)
    form = MovementForm(request.POST, contest=get_contest_record(section))
    movement = form.cleaned_data["movement"] if form.is_valid() else None
    if movement is None or not can_search_switches(movement):
        # The page of the movement says what is wrong.
        return _go_to(request, "session_field_movement", [ref], form.data)
    preferences = form.cleaned_data["preferences"].make_params()
    club = section.session.event.club
    improved_movement = _find_improved_movement(club, movement)
    if improved_movement:
        return _go_to(request, "session_field_saved", [ref, improved_movement.pk], preferences)
    step = min(parse_small_number(request.POST.get(STEP_PARAM, "")) or 1, STEPS)
    cells = improve_switches(movement, _read_cells(request, movement), step)
    if step == STEPS:
        with show_refusals_as_messages(request):
            improved_movement = _save_improved_movement(club, movement, cells, request)
            return _go_to(request, "session_field_saved", [ref, improved_movement.pk], preferences)
        return _go_to(request, "session_field_movement", [ref], form.make_query())
    context = make_session_context(section, "field") | {
        "movement": movement,
        "step": step,
        "steps": STEPS,
        "fairness": _round_fairness(switch_cells(movement, cells)),
        "fairness_before": _round_fairness(movement),
        "movement_query": urlencode(form.make_query()),
        "next_params": form.make_query()
        | {STEP_PARAM: step + 1, TABLES_PARAM: format_cells(cells, movement.rounds)},
    }
    template = (
        "additions/library/_switches.html" if request.htmx else "additions/library/switches.html"
    )
    return render(request, template, context)


def _read_cells(request: DeskRequest, movement: Movement) -> Cells:
    """Return the switches of the step before, or those of *movement* before the first step."""
    try:
        return parse_cells(request.POST.get(TABLES_PARAM, ""), movement)
    except ValueError:
        return get_switched_cells(movement)


def _make_improved_name(movement: Movement) -> str:
    return f"{movement.name}, {movement.board_sets} sets, fairer switches"


def _find_improved_movement(club: Club, movement: Movement) -> SavedMovement | None:
    """Return the library's movement that a search for switches of *movement* has saved."""
    return (
        SavedMovement.objects.listed()
        .filter(
            club=club,
            name=_make_improved_name(movement),
            contestants=movement.contestants,
            rounds=movement.rounds,
            boards_per_set=movement.boards_per_set,
        )
        .first()
    )


def _save_improved_movement(
    club: Club, movement: Movement, cells: Cells, request: DeskRequest
) -> SavedMovement:
    """Save *movement* with the switches that were found in the library of *club*.

    :raises DeskError: if the library is full
    """
    found = switch_cells(movement, cells)
    if (compute_quality(found) or 0) <= (compute_quality(movement) or 0):
        found = movement
    note = f"Fairness {_round_fairness(found):g}; {_round_fairness(movement):g} with a switched last round."
    return save_movement(
        club=club,
        name=_make_improved_name(movement),
        note=note,
        movement=replace(found, name=_make_improved_name(movement)),
        by=request.user,
    )


def _go_to(
    request: DeskRequest, name: str, args: Sequence[object], params: Mapping[str, object]
) -> HttpResponse:
    """Return the redirect to an address with *params*, also if a script sent the step."""
    address = f"{reverse(name, args=args)}?{urlencode(params)}"
    if request.htmx:
        return HttpResponseClientRedirect(address)
    return redirect(address)


def _round_fairness(movement: Movement) -> float:
    return round_quality(compute_quality(movement)) or 0
