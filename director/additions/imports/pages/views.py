"""Importing a night that was played elsewhere."""

from collections.abc import Iterator, Sequence

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import HttpResponseClientRedirect

from director.additions.imports.formats.columns.model import ColumnFile
from director.additions.imports.formats.columns.read import find_columns
from director.additions.imports.formats.source.contest import is_contest_asked
from director.additions.imports.formats.source.read import is_of_columns
from director.additions.imports.formats.source.several import SeveralEventsError
from director.additions.imports.pages.carrying import find_hand_destinations
from director.additions.imports.pages.forms import ImportForm
from director.additions.imports.store.columns import make_columns_view, read_posted_fields
from director.additions.imports.store.write import (
    ImportReport,
    describe_planned_import,
    import_file,
)
from director.boards.movement.sections import fetch_first_section
from director.core.base.forms import parse_small_number
from director.core.base.requests import DeskRequest
from director.core.base.uploads import (
    SentFile,
    find_close_destination,
    find_destinations,
    get_sent_file,
)
from director.core.club.club import fetch_public_club
from director.errors import DeskError, DuplicateImportError
from director.formats.door import FileUse
from director.formats.errors import ImportFileError
from director.formats.reading import MAX_BYTES, read_limited
from director.kinds import get_event_kind
from director.models import Event
from director.models.event import SectionRef
from scoring.errors import ScoringError

MAX_SHOWN = 10
PASTED_FILE_NAME = "Pasted results"


@vary_on_headers("HX-Request")
def import_results(request: DeskRequest) -> HttpResponse:
    """Ask for a file and import it as an event, or list its faults.

    A preview comes first, on which the user can correct the meaning of columns.
    """
    if request.method != "POST":
        return render(
            request, "additions/imports/page.html", {"nav": "nights", "form": ImportForm()}
        )
    sent = get_sent_file(request, PASTED_FILE_NAME)
    form = ImportForm(request.POST, request.FILES, has_file=sent is not None)
    context: dict[str, object] = {
        "nav": "nights",
        "form": form,
        "sent": sent,
        "event_no": _read_event_no(request, sent),
    }
    status = 422
    try:
        if form.is_valid() and sent:
            content = read_limited(sent.content, MAX_BYTES)
            fields = read_posted_fields(request.POST, sent)
            columns = _find_file_columns(content, fields)
            if columns:
                context["columns"] = make_columns_view(columns, sent.name)
            # The user confirms the meaning of columns before anything is stored.
            needs_confirmation = columns and (columns.missing_fields or not fields)
            if not (sent.is_shown or needs_confirmation):
                return _redirect_to_results(request, _import_sent_file(request, form, sent, fields))
            if not (columns and columns.missing_fields):
                context["planned"] = _describe_import(request, form, sent, content, columns)
            status = 200
        elif request.htmx:  # htmx shows only the answer, not the errors beside the boxes
            faults = [fault for field_faults in form.errors.values() for fault in field_faults]
            context |= {"faults": faults, "count": len(faults)}
    except ImportFileError as error:
        context |= _make_fault_context(error)
    except (DeskError, ScoringError) as error:
        context["faults"] = [str(error)]
        context["here"] = (
            error.params.get("event") if isinstance(error, DuplicateImportError) else None
        )
    if "planned" in context:
        context["destinations"] = find_close_destination(sent, FileUse.RESULTS)
    else:
        context["destinations"] = [
            *find_destinations(sent, FileUse.RESULTS),
            *find_hand_destinations(sent),
        ]
    template = "additions/imports/_answer.html" if request.htmx else "additions/imports/page.html"
    return render(request, template, context, status=status)


def _find_file_columns(content: bytes, fields: Sequence[str]) -> ColumnFile | None:
    """Return the columns of a file, with the user's *fields* if given, or None if it has none."""
    if not is_of_columns(content):
        return None
    columns = find_columns(content)
    return columns.with_fields(fields) if fields else columns


def _describe_import(
    request: DeskRequest,
    form: ImportForm,
    sent: SentFile,
    content: bytes,
    columns: ColumnFile | None,
) -> list[str]:
    """Return sentences about the event that would be imported."""
    return describe_planned_import(
        data=content,
        file_name=sent.name,
        fields=columns.fields if columns else (),
        again=form.cleaned_data["again"],
        on=form.cleaned_data["date"],
        method=form.cleaned_data["method"],
        contest=form.cleaned_data["contest"],
        event_no=_read_event_no(request, sent),
        club=fetch_public_club(),
    )


def _make_fault_context(error: ImportFileError) -> dict[str, object]:
    count = len(error.faults)
    shown_faults = list(map(str, error.faults[:MAX_SHOWN]))
    event_names = error.names if isinstance(error, SeveralEventsError) else ()
    return {
        "faults": shown_faults,
        "count": count,
        "more": max(0, count - MAX_SHOWN),
        "is_contest_asked": is_contest_asked(error),
        "event_names": event_names,
        "is_asked": is_contest_asked(error) or bool(event_names),
    }


def _read_event_no(request: DeskRequest, sent: SentFile | None) -> int:
    """Return which of several events of *sent* was chosen, counted from 1, or 0."""
    # The mark identifies the file: a choice for another file says nothing about this one.
    if sent and request.POST.get("mark") == sent.mark:
        return parse_small_number(request.POST.get("event_no", ""))
    return 0


def _import_sent_file(
    request: DeskRequest, form: ImportForm, sent: SentFile, fields: Sequence[str]
) -> ImportReport:
    return import_file(
        data=sent.content,
        file_name=sent.name,
        fields=fields,
        again=form.cleaned_data["again"],
        on=form.cleaned_data["date"],
        method=form.cleaned_data["method"],
        contest=form.cleaned_data["contest"],
        event_no=_read_event_no(request, sent),
        options=form.options(),
        user=request.user,
    )


def _redirect_to_results(request: DeskRequest, imported: ImportReport) -> HttpResponse:
    """Go to the new event's results and say what the director should check."""
    event = imported.event
    problems = [*imported.difference_texts, *imported.doubts[:MAX_SHOWN]]
    hidden_count = len(imported.doubts) - MAX_SHOWN
    if hidden_count > 0:
        problems.append(f"… and {hidden_count} more like these.")
    context = {
        "imported": imported,
        "problems": problems,
        "links": list(_make_official_links(imported)),
    }
    answer = render_to_string("additions/imports/_done.html", context)
    level = messages.WARNING if problems else messages.SUCCESS
    messages.add_message(request, level, answer, extra_tags="box")
    if imported.is_complete_copy:
        section_place = _get_first_section(event)
        address = reverse(
            get_event_kind(event).get_next_step_url_name(section_place), args=[section_place]
        )
    else:
        address = reverse("session_results", args=[fetch_first_section(event.pk).place])
    if request.htmx:
        return HttpResponseClientRedirect(address)
    return redirect(address)


def _get_first_section(event: Event) -> SectionRef:
    """Return where a new event is opened: the first section of its first session."""
    return SectionRef(event.sessions.order_by("number").values_list("pk", flat=True)[0])


def _make_official_links(imported: ImportReport) -> Iterator[str]:
    """Yield a link to the official figures of each session that differs."""
    for section in imported.differing_sections:
        session = section.session
        session_text = f" in session {session.number}" if session.is_one_of_several else ""
        address = reverse("session_results_official", args=[section.place])
        yield format_html('<a href="{}">the official results{}</a>', address, session_text)
