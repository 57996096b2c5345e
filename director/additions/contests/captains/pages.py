"""The private page of a captain: the team's matches, their results and what both teams say of them."""

import secrets
from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from director.additions.contests.captains.dates import (
    answer_dates,
    fetch_date_talks_by_match,
    offer_dates,
)
from director.additions.contests.captains.matches import (
    NO_MATCH,
    CaptainAnswer,
    TeamFixture,
    confirm_result,
    fetch_captain_team,
    list_team_fixtures,
    send_result,
)
from director.additions.contests.captains.rulings import (
    LONGEST_QUESTION,
    ask_for_ruling,
    list_team_rulings,
)
from director.additions.contests.matches.forms import MatchRowForm, make_match_forms
from director.additions.contests.matches.reported import format_scale
from director.boards.movement.words import fetch_name_by_pair, get_contestant_noun
from director.core.base.forms import (
    DayField,
    PageForm,
    parse_record_number,
)
from director.core.base.requests import render_page
from director.core.base.shown_refusals import (
    RefusalBlock,
    show_refusals_as_messages,
    show_refusals_at,
)
from director.core.night.links import (
    AddressHolder,
    OpenAddress,
    fetch_access,
    resolve_token,
)
from director.errors import DeskError
from director.formats.dates import parse_date
from director.models import Access, Section
from scoring.errors import ScoringError

MESSAGES = {
    CaptainAnswer.STORED: "Saved. The other captain is asked to confirm it.",
    CaptainAnswer.CONFIRMED: "Confirmed.",
    CaptainAnswer.DISPUTED: "The other captain sent another result. Yours is saved too, and the director decides.",
    CaptainAnswer.ASKED: "Sent. The director sees it beside the fixtures.",
    CaptainAnswer.OFFERED: "Sent. The other captain chooses one of your dates.",
    CaptainAnswer.DATE_AGREED: "The match has its date.",
    CaptainAnswer.DATES_REFUSED: "Sent. Offer three dates of your own.",
    CaptainAnswer.REPEATED: "This was saved already.",
}


@require_http_methods(["GET", "HEAD", "POST"])
@resolve_token(AddressHolder.CAPTAIN)
def edit_captain_matches(request: HttpRequest, *, address: OpenAddress) -> HttpResponse:
    """Show the captain the matches of the team.

    A POST sends a result, confirms one, offers or answers dates, or asks the director for a ruling.
    """
    access = fetch_access(address)
    section, team = fetch_captain_team(access)
    fixtures = list_team_fixtures(section, team)
    form = None
    refused_context: dict[str, Any] = {}
    act = request.POST.get("act")
    if act == "confirm":
        return _store_confirmation(request, access)
    if act in _STORES_BY_ACT:
        refused_context = _STORES_BY_ACT[act](request, access)
        if not refused_context:
            return redirect("captain_page", token=access.token)
    elif request.method == "POST":
        form = _make_match_form(section, fixtures, request.POST.get("match", ""), request.POST)
        if form is None:
            messages.error(request, NO_MATCH[1].format())
        if form is None or (form.is_valid() and _store_submitted_result(request, access, form)):
            return redirect("captain_page", token=access.token)
    is_refused = form or refused_context
    if form is None:
        code = request.GET.get("match", "") or _choose_next_match_code(fixtures)
        if refused_context:
            code = request.POST.get("match", "")
        form = _make_match_form(section, fixtures, code, None)
    context = _make_captain_context(section, team, fixtures, form) | refused_context
    context |= {"token": access.token, "longest_question": LONGEST_QUESTION}
    response = render_page(
        request, "additions/contests/captain_page.html", context, problems=is_refused
    )
    response.headers["Cache-Control"] = "private, no-store"
    return response


def _make_captain_context(
    section: Section, team: int, fixtures: Sequence[TeamFixture], form: MatchRowForm | None
) -> dict[str, Any]:
    event = section.session.event
    plan = section.plan
    form_match = _find_form_fixture(fixtures, form)
    return {
        "event": event,
        "contestant_noun": get_contestant_noun(section),
        "label": section.get_label(team),
        "name": fetch_name_by_pair(section).get(team, ""),
        "fixtures": fixtures,
        "fixtures_to_confirm": [fixture for fixture in fixtures if fixture.needs_confirmation],
        "form": form,
        "form_match": form_match,
        "dates": _make_dates_context(section, form_match),
        "match_scale": format_scale(section, plan.boards_per_set) if plan else "",
        "has_dates_or_venues": any(fixture.fixture.has_details for fixture in fixtures),
        "takes_results": not event.is_final,
        "rulings": list_team_rulings(section, team),
        # An entry that one page sends twice is stored once.
        "entry_key": secrets.token_hex(16),
    }


def _choose_next_match_code(fixtures: Sequence[TeamFixture]) -> str:
    """Return the code of the first match without a result, "" without one. Postponed ones come last."""
    open_fixtures = [fixture for fixture in fixtures if fixture.fixture.is_open]
    open_fixtures.sort(key=lambda team_fixture: team_fixture.fixture.is_postponed)
    return open_fixtures[0].code if open_fixtures else ""


def _make_match_form(
    section: Section, fixtures: Sequence[TeamFixture], code: str, data: Any
) -> MatchRowForm | None:
    """Return the form of the match with *code*, or None if there is none to send."""
    chosen_fixtures = [
        fixture.fixture
        for fixture in fixtures
        if fixture.code == code and fixture.fixture.is_scheduled
    ]
    if not chosen_fixtures:
        return None
    # All matches have a form, since the unit of the last ones is the default.
    all_forms = make_match_forms(
        section, [fixture.fixture for fixture in fixtures], data, MatchRowForm
    )
    form = next(form for form in all_forms if form.fixture == chosen_fixtures[0])
    # Fixtures shows all forms with their results. Here the boxes of a finished match begin empty.
    form.initial.pop("home", None)
    form.initial.pop("away", None)
    return form


def _find_form_fixture(
    fixtures: Sequence[TeamFixture], form: MatchRowForm | None
) -> TeamFixture | None:
    return next((fixture for fixture in fixtures if form and fixture.fixture == form.fixture), None)


def _store_submitted_result(request: HttpRequest, access: Access, form: MatchRowForm) -> bool:
    """Send the result of *form*. Return False if it is refused, with the reason at its boxes."""
    typed = form.get_typed_match()
    with RefusalBlock(form.add_refusal):
        outcome = send_result(
            access=access,
            code=form.fixture.code,
            result=typed.result,
            key=request.POST.get("key", ""),
            questioned_text=typed.questioned_text or "",
        )
        messages.success(request, MESSAGES[outcome])
        return True
    return False


def _store_confirmation(request: HttpRequest, access: Access) -> HttpResponse:
    """Store that the captain finds a result right."""
    with show_refusals_as_messages(request):
        outcome = confirm_result(
            access=access,
            code=request.POST.get("match", ""),
            mark=request.POST.get("mark", ""),
            key=request.POST.get("key", ""),
        )
        messages.success(request, MESSAGES[outcome])
    return redirect("captain_page", token=access.token)


def _store_question(request: HttpRequest, access: Access) -> dict[str, str]:
    """Store a question. If it is refused, return it with the error, otherwise an empty dict."""
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


class OfferForm(PageForm):
    """Three dates that a captain offers for a match."""

    day_1 = DayField(label="Date 1", missing="Type three dates.")
    day_2 = DayField(label="Date 2", missing="Type three dates.")
    day_3 = DayField(label="Date 3", missing="Type three dates.")


def _make_dates_context(section: Section, team_fixture: TeamFixture | None) -> dict[str, Any]:
    """Return what was offered for the open match of *team_fixture*, or nothing for any other.

    A contest of one night has its date. (Costs one query.)
    """
    if team_fixture is None or not section.session.event.is_long_running:
        return {}
    fixture = team_fixture.fixture
    if fixture.is_finished or not fixture.is_scheduled:
        return {}
    talk = fetch_date_talks_by_match(section, [fixture])[fixture.key]
    return {
        "waiting_offer": talk.find_waiting_offer(team_fixture.team_no),
        "own_offer": talk.find_own_offer(team_fixture.team_no),
        "duty": talk.duty,
        "form": OfferForm(),
    }


def _store_offer(request: HttpRequest, access: Access) -> dict[str, Any]:
    """Store the dates that the captain offers. Return the refused form, or an empty dict."""
    form = OfferForm(request.POST)
    if form.is_valid():
        with show_refusals_at(form):
            outcome = offer_dates(
                access=access,
                code=request.POST.get("match", ""),
                days=list(form.cleaned_data.values()),
                key=request.POST.get("key", ""),
            )
            messages.success(request, MESSAGES[outcome])
            return {}
    return {"refused_offer": form}


def _store_date_answer(request: HttpRequest, access: Access) -> dict[str, Any]:
    """Store the captain's answer to offered dates. If it is refused, return the error and the date."""
    try:
        outcome = answer_dates(
            access=access,
            code=request.POST.get("match", ""),
            number=parse_record_number(request.POST.get("offer", "")),
            day=parse_date(request.POST.get("date", "")),
            key=request.POST.get("key", ""),
        )
    except (DeskError, ScoringError) as error:
        return {"date_error": str(error), "chosen_date": request.POST.get("date", "")}
    messages.success(request, MESSAGES[outcome])
    return {}


_STORES_BY_ACT = {"ask": _store_question, "offer": _store_offer, "answer": _store_date_answer}
"""The functions that store acts besides results. Each returns the context of a refused form."""
