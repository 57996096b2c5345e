"""The draw of partners by red and black: the cards that a drive takes from the pack.

Ladies draw red cards and gentlemen black ones. Equal cards are partners.
"""

from typing import NamedTuple

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
MAX_COUPLES = 2 * len(RANKS)
"""A pack has this many red cards, and as many black ones."""
_RED_SUITS = ("hearts", "diamonds")
_BLACK_SUITS = ("clubs", "spades")


class PartnerCards(NamedTuple):
    """The equal cards of a couple, suit first: ``PartnerCards("H7", "C7")``."""

    red: str
    black: str


def list_partner_cards(couples: int) -> tuple[PartnerCards, ...]:
    """Return the cards for a number of *couples*, at most ``MAX_COUPLES``.

    Hearts go with clubs, and after all thirteen diamonds with spades, each from the ace on.

    >>> list_partner_cards(16)[11:14]
    (PartnerCards(red='HQ', black='CQ'), PartnerCards(red='HK', black='CK'), PartnerCards(red='DA', black='SA'))

    :raises ValueError: if the pack has too few cards

    Source: [FOSTER1914] "Drive Whist".
    """
    if not 0 <= couples <= MAX_COUPLES:
        raise ValueError(f"A pack has cards for {MAX_COUPLES} couples, not {couples}.")
    cards = []
    for red_suit, black_suit in zip(_RED_SUITS, _BLACK_SUITS, strict=True):
        for rank in RANKS:
            red = f"{red_suit[0].upper()}{rank}"
            cards.append(PartnerCards(red, f"{black_suit[0].upper()}{rank}"))
    return tuple(cards[:couples])


def describe_partner_cards(couples: int) -> tuple[str, str]:
    """Return the red and the black cards to take from the pack for *couples*, in words.

    >>> describe_partner_cards(16)
    ('13 hearts and A 2 3 of diamonds', '13 clubs and A 2 3 of spades')
    >>> describe_partner_cards(3)
    ('A 2 3 of hearts', 'A 2 3 of clubs')
    """
    return _describe_suits(couples, _RED_SUITS), _describe_suits(couples, _BLACK_SUITS)


def _describe_suits(couples: int, suits: tuple[str, str]) -> str:
    first_suit, second_suit = suits
    if couples < len(RANKS):
        return f"{' '.join(RANKS[:couples])} of {first_suit}"
    text = f"{len(RANKS)} {first_suit}"
    rest = couples - len(RANKS)
    if rest == len(RANKS):
        return f"{text} and {rest} {second_suit}"
    if rest:
        return f"{text} and {' '.join(RANKS[:rest])} of {second_suit}"
    return text
