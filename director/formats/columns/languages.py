"""Contracts and seats in the letters of several languages: which language a whole column is written in.

One contract alone cannot tell: ``4C`` is four clubs in England and four hearts in France.  So the first language is
taken in which every cell of the column can be read.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from director.formats.source.results import Label, read_label
from scoring import Contract, ContractError, ns_score, read_contract, vulnerability

_SUITS: tuple[Mapping[str, str], ...] = (
    {},  # English
    {"R": "D", "K": "C"},  # Dutch and Nordic: schoppen, harten, ruiten, klaveren
    {"P": "S", "C": "H", "K": "D", "T": "C"},  # French: pique, coeur, carreau, trèfle
    {"P": "S", "C": "H", "K": "D", "T": "C", "SA": "NT"},
    {"P": "S", "C": "H", "Q": "D", "F": "C"},  # Italian: picche, cuori, quadri, fiori
)
_SEATS: tuple[Mapping[str, str], ...] = (
    {"N": "N", "E": "E", "S": "S", "W": "W"},
    {"N": "N", "O": "E", "Z": "S", "W": "W"},  # Dutch
    {"N": "N", "O": "E", "S": "S", "W": "W"},  # German
    {"N": "N", "E": "E", "S": "S", "O": "W"},  # French, Italian, Spanish
    {"N": "N", "Ø": "E", "Ö": "E", "O": "E", "S": "S", "V": "W"},  # Nordic
)
_NAMES = {
    "N": "NORTH NORD NOORD NORTE",
    "E": "EAST OST OOST EST ESTE",
    "S": "SOUTH SUD SUED SYD ZUID SUR",
    "W": "WEST OUEST OVEST OESTE VEST VAST",
}
_BY_NAME = {name: seat for seat, names in _NAMES.items() for name in names.split()}
_BID = re.compile(r"([1-7])\s*(NT|SA|ZT|BA|UT|GR|[A-Z♠♥♦♣])(.*)", re.DOTALL)
_NO_TRUMPS = frozenset({"NT", "N", "SA", "ZT", "BA", "UT", "A"})
_ENGLISH = frozenset("SHDC♠♥♦♣")


def translated_contracts(cells: Iterable[str]) -> dict[str, str]:
    """Return each of the different *cells* of a column of contracts as it is written in English.

    A cell that is no bid stays as it is.

    >>> translated_contracts(["4C", "3SA", "2P", "1K x", "PASS"])
    {'4C': '4H', '3SA': '3NT', '2P': '2S', '1K x': '1D X', 'PASS': 'PASS'}
    """
    different = list(dict.fromkeys(cells))
    for suits in _SUITS:
        meant = {cell: _in_english(cell, suits) for cell in different}
        if all(read is not None for read in meant.values()):
            return {cell: read or cell for cell, read in meant.items()}
    return {cell: cell for cell in different}


def translated_seats(cells: Iterable[str], *, west_is_o: bool = False) -> dict[str, str]:
    """Return each of the different *cells* of a column of declarers as a seat in English, if all can be read.

    *west_is_o* says that O stands for the west where nothing else tells.

    >>> translated_seats(["N", "O", "Z"]), translated_seats(["N", "E", "O"])
    ({'N': 'N', 'O': 'E', 'Z': 'S'}, {'N': 'N', 'E': 'E', 'O': 'W'})
    """
    different = list(dict.fromkeys(cells))
    named = {cell: seat for cell in different if (seat := _BY_NAME.get(_plain(cell)))}
    first = {cell: cell.strip().upper()[:1] for cell in different if cell not in named}
    known = {letter for letter in first.values() if letter.isalpha()}
    tongues = (*_SEATS[3:4], *_SEATS) if west_is_o and "W" not in known else _SEATS
    for seats in tongues:
        if known <= seats.keys():
            return named | {cell: seats.get(letter, cell) if _is_seat(cell) else cell for cell, letter in first.items()}
    return {cell: named.get(cell, cell) for cell in different}


def _plain(cell: str) -> str:
    marks = unicodedata.normalize("NFKD", cell.strip().upper().replace("Ø", "O"))
    return "".join(sign for sign in marks if not unicodedata.combining(sign))


def _is_seat(cell: str) -> bool:
    return cell.strip().isalpha() and cell.strip().upper() not in ("NS", "EW")


def _in_english(cell: str, suits: Mapping[str, str]) -> str | None:
    match = _BID.fullmatch(cell.strip().upper())
    if match is None:
        return cell
    level, suit, rest = match.groups()
    if suit in _NO_TRUMPS:
        return f"{level}NT{rest}"
    meant = suits.get(suit, suit if not suits or suit not in suits.values() else "")
    return f"{level}{meant}{rest}" if meant in _ENGLISH else None


# Who sat on a side, as a cell of a table tells: a number, a section's letter with it, names, or nobody.

_CALLED = re.compile(r"(?:pair|paar|paire|par|para|coppia|pareja|team|no|nr|n°|#)[\s.:#-]*(?=[0-9])", re.IGNORECASE)
_LETTERED = re.compile(r"([A-DF-MO-Z])[ -]?0*([0-9]{1,3})", re.IGNORECASE)  # N and E are directions
_NUMBERED_NAMES = re.compile(r"0*([0-9]{1,4})[\s.:)/-]+([^\W\d].{2,})", re.DOTALL)
_BETWEEN = re.compile(r"\s*(?:;|&|\+|/|\s[-–]\s|\sand\s|\sen\s|\sund\s|\set\s|\soch\s|\sog\s)\s*", re.IGNORECASE)
_NOBODY_WORDS = """0 - – bye phantom ghost sitout sit-out none frei spielfrei pause vrij stilzit rust exempt
    relais oversitter
    oversidder fri pausa"""
_NOBODY = frozenset(_NOBODY_WORDS.split())


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a line: its *label*, the letter of the *section* with it, and *names*, as far as they are told."""

    label: Label | None = None
    section: str = ""
    names: str = ""


@lru_cache(maxsize=65_536)  # every pair stands on many lines
def read_side(text: str) -> Side:
    """Return who sat there.

    >>> read_side("Pair 5").label, read_side("B12"), read_side("3 Ada Ash & Bert Birch").names
    (Label(number=5, direction=''), Side(label=Label(number=12, direction=''), section='B', names=''), \
'Ada Ash & Bert Birch')
    """
    given = _CALLED.sub("", text.strip(), count=1)
    if given.startswith(("-", "+")):
        return Side()
    if match := _LETTERED.fullmatch(given):
        return Side(read_label(match[2]), match[1].upper())
    if label := read_label(given):
        return Side(label)
    if match := _NUMBERED_NAMES.fullmatch(given):
        return Side(read_label(match[1]), names=match[2])
    return Side()


def is_nobody(text: str) -> bool:
    """Return whether a cell says that nobody sat there, or nothing.

    >>> is_nobody("Phantom"), is_nobody(""), is_nobody("5")
    (True, True, False)
    """
    return not text or "".join(text.split()).casefold() in _NOBODY


def two_names(text: str) -> tuple[str, str]:
    """Return the two of a pair whose names stand in one cell, empty where nobody does.

    >>> two_names("Ada Ash & Bert Birch")
    ('Ada Ash', 'Bert Birch')
    """
    if is_nobody(text):
        return "", ""
    first, second, *_rest = *_BETWEEN.split(text, maxsplit=1), ""
    return first, second


# What the bare figures of a column of tricks count: all that declarer won, those over the contract, or over six.

_BOOK = 6
_FEWEST = 7  # no side bids to win fewer
_MOST_DOWN = 6  # without a score to compare with, more is taken for another way of counting


class LineText(NamedTuple):
    """What a line says: contract and seat in English, tricks as they stand there, and the score from N-S if any."""

    board_no: int
    contract: str
    declarer: str
    tricks: str
    score: int | None


_READINGS: dict[str, Callable[[int, int], int]] = {
    "all": lambda figure, _needed: figure,
    "over": lambda figure, needed: needed + figure,
    "made": lambda figure, _needed: figure + _BOOK,
}
"""How many tricks a bare figure is, by what it counts and how many the contract needs."""


def tricks_counted(lines: Iterable[LineText]) -> str:
    """Return which of ``"all"``, ``"over"`` and ``"made"`` fits most of *lines*, all tricks unless another fits better.

    A spreadsheet takes the sign off ``+1``, and some write how many were made and give a sign to those down alone.

    >>> tricks_counted([LineText(1, "4S", "N", "1", 450), LineText(1, "3NT", "E", "-1", 50)])
    'over'
    >>> tricks_counted([LineText(1, "4S", "N", "5", 450), LineText(1, "3NT", "E", "-1", 50)])
    'made'
    """
    told = list(lines)
    is_signed = any(line.tricks.startswith("-") for line in told)
    bare = [(line, contract) for line in told if line.tricks.isdecimal() and (contract := _contract(line.contract))]
    misfits = {
        name: sum(not _fits(name, line, contract, is_signed=is_signed) for line, contract in bare) for name in _READINGS
    }
    return min(misfits, key=misfits.__getitem__)


def with_sign(tricks: str, counted: str) -> str:
    """Return *tricks* as they are read alone: ``+1`` for one over, ``10`` for four made.

    >>> with_sign("1", "over"), with_sign("4", "made"), with_sign("10", "all"), with_sign("-1", "made")
    ('+1', '10', '10', '-1')
    """
    if not tricks.isdecimal() or counted == "all":
        return tricks
    return f"+{tricks}" if counted == "over" else str(int(tricks[:3]) + _BOOK)


def _fits(name: str, line: LineText, contract: Contract, *, is_signed: bool) -> bool:
    figure, needed = int(line.tricks[:3]), contract.tricks_needed
    tricks = _READINGS[name](figure, needed)
    if not 0 <= tricks <= 13 or (name == "made" and tricks < needed):
        return False
    if line.score is not None and line.declarer in ("N", "E", "S", "W", "NS", "EW"):
        return line.score == ns_score(contract, line.declarer, tricks, vulnerability(line.board_no))
    return name != "all" or (needed - tricks <= _MOST_DOWN and not (is_signed and figure < _FEWEST))


def _contract(text: str) -> Contract | None:
    try:
        return read_contract(text)
    except ContractError:
        return None
