"""The page of cards: who is in, who is missing, and the room's total."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.utils import timezone

from director.core.night.clock.read import ClockFace
from director.party.models import CardBoxes, Party, PartyCard
from director.party.movement.clock import cards_clock
from director.party.movement.games.card_faults import (
    Sum,
    card_faults,
    most_of_a_round,
    sum_hints,
    sums,
)
from director.party.movement.games.cards import card_rounds, has_round_cards, read_cards
from director.party.movement.options import counted_unit
from director.party.movement.seating.contestants import Contestant, Contestants, party_contestants
from director.party.movement.seating.read import read_seating
from director.party.movement.words import plural
from director.party.pages.play.page import Since, party_since

ROWS_PER_PAGE = 50


@dataclass(frozen=True, slots=True)
class CardRow:
    """A card in the list, all figures as text."""

    number: int
    numbers: str  # "4 & 17" of a pair
    name: str
    has_left: bool
    is_in: bool = False
    half: str = ""
    second: str = ""
    total: str = ""
    lone: str = ""
    rounds: str = ""
    played: str = ""
    faults: tuple[str, ...] = ()
    typed: str = ""  # who typed it and when


@dataclass(frozen=True, slots=True)
class CardColumns:
    """The columns of the list, and where a card is corrected."""

    session_id: int
    part: int
    asks_half: bool
    asks_second: bool
    asks_lone: bool
    tells_played: bool
    rounds_word: str


@dataclass(frozen=True)
class CardsPage:
    """The cards of a party, or of one round."""

    party: Party
    part: int
    parts: range
    rows: tuple[CardRow, ...]
    cards: Mapping[int, PartyCard]  # those of this part, by the number of player or pair
    sums: tuple[Sum, ...]
    hints: tuple[str, ...]
    clock: ClockFace
    since: Since
    show: str = ""
    page_no: str = ""

    def saved_words(self, card: PartyCard | None) -> str:
        """Return that *card* was saved, or ""."""
        rows = (row for row in self.rows if card and self.cards.get(row.number) == card)
        return next((f"Saved: {row.numbers} {row.name} {row.total}" for row in rows), "")

    @cached_property
    def _lists(self) -> dict[str, tuple[str, tuple[CardRow, ...]]]:
        """The lists that the page can show, with what each is called."""
        missing = set(self.missing)
        return {
            "": ("All", self.rows),
            "missing": ("Missing", tuple(row for row in self.rows if row.number in missing)),
            "faults": ("Check", tuple(row for row in self.rows if row.faults)),
        }

    @cached_property
    def pages(self) -> Page[CardRow]:
        """The rows of one page of the list that is asked for."""
        return Paginator(self._lists.get(self.show, self._lists[""])[1], ROWS_PER_PAGE).get_page(
            self.page_no
        )

    @property
    def asked(self) -> str:
        """What an address asks for to have the same list again."""
        return urlencode({"round": self.part, "show": self.show, "page": self.pages.number})

    @property
    def tabs(self) -> list[dict[str, object]]:
        """The lists as tabs, each with how many it has."""
        return [
            {
                "name": f"{name} {len(rows)}",
                "address": f"?round={self.part}&show={key}",
                "is_open": key == self.show,
            }
            for key, (name, rows) in self._lists.items()
            if rows or not key
        ]

    @property
    def missing(self) -> tuple[int, ...]:
        """The numbers whose card is missing, without leavers."""
        return tuple(row.number for row in self.rows if not row.is_in and not row.has_left)

    @property
    def next_no(self) -> int | None:
        """The number of the card that is typed next in order."""
        if self.missing:
            return self.missing[0]
        return None

    @property
    def asks_half(self) -> bool:
        """Whether the first half is typed."""
        return self.party.on_cards != CardBoxes.TOTAL and not self.part

    @property
    def asks_second(self) -> bool:
        """Whether the second half is typed too."""
        return self.party.on_cards == CardBoxes.HALVES and not self.part

    @property
    def tells_played(self) -> bool:
        """Whether the list shows how many rounds each card has."""
        return len({row.played for row in self.rows if row.is_in}) > 1

    @cached_property
    def columns(self) -> CardColumns:
        """What all rows of the list have in common."""
        party = self.party
        asked = (self.asks_half, self.asks_second, party.lone_on_cards, self.tells_played)
        return CardColumns(party.pk, self.part, *asked, party.rounds_word)

    @property
    def unit(self) -> str:
        """What is counted."""
        return counted_unit(self.party) or "points"

    @property
    def is_last(self) -> bool:
        """Whether no further round has cards."""
        return not self.part or self.part >= self.party.rounds


def cards_page(party: Party, part: int = 0, *, show: str = "", page_no: str = "") -> CardsPage:
    """Return the cards of *party*, of round *part* if each has its own. Six queries."""
    since = party_since(party)
    contestants = party_contestants(party)
    cards = read_cards(party)
    playing = frozenset(contestants.playing)
    part = _part(party, cards, part, len(playing)) if has_round_cards(party) else 0
    own = [card for card in cards if card.part == part]
    by_number = {int(contestants.of(str(card.player)).key): card for card in reversed(own)}
    latest = party.played_rounds.order_by("round_no").last()
    typists = dict(party.cards.filter(part=part).values_list("player", "entered_by__username"))
    most, clock = most_of_a_round(party), cards_clock(party)
    so_far = clock.round_no if clock.is_running and not clock.is_late else party.rounds
    rows = tuple(
        _row(
            contestants,
            contestant,
            by_number.get(int(contestant.key)),
            most,
            typists,
            so_far=so_far,
            has_left=contestant not in playing,
        )
        for contestant in sorted(contestants, key=lambda contestant: int(contestant.key))
    )
    word = contestants.word
    seating = read_seating(latest.seating) if latest else ()
    lines = sums(party, list(by_number.values()), len(playing), seating, word=word)
    parts = range(1, max((card.part for card in cards), default=0) + 2) if part else range(0)
    return CardsPage(
        party=party,
        part=part,
        parts=parts,
        rows=rows,
        cards=by_number,
        sums=lines,
        hints=sum_hints(party, lines, word=word),
        clock=clock,
        since=since,
        show=show,
        page_no=page_no,
    )


def card_boxes(card: PartyCard | None, number: str = "") -> dict[str, str]:
    """Return the texts in the boxes for *card*."""
    if card is None:
        return {"number": number, "version": "0"}
    figures = {
        "half": card.half,
        "second": card.second,
        "total": card.total,
        "lone": card.lone or None,
    }
    boxes = {name: "" if figure is None else str(figure) for name, figure in figures.items()}
    return {
        "number": str(card.player),
        "version": str(card.version),
        "rounds": rounds_text(card),
        **boxes,
    }


def rounds_text(card: PartyCard) -> str:
    """Return the rounds on *card* as typed, "" for all."""
    if card.first_round is None and card.last_round is None:
        return ""
    return f"{card.first_round or 1}-{card.last_round or ''}".rstrip("-")


def _part(party: Party, cards: Sequence[PartyCard], asked: int, playing: int) -> int:
    """Return the round to show: the one *asked* for, or the first incomplete one."""
    if 1 <= asked <= party.rounds:
        return asked
    last = max((card.part for card in cards), default=1)
    is_in = sum(card.part == last for card in cards) >= playing > 0
    return min(last + is_in, party.rounds)


def _row(
    contestants: Contestants,
    contestant: Contestant,
    card: PartyCard | None,
    most: int | None,
    typists: Mapping[int, str | None],
    *,
    so_far: int,
    has_left: bool,
) -> CardRow:
    """Return the row of *contestant*."""
    key, names = contestant.key, contestants.names
    row = CardRow(int(key), contestant.number, contestants[key], has_left)
    if card is None:
        return row
    first, last = card_rounds(names.party, names, card)
    played = max(min(last, so_far) - first + 1, 1)
    return replace(
        row,
        is_in=True,
        half=_figure(card.half),
        second=_figure(card.second),
        total=str(card.total),
        lone=str(card.lone),
        rounds=rounds_text(card),
        played=str(last - first + 1),
        faults=card_faults(card, most and most * played, plural(played, names.party.round_word)),
        typed=f"{typists.get(card.player) or 'someone'}, {timezone.localtime(card.entered_at):%H:%M}",
    )


def _figure(figure: int | None) -> str:
    if figure is None:
        return ""
    return str(figure)
