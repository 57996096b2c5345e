"""Tally cards of a party: typed one after the other, each stored at once.

If each round has cards of its own, a card belongs to a *part*, which is the round; otherwise the
part is 0.
"""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from director.core.base.forms import parse_small_number
from director.core.base.requests import DeskRequest
from director.core.base.roles import Role, require_role_to_send
from director.errors import DeskError
from director.party.models import Party, PartyCard
from director.party.movement.cribbage import has_game_cards
from director.party.movement.parties import get_party_by_session
from director.party.pages.play.card_page import CardsPage, fetch_cards_page, make_card_boxes
from director.party.pages.play.cards_form import OnCardsForm
from director.party.pages.play.page import fetch_history_state
from director.party.pages.play.views.cribbage import render_game_cards_page, render_game_cards_state
from director.party.pages.shell import make_party_context, undo_context
from director.party.play.cards import (
    TypedCard,
    read_typed_card,
    remove_card,
    settle_cards,
    store_card,
)

UNCHANGED = HTTPStatus.NO_CONTENT


@require_safe
@vary_on_headers("HX-Request")
def show_cards(request: DeskRequest, session_id: int) -> HttpResponse:
    """Show the cards and the form for the next one.

    With ``?since=`` only the list is shown, or nothing (204) if it hasn't changed.
    """
    party = get_party_by_session(session_id)
    if request.htmx and request.GET.get("since"):
        if fetch_history_state(party).text == request.GET["since"]:
            return HttpResponse(status=UNCHANGED)
        if has_game_cards(party):
            return render_game_cards_state(request, party)
        page = _fetch_requested_page(request, party)
        return render(request, "party/cards/_state.html", _make_cards_context(party, page))
    return render_cards_page(request, party)


@require_role_to_send(Role.SCORER)
@require_POST
@vary_on_headers("HX-Request")
def store_or_remove_card(request: DeskRequest, session_id: int) -> HttpResponse:
    """Store or remove a card. A refused one keeps everything typed."""
    party = get_party_by_session(session_id)
    typed = read_typed_card(request.POST)
    card: PartyCard | None = None
    try:
        key: dict[str, Any] = {
            "party": party,
            "number": typed.number,
            "part": typed.part,
            "version": typed.version,
            "user": request.user,
        }
        if "take-out" in request.POST:
            remove_card(**key)
        else:
            card = store_card(**key, figures=typed.parse_figures())
    except DeskError as error:
        return _render_refused_card(request, get_party_by_session(session_id), typed, error)
    page = fetch_cards_page(party, typed.part)
    message = page.describe_saved_card(card)
    if request.htmx:
        context = _make_cards_context(party, page) | {"saved": message}
        return render(request, "party/cards/_answer.html", context)
    if message:
        messages.success(request, message)
    query = f"?round={typed.part}" if typed.part else ""
    return redirect(f"{reverse('party_cards', args=[session_id])}{query}")


@require_role_to_send(Role.SCORER)
@require_POST
def settle_card_figures(request: DeskRequest, session_id: int) -> HttpResponse:
    """Store which figures are typed from every card."""
    party = get_party_by_session(session_id)
    form = OnCardsForm(request.POST, party=party)
    if not form.is_valid():
        return render_cards_page(request, party, on_cards=form)
    try:
        settle_cards(party=party, user=request.user, **form.cleaned_data)
    except DeskError as error:
        return render_cards_page(request, get_party_by_session(session_id), error=str(error))
    return redirect("party_cards", session_id=session_id)


def render_cards_page(
    request: DeskRequest, party: Party, *, error: str = "", on_cards: OnCardsForm | None = None
) -> HttpResponse:
    """Show the whole page, with the card in ``?card=`` in the form."""
    if not party.has_cards or not party.method:
        messages.warning(
            request, "This party has no tally cards. You can change that in step 1, Field."
        )
        return redirect("party_field" if not party.method else "party_play", session_id=party.pk)
    if has_game_cards(party):
        return render_game_cards_page(request, party, error=error)
    page = _fetch_requested_page(request, party)
    number = parse_small_number(request.GET.get("card", ""))
    card = page.cards.get(number)
    context = make_party_context(party, "play") | _make_cards_context(party, page)
    context |= {
        "form": make_card_boxes(card, str(number or page.next_no or "")),
        "error": error,
        "correcting": card,
        "on_cards": on_cards or OnCardsForm(None, party=party),
        "is_open": on_cards is not None,
    }
    status = 422 if error or on_cards else 200
    return TemplateResponse(request, "party/cards.html", context, status=status)


def _fetch_requested_page(request: DeskRequest, party: Party) -> CardsPage:
    return fetch_cards_page(
        party,
        parse_small_number(request.GET.get("round", "")),
        show=request.GET.get("show", ""),
        page_no=request.GET.get("page", ""),
    )


def _make_cards_context(party: Party, page: CardsPage) -> dict[str, object]:
    return {
        "party": party,
        "session": party.session,
        "page": page,
        "play": page,
        **undo_context(party),
    }


def _render_refused_card(
    request: DeskRequest, party: Party, typed: TypedCard, error: DeskError
) -> HttpResponse:
    """Show a refused card as typed, with the error."""
    # Field may have been changed meanwhile, and then another page takes cards.
    if not party.has_cards or has_game_cards(party):
        return render_cards_page(request, party, error=str(error))
    # If somebody else has stored the card, the error has their version: sending it once more
    # replaces theirs on purpose.
    version = str(error.params.get("version", typed.version))
    refused = {
        "boxes": {**typed.boxes, "version": version},
        "error": str(error),
        "stands": "version" in error.params,
    }
    page = fetch_cards_page(party, typed.part)
    context = _make_cards_context(party, page) | {"refused": refused}
    if request.htmx:
        return render(request, "party/cards/_answer.html", context, status=422)
    context |= make_party_context(party, "play") | {
        "form": make_card_boxes(None, str(page.next_no or "")),
        "correcting": None,
        "on_cards": OnCardsForm(None, party=party),
    }
    return render(request, "party/cards.html", context, status=422)
