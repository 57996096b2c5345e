"""The journal of an event on its way to another database: what acts changed, by the numbers that records have there."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import ForeignKey, JSONField, Model

from director.desk.journal.read import PART
from director.desk.whole.rows import SECRET, labels, numbered_as

Change = dict[str, Any]
Number = Callable[[type[Model], Any], Any]
"""Gives the number that a record of a model has in the other database."""
_SIDES = ("before", "after")


class NoChangeError(ValueError):
    """A change that no act of an event makes."""


def changes_sent(changes: list[Change]) -> list[Change]:
    """Return *changes* of an act without what leaves in no file: private addresses, and secret parts of records."""
    known = labels()
    return [
        change | {side: _without_secrets(change[side]) for side in _SIDES}
        for change in changes
        if change["model"] in known
    ]


def changes_taken(changes: object, number: Number) -> list[Change]:
    """Return *changes* of an act in a file with every *number* as it is here.

    :raises NoChangeError: if one is of no record of an event, or gives a field what it cannot hold
    """
    if not isinstance(changes, list):
        raise NoChangeError
    return [_taken(change, number) for change in changes]


def people_in(changes: list[Change]) -> Iterator[int]:
    """Yield the numbers of the people that *changes* name."""
    for change in changes:
        for side in _SIDES:
            if (person := (change[side] or {}).get("person_id")) is not None:
                yield person


def _without_secrets(fields: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    return fields and {name: value for name, value in fields.items() if name not in SECRET}


def _taken(change: object, number: Number) -> Change:
    if not isinstance(change, dict) or set(change) != {"model", "pk", *_SIDES}:
        raise NoChangeError
    model = labels().get(str(change["model"]))
    if model is None:
        raise NoChangeError
    sides = {side: _fields_taken(model, change[side], number) for side in _SIDES}
    return {"model": change["model"], "pk": number(numbered_as(model), change["pk"]), **sides}


def _fields_taken(model: type[Model], fields: object, number: Number) -> Change | None:
    if fields is None:
        return None
    if not isinstance(fields, dict):
        raise NoChangeError
    by_name = {field.attname: field for field in model._meta.concrete_fields}
    taken = {}
    for name, value in fields.items():
        attname, part, _key = name.partition(PART)
        field = by_name.get(attname)
        if field is None or attname in SECRET or (part and not isinstance(field, JSONField)):
            raise NoChangeError
        taken[name] = value if part else _value_taken(field, value, number)
    return taken


def _value_taken(field: Any, value: Any, number: Number) -> Any:
    if value is None:
        if not (field.null or field.primary_key):
            raise NoChangeError
        return None
    if isinstance(field, ForeignKey):
        return number(field.related_model, value)
    if field.primary_key:
        return number(numbered_as(field.model), value)
    try:
        field.clean(value, None)
    except ValidationError as error:
        if {part.code for part in error.error_list} - {"blank"}:
            raise NoChangeError from error
    except (TypeError, ValueError, AttributeError, OverflowError) as error:
        raise NoChangeError from error
    return value
