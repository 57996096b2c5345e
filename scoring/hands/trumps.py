"""The trump of a deal of duplicate whist: a suit, a card or no trumps."""

import re
from collections.abc import Mapping
from functools import lru_cache

from scoring.errors import EntryError
from scoring.sentences import ScoringSentences

NO_TRUMPS = "NT"
_SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_SUITS = {symbol: suit for suit, symbol in _SYMBOLS.items()} | {
    "CLUB": "C",
    "DIAMOND": "D",
    "HEART": "H",
    "SPADE": "S",
}
_RANKS = {"ACE": "A", "KING": "K", "QUEEN": "Q", "JACK": "J", "KNAVE": "J", "TEN": "T", "10": "T"}
_WORD = re.compile(r"(ACE|KING|QUEEN|JACK|KNAVE|TEN|10|[♣♦♥♠])|(CLUB|DIAMOND|HEART|SPADE)S?")
_CARD = re.compile(r"(?P<rank>[AKQJT2-9])?(?P<suit>[CDHS])")
_TURNED = re.compile(r"(?P<suit>[CDHS])(?P<rank>[AKQJT2-9])")
_STORED = re.compile(r"\b(\d{1,4}):(NT|[CDHS][AKQJT2-9]?)(?!\S)")
_NO_TRUMPS = re.compile(r"NT|NOTRUMPS?")


def read_trump(text: str) -> str:
    """Parse a trump. Return its suit, suit and rank if it is a card, or ``"NT"``.

    >>> [read_trump(text) for text in ("kc", "C K", "K♣", "10h", "♠", "king of clubs", "no trumps", " ")]
    ['CK', 'CK', 'CK', 'HT', 'S', 'CK', 'NT', '']

    :raises EntryError: if *text* is no trump, or names a trump and no trumps
    """
    short = _WORD.sub(lambda word: (_SUITS | _RANKS)[word[1] or word[2]], text.upper())
    short = re.sub(r"\s|\bOF\b", "", short)
    if not short:
        return ""
    if _NO_TRUMPS.fullmatch(short):
        return NO_TRUMPS
    card = _CARD.fullmatch(short) or _TURNED.fullmatch(short)
    if card is None:
        without_no_trumps = _NO_TRUMPS.sub("", short)
        names_card = _CARD.fullmatch(without_no_trumps) or _TURNED.fullmatch(without_no_trumps)
        if without_no_trumps != short and names_card:
            raise EntryError(ScoringSentences.TRUMP_AND_NO_TRUMPS, text=text[:40])
        raise EntryError(ScoringSentences.TRUMP_UNREADABLE, text=text[:40])
    return f"{card['suit']}{card['rank'] or ''}"


def trump_text(trump: str) -> str:
    """Return the text of a stored *trump*.

    >>> trump_text("CK"), trump_text("HT"), trump_text("S"), trump_text("NT"), trump_text("")
    ('K♣', '10♥', '♠', 'no trumps', '')
    """
    if trump == NO_TRUMPS:
        return "no trumps"
    if trump:
        return f"{trump[1:].replace('T', '10')}{_SYMBOLS[trump[0]]}"
    return ""


@lru_cache(maxsize=256)
def trumps_of(stored: str) -> Mapping[int, str]:
    """Return the *stored* trumps of a section by board. Invalid parts are ignored.

    >>> dict(trumps_of("1:CK 12:H"))
    {1: 'CK', 12: 'H'}
    """
    return {int(board_no): trump for board_no, trump in _STORED.findall(stored)}


def stored_trumps(trumps: Mapping[int, str]) -> str:
    """Return *trumps* by board as they are stored.

    >>> stored_trumps({12: "H", 1: "CK", 3: ""})
    '1:CK 12:H'
    """
    parts = [f"{board_no}:{trump}" for board_no, trump in sorted(trumps.items()) if trump]
    return " ".join(parts)
