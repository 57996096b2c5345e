"""The money of a party, its raffle, and the prizes one by one on the wall."""

import secrets

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from director.core.base.forms import make_validation_error, parse_small_number
from director.core.base.requests import DeskRequest, show_refusals_as_messages
from director.errors import AS_SAID, DeskError
from director.party.models import Party
from director.party.movement.games import fetch_evening, get_prize_rules
from director.party.movement.options import get_contestant_word, is_ranked_by_pairs, is_skat
from director.party.movement.parties import get_party_by_session
from director.party.pages.prizes import MoneyForm
from director.party.pages.shell import make_results_page_context
from director.party.play.results import draw_raffle, settle_money
from director.party.scoring.prizes import (
    Jackpot,
    fetch_carried_jackpot,
    list_prizes_in_order,
    make_money_sheet,
)
from director.party.scoring.sheets import get_cached_sheets
from scoring.errors import ScoringError


def show_money(request: DeskRequest, session_id: int) -> HttpResponse:
    """Show income and expenses. A POST stores them."""
    party = get_party_by_session(session_id)
    jackpot = fetch_carried_jackpot(party)
    form = MoneyForm(
        request.POST if request.method == "POST" else None,
        party=party,
        rules=get_prize_rules(party),
        sign=party.money.get("sign", fetch_usual_sign(party)),
        carried=jackpot.suggested_rules if jackpot else None,
    )
    if request.method == "POST" and form.is_valid():
        try:
            settle_money(party=party, user=request.user, **form.get_settings())
        except (DeskError, ScoringError) as error:
            form.add_error(None, make_validation_error(*AS_SAID, text=error))
        else:
            messages.success(request, "Money saved.")
            return redirect("party_money", session_id=session_id)
    return _render_money_page(request, party, form, jackpot)


@require_POST
def draw_raffle_numbers(request: DeskRequest, session_id: int) -> HttpResponse:
    """Draw the numbers of the raffle."""
    party = get_party_by_session(session_id)
    with show_refusals_as_messages(request):
        numbers = draw_raffle(party=party, seed=secrets.randbelow(1_000_000), user=request.user)
        messages.success(request, f"Raffle numbers: {', '.join(numbers)}.")
    return redirect("party_money", session_id=session_id)


@require_safe
def show_prize_giving(request: DeskRequest, session_id: int) -> HttpResponse:
    """Show one prize on the wall. ``?at=`` is its number in the order of giving, 0 before the first."""
    party = get_party_by_session(session_id)
    error_text = ""
    try:
        prizes = list_prizes_in_order(get_cached_sheets(party).evening)
    except ScoringError as error:
        prizes = ()
        error_text = str(error)
    number = min(parse_small_number(request.GET.get("at", "")), len(prizes))
    context = {
        "session": party.session,
        "refused": error_text,
        "at": number,
        "given": prizes[number - 1] if number else None,
        "count": len(prizes),
        "before": number - 1 if number else None,
        "after": number + 1 if number < len(prizes) else None,
    }
    return render(request, "party/prizes/wall.html", context)


def fetch_usual_sign(party: Party) -> str:
    """Return the currency sign of the club's latest party that has one. (Costs one query.)"""
    parties = Party.objects.filter(
        session__event__club=party.session.event.club, money__has_key="sign"
    )
    money = parties.exclude(pk=party.pk).order_by("-pk").values_list("money", flat=True).first()
    if money:
        return str(money["sign"])
    return ""


def _render_money_page(
    request: DeskRequest, party: Party, form: MoneyForm, jackpot: Jackpot | None
) -> HttpResponse:
    evening = fetch_evening(party)
    stored_jackpot = party.money.get("jackpot", 0)
    context = make_results_page_context(request, party, "money") | {
        "own_action": True,
        "form": form,
        "carried": jackpot,
        "differs": jackpot and party.money and stored_jackpot != jackpot.cents,
        "is_skat": is_skat(party),
        "of_pairs": is_ranked_by_pairs(party),
        "contest_word": get_contestant_word(party),
        "raffle": party.answers.get("raffle"),
        "has_raffle": bool(get_prize_rules(party).raffle),
    }
    try:
        context["account"] = make_money_sheet(evening)
    except ScoringError as error:
        context["refused"] = str(error)
    status = 422 if form.errors else 200
    return render(request, "party/prizes/money.html", context, status=status)
