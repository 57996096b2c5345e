"""Trumps in turn: the labels of the hands, as they are typed, shown in the room and printed on cards.

A label is H, C, D, S, NT for a hand without trump, or any other words, such as misère or the name
of a court.
"""

import re
from collections.abc import Sequence

from director.errors import PartyError
from director.party.sentences import PartySentences

USUAL_TRUMPS = ("H", "C", "D", "S")
MOST_TRUMPS, SHORTEST_LABEL, LONGEST_LABEL = 40, 3, 20
NO_TRUMP, MISERE = "NT", "misère"
_SUITS = {"H": "♥ hearts", "C": "♣ clubs", "D": "♦ diamonds", "S": "♠ spades"}
_WORDS = {**_SUITS, NO_TRUMP: "no trump"}
_KNOWN = {
    **{
        word: letter
        for letter, words in _SUITS.items()
        for word in (letter.casefold(), *words.split())
    },
    "n": NO_TRUMP,
    "nt": NO_TRUMP,
    "misere": MISERE,
    "misère": MISERE,
}
_NO_TRUMP = re.compile(r"\bno[ -]trumps?\b", re.IGNORECASE)
_LETTERS = re.compile(r"[HCDSN \-]+", re.IGNORECASE)


def read_trumps(text: str) -> tuple[str, ...]:
    """Return the labels in *text*.

    Letters in a row, words with spaces, or anything with commas.

    >>> read_trumps("h c, d-s N"), read_trumps("HCDS")
    (('H', 'C', 'D', 'S', 'NT'), ('H', 'C', 'D', 'S'))
    >>> read_trumps("S H no trump D C misere")
    ('S', 'H', 'NT', 'D', 'C', 'misère')
    >>> read_trumps("first court, second court")
    ('first court', 'second court')
    """
    text = _NO_TRUMP.sub(NO_TRUMP, text)
    parts = [" ".join(part.split()) for part in re.split(r"[,;/\n]", text)]
    if len(parts) == 1:
        parts = text.split()
    return tuple(label for part in parts if part for label in _labels(part))


def _labels(part: str) -> list[str]:
    known = _KNOWN.get(part.casefold())
    if known:
        return [known]
    if _LETTERS.fullmatch(part):
        return [_KNOWN[letter.casefold()] for letter in part if letter not in " -"]
    return [part]


def are_trumps(labels: Sequence[str]) -> bool:
    """Return whether *labels* can be an order of trumps.

    Not too many, and none that looks like a typing error.

    >>> are_trumps(("H", "misère")), are_trumps(("HCX",)), are_trumps(("H", "Q")), are_trumps(())
    (True, False, False, True)
    """
    words = [label for label in labels if label not in _WORDS]
    fit = all(SHORTEST_LABEL <= len(label) <= LONGEST_LABEL for label in words)
    return fit and len(labels) <= MOST_TRUMPS and not (words and len(labels) == 1)


def trumps_of(text: str) -> tuple[str, ...]:
    """Return the order of trumps that *text* says, nothing where it is empty.

    :raises PartyError: if it says none
    """
    labels = read_trumps(text)
    if not are_trumps(labels):
        raise PartyError(
            PartySentences.NO_ORDER_OF_TRUMPS, text=text, most=MOST_TRUMPS, longest=LONGEST_LABEL
        )
    return labels


def written_trumps(trumps: Sequence[str]) -> str:
    """Return the labels as they are typed.

    >>> written_trumps(("H", "NT")), written_trumps(("first court", "H"))
    ('H NT', 'first court, H')
    """
    return (", " if any(" " in label for label in trumps) else " ").join(trumps)


def trump_words(label: str) -> str:
    """Return what a hand is called.

    >>> trump_words("H"), trump_words("NT"), trump_words("misère")
    ('♥ hearts', 'no trump', 'misère')
    """
    return _WORDS.get(label, label)


def trump_sign(label: str) -> str:
    """Return the shortest sign of a hand.

    >>> trump_sign("H"), trump_sign("NT"), trump_sign("misère")
    ('♥', 'NT', 'misère')
    """
    if label == NO_TRUMP or label not in _WORDS:
        return label
    return _WORDS[label][0]


def trumps_of_round(trumps: Sequence[str], round_no: int, hands: int = 1) -> tuple[str, ...]:
    """Return the trumps of the *hands* of round *round_no*.

    After the last they begin again.

    >>> trumps_of_round(("H", "C", "D", "S"), 6), trumps_of_round(("H", "C", "NT"), 2, 2)
    (('C',), ('NT', 'H'))
    """
    if not trumps:
        return ()
    first = (round_no - 1) * max(hands, 1)
    return tuple(trumps[(first + hand) % len(trumps)] for hand in range(max(hands, 1)))


def is_misere(trumps: Sequence[str], round_no: int, hands: int = 1) -> bool:
    """Return whether round *round_no* is one hand of misère, which the side with fewer tricks wins.

    >>> is_misere(("H", "misère"), 2), is_misere(("H", "misère"), 1), is_misere(("H", "misère"), 1, 2)
    (True, False, False)
    """
    return trumps_of_round(trumps, round_no, hands) == (MISERE,)


def round_trump_words(trumps: Sequence[str], round_no: int, hands: int = 1) -> str:
    """Return the trump of a round in words.

    The word of one hand, the signs of several, or ``""``.

    >>> round_trump_words(("H", "C"), 2), round_trump_words(("H", "C", "D", "S"), 1, 4), round_trump_words((), 1)
    ('♣ clubs', '♥ ♣ ♦ ♠', '')
    """
    labels = trumps_of_round(trumps, round_no, hands)
    if len(labels) == 1:
        return trump_words(labels[0])
    return " ".join(trump_sign(label) for label in labels)
