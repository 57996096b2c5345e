"""The exported files of an event, and the page that offers them by purpose."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render

from director.additions import PagePart, list_additions
from director.core.base.requests import make_file_response, make_file_stem, make_text_response
from director.core.base.roles import may_direct, may_score
from director.core.files.exports import (
    JSON,
    export_file,
    list_export_purposes,
    make_event_tables,
)
from director.errors import DeskError
from director.formats.errors import ExportError
from director.formats.formats import WITH_SECRETS
from director.models import Event
from scoring.errors import ScoringError


def download_event(request: HttpRequest, event_id: int, form: str = "") -> HttpResponse:
    """Answer with the event as a file of the format *form*, printed on the club's paper.

    Formats with hands that are still to be played are for directors, membership numbers are for
    scorers.

    ``?table=`` names one table for a CSV file, ``?separator=semicolon`` is for spreadsheets with a
    decimal comma. ``?receiver=`` and ``?session=`` are for formats of additions. Without *form*,
    ``?file=`` has the format and these parameters.
    """
    query_params = request.GET
    if not form:
        # The page offers formats with parameters as choices of one field.
        form, _, query = query_params.get("file", "").partition("?")
        query_params = QueryDict(query)
    if form == JSON:
        return redirect("event_json", event_id=event_id)
    if form in WITH_SECRETS and not may_direct(request):
        return make_text_response(
            (
                "The whole event includes hands that players mustn’t see yet. Ask a director to "
                "export it."
            ),
            403,
        )
    event = get_object_or_404(Event.objects.select_related("club"), pk=event_id)
    try:
        file = export_file(
            make_event_tables(event, numbered=may_score(request)),
            form,
            table=query_params.get("table", ""),
            separator=query_params.get("separator", ""),
            paper=event.club.paper,
            receiver=query_params.get("receiver", ""),
            session_no=_read_session_no(query_params.get("session", "")),
        )
    except (DeskError, ExportError, ScoringError) as error:
        status = 404 if isinstance(error, ExportError) else 422
        return make_text_response(str(error), status)
    return make_file_response(
        file.content, f"{make_file_stem(event)}{file.suffix}", file.content_type
    )


def _read_session_no(text: str) -> int:
    """Return the number of a session, 0 for all. Anything else is no session of any event."""
    if not text:
        return 0
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else -1


def render_export_page(
    request: HttpRequest,
    context: dict[str, Any],
    parts: Mapping[str, str],
    *,
    is_sent: bool = False,
    status: int = 200,
) -> HttpResponse:
    """Show the exports of the event, and to directors parts of additions.

    See :func:`list_export_purposes`.
    """
    by_director = may_direct(request)
    event = context["event"]
    purposes = list_export_purposes(event, parts, is_sent=is_sent, by_director=by_director)
    added_parts = _make_added_parts(event, is_sent=is_sent) if by_director else []
    context = context | {"purposes": purposes, "added_parts": added_parts, "own_action": True}
    return render(request, "core/exports/page.html", context, status=status)


def _make_added_parts(event: Event, *, is_sent: bool) -> list[PagePart]:
    """Return what additions show below the files of *event*."""
    parts = [addition.make_export_part(event, is_sent=is_sent) for addition in list_additions()]
    return [part for part in parts if part]
