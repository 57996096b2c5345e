"""Pages of the library: its list, a movement with its versions, and what Field saves and takes."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from director.additions.library.custom import (
    FILE_FORMATS,
    DetailsForm,
    make_movement_response,
    make_pending_form,
    render_preview,
)
from director.additions.library.movements import (
    EMPTY_PARAM,
    change_movement,
    delete_movements,
    fetch_deleted_movements,
    fetch_library_movements,
    load_plan_without_pair,
    load_saved_plan,
    restore_movement,
    restore_version,
    save_movement,
)
from director.boards.contests import CONTESTS, get_contest_record
from director.boards.movement.cards.cards import fetch_required_plan
from director.boards.movement.lines.section_lines import load_movement
from director.boards.movement.offers import format_facts
from director.boards.movement.schedule import make_preview_schedule
from director.boards.movement.sections import fetch_section
from director.boards.movement.words import format_movement
from director.boards.pages.field.forms import PreferencesForm
from director.boards.pages.field.movements import (
    TAB_TEMPLATES,
    choose_template,
    make_schedule_tabs,
    read_round_and_pair,
    render_field_page,
)
from director.boards.pages.steps import make_session_context
from director.boards.play.plan import explain_plan_refusal, store_plan
from director.core.base.forms import parse_small_number
from director.core.base.requests import (
    DeskRequest,
    refuse_file,
    render_page,
)
from director.core.base.shown_refusals import show_refusals_as_messages, show_refusals_at
from director.core.club.club import get_or_create_club
from director.errors import DeskError
from director.models import SavedMovement
from director.models.event import SectionRef
from director.models.saved_movement import MovementVersion
from movements.errors import MovementError
from movements.files.formats import WRITERS
from movements.model import Movement
from movements.partnerships import with_teams

# A movement of the club's library at step 1: previewed and chosen.


@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request", "HX-Target")
def preview_saved_movement(request: DeskRequest, ref: SectionRef, movement_id: int) -> HttpResponse:
    """Preview a movement of the library. A POST chooses it."""
    section = fetch_section(ref)
    contest = get_contest_record(section)
    library = SavedMovement.objects.listed().filter(
        club=section.session.event.club_id, contest=contest.movement_contest
    )
    saved_movement = get_object_or_404(library, pk=movement_id)
    movement, empty_number = _load_requested_plan(request, saved_movement)
    refusal = ""
    if request.method == "POST":
        try:
            plan = store_plan(section=section, movement=movement, user=request.user)
        except DeskError as error:
            refusal = explain_plan_refusal(section, error)
            # The refused movement has changed the section that was read, but nothing is stored.
            section = fetch_section(ref)
        else:
            messages.success(request, f"Movement saved: {format_movement(plan)}.")
            return redirect("session_field", ref=ref)
    # The preferences are in the address, so that the link back opens the same list.
    form = PreferencesForm(request.GET, contest=contest)
    preferences = form.cleaned_data.get("preferences") if form.is_valid() else None
    query_params = preferences.make_params() if preferences else {}
    if empty_number:
        query_params[EMPTY_PARAM] = empty_number
    query = urlencode(query_params)
    schedule = make_preview_schedule(section.session, movement, **read_round_and_pair(request.GET))
    context = make_session_context(section, "field") | {
        "contest": contest,
        "saved": saved_movement,
        "refusal": refusal,
        "ask_query": query,
        "movement_query": query_params,
        "schedule": schedule,
        "facts": format_facts(schedule.advice, preferences),
        "empty_number": empty_number,
    }
    if not empty_number:
        grid_address = reverse("session_field_grid", args=[section.ref])
        context["grid_address"] = f"{grid_address}?saved={saved_movement.pk}"
    context |= make_schedule_tabs(
        schedule,
        request.GET,
        address=reverse("session_field_saved", args=[section.ref, saved_movement.pk]),
        query=f"{query}&" if query else "",
    )
    template = choose_template(request, "additions/library/saved.html")
    return render_page(request, template, context, problems=refusal)


def _load_requested_plan(request: DeskRequest, saved: SavedMovement) -> tuple[Movement, int]:
    """Return the plan of *saved* and the number in the address that stays empty, or 0.

    A number that the movement doesn't have raises a 404.
    """
    empty_number = parse_small_number(request.GET.get(EMPTY_PARAM, ""))
    if not empty_number:
        return load_saved_plan(saved), 0
    movement = load_plan_without_pair(saved, empty_number)
    if movement is None:
        raise Http404
    return movement, empty_number


# Save in the library: the movement in use, and the custom movement that was checked last.


@require_POST
def save_current_movement(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Save the movement in use in the club's library."""
    section = fetch_section(ref)
    details = DetailsForm(request.POST)
    if details.is_valid():
        with show_refusals_at(details):
            movement = with_teams(load_movement(fetch_required_plan(section)))
            saved = save_movement(
                club=section.session.event.club,
                movement=movement,
                by=request.user,
                **details.cleaned_data,
            )
            messages.success(request, f"{saved.name} is saved in the library.")
            return redirect(f"{reverse('session_field', args=[ref])}?tab=files")
    return render_field_page(request, section, details)


@require_POST
def save_custom_movement(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Save the movement that was checked last in the club's library."""
    section = fetch_section(ref)
    form = make_pending_form(request, section)
    details = DetailsForm(request.POST)
    if not form.is_bound:
        return redirect("session_field_own", ref=ref)
    if form.is_valid() and details.is_valid():
        with show_refusals_at(details):
            saved = save_movement(
                club=section.session.event.club,
                movement=form.cleaned_data["plan"],
                by=request.user,
                **details.cleaned_data,
            )
            messages.success(request, f"{saved.name} is saved in the library.")
            return redirect("session_field_own", ref=ref)
    return render_preview(request, section, form, details)


MOVEMENTS_PER_PAGE = 50
MAX_SHOWN_DELETED = 20
DETAILS_TAB, VERSIONS_TAB = "details", "versions"
_TAB_TEMPLATES = TAB_TEMPLATES | {
    DETAILS_TAB: "additions/library/_details.html",
    VERSIONS_TAB: "additions/library/_versions.html",
}


@require_safe
def show_saved_movements(request: DeskRequest) -> HttpResponse:
    """List the saved movements by size, with a search, and the deleted ones."""
    club = get_or_create_club()
    search_text = request.GET.get("search", "")[:60]
    paginator = Paginator(fetch_library_movements(club, search_text), MOVEMENTS_PER_PAGE)
    context = {
        "nav": "club",
        "club": club,
        "search": search_text,
        "pages": paginator.get_page(request.GET.get("page")),
        "deleted_movements": fetch_deleted_movements(club)[:MAX_SHOWN_DELETED],
    }
    return render(request, "additions/library/library.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request", "HX-Target")
def edit_saved_movement(request: DeskRequest, movement_id: int) -> HttpResponse:
    """Show one saved movement. A POST changes its name and note."""
    saved = _fetch_saved_movement(movement_id)
    form = DetailsForm(request.POST or None, initial={"name": saved.name, "note": saved.note})
    # A change that somebody else has made since the page was opened isn't overwritten.
    form.add_shown_values()
    if request.method == "POST" and form.is_valid():
        with show_refusals_at(form):
            change_movement(saved=saved, by=request.user, **form.cleaned_data)
            messages.success(request, "Saved.")
            return redirect("library_movement", movement_id)
    context = _make_movement_context(request, saved, form)
    template = choose_template(request, "additions/library/movement.html")
    return render_page(request, template, context, problems=form.errors)


def _make_movement_context(
    request: DeskRequest, saved: SavedMovement, form: DetailsForm
) -> dict[str, Any]:
    previous_versions = list(saved.former.select_related("made_by").defer("plan"))
    shown_version = _fetch_shown_version(saved, parse_small_number(request.GET.get("version", "")))
    plan = load_saved_plan(shown_version)
    schedule = make_preview_schedule(None, plan, **read_round_and_pair(request.GET))
    is_previous = shown_version is not saved
    query = f"version={shown_version.number}&" if is_previous else ""
    params = request.GET.dict()
    if form.errors:
        params = {"tab": DETAILS_TAB}
    further_tabs = {DETAILS_TAB: "Name and note", "files": "Files"}
    if previous_versions:
        further_tabs[VERSIONS_TAB] = "Versions"
    tabs = make_schedule_tabs(
        schedule,
        params,
        address=reverse("library_movement", args=[saved.pk]),
        query=query,
        further_tabs=further_tabs,
        templates=_TAB_TEMPLATES,
    )
    return tabs | {
        "nav": "club",
        "saved": saved,
        "shown_version": shown_version,
        "is_previous_version": is_previous,
        "previous_versions": previous_versions,
        "form": form,
        "schedule": schedule,
        "facts": format_facts(schedule.advice),
        "contest": CONTESTS[saved.contest],
        "movement_query": {"version": shown_version.number} if is_previous else {},
        "files": [
            (reverse("library_movement_file", args=[saved.pk, key]), name, purpose)
            for key, name, purpose in FILE_FORMATS
        ],
    }


def _fetch_shown_version(saved: SavedMovement, number: int) -> MovementVersion:
    """Return the previous version *number*, or *saved* itself if there is none."""
    if not number or number == saved.number:
        return saved
    return saved.former.filter(number=number).first() or saved


def _fetch_saved_movement(movement_id: int) -> SavedMovement:
    """Return a listed movement of the club, or raise a 404."""
    library = (
        SavedMovement.objects.listed().select_related("made_by").filter(club=get_or_create_club())
    )
    return get_object_or_404(library, pk=movement_id)


@require_POST
def restore_movement_version(request: DeskRequest, movement_id: int, number: int) -> HttpResponse:
    """Restore a previous version."""
    saved = _fetch_saved_movement(movement_id)
    with show_refusals_as_messages(request):
        restore_version(saved=saved, number=number, by=request.user)
        messages.success(request, f"Version {number} restored.")
    return redirect("library_movement", movement_id)


@require_POST
def delete_saved_movement(request: DeskRequest, movement_id: int) -> HttpResponse:
    """Delete a movement. Its undo is in the list of deleted ones."""
    saved = _fetch_saved_movement(movement_id)
    delete_movements(club=saved.club, ids=[saved.pk])
    messages.success(request, f"{saved.name} deleted. You can undo it below, at Deleted.")
    return redirect("movements")


@require_POST
def restore_deleted_movement(request: DeskRequest, movement_id: int) -> HttpResponse:
    """Undo a deletion."""
    saved = get_object_or_404(SavedMovement, club=get_or_create_club(), pk=movement_id)
    restore_movement(saved=saved)
    messages.success(request, f"{saved.name} is in the library again.")
    return redirect("movements")


@require_safe
def download_saved_movement(request: DeskRequest, movement_id: int, form: str) -> HttpResponse:
    """Answer with a saved movement as a file."""
    if form not in WRITERS:
        raise Http404
    saved = _fetch_saved_movement(movement_id)
    stem = slugify(saved.name) or "movement"
    try:
        return make_movement_response(load_saved_plan(saved), form, stem)
    except MovementError as error:
        back = reverse("library_movement", args=[movement_id])
        return refuse_file(request, str(error), back=back, back_label=saved.name)
