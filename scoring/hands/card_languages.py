"""Cards and suits as they are written in several languages, and the one reader of cards.

One card alone cannot tell its language: ``AC`` is the ace of clubs in England and the ace of hearts
in France. So cards are read together. A reading is a choice of suit letters, of rank letters, and of
which of the two comes first; the readings that fit most cards count, and a card is only read if they
agree about it.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

RANKS = "AKQJT98765432"
SUITS = "SHDC"

SuitLetters = Mapping[str, str]
"""The English letters of suits by those of a language."""


_Items = tuple[tuple[str, str], ...]  # of a mapping


class CardLanguage(NamedTuple):
    """The letters of a language, in capitals, with their English letters."""

    suits: SuitLetters
    ranks: Mapping[str, str]  # the honours


_ENGLISH_SUITS = {suit: suit for suit in SUITS}
_DUTCH_SUITS = {"S": "S", "H": "H", "R": "D", "K": "C"}
_FRENCH_SUITS = {"P": "S", "C": "H", "K": "D", "T": "C"}
_ENGLISH_RANKS = {"A": "A", "K": "K", "Q": "Q", "J": "J", "T": "T"}
_ROMANCE_RANKS = {"A": "A", "R": "K", "D": "Q", "V": "J"}

CARD_LANGUAGES = (
    CardLanguage(_ENGLISH_SUITS, _ENGLISH_RANKS),
    # Dutch: schoppen, harten, ruiten, klaveren; aas, heer, vrouw, boer
    CardLanguage(_DUTCH_SUITS, {"A": "A", "H": "K", "V": "Q", "B": "J"}),
    # Swedish and Norwegian: spader, hjärter, ruter, klöver; äss, kung, dam, knekt
    CardLanguage(_DUTCH_SUITS, {"E": "A", "Ä": "A", "A": "A", "K": "K", "D": "Q", "KN": "J"}),
    # Danish: spar, hjerter, ruder, klør; es, konge, dame, bonde or knægt
    CardLanguage(_DUTCH_SUITS, {"E": "A", "A": "A", "K": "K", "D": "Q", "B": "J", "KN": "J"}),
    # French and Romanian: pique, coeur, carreau, trèfle; as, roi, dame, valet
    CardLanguage(_FRENCH_SUITS, _ROMANCE_RANKS),
    # German: Pik, Coeur, Karo, Treff; As, König, Dame, Bube
    CardLanguage(_FRENCH_SUITS, {"A": "A", "K": "K", "D": "Q", "B": "J"}),
    # Polish: pik, kier or cœur, karo, trefl; as, król, dama, walet
    CardLanguage(_FRENCH_SUITS, {"A": "A", "K": "K", "D": "Q", "W": "J"}),
    # Italian: picche, cuori, quadri, fiori; asso, re, donna, fante
    CardLanguage(
        {"P": "S", "C": "H", "Q": "D", "F": "C"},
        {"A": "A", "R": "K", "D": "Q", "F": "J"},
    ),
    # Spanish: picas, corazones, diamantes, tréboles; as, rey, dama, jota or valet
    CardLanguage(
        {"P": "S", "C": "H", "D": "D", "T": "C"}, {"A": "A", "R": "K", "D": "Q", "J": "J"}
    ),
    CardLanguage({"P": "S", "C": "H", "D": "D", "T": "C"}, _ROMANCE_RANKS),
    # Portuguese: espadas, copas, ouros, paus; ás, rei, dama, valete
    CardLanguage({"E": "S", "C": "H", "O": "D", "P": "C"}, {"Á": "A", **_ROMANCE_RANKS}),
    # German, Croatian and Serbian: Pik, Herz, Karo, Treff; As, König, Dame, Bube
    CardLanguage(
        {"P": "S", "H": "H", "K": "D", "T": "C"}, {"A": "A", "K": "K", "D": "Q", "B": "J"}
    ),
    # Czech: piky, srdce, kára, trefy; eso, král, dáma, kluk or spodek
    CardLanguage(
        {"P": "S", "S": "H", "K": "D", "T": "C"},
        {"E": "A", "A": "A", "K": "K", "D": "Q", "J": "J", "S": "J"},
    ),
    # Icelandic: spaði, hjarta, tígull, lauf; ás, kóngur, drottning, gosi
    CardLanguage(
        {"S": "S", "H": "H", "T": "D", "L": "C"}, {"Á": "A", "A": "A", "K": "K", "D": "Q", "G": "J"}
    ),
    # Finnish: pata, hertta, ruutu, risti; ässä, kuningas, rouva, jätkä or sotilas
    CardLanguage(
        {"P": "S", "PA": "S", "H": "H", "HE": "H", "RU": "D", "RI": "C"},
        {"Ä": "A", "A": "A", "K": "K", "R": "Q", "Q": "Q", "J": "J", "S": "J"},
    ),
    # Russian: пики, червы, бубны, трефы; туз, король, дама, валет
    CardLanguage(
        {"П": "S", "Ч": "H", "Б": "D", "Т": "C"}, {"Т": "A", "К": "K", "Д": "Q", "В": "J"}
    ),
    # Bulgarian: пика, купа, каро, спатия; асо, поп or крал, дама, вале
    CardLanguage(
        {"П": "S", "К": "H", "КА": "D", "С": "C"},
        {"А": "A", "П": "K", "К": "K", "Д": "Q", "В": "J"},
    ),
    # Greek: μπαστούνια or πίκες, κούπες, καρό, σπαθιά; άσος, ρήγας, ντάμα, βαλές
    CardLanguage(
        {"Π": "S", "Μ": "S", "ΜΠ": "S", "Κ": "H", "ΚΟ": "H", "ΚΑ": "D", "Σ": "C", "ΣΠ": "C"},
        {"Α": "A", "Ρ": "K", "Ν": "Q", "ΝΤ": "Q", "Β": "J"},
    ),
)
"""Every known language of cards. The first whose suits fit the contracts of a file is taken."""

SUIT_WORDS = {
    "S": "spades spade pik pique schoppen spader spar piki picche picas",
    "H": "hearts heart herz coeur coeurs harten hjarter hjerter hertta cuori corazones",
    "D": "diamonds diamond karo carreau carreaux ruiten ruter ruder ruutu quadri diamantes",
    "C": "clubs club treff trefle trefles klaveren klover klor risti fiori treboles",
}
"""Words for each suit, in lower case without accents."""
_RANK_WORDS = {
    "A": "ace ass asso",
    "K": "king konig koning heer roi kung konge krol rey rei",
    "Q": "queen dame vrouw dam dama donna",
    "J": "jack knave bube boer valet knekt knaegt walet fante",
    "T": "ten",
    "9": "nine",
    "8": "eight",
    "7": "seven",
    "6": "six",
    "5": "five",
    "4": "four",
    "3": "three",
    "2": "two deuce",
}
_SUIT_SIGNS = dict(zip("♠♥♦♣♤♡♢♧", SUITS + SUITS, strict=True))
_SIGN_BY_SUIT = dict(zip(SUITS, "♠♥♦♣", strict=True))
_OPEN_SIGNS = str.maketrans("♤♡♢♧", "♠♥♦♣")
# A suit by its sign, and a rank by its English letter, which mean the same in every language.
_WORDS = {word: _SIGN_BY_SUIT[suit] for suit, words in SUIT_WORDS.items() for word in words.split()}
_ENGLISH_RANK_WORDS = {word: rank for rank, words in _RANK_WORDS.items() for word in words.split()}
_LOOK_ALIKES = str.maketrans("АВЕКМНОРСТХΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEKMHOPCTXABEZHIKMNOPTYX")
"""Cyrillic and Greek capitals that look like Latin ones, which some keyboards type instead."""
_SEPARATORS = re.compile(r"[\s.,:/_-]+|\bOF\b")
_WORD = re.compile(r"[^\W\d_]{3,}")
_SHORT_ACE = re.compile(r"\bAS\b")  # German, French, Spanish and Polish
_NUMBER_RANKS = {str(number): str(number) for number in range(2, 10)} | {"10": "T"}


class _Reading(NamedTuple):
    """One way to read cards: the usual order of suit and rank, and the other."""

    pattern: re.Pattern[str]
    other_pattern: re.Pattern[str]
    suits: SuitLetters
    ranks: Mapping[str, str]
    is_latin: bool

    def read(self, text: str) -> str:
        """Return the card of the normalized *text*, or ""."""
        pattern = self.pattern if self.is_in_usual_order(text) else self.other_pattern
        match = pattern.fullmatch(self._fold(text))
        if match is None:
            return ""
        suit_text = match["suit"]
        return (_SUIT_SIGNS.get(suit_text) or self.suits[suit_text]) + self.ranks[match["rank"]]

    def is_in_usual_order(self, text: str) -> bool:
        """Return whether the normalized *text* is a card in the usual order of this reading."""
        return self.pattern.fullmatch(self._fold(text)) is not None

    def _fold(self, text: str) -> str:
        return text.translate(_LOOK_ALIKES) if self.is_latin else text


def read_cards(texts: Iterable[str], suits: SuitLetters | None = None) -> dict[str, str]:
    """Return the cards, such as ``"SA"``, by the *texts* that can be read as one.

    *suits* are the suit letters of the file's contracts. Without them English goes first, and other
    languages must agree.

    >>> read_cards(["RP", "AC", "VK", "10T"], {"P": "S", "C": "H", "K": "D", "T": "C"})
    {'RP': 'SK', 'AC': 'HA', 'VK': 'DJ', '10T': 'CT'}
    >>> read_cards(["AC", "♠K", "10♣", "King of hearts"])
    {'AC': 'CA', '♠K': 'SK', '10♣': 'CT', 'King of hearts': 'HK'}
    >>> read_cards(["AP"])
    {}
    """
    normalized_texts = {text: _normalize(text) for text in dict.fromkeys(texts)}
    steps = [suits] if suits is not None else [_ENGLISH_SUITS, None]
    best_count = 0
    best_cards: dict[str, str] = {}
    for step in steps:
        cards = _read_agreed(
            normalized_texts, _list_readings(None if step is None else _freeze(step))
        )
        if len(cards) > best_count:
            best_count, best_cards = len(cards), cards
    return best_cards


def read_card(text: str) -> str:
    """Return the card that *text* alone names, or "".

    >>> read_card(" st "), read_card("kh"), read_card("K♠"), read_card("♥ Dame"), read_card("K")
    ('ST', 'HK', 'SK', 'HQ', '')
    """
    return read_cards([text]).get(text, "")


def list_suit_letters() -> list[SuitLetters]:
    """Return the suit letters of all languages, each once."""
    return [dict(items) for items in dict.fromkeys(_freeze(lang.suits) for lang in CARD_LANGUAGES)]


def translate_ranks(texts: Sequence[str]) -> list[str] | None:
    """Return the ranks of suits, such as ``"AH109"``, in English letters, or None.

    *texts* are the suits of a deal or of a hand. Languages that read all of them must agree.

    >>> translate_ranks(["AHV10", "B98"]), translate_ranks(["AKQ"]), translate_ranks(["XYZ"])
    (['AKQT', 'J98'], ['AKQ'], None)
    """
    normalized_texts = [_normalize_ranks(text) for text in texts]
    english = _translate_all(normalized_texts, _ENGLISH_RANKS)
    if english is not None:
        return english
    translations = {
        tuple(translated)
        for language in CARD_LANGUAGES
        if (translated := _translate_all(normalized_texts, language.ranks)) is not None
    }
    if len(translations) == 1:
        return list(translations.pop())
    return None


def is_english_hand(texts: Sequence[str]) -> bool:
    """Return whether the suits of a hand have English ranks only."""
    normalized_texts = [_normalize_ranks(text) for text in texts]
    return _translate_all(normalized_texts, _ENGLISH_RANKS) is not None


def _normalize_ranks(text: str) -> str:
    return re.sub(r"[\s,-]", "", unicodedata.normalize("NFKC", text)).upper()


def _translate_all(texts: Sequence[str], language_ranks: Mapping[str, str]) -> list[str] | None:
    ranks = {"T": "T", **_NUMBER_RANKS, **language_ranks}
    rank_pattern = _join_alternatives(ranks)
    if not all(re.fullmatch(f"(?:{rank_pattern})*", text) for text in texts):
        return None
    return [re.sub(rank_pattern, lambda match: ranks[match[0]], text) for text in texts]


def _freeze(mapping: Mapping[str, str]) -> _Items:
    return tuple(sorted(mapping.items()))


def _normalize(text: str) -> str:
    """Return *text* in capitals without separators, with signs and letters for words."""
    upper_text = unicodedata.normalize("NFKC", text).translate(_OPEN_SIGNS).upper()
    upper_text = upper_text.replace("\N{VARIATION SELECTOR-16}", "")
    with_signs = _WORD.sub(_replace_word, upper_text)
    # Without a sign, AS is the ace of spades.
    if not _SUIT_SIGNS.keys().isdisjoint(with_signs):
        with_signs = _SHORT_ACE.sub("A", with_signs)
    return _SEPARATORS.sub("", with_signs)


def _replace_word(match: re.Match[str]) -> str:
    decomposed = unicodedata.normalize("NFKD", match[0].lower().replace("ø", "o"))
    word = "".join(sign for sign in decomposed if not unicodedata.combining(sign))
    return _WORDS.get(word) or _ENGLISH_RANK_WORDS.get(word) or match[0]


def _join_alternatives(words: Iterable[str]) -> str:
    """Return a pattern for any of *words*, the longest first."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


def _read_agreed(
    normalized_texts: Mapping[str, str], readings: Sequence[_Reading]
) -> dict[str, str]:
    """Return the cards about which the readings of most *normalized_texts* agree."""
    cards_by_fit: dict[tuple[int, int], list[dict[str, str]]] = {}
    for reading in readings:
        cards_by_text = {
            text: card
            for text, normalized in normalized_texts.items()
            if (card := reading.read(normalized))
        }
        ordered_count = sum(map(reading.is_in_usual_order, normalized_texts.values()))
        cards_by_fit.setdefault((len(cards_by_text), ordered_count), []).append(cards_by_text)
    best_cards = cards_by_fit[max(cards_by_fit)]
    agreed_cards = {}
    for text in normalized_texts:
        cards = {cards_by_text[text] for cards_by_text in best_cards if text in cards_by_text}
        if len(cards) == 1:
            agreed_cards[text] = cards.pop()
    return agreed_cards


@lru_cache(maxsize=64)
def _list_readings(suit_items: _Items | None) -> list[_Reading]:
    """Return the readings with these suits, or of every language.

    A language may be written with English ranks. Suits as in England, or as signs, say nothing about
    the ranks.
    """
    english_suits = _freeze(_ENGLISH_SUITS)
    readings: dict[tuple[_Items, _Items, bool], _Reading] = {}
    for language in CARD_LANGUAGES:
        suits = _freeze(language.suits)
        pairs: list[tuple[_Items, Mapping[str, str]]] = [((), language.ranks)]
        if suit_items is None:
            pairs = [
                (suits, language.ranks),
                (suits, _ENGLISH_RANKS),
                (english_suits, language.ranks),
            ]
        elif suit_items in (suits, english_suits):
            pairs = [(suit_items, language.ranks), (suit_items, _ENGLISH_RANKS)]
        for (pair_suits, ranks), is_suit_first in product(pairs, (True, False)):
            key = pair_suits, _freeze(ranks), is_suit_first
            if key not in readings:
                readings[key] = _make_reading(dict(pair_suits), ranks, is_suit_first=is_suit_first)
    return list(readings.values())


def _make_reading(suits: SuitLetters, ranks: Mapping[str, str], *, is_suit_first: bool) -> _Reading:
    all_ranks = {"A": "A", **_NUMBER_RANKS, **ranks}
    if set(RANKS) - set(all_ranks.values()):
        raise AssertionError("a language lacks a rank")
    suit = f"(?P<suit>{_join_alternatives([*suits, *_SUIT_SIGNS])})"
    rank = f"(?P<rank>{_join_alternatives(all_ranks)})"
    is_latin = all(letter.isascii() or letter in "ÄÁ" for letter in "".join([*suits, *ranks]))
    first, second = (suit, rank) if is_suit_first else (rank, suit)
    pattern, other_pattern = re.compile(first + second), re.compile(second + first)
    return _Reading(pattern, other_pattern, suits=suits, ranks=all_ranks, is_latin=is_latin)
