"""The club's library: the list of saved movements, one of them with its versions, and its files."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from director.additions.library.details import DetailsForm
from director.additions.library.read import (
    fetch_deleted_movements,
    fetch_library_movements,
    read_saved_plan,
)
from director.additions.library.write import (
    change_movement,
    delete_movements,
    restore_movement,
    restore_version,
)
from director.boards.contests import CONTESTS
from director.boards.movement.offers import format_facts
from director.boards.movement.schedule import make_preview_schedule
from director.boards.pages.field.files import make_movement_response
from director.boards.pages.field.tabs import (
    TEMPLATES,
    choose_template,
    make_schedule_tabs,
    parse_round_and_pair,
)
from director.core.base.answers import make_text_response, show_refusals_as_messages
from director.core.base.forms import parse_small_number
from director.core.base.requests import DeskRequest
from director.core.club.club import get_or_create_club
from director.errors import DeskError
from director.models import SavedMovement
from director.models.saved_movement import MovementVersion
from movements.errors import MovementError
from movements.files.formats import WRITERS

MOVEMENTS_ON_PAGE = 50
MAX_DELETED_SHOWN = 20
DETAILS, VERSIONS = "details", "versions"
_TAB_TEMPLATES = TEMPLATES | {
    DETAILS: "additions/library/_details.html",
    VERSIONS: "additions/library/_versions.html",
}
FILES = (
    ("csv", "CSV grid", "The rounds as a table, for a spreadsheet."),
    ("text", "Movement text", "For other scoring programs, and to read."),
    ("json", "JSON", "Everything, for the library of another club."),
)


@require_safe
def list_saved_movements(request: DeskRequest) -> HttpResponse:
    """List the saved movements by size, with a search, and the deleted ones."""
    club = get_or_create_club()
    search = request.GET.get("search", "")[:60]
    paginator = Paginator(fetch_library_movements(club, search), MOVEMENTS_ON_PAGE)
    context = {
        "nav": "club",
        "tab": "movements",
        "club": club,
        "search": search,
        "pages": paginator.get_page(request.GET.get("page")),
        "deleted": fetch_deleted_movements(club)[:MAX_DELETED_SHOWN],
    }
    return render(request, "additions/library/library.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request", "HX-Target")
def edit_saved_movement(request: DeskRequest, movement_id: int) -> HttpResponse:
    """Show one saved movement. A POST changes its name and note."""
    saved = _get_saved_movement(movement_id)
    form = DetailsForm(request.POST or None, initial={"name": saved.name, "note": saved.note})
    form.send_shown_values()
    if request.method == "POST" and form.is_valid():
        try:
            change_movement(saved=saved, by=request.user, **form.cleaned_data)
        except DeskError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, "Saved.")
            return redirect("library_movement", movement_id)
    context = _make_movement_context(request, saved, form)
    template = choose_template(request, "additions/library/movement.html")
    status = 422 if form.errors else 200
    return render(request, template, context, status=status)


def _make_movement_context(
    request: DeskRequest, saved: SavedMovement, form: DetailsForm
) -> dict[str, Any]:
    former = list(saved.former.select_related("made_by").defer("plan"))
    shown = _get_shown_version(saved, parse_small_number(request.GET.get("version", "")))
    plan = read_saved_plan(shown)
    schedule = make_preview_schedule(None, plan, **parse_round_and_pair(request.GET))
    is_former = shown is not saved
    query = f"version={shown.number}&" if is_former else ""
    params = request.GET.dict()
    if form.errors:
        params = {"tab": DETAILS}
    further_tabs = {DETAILS: "Name and note", "files": "Files"}
    if former:
        further_tabs[VERSIONS] = "Versions"
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
        "tab": "movements",
        "saved": saved,
        "shown": shown,
        "is_former": is_former,
        "former": former,
        "form": form,
        "schedule": schedule,
        "facts": format_facts(schedule.advice),
        "words": CONTESTS[saved.contest],
        "movement_query": {"version": shown.number} if is_former else {},
        "files": FILES,
    }


def _get_shown_version(saved: SavedMovement, number: int) -> MovementVersion:
    """Return the former version *number*, or *saved* itself if there is none."""
    if not number or number == saved.number:
        return saved
    return saved.former.filter(number=number).first() or saved


def _get_saved_movement(movement_id: int) -> SavedMovement:
    """Return a listed movement of the club, or raise a 404."""
    library = (
        SavedMovement.objects.listed().select_related("made_by").filter(club=get_or_create_club())
    )
    return get_object_or_404(library, pk=movement_id)


@require_POST
def restore_movement_version(request: DeskRequest, movement_id: int, number: int) -> HttpResponse:
    """Restore a former version."""
    saved = _get_saved_movement(movement_id)
    with show_refusals_as_messages(request):
        restore_version(saved=saved, number=number, by=request.user)
        messages.success(request, f"Version {number} restored.")
    return redirect("library_movement", movement_id)


@require_POST
def delete_saved_movement(request: DeskRequest, movement_id: int) -> HttpResponse:
    """Delete a movement. The list has the undo."""
    saved = _get_saved_movement(movement_id)
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
def download_saved_movement(_request: DeskRequest, movement_id: int, form: str) -> HttpResponse:
    """Answer with a saved movement as a file."""
    if form not in WRITERS:
        raise Http404
    saved = _get_saved_movement(movement_id)
    stem = slugify(saved.name) or "movement"
    try:
        return make_movement_response(read_saved_plan(saved), form, stem)
    except MovementError as error:
        return make_text_response(str(error))
