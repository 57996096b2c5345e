"""The private page of a captain: the team's matches, their results and what both teams say of them."""

import secrets
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from director.additions.contests.captains.matches import (
    TeamFixture,
    fetch_captain_team,
    list_team_fixtures,
)
from director.additions.contests.captains.rulings import (
    LONGEST_QUESTION,
    ask_for_ruling,
    list_team_rulings,
)
from director.additions.contests.captains.matches import (
    NO_MATCH,
    CaptainAnswer,
    confirm_result,
    send_result,
)
from director.additions.contests.matches.forms import MatchRowForm, make_match_forms
from director.additions.contests.matches.reported import format_scale
from director.boards.movement.words import fetch_names_by_pair, get_contestant_word
from director.core.night.links import AddressHolder, OpenAddress, fetch_access, resolve_token
from director.errors import DeskError
from director.models import Access, Section
from scoring.errors import ScoringError

MESSAGES = {
    CaptainAnswer.STORED: "Saved. The other captain is asked to confirm it.",
    CaptainAnswer.CONFIRMED: "Confirmed.",
    CaptainAnswer.DISPUTED: "The other captain sent another result. Yours is saved too, and the director decides.",
    CaptainAnswer.ASKED: "Sent. The director sees it beside the fixtures.",
    CaptainAnswer.REPEATED: "This was saved already.",
}


@require_http_methods(["GET", "HEAD", "POST"])
@resolve_token(AddressHolder.CAPTAIN)
def show_captain_page(request: HttpRequest, *, address: OpenAddress) -> HttpResponse:
    """Show the captain the matches of the team.

    A POST sends a result, confirms one, or asks the director for a ruling.
    """
    access = fetch_access(address)
    section, team = fetch_captain_team(access)
    fixtures = list_team_fixtures(section, team)
    form = None
    refused_question: dict[str, str] = {}
    act = request.POST.get("act")
    if act == "confirm":
        return _confirm(request, access)
    if act == "ask":
        refused_question = _ask(request, access)
        if not refused_question:
            return redirect("captain_page", token=access.token)
    elif request.method == "POST":
        form = _make_match_form(section, fixtures, request.POST.get("match", ""), request.POST)
        if form is None:
            messages.error(request, NO_MATCH[1].format())
        if form is None or (form.is_valid() and _send(request, access, form)):
            return redirect("captain_page", token=access.token)
    refused = form or refused_question
    if form is None:
        code = request.GET.get("match", "") or _find_next_match_code(fixtures)
        form = _make_match_form(section, fixtures, code, None)
    context = _make_captain_context(section, team, fixtures, form) | refused_question
    context |= {"token": access.token, "longest_question": LONGEST_QUESTION}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if refused else HTTPStatus.OK
    answer = render(request, "additions/contests/captain_page.html", context, status=status)
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


def _make_captain_context(
    section: Section, team: int, fixtures: Sequence[TeamFixture], form: MatchRowForm | None
) -> dict[str, Any]:
    event = section.session.event
    plan = section.plan
    return {
        "event": event,
        "called": get_contestant_word(section),
        "label": section.label(team),
        "name": fetch_names_by_pair(section).get(team, ""),
        "fixtures": fixtures,
        "to_confirm": [own for own in fixtures if own.needs_confirmation],
        "form": form,
        "form_match": _find_form_fixture(fixtures, form),
        "match_scale": format_scale(section, plan.boards_per_set) if plan else "",
        "has_places": any(own.fixture.has_place for own in fixtures),
        "takes_results": not event.is_final,
        "rulings": list_team_rulings(section, team),
        # What is sent twice by one page is stored once.
        "key": secrets.token_hex(16),
    }


def _find_next_match_code(fixtures: Sequence[TeamFixture]) -> str:
    """Return the first match without a result, postponed matches last."""
    open_matches = sorted(
        (own for own in fixtures if own.fixture.is_open),
        key=lambda own: own.fixture.is_postponed,
    )
    return open_matches[0].code if open_matches else ""


def _make_match_form(
    section: Section, fixtures: Sequence[TeamFixture], code: str, data: Any
) -> MatchRowForm | None:
    """Return the form of the match with *code*, or None if there is none to send."""
    chosen = [own.fixture for own in fixtures if own.code == code and own.fixture.is_scheduled]
    if not chosen:
        return None
    # The unit of earlier matches is the usual one.
    all_forms = make_match_forms(section, [own.fixture for own in fixtures], data, MatchRowForm)
    form = next(form for form in all_forms if form.fixture == chosen[0])
    # All are rows of one page elsewhere. Here the boxes of a finished match begin empty.
    form.initial.pop("home", None)
    form.initial.pop("away", None)
    return form


def _find_form_fixture(
    fixtures: Sequence[TeamFixture], form: MatchRowForm | None
) -> TeamFixture | None:
    return next((own for own in fixtures if form and own.fixture == form.fixture), None)


def _send(request: HttpRequest, access: Access, form: MatchRowForm) -> bool:
    """Send the result of *form*. Return False if it is refused, with the reason at its boxes."""
    typed = form.read_match()
    try:
        outcome = send_result(
            access=access,
            code=form.fixture.code,
            result=typed.result,
            key=request.POST.get("key", ""),
            asked_about=typed.asked_about or "",
        )
    except DeskError as error:
        form.add_refusal(error)
        return False
    except ScoringError as error:
        form.add_error(None, str(error))
        return False
    messages.success(request, MESSAGES[outcome])
    return True


def _confirm(request: HttpRequest, access: Access) -> HttpResponse:
    """Store that the captain finds a result right."""
    try:
        outcome = confirm_result(
            access=access,
            code=request.POST.get("match", ""),
            mark=request.POST.get("mark", ""),
            key=request.POST.get("key", ""),
        )
        messages.success(request, MESSAGES[outcome])
    except DeskError as error:
        messages.error(request, str(error))
    return redirect("captain_page", token=access.token)


def _ask(request: HttpRequest, access: Access) -> dict[str, str]:
    """Store what the captain asks. Return the question and why it is refused, or an empty dict."""
    question = request.POST.get("question", "")
    try:
        outcome = ask_for_ruling(
            access=access,
            code=request.POST.get("match", ""),
            text=question,
            key=request.POST.get("key", ""),
        )
    except DeskError as error:
        return {"question": question, "question_error": str(error)}
    messages.success(request, MESSAGES[outcome])
    return {}
