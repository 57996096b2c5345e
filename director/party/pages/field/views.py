"""Field of a party."""

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.vary import vary_on_headers

from director.core.base.forms import invalid
from director.core.base.requests import DeskRequest
from director.errors import DeskError
from director.party.models import Party
from director.party.movement.parties import party_of_session
from director.party.pages.field.forms.evening import ends_at, evening_of
from director.party.pages.field.forms.field import PartyFieldForm
from director.party.pages.field.forms.options import SHOWN, SHOWN_GAME, SHOWN_METHOD
from director.party.pages.field.forms.preset import SHOWN_PLAYERS, SHOWN_PRESET
from director.party.pages.shell import party_shell
from director.party.paper.setup.games import OTHERS, GameTab, game_tabs, games_of
from director.party.paper.setup.summary import evening_summary
from director.party.play.setup import party_playing, set_up_party
from director.party.scoring.offer import group_words, party_offer
from director.party.sentences import PartySentences
from movements import PartySystem
from scoring import ScoringError


@vary_on_headers("HX-Request")
def party_field(request: DeskRequest, session_id: int) -> HttpResponse:
    """Show Field. A POST stores it, or with ``look`` only shows the consequences."""
    party = party_of_session(session_id)
    playing = party_playing(party)
    data = _sent_data(request)
    form = PartyFieldForm(data, party=party, players=playing)
    is_look = data is not None and "look" in data
    if is_look:
        form.miss_nothing()
    if data is not None and not is_look and form.is_valid():
        try:
            set_up_party(
                party=party,
                user=request.user,
                minutes=form.cleaned_data["minutes"],
                players=form.cleaned_data["players"],
                **form.settings(),
            )
        except DeskError as error:
            form.add_error(getattr(error, "field", "") or None, str(error))
        except ScoringError as error:
            form.add_error("method", invalid(PartySentences.RESULTS_NOT_COUNTED_SO, reason=error))
        else:
            called = form.named.name if form.named else form.chosen.name
            messages.success(request, f"Saved: {called}, {form.cleaned_data['players']} players.")
            return redirect("party_seats", session_id=session_id)
    return _page(request, party, form)


def _sent_data(request: DeskRequest) -> QueryDict | None:
    """Return the data with the tab, preset or system of a button."""
    if request.method != "POST":
        return None
    data = request.POST.copy()
    what, _dot, key = data.get("choose", "").partition(".")
    if what in ("kin", "preset", "system"):
        data[what], data["look"] = key, "1"
    return data


def _page(request: DeskRequest, party: Party, form: PartyFieldForm) -> HttpResponse:
    players = form.number("players") or 0
    is_newly_chosen = form.data.get("choose", "").startswith(("preset.", "system."))
    tabs = game_tabs(
        "" if is_newly_chosen else form.data.get("kin", ""), form.named if form.is_by_name else None
    )
    context = party_shell(party, "field") | {
        "form": form,
        "ends_at": ends_at(form),
        "tabs": tabs,
        "games": games_of(tabs, players, str(form.asked.get("starts_at") or "")),
        "shown": _hidden_fields(form, tabs),
        "summary": evening_summary(evening_of(form)),
    }
    if players:
        a, b = _groups(party, players)
        offers = [party_offer(system, a, b, *_said_of(form, system)) for system in form.systems]
        context |= {
            "offers": offers,
            "offer": next(offer for offer in offers if offer.system is form.chosen),
        }
    else:
        context["offers"] = [party_offer(system, 8, 8, {}) for system in form.systems]
    whole = not request.htmx or request.htmx.history_restore_request
    template = "party/field.html" if whole else "party/field/_field.html"
    status = 422 if form.errors else 200
    return render(request, template, context, status=status)


def _hidden_fields(form: PartyFieldForm, tabs: list[GameTab]) -> dict[str, object]:
    """Return the hidden fields of the page."""
    opened = next(tab.key for tab in tabs if tab.is_open)
    named = form.named.key if form.named else ""
    shown = {
        SHOWN: form.chosen.key,
        SHOWN_GAME: form.game_key,
        SHOWN_PLAYERS: form["players"].value() or "",
        SHOWN_METHOD: form.way.key,
        SHOWN_PRESET: named,
    }
    game = {} if opened == OTHERS else {"game": form.game_key}  # there it is asked for
    return shown | {"preset": named, "system": form.chosen.key, "kin": opened} | game


def _said_of(
    form: PartyFieldForm, system: PartySystem
) -> tuple[dict[str, str], str, tuple[str, str]]:
    """Return the options, round word and groups of *system*."""
    groups = group_words(str(form.asked.get("group_words", "")))
    if system is form.chosen:
        return (form.options(), form.round_word, groups)
    return ({}, "round", groups)


def _groups(party: Party, players: int) -> tuple[int, int]:
    """Return how many of *players* would be in either group."""
    a = party.players.filter(left_round__isnull=True, group="A").count()
    b = party.players.filter(left_round__isnull=True).count() - a
    if a + b == players:
        return a, b
    return (players + 1) // 2, players // 2
