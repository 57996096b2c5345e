"""Data for the page of tally cards: entered and missing cards, and the room's sums.

A card belongs to a contestant: a player, or a pair whose partners stay together. If each round has
cards of its own, a card belongs to a *part*, which is the round; otherwise the part is 0.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.utils import timezone

from director.core.night.clock import ClockFace
from director.party.models import CardBoxes, Party, PartyCard
from director.party.movement.cards import (
    CardSum,
    compute_card_sums,
    compute_max_per_round,
    find_card_problems,
    find_sum_hints,
    get_card_rounds,
    has_round_cards,
    list_card_holders,
    read_cards,
)
from director.party.movement.clock import build_card_clock
from director.party.movement.seating import (
    Contestant,
    Contestants,
    fetch_party_contestants,
    read_seating,
)
from director.party.movement.words import format_count
from director.party.pages.play.page import HistoryState, fetch_history_state

ROWS_PER_PAGE = 50


@dataclass(frozen=True, slots=True)
class CardRow:
    """A card in the list, with all figures as text.

    *numbers* are those of all its players, such as "4 & 17" for a pair. *entry_note* says who typed
    the card and when.
    """

    number: int
    numbers: str
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
    entry_note: str = ""


@dataclass(frozen=True, slots=True)
class CardColumns:
    """What all rows of the list share: the boxes they show, and where a card is corrected."""

    session_id: int
    part: int
    has_first_half: bool
    has_second_half: bool
    asks_lone_hands: bool
    shows_rounds_played: bool
    rounds_word: str


@dataclass(frozen=True)
class CardsPage:
    """The cards of a party, or of one round.

    *cards* are those of this *part*, by the number of the player or pair. *list_key* is the key of the
    list that is shown, see :attr:`tabs`.
    """

    party: Party
    part: int
    parts: range
    rows: tuple[CardRow, ...]
    cards: Mapping[int, PartyCard]
    sums: tuple[CardSum, ...]
    hints: tuple[str, ...]
    clock: ClockFace
    history_state: HistoryState
    list_key: str = ""
    page_no: str = ""

    def describe_saved_card(self, card: PartyCard | None) -> str:
        """Return the message that *card* was saved, or "" without one."""
        for row in self.rows:
            if card and self.cards.get(row.number) == card:
                return f"Saved: {row.numbers} {row.name} {row.total}"
        return ""

    @cached_property
    def _lists(self) -> dict[str, tuple[str, tuple[CardRow, ...]]]:
        """The lists that the page can show, each with its name, by key."""
        missing = set(self.missing_contestants)
        return {
            "": ("All", self.rows),
            "missing": ("Missing", tuple(row for row in self.rows if row.number in missing)),
            "faults": ("Check", tuple(row for row in self.rows if row.problems)),
        }

    @cached_property
    def pages(self) -> Page[CardRow]:
        """One page of the shown list."""
        _, rows = self._lists.get(self.list_key, self._lists[""])
        return Paginator(rows, ROWS_PER_PAGE).get_page(self.page_no)

    @property
    def query(self) -> str:
        """The query for the same list."""
        return urlencode({"round": self.part, "show": self.list_key, "page": self.pages.number})

    @property
    def tabs(self) -> list[dict[str, object]]:
        """The lists as tabs, each with its number of cards. Empty lists have no tab."""
        tabs: list[dict[str, object]] = []
        for key, (name, rows) in self._lists.items():
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
    def next_no(self) -> int | None:
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
    def shows_rounds_played(self) -> bool:
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
            asks_lone_hands=self.party.types_lone_hands,
            shows_rounds_played=self.shows_rounds_played,
            rounds_word=self.party.rounds_word,
        )

    @property
    def is_last(self) -> bool:
        """Whether no further round has cards."""
        return not self.part or self.part >= self.party.rounds


def fetch_cards_page(
    party: Party, part: int = 0, *, show: str = "", page_no: str = ""
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
    card_by_number = {int(contestants.find(str(card.player)).key): card for card in reversed(cards)}
    clock = build_card_clock(party)
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
        hints=find_sum_hints(party, card_sums),
        clock=clock,
        history_state=history_state,
        list_key=show,
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
    typists = dict(party.cards.filter(part=part).values_list("player", "entered_by__username"))
    max_per_round = compute_max_per_round(party)
    # While play goes on, a card can't have more than the rounds so far.
    is_playing = clock.is_running and not clock.is_late
    rounds_so_far = clock.round_no if is_playing else party.rounds
    return tuple(
        _make_card_row(
            contestants,
            contestant,
            card_by_number.get(int(contestant.key)),
            max_per_round,
            typists,
            rounds_so_far=rounds_so_far,
            has_left=contestant not in holders,
        )
        for contestant in sorted(contestants, key=lambda contestant: int(contestant.key))
    )


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
    cards_of_part = sum(card.part == last_part for card in cards)
    if cards_of_part >= holder_count > 0:
        return min(last_part + 1, party.rounds)
    return min(last_part, party.rounds)


def _make_card_row(
    contestants: Contestants,
    contestant: Contestant,
    card: PartyCard | None,
    max_per_round: int | None,
    typists: Mapping[int, str | None],
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
    rounds_text = format_count(rounds_until_now, names.party.round_word)
    typist = typists.get(card.player) or "someone"
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
        problems=find_card_problems(card, max_on_card, rounds_text),
        entry_note=f"{typist}, {entry_time:%H:%M}",
    )


def _format_optional_figure(figure: int | None) -> str:
    if figure is None:
        return ""
    return str(figure)
