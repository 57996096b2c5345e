"""The grid editor: a movement's cells, changed and checked one by one, and then used."""

from dataclasses import replace
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from director.boards.contests import contest_of
from director.boards.movement.cards.cards import required_plan
from director.boards.movement.grid_figures import grid_figures
from director.boards.movement.library.read import saved_plan
from director.boards.movement.lines.read import plan_movement
from director.boards.movement.sections import section_of_session
from director.boards.movement.words import movement_text, section_stem
from director.boards.pages.field.custom import pending_movement
from director.boards.pages.field.custom_form import MAX_BYTES
from director.boards.pages.field.editor_form import (
    EmptyGridForm,
    GridForm,
    form_sentences,
    read_grid,
)
from director.boards.pages.field.files import movement_file
from director.boards.pages.field.forms import MovementForm
from director.boards.pages.steps import shell
from director.boards.play.library.write import change_movement, save_movement
from director.boards.play.plan import choose_plan, plan_fixed_error
from director.boards.sentences import BoardSentences
from director.core.base.answers import sentence
from director.core.base.forms import small_number
from director.core.base.requests import DeskRequest
from director.core.base.roles import Role, sent_by
from director.errors import DeskError
from director.models import SavedMovement, Section
from director.models.event import SectionPlace
from movements import (
    SEATS,
    WRITERS,
    MovementError,
    MovementGrid,
    examine_grid,
    grid_of_plan,
    grid_to_json,
    with_teams,
)

TONIGHT, CUSTOM = "tonight", "custom"
"""Values of the query parameter *from*: the movement of the section, and the one on the custom page."""
USUAL_TABLES, USUAL_BOARDS = 9, 3


@require_safe
def session_field_grid(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Open the movement that the address names, or ask for the size of an empty grid."""
    section = section_of_session(session_id)
    try:
        grid = _grid_asked_for(request.GET, request, section)
    except (DeskError, MovementError) as error:
        return _page(request, section, None, refusals=[str(error)])
    except ValidationError as error:
        return _page(request, section, None, refusals=error.messages)
    return _page(request, section, grid)


@require_POST
@sent_by(Role.VIEWER)  # nothing is saved
def session_field_grid_check(request: DeskRequest, session_id: SectionPlace) -> JsonResponse:
    """Answer a grid, sent as JSON, with its faults and figures, or with one sentence."""
    section = section_of_session(session_id)
    try:
        # The body of a form can't be read any more once the token in it was.
        if request.content_type != "application/json" or len(request.body) > MAX_BYTES:
            raise forms.ValidationError(BoardSentences.NO_GRID.says())
        grid = read_grid(request.body, contest_of(section))
    except ValidationError as error:
        return JsonResponse({"error": " ".join(error.messages)}, status=422)
    return JsonResponse(grid_figures(examine_grid(grid)))


@require_POST
def session_field_grid_use(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Choose the edited movement for the section."""
    section = section_of_session(session_id)
    form = GridForm(request.POST, contest=contest_of(section))
    if form.is_valid():
        try:
            plan = choose_plan(section=section, movement=form.cleaned_data["plan"])
        except DeskError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, f"Movement saved: {movement_text(plan)}.")
            return redirect("session_field", session_id=session_id)
    return _page(request, section, form.read_grid, refusals=form_sentences(form))


@require_POST
def session_field_grid_save(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Save the edited movement in the club's library, as a new one or a version of a saved one."""
    section = section_of_session(session_id)
    club = section.session.event.club
    form = GridForm(request.POST, contest=contest_of(section))
    if form.is_valid():
        plan = form.cleaned_data["plan"]
        content = {"name": plan.name, "note": request.POST.get("note", ""), "movement": plan}
        former = _saved(section, request.POST.get("version", ""))
        try:
            if former:
                saved = change_movement(saved=former, by=request.user, **content)
            else:
                saved = save_movement(club=club, by=request.user, **content)
        except DeskError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, f"{saved.name} is saved in the library.")
            editor = reverse("session_field_grid", args=[session_id])
            return redirect(f"{editor}?saved={saved.pk}")
    return _page(request, section, form.read_grid, refusals=form_sentences(form))


@require_POST
@sent_by(Role.VIEWER)  # nothing is saved
def session_field_grid_file(
    request: DeskRequest, session_id: SectionPlace, form: str
) -> HttpResponse:
    """Answer with the edited movement as a file."""
    if form not in WRITERS:
        raise Http404
    section = section_of_session(session_id)
    grid_form = GridForm(request.POST, contest=contest_of(section))
    if not grid_form.is_valid():
        return sentence(" ".join(form_sentences(grid_form)))
    try:
        plan = grid_form.cleaned_data["plan"]
        return movement_file(plan, form, f"{section_stem(section)}-movement")
    except MovementError as error:
        return sentence(str(error))


def _saved(section: Section, number: str) -> SavedMovement | None:
    """Return the movement *number* of the club's library, or None without a number."""
    if not number:
        return None
    library = SavedMovement.objects.listed().filter(
        club=section.session.event.club_id, contest=contest_of(section).plays
    )
    return get_object_or_404(library, pk=small_number(number))


def _grid_asked_for(
    query: QueryDict, request: DeskRequest, section: Section
) -> MovementGrid | None:
    """Return the grid that *query* names, or None if it names none.

    :raises DeskError: if the section has no movement
    :raises MovementError: if a grid can't show the movement
    :raises ValidationError: if what is asked for doesn't exist
    """
    contest = contest_of(section)
    source = query.get("from", "")
    if source == TONIGHT:
        return grid_of_plan(with_teams(plan_movement(required_plan(section))))
    if source == CUSTOM:
        movement = pending_movement(request, section)
        return grid_of_plan(movement) if movement else None
    if saved := _saved(section, query.get("saved", "")):
        # Its name in the library is the one that the director knows.
        return grid_of_plan(replace(saved_plan(saved), name=saved.name))
    form: MovementForm | EmptyGridForm
    if "key" in query:
        form = MovementForm(query, contest=contest)
    elif "tables" in query:
        form = EmptyGridForm(query, contest=contest)
    else:
        return None
    if not form.is_valid():
        raise ValidationError(form_sentences(form))
    if isinstance(form, EmptyGridForm):
        grid: MovementGrid = form.cleaned_data["grid"]
        return grid
    return grid_of_plan(with_teams(form.cleaned_data["movement"]))


def _page(
    request: DeskRequest,
    section: Section,
    grid: MovementGrid | None,
    *,
    refusals: list[str] | None = None,
) -> HttpResponse:
    contest = contest_of(section)
    # A refused grid is sent with the address at which it was opened.
    source = request.POST.get("source", request.GET.urlencode())
    context: dict[str, Any] = shell(section, "field") | {
        "words": contest,
        "refusals": refusals or [],
        "seats": SEATS[contest.plays],
        "source": source,
    }
    night = context["night"]
    if night.results_in:
        context["fixed"] = str(plan_fixed_error(night.results_in))
    if grid:
        context["saved"] = _saved(section, QueryDict(source).get("saved", ""))
        context |= {"grid": grid_to_json(grid), "first_figures": grid_figures(examine_grid(grid))}
    else:
        plan = night.plan
        tables = plan.tables if plan else USUAL_TABLES
        initial = {"tables": tables, "rounds": tables, "boards": USUAL_BOARDS}
        is_size_asked = "tables" in request.GET
        context["size"] = EmptyGridForm(
            request.GET if is_size_asked else None, initial=initial, contest=contest
        )
    status = 422 if refusals else 200
    return render(request, "boards/editor/page.html", context, status=status)
