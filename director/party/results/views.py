"""The results of a party, at the desk and for visitors."""

import secrets
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from director.core.address import frame_around, page_address
from director.core.forms import small_number
from director.core.publishing.kept import kept_for_visitors
from director.core.publishing.views import changes_answer
from director.core.requests import DeskRequest
from director.errors import DeskError, PartyError
from director.formats.formats import formats_of
from director.models import Event
from director.party import sentences
from director.party.games.read import Evening, drawn_numbers, party_evening
from director.party.games.ties import OpenTieForm, apart_choices, open_ties, player_why, tie_of_key, tie_settled
from director.party.models import Party, PartyPlayer
from director.party.options import is_skat
from director.party.parties import party_of_event, party_of_session, party_to_read
from director.party.results.grids import standings_page
from director.party.results.read.json import party_results_json
from director.party.results.read.sheets import EveningSheets, sheets_held
from director.party.results.write import prize_number_draw, prize_tie_draw, prize_tie_settle
from director.party.screens.read import player_evening
from director.party.season.read import season_known, seasons_of
from director.party.seating.contestants import party_contestants
from director.party.sheets import said_once
from director.party.shell import party_shell
from director.party.skat.read import skat_sessions
from scoring import ScoringError

# Step 5 of a party: standings, prizes and their ties, publishing.

MOST_DIGITS = 6


@require_safe
def party_results(request: DeskRequest, session_id: int) -> HttpResponse:
    """Show standings, prizes and what there is to publish."""
    return _page(request, party_of_session(session_id))


@require_POST
def party_results_tie(request: DeskRequest, session_id: int) -> HttpResponse:
    """Settle one tie for a prize, by figures or by lot."""

    def act(party: Party) -> str:
        sent = request.POST
        session, players = tie_of_key(sent.get("tie", ""))
        tie = next((tie for tie in _ties(party_evening(party)) if tie.key == sent.get("tie")), None)
        if tie is None and tie_settled(party, players, session) is None:
            raise PartyError(sentences.TIE_GONE)
        if "lot" in sent:
            seed = secrets.randbelow(1_000_000)
            decision = prize_tie_draw(party=party, players=players, seed=seed, session=session, user=request.user)
            return f"The tie is drawn by lot, with the seed {decision.seed}."
        names = party_contestants(party)
        figures = {player: _figure(names[player], sent.get(f"figure-{player}", "")) for player in players}
        how = tie.how if tie else sent.get("how", "")
        prize_tie_settle(party=party, how=how, figures=figures, session=session, user=request.user)
        return "The tie is settled."

    return _act(request, session_id, act)


@require_POST
def party_results_drawn(request: DeskRequest, session_id: int) -> HttpResponse:
    """Draw the number for the prizes by a drawn number."""

    def act(party: Party) -> str:
        number = prize_number_draw(party=party, seed=secrets.randbelow(1_000_000), user=request.user)
        return f"The number {number} is drawn, with the seed {party.answers['drawn_seed']}."

    return _act(request, session_id, act)


def results_refused(request: DeskRequest, event: Event, refused: dict[str, Any]) -> HttpResponse:
    """Show the page of results with what was *refused* when they were to be published."""
    return _page(request, party_of_event(event.pk), refused=refused)


def _act(request: DeskRequest, session_id: int, act: Callable[[Party], str]) -> HttpResponse:
    party = party_of_session(session_id)
    try:
        messages.success(request, act(party))
    except (DeskError, ScoringError) as error:
        return _page(request, party_of_session(session_id), error=str(error))
    return redirect("party_results", session_id=session_id)


def _page(
    request: DeskRequest, party: Party, *, error: str = "", refused: Mapping[str, Any] | None = None
) -> HttpResponse:
    event = party.session.event
    context = party_shell(party, "results") | {
        "event": event,
        "error": error,
        "hours": event.correction_hours,
        **page_address(request, event.get_absolute_url()),
        "formats": formats_of(is_sent=False),
        "seasons": seasons_of(event.club),
        "season": season_known(party),
        "snippet": frame_around(request, reverse("embedded_event", args=[event.pk])),
    }
    try:
        sheets = sheets_held(party)
        context |= standings_context(sheets, request.GET) | {"ties": _ties(sheets.evening, request.POST)}
    except ScoringError as unscored:
        context["no_standings"] = str(unscored)
    return render(request, "party/results.html", context | dict(refused or {}), status=422 if error or refused else 200)


def standings_context(sheets: EveningSheets, asked: Mapping[str, str]) -> dict[str, object]:
    """Return what the desk's and the visitors' page show of the standings.

    *asked* is what stands in the address: ``by`` which lists they are apart, ``why`` whose total is explained,
    ``find`` who is wanted, ``page`` which part of a long list.
    """
    evening = sheets.evening
    context = {
        "sheets": sheets,
        "prizes": list(said_once(sheets.prizes)),
        "numbers": drawn_numbers(evening.party),
        "rounds_played": max(
            sum(bool(played_round.results) for played_round in evening.rounds),
            max((card.part for card in evening.cards), default=0),
        ),
        "cards_in": len(evening.cards),
    }
    if is_skat(evening.party):
        return context | {"skat": skat_sessions(evening)}
    if not evening.standings:
        return context
    choices = apart_choices(evening)
    by = asked.get("by", "")
    if by not in dict(choices):
        by = choices[0][0]
    number = int(evening.contestants.of(str(small_number(asked.get("why", "")))).key)
    find = asked.get("find", "").strip()
    tables, pages = standings_page(evening, by, find=find, number=number, page=asked.get("page"))
    return context | {
        "is_played": True,
        "tables": tables,
        "pages": pages,
        "at_page": f"&page={pages.number}" if pages.has_other_pages() else "",
        "find": find,
        "apart": choices,
        "by": by,
        "series": sheets.series,
        "asked": number,
        "why": player_why(evening, str(number), by) if number else None,
    }


def _ties(evening: Evening, typed: Mapping[str, str] | None = None) -> list[OpenTieForm]:
    if is_skat(evening.party):
        return [tie for session in skat_sessions(evening, typed) for tie in session.ties]
    return open_ties(evening, typed)


def _figure(name: str, text: str) -> int:
    """Return the figure typed for a player; a game that is played off may end below nothing."""
    text = text.strip()
    if not text:
        raise PartyError(sentences.FIGURE_MISSING, name=name)
    digits = text[1:] if text[0] in "-−–" else text
    if not (digits.isdecimal() and len(digits) <= MOST_DIGITS):
        raise PartyError(sentences.NO_FIGURE, name=name, text=text[:20])
    return int(digits) if digits == text else -int(digits)


# What visitors read of a party once it is published, at the address of any other night.


def for_readers(page: Callable[[HttpRequest, Party], HttpResponse]) -> Callable[[HttpRequest, int], HttpResponse]:
    """Return *page* with the party at hand; visitors get it once it is published."""

    @wraps(page)
    def answer(request: HttpRequest, event_id: int) -> HttpResponse:
        return page(request, party_to_read(event_id, by_director=request.user.is_authenticated))

    return answer


@for_readers
def event_page(request: HttpRequest, party: Party) -> HttpResponse:
    """Show the standings of a party."""
    context = _context(party)
    try:
        context |= standings_context(sheets_held(party), request.GET)
    except ScoringError as refused:
        context["no_standings"] = str(refused)
    context["season"] = season_known(party)
    return render(request, "party/public/standings.html", context)


@for_readers
def changes_page(request: HttpRequest, party: Party) -> HttpResponse:
    """Show what was changed after a party was published."""
    return changes_answer(request, _context(party, "changes"))


@for_readers
def event_json(request: HttpRequest, party: Party) -> HttpResponse:
    """Answer with the results of a party for programs; with ``?explain`` every figure says why."""
    try:
        answer = party_results_json(party_evening(party), explain="explain" in request.GET)
    except ScoringError as refused:
        return JsonResponse({"error": str(refused)}, status=409)
    return JsonResponse(answer, json_dumps_params={"indent": 1})


@kept_for_visitors
@login_not_required
def event_player(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """Show a player's evening, round by round."""
    party = party_to_read(event_id, by_director=request.user.is_authenticated)
    player = get_object_or_404(PartyPlayer.objects.select_related("person"), party=party, number=number)
    player.party = party
    context = _context(party) | {
        "player": player,
        "evening": player_evening(player),
        "why": player_why(sheets_held(party).evening, str(number)),
    }
    return render(request, "party/public/player.html", context)


def _context(party: Party, page: str = "standings") -> dict[str, Any]:
    event = party.session.event
    return {
        "party": party,
        "session": party.session,
        "event": event,
        "page": page,
        "styles": ("party/party",),
        "desk": {"address": reverse("party_results", args=[party.session_id]), "step": "step 5, Results"},
        "facts": [party.called],
        "standings_address": event.get_absolute_url(),
    }
