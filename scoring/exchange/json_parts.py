"""Read and check parts of a parsed JSON file.

Each function names the part in its error, by the name that the file has for it.
"""

import re
from collections.abc import Collection, Mapping
from fractions import Fraction
from reprlib import repr as shortened
from typing import Any

from scoring.errors import ScoringError
from scoring.sentences import ScoringSentences

# Without exponents, for 1e999999999 would fill the memory as an exact number.
_EXACT_NUMBER = re.compile(r"[+-]?[0-9]{1,9}(\.[0-9]{1,9}|/[0-9]{1,9})?", re.ASCII)


def make_file_error(where: str, reason: ScoringError) -> ScoringError:
    """Return *reason* with the place in the file, *where* it was found."""
    return ScoringError(ScoringSentences.FILE_FAULT, where=where, reason=reason)


def read_whole_number(row: Mapping[str, Any], name: str, lowest: int | None = None) -> int:
    """Return the whole number *name* of *row*, *lowest* or more."""
    value = row.get(name)
    wanted = "a whole number"
    if lowest is not None:
        wanted = f"a whole number from {lowest} up"
    # In Python true is a number, in JSON it isn't.
    if isinstance(value, bool) or not isinstance(value, int):
        raise make_part_error(name, wanted, value)
    if lowest is not None and value < lowest:
        raise make_part_error(name, wanted, value)
    return value


def read_text(row: Mapping[str, Any], name: str) -> str:
    """Return the text *name* of *row*."""
    value = row.get(name)
    if not isinstance(value, str):
        raise make_part_error(name, "text", value)
    return value


def read_choice(row: Mapping[str, Any], name: str, choices: Collection[str]) -> str:
    """Return the text *name* of *row*, one of *choices*."""
    value = row.get(name)
    if not isinstance(value, str) or value not in choices:
        raise make_part_error(name, f"one of {', '.join(choices)}", value)
    return value


def check_object(value: object, name: str) -> Mapping[str, Any]:
    """Return *value* if it is an object."""
    if not isinstance(value, dict):
        raise make_part_error(name, "an object in braces", value)
    return value


def check_list(value: object, name: str) -> list[Any]:
    """Return *value* if it is a list."""
    if not isinstance(value, list):
        raise make_part_error(name, "a list", value)
    return value


def make_part_error(name: str, wanted: str, value: object) -> ScoringError:
    """Return the error for the part *name*, which has *value* and not what is *wanted*."""
    if value is None:
        return ScoringError(ScoringSentences.FILE_MISSING_PART, name=name, wanted=wanted)
    # A value from a file can be of any length.
    return ScoringError(
        ScoringSentences.FILE_PART, name=name, wanted=wanted, value=shortened(value)
    )


def read_exact(row: Mapping[str, Any], name: str) -> Fraction:
    """Return the number *name* of *row* exactly: whole, decimal, or text such as ``"1/3"``."""
    value = row.get(name)
    error = make_part_error(name, 'a number such as -2.5 or "1/3"', value)
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        raise error
    if not _EXACT_NUMBER.fullmatch(str(value)):
        raise error
    try:
        return Fraction(str(value))
    except ZeroDivisionError:
        raise error from None


def refuse_unknown(row: Mapping[str, Any], kind: str, known: Collection[str]) -> None:
    """Refuse a part of *row* that is not *known*. *kind* says in words what *row* is."""
    for name in row:
        if name not in known:
            raise ScoringError(
                ScoringSentences.FILE_UNKNOWN_PART,
                name=name,
                beside="",
                kind=kind,
                known=", ".join(known),
            )
