"""The draw of partners by red and black: the cards that a drive takes from the pack.

Ladies draw red cards and gentlemen black ones. Equal cards are partners.
"""

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
MAX_COUPLES = 2 * len(RANKS)
"""A pack has this many red cards, and as many black ones."""
_RED_SUITS = ("hearts", "diamonds")
_BLACK_SUITS = ("clubs", "spades")


def describe_partner_cards(couples: int) -> tuple[str, str]:
    """Return the red and the black cards to take from the pack for *couples*, in words.

    >>> describe_partner_cards(16)
    ('13 hearts and A 2 3 of diamonds', '13 clubs and A 2 3 of spades')
    >>> describe_partner_cards(3)
    ('A 2 3 of hearts', 'A 2 3 of clubs')

    Source: [FOSTER1914] "Drive Whist".
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
