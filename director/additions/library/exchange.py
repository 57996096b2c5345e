"""The library as a file: importing one, undoing that, and exporting all of it."""

from dataclasses import asdict
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from director.additions.library.importing import LibraryImport, add_movements
from director.additions.library.read import fetch_library_plans
from director.additions.library.reading import read_upload
from director.additions.library.sentences import LibrarySentences
from director.additions.library.write import delete_movements
from director.boards.pages.field.files import make_text_response
from director.core.base.answers import make_file_response
from director.core.base.forms import PageForm
from director.core.base.requests import DeskRequest
from director.core.base.roles import Role, require_role_to_read
from director.core.base.uploads import (
    Destination,
    find_destinations,
    find_other_candidates,
    get_sent_file,
)
from director.core.club.club import get_or_create_club
from director.errors import DeskError
from director.formats.door import FileUse
from movements.files.library import library_to_json, library_to_text

REPORT = "library-import"
"""Where the browser session keeps the report of the last import."""
MAX_SHOWN = 200
"""Movements that a report names; the rest are only counted."""


class LibraryFileForm(PageForm):
    """A file with movements."""

    file = forms.FileField(
        label="File",
        allow_empty_file=True,  # the reader says it better
        widget=forms.FileInput(attrs={"accept": ".json,.csv,.txt,.mov,.zip"}),
        error_messages={"required": "Choose a file with movements first."},
        help_text=(
            "JSON from this program, movement text with one or many titles, CSV, .MOV of ACBLscore, "
            "or a zip of these."
        ),
    )

    def __init__(self, *args: Any, has_file: bool = False) -> None:
        super().__init__(*args)
        self.fields["file"].required = not has_file


@require_role_to_read(Role.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def import_library(request: DeskRequest) -> HttpResponse:
    """Ask for a file and report what the last one had. A POST adds its movements."""
    club = get_or_create_club()
    form = LibraryFileForm()
    sent = None
    if request.method == "POST":
        sent = get_sent_file(request)
        form = LibraryFileForm(request.POST, request.FILES, has_file=sent is not None)
    destinations: list[Destination] = []
    if form.is_valid() and sent:
        destinations = find_destinations(sent, FileUse.MOVEMENTS)
        try:
            uploaded = read_upload(sent.name, sent.content)
            if destinations and all(found.item.plan is None for found in uploaded):
                kind = find_other_candidates(sent, FileUse.MOVEMENTS)[0].format_name
                raise DeskError(LibrarySentences.LIBRARY_FILE_OTHER, kind=kind)
            report = add_movements(club=club, uploaded=uploaded, by=request.user)
        except DeskError as error:
            form.add_error("file", str(error))
        else:
            request.session[REPORT] = _serialize_report(report, sent.name)
            return redirect("library_import")
    context = {
        "nav": "club",
        "tab": "movements",
        "club": club,
        "form": form,
        "sent": sent,
        "destinations": destinations,
        "report": request.session.get(REPORT),
    }
    status = 422 if form.errors else 200
    return render(request, "additions/library/import.html", context, status=status)


def _serialize_report(report: LibraryImport, file: str) -> dict[str, Any]:
    """Return *report* as the browser session keeps it."""
    return {
        "file": file,
        "added": list(report.added),
        "twins": [asdict(twin) for twin in report.twins[:MAX_SHOWN]],
        "twin_count": len(report.twins),
        "refused": [asdict(refused) for refused in report.refused[:MAX_SHOWN]],
        "refused_count": len(report.refused),
    }


@require_POST
def undo_library_import(request: DeskRequest) -> HttpResponse:
    """Delete the movements that the last import added."""
    report = request.session.pop(REPORT, None)
    if report:
        count = delete_movements(club=get_or_create_club(), ids=report["added"])
        plural = "" if count == 1 else "s"
        messages.success(request, f"Import undone: {count} movement{plural} deleted.")
    return redirect("movements")


@require_safe
def export_library(_request: DeskRequest) -> HttpResponse:
    """Answer with all saved movements as one JSON file."""
    plans = fetch_library_plans(get_or_create_club())
    name = f"movements-{timezone.localdate():%Y-%m-%d}.json"
    return make_file_response(library_to_json(plans), name, "application/json")


@require_safe
def export_library_as_text(request: DeskRequest) -> HttpResponse:
    """Answer with all saved movements as one file of movement text.

    A page first says which movements the format can't say. ``?rest=1`` is the file without them.
    """
    club = get_or_create_club()
    library = library_to_text(plan for plan, _note in fetch_library_plans(club))
    if library.left_out and not (library.text and "rest" in request.GET):
        context = {
            "nav": "club",
            "tab": "movements",
            "club": club,
            "left_out": library.left_out[:MAX_SHOWN],
            "left_out_count": len(library.left_out),
            "has_rest": bool(library.text),
        }
        return render(request, "additions/library/export.html", context)
    name = f"movements-{timezone.localdate():%Y-%m-%d}.txt"
    return make_text_response(library.text, name)
