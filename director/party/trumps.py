"""The order of trumps of a party, as labels of its hands.

A label is H, C, D or S, NT for a hand without trump, or any other words, such as misère or the name
of a court. Labels are stored, typed in many spellings, and shown as words or signs.
"""

import re
from collections.abc import Sequence

from director.errors import PartyError

DEFAULT_TRUMPS = ("H", "C", "D", "S")
"""The trump of each hand, in the most common order."""
MAX_TRUMPS = 40
MIN_LABEL_LENGTH = 3
MAX_LABEL_LENGTH = 20
NO_TRUMP, MISERE = "NT", "misère"
_SUIT_TEXTS = {"H": "♥ hearts", "C": "♣ clubs", "D": "♦ diamonds", "S": "♠ spades"}
_TRUMP_TEXTS = {**_SUIT_TEXTS, NO_TRUMP: "no trump"}
_LABELS_BY_SPELLING = {
    "h": "H",
    "♥": "H",
    "hearts": "H",
    "c": "C",
    "♣": "C",
    "clubs": "C",
    "d": "D",
    "♦": "D",
    "diamonds": "D",
    "s": "S",
    "♠": "S",
    "spades": "S",
    "n": NO_TRUMP,
    "nt": NO_TRUMP,
    "misere": MISERE,
    "misère": MISERE,
}
_NO_TRUMP_WORDS = re.compile(r"\bno[ -]trumps?\b", re.IGNORECASE)
_LETTERS = re.compile(r"[HCDSN \-]+", re.IGNORECASE)


def parse_trumps(text: str) -> tuple[str, ...]:
    """Return the labels in *text*: letters in a row, words with spaces, or anything with commas.

    >>> parse_trumps("h c, d-s N"), parse_trumps("HCDS")
    (('H', 'C', 'D', 'S', 'NT'), ('H', 'C', 'D', 'S'))
    >>> parse_trumps("S H no trump D C misere")
    ('S', 'H', 'NT', 'D', 'C', 'misère')
    >>> parse_trumps("first court, second court")
    ('first court', 'second court')
    """
    # The only label of two words that may stand in a text without commas.
    text = _NO_TRUMP_WORDS.sub(NO_TRUMP, text)
    parts = [" ".join(part.split()) for part in re.split(r"[,;/\n]", text)]
    if len(parts) == 1:
        parts = text.split()
    labels = []
    for part in parts:
        if part:
            labels += _parse_part(part)
    return tuple(labels)


def _parse_part(part: str) -> list[str]:
    label = _LABELS_BY_SPELLING.get(part.casefold())
    if label:
        return [label]
    if _LETTERS.fullmatch(part):
        letters = part.replace(" ", "").replace("-", "")
        return [_LABELS_BY_SPELLING[letter.casefold()] for letter in letters]
    return [part]


def are_trumps(labels: Sequence[str]) -> bool:
    """Return whether *labels* can be an order of trumps.

    Very short or long words look like typing errors, and so does a single word.

    >>> are_trumps(("H", "misère")), are_trumps(("HCX",)), are_trumps(("H", "Q")), are_trumps(())
    (True, False, False, True)
    """
    other_labels = [label for label in labels if label not in _TRUMP_TEXTS]
    if any(
        not MIN_LABEL_LENGTH <= len(label_text) <= MAX_LABEL_LENGTH for label_text in other_labels
    ):
        return False
    is_single_word = len(labels) == 1 and bool(other_labels)
    return len(labels) <= MAX_TRUMPS and not is_single_word


def parse_trump_order(text: str) -> tuple[str, ...]:
    """Return the order of trumps in *text*, empty for an empty text.

    :raises PartyError: if the text can't be an order of trumps
    """
    labels = parse_trumps(text)
    if not are_trumps(labels):
        raise PartyError(
            "no-order-of-trumps",
            "“{text}” isn’t an order of trumps. Enter up to {most} hands: H, C, D, S, NT, or "
            "words of 3 to {longest} letters separated by commas, such as S, H, NT, D, C, misère.",
            text=text,
            most=MAX_TRUMPS,
            longest=MAX_LABEL_LENGTH,
        )
    return labels


def format_trumps(trumps: Sequence[str]) -> str:
    """Return the labels as text that :func:`parse_trumps` reads.

    >>> format_trumps(("H", "NT")), format_trumps(("first court", "H"))
    ('H NT', 'first court, H')
    """
    has_spaces = any(" " in label for label in trumps)
    separator = ", " if has_spaces else " "
    return separator.join(trumps)


def describe_trump(label: str) -> str:
    """Return the words for the trump of a hand.

    >>> describe_trump("H"), describe_trump("NT"), describe_trump("misère")
    ('♥ hearts', 'no trump', 'misère')
    """
    return _TRUMP_TEXTS.get(label, label)


def get_trump_sign(label: str) -> str:
    """Return the shortest sign for the trump of a hand.

    >>> get_trump_sign("H"), get_trump_sign("NT"), get_trump_sign("misère")
    ('♥', 'NT', 'misère')
    """
    if label == NO_TRUMP or label not in _TRUMP_TEXTS:
        return label
    return _TRUMP_TEXTS[label][0]  # the words begin with the symbol


def get_round_trumps(trumps: Sequence[str], round_no: int, hands: int = 1) -> tuple[str, ...]:
    """Return the trumps of the *hands* of round *round_no*. After the last they begin again.

    >>> get_round_trumps(("H", "C", "D", "S"), 6), get_round_trumps(("H", "C", "NT"), 2, 2)
    (('C',), ('NT', 'H'))
    """
    if not trumps:
        return ()
    hands = max(hands, 1)  # a round without a fixed number of hands has one trump
    first_hand = (round_no - 1) * hands
    return tuple(trumps[(first_hand + hand) % len(trumps)] for hand in range(hands))


def is_misere(trumps: Sequence[str], round_no: int, hands: int = 1) -> bool:
    """Return whether round *round_no* is one hand of misère. There fewer tricks win.

    >>> is_misere(("H", "misère"), 2), is_misere(("H", "misère"), 1), is_misere(("H", "misère"), 1, 2)
    (True, False, False)
    """
    return get_round_trumps(trumps, round_no, hands) == (MISERE,)


def describe_round_trumps(trumps: Sequence[str], round_no: int, hands: int = 1) -> str:
    """Return the word for the trump of one hand, the signs of several, or "".

    >>> describe_round_trumps(("H", "C"), 2), describe_round_trumps(("H", "C", "D", "S"), 1, 4), describe_round_trumps((), 1)
    ('♣ clubs', '♥ ♣ ♦ ♠', '')
    """
    labels = get_round_trumps(trumps, round_no, hands)
    if len(labels) == 1:
        return describe_trump(labels[0])
    return " ".join(get_trump_sign(label) for label in labels)
