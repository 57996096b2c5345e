"""The private page of a captain, and the director's pages of the captains' links.

The captain's page shows the team's matches, their results and what both teams say of them. The
director also decides when two captains disagree.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

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
    decide_dispute,
    fetch_captain_team,
    has_captains,
    list_team_fixtures,
    send_result,
)
from director.additions.contests.captains.rulings import (
    LONGEST_QUESTION,
    ask_for_ruling,
    finish_ruling_request,
    list_team_rulings,
)
from director.additions.contests.matches.forms import MatchRowForm, make_match_forms
from director.additions.contests.matches.reported import format_scale
from director.boards.movement.sections import fetch_section
from director.boards.movement.words import fetch_name_by_pair, get_contestant_word
from director.boards.pages.steps import make_session_context
from director.core.base.address import detect_program_address
from director.core.base.forms import (
    DayField,
    PageForm,
    parse_record_number,
    parse_small_number,
)
from director.core.base.requests import DeskRequest
from director.core.base.roles import Role, require_role_to_read, require_role_to_send
from director.core.base.shown_refusals import show_refusals_as_messages, show_refusals_at
from director.core.night.links import (
    AddressHolder,
    OpenAddress,
    close_captain_addresses,
    fetch_access,
    fetch_open_accesses_by_team,
    open_captain_addresses,
    renew_access,
    reopen_captain_addresses,
    resolve_token,
    revoke_access,
)
from director.core.pages.standings_question import ask_before_standings_change
from director.errors import DeskError
from director.formats.dates import parse_date
from director.models import Access, EntryPlayer, Section
from director.models.event import SectionRef
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
        if form is None or (form.is_valid() and _store_sent_result(request, access, form)):
            return redirect("captain_page", token=access.token)
    is_refused = form or refused_context
    if form is None:
        code = request.GET.get("match", "") or _choose_next_match_code(fixtures)
        if refused_context:
            code = request.POST.get("match", "")
        form = _make_match_form(section, fixtures, code, None)
    context = _make_captain_context(section, team, fixtures, form) | refused_context
    context |= {"token": access.token, "longest_question": LONGEST_QUESTION}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if is_refused else HTTPStatus.OK
    response = render(request, "additions/contests/captain_page.html", context, status=status)
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
        "contestant_noun": get_contestant_word(section),
        "label": section.get_label(team),
        "name": fetch_name_by_pair(section).get(team, ""),
        "fixtures": fixtures,
        "to_confirm": [fixture for fixture in fixtures if fixture.needs_confirmation],
        "form": form,
        "form_match": form_match,
        "dates": _make_dates_context(section, form_match),
        "match_scale": format_scale(section, plan.boards_per_set) if plan else "",
        "has_places": any(fixture.fixture.has_details for fixture in fixtures),
        "takes_results": not event.is_final,
        "rulings": list_team_rulings(section, team),
        # What is sent twice by one page is stored once.
        "key": secrets.token_hex(16),
    }


def _choose_next_match_code(fixtures: Sequence[TeamFixture]) -> str:
    """Return the first match without a result, postponed matches last."""
    open_matches = sorted(
        (fixture for fixture in fixtures if fixture.fixture.is_open),
        key=lambda own: own.fixture.is_postponed,
    )
    return open_matches[0].code if open_matches else ""


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
    # The unit of earlier matches is the usual one.
    all_forms = make_match_forms(
        section, [fixture.fixture for fixture in fixtures], data, MatchRowForm
    )
    form = next(form for form in all_forms if form.fixture == chosen_fixtures[0])
    # All are rows of one page elsewhere. Here the boxes of a finished match begin empty.
    form.initial.pop("home", None)
    form.initial.pop("away", None)
    return form


def _find_form_fixture(
    fixtures: Sequence[TeamFixture], form: MatchRowForm | None
) -> TeamFixture | None:
    return next((fixture for fixture in fixtures if form and fixture.fixture == form.fixture), None)


def _store_sent_result(request: HttpRequest, access: Access, form: MatchRowForm) -> bool:
    """Send the result of *form*. Return False if it is refused, with the reason at its boxes."""
    typed = form.get_typed_match()
    try:
        outcome = send_result(
            access=access,
            code=form.fixture.code,
            result=typed.result,
            key=request.POST.get("key", ""),
            questioned_text=typed.questioned_text or "",
        )
    except DeskError as error:
        form.add_refusal(error)
        return False
    except ScoringError as error:
        form.add_error(None, str(error))
        return False
    messages.success(request, MESSAGES[outcome])
    return True


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
        "waiting": talk.find_waiting_offer(team_fixture.team_no),
        "own": talk.find_own_offer(team_fixture.team_no),
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
    """Store which date suits the captain. Return why it is refused, or an empty dict."""
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
"""What stores an act of the captain besides results. It returns what a refused form shows."""

OPEN, CLOSE = "open", "close"
"""Values of ``act`` for the links of all captains. Others are ``renew-3`` and ``close-3``."""


@dataclass(frozen=True, slots=True)
class CaptainLink:
    """A team with its captain, and the address of the captain's page if there is one."""

    team_no: int
    label: str
    name: str
    captain_name: str
    access: Access | None
    address: str


@require_role_to_read(Role.SCORER)
@require_safe
def show_captain_links(request: DeskRequest, session_id: SectionRef) -> HttpResponse:
    """Show the teams with the links of their captains."""
    section = _fetch_section_with_captains(session_id)
    links = _list_captain_links(request, section)
    context = make_session_context(section, "play") | {
        "links": links,
        "is_open": any(link.access for link in links),
        "is_missing": not all(link.access for link in links),
        "address_is_local": not detect_program_address(request),
    }
    return render(request, "additions/contests/results/captains.html", context)


@require_POST
def change_captain_links(request: DeskRequest, session_id: SectionRef) -> HttpResponse:
    """Create, replace or close links of captains."""
    section = _fetch_section_with_captains(session_id)
    act, _hyphen, number = request.POST.get("act", "").partition("-")
    reopened = parse_record_number(request.GET.get("reopen", ""))
    if reopened:
        reopen_captain_addresses(section=section, last_access_id=reopened)
        messages.success(request, "The links work again.")
    elif act == OPEN:
        teams = section.entries.values_list("pair_no", flat=True)
        open_captain_addresses(section=section, teams=teams)
    elif act == CLOSE and not number:
        _add_closed_message(
            request, close_captain_addresses(section=section), "All links are closed."
        )
    else:
        _change_link(request, section, act, parse_small_number(number))
    return redirect("session_captains", session_id=session_id)


def _change_link(request: HttpRequest, section: Section, act: str, team: int) -> None:
    """Replace or close the link of one team, if it is still the one that the page showed."""
    access = fetch_open_accesses_by_team(section).get(team)
    if access is None or access.pk != parse_small_number(request.POST.get(f"access-{team}", "")):
        messages.warning(request, "This link has changed meanwhile. Check it and try again.")
    elif act == CLOSE:
        revoke_access(access=access)
        message = f"The link of team {section.get_label(team)} is closed."
        _add_closed_message(request, access.pk, message)
    else:
        renew_access(access=access)
        message = f"Team {section.get_label(team)} has a new link. Send it, or print it again."
        messages.success(request, message)


def _add_closed_message(request: HttpRequest, last_access_id: int, message: str) -> None:
    messages.success(request, message, extra_tags=f"{request.path}?reopen={last_access_id}")


@require_role_to_send(Role.SCORER)
@require_POST
@ask_before_standings_change
def settle_captains_dispute(request: DeskRequest, session_id: SectionRef) -> HttpResponse:
    """Store which of two captains is right, or that what one asked is done."""
    section = _fetch_section_with_captains(session_id)
    page = "session_results_fixtures" if request.POST.get("from") == "fixtures" else "session_play"
    names = ("done", "reply")
    typed_answer = {
        name: request.POST[name][: 2 * LONGEST_QUESTION] for name in names if name in request.POST
    }
    with show_refusals_as_messages(request):
        if "done" in request.POST:
            message = finish_ruling_request(
                section=section,
                number=parse_small_number(request.POST["done"]),
                reply=request.POST.get("reply", ""),
                user=request.user,
            )
        else:
            message = decide_dispute(
                section=section,
                code=request.POST.get("match", ""),
                chosen_value=request.POST.get("take", ""),
                shown_text=request.POST.get("seen", ""),
                user=request.user,
            )
        messages.success(request, message)
        typed_answer = {}
    # A refused answer to a captain stays in its box.
    query = f"?{urlencode(typed_answer)}" if typed_answer else ""
    return redirect(reverse(page, args=[session_id]) + query)


def _fetch_section_with_captains(session_id: SectionRef) -> Section:
    section = fetch_section(session_id)
    if not has_captains(section, section.plan):
        raise Http404("Captains send results only where each round is a match of teams.")
    return section


def _list_captain_links(request: HttpRequest, section: Section) -> list[CaptainLink]:
    accesses_by_team = fetch_open_accesses_by_team(section)
    names_by_team = fetch_name_by_pair(section)
    captain_names_by_team = dict(
        EntryPlayer.objects.filter(section=section, is_captain=True).values_list(
            "entry__pair_no", "person__name"
        )
    )
    base_address = detect_program_address(request)
    links = []
    for team in section.entries.order_by("pair_no").values_list("pair_no", flat=True):
        access = accesses_by_team.get(team)
        links.append(
            CaptainLink(
                team_no=team,
                label=section.get_label(team),
                name=names_by_team.get(team, ""),
                captain_name=captain_names_by_team.get(team, ""),
                access=access,
                address=_make_captain_address(request, base_address, access),
            )
        )
    return links


def _make_captain_address(request: HttpRequest, base_address: str, access: Access | None) -> str:
    if access is None:
        return ""
    path = reverse("captain_page", args=[access.token])
    if base_address:
        return f"{base_address}{path}"
    return request.build_absolute_uri(path)
