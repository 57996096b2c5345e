"""The grid editor: a movement's cells, changed and checked one by one, and then used."""

import json
from dataclasses import replace
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from director.additions.library.custom import (
    MAX_BYTES,
    OwnMovementForm,
    find_pending_movement,
    make_movement_response,
)
from director.additions.library.grid_payload import make_grid_payload
from director.additions.library.movements import change_movement, load_saved_plan, save_movement
from director.additions.library.refusals import make_movement_problems_error
from director.boards.contests import ContestRecord, get_contest_record
from director.boards.movement.cards.cards import fetch_required_plan
from director.boards.movement.lines.section_lines import load_movement
from director.boards.movement.sections import fetch_section
from director.boards.movement.words import format_movement, make_section_stem
from director.boards.pages.field.forms import MovementForm
from director.boards.pages.steps import make_session_context
from director.boards.play.plan import explain_plan_refusal, make_plan_fixed_error, store_plan
from director.core.base.forms import (
    PageForm,
    TextField,
    WholeNumberField,
    make_validation_error,
    parse_small_number,
)
from director.core.base.requests import DeskRequest, render_page
from director.core.base.roles import Role, require_role_to_send
from director.core.base.shown_refusals import raise_refusals_as_form_errors, show_refusals_at
from director.errors import DeskError
from director.models import SavedMovement, Section
from director.models.event import SectionRef
from movements.errors import MovementError
from movements.files.formats import WRITERS, write_plan
from movements.files.grid import (
    SEAT_NAMES,
    GridExamination,
    MovementGrid,
    examine_grid,
    grid_from_json,
    grid_to_json,
    make_empty_grid,
    make_grid,
)
from movements.model import Movement
from movements.partnerships import with_teams


class EmptyGridForm(PageForm):
    """The size of an empty grid. ``cleaned_data["grid"]`` is that grid."""

    tables = WholeNumberField(what="a number of tables", example=9, label="Tables", min_value=1)
    rounds = WholeNumberField(what="a number of rounds", example=9, label="Rounds", min_value=1)
    boards = WholeNumberField(
        what="a number of boards",
        example=3,
        label="Boards per round",
        min_value=1,
        max_value=40,
    )

    def __init__(self, *args: Any, contest: ContestRecord, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.contest = contest

    def clean(self) -> dict[str, Any]:
        """Return the data with the empty grid."""
        super().clean()
        data = self.cleaned_data
        if self.errors:
            return data
        with raise_refusals_as_form_errors():
            grid = make_empty_grid(
                self.contest.movement_contest, data["tables"], data["rounds"], data["boards"]
            )
        return data | {"grid": grid}


class GridForm(PageForm):
    """An edited grid as JSON. ``cleaned_data["plan"]`` is its movement if it has no problems.

    *grid* is the grid if it can be read, so that the page shows it again.
    """

    grid = TextField(max_length=MAX_BYTES, required=False, strip=False, widget=forms.HiddenInput())

    def __init__(self, *args: Any, contest: ContestRecord, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.contest = contest
        self.submitted_grid: MovementGrid | None = None

    def clean(self) -> dict[str, Any]:
        """Return the data with the movement, which the form of custom movements accepts too."""
        super().clean()
        data = self.cleaned_data
        if self.errors:
            return data
        self.submitted_grid = parse_grid(data["grid"], self.contest)
        return data | {"plan": self._validate_plan(examine_grid(self.submitted_grid))}

    def _validate_plan(self, examination: GridExamination) -> Movement:
        plan = examination.plan
        if plan is None:
            raise make_validation_error(
                "grid-empty", "No table is complete yet. Type who plays and the board set."
            )
        if examination.problems:
            raise make_movement_problems_error(len(examination.problems))
        if examination.empty_rounds:
            raise make_validation_error(
                "grid-unfinished",
                "Round {round_no} is empty. Fill it, or remove it.",
                round_no=examination.empty_rounds[0],
            )
        # A custom movement has limits of its own, so it isn't accepted by another way than that.
        form = OwnMovementForm({"text": write_plan(plan, "csv")}, contest=self.contest)
        if not form.is_valid():
            raise forms.ValidationError(list_form_messages(form))
        accepted_plan: Movement = form.cleaned_data["plan"]
        return accepted_plan


def list_form_messages(form: forms.Form) -> list[str]:
    """Return the sentences with which *form* refuses what was sent."""
    return [str(error) for errors in form.errors.values() for error in errors]


def _make_no_grid_error() -> ValidationError:
    return make_validation_error("no-grid", "This isn’t a grid of the editor. Reload the page.")


def parse_grid(text: str | bytes, contest: ContestRecord) -> MovementGrid:
    """Return the grid in the JSON *text*, if it is of the *contest*.

    :raises forms.ValidationError: with one sentence
    """
    try:
        grid = grid_from_json(json.loads(text))
    except MovementError as error:
        raise forms.ValidationError(str(error), code=error.code) from error
    except (ValueError, RecursionError) as error:  # not JSON, or nested without end
        raise _make_no_grid_error() from error
    if grid.contest != contest.movement_contest:
        raise make_validation_error(
            "grid-of-others",
            "This grid isn’t for {unit}. Open the editor again from this event.",
            unit=contest.contestants_noun,
        )
    return grid


CURRENT_SOURCE, CUSTOM_SOURCE = "tonight", "custom"
"""Values of the query parameter *from*: the movement of the section, and the one on the custom page."""
DEFAULT_TABLES, DEFAULT_BOARDS = 9, 3


@require_safe
def open_grid_editor(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Open the movement that the address names, or ask for the size of an empty grid."""
    section = fetch_section(ref)
    try:
        grid = _find_requested_grid(request.GET, request, section)
    except (DeskError, MovementError) as error:
        return _render_grid_editor(request, section, None, refusal_messages=[str(error)])
    except ValidationError as error:
        return _render_grid_editor(request, section, None, refusal_messages=error.messages)
    return _render_grid_editor(request, section, grid)


@require_POST
@require_role_to_send(Role.VIEWER)  # nothing is saved
def check_grid(request: DeskRequest, ref: SectionRef) -> JsonResponse:
    """Answer a grid, sent as JSON, with its problems and figures, or with one sentence."""
    section = fetch_section(ref)
    try:
        # The body of a form can't be read any more once the token in it was.
        if request.content_type != "application/json" or len(request.body) > MAX_BYTES:
            raise _make_no_grid_error()
        grid = parse_grid(request.body, get_contest_record(section))
    except ValidationError as error:
        return JsonResponse({"error": " ".join(error.messages)}, status=422)
    return JsonResponse(make_grid_payload(examine_grid(grid)))


@require_POST
def choose_edited_movement(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Choose the edited movement for the section."""
    section = fetch_section(ref)
    form = GridForm(request.POST, contest=get_contest_record(section))
    if form.is_valid():
        with show_refusals_at(form, explain=partial(explain_plan_refusal, section)):
            plan = store_plan(
                section=section, movement=form.cleaned_data["plan"], user=request.user
            )
            messages.success(request, f"Movement saved: {format_movement(plan)}.")
            return redirect("session_field", ref=ref)
        # The refused movement has changed the section that was read, but nothing is stored.
        section = fetch_section(ref)
    return _render_grid_editor(
        request, section, form.submitted_grid, refusal_messages=list_form_messages(form)
    )


@require_POST
def save_edited_movement(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Save the edited movement in the club's library, as a new one or a version of a saved one."""
    section = fetch_section(ref)
    club = section.session.event.club
    form = GridForm(request.POST, contest=get_contest_record(section))
    if form.is_valid():
        plan = form.cleaned_data["plan"]
        content = {"name": plan.name, "note": request.POST.get("note", ""), "movement": plan}
        saved_movement = _find_saved_movement(section, request.POST.get("version", ""))
        with show_refusals_at(form):
            if saved_movement:
                new_movement = change_movement(saved=saved_movement, by=request.user, **content)
            else:
                new_movement = save_movement(club=club, by=request.user, **content)
            messages.success(request, f"{new_movement.name} is saved in the library.")
            editor_url = reverse("session_field_grid", args=[ref])
            return redirect(f"{editor_url}?saved={new_movement.pk}")
    return _render_grid_editor(
        request, section, form.submitted_grid, refusal_messages=list_form_messages(form)
    )


@require_POST
@require_role_to_send(Role.VIEWER)  # nothing is saved
def download_edited_movement(request: DeskRequest, ref: SectionRef, form: str) -> HttpResponse:
    """Answer with the edited movement as a file, or with the editor and why there is none."""
    if form not in WRITERS:
        raise Http404
    section = fetch_section(ref)
    grid_form = GridForm(request.POST, contest=get_contest_record(section))
    if grid_form.is_valid():
        plan = grid_form.cleaned_data["plan"]
        with show_refusals_at(grid_form):
            return make_movement_response(plan, form, f"{make_section_stem(section)}-movement")
    return _render_grid_editor(
        request,
        section,
        grid_form.submitted_grid,
        refusal_messages=list_form_messages(grid_form),
    )


def _find_saved_movement(section: Section, number: str) -> SavedMovement | None:
    """Return the movement *number* of the club's library, or None without a number."""
    if not number:
        return None
    library = SavedMovement.objects.listed().filter(
        club=section.session.event.club_id, contest=get_contest_record(section).movement_contest
    )
    return get_object_or_404(library, pk=parse_small_number(number))


def _find_requested_grid(
    query: QueryDict, request: DeskRequest, section: Section
) -> MovementGrid | None:
    """Return the grid that *query* names, or None if it names none.

    :raises DeskError: if the section has no movement
    :raises MovementError: if a grid can't show the movement
    :raises ValidationError: if what is asked for doesn't exist
    """
    contest = get_contest_record(section)
    source = query.get("from", "")
    if source == CURRENT_SOURCE:
        return make_grid(with_teams(load_movement(fetch_required_plan(section))))
    if source == CUSTOM_SOURCE:
        movement = find_pending_movement(request, section)
        return make_grid(movement) if movement else None
    if saved := _find_saved_movement(section, query.get("saved", "")):
        # Its name in the library is the one that the director knows.
        return make_grid(replace(load_saved_plan(saved), name=saved.name))
    form: MovementForm | EmptyGridForm
    if "key" in query:
        form = MovementForm(query, contest=contest)
    elif "tables" in query:
        form = EmptyGridForm(query, contest=contest)
    else:
        return None
    if not form.is_valid():
        raise ValidationError(list_form_messages(form))
    if isinstance(form, EmptyGridForm):
        grid: MovementGrid = form.cleaned_data["grid"]
        return grid
    return make_grid(with_teams(form.cleaned_data["movement"]))


def _render_grid_editor(
    request: DeskRequest,
    section: Section,
    grid: MovementGrid | None,
    *,
    refusal_messages: list[str] | None = None,
) -> HttpResponse:
    contest = get_contest_record(section)
    # A refused grid is sent with the address at which it was opened.
    source = request.POST.get("source", request.GET.urlencode())
    context: dict[str, Any] = make_session_context(section, "field") | {
        "contest": contest,
        "refusals": refusal_messages or [],
        "seats": SEAT_NAMES[contest.movement_contest],
        "source": source,
    }
    night = context["night"]
    if night.results_in:
        context["fixed_reason"] = str(make_plan_fixed_error(night.results_in))
    if grid:
        context["saved"] = _find_saved_movement(section, QueryDict(source).get("saved", ""))
        context |= {
            "grid": grid_to_json(grid),
            "first_figures": make_grid_payload(examine_grid(grid)),
        }
    else:
        plan = night.plan
        tables = plan.tables if plan else DEFAULT_TABLES
        initial = {"tables": tables, "rounds": tables, "boards": DEFAULT_BOARDS}
        has_requested_size = "tables" in request.GET
        context["size"] = EmptyGridForm(
            request.GET if has_requested_size else None, initial=initial, contest=contest
        )
    return render_page(
        request, "additions/library/editor/page.html", context, problems=refusal_messages
    )
