"""Step 1 of a party: how many came, what is played, how it is counted and what is given."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.vary import vary_on_headers

from director.core.forms import invalid
from director.core.requests import DeskRequest
from director.errors import DeskError
from director.party import sentences
from director.party.field.forms.field import PartyFieldForm, ends_at, evening_of
from director.party.field.read.offer import party_offer
from director.party.field.read.summary import evening_summary
from director.party.field.write import party_playing, party_settle
from director.party.models import Party
from director.party.parties import party_of_session
from director.party.presets.registry import NAMED_PRESETS
from director.party.shell import party_shell
from movements import PartySystem
from scoring import ScoringError


@vary_on_headers("HX-Request")
def party_field(request: DeskRequest, session_id: int) -> HttpResponse:
    """Show what is asked; a POST stores the answers, or only shows what follows from them (``look``)."""
    party = party_of_session(session_id)
    playing = party_playing(party)
    form = PartyFieldForm(request.POST if request.method == "POST" else None, party=party, players=playing)
    if "look" in request.POST:
        form.miss_nothing()
    if request.method == "POST" and "look" not in request.POST and form.is_valid():
        try:
            party_settle(
                party=party,
                user=request.user,
                minutes=form.cleaned_data["minutes"],
                players=form.cleaned_data["players"],
                **form.settings(),
            )
        except DeskError as error:
            form.add_error(getattr(error, "field", "") or None, str(error))
        except ScoringError as error:
            form.add_error("method", invalid(sentences.RESULTS_NOT_COUNTED_SO, reason=error))
        else:
            called = form.named.name if form.named else form.chosen.name
            messages.success(request, f"{called} with {form.cleaned_data['players']} players is settled.")
            return redirect("party_seats", session_id=session_id)
    return _page(request, party, form)


def _page(request: DeskRequest, party: Party, form: PartyFieldForm) -> HttpResponse:
    players = form.number("players") or 0
    context = party_shell(party, "field") | {
        "form": form,
        "ends_at": ends_at(form),
        "presets": NAMED_PRESETS,
        "summary": evening_summary(evening_of(form)),
    }
    if players:
        a, b = _groups(party, players)
        offers = [party_offer(system, a, b, *_said_of(form, system)) for system in form.systems]
        context |= {"offers": offers, "offer": next(offer for offer in offers if offer.system is form.chosen)}
    else:
        context["offers"] = [party_offer(system, 8, 8, {}) for system in form.systems]
    whole = not request.htmx or request.htmx.history_restore_request
    template = "party/field.html" if whole else "party/field/_field.html"
    return render(request, template, context, status=422 if form.errors else 200)


def _said_of(form: PartyFieldForm, system: PartySystem) -> tuple[dict[str, str], str]:
    """Return the options of *system* and the word for its rounds: of the one that is chosen those of the evening."""
    return (form.options(), form.round_word) if system is form.chosen else ({}, "round")


def _groups(party: Party, players: int) -> tuple[int, int]:
    """Return how many of *players* would be in either group."""
    a = party.players.filter(left_round__isnull=True, group="A").count()
    b = party.players.filter(left_round__isnull=True).count() - a
    if a + b == players:
        return a, b
    return (players + 1) // 2, players // 2
