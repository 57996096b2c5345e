"""The results of all matches of a round in one form, at Scores."""

from dataclasses import dataclass

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from director.additions.contests.draws.notices import list_section_notices
from director.additions.contests.matches.forms import (
    MatchRowForm,
    get_fixtures_or_404,
    has_units,
    make_match_forms,
    place_cursor,
    store_matches,
)
from director.additions.contests.matches.reported import format_scale
from director.additions.contests.scoring.fixtures import Fixture
from director.boards.movement.sections import fetch_section
from director.boards.pages.steps import make_session_context
from director.core.base.requests import DeskRequest
from director.core.base.roles import Role, require_role_to_send
from director.models.event import SectionRef


@dataclass(frozen=True, slots=True)
class RoundLink:
    """A round to turn to. Its *state* is "done", "part" or "" by its finished matches."""

    number: int
    path: str
    state: str
    is_current: bool


@require_safe
def redirect_to_open_round(_request: DeskRequest, session_id: SectionRef) -> HttpResponse:
    """Go to the first round with a match without a result, or to the last round."""
    section = fetch_section(session_id)
    fixtures = get_fixtures_or_404(section)
    open_rounds = [fixture.round_no for fixture in fixtures if fixture.is_open]
    round_no = min(open_rounds, default=fixtures[-1].round_no)
    return redirect("session_scores_round", session_id=session_id, round_no=round_no)


@require_role_to_send(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def edit_round_results(request: DeskRequest, session_id: SectionRef, round_no: int) -> HttpResponse:
    """Show the matches of a round with boxes for their results. A POST stores them."""
    section = fetch_section(session_id)
    fixtures = get_fixtures_or_404(section)
    round_fixtures = [fixture for fixture in fixtures if fixture.round_no == round_no]
    if not round_fixtures:
        raise Http404
    data = request.POST if request.method == "POST" else None
    rows = make_match_forms(section, round_fixtures, data, MatchRowForm)
    if data is not None and store_matches(request, section, rows):
        return redirect("session_scores_round", session_id=session_id, round_no=round_no)
    place_cursor(rows)
    plan = section.plan
    context = make_session_context(section, "scores") | {
        "round_no": round_no,
        "rows": rows,
        "rounds": _make_round_links(session_id, fixtures, round_no),
        "has_units": has_units(rows),
        "match_scale": format_scale(section, plan.boards_per_set) if plan else "",
        "draw_notices": list_section_notices(section),
    }
    return render(
        request, "additions/contests/matches.html", context, status=422 if data is not None else 200
    )


def _make_round_links(
    session_id: SectionRef, fixtures: tuple[Fixture, ...], current_round: int
) -> list[RoundLink]:
    open_by_round: dict[int, list[bool]] = {}
    for fixture in fixtures:
        open_by_round.setdefault(fixture.round_no, []).append(fixture.is_open)
    links = []
    for number, are_open in open_by_round.items():
        if not any(are_open):
            state = "done"
        elif all(are_open):
            state = ""
        else:
            state = "part"
        path = reverse("session_scores_round", args=[session_id, number])
        links.append(RoundLink(number, path, state, number == current_round))
    return links
