"""Results in one cell: contract, declarer and tricks in any order."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

_SUITS = {
    "S": "spades spade pik pique schoppen spader spar piki picche picas",
    "H": "hearts heart herz coeur coeurs harten hjarter hjerter hertta cuori corazones",
    "D": "diamonds diamond karo carreau carreaux ruiten ruter ruder ruutu quadri diamantes",
    "C": "clubs club treff trefle trefles klaveren klover klor risti fiori treboles",
    "NT": "notrumps notrump nt sansatout sansatouts ohnetrumpf sans zondertroef zt sang grand ut sa ba gr",
}
_WORDS = {word: sign for sign, words in _SUITS.items() for word in words.split()}
_DOUBLED = {
    "X": "x * dbl double doubled kontra contre",
    "XX": "xx ** rdbl redbl redouble redoubled rekontra surcontre",
}
_DOUBLES = {word: sign for sign, words in _DOUBLED.items() for word in words.split()}
_SEAT = (
    r"north|nord|noord|south|sud|sued|syd|zuid|east|ost|oost|est|ouest|west|vest|vast|ovest|oeste|este|norte|sur"
    r"|n-?/?s|e-?/?w|[neswozov]"
)
_BY = r"(?:by|door|von|durch|par|av|af|przez|im|in|,|/|-)?"
_RESULT = (
    r"=|made|[+-]\s?[0-9]{1,2}|(?:1[0-3]|[6-9])(?:\s?(?:tricks?|stiche?|slagen|levees|stick|stik))?"
)
_ENDS = r"(?![a-z])"
_PLAYED = re.compile(
    rf"(?:(?P<before>{_SEAT})[\s,:-]*)?"
    rf"(?P<level>[1-7])\s*(?P<suit>(?:{'|'.join(sorted(_WORDS, key=len, reverse=True))}){_ENDS}|(?:nt|sa|zt|ba|ut|gr)"
    rf"|[a-z♠♥♦♣])"
    rf"\s*\(?(?P<double>(?:{'|'.join(map(re.escape, sorted(_DOUBLES, key=len, reverse=True)))})?)\)?"
    rf"(?:\s*{_BY}\s*\(?(?P<declarer>{_SEAT}){_ENDS}\)?)?"
    rf"(?:\s*,?\s*(?P<result>{_RESULT}|(?<=\s)c{_ENDS}))?"
    rf"(?:\s*{_BY}\s*\(?(?P<after>{_SEAT}){_ENDS}\)?)?"
)
_SEAT_AND_RESULT = re.compile(rf"(?:(?P<seat>{_SEAT}){_ENDS}[\s,]*(?P<result>{_RESULT}))")
_MAX_CELL_LENGTH = 60


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of a cell: *contract*, *declarer* and *tricks*, "" if missing."""

    contract: str = ""
    declarer: str = ""
    tricks: str = ""


def join_contract(cells: Mapping[str, str]) -> str:
    """Return the contract from *cells*, also from level and denomination.

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
    return contract + _DOUBLES.get(_normalize_cell(cells.get("double", "")), "")


@lru_cache(maxsize=65_536)
def parse_result_cell(cell: str) -> Parts | None:
    """Return the parts of a *cell* with a contract, or None.

    >>> parse_result_cell("4♠x-2 N"), parse_result_cell("N 3NT="), parse_result_cell("2 hearts dbl by W, 7 tricks")
    (Parts(contract='4♠X', declarer='N', tricks='-2'), Parts(contract='3NT', declarer='N', tricks='='), \
Parts(contract='2HX', declarer='W', tricks='7'))
    >>> parse_result_cell("Pass") is None
    True
    """
    match = _PLAYED.fullmatch(_normalize_cell(cell)) if len(cell) <= _MAX_CELL_LENGTH else None
    if match is None:
        return None
    seats = [seat for seat in match.group("before", "declarer", "after") if seat]
    if len(seats) > 1:
        return None
    suit = _WORDS.get(match["suit"], match["suit"].upper())
    contract = f"{match['level']}{suit}{_DOUBLES.get(match['double'], '')}"
    return Parts(contract, _join_seats(seats), _normalize_tricks(match["result"]))


@lru_cache(maxsize=65_536)
def parse_seat_and_tricks(cell: str) -> Parts | None:
    """Return declarer and tricks of a *cell* that holds both and nothing else.

    >>> parse_seat_and_tricks("E -1"), parse_seat_and_tricks("E") is None
    (Parts(contract='', declarer='E', tricks='-1'), True)
    """
    match = (
        _SEAT_AND_RESULT.fullmatch(_normalize_cell(cell)) if len(cell) <= _MAX_CELL_LENGTH else None
    )
    if match:
        return Parts("", _join_seats([match["seat"]]), _normalize_tricks(match["result"]))
    return None


def _normalize_cell(cell: str) -> str:
    """Return *cell* in lower case without accents, with letters for suit symbols."""
    decomposed = unicodedata.normalize(
        "NFKD", cell.casefold().replace("−", "-").replace("–", "-").replace("ø", "o")
    )
    base_letters = "".join(
        sign for sign in decomposed if not unicodedata.combining(sign) and sign not in "^\ufe0f."
    )
    return " ".join(base_letters.replace("œ", "oe").split())


def _join_seats(seats: list[str]) -> str:
    return "".join(seat.upper() for seat in seats)


def _normalize_tricks(result: str | None) -> str:
    text = "".join((result or "").split())
    if text in ("made", "c"):
        return "="
    return re.sub("[a-z]", "", text)
