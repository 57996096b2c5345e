"""The page on which the cards of a party are typed: who is in, who is missing, and whether the room can be right."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils import timezone

from director.party.cards.read.checks import Sum, card_faults, sum_hints, sums
from director.party.cards.read.games import cards_read, has_round_cards
from director.party.models import CardBoxes, Party, PartyCard
from director.party.play.read.page import PartyClock, Since, party_clock, party_since
from director.party.seats.read.seating import party_names, seating_read
from scoring import find_party_method


@dataclass(frozen=True, slots=True)
class CardRow:
    """One player's card as the page lists it; *card* is ``None`` before it is in."""

    number: int
    name: str
    group: str
    has_left: bool
    card: PartyCard | None
    rounds: str
    faults: tuple[str, ...]
    typed: str  # who typed it and when


@dataclass(frozen=True)
class CardsPage:
    """The cards of a party, or those of one round where every round has its own."""

    party: Party
    part: int
    parts: range
    rows: tuple[CardRow, ...]
    sums: tuple[Sum, ...]
    hints: tuple[str, ...]
    clock: PartyClock
    since: Since

    @property
    def missing(self) -> tuple[int, ...]:
        """The numbers of those whose card is not in, without those who left."""
        return tuple(row.number for row in self.rows if row.card is None and not row.has_left)

    @property
    def cards_in(self) -> int:
        """How many cards are in."""
        return sum(row.card is not None for row in self.rows)

    @property
    def next_no(self) -> int | None:
        """The number of the card that is typed next in order."""
        return self.missing[0] if self.missing else None

    @property
    def asks_half(self) -> bool:
        """Whether the first half is typed."""
        return self.party.on_cards != CardBoxes.TOTAL and not self.part

    @property
    def asks_second(self) -> bool:
        """Whether the second half is typed too."""
        return self.party.on_cards == CardBoxes.HALVES and not self.part

    @property
    def unit(self) -> str:
        """What is counted."""
        return find_party_method(self.party.method).unit if self.party.method else "points"

    @property
    def is_last(self) -> bool:
        """Whether no further round has cards."""
        return not self.part or self.part >= self.party.rounds


def cards_page(party: Party, part: int = 0) -> CardsPage:
    """Return the page of *party*, of round *part* where every round has its cards; six queries whatever the size."""
    since = party_since(party)
    names = party_names(party)
    cards = cards_read(party)
    playing = sum(player.left_round is None for player in names.by_player.values())
    part = _part(party, cards, part, playing) if has_round_cards(party) else 0
    own = [card for card in cards if card.part == part]
    by_player = {card.player: card for card in own}
    first = party.played_rounds.order_by("round_no").first()
    typists = dict(party.cards.filter(part=part).values_list("player", "entered_by__username"))
    rows = tuple(
        _row(party, player.number, names[number], player.group, player.left_round, by_player, typists)
        for number, player in sorted(names.by_player.items(), key=lambda item: item[1].number)
    )
    lines = sums(party, own, playing, seating_read(first.seating) if first else ())
    return CardsPage(
        party=party,
        part=part,
        parts=range(1, max((card.part for card in cards), default=0) + 2) if part else range(0),
        rows=rows,
        sums=lines,
        hints=sum_hints(party, lines),
        clock=party_clock(party),
        since=since,
    )


def card_boxes(card: PartyCard | None, number: str = "") -> dict[str, str]:
    """Return what stands in the boxes for *card*; only its *number* where it is not in."""
    if card is None:
        return {"number": number, "version": "0"}
    figures = {"half": card.half, "second": card.second, "total": card.total, "lone": card.lone or None}
    boxes = {name: "" if figure is None else str(figure) for name, figure in figures.items()}
    return {"number": str(card.player), "version": str(card.version), "rounds": rounds_text(card), **boxes}


def rounds_text(card: PartyCard) -> str:
    """Return the rounds on *card* as they are typed; empty for all of them."""
    if card.first_round is None and card.last_round is None:
        return ""
    return f"{card.first_round or 1}-{card.last_round or ''}".rstrip("-")


def _part(party: Party, cards: Sequence[PartyCard], asked: int, playing: int) -> int:
    """Return the round whose cards are shown: the one *asked* for, else the first that lacks any."""
    if 1 <= asked <= party.rounds:
        return asked
    last = max((card.part for card in cards), default=1)
    is_in = sum(card.part == last for card in cards) >= playing > 0
    return min(last + is_in, party.rounds)


def _row(
    party: Party,
    number: int,
    name: str,
    group: str,
    left_round: int | None,
    cards: Mapping[int, PartyCard],
    typists: Mapping[int, str],
) -> CardRow:
    card = cards.get(number)
    if card is None:
        return CardRow(number, name, party.group_name(group), left_round is not None, None, "", (), "")
    typed = f"{typists.get(number) or 'somebody'}, {timezone.localtime(card.entered_at):%H:%M}"
    faults = card_faults(party, card)
    return CardRow(
        number, name, party.group_name(group), left_round is not None, card, rounds_text(card), faults, typed
    )
