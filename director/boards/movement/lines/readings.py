"""Parsed entries stored beside their text, so that pages needn't parse again.

A reading is compact JSON: the fields of a ``LineEntry`` and of what it is made of, without those
that have their default.  It names the text it was read from; where the two no longer agree, the
text is read.
"""

import json
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache, lru_cache
from types import NoneType, UnionType
from typing import Any, Protocol, Union, get_args, get_origin, get_type_hints

from django.db.models import QuerySet

from director.boards.movement.lines.entry import LineEntry, read_line_entry
from director.errors import DeskError
from director.models import Result
from scoring import ScoringError


class Stored(Protocol):
    """A stored entry."""

    @property
    def text(self) -> str:
        """The text of its entry."""

    @property
    def reading(self) -> str:
        """What was read of it."""


def stored_entry(stored: Stored, game: str) -> LineEntry:
    """Return the entry of *stored*, parsed from its text if it has no parsed form.

    :raises DeskError, ScoringError: as ``read_line_entry``, if the text has to be read and cannot
        be
    """
    entered = entry_from_reading(stored.reading) if stored.reading else None
    if entered and entered.text == stored.text:
        return entered
    return read_line_entry(stored.text, game=game)


def reading_of(entered: LineEntry) -> str:
    """Return *entered* as it is kept beside its text.

    >>> reading_of(read_line_entry("4ss="))[:47]
    '{"text":"4SS=","entry":{"kind":"played","contra'
    """
    return json.dumps(_written(entered, LineEntry), ensure_ascii=False, separators=(",", ":"))


@lru_cache(maxsize=4096)
def entry_from_reading(reading: str) -> LineEntry | None:
    """Return the parsed entry, or None if another version of the program stored it.

    >>> entry_from_reading(reading_of(read_line_entry("a6040"))) == read_line_entry("a6040")
    True
    """
    try:
        entered: LineEntry | None = _read(json.loads(reading), LineEntry)
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
    return entered


def fill_readings(results: QuerySet[Result]) -> None:
    """Parse every one of *results* that an older version stored as text only.

    What cannot be read is left alone: the pages that show it say so.
    """
    missing = results.filter(reading="").exclude(text="")
    told = missing.order_by().values_list("text", "section__session__event__game").distinct()
    for text, game in list(told):
        try:
            reading = reading_of(read_line_entry(text, game=game))
        except (DeskError, ScoringError):
            continue
        missing.filter(text=text, section__session__event__game=game).update(reading=reading)


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _kinds(hint: object) -> list[Any]:
    """Return what a value may be, besides nothing."""
    kinds = get_args(hint) if get_origin(hint) in (UnionType, Union) else (hint,)
    return [kind for kind in kinds if kind is not NoneType]


def _written(value: object, hint: object) -> object:
    """Return *value* of the type *hint* as JSON. A union type is named first."""
    kinds = _kinds(hint)
    if value is not None and len(kinds) > 1:
        return {type(value).__name__: _written(value, type(value))}
    if isinstance(value, tuple):
        return [_written(part, get_args(kinds[0])[0]) for part in value]
    if is_dataclass(value) and not isinstance(value, type):
        hints = _hints(type(value))
        return {
            field.name: _written(getattr(value, field.name), hints[field.name])
            for field in fields(value)
            if field.default is MISSING or getattr(value, field.name) != field.default
        }
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Fraction):
        return str(value)
    return value


def _read(value: Any, hint: object) -> Any:
    kinds = _kinds(hint)
    if value is None:
        return None
    if len(kinds) > 1:
        ((name, inner),) = value.items()
        return _read(inner, next(kind for kind in kinds if kind.__name__ == name))
    (kind,) = kinds
    if get_origin(kind) is tuple:
        return tuple(_read(part, get_args(kind)[0]) for part in value)
    if isinstance(kind, type) and is_dataclass(kind):
        hints = _hints(kind)
        return kind(**{name: _read(part, hints[name]) for name, part in value.items()})
    if issubclass(kind, Enum | Fraction):
        return kind(value)
    return value
