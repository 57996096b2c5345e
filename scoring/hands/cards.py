"""The four hands of a board: read, count and turn them."""

import re
from dataclasses import dataclass

from scoring.bridge.boards import SEATS
from scoring.errors import DealError
from scoring.sentences import ScoringSentences

RANKS = "AKQJT98765432"
SUITS = "SHDC"
CARDS = tuple(f"{suit}{rank}" for suit in SUITS for rank in RANKS)
"""All 52 cards, from the ace of spades to the two of clubs: ``"SA"`` to ``"C2"``."""
SEAT_NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}
_HIGH_CARD_POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
_DEAL = re.compile(r"([NESW]):(.+)", re.DOTALL)
_HAND = re.compile(r"[AKQJT2-9]*\.[AKQJT2-9]*\.[AKQJT2-9]*\.[AKQJT2-9]*")


@dataclass(frozen=True, slots=True)
class Hands:
    """Four hands of thirteen cards. *owners* has the seat of each of ``CARDS``.

    >>> deal = read_deal("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
    >>> deal.points("N"), deal.suit("E", "H"), deal.turned(1).suit("S", "H")
    (10, 'AKQJT98765432', 'AKQJT98765432')
    """

    owners: str

    def __post_init__(self) -> None:
        if len(self.owners) != len(CARDS) or set(self.owners) - set(SEATS):
            raise DealError(ScoringSentences.DEAL_UNREADABLE, text=self.owners[:60])
        for seat in SEATS:
            count = self.owners.count(seat)
            if count != 13:
                raise DealError(ScoringSentences.DEAL_HAND_SIZE, seat=SEAT_NAMES[seat], count=count)

    def __str__(self) -> str:
        """The deal in PBN's form, from North."""
        return self.text("N")

    def suit(self, seat: str, suit: str) -> str:
        """Return the cards of *seat* in *suit*, highest first."""
        start = 13 * SUITS.index(suit)
        owners = self.owners[start : start + 13]
        return "".join(rank for rank, owner in zip(RANKS, owners, strict=True) if owner == seat)

    def hand(self, seat: str) -> str:
        """Return the hand of *seat*, spades first: ``"AKQ.T98.765.5432"``."""
        return ".".join(self.suit(seat, suit) for suit in SUITS)

    def cards(self, seat: str) -> frozenset[str]:
        """Return the thirteen cards of *seat*, such as ``"SA"``."""
        return frozenset(
            card for card, owner in zip(CARDS, self.owners, strict=True) if owner == seat
        )

    def points(self, seat: str) -> int:
        """Return the high-card points of *seat*: ace 4, king 3, queen 2, jack 1."""
        return sum(_HIGH_CARD_POINTS.get(rank, 0) for rank in self.hand(seat))

    def text(self, first: str) -> str:
        """Return the deal in PBN's form, clockwise from the seat *first*."""
        return f"{first}:{' '.join(self.hand(seat) for seat in _list_seats_clockwise(first))}"

    def turned(self, quarters: int) -> "Hands":
        """Return the deal turned clockwise by *quarters* seats."""
        new_seats = dict(zip(SEATS, _list_seats_clockwise(SEATS[quarters % 4]), strict=True))
        return Hands("".join(new_seats[owner] for owner in self.owners))


def _list_seats_clockwise(first: str) -> tuple[str, ...]:
    """Return the seats clockwise from *first*."""
    start = SEATS.index(first)
    return SEATS[start:] + SEATS[:start]


def read_deal(text: str) -> Hands:
    """Parse a deal in PBN's form. One hand may be ``-``: it has the cards that are left.

    :raises DealError: if *text* has no four hands, or they are not 52 cards, 13 each

    Source: [PBN21].
    """
    match = _DEAL.fullmatch(text.strip().upper().replace("10", "T"))
    hands = match[2].split() if match else []
    are_readable = all(hand == "-" or _HAND.fullmatch(hand) for hand in hands)
    if match is None or len(hands) != 4 or not are_readable:
        raise DealError(ScoringSentences.DEAL_UNREADABLE, text=text.strip()[:80])
    cards_by_seat = {}
    for seat, hand in zip(_list_seats_clockwise(match[1]), hands, strict=True):
        if hand != "-":
            cards_by_seat[seat] = _list_cards(hand)
    return deal_of(cards_by_seat)


def deal_of(hands: dict[str, list[str]]) -> Hands:
    """Return the deal of *hands*, lists of cards such as ``"SA"`` by seat. One may be missing.

    :raises DealError: if the hands are not 52 cards, 13 each
    """
    if len(hands) < 3:
        raise DealError(ScoringSentences.DEAL_HAND_UNKNOWN, count=4 - len(hands))
    owners: dict[str, str] = {}
    for seat in SEATS:
        if seat not in hands:
            continue
        if len(hands[seat]) != 13:
            raise DealError(
                ScoringSentences.DEAL_HAND_SIZE, seat=SEAT_NAMES[seat], count=len(hands[seat])
            )
        for card in hands[seat]:
            if owners.get(card) == seat:
                raise DealError(
                    ScoringSentences.DEAL_HELD_TWICE, seat=SEAT_NAMES[seat], card=card_name(card)
                )
            if card in owners:
                raise DealError(
                    ScoringSentences.DEAL_CARD_TWICE,
                    seat=SEAT_NAMES[seat],
                    card=card_name(card),
                    other=SEAT_NAMES[owners[card]],
                )
            owners[card] = seat
    # The missing hand has the cards that are left.
    missing_seat = next((seat for seat in SEATS if seat not in hands), "")
    return Hands("".join(owners.get(card, missing_seat) for card in CARDS))


def card_name(card: str) -> str:
    """Return a card in words.

    >>> card_name("HT"), card_name("SA")
    ('ten of hearts', 'ace of spades')
    """
    rank_names = dict(zip(RANKS, ("ace", "king", "queen", "jack", "ten", *RANKS[5:]), strict=True))
    suit_names = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
    return f"{rank_names[card[1]]} of {suit_names[card[0]]}"


def _list_cards(hand: str) -> list[str]:
    cards = []
    for suit, ranks in zip(SUITS, hand.split("."), strict=True):
        cards += [f"{suit}{rank}" for rank in ranks]
    return cards
