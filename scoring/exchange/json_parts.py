"""Checked parts of a parsed JSON file."""

import re
from collections.abc import Collection, Mapping
from fractions import Fraction
from reprlib import repr as shortened
from typing import Any

from scoring.errors import ScoringError
from scoring.sentences import ScoringSentences

_EXACT = re.compile(
    r"[+-]?[0-9]{1,9}(\.[0-9]{1,9}|/[0-9]{1,9})?", re.ASCII
)  # no exponents: they can be of any size


def file_fault(where: str, reason: ScoringError) -> ScoringError:
    """Return *reason* as the fault of a place in the file."""
    return ScoringError(ScoringSentences.FILE_FAULT, where=where, reason=reason)


def read_whole_number(row: Mapping[str, Any], name: str, lowest: int | None = None) -> int:
    """Return the whole number *name* of *row*, *lowest* or more."""
    value = row.get(name)
    if (
        isinstance(value, bool)
        or not isinstance(value, int)
        or (lowest is not None and value < lowest)
    ):
        raise part_error(
            name, "a whole number" if lowest is None else f"a whole number from {lowest} up", value
        )
    return value


def read_text(row: Mapping[str, Any], name: str) -> str:
    """Return the text *name* of *row*."""
    value = row.get(name)
    if not isinstance(value, str):
        raise part_error(name, "text", value)
    return value


def read_choice(row: Mapping[str, Any], name: str, choices: Collection[str]) -> str:
    """Return the text *name* of *row*, one of *choices*."""
    value = row.get(name)
    if not isinstance(value, str) or value not in choices:
        raise part_error(name, f"one of {', '.join(choices)}", value)
    return value


def check_object(value: object, name: str) -> Mapping[str, Any]:
    """Return *value* if it is an object."""
    if not isinstance(value, dict):
        raise part_error(name, "an object in braces", value)
    return value


def check_list(value: object, name: str) -> list[Any]:
    """Return *value* if it is a list."""
    if not isinstance(value, list):
        raise part_error(name, "a list", value)
    return value


def part_error(name: str, wanted: str, value: object) -> ScoringError:
    """Return the error for a part with a *value* other than *wanted*."""
    if value is None:
        return ScoringError(ScoringSentences.FILE_MISSING_PART, name=name, wanted=wanted)
    return ScoringError(
        ScoringSentences.FILE_PART, name=name, wanted=wanted, value=shortened(value)
    )


def read_exact(row: Mapping[str, Any], name: str) -> Fraction:
    """Return the number *name* of *row* exactly: whole, decimal, or text such as ``"1/3"``."""
    value = row.get(name)
    try:
        if (
            isinstance(value, bool)
            or not isinstance(value, (int, float, str))
            or not _EXACT.fullmatch(str(value))
        ):
            raise ValueError
        return Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        raise part_error(name, 'a number such as -2.5 or "1/3"', value) from None


def refuse_unknown(row: Mapping[str, Any], kind: str, known: Collection[str]) -> None:
    """Refuse a part of *row*, which is *kind*, that is not *known*."""
    for name in row:
        if name not in known:
            raise ScoringError(
                ScoringSentences.FILE_UNKNOWN_PART,
                name=name,
                beside="",
                kind=kind,
                known=", ".join(known),
            )
