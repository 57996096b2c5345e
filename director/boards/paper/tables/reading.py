"""Read the results for a page and answer it, for visitors and at the desk."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse

from director.boards.movement.sections import get_readable_event
from director.boards.paper.tables.grids import ResultAddresses
from director.boards.play.problems.doubts import list_public_doubts
from director.boards.scoring.standings.cache import get_cached_results, load_results
from director.boards.scoring.standings.event import EventResults
from director.boards.scoring.standings.sheets import SessionSheets
from director.kinds import DoubtKind, OpenDoubt
from director.models import Section
from scoring.errors import ScoringError

Page = Callable[..., HttpResponse]


@dataclass(frozen=True, slots=True)
class ResultsContext:
    """The *results* of an event, and the *sheets* of the session that a page shows.

    *addresses* are those of other pages, *desk_context* is what the desk adds to the page.
    """

    results: EventResults
    sheets: SessionSheets
    addresses: ResultAddresses
    desk_context: Mapping[str, Any] = field(default_factory=dict)

    @property
    def shows_several_sessions(self) -> bool:
        """Whether the page shows several sessions together."""
        return self.results.has_several_sessions and not self.addresses.session_no


def serve_to_readers(page: Page) -> Page:
    """Decorate *page* to get the results of the event as a :class:`ResultsContext`.

    Visitors may see it if the results are published. If they cannot be scored, the answer says why.
    """

    @login_not_required
    @wraps(page)
    def answer_reader(
        request: HttpRequest, event_id: int, session_no: int = 0, **numbers: int
    ) -> HttpResponse:
        event = get_readable_event(event_id, by_director=request.user.is_authenticated)
        results = get_cached_results(getattr(request, "version", None), event)
        sheets = results.session(session_no) if session_no else results.first
        if sheets is None:
            raise Http404(f"There is no session {session_no}.")
        # The only session has the addresses of the event.
        addresses = ResultAddresses(event_id, session_no if results.has_several_sessions else 0)
        return answer_with_standings(
            page, request, ResultsContext(results, sheets, addresses), numbers
        )

    return answer_reader


def read_desk_results(section: Section, *, corrects: bool = False) -> ResultsContext:
    """Return the results of the event and session of *section* for a page of the desk.

    If the director *corrects* them there, results link to Scores.
    """
    event = section.session.event
    results = load_results(event)
    places = {0: section.place}
    for session_sheets in results.sessions:
        session_field = session_sheets.scoring_field
        session_section = session_field.sections[0]
        for candidate in session_field.sections:
            if candidate.letter == section.letter:
                session_section = candidate
        places[session_field.session.number] = session_section.place
    sheets = results.session(section.session.number) or results.first
    scoring_field = sheets.scoring_field if corrects else None
    addresses = ResultAddresses(event.pk, places=places, scoring_field=scoring_field)
    return ResultsContext(results, sheets, addresses)


def answer_with_standings(
    page: Page, request: HttpRequest, reading: ResultsContext, numbers: Mapping[str, int]
) -> HttpResponse:
    """Return the answer of *page*, or the reason why the results cannot be scored."""
    try:
        return page(request, reading, **numbers)
    except ScoringError as error:
        return _answer_unscored(request, reading, str(error))


def _answer_unscored(request: HttpRequest, reading: ResultsContext, reason: str) -> HttpResponse:
    """Return the reason why the results cannot be scored, as JSON to a program."""
    if request.resolver_match and request.resolver_match.url_name == "event_json":
        return JsonResponse({"error": reason}, status=409)
    context = make_page_context(reading, reason=reason)
    return render(request, "boards/public/unscored.html", context, status=409)


def _list_visitor_doubts(reading: ResultsContext) -> list[OpenDoubt]:
    """Return what a page of visitors says isn't settled. Void matches are marked there anyway.

    The desk says it on Results, with the pages where it is settled.
    """
    if reading.desk_context:
        return []
    doubts = list_public_doubts(reading.results.sessions)
    return [doubt for doubt in doubts if doubt.kind is not DoubtKind.VOID]


def make_page_context(
    reading: ResultsContext, page: str = "", reason: str = ""
) -> dict[str, object]:
    """Return the context that every page of results shares. The open one is called *page*.

    *reason* says why the results cannot be scored, if they cannot.
    """
    addresses = reading.addresses
    event = reading.results.event
    sheets = reading.sheets
    scoring_field = sheets.scoring_field
    section = scoring_field.sections[0]
    facts = []
    if not reason:
        facts.append(sheets.method)
        # Sessions can have different movements.
        if sheets.heading.movement and not reading.shows_several_sessions:
            facts.append(sheets.heading.movement)
    sessions = [session_sheets.scoring_field.session for session_sheets in reading.results.sessions]
    return {
        "results": reading.results,
        "sheets": sheets,
        "session": scoring_field.session,
        "section": section,
        "desk": {
            "address": reverse("session_results", args=[section.place]),
            "step": "step 6, Results",
        },
        "reason": reason,
        "facts": facts,
        "event": event,
        "page": page,
        "is_whole": reading.shows_several_sessions,
        "session_no": addresses.session_no,
        "doubts": _list_visitor_doubts(reading),
        "progress": reading.results if reading.shows_several_sessions else sheets,
        "sessions": [
            (session, ResultAddresses(addresses.event_id, session.number).standings)
            for session in sessions
        ],
        "standings_address": addresses.standings,
        "boards": [(board_no, addresses.board(board_no)) for board_no in sheets.board_numbers],
        "recap": addresses.recap,
        "matches": addresses.matches if scoring_field.has_matches else "",
        "players": addresses.get_players_address(sheets.heading),
        **reading.desk_context,
    }
