"""Contracts and seats in several languages.

One contract alone cannot tell: ``4C`` is four clubs in England and four hearts in France.  So the
first language is taken in which every cell of the column can be read.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping

_SUITS: tuple[Mapping[str, str], ...] = (
    {},  # English
    {"R": "D", "K": "C"},  # Dutch and Nordic: schoppen, harten, ruiten, klaveren
    {"P": "S", "C": "H", "K": "D", "T": "C"},  # French: pique, coeur, carreau, trèfle
    {"P": "S", "C": "H", "K": "D", "T": "C", "SA": "NT"},
    {"P": "S", "C": "H", "Q": "D", "F": "C"},  # Italian: picche, cuori, quadri, fiori
    {"П": "S", "Ч": "H", "Б": "D", "Т": "C"},  # Russian: пики, червы, бубны, трефы
)
_SEATS: tuple[Mapping[str, str], ...] = (
    {"N": "N", "E": "E", "S": "S", "W": "W"},
    {"N": "N", "O": "E", "Z": "S", "W": "W"},  # Dutch
    {"N": "N", "O": "E", "S": "S", "W": "W"},  # German
    {"N": "N", "E": "E", "S": "S", "O": "W"},  # French, Italian, Spanish
    {"N": "N", "Ø": "E", "Ö": "E", "O": "E", "S": "S", "V": "W"},  # Nordic
    {"С": "N", "В": "E", "Ю": "S", "З": "W"},  # Russian
)
_NAMES = {
    "N": "NORTH NORD NOORD NORTE",
    "E": "EAST OST OOST EST ESTE",
    "S": "SOUTH SUD SUED SYD ZUID SUR",
    "W": "WEST OUEST OVEST OESTE VEST VAST",
}
_BY_NAME = {name: seat for seat, names in _NAMES.items() for name in names.split()}
_BID = re.compile(r"([1-7])\s*(NT|SA|ZT|BA|UT|GR|БК|[A-ZБПТЧ♠♥♦♣])(.*)", re.DOTALL)
_NO_TRUMPS = frozenset({"NT", "N", "SA", "ZT", "BA", "UT", "БК", "A"})
_ENGLISH = frozenset("SHDC♠♥♦♣")


def translate_contracts(cells: Iterable[str]) -> dict[str, str]:
    """Return the English form of each different contract in *cells*.

    A cell that is no bid stays as it is.

    >>> translate_contracts(["4C", "3SA", "2P", "1K x", "PASS"])
    {'4C': '4H', '3SA': '3NT', '2P': '2S', '1K x': '1D X', 'PASS': 'PASS'}
    """
    distinct_cells = list(dict.fromkeys(cells))
    for suits in _SUITS:
        english_by_cell = {cell: _translate_contract(cell, suits) for cell in distinct_cells}
        if all(english is not None for english in english_by_cell.values()):
            return {cell: english or cell for cell, english in english_by_cell.items()}
    return {cell: cell for cell in distinct_cells}


def translate_seats(cells: Iterable[str], *, west_is_o: bool = False) -> dict[str, str]:
    """Return the English seat of each different declarer in *cells*, if all are known.

    *west_is_o* says that O stands for the west where nothing else tells.

    >>> translate_seats(["N", "O", "Z"]), translate_seats(["N", "E", "O"])
    ({'N': 'N', 'O': 'E', 'Z': 'S'}, {'N': 'N', 'E': 'E', 'O': 'W'})
    """
    distinct_cells = list(dict.fromkeys(cells))
    seats_by_name = {
        cell: seat for cell in distinct_cells if (seat := _BY_NAME.get(_normalize_seat(cell)))
    }
    first_letters = {
        cell: cell.strip().upper()[:1] for cell in distinct_cells if cell not in seats_by_name
    }
    known_letters = {letter for letter in first_letters.values() if letter.isalpha()}
    languages = (*_SEATS[3:4], *_SEATS) if west_is_o and "W" not in known_letters else _SEATS
    for seats in languages:
        if known_letters <= seats.keys():
            return seats_by_name | {
                cell: seats.get(letter, cell) if _is_seat(cell) else cell
                for cell, letter in first_letters.items()
            }
    return {cell: seats_by_name.get(cell, cell) for cell in distinct_cells}


def _normalize_seat(cell: str) -> str:
    marks = unicodedata.normalize("NFKD", cell.strip().upper().replace("Ø", "O"))
    return "".join(sign for sign in marks if not unicodedata.combining(sign))


def _is_seat(cell: str) -> bool:
    return cell.strip().isalpha() and cell.strip().upper() not in ("NS", "EW")


def _translate_contract(cell: str, suits: Mapping[str, str]) -> str | None:
    match = _BID.fullmatch(cell.strip().upper())
    if match is None:
        return cell
    level, suit, ending = match.groups()
    if suit in _NO_TRUMPS:
        return f"{level}NT{ending}"
    english_suit = suits.get(suit, suit if not suits or suit not in suits.values() else "")
    if english_suit in _ENGLISH:
        return f"{level}{english_suit}{ending}"
    return None
