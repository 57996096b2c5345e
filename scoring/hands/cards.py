"""The cards of a board: four hands read, counted, turned and dealt at random, and the trump of whist."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from math import comb

from scoring.bridge.contracts import SEATS
from scoring.errors import DealError, EntryError
from scoring.hands.card_languages import RANKS, SUITS, read_card, translate_ranks

CARDS = tuple(f"{suit}{rank}" for suit in SUITS for rank in RANKS)
"""All 52 cards, from the ace of spades to the two of clubs: ``"SA"`` to ``"C2"``."""
SEAT_NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}
_HIGH_CARD_POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
_DEAL_PATTERN = re.compile(r"([NESW]):(.+)", re.DOTALL)
_HAND_PATTERN = re.compile(r"[AKQJT2-9]*\.[AKQJT2-9]*\.[AKQJT2-9]*\.[AKQJT2-9]*")

DEAL_COUNT = comb(52, 13) * comb(39, 13) * comb(26, 13)
"""The number of different deals."""
_DEAL_NUMBER_BITS = 96  # the fewest full bytes that can number all deals

NO_TRUMPS = "NT"
_SUIT_SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_SUIT_BY_WORD = {symbol: suit for suit, symbol in _SUIT_SYMBOLS.items()} | {
    word: suit
    for suit, name in (("C", "CLUB"), ("D", "DIAMOND"), ("H", "HEART"), ("S", "SPADE"))
    for word in (suit, name, f"{name}S")
}
_STORED_TRUMP_PATTERN = re.compile(r"\b(\d{1,4}):(NT|[CDHS][AKQJT2-9]?)(?!\S)")
_NO_TRUMPS_PATTERN = re.compile(r"N ?T|NO ?TRUMPS?")


@dataclass(frozen=True, slots=True)
class Hands:
    """Four hands of thirteen cards.

    >>> deal = parse_hands("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
    >>> deal.count_points("N"), deal.get_suit("E", "H"), deal.turn_by_quarters(1).get_suit("S", "H")
    (10, 'AKQJT98765432', 'AKQJT98765432')
    """

    seat_by_card: str  # the seat of each card, in the order of CARDS

    def __post_init__(self) -> None:
        if len(self.seat_by_card) != len(CARDS) or set(self.seat_by_card) - set(SEATS):
            raise _make_deal_unreadable_error(text=self.seat_by_card[:60])
        for seat in SEATS:
            count = self.seat_by_card.count(seat)
            if count != 13:
                raise _make_deal_hand_size_error(seat=SEAT_NAMES[seat], count=count)

    def __str__(self) -> str:
        """The deal in PBN's form, from North."""
        return self.format_pbn("N")

    def get_suit(self, seat: str, suit: str) -> str:
        """Return the cards of *seat* in *get_suit*, highest first."""
        start = 13 * SUITS.index(suit)
        owners = self.seat_by_card[start : start + 13]
        return "".join(rank for rank, owner in zip(RANKS, owners, strict=True) if owner == seat)

    def get_hand(self, seat: str) -> str:
        """Return the hand of *seat*, spades first: ``"AKQ.T98.765.5432"``."""
        return ".".join(self.get_suit(seat, suit) for suit in SUITS)

    def get_cards(self, seat: str) -> frozenset[str]:
        """Return the thirteen cards of *seat*, such as ``"SA"``."""
        return frozenset(
            card for card, owner in zip(CARDS, self.seat_by_card, strict=True) if owner == seat
        )

    def count_points(self, seat: str) -> int:
        """Return the high-card points of *seat*: ace 4, king 3, queen 2, jack 1."""
        return sum(_HIGH_CARD_POINTS.get(rank, 0) for rank in self.get_hand(seat))

    def format_pbn(self, first_seat: str) -> str:
        """Return the deal in PBN's form, clockwise from the seat *first_seat*."""
        return f"{first_seat}:{' '.join(self.get_hand(seat) for seat in _list_seats_clockwise(first_seat))}"

    def turn_by_quarters(self, quarters: int) -> "Hands":
        """Return the deal turned clockwise by *quarters* seats."""
        new_seats = dict(zip(SEATS, _list_seats_clockwise(SEATS[quarters % 4]), strict=True))
        return Hands("".join(new_seats[owner] for owner in self.seat_by_card))


def _list_seats_clockwise(first_seat: str) -> tuple[str, ...]:
    """Return the seats clockwise from *first_seat*."""
    start = SEATS.index(first_seat)
    return SEATS[start:] + SEATS[:start]


def parse_hands(text: str) -> Hands:
    """Parse a deal in PBN's form. One hand may be ``-``: it has the cards that are left.

    :raises DealError: if *text* has no four hands, or they are not 52 cards, 13 each

    Source: [PBN21].
    """
    match = _DEAL_PATTERN.fullmatch(text.strip().upper().replace("10", "T"))
    hands = _translate_hands(match[2].split()) if match else []
    if match is None or len(hands) != 4:
        raise _make_deal_unreadable_error(text=text.strip()[:80])
    cards_by_seat = {}
    for seat, hand in zip(_list_seats_clockwise(match[1]), hands, strict=True):
        if hand != "-":
            cards_by_seat[seat] = _list_cards(hand)
    return make_hands(cards_by_seat)


def _translate_hands(hands: list[str]) -> list[str]:
    """Return *hands* with English ranks, or [] if one of them isn't a hand."""
    if all(hand == "-" or _HAND_PATTERN.fullmatch(hand) for hand in hands):
        return hands
    known_hands = [hand for hand in hands if hand != "-"]
    if any(hand.count(".") != 3 for hand in known_hands):
        return []
    ranks = translate_ranks([suit for hand in known_hands for suit in hand.split(".")])
    if ranks is None:
        return []
    translated_hands = (".".join(ranks[start : start + 4]) for start in range(0, len(ranks), 4))
    return [hand if hand == "-" else next(translated_hands) for hand in hands]


def make_hands(cards_by_seat: dict[str, list[str]]) -> Hands:
    """Return the deal of *cards_by_seat*, lists of cards such as ``"SA"`` by seat. One may be missing.

    :raises DealError: if the hands are not 52 cards, 13 each
    """
    if len(cards_by_seat) < 3:
        raise DealError(
            "deal-hand-unknown",
            "{count} of the four hands are missing. A deal needs at least three.",
            count=4 - len(cards_by_seat),
        )
    seat_by_card: dict[str, str] = {}
    for seat in SEATS:
        if seat not in cards_by_seat:
            continue
        if len(cards_by_seat[seat]) != 13:
            raise _make_deal_hand_size_error(seat=SEAT_NAMES[seat], count=len(cards_by_seat[seat]))
        for card in cards_by_seat[seat]:
            if seat_by_card.get(card) == seat:
                raise DealError(
                    "deal-held-twice",
                    "{seat} has the {card} twice. Correct the file.",
                    seat=SEAT_NAMES[seat],
                    card=format_card(card),
                )
            if card in seat_by_card:
                raise DealError(
                    "deal-card-twice",
                    "{seat} and {other} both have the {card}. Correct the file.",
                    seat=SEAT_NAMES[seat],
                    card=format_card(card),
                    other=SEAT_NAMES[seat_by_card[card]],
                )
            seat_by_card[card] = seat
    # The missing hand has the cards that are left.
    missing_seat = next((seat for seat in SEATS if seat not in cards_by_seat), "")
    return Hands("".join(seat_by_card.get(card, missing_seat) for card in CARDS))


def format_card(card: str) -> str:
    """Return a card in words.

    >>> format_card("HT"), format_card("SA")
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


# Random deals: each of the 53 644 737 765 488 792 839 237 440 000 deals is equally likely.
#
# Every deal has a number below 52! / 13!⁴, and every number a deal. The number is made of three
# combinations: which thirteen of the 52 cards North has, which of the 39 that are left East, and
# which of the last 26 South. Each combination is numbered by binomial coefficients.
#
# A random number comes from a seed and the number of the board, by SHA-256. Its first 96 bits are
# drawn again until they are below the number of deals. So each board can be dealt again by itself,
# and nobody who has seen some boards learns anything about the others.


def make_numbered_deal(number: int) -> Hands:
    """Return the deal with *number*, from 0 to ``DEALS`` - 1.

    >>> str(make_numbered_deal(0))[:18], str(make_numbered_deal(DEAL_COUNT - 1))[:18]
    ('N:AKQJT98765432...', 'N:...AKQJT98765432')

    :raises DealError: if there is no such number
    """
    if not 0 <= number < DEAL_COUNT:
        raise DealError(
            "deal-number",
            "There is no deal {number}. Numbers go from 0 to {most}.",
            number=number,
            most=DEAL_COUNT - 1,
        )
    seats = ["W"] * 52
    undealt_cards = list(range(52))
    for seat in "NES":
        number, rank = divmod(number, comb(len(undealt_cards), 13))
        for index in _make_combination(rank, len(undealt_cards), 13):
            seats[undealt_cards[index]] = seat
        undealt_cards = [card for card in undealt_cards if seats[card] == "W"]
    return Hands("".join(seats))


def make_seeded_deal(seed: str, board_no: int) -> Hands:
    """Return the deal of *board_no* that *seed* gives. It is the same in every version.

    >>> make_seeded_deal("a", 1) == make_seeded_deal("a", 1), make_seeded_deal("a", 1) == make_seeded_deal("a", 2)
    (True, False)
    """
    attempt = 0
    number = _draw_random_bits(seed, board_no, attempt)
    # A remainder in place of another attempt would make some deals likelier than others.
    while number >= DEAL_COUNT:
        attempt += 1
        number = _draw_random_bits(seed, board_no, attempt)
    return make_numbered_deal(number)


def _draw_random_bits(seed: str, board_no: int, attempt: int) -> int:
    digest = sha256(f"{seed}\n{board_no}\n{attempt}".encode()).digest()
    return int.from_bytes(digest[: _DEAL_NUMBER_BITS // 8], "big")


def _make_combination(rank: int, size: int, count: int) -> list[int]:
    """Return the combination of *count* indexes below *size* that has this *rank*."""
    indexes = []
    for index in range(size):
        if not count:
            break
        combinations_with_index = comb(size - index - 1, count - 1)
        if rank < combinations_with_index:
            indexes.append(index)
            count -= 1
        else:
            rank -= combinations_with_index
    return indexes


# The trump of a deal of duplicate whist is a suit, a card or no trumps.


def parse_trump(text: str) -> str:
    """Parse a trump. Return its suit, suit and rank if it is a card, or ``"NT"``.

    >>> [parse_trump(text) for text in ("kc", "C K", "K♣", "10h", "♠", "king of clubs", "no trumps", " ")]
    ['CK', 'CK', 'CK', 'HT', 'S', 'CK', 'NT', '']

    :raises EntryError: if *text* is no trump, or names a trump and no trumps
    """
    upper_text = " ".join(text.upper().split())
    if not upper_text:
        return ""
    if _NO_TRUMPS_PATTERN.fullmatch(upper_text):
        return NO_TRUMPS
    if trump := _read_suit_or_card(upper_text):
        return trump
    without_no_trumps = _NO_TRUMPS_PATTERN.sub("", upper_text).strip()
    if without_no_trumps != upper_text and _read_suit_or_card(without_no_trumps):
        raise EntryError(
            "trump-and-no-trumps",
            "“{text}” names a trump for a board at no trumps. Type the card, such as KC, or NT.",
            text=text[:40],
        )
    raise EntryError(
        "trump-unreadable",
        "“{text}” isn’t a trump. Type the card turned up, such as KC, a suit, such as C, or NT.",
        text=text[:40],
    )


def _read_suit_or_card(text: str) -> str:
    return _SUIT_BY_WORD.get(text) or read_card(text)


def format_stored_trump(trump: str) -> str:
    """Return the text of a stored *trump*.

    >>> (
    ...     format_stored_trump("CK"),
    ...     format_stored_trump("HT"),
    ...     format_stored_trump("S"),
    ...     format_stored_trump("NT"),
    ...     format_stored_trump(""),
    ... )
    ('K♣', '10♥', '♠', 'no trumps', '')
    """
    if trump == NO_TRUMPS:
        return "no trumps"
    if trump:
        return f"{trump[1:].replace('T', '10')}{_SUIT_SYMBOLS[trump[0]]}"
    return ""


@lru_cache(maxsize=256)
def parse_trumps_by_board(stored: str) -> Mapping[int, str]:
    """Return the *stored* trumps of a section by board. Invalid parts are ignored.

    >>> dict(parse_trumps_by_board("1:CK 12:H"))
    {1: 'CK', 12: 'H'}
    """
    return {int(board_no): trump for board_no, trump in _STORED_TRUMP_PATTERN.findall(stored)}


def format_trumps_for_storage(trumps: Mapping[int, str]) -> str:
    """Return *trumps* by board as they are stored.

    >>> format_trumps_for_storage({12: "H", 1: "CK", 3: ""})
    '1:CK 12:H'
    """
    parts = [f"{board_no}:{trump}" for board_no, trump in sorted(trumps.items()) if trump]
    return " ".join(parts)


def _make_deal_hand_size_error(*, seat: object, count: object) -> DealError:
    return DealError(
        "deal-hand-size",
        "{seat} has {count} cards instead of 13. Correct the file.",
        seat=seat,
        count=count,
    )


def _make_deal_unreadable_error(*, text: object) -> DealError:
    return DealError(
        "deal-unreadable",
        "“{text}” isn’t a deal. Enter four hands, spades to clubs, such as “N:AKQ.T98.765.432 …”.",
        text=text,
    )
