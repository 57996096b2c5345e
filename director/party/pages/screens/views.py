"""A player's own page, for the director and by private address."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from director.core.base.address import page_address
from director.core.base.requests import DeskRequest, HtmxRequest
from director.core.base.roles import May, role_of
from director.core.night.phones.door import no_address
from director.core.night.publishing.page_cache import cached_for_visitors
from director.party.models import PartyPlayer
from director.party.movement.games.read import party_evening
from director.party.movement.games.why import player_why
from director.party.movement.parties import party_of_session
from director.party.pages.screens.player import player_by_token, player_evening
from director.party.pages.shell import party_shell, phone_shown


@require_safe
def party_player(request: DeskRequest, session_id: int, number: int) -> HttpResponse:
    """Show a player's evening, and the private link to those who may share it."""
    party = party_of_session(session_id)
    player = get_object_or_404(
        PartyPlayer.objects.select_related("person"), party=party, number=number
    )
    # The party that is read already, with its session and club.
    player.party = party
    context = party_shell(party, "seats") | {
        "player": player,
        "evening": player_evening(player),
        "why": player_why(party_evening(party), str(number)),
        "group": party.group_name(player.group),
    }
    if May(role_of(request.user)).score:
        context |= page_address(request, reverse("party_phone", args=[player.token]))
    return render(request, "party/screens/player.html", context)


@cached_for_visitors(lambda url_kwargs: phone_shown(url_kwargs["token"]))
@login_not_required
@require_safe
@vary_on_headers("HX-Request")
def party_phone(request: HtmxRequest, token: str) -> HttpResponse:
    """Show a player's next seat and score. ``?why`` explains the score."""
    try:
        player = player_by_token(token)
    except Http404:
        return no_address(request)
    context = {"player": player, "party": player.party, "evening": player_evening(player)}
    if "why" in request.GET:
        context["why"] = player_why(party_evening(player.party), str(player.number))
    template = "party/screens/_phone.html" if request.htmx else "party/screens/phone.html"
    response = render(request, template, context)
    response["X-Robots-Tag"] = "noindex"
    return response
