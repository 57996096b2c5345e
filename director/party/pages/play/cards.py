"""Tally cards of a party, typed one after the other and stored at once, with the room's sums.

A card belongs to a contestant: a player, or a pair whose partners stay together. If each round has
cards of its own, a card belongs to a *part*, which is the round; otherwise the part is 0.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from http import HTTPStatus
from typing import Any, ClassVar
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from director.core.base.forms import SettingsForm, WholeNumberField, parse_small_number
from director.core.base.requests import DeskRequest, get_page_status, render_page
from director.core.base.roles import Role, require_role_to_send
from director.core.night.clock import ClockFace
from director.core.pages.standings_question import (
    REMOVE_BUTTON,
    ask_before_removal,
    ask_before_standings_change,
)
from director.errors import DeskError
from director.party.models import CardBoxes, Party, PartyCard
from director.party.movement.card_sums import (
    CardSum,
    compute_card_sums,
    compute_max_per_round,
    list_card_problems,
    list_sum_hints,
)
from director.party.movement.cards import (
    get_card_rounds,
    has_round_cards,
    list_card_holders,
    read_cards,
)
from director.party.movement.clock import make_card_clock
from director.party.movement.contestants import Contestant, Contestants, fetch_party_contestants
from director.party.movement.parties import fetch_party_by_session
from director.party.movement.seating import read_seating
from director.party.movement.words import format_noun_count
from director.party.pages.play.page import ROWS_PER_PAGE, HistoryState, fetch_history_state
from director.party.pages.shell import make_party_context, make_play_undo_context
from director.party.play.cards import (
    TypedCard,
    read_typed_card,
    remove_card,
    store_card,
    store_card_layout,
)
from director.party.presets import MIX


@dataclass(frozen=True, slots=True)
class CardRow:
    """A card in the list, with all figures as text."""

    number: int
    numbers: str  # of all its players, such as "4 & 17" for a pair
    name: str
    has_left: bool
    is_entered: bool = False
    half: str = ""
    second: str = ""
    total: str = ""
    lone: str = ""
    rounds: str = ""
    rounds_played: str = ""
    problems: tuple[str, ...] = ()
    entry_note: str = ""  # who typed the card and when


@dataclass(frozen=True, slots=True)
class CardColumns:
    """The settings that all rows of the list share."""

    session_id: int
    part: int
    has_first_half: bool
    has_second_half: bool
    has_lone_hand_boxes: bool
    has_rounds_column: bool
    rounds_noun: str


@dataclass(frozen=True)
class CardsPage:
    """The cards of a party, or of one round."""

    party: Party
    part: int
    parts: range
    rows: tuple[CardRow, ...]
    cards: Mapping[int, PartyCard]  # of this part, by the number of the player or pair
    sums: tuple[CardSum, ...]
    hints: tuple[str, ...]
    clock: ClockFace
    history_state: HistoryState
    list_key: str = ""  # of the list that is shown, see *tabs*
    page_no: str = ""

    def describe_saved_card(self, card: PartyCard | None) -> str:
        """Return the message that *card* was saved, or "" without one."""
        for row in self.rows:
            if card and self.cards.get(row.number) == card:
                return f"Saved: {row.numbers} {row.name} {row.total}"
        return ""

    @cached_property
    def _named_rows_by_key(self) -> dict[str, tuple[str, tuple[CardRow, ...]]]:
        """The lists that the page can show, each with its name, by key."""
        missing_numbers = set(self.missing_contestants)
        return {
            "": ("All", self.rows),
            "missing": (
                "Missing",
                tuple(row for row in self.rows if row.number in missing_numbers),
            ),
            "faults": ("Check", tuple(row for row in self.rows if row.problems)),
        }

    @cached_property
    def pages(self) -> Page[CardRow]:
        """One page of the shown list."""
        _, rows = self._named_rows_by_key.get(self.list_key, self._named_rows_by_key[""])
        return Paginator(rows, ROWS_PER_PAGE).get_page(self.page_no)

    @property
    def query(self) -> str:
        """The query for the same list."""
        return urlencode({"round": self.part, "show": self.list_key, "page": self.pages.number})

    @property
    def tabs(self) -> list[dict[str, object]]:
        """The lists as tabs, each with its number of cards. Empty lists have no tab."""
        tabs: list[dict[str, object]] = []
        for key, (name, rows) in self._named_rows_by_key.items():
            if rows or not key:
                tab = {
                    "name": f"{name} {len(rows)}",
                    "address": f"?round={self.part}&show={key}",
                    "is_open": key == self.list_key,
                }
                tabs.append(tab)
        return tabs

    @property
    def missing_contestants(self) -> tuple[int, ...]:
        """The contestants whose card is missing."""
        return tuple(row.number for row in self.rows if not row.is_entered and not row.has_left)

    @property
    def next_card_no(self) -> int | None:
        """The number of the next card to type, or None if all are in."""
        if self.missing_contestants:
            return self.missing_contestants[0]
        return None

    @property
    def has_first_half(self) -> bool:
        """Whether the first half is typed."""
        return self.party.card_figures != CardBoxes.TOTAL and not self.part

    @property
    def has_second_half(self) -> bool:
        """Whether the second half is typed too."""
        return self.party.card_figures == CardBoxes.HALVES and not self.part

    @property
    def has_rounds_column(self) -> bool:
        """Whether the list shows the rounds of each card, because they differ."""
        return len({row.rounds_played for row in self.rows if row.is_entered}) > 1

    @cached_property
    def columns(self) -> CardColumns:
        """The columns that all rows of the list have."""
        return CardColumns(
            session_id=self.party.pk,
            part=self.part,
            has_first_half=self.has_first_half,
            has_second_half=self.has_second_half,
            has_lone_hand_boxes=self.party.types_lone_hands,
            has_rounds_column=self.has_rounds_column,
            rounds_noun=self.party.rounds_noun,
        )

    @property
    def is_last(self) -> bool:
        """Whether no further round has cards."""
        return not self.part or self.part >= self.party.rounds


def fetch_cards_page(
    party: Party, part: int = 0, *, list_key: str = "", page_no: str = ""
) -> CardsPage:
    """Return the cards for the evening or for round *part*. (Costs six queries.)"""
    # First, so that a card that comes in while the rest is read is sent as news later.
    history_state = fetch_history_state(party)
    contestants = fetch_party_contestants(party)
    all_cards = read_cards(party)
    holders = frozenset(list_card_holders(party, contestants))
    parts = range(0)
    if has_round_cards(party):
        part = _choose_part(party, all_cards, part, len(holders))
        last_part = max((card.part for card in all_cards), default=0)
        parts = range(1, last_part + 2)
    else:
        part = 0
    cards = [card for card in all_cards if card.part == part]
    # If both partners handed in a card, the first one counts.
    card_by_number = {
        int(contestants.get_contestant(str(card.player)).key): card for card in reversed(cards)
    }
    clock = make_card_clock(party)
    latest_round = party.played_rounds.order_by("round_no").last()
    seating = read_seating(latest_round.seating) if latest_round else ()
    card_sums = compute_card_sums(party, list(card_by_number.values()), contestants, seating)
    return CardsPage(
        party=party,
        part=part,
        parts=parts,
        rows=_make_card_rows(contestants, holders, card_by_number, part, clock),
        cards=card_by_number,
        sums=card_sums,
        hints=list_sum_hints(party, card_sums),
        clock=clock,
        history_state=history_state,
        list_key=list_key,
        page_no=page_no,
    )


def _make_card_rows(
    contestants: Contestants,
    holders: Collection[Contestant],
    card_by_number: Mapping[int, PartyCard],
    part: int,
    clock: ClockFace,
) -> tuple[CardRow, ...]:
    """Return a row for each contestant by number, also for leavers who hand in no card."""
    party = contestants.names.party
    typist_by_player = dict(
        party.cards.filter(part=part).values_list("player", "entered_by__username")
    )
    max_per_round = compute_max_per_round(party)
    # While play goes on, a card can't have more than the rounds so far.
    is_playing = clock.is_running and not clock.is_late
    rounds_so_far = clock.round_no if is_playing else party.rounds
    rows = []
    for contestant in sorted(contestants, key=lambda contestant: int(contestant.key)):
        row = _make_card_row(
            contestants,
            contestant,
            card_by_number.get(int(contestant.key)),
            max_per_round,
            typist_by_player,
            rounds_so_far=rounds_so_far,
            has_left=contestant not in holders,
        )
        rows.append(row)
    return tuple(rows)


def make_card_boxes(card: PartyCard | None, number: str = "") -> dict[str, str]:
    """Return the texts in the boxes for *card*, or for a new card of player *number*."""
    if card is None:
        return {"number": number, "version": "0"}
    return {
        "number": str(card.player),
        "version": str(card.version),
        "rounds": format_card_rounds(card),
        "half": _format_optional_figure(card.half),
        "second": _format_optional_figure(card.second),
        "total": _format_optional_figure(card.total),
        "lone": _format_optional_figure(card.lone or None),
    }


def format_card_rounds(card: PartyCard) -> str:
    """Return the rounds on *card* as they are typed, "" for all."""
    if card.first_round is None and card.last_round is None:
        return ""
    return f"{card.first_round or 1}-{card.last_round or ''}".rstrip("-")


def _choose_part(
    party: Party, cards: Sequence[PartyCard], requested_part: int, holder_count: int
) -> int:
    """Return the requested round, or the first one with missing cards.

    *holder_count* is the number of contestants who hand in cards.
    """
    if 1 <= requested_part <= party.rounds:
        return requested_part
    last_part = max((card.part for card in cards), default=1)
    card_count = sum(card.part == last_part for card in cards)
    if card_count >= holder_count > 0:
        return min(last_part + 1, party.rounds)
    return min(last_part, party.rounds)


def _make_card_row(
    contestants: Contestants,
    contestant: Contestant,
    card: PartyCard | None,
    max_per_round: int | None,
    typist_by_player: Mapping[int, str | None],
    *,
    rounds_so_far: int,
    has_left: bool,
) -> CardRow:
    key = contestant.key
    names = contestants.names
    row = CardRow(int(key), contestant.number, contestants[key], has_left)
    if card is None:
        return row
    first_round, last_round = get_card_rounds(names.party, names, card)
    rounds_until_now = max(min(last_round, rounds_so_far) - first_round + 1, 1)
    max_on_card = max_per_round and max_per_round * rounds_until_now
    rounds_text = format_noun_count(rounds_until_now, names.party.round_noun)
    typist = typist_by_player.get(card.player) or "someone"
    entry_time = timezone.localtime(card.entered_at)
    return replace(
        row,
        is_entered=True,
        half=_format_optional_figure(card.half),
        second=_format_optional_figure(card.second),
        total=str(card.total),
        lone=str(card.lone),
        rounds=format_card_rounds(card),
        rounds_played=str(last_round - first_round + 1),
        problems=list_card_problems(card, max_on_card, rounds_text),
        entry_note=f"{typist}, {entry_time:%H:%M}",
    )


def _format_optional_figure(figure: int | None) -> str:
    if figure is None:
        return ""
    return str(figure)


class CardLayoutForm(SettingsForm):
    """The figures that are typed from every card.

    In a mix the first rounds are reported by tables, and *card_from* is the first one on cards.
    """

    card_boxes = forms.ChoiceField(label="Figures per card", choices=CardBoxes.choices)
    card_from = WholeNumberField(
        what="the number of the first on the cards", example=13, min_value=2, max_value=100
    )

    class Meta:
        model = Party
        fields = ("card_boxes", "card_lone", "card_from")
        labels: ClassVar = {"card_lone": "Lone hands"}

    def __init__(self, data: Mapping[str, str] | None, *, party: Party) -> None:
        initial = {
            "card_boxes": party.card_figures,
            "card_lone": party.types_lone_hands,
            "card_from": party.first_card_round,
        }
        super().__init__(data, instance=party, initial=initial)
        self.fields["card_from"].label = f"First {party.round_noun} on the cards"
        if party.entry != MIX:
            del self.fields["card_from"]


UNCHANGED = HTTPStatus.NO_CONTENT


@require_safe
@vary_on_headers("HX-Request")
def show_cards(request: DeskRequest, ref: int) -> HttpResponse:
    """Show the cards and the form for the next one.

    With ``?since=`` only the list is shown, or nothing (204) if it hasn't changed.
    """
    party = fetch_party_by_session(ref)
    if request.htmx and request.GET.get("since"):
        if fetch_history_state(party).text == request.GET["since"]:
            return HttpResponse(status=UNCHANGED)
        page = _fetch_requested_page(request, party)
        return render(request, "party/cards/_state.html", _make_cards_context(party, page))
    return render_cards_page(request, party)


@require_role_to_send(Role.SCORER)
@require_POST
@vary_on_headers("HX-Request")
@ask_before_removal
def store_or_remove_card(request: DeskRequest, ref: int) -> HttpResponse:
    """Store or remove a card. A refused one keeps everything typed."""
    party = fetch_party_by_session(ref)
    typed_card = read_typed_card(request.POST)
    card: PartyCard | None = None
    try:
        card_args: dict[str, Any] = {
            "party": party,
            "number": typed_card.number,
            "part": typed_card.part,
            "version": typed_card.version,
            "user": request.user,
        }
        if REMOVE_BUTTON in request.POST:
            remove_card(**card_args)
        else:
            card = store_card(**card_args, figures=typed_card.parse_figures())
    except DeskError as error:
        return _render_refused_card(request, fetch_party_by_session(ref), typed_card, error)
    page = fetch_cards_page(party, typed_card.part)
    message = page.describe_saved_card(card)
    if request.htmx:
        context = _make_cards_context(party, page) | {"saved": message}
        return render(request, "party/cards/_answer.html", context)
    if message:
        messages.success(request, message)
    query = f"?round={typed_card.part}" if typed_card.part else ""
    return redirect(f"{reverse('party_cards', args=[ref])}{query}")


@require_role_to_send(Role.SCORER)
@require_POST
@ask_before_standings_change
def change_card_layout(request: DeskRequest, ref: int) -> HttpResponse:
    """Store which figures are typed from every card."""
    party = fetch_party_by_session(ref)
    form = CardLayoutForm(request.POST, party=party)
    if not form.is_valid():
        return render_cards_page(request, party, layout_form=form)
    try:
        store_card_layout(party=party, user=request.user, **form.cleaned_data)
    except DeskError as error:
        return render_cards_page(request, fetch_party_by_session(ref), error=str(error))
    return redirect("party_cards", ref=ref)


def render_cards_page(
    request: DeskRequest,
    party: Party,
    *,
    error: str = "",
    layout_form: CardLayoutForm | None = None,
) -> HttpResponse:
    """Show the whole page, with the card in ``?card=`` in the form."""
    if not party.has_cards or not party.method:
        messages.warning(
            request, "This party has no tally cards. You can change that in step 1, Field."
        )
        url_name = "party_play" if party.method else "party_field"
        return redirect(url_name, ref=party.pk)
    page = _fetch_requested_page(request, party)
    number = parse_small_number(request.GET.get("card", ""))
    card = page.cards.get(number)
    context = make_party_context(party, "play") | _make_cards_context(party, page)
    context |= {
        "form": make_card_boxes(card, str(number or page.next_card_no or "")),
        "error": error,
        "corrected_card": card,
        "layout_fields": layout_form or CardLayoutForm(None, party=party),
        "is_open": layout_form is not None,
    }
    status = get_page_status(error or layout_form)
    return TemplateResponse(request, "party/cards.html", context, status=status)


def _fetch_requested_page(request: DeskRequest, party: Party) -> CardsPage:
    return fetch_cards_page(
        party,
        parse_small_number(request.GET.get("round", "")),
        list_key=request.GET.get("show", ""),
        page_no=request.GET.get("page", ""),
    )


def _make_cards_context(party: Party, page: CardsPage) -> dict[str, object]:
    return {
        "party": party,
        "session": party.session,
        "page": page,
        "play": page,
        **make_play_undo_context(party),
    }


def _render_refused_card(
    request: DeskRequest, party: Party, typed_card: TypedCard, error: DeskError
) -> HttpResponse:
    """Show a refused card as typed, with the error."""
    # Field may have been changed meanwhile, and then another page takes cards.
    if not party.has_cards:
        return render_cards_page(request, party, error=str(error))
    # If somebody else has stored the card, the error has their version: sending it once more
    # replaces theirs on purpose.
    version = str(error.params.get("version", typed_card.version))
    refused = {
        "boxes": {**typed_card.boxes, "version": version},
        "error": str(error),
        "has_stored_version": "version" in error.params,
    }
    page = fetch_cards_page(party, typed_card.part)
    context = _make_cards_context(party, page) | {"refused": refused}
    if request.htmx:
        return render_page(request, "party/cards/_answer.html", context, problems=error)
    context |= make_party_context(party, "play") | {
        "form": make_card_boxes(None, str(page.next_card_no or "")),
        "corrected_card": None,
        "layout_fields": CardLayoutForm(None, party=party),
    }
    return render_page(request, "party/cards.html", context, problems=error)
