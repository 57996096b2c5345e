"""What a column holds, as far as its cells prove it."""

import re
from collections.abc import Sequence

from director.formats.dates import is_date
from director.formats.names.headings import DIRECTION, EMAIL, GROUP, NAME, NUMBER, PLACE, REMARK
from director.formats.names.person import has_name, is_listed_number, is_placeholder, is_telephone
from director.names import is_particle

MIN_SHARE = 0.75
"""The part of a column's cells that proves what the column holds."""


WORD = "word"
"""A word alone, such as a first name or a surname."""
_GROUP_LETTERS = frozenset(["a", "b", "f", "m", "w", "k", "v", "h", "d", "z", "ž", "l", "g"])
_PLACE = re.compile(r"0*\d{1,3}")
_DIRECTION = re.compile(r"N\W?S|E\W?W", re.IGNORECASE)
_DIALLED = re.compile(r"(?:\+|00?)[0-9][0-9 ()/.-]{5,}")


def is_place(cell: str) -> bool:
    """Return whether *cell* can be a place in a ranking."""
    return _PLACE.fullmatch(cell) is not None


def detect_kind(cells: Sequence[str]) -> str:
    """Return the field that *cells* prove, or ""."""
    if not cells:
        return REMARK
    counts = {
        EMAIL: sum("@" in cell for cell in cells),
        DIRECTION: sum(_DIRECTION.fullmatch(cell) is not None for cell in cells),
        REMARK: sum(is_dialled_number(cell) or is_date(cell) for cell in cells),
        PLACE: sum(map(is_place, cells)),
        NUMBER: sum(map(is_listed_number, cells)),
        GROUP: sum(cell.casefold() in _GROUP_LETTERS for cell in cells),
        NAME: sum(map(_is_name, cells)),
        WORD: sum(map(_is_word, cells)),
    }
    for kind, count in counts.items():
        if count >= len(cells) * MIN_SHARE:
            return kind
    return ""


def has_figure(cell: str) -> bool:
    """Return whether *cell* has a digit."""
    return any(map(str.isdigit, cell))


def is_dialled_number(cell: str) -> bool:
    """Return whether *cell* is a telephone number of any country."""
    if cell.isdecimal():
        return is_telephone(cell)
    return _DIALLED.fullmatch(cell) is not None or is_telephone(cell)


def _is_word(cell: str) -> bool:
    """Return whether *cell* is a first name or a surname, such as ``O'Brien`` or ``van den Berg``."""
    *particles, word = cell.split() or [""]
    letters = re.sub(r"(?<=\w)['’-](?=\w)", "", word)
    return letters.isalpha() and all(map(is_particle, particles))


def _is_name(cell: str) -> bool:
    if len(cell.split()) < 2 and not is_placeholder(cell):
        return False
    return not has_figure(cell) and "@" not in cell and has_name(cell)
