"""Who sat on a side, from a cell: a number, a section's letter, or names."""

import re
from dataclasses import dataclass
from functools import lru_cache

from director.additions.imports.formats.source.results import Label, read_label

_CALLED = re.compile(
    r"(?:pair|paar|paire|par|para|coppia|pareja|team|no|nr|n°|#)[\s.:#-]*(?=[0-9])", re.IGNORECASE
)
_LETTERED = re.compile(r"([A-DF-MO-Z])[ -]?0*([0-9]{1,3})", re.IGNORECASE)  # N and E are directions
_NUMBERED_NAMES = re.compile(r"0*([0-9]{1,4})[\s.:)/-]+([^\W\d].{2,})", re.DOTALL)
_BETWEEN = re.compile(
    r"\s*(?:;|&|\+|/|\s[-–]\s|\sand\s|\sen\s|\sund\s|\set\s|\soch\s|\sog\s)\s*", re.IGNORECASE
)
_USUAL_SIGN = " & "
_NOBODY_WORDS = """0 - – bye phantom ghost sitout sit-out none frei spielfrei pause vrij stilzit rust exempt
    relais oversitter
    oversidder fri pausa"""
_NOBODY = frozenset(_NOBODY_WORDS.split())


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a line: *label*, *section* and *names*, as far as known."""

    label: Label | None = None
    section: str = ""
    names: str = ""


@lru_cache(maxsize=65_536)  # every pair stands on many lines
def read_side(text: str) -> Side:
    """Return the pair in the cell of a side: label, section and names.

    >>> read_side("Pair 5").label, read_side("B12"), read_side("3 Ada Ash & Bert Birch").names
    (Label(number=5, direction=''), Side(label=Label(number=12, direction=''), section='B', names=''), \
'Ada Ash & Bert Birch')
    """
    side_text = _CALLED.sub("", text.strip(), count=1)
    if side_text.startswith(("-", "+")):
        return Side()
    if match := _LETTERED.fullmatch(side_text):
        return Side(read_label(match[2]), match[1].upper())
    if label := read_label(side_text):
        return Side(label)
    if match := _NUMBERED_NAMES.fullmatch(side_text):
        return Side(read_label(match[1]), names=match[2])
    return Side()


def is_nobody(text: str) -> bool:
    """Return whether a cell says that nobody sat there.

    >>> is_nobody("Phantom"), is_nobody(""), is_nobody("5")
    (True, True, False)
    """
    return not text or "".join(text.split()).casefold() in _NOBODY


def split_two_names(text: str, *, is_own: bool = False) -> tuple[str, str]:
    """Return the two names of a pair in one cell.

    The usual sign between names goes before signs that may be part of a name. A file of this
    program (*is_own*) has no other sign.

    >>> split_two_names("Ada Ash & Bert Birch"), split_two_names("Ada Ash / Bert Birch")
    (('Ada Ash', 'Bert Birch'), ('Ada Ash', 'Bert Birch'))
    >>> split_two_names("Van der Berg - Hill & Ann / Bob")
    ('Van der Berg - Hill', 'Ann / Bob')
    """
    if is_nobody(text):
        return "", ""
    usual_parts = text.split(_USUAL_SIGN)
    if len(usual_parts) == 2:
        return usual_parts[0].strip(), usual_parts[1].strip()
    if is_own and len(usual_parts) == 1:
        return text, ""
    first_name, second_name, *_rest = *_BETWEEN.split(text, maxsplit=1), ""
    return first_name, second_name
