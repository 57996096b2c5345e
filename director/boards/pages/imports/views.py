"""Importing a night that was played elsewhere."""

from collections.abc import Iterator, Sequence

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import HttpResponseClientRedirect

from director.boards.movement.sections import section_of_event
from director.boards.pages.imports.forms import ImportForm
from director.boards.paper.imports.columns import columns_shown, fields_posted
from director.boards.paper.imports.write import Imported, file_planned, import_file
from director.core.base.imports import SentFile, sent_file
from director.core.base.requests import DeskRequest
from director.core.club.club import club_shown
from director.errors import AlreadyHereError, DeskError
from director.formats.columns.read import find_columns
from director.formats.errors import ImportFileError
from director.formats.reading import LARGEST, read_limited
from director.formats.source.read import is_of_columns
from director.kinds import kind_of
from director.models import Event
from director.models.event import SectionPlace
from scoring import ScoringError

MOST_SHOWN = 10
PASTED = "Pasted results"


@vary_on_headers("HX-Request")
def results_import(request: DeskRequest) -> HttpResponse:
    """Ask for a file and import it as an event, or list its faults.

    A preview comes first, on which the user can correct the meaning of columns.
    """
    if request.method != "POST":
        return render(request, "boards/imports/page.html", {"nav": "nights", "form": ImportForm()})
    sent = sent_file(request, PASTED)
    form = ImportForm(request.POST, request.FILES, has_file=sent is not None)
    context: dict[str, object] = {"nav": "nights", "form": form, "sent": sent}
    status = 422
    try:
        if form.is_valid() and sent:
            content, fields = read_limited(sent.content, LARGEST), fields_posted(request.POST, sent)
            columns = find_columns(content) if is_of_columns(content) else None
            if columns:
                columns = columns.chosen(fields) if fields else columns
                context["columns"] = columns_shown(columns, sent.name)
            if not (sent.is_shown or (columns and (columns.lacking or not fields))):
                return _redirect_to_results(request, _import(request, form, sent, fields))
            if not (columns and columns.lacking):
                context["planned"] = file_planned(
                    data=content,
                    file_name=sent.name,
                    fields=columns.fields if columns else (),
                    again=form.cleaned_data["again"],
                    on=form.cleaned_data["date"],
                    club=club_shown(),
                )
            status = 200
        elif request.htmx:  # which shows the answer alone, not the box that is wrong
            context["faults"] = faults = [
                fault for faults in form.errors.values() for fault in faults
            ]
            context["count"] = len(faults)
    except ImportFileError as error:
        context |= _faults(error)
    except (DeskError, ScoringError) as error:
        context["faults"] = [str(error)]
        context["here"] = error.params.get("event") if isinstance(error, AlreadyHereError) else None
    template = "boards/imports/_answer.html" if request.htmx else "boards/imports/page.html"
    return render(request, template, context, status=status)


def _faults(error: ImportFileError) -> dict[str, object]:
    count = len(error.faults)
    shown = list(map(str, error.faults[:MOST_SHOWN]))
    return {"faults": shown, "count": count, "more": max(0, count - MOST_SHOWN)}


def _import(
    request: DeskRequest, form: ImportForm, sent: SentFile, fields: Sequence[str]
) -> Imported:
    return import_file(
        data=sent.content,
        file_name=sent.name,
        fields=fields,
        again=form.cleaned_data["again"],
        on=form.cleaned_data["date"],
        method=form.cleaned_data["method"],
        options=form.options(),
        user=request.user,
    )


def _redirect_to_results(request: DeskRequest, imported: Imported) -> HttpResponse:
    """Go to the new night's results and say what a person should look at."""
    event = imported.event
    messages.success(
        request,
        f"{event.name} on {event.date:%d %B %Y} has been imported. Visitors see it when you publish it.",
    )
    for note in imported.notes:
        messages.info(request, note)
    for difference in imported.differences_listed:
        messages.warning(request, difference)
    if imported.differing:
        messages.warning(
            request, format_html("See {}.", format_html_join(", ", "{}", _links(imported)))
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
    if request.htmx:
        return HttpResponseClientRedirect(address)
    return redirect(address)


def _place(event: Event) -> SectionPlace:
    """Return where a new event is opened: the first section of its first session."""
    return SectionPlace(event.sessions.order_by("number").values_list("pk", flat=True)[0])


def _links(imported: Imported) -> Iterator[tuple[str]]:
    """Yield a link to the official figures of each session that differs."""
    for section in imported.differing:
        session = section.session
        of = f" in session {session.number}" if session.is_one_of_several else ""
        address = reverse("session_results_official", args=[section.place])
        yield (format_html('<a href="{}">the official results{}</a>', address, of),)
