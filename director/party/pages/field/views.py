"""Step 1, Field, of a party: its game, system, scoring method and prizes.

Buttons and changed fields send the form with ``look``: the page then shows the consequences without
storing anything. A *tab* (``kin`` in the form) is a group of games; a preset is a named party.
"""

from functools import partial

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.vary import vary_on_headers

from director.core.base.requests import DeskRequest, render_page
from director.core.base.shown_refusals import Refusal, show_refusals_at
from director.core.pages.standings_question import ask_before_standings_change
from director.models import Session
from director.party.models import GroupWords, Party
from director.party.movement.parties import fetch_party_by_session
from director.party.pages.field.choices import (
    PRIZE_NUMBERS,
    PRIZE_PREFIX,
    SEEN_CHOICE_FIELD,
    SHOWN_GAME_FIELD,
    SHOWN_METHOD_FIELD,
    SHOWN_SYSTEM_FIELD,
    parse_whole_number,
)
from director.party.pages.field.form import MAX_PLAYERS, PartyFieldForm
from director.party.pages.field.offers import get_group_phrases, make_system_offer
from director.party.pages.field.preset import SHOWN_PLAYERS_FIELD, SHOWN_PRESET_FIELD
from director.party.pages.shell import make_party_context
from director.party.paper.moves import make_first_seating
from director.party.paper.setup import (
    OTHER_SYSTEMS,
    GameTab,
    PartySummary,
    format_end_time,
    list_preset_rows,
    make_game_tabs,
    summarize_party,
)
from director.party.play.setup import TOO_MANY_NAMES, count_present_players, set_up_party
from director.party.presets import ENTRY_LABELS
from director.party.trumps import parse_trumps
from movements.party.model import PartySystem
from scoring.errors import ScoringError

NUMBER_FIELDS = ("rounds", "hands", "goal", "pause_after", "pause_minutes")


def summarize_typed_party(form: PartyFieldForm) -> PartySummary:
    """Return the summary of what *form* asks for."""
    party = _make_typed_party(form)
    players = min(form.get_number("players") or 0, MAX_PLAYERS)
    numbers = [str(number) for number in range(1, players + 1)]
    seating = make_first_seating(party, numbers)
    return summarize_party(party, seating, compute_end_time(form))


def _make_typed_party(form: PartyFieldForm) -> Party:
    """Return an unsaved party as *form* asks for it. A number that can't be read is 0."""
    prizes = {}
    for name in form.fields:
        if name.startswith(PRIZE_PREFIX):
            prizes[name.removeprefix(PRIZE_PREFIX)] = form[name].value()
    for name in PRIZE_NUMBERS:
        prizes[name] = parse_whole_number(prizes.get(name)) or 0
    values = form.current_values
    party = Party(
        session=Session(round_minutes=form.get_number("minutes") or 0),
        preset=form.active_preset.key if form.active_preset else "",
        game=form.game_key,
        system=form.chosen_system.key,
        options=form.resolve_system_options(),
        method=form.chosen_method.key,
        trumps=parse_trumps(str(values.get("trumps") or "")),
        prizes=prizes,
        by_pair=form.party.by_pair,
        **{name: form.get_number(name) or 0 for name in NUMBER_FIELDS},
    )
    # A value that no page offers is ignored: the default stays.
    if values.get("group_words") in GroupWords.values:
        party.group_words = values["group_words"]
    if values.get("entry") in ENTRY_LABELS:
        party.entry = values["entry"]
    return party


def compute_end_time(form: PartyFieldForm) -> str:
    """Return when play ends, or "" without a start."""
    start = form.current_values.get("starts_at")
    rounds = form.get_number("rounds")
    minutes = form.get_number("minutes")
    if not start or rounds is None or minutes is None:
        return ""
    play_minutes = rounds * minutes
    if form.get_number("pause_after"):
        play_minutes += form.get_number("pause_minutes") or 0
    return format_end_time(str(start), play_minutes)


@vary_on_headers("HX-Request")
@ask_before_standings_change
def edit_field(request: DeskRequest, ref: int) -> HttpResponse:
    """Show Field. A POST stores it, or with ``look`` only shows the consequences."""
    party = fetch_party_by_session(ref)
    data = _read_posted_data(request)
    form = PartyFieldForm(data, party=party, players=count_present_players(party))
    is_preview = data is not None and "look" in data
    if is_preview:
        form.allow_empty_fields()
    if data is not None and not is_preview and form.is_valid():
        with show_refusals_at(form, _find_refused_field, explain=partial(_explain_refusal, party)):
            set_up_party(
                party=party,
                user=request.user,
                minutes=form.cleaned_data["minutes"],
                players=form.cleaned_data["players"],
                **form.make_settings(),
            )
            name = form.active_preset.name if form.active_preset else form.chosen_system.name
            messages.success(request, f"Saved: {name}, {form.cleaned_data['players']} players.")
            return redirect("party_seats", ref=ref)
    return _render_field_page(request, party, form)


def _find_refused_field(refusal: Refusal) -> str | None:
    if isinstance(refusal, ScoringError):
        return "method"
    return getattr(refusal, "field", "") or None


def _explain_refusal(party: Party, refusal: Refusal) -> str:
    """Return why a field is refused, with a link to Seats if names have to go."""
    if isinstance(refusal, ScoringError):
        return f"This method doesn’t fit the results entered so far. {refusal}"
    if refusal.code != TOO_MANY_NAMES:
        return str(refusal)
    path = reverse("party_seats", args=[party.session_id])
    return format_html('{} <a href="{}">Open Seats</a>', refusal, path)


def _read_posted_data(request: DeskRequest) -> QueryDict | None:
    """Return the posted data with the tab, preset or system of the pressed button."""
    if request.method != "POST":
        return None
    data = request.POST.copy()
    field_name, _, key = data.get("choose", "").partition(".")
    if field_name in ("kin", "preset", "system"):
        data[field_name] = key
        data["look"] = "1"
    return data


def _render_field_page(request: DeskRequest, party: Party, form: PartyFieldForm) -> HttpResponse:
    player_count = form.get_number("players") or 0
    # A newly chosen preset or system opens its own tab.
    is_newly_chosen = form.data.get("choose", "").startswith(("preset.", "system."))
    tab_key = "" if is_newly_chosen else form.data.get("kin", "")
    tabs = make_game_tabs(tab_key, form.active_preset if form.has_named_preset else None)
    # Results of one game don't fit another, so the list of games goes when the first is entered.
    has_catalogue = not (party.has_begun or party.cards.exists())
    context = make_party_context(party, "field") | {
        "form": form,
        "shows_ask_form": form.needs_player_count,
        "ends_at": compute_end_time(form),
        "tabs": tabs,
        "games": list_preset_rows(
            tabs, player_count, str(form.current_values.get("starts_at") or "")
        ),
        "has_catalogue": has_catalogue,
        "shown": _make_hidden_fields(form, tabs, has_catalogue=has_catalogue),
        "summary": summarize_typed_party(form),
    }
    if player_count:
        group_a, group_b = _fetch_group_sizes(party, player_count)
        offers = []
        for system in form.systems:
            choices = _get_system_choices(form, system)
            offers.append(make_system_offer(system, group_a, group_b, *choices))
        context |= {
            "offers": offers,
            "offer": next(offer for offer in offers if offer.system is form.chosen_system),
        }
    else:
        # Without a number of players the systems are described for four tables.
        context["offers"] = [make_system_offer(system, 8, 8, {}) for system in form.systems]
    is_whole_page = not request.htmx or request.htmx.history_restore_request
    template = "party/field.html" if is_whole_page else "party/field/_field.html"
    return render_page(request, template, context, problems=form.errors)


def _make_hidden_fields(
    form: PartyFieldForm, tabs: list[GameTab], *, has_catalogue: bool
) -> dict[str, object]:
    """Return the hidden fields of the page: what it shows, and what is chosen on it."""
    open_tab = next(tab.key for tab in tabs if tab.is_open)
    preset_key = form.active_preset.key if form.active_preset else ""
    fields = {
        SHOWN_SYSTEM_FIELD: form.chosen_system.key,
        SHOWN_GAME_FIELD: form.game_key,
        SHOWN_PLAYERS_FIELD: form["players"].value() or "",
        SHOWN_METHOD_FIELD: form.chosen_method.key,
        SHOWN_PRESET_FIELD: preset_key,
        SEEN_CHOICE_FIELD: form.seen_choice,
        "preset": preset_key,
        "system": form.chosen_system.key,
        "kin": open_tab,
    }
    # The tab of other systems has a visible field for the game.
    if open_tab != OTHER_SYSTEMS or not has_catalogue:
        fields["game"] = form.game_key
    return fields


def _get_system_choices(
    form: PartyFieldForm, system: PartySystem
) -> tuple[dict[str, str], str, tuple[str, str]]:
    """Return the options of *system*, its noun for a round, and the names of its groups."""
    group_phrases = get_group_phrases(str(form.current_values.get("group_words", "")))
    if system is form.chosen_system:
        return (form.resolve_system_options(), form.round_noun, group_phrases)
    return ({}, "round", group_phrases)


def _fetch_group_sizes(party: Party, player_count: int) -> tuple[int, int]:
    """Return the sizes of the groups if *player_count* players take part."""
    group_a = party.players.filter(left_round__isnull=True, group="A").count()
    group_b = party.players.filter(left_round__isnull=True).count() - group_a
    if group_a + group_b == player_count:
        return group_a, group_b
    return (player_count + 1) // 2, player_count // 2
