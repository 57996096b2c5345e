"""What all pages have that visitors read: the results of a night at hand, and what stands around them."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse

from director.boards.results.grids import At
from director.boards.results.read.event import EventResults
from director.boards.results.read.matches import Matches
from director.boards.results.read.sheets import SessionSheets
from director.boards.results.read.versions import results_at
from director.boards.sections import event_to_read
from scoring import ScoringError

Page = Callable[..., HttpResponse]


@dataclass(frozen=True, slots=True)
class Reading:
    """What a page is about: the *results* of an event, and the *sheets* of the session that was asked for."""

    results: EventResults
    sheets: SessionSheets
    at: At

    @property
    def is_whole(self) -> bool:
        """Whether the page is about all of several sessions."""
        return self.results.has_several and not self.at.session_no


def for_readers(page: Page) -> Page:
    """Return *page* with the results of the event at hand; visitors get it once the night is published.

    A page that shows figures of a night that cannot be scored gives way to one that says why.
    """

    @login_not_required
    @wraps(page)
    def answer(request: HttpRequest, event_id: int, session_no: int = 0, **numbers: int) -> HttpResponse:
        event = event_to_read(event_id, by_director=request.user.is_authenticated)
        results = results_at(getattr(request, "mark", ""), event)
        sheets = results.session(session_no) if session_no else results.first
        if sheets is None:
            raise Http404(f"There is no session {session_no}.")
        reading = Reading(results, sheets, At(event_id, session_no if results.has_several else 0))
        try:
            return page(request, reading, **numbers)
        except ScoringError as error:
            return _unscored(request, reading, str(error))

    return answer


def _unscored(request: HttpRequest, reading: Reading, reason: str) -> HttpResponse:
    """Answer with why there are no standings, as JSON to a program."""
    if request.resolver_match and request.resolver_match.url_name == "event_json":
        return JsonResponse({"error": reason}, status=409)
    context = page_context(reading, reason=reason)
    return render(request, "boards/public/unscored.html", context, status=409)


def page_context(reading: Reading, page: str = "", reason: str = "") -> dict[str, object]:
    """Return what every page of an event shows: what it is, which *page* is open, which others there are.

    *reason* is why it cannot be scored.
    """
    numbers, at = reading.sheets.board_numbers, reading.at
    heading = reading.sheets.heading
    movement = [heading.movement] if heading.movement and not reading.is_whole else []
    sessions = [sheets.sitting.session for sheets in reading.results.sessions]
    return {
        "results": reading.results,
        "sheets": reading.sheets,
        "session": reading.sheets.sitting.session,
        "section": reading.sheets.sitting.sections[0],
        "desk": {
            "address": reverse("session_results", args=[reading.sheets.sitting.sections[0].place]),
            "step": "step 6, Results",
        },
        "reason": reason,
        "facts": [] if reason else [reading.sheets.method, *movement],
        "fingerprint": "" if reading.is_whole else heading.fingerprint,
        "event": reading.results.event,
        "page": page,
        "is_whole": reading.is_whole,
        "session_no": at.session_no,
        "progress": reading.results if reading.is_whole else reading.sheets,
        "sessions": [(session, At(at.event_id, session.number).standings) for session in sessions],
        "standings_address": at.standings,
        "boards": [(number, at.board(number)) for number in numbers],
        "recap": at.recap,
        "matches": at.matches if Matches(reading.sheets).are_played else "",
        "players": at.players_of(heading),
    }
