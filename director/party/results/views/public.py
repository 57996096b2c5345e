"""What visitors read of a party once it is published, at the address of any other night."""

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render

from director.boards.results.read.versions import event_versions
from director.desk.publish.kept import kept_for_visitors
from director.party.models import Party, PartyPlayer
from director.party.parties import party_to_read
from director.party.play.read.games import party_evening
from director.party.results.read.json import party_results_json
from director.party.results.read.sheets import sheets_held
from director.party.results.read.why import player_why
from director.party.results.views.standings import standings_context
from director.party.room.read.phone import player_evening
from director.party.season.read import season_known
from scoring import ScoringError


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
    context = _context(party) | {
        "page": "changes",
        "versions": event_versions(party.session.event, request.GET.get("page")),
    }
    return render(request, "party/public/changes.html", context)


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


def _context(party: Party) -> dict[str, object]:
    return {"party": party, "session": party.session, "event": party.session.event, "page": "standings"}
