"""Results in one cell: contract, declarer and tricks in any order."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

_SUITS = {
    "S": "spades spade pik pique schoppen spader spar piki picche picas",
    "H": "hearts heart herz coeur coeurs harten hjarter hjerter hertta cuori corazones",
    "D": "diamonds diamond karo carreau carreaux ruiten ruter ruder ruutu quadri diamantes",
    "C": "clubs club treff trefle trefles klaveren klover klor risti fiori treboles",
    "NT": "notrumps notrump nt sansatout sansatouts ohnetrumpf sans zondertroef zt sang grand ut sa ba gr",
}
_SUIT_BY_WORD = {word: suit for suit, words in _SUITS.items() for word in words.split()}
_DOUBLE_WORDS = {
    "X": "x * dbl double doubled kontra contre",
    "XX": "xx ** rdbl redbl redouble redoubled rekontra surcontre",
}
_DOUBLE_BY_WORD = {
    word: double for double, words in _DOUBLE_WORDS.items() for word in words.split()
}
_SEAT = (
    r"north|nord|noord|south|sud|sued|syd|zuid|east|ost|oost|est|ouest|west|vest|vast|ovest|oeste|este|norte|sur"
    r"|n-?/?s|e-?/?w|[neswozov]"
)
_BY = r"(?:by|door|von|durch|par|av|af|przez|im|in|,|/|-)?"
_RESULT = (
    r"=|made|[+-]\s?[0-9]{1,2}|(?:1[0-3]|[6-9])(?:\s?(?:tricks?|stiche?|slagen|levees|stick|stik))?"
)
_WORD_END = r"(?![a-z])"


def _join_alternatives(words: Iterable[str]) -> str:
    """Return a pattern for any of *words*, the longest first."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


# “3NTN”: the declarer may follow short words for notrump without a space.
_SUIT = rf"(?:{_join_alternatives(_SUIT_BY_WORD)}){_WORD_END}|(?:nt|sa|zt|ba|ut|gr)|[a-z♠♥♦♣]"
_DOUBLE = rf"(?:{_join_alternatives(_DOUBLE_BY_WORD)})?"
_PLAYED = re.compile(
    rf"(?:(?P<before>{_SEAT})[\s,:-]*)?"
    rf"(?P<level>[1-7])\s*(?P<suit>{_SUIT})"
    rf"\s*\(?(?P<double>{_DOUBLE})\)?"
    rf"(?:\s*{_BY}\s*\(?(?P<declarer>{_SEAT}){_WORD_END}\)?)?"
    rf"(?:\s*,?\s*(?P<result>{_RESULT}|(?<=\s)c{_WORD_END}))?"
    rf"(?:\s*{_BY}\s*\(?(?P<after>{_SEAT}){_WORD_END}\)?)?"
)
_SEAT_AND_RESULT = re.compile(rf"(?:(?P<seat>{_SEAT}){_WORD_END}[\s,]*(?P<result>{_RESULT}))")
_MAX_CELL_LENGTH = 60


@dataclass(frozen=True, slots=True)
class ResultParts:
    """The parts of a cell: *contract*, *declarer* and *tricks*, "" if missing."""

    contract: str = ""
    declarer: str = ""
    tricks: str = ""


def join_contract(cells: Mapping[str, str]) -> str:
    """Return the contract in *cells*, joined from level and denomination if necessary.

    >>> join_contract({"level": "4", "suit": "S", "double": "X"}), join_contract({"contract": "3NT", "double": "no"})
    ('4SX', '3NT')
    >>> join_contract({"level": "0", "suit": "NT"})
    'PASS'
    """
    contract = cells.get("contract", "")
    if "level" in cells and not contract:
        if cells["level"] == "0":
            return "PASS"
        contract = cells["level"] + cells.get("suit", "")
    return contract + _DOUBLE_BY_WORD.get(_normalize_cell(cells.get("double", "")), "")


@lru_cache(maxsize=65_536)
def parse_result_cell(cell: str) -> ResultParts | None:
    """Return the parts of a *cell* with a contract, or None.

    >>> parse_result_cell("4♠x-2 N"), parse_result_cell("N 3NT="), parse_result_cell("2 hearts dbl by W, 7 tricks")
    (ResultParts(contract='4♠X', declarer='N', tricks='-2'), ResultParts(contract='3NT', declarer='N', tricks='='), \
ResultParts(contract='2HX', declarer='W', tricks='7'))
    >>> parse_result_cell("Pass") is None
    True
    """
    match = _match_cell(_PLAYED, cell)
    if match is None:
        return None
    seats = [seat for seat in match.group("before", "declarer", "after") if seat]
    if len(seats) > 1:
        return None
    declarer = seats[0].upper() if seats else ""
    suit = _SUIT_BY_WORD.get(match["suit"], match["suit"].upper())
    contract = f"{match['level']}{suit}{_DOUBLE_BY_WORD.get(match['double'], '')}"
    return ResultParts(contract, declarer, _normalize_tricks(match["result"]))


@lru_cache(maxsize=65_536)
def parse_seat_and_tricks(cell: str) -> ResultParts | None:
    """Return declarer and tricks of a *cell* that holds both and nothing else.

    >>> parse_seat_and_tricks("E -1"), parse_seat_and_tricks("E") is None
    (ResultParts(contract='', declarer='E', tricks='-1'), True)
    """
    match = _match_cell(_SEAT_AND_RESULT, cell)
    if match:
        return ResultParts("", match["seat"].upper(), _normalize_tricks(match["result"]))
    return None


def _match_cell(pattern: re.Pattern[str], cell: str) -> re.Match[str] | None:
    if len(cell) > _MAX_CELL_LENGTH:
        return None
    return pattern.fullmatch(_normalize_cell(cell))


def _normalize_cell(cell: str) -> str:
    """Return *cell* in lower case without accents, with letters for suit symbols."""
    decomposed = unicodedata.normalize(
        "NFKD", cell.casefold().replace("−", "-").replace("–", "-").replace("ø", "o")
    )
    base_letters = "".join(
        character
        for character in decomposed
        if not unicodedata.combining(character) and character not in "^\ufe0f."
    )
    return " ".join(base_letters.replace("œ", "oe").split())


def _normalize_tricks(result: str | None) -> str:
    text = "".join((result or "").split())
    if text in ("made", "c"):
        return "="
    return re.sub("[a-z]", "", text)
