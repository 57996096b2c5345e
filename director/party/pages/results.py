"""Step 5, Results, of a party: standings, prizes and their ties, its history, and visitors' pages.

Visitors read the same standings once the party is published. Both pages take the context of
:func:`make_standings_context`. A player's evening is shown to visitors, to the director, and by the
player's private address.
"""

import secrets
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from director.core.base.address import make_address_context
from director.core.base.forms import parse_small_number
from director.core.base.requests import DeskRequest, HtmxRequest, render_page
from director.core.base.roles import Permissions, get_role
from director.core.club.hooks import EVENT_COUNTING
from director.core.club.players import filter_public_players
from director.core.night.doubts import serialize_doubts
from director.core.night.links.requests import refuse_wrong_address
from director.core.night.page_cache import cache_event_page, cache_for_visitors
from director.core.pages.history import (
    HistoryUndoButton,
    HistoryView,
    make_contestant_filter,
    make_text_filter,
)
from director.core.pages.publishing import render_changes, render_export_page, render_standings
from director.core.pages.standings_question import ask_before_standings_change
from director.errors import DeskError, PartyError
from director.event_kinds import EndedKindError, get_event_kind
from director.models import Event
from director.party.models import Party, PartyPlayer
from director.party.movement.contestants import fetch_party_contestants
from director.party.movement.games import fetch_party_record, list_numbers_to_draw
from director.party.movement.options import is_skat
from director.party.movement.parties import (
    fetch_party_by_event,
    fetch_party_by_session,
    fetch_party_night,
    fetch_readable_party,
)
from director.party.movement.seating import fetch_party_names
from director.party.pages.screens.player import fetch_player_by_token, fetch_player_summary
from director.party.pages.shell import (
    fetch_phone_version,
    list_open_ties,
    make_party_context,
    make_results_page_context,
)
from director.party.paper.standings_page import make_party_standings_page
from director.party.play.results import draw_prize_number, draw_prize_tie, settle_prize_tie
from director.party.scoring.field_picture import make_party_picture
from director.party.scoring.json import make_results_json
from director.party.scoring.open_ties import find_tie_decision, parse_tie_key
from director.party.scoring.sheets import FetchedPartyResults, fetch_cached_results
from director.party.scoring.skat import fetch_skat_sessions
from director.party.scoring.standings import (
    explain_player_total,
    list_division_choices,
    list_player_places,
)
from director.party.sheets import merge_prizes
from scoring.errors import ScoringError

MAX_DIGITS = 6
_STANDINGS_TEMPLATE = "party/results/_evening.html"
_TAB_TEMPLATES = {"prizes": "party/results/prizes.html"}


@require_safe
def show_results(request: DeskRequest, ref: int) -> HttpResponse:
    """Show a tab of the results: standings, prizes or exports."""
    party = fetch_party_by_session(ref)
    tab = request.GET.get("tab", "")
    if tab == "export":
        parts = {"evening": f"every {party.round_noun}"}
        return render_export_page(request, make_results_page_context(request, party, tab), parts)
    return _render_results_page(request, party, tab if tab in _TAB_TEMPLATES else "standings")


@require_POST
@ask_before_standings_change
def settle_tie_for_prize(request: DeskRequest, ref: int) -> HttpResponse:
    """Settle one tie for a prize, by figures or by a draw."""

    def settle(party: Party) -> str:
        key = request.POST.get("tie", "")
        session, players = parse_tie_key(key)
        open_tie = next(
            (tie for tie in list_open_ties(fetch_party_record(party)) if tie.key == key), None
        )
        # A settled tie can be settled again, with other figures.
        if open_tie is None and find_tie_decision(party, players, session) is None:
            raise PartyError(
                "tie-gone",
                "The results have changed, and this tie no longer exists. Reload the page.",
            )
        if "lot" in request.POST:
            seed = secrets.randbelow(1_000_000)
            draw_prize_tie(
                party=party, players=players, seed=seed, session=session, user=request.user
            )
            return "Tie settled by a draw."
        names = fetch_party_contestants(party)
        figures = {}
        for player in players:
            text = request.POST.get(f"figure-{player}", "")
            figures[player] = _parse_figure(names[player], text)
        how = open_tie.method if open_tie else request.POST.get("how", "")
        settle_prize_tie(
            party=party, method=how, figures=figures, session=session, user=request.user
        )
        return "Tie settled."

    return _run_results_act(request, ref, settle)


@require_POST
def draw_deciding_number(request: DeskRequest, ref: int) -> HttpResponse:
    """Draw the number that decides the drawn-number prizes."""

    def draw(party: Party) -> str:
        seed = secrets.randbelow(1_000_000)
        number = draw_prize_number(party=party, seed=seed, user=request.user)
        return f"Number {number} drawn."

    return _run_results_act(request, ref, draw)


def show_publishing_refusal(
    request: DeskRequest, event: Event, refusal_context: dict[str, Any]
) -> HttpResponse:
    """Show the results with the context *refusal_context*, which says why publishing was refused."""
    return _render_results_page(
        request, fetch_party_by_event(event.pk), "standings", refusal_context
    )


def _run_results_act(
    request: DeskRequest, ref: int, change_party: Callable[[Party], str]
) -> HttpResponse:
    """Run *change_party* on the party and show its message or its error."""
    party = fetch_party_by_session(ref)
    try:
        messages.success(request, change_party(party))
    except (DeskError, ScoringError) as error:
        # Read again, without what the refused act left on *party*.
        return _render_results_page(
            request, fetch_party_by_session(ref), "prizes", {"error": str(error)}
        )
    return redirect(f"{reverse('party_results', args=[ref])}?tab=prizes")


def _render_results_page(
    request: DeskRequest, party: Party, tab: str, refusal_context: Mapping[str, Any] | None = None
) -> HttpResponse:
    context = make_results_page_context(request, party, tab)
    context["base"] = reverse("party_results", args=[party.session_id])
    try:
        results = fetch_cached_results(party)
        ties = list_open_ties(results.record, request.POST)
        context |= make_standings_context(results, request.GET) | {"ties": ties}
    except ScoringError as error:
        context["no_standings"] = str(error)
    needs_drawn_number = (
        context.get("numbers") and context.get("is_played") and "drawn" not in party.answers
    )
    needs_prize_action = needs_drawn_number or context.get("ties")
    context |= {
        "needs_drawn_number": needs_drawn_number,
        "own_action": tab == "prizes" and needs_prize_action,
    }
    context |= refusal_context or {}
    if tab == "standings":
        return render_standings(request, context, _STANDINGS_TEMPLATE, problems=refusal_context)
    return render_page(request, _TAB_TEMPLATES[tab], context, problems=refusal_context)


def make_standings_context(
    results: FetchedPartyResults, params: Mapping[str, str]
) -> dict[str, object]:
    """Return the context of the standings, for the desk and for visitors.

    *params* are query parameters: ``by`` says how the standings are separated, ``why`` whose total
    is explained, ``find`` is a search, and ``page`` the part of a long list.
    """
    record = results.record
    context = {
        "sheets": results,
        "prizes": list(merge_prizes(results.prizes)),
        "numbers": list_numbers_to_draw(record),
    }
    if is_skat(record.party):
        return context | {"skat": fetch_skat_sessions(record)}
    if not record.standings:
        return context
    division_choices = list_division_choices(record)
    division = params.get("by", "")
    if division not in dict(division_choices):
        division, _ = division_choices[0]
    # A partner's number stands for the pair.
    explained_player = str(parse_small_number(params.get("why", "")))
    number = int(record.contestants.get_contestant(explained_player).key)
    search_text = params.get("find", "").strip()
    tables, pages = make_party_standings_page(
        record, division, search_text=search_text, number=number, page=params.get("page")
    )
    explanation = explain_player_total(record, str(number), division) if number else None
    return context | {
        "is_played": True,
        "picture": make_party_picture(record, division),
        "tables": tables,
        "pages": pages,
        "page_query": f"&page={pages.number}" if pages.has_other_pages() else "",
        "find": search_text,
        "division_choices": division_choices,
        "by": division,
        "series": results.series,
        "explained_number": number,
        "explanation": explanation,
    }


def _parse_figure(name: str, text: str) -> int:
    """Return the figure typed for a contestant. Any dash is a minus."""
    text = text.strip()
    if not text:
        raise PartyError(
            "figure-missing",
            "{name}’s figure is missing. Enter a whole number, such as 7.",
            name=name,
        )
    is_negative = text[0] in "-−–"
    digits = text[1:] if is_negative else text
    if not (digits.isdecimal() and len(digits) <= MAX_DIGITS):
        raise PartyError(
            "no-figure",
            "{name}: “{text}” isn’t a whole number. Enter one, such as 7.",
            name=name,
            text=text[:20],
        )
    if is_negative:
        return -int(digits)
    return int(digits)


def require_readable_party(
    page: Callable[[HttpRequest, Party], HttpResponse],
) -> Callable[[HttpRequest, int], HttpResponse]:
    """Call *page* with the party of an event. Visitors see it once it is published."""

    @wraps(page)
    def view(request: HttpRequest, event_id: int) -> HttpResponse:
        party = fetch_readable_party(event_id, by_director=request.user.is_authenticated)
        return page(request, party)

    return view


@require_readable_party
def show_event(request: HttpRequest, party: Party) -> HttpResponse:
    """Show the standings of a party."""
    context = _make_visitor_context(party)
    try:
        context |= make_standings_context(fetch_cached_results(party), request.GET)
    except ScoringError as error:
        context["no_standings"] = str(error)
    context |= {
        "event_links": EVENT_COUNTING.answers.list_event_links([party.session.event]),
        "base": party.session.event.get_absolute_url(),
    }
    return render_standings(request, context, _STANDINGS_TEMPLATE)


@require_readable_party
def show_corrections(request: HttpRequest, party: Party) -> HttpResponse:
    """Show the corrections after publishing."""
    return render_changes(request, _make_visitor_context(party, "changes"))


@require_readable_party
def show_results_json(request: HttpRequest, party: Party) -> HttpResponse:
    """Answer with the results for programs, explained with ``?explain``."""
    try:
        results = make_results_json(fetch_party_record(party), explain="explain" in request.GET)
    except ScoringError as error:
        return JsonResponse({"error": str(error)}, status=409)
    event = party.session.event
    results |= serialize_doubts(get_event_kind(event).list_unsettled_doubts(event))
    return JsonResponse(results, json_dumps_params={"indent": 1})


@cache_event_page
@login_not_required
def show_public_player(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """Show a player's evening, round by round."""
    party = fetch_readable_party(event_id, by_director=request.user.is_authenticated)
    player = get_object_or_404(
        PartyPlayer.objects.select_related("person"), party=party, number=number
    )
    player.party = party
    record = fetch_cached_results(party).record
    context = _make_visitor_context(party) | {
        "player": player,
        "player_summary": fetch_player_summary(player),
        "places": list_player_places(record, str(number)),
        "explanation": explain_player_total(record, str(number)),
        "people": filter_public_players(party.session.event.club, [player.person_id or 0]),
    }
    return render(request, "party/public/player.html", context)


def _make_visitor_context(party: Party, page: str = "standings") -> dict[str, Any]:
    event = party.session.event
    return {
        "party": party,
        "session": party.session,
        "event": event,
        "page": page,
        "styles": ("party/party",),
        "desk": {
            "address": reverse("party_results", args=[party.session_id]),
            "step": "step 5, Results",
        },
        "facts": [party.preset_or_system_name],
        "standings_address": event.get_absolute_url(),
        "doubts": get_event_kind(event).list_unsettled_doubts(event),
    }


class PartyHistory(HistoryView):
    """The history of a party."""

    def make_context(self, request: DeskRequest, ref: int) -> dict[str, Any]:
        """Return the context of a page of the party's Results."""
        return make_results_page_context(request, fetch_party_by_session(ref), "history")

    def list_contestants(self, context: dict[str, Any]) -> list[tuple[int, str]]:
        """Return the players of the party."""
        players = fetch_party_names(context["party"]).facts_by_player.values()
        return [(player.number, f"{player.number} {player}") for player in players]

    def filter_by_table(self, _context: dict[str, Any], table_no: int) -> Q:
        """Return the filter for acts that name a table."""
        return make_text_filter(f"tables? {table_no}")

    def filter_by_number(self, _context: dict[str, Any], number: int) -> Q:
        """Return the filter for acts that name a player."""
        return make_contestant_filter(str(number), "player")

    def list_undo_buttons(self, context: dict[str, Any]) -> list[HistoryUndoButton]:
        """Return the button that undoes the party's latest act."""
        act = context["undo"]
        if act:
            address = reverse("party_play_undo", args=[context["session"].pk, act.number])
            return [HistoryUndoButton(act, address, "number")]
        return []


@require_safe
def show_player(request: DeskRequest, ref: int, number: int) -> HttpResponse:
    """Show a player's evening, with the private link for users who may share it."""
    party = fetch_party_by_session(ref)
    player = get_object_or_404(
        PartyPlayer.objects.select_related("person"), party=party, number=number
    )
    # The party that is read already, with its session and club.
    player.party = party
    record = fetch_party_record(party)
    context = make_party_context(party, "seats") | {
        "player": player,
        "player_summary": fetch_player_summary(player),
        "places": list_player_places(record, str(number)),
        "explanation": explain_player_total(record, str(number)),
        "group": party.get_group_name(player.group),
    }
    if Permissions(get_role(request.user)).score:
        context |= make_address_context(request, reverse("party_phone", args=[player.token]))
    return render(request, "party/screens/player.html", context)


@cache_for_visitors(lambda url_kwargs: fetch_phone_version(url_kwargs["token"]))
@login_not_required
@require_safe
@vary_on_headers("HX-Request")
def show_player_by_link(request: HtmxRequest, token: str) -> HttpResponse:
    """Show a player's next seat and score. ``?why`` explains the score."""
    try:
        player = fetch_player_by_token(token)
    except EndedKindError:
        raise
    except Http404:
        return refuse_wrong_address(request)
    context = {
        "player": player,
        "party": player.party,
        "player_summary": fetch_player_summary(player),
        "is_over": fetch_party_night(player.party).state.is_over,
    }
    if "why" in request.GET:
        context["explanation"] = explain_player_total(
            fetch_party_record(player.party), str(player.number)
        )
    template = "party/screens/_phone.html" if request.htmx else "party/screens/phone.html"
    response = render(request, template, context)
    response["X-Robots-Tag"] = "noindex"
    return response
