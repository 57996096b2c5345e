"""The context of the pages of results, for the desk and for visitors."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse

from director.boards.movement.sections import fetch_readable_event
from director.boards.play.problems.doubts import list_public_doubts
from director.boards.scoring.standings.event import EventResults, get_cached_results, load_results
from director.boards.scoring.standings.sheets import SessionResults
from director.boards.tables.addresses import ResultAddresses
from director.core.night.doubts import DoubtKind, OpenDoubt
from director.models import Section
from director.sheets import RECAP_TITLE
from scoring.errors import ScoringError

Page = Callable[..., HttpResponse]


@dataclass(frozen=True, slots=True)
class ResultsContext:
    """What a page of results is made from."""

    results: EventResults
    session_results: SessionResults  # of the session that the page shows
    addresses: ResultAddresses
    desk_context: Mapping[str, Any] = field(default_factory=dict)  # empty for visitors

    @property
    def has_several_sessions(self) -> bool:
        """Whether the page shows several sessions together."""
        return self.results.has_several_sessions and not self.addresses.session_no


def serve_to_readers(page: Page) -> Page:
    """Decorate *page* to get the results of the event as a :class:`ResultsContext`.

    Visitors may see it if the results are published. If they cannot be scored, the answer says why.
    """

    @login_not_required
    @wraps(page)
    def show_page(
        request: HttpRequest, event_id: int, session_no: int = 0, **numbers: int
    ) -> HttpResponse:
        event = fetch_readable_event(event_id, is_director=request.user.is_authenticated)
        results = get_cached_results(getattr(request, "version", None), event)
        sheets = results.find_session(session_no) if session_no else results.first_session
        if sheets is None:
            raise Http404(f"There is no session {session_no}.")
        # The only session has the addresses of the event.
        addresses = ResultAddresses(event_id, session_no if results.has_several_sessions else 0)
        return render_scored_page(
            page, request, ResultsContext(results, sheets, addresses), numbers
        )

    return show_page


def read_desk_results(section: Section, *, can_correct: bool = False) -> ResultsContext:
    """Return the results of the event and session of *section* for a page of the desk.

    If the director *can_correct* them there, results link to Scores.
    """
    event = section.session.event
    results = load_results(event)
    refs_by_session = {0: section.ref}
    for session_sheets in results.sessions:
        session_field = session_sheets.scoring_field
        session_section = session_field.sections[0]
        for candidate in session_field.sections:
            if candidate.letter == section.letter:
                session_section = candidate
        refs_by_session[session_field.session.number] = session_section.ref
    session_results = results.find_session(section.session.number) or results.first_session
    scoring_field = session_results.scoring_field if can_correct else None
    addresses = ResultAddresses(
        event.pk, refs_by_session=refs_by_session, scoring_field=scoring_field
    )
    return ResultsContext(results, session_results, addresses)


def render_scored_page(
    page: Page, request: HttpRequest, results_context: ResultsContext, numbers: Mapping[str, int]
) -> HttpResponse:
    """Return the answer of *page*, or the reason why the results cannot be scored."""
    try:
        return page(request, results_context, **numbers)
    except ScoringError as error:
        return _render_unscored(request, results_context, str(error))


def _render_unscored(
    request: HttpRequest, results_context: ResultsContext, reason: str
) -> HttpResponse:
    """Return the reason why the results cannot be scored, as JSON to a program."""
    if request.resolver_match and request.resolver_match.url_name == "event_json":
        return JsonResponse({"error": reason}, status=409)
    context = make_page_context(results_context, reason=reason)
    return render(request, "boards/public/unscored.html", context, status=409)


def _list_visitor_doubts(results_context: ResultsContext) -> list[OpenDoubt]:
    """Return the open doubts that a visitors' page lists. Void matches are marked there anyway."""
    # Results at the desk lists doubts with the pages where they are settled.
    if results_context.desk_context:
        return []
    doubts = list_public_doubts(results_context.results.sessions)
    return [doubt for doubt in doubts if doubt.kind is not DoubtKind.VOID]


def make_page_context(
    results_context: ResultsContext, page: str = "", reason: str = ""
) -> dict[str, object]:
    """Return the context that every page of results shares. *page* is the key of the open one.

    *reason* is given if the results cannot be scored.
    """
    addresses = results_context.addresses
    event = results_context.results.event
    session_results = results_context.session_results
    scoring_field = session_results.scoring_field
    section = scoring_field.sections[0]
    facts = []
    if not reason:
        facts.append(session_results.method)
        # Sessions can have different movements.
        if session_results.heading.movement and not results_context.has_several_sessions:
            facts.append(session_results.heading.movement)
    sessions = [
        session_sheets.scoring_field.session for session_sheets in results_context.results.sessions
    ]
    progress: EventResults | SessionResults = session_results
    if results_context.has_several_sessions:
        progress = results_context.results
    return {
        "results": results_context.results,
        "sheets": session_results,
        "session": scoring_field.session,
        "section": section,
        "desk": {
            "address": reverse("session_results", args=[section.ref]),
            "step": "step 6, Results",
        },
        "reason": reason,
        "facts": facts,
        "event": event,
        "page": page,
        "is_whole": results_context.has_several_sessions,
        "session_no": addresses.session_no,
        "doubts": _list_visitor_doubts(results_context),
        "progress": progress,
        "sessions": [
            (session, ResultAddresses(addresses.event_id, session.number).standings_address)
            for session in sessions
        ],
        "standings_address": addresses.standings_address,
        "boards": [
            (board_no, addresses.get_board_address(board_no))
            for board_no in session_results.board_numbers
        ],
        "recap": addresses.recap_address,
        "recap_title": RECAP_TITLE,
        "matches": addresses.matches_address if scoring_field.has_matches else "",
        "players": addresses.get_players_address(session_results.heading),
        **results_context.desk_context,
    }
