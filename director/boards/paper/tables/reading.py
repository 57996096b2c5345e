"""What all pages of results share, for visitors and at the desk."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse

from director.boards.movement.scoring_field import scoring_field_of
from director.boards.movement.sections import event_to_read
from director.boards.paper.tables.grids import At
from director.boards.scoring.standings.cache import results_at
from director.boards.scoring.standings.event import EventResults
from director.boards.scoring.standings.sheets import SessionSheets
from director.models import Section
from scoring import ScoringError

Page = Callable[..., HttpResponse]


@dataclass(frozen=True, slots=True)
class ResultsContext:
    """What a page is about: the *results* of an event, and the *sheets* of the session that was asked for.

    At the desk *shell* is what stands around it there.
    """

    results: EventResults
    sheets: SessionSheets
    at: At
    shell: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_whole(self) -> bool:
        """Whether the page is about all of several sessions."""
        return self.results.has_several and not self.at.session_no


def for_readers(page: Page) -> Page:
    """Return *page* with the results of the event.

    Visitors get it once the results are published.

    A page that shows figures of a night that cannot be scored gives way to one that says why.
    """

    @login_not_required
    @wraps(page)
    def answer(
        request: HttpRequest, event_id: int, session_no: int = 0, **numbers: int
    ) -> HttpResponse:
        event = event_to_read(event_id, by_director=request.user.is_authenticated)
        results = results_at(getattr(request, "version", None), event)
        sheets = results.session(session_no) if session_no else results.first
        if sheets is None:
            raise Http404(f"There is no session {session_no}.")
        reading = ResultsContext(
            results, sheets, At(event_id, session_no if results.has_several else 0)
        )
        return answer_with_standings(page, request, reading, numbers)

    return answer


def desk_reading(section: Section, *, corrects: bool = False) -> ResultsContext:
    """Return the results of the event of *section* and the sheets of its session, for pages of the desk.

    Results lead to Scores for who *corrects* them.
    """
    event = section.session.event
    results = EventResults(event, (scoring_field_of(section),) if section.is_alone else None)
    fields = [sheets.scoring_field for sheets in results.sessions]
    places = {0: section.place}
    for each in fields:
        alike = (other for other in each.sections if other.letter == section.letter)
        places[each.session.number] = next(alike, each.sections[0]).place
    sheets = results.session(section.session.number) or results.first
    scoring_field = sheets.scoring_field if corrects else None
    return ResultsContext(
        results,
        sheets,
        At(event.pk, places=places, scoring_field=scoring_field),
    )


def answer_with_standings(
    page: Page, request: HttpRequest, reading: ResultsContext, numbers: Mapping[str, int]
) -> HttpResponse:
    """Answer with *page*, or with why there are no standings."""
    try:
        return page(request, reading, **numbers)
    except ScoringError as error:
        return _unscored_answer(request, reading, str(error))


def _unscored_answer(request: HttpRequest, reading: ResultsContext, reason: str) -> HttpResponse:
    """Answer with why there are no standings, as JSON to a program."""
    if request.resolver_match and request.resolver_match.url_name == "event_json":
        return JsonResponse({"error": reason}, status=409)
    context = page_context(reading, reason=reason)
    return render(request, "boards/public/unscored.html", context, status=409)


def page_context(reading: ResultsContext, page: str = "", reason: str = "") -> dict[str, object]:
    """Return what every page of an event shows: what it is, which *page* is open, which others there are.

    *reason* is why it cannot be scored.
    """
    numbers, at = reading.sheets.board_numbers, reading.at
    heading = reading.sheets.heading
    movement = [heading.movement] if heading.movement and not reading.is_whole else []
    sessions = [sheets.scoring_field.session for sheets in reading.results.sessions]
    return {
        "results": reading.results,
        "sheets": reading.sheets,
        "session": reading.sheets.scoring_field.session,
        "section": reading.sheets.scoring_field.sections[0],
        "desk": {
            "address": reverse(
                "session_results", args=[reading.sheets.scoring_field.sections[0].place]
            ),
            "step": "step 6, Results",
        },
        "reason": reason,
        "facts": [] if reason else [reading.sheets.method, *movement],
        "event": reading.results.event,
        "page": page,
        "is_whole": reading.is_whole,
        "session_no": at.session_no,
        "progress": reading.results if reading.is_whole else reading.sheets,
        "sessions": [(session, At(at.event_id, session.number).standings) for session in sessions],
        "standings_address": at.standings,
        "boards": [(number, at.board(number)) for number in numbers],
        "recap": at.recap,
        "matches": at.matches if reading.sheets.scoring_field.has_matches else "",
        "players": at.players_of(heading),
        **reading.shell,
    }
