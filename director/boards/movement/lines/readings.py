"""Parsed entries stored beside their text, so that pages needn't parse again.

A reading is compact JSON: the fields of a ``LineEntry`` and of its parts, without fields that have
their default. It contains the text that was parsed. If that differs from the stored text, the text
is parsed again.
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
from scoring.errors import ScoringError


class StoredEntry(Protocol):
    """A record with an entry and its parsed form."""

    @property
    def text(self) -> str:
        """The text of the entry."""

    @property
    def reading(self) -> str:
        """The parsed form of the entry, or ""."""


def read_stored_entry(stored: StoredEntry, game: str) -> LineEntry:
    """Return the entry of *stored*, parsed from its text if its parsed form can't be used.

    :raises DeskError, ScoringError: as ``read_line_entry``, if the text can't be parsed
    """
    entry = load_entry(stored.reading) if stored.reading else None
    if entry and entry.text == stored.text:
        return entry
    return read_line_entry(stored.text, game=game)


def dump_entry(entry: LineEntry) -> str:
    """Return the parsed form of *entry* for storing it beside the text.

    >>> dump_entry(read_line_entry("4ss="))[:47]
    '{"text":"4SS=","entry":{"kind":"played","contra'
    """
    return json.dumps(_to_json(entry, LineEntry), ensure_ascii=False, separators=(",", ":"))


@lru_cache(maxsize=4096)
def load_entry(reading: str) -> LineEntry | None:
    """Return the parsed entry, or None if another version of the program stored it.

    >>> load_entry(dump_entry(read_line_entry("a6040"))) == read_line_entry("a6040")
    True
    """
    # Another version may have had other fields, types or choices: any of these errors tells so.
    try:
        entry: LineEntry | None = _from_json(json.loads(reading), LineEntry)
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
    return entry


def fill_readings(results: QuerySet[Result]) -> None:
    """Parse every one of *results* that an older version stored as text only.

    Entries that can't be parsed are left alone; pages that show them say so.
    """
    missing = results.filter(reading="").exclude(text="")
    # One update for each different text, of which there are far fewer than results.
    texts = missing.order_by().values_list("text", "section__session__event__game").distinct()
    for text, game in list(texts):
        try:
            reading = dump_entry(read_line_entry(text, game=game))
        except (DeskError, ScoringError):
            continue
        missing.filter(text=text, section__session__event__game=game).update(reading=reading)


@cache
def _get_type_hints(record_type: type) -> dict[str, Any]:
    return get_type_hints(record_type)


def _list_possible_types(hint: object) -> list[Any]:
    """Return the types that a value with the type *hint* can have, without None."""
    types = get_args(hint) if get_origin(hint) in (UnionType, Union) else (hint,)
    return [possible for possible in types if possible is not NoneType]


def _to_json(value: object, hint: object) -> object:
    """Return *value* with the type *hint* as JSON. A value of a union has the type's name."""
    types = _list_possible_types(hint)
    if value is not None and len(types) > 1:
        return {type(value).__name__: _to_json(value, type(value))}
    if isinstance(value, tuple):
        return [_to_json(part, get_args(types[0])[0]) for part in value]
    if is_dataclass(value) and not isinstance(value, type):
        hints = _get_type_hints(type(value))
        json_fields = {}
        for field in fields(value):
            field_value = getattr(value, field.name)
            if field.default is MISSING or field_value != field.default:
                json_fields[field.name] = _to_json(field_value, hints[field.name])
        return json_fields
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Fraction):
        return str(value)
    return value


def _from_json(value: Any, hint: object) -> Any:
    """Return the value that :func:`_to_json` wrote."""
    types = _list_possible_types(hint)
    if value is None:
        return None
    if len(types) > 1:
        ((type_name, content),) = value.items()
        type_by_name = {possible.__name__: possible for possible in types}
        return _from_json(content, type_by_name[type_name])
    (only_type,) = types
    if get_origin(only_type) is tuple:
        return tuple(_from_json(part, get_args(only_type)[0]) for part in value)
    if isinstance(only_type, type) and is_dataclass(only_type):
        hints = _get_type_hints(only_type)
        return only_type(**{name: _from_json(part, hints[name]) for name, part in value.items()})
    if issubclass(only_type, Enum | Fraction):
        return only_type(value)
    return value
