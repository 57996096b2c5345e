"""Cribbage cards of a party: typed game by game. The two cards of a game are compared."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from director.core.base.forms import parse_small_number
from director.core.base.requests import DeskRequest
from director.core.base.roles import Role, require_role_to_send
from director.errors import DeskError
from director.party.models import Party
from director.party.movement.cribbage import has_game_cards
from director.party.movement.parties import get_party_by_session
from director.party.movement.seating import fetch_party_names
from director.party.pages.play.cribbage_page import (
    fetch_game_cards_page,
    make_boxes_from_texts,
    make_game_boxes,
)
from director.party.pages.shell import make_party_context, undo_context
from director.party.play.cribbage import (
    TypedGames,
    read_typed_games,
    remove_game_card,
    store_game_card,
)


def render_game_cards_page(
    request: DeskRequest,
    party: Party,
    *,
    error: str = "",
    typed: TypedGames | None = None,
    version: int | None = None,
) -> HttpResponse:
    """Show the page with a card in the boxes, as stored or as refused.

    *typed* is a refused card, *version* the version that it would replace.
    """
    page = fetch_game_cards_page(party, request.GET)
    requested_card = parse_small_number(request.GET.get("card", ""))
    if typed:
        number = typed.text
    else:
        number = str(requested_card or next(iter(page.missing_contestants), ""))
    card = page.cards.get(parse_small_number(number)) if requested_card or typed else None
    if version is None:
        if typed:
            version = typed.version
        elif card:
            version = card.version
        else:
            version = 0
    context = make_party_context(party, "play") | {
        "page": page,
        "play": page,
        "error": error,
        "number": number,
        "version": version,
        "correcting": card,
        "boxes": make_boxes_from_texts(typed.rows) if typed else make_game_boxes(party, card),
    }
    status = 422 if error else 200
    return TemplateResponse(request, "party/cribbage.html", context, status=status)


def render_game_cards_state(request: DeskRequest, party: Party) -> HttpResponse:
    """Show the list of cards and their differences, without the form."""
    page = fetch_game_cards_page(party, request.GET)
    context = {
        "party": party,
        "session": party.session,
        "page": page,
        "play": page,
        **undo_context(party),
    }
    return render(request, "party/cribbage/_state.html", context)


@require_role_to_send(Role.SCORER)
@require_POST
def store_or_remove_game_card(request: DeskRequest, session_id: int) -> HttpResponse:
    """Store or remove a card. A refused one keeps everything typed."""
    party = get_party_by_session(session_id)
    typed = read_typed_games(request.POST)
    try:
        key: dict[str, Any] = {
            "party": party,
            "number": typed.number,
            "version": typed.version,
            "user": request.user,
        }
        if "take-out" in request.POST:
            remove_game_card(**key)
            outcome = "Deleted"
        else:
            store_game_card(lines=typed.parse_lines(), **key)
            outcome = "Saved"
        player = str(typed.number)
        name = fetch_party_names(party, [player])[player]
        messages.success(request, f"{outcome}: {player} {name}")
    except DeskError as error:
        # The version of somebody else who has stored the card meanwhile.
        version = getattr(error, "params", {}).get("version")
        return _render_refused_game_card(
            request, get_party_by_session(session_id), str(error), typed, version
        )
    return redirect(reverse("party_play", args=[session_id]))


def _render_refused_game_card(
    request: DeskRequest, party: Party, error: str, typed: TypedGames, version: int | None
) -> HttpResponse:
    """Show a refused card as typed."""
    # Field may have been changed meanwhile.
    if not has_game_cards(party):
        messages.warning(request, error)
        return redirect("party_play", session_id=party.pk)
    return render_game_cards_page(request, party, error=error, typed=typed, version=version)
