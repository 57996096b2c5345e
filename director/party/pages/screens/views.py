"""A player's own page, for the director and by private address."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from director.core.base.address import get_address_context
from director.core.base.requests import DeskRequest, HtmxRequest
from director.core.base.roles import Permissions, get_role
from director.core.night.links import answer_wrong_address
from director.core.night.page_cache import cache_for_visitors
from director.party.models import PartyPlayer
from director.party.movement.games import fetch_evening
from director.party.movement.parties import get_party_by_session
from director.party.pages.screens.player import fetch_player_evening, get_player_by_token
from director.party.pages.shell import fetch_phone_version, make_party_context
from director.party.scoring.standings import explain_player_total


@require_safe
def show_player(request: DeskRequest, session_id: int, number: int) -> HttpResponse:
    """Show a player's evening, with the private link for users who may share it."""
    party = get_party_by_session(session_id)
    player = get_object_or_404(
        PartyPlayer.objects.select_related("person"), party=party, number=number
    )
    # The party that is read already, with its session and club.
    player.party = party
    context = make_party_context(party, "seats") | {
        "player": player,
        "evening": fetch_player_evening(player),
        "why": explain_player_total(fetch_evening(party), str(number)),
        "group": party.get_group_name(player.group),
    }
    if Permissions(get_role(request.user)).score:
        context |= get_address_context(request, reverse("party_phone", args=[player.token]))
    return render(request, "party/screens/player.html", context)


@cache_for_visitors(lambda url_kwargs: fetch_phone_version(url_kwargs["token"]))
@login_not_required
@require_safe
@vary_on_headers("HX-Request")
def show_player_by_link(request: HtmxRequest, token: str) -> HttpResponse:
    """Show a player's next seat and score. ``?why`` explains the score."""
    try:
        player = get_player_by_token(token)
    except Http404:
        return answer_wrong_address(request)
    context = {"player": player, "party": player.party, "evening": fetch_player_evening(player)}
    if "why" in request.GET:
        context["why"] = explain_player_total(fetch_evening(player.party), str(player.number))
    template = "party/screens/_phone.html" if request.htmx else "party/screens/phone.html"
    response = render(request, template, context)
    response["X-Robots-Tag"] = "noindex"
    return response
