"""Reading in a night that was played elsewhere."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import HttpResponseClientRedirect

from director.boards.imports.columns import Preview, fields_posted, kept_file, preview_of
from director.boards.imports.forms import ImportForm
from director.boards.imports.write import Imported, file_import
from director.boards.sections import section_of_event
from director.core.requests import DeskRequest
from director.errors import AlreadyHereError, DeskError
from director.formats.columns.model import Columns
from director.formats.columns.read import find_columns
from director.formats.errors import ImportFileError
from director.formats.reading import LARGEST, read_limited, visible_text
from director.formats.source.read import is_of_columns
from director.kinds import kind_of
from director.models import Event
from director.models.event import SectionPlace
from scoring import ScoringError

MOST_SHOWN = 10


@vary_on_headers("HX-Request")
def results_import(request: DeskRequest) -> HttpResponse:
    """Ask for a file and store it as a night; what is wrong with the file is said sentence by sentence.

    What the columns of a file of columns are is shown first, and put right there.
    """
    if request.method != "POST":
        return render(request, "boards/imports/page.html", {"nav": "nights", "form": ImportForm()})
    kept = b"" if "file" in request.FILES else kept_file(request.POST)
    form = ImportForm(request.POST, request.FILES, is_kept=bool(kept))
    context: dict[str, object] = {"nav": "nights", "form": form}
    status = 422
    try:
        if form.is_valid():
            upload = _upload(request, form, kept)
            if upload.columns:
                context["preview"] = _preview(request, upload, upload.columns)
            if upload.is_to_be_stored:
                return _stored(request, _import(request, form, upload))
            status = 200
        context["faults"] = [fault for faults in form.errors.values() for fault in faults]
    except ImportFileError as error:
        context |= _faults(error)
    except (DeskError, ScoringError) as error:
        context["faults"] = [str(error)]
        context["here"] = error.params.get("event") if isinstance(error, AlreadyHereError) else None
    template = "boards/imports/_answer.html" if request.htmx else "boards/imports/page.html"
    return render(request, template, context, status=status)


@dataclass(frozen=True, slots=True)
class _Upload:
    """What was sent: the file, and if it has columns what they are; *fields* as they were chosen on the page."""

    name: str
    raw: bytes
    columns: Columns | None = None
    fields: Sequence[str] = ()

    @property
    def is_to_be_stored(self) -> bool:
        """Whether nothing is left to be asked."""
        return self.columns is None or (bool(self.fields) and not self.columns.lacking)


def _upload(request: DeskRequest, form: ImportForm, kept: bytes) -> _Upload:
    file = form.cleaned_data["file"]
    name = file.name if file else visible_text(request.POST.get("kept_name", ""))
    raw = read_limited(file or kept, LARGEST)
    if not is_of_columns(raw):
        return _Upload(name, raw)
    columns, fields = find_columns(raw), fields_posted(request.POST, raw)
    return _Upload(name, raw, columns.chosen(fields) if fields else columns, fields)


def _preview(request: DeskRequest, upload: _Upload, columns: Columns) -> Preview:
    return preview_of(columns, upload.raw, upload.name, is_kept=not request.htmx)


def _faults(error: ImportFileError) -> dict[str, object]:
    count = len(error.faults)
    shown = list(map(str, error.faults[:MOST_SHOWN]))
    return {"faults": shown, "count": count, "more": max(0, count - MOST_SHOWN)}


def _import(request: DeskRequest, form: ImportForm, upload: _Upload) -> Imported:
    return file_import(
        data=upload.raw,
        file_name=upload.name,
        fields=upload.fields,
        again=form.cleaned_data["again"],
        on=form.cleaned_data["date"],
        method=form.cleaned_data["method"],
        options=form.options(),
        user=request.user,
    )


def _stored(request: DeskRequest, imported: Imported) -> HttpResponse:
    """Go to the new night's results and say what a person should look at."""
    event = imported.event
    messages.success(request, f"{event.name} of {event.date:%d %B %Y} is read in. Visitors see it once you publish it.")
    for note in imported.notes:
        messages.info(request, note)
    for difference in imported.told_differences:
        messages.warning(request, difference)
    if imported.differing:
        messages.warning(
            request, format_html("They stay readable: {}.", format_html_join(", ", "{}", _links(imported)))
        )
    for look in imported.looks[:MOST_SHOWN]:
        messages.warning(request, look)
    if (rest := len(imported.looks) - MOST_SHOWN) > 0:
        messages.warning(request, f"… and {rest} more like these.")
    if imported.is_whole:
        place = _place(event)
        address = reverse(kind_of(event).home(place), args=[place])
    else:
        address = reverse("session_results", args=[section_of_event(event.pk).place])
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


def _place(event: Event) -> SectionPlace:
    """Return where a new event is opened: the first section of its first session."""
    return SectionPlace(event.sessions.order_by("number").values_list("pk", flat=True)[0])


def _links(imported: Imported) -> Iterator[tuple[str]]:
    """Yield a link to the official figures of each session that differs."""
    for section in imported.differing:
        session = section.session
        of = f" in session {session.number}" if session.is_one_of_several else ""
        address = reverse("session_results_official", args=[section.place])
        yield (format_html('<a href="{}">here and there{}</a>', address, of),)
