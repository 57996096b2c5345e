"""The public page of a player."""

from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from director.core.base.versions import fetch_public_pages_version
from director.core.club.club import fetch_public_club
from director.core.club.players import make_player_curve, make_player_results
from director.core.night.page_cache import cache_for_visitors
from director.models import Person

PLAYER_EVENTS_PER_PAGE = 25
MAX_PARTNERS = 20


@cache_for_visitors(lambda _url_kwargs: fetch_public_pages_version())
@login_not_required
@require_safe
def show_player(request: HttpRequest, person_id: int) -> HttpResponse:
    """Show a player's published events, or 404 if the club or the player hides them."""
    club = fetch_public_club()
    person = get_object_or_404(Person, pk=person_id, club=club, is_hidden=False)
    player_results = make_player_results(person) if club.has_player_pages else None
    if player_results is None or not player_results.events:
        raise Http404
    events_page = Paginator(player_results.events, PLAYER_EVENTS_PER_PAGE).get_page(
        request.GET.get("page")
    )
    context = {
        "club": club,
        "player_results": player_results,
        "events_page": events_page,
        "partners": player_results.partners[:MAX_PARTNERS],
        "curve": make_player_curve(player_results.list_percents_by_day()),
    }
    return render(request, "core/players/player.html", context)
