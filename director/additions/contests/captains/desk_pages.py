"""The director's page of the captains' links, and the settlement of what captains ask or dispute."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from director.additions.contests.captains.disputes import decide_dispute
from director.additions.contests.captains.matches import has_captains
from director.additions.contests.captains.rulings import (
    LONGEST_QUESTION,
    finish_ruling_request,
)
from director.boards.movement.sections import fetch_section
from director.boards.movement.words import fetch_name_by_pair
from director.boards.pages.steps import make_session_context
from director.core.base.address import detect_program_address
from director.core.base.forms import (
    parse_record_number,
    parse_small_number,
)
from director.core.base.requests import DeskRequest
from director.core.base.roles import Role, require_role_to_read, require_role_to_send
from director.core.base.shown_refusals import show_refusals_as_messages
from director.core.night.links import (
    close_captain_addresses,
    fetch_open_accesses_by_team,
    open_captain_addresses,
    renew_access,
    reopen_captain_addresses,
    revoke_access,
)
from director.core.pages.standings_question import ask_before_standings_change
from director.models import Access, EntryPlayer, Section
from director.models.event import SectionRef

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
        "has_links": any(link.access for link in links),
        "lacks_links": not all(link.access for link in links),
        "address_is_local": not detect_program_address(request),
    }
    return render(request, "additions/contests/results/captains.html", context)


@require_POST
def change_captain_links(request: DeskRequest, session_id: SectionRef) -> HttpResponse:
    """Create, replace or close links of captains."""
    section = _fetch_section_with_captains(session_id)
    act, _hyphen, number = request.POST.get("act", "").partition("-")
    last_reopened_id = parse_record_number(request.GET.get("reopen", ""))
    if last_reopened_id:
        reopen_captain_addresses(section=section, last_access_id=last_reopened_id)
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
    """Store which of two captains is right, or that a captain's question is done."""
    section = _fetch_section_with_captains(session_id)
    page = "session_results_fixtures" if request.POST.get("from") == "fixtures" else "session_play"
    typed_answer = {}
    for name in ("done", "reply"):
        if name in request.POST:
            # A refused answer is too long, so the box gets more than is allowed.
            typed_answer[name] = request.POST[name][: 2 * LONGEST_QUESTION]
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
    access_by_team = fetch_open_accesses_by_team(section)
    name_by_team = fetch_name_by_pair(section)
    captain_name_by_team = dict(
        EntryPlayer.objects.filter(section=section, is_captain=True).values_list(
            "entry__pair_no", "person__name"
        )
    )
    base_address = detect_program_address(request)
    links = []
    for team in section.entries.order_by("pair_no").values_list("pair_no", flat=True):
        access = access_by_team.get(team)
        links.append(
            CaptainLink(
                team_no=team,
                label=section.get_label(team),
                name=name_by_team.get(team, ""),
                captain_name=captain_name_by_team.get(team, ""),
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
