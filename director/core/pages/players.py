"""The public page of a player."""

from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from director.core.base.versions import fetch_public_pages_version
from director.core.club.club import fetch_public_club
from director.core.club.players import make_curve, make_player_sheet
from director.core.night.page_cache import cache_for_visitors
from director.models import Person

NIGHTS_A_PAGE = 25
MAX_PARTNERS = 20


@cache_for_visitors(lambda _url_kwargs: fetch_public_pages_version())
@login_not_required
@require_safe
def show_player(request: HttpRequest, person_id: int) -> HttpResponse:
    """Show a player's published events, or 404 if the club or the player hides them."""
    club = fetch_public_club()
    person = get_object_or_404(Person, pk=person_id, club=club, is_hidden=False)
    sheet = make_player_sheet(person) if club.has_player_pages else None
    if sheet is None or not sheet.nights:
        raise Http404
    curve_points = [
        (night.event.date, night.percent) for night in sheet.curve if night.percent is not None
    ]
    context = {
        "club": club,
        "sheet": sheet,
        "nights": Paginator(sheet.nights, NIGHTS_A_PAGE).get_page(request.GET.get("page")),
        "partners": sheet.partners[:MAX_PARTNERS],
        "curve": make_curve(curve_points),
    }
    return render(request, "core/players/player.html", context)
