"""The history of an event in a file, with the record numbers of another database."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from django.contrib.auth.models import User
from django.core import serializers
from django.core.exceptions import ValidationError
from django.db.models import Field, ForeignKey, Model

from director.core.files.backups.file import Record
from director.core.files.backups.write import KEPT
from director.models import Access, Club, Event, Person, SeasonEvent, TableWord

OF_OTHERS = (User, Club, Person)
"""What an event points to and does not own."""
OF_THE_NIGHT = (Access, TableWord)
"""Private addresses and what was said by them: of no use elsewhere, and secret."""
OF_SEASONS = (SeasonEvent,)
"""What belongs to a season of the club, not to the event that it names."""
SECRET = frozenset({"token"})
"""Fields that leave in no file; elsewhere they are made anew."""


@cache
def event_models() -> dict[type[Model], str]:
    """Return every model of an event after those it refers to, with its path to the event."""
    ways: dict[type[Model], str] = {Event: "pk"}
    for model in KEPT:
        if model in (*OF_OTHERS, *OF_THE_NIGHT, *OF_SEASONS, Event):
            continue
        for field in foreign_keys(model):
            if field.related_model in ways and not field.null:
                way = ways[field.related_model]
                ways[model] = field.name if way == "pk" else f"{field.name}__{way}"
                break
    return ways


def foreign_keys(model: type[Model]) -> list[ForeignKey[Any, Any]]:
    """Return the fields of *model* that point to another record."""
    return [field for field in model._meta.concrete_fields if isinstance(field, ForeignKey)]


def numbered_as(model: type[Model]) -> type[Model]:
    """Return the model that assigns the numbers of *model*."""
    key: Field[Any, Any] = model._meta.pk
    if isinstance(key, ForeignKey):
        return numbered_as(key.related_model)
    return model


def rows_of(event: Event) -> Iterator[Record]:
    """Yield every record of *event*, model by model. One query each."""
    for model, way in event_models().items():
        for record in serializers.serialize(
            "python", model._base_manager.filter(**{way: event.pk}).order_by("pk")
        ):
            fields = {name: value for name, value in record["fields"].items() if name not in SECRET}
            yield {"model": record["model"], "pk": record["pk"], "fields": fields}


def labels() -> dict[str, type[Model]]:
    """Return the models of an event by their labels."""
    return {model._meta.label_lower: model for model in event_models()}


def pointed_to(records: Iterable[Record], to: type[Model]) -> set[int]:
    """Return the numbers of the records *to* which *records* point."""
    names = {
        label: [field.name for field in foreign_keys(model) if field.related_model is to]
        for label, model in labels().items()
    }
    numbers = set()
    for record in records:
        for name in names[record["model"]]:
            numbers.add(record["fields"].get(name))
    return {number for number in numbers if number is not None}


Change = dict[str, Any]
Number = Callable[[type[Model], Any], Any]
"""Gives the number that a record of a model has in the other database."""
_SIDES = ("before", "after")


class NoChangeError(ValueError):
    """A change that no act of an event makes."""


def changes_sent(changes: list[Change]) -> list[Change]:
    """Return the *changes* of an act without private links and secrets."""
    known = labels()
    return [
        change | {side: _without_secrets(change[side]) for side in _SIDES}
        for change in changes
        if change["model"] in known
    ]


def imported_changes(changes: object, number: Number) -> list[Change]:
    """Return *changes* of an act in a file with every *number* as it is here.

    :raises NoChangeError: if one is of no record of an event, or gives a field what it cannot hold
    """
    if not isinstance(changes, list):
        raise NoChangeError
    return [_change_for_import(change, number) for change in changes]


def people_in(changes: list[Change]) -> Iterator[int]:
    """Yield the numbers of the people that *changes* name."""
    for change in changes:
        for side in _SIDES:
            if (person := (change[side] or {}).get("person_id")) is not None:
                yield person


def _without_secrets(fields: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    return fields and {name: value for name, value in fields.items() if name not in SECRET}


def _change_for_import(change: object, number: Number) -> Change:
    if not isinstance(change, dict) or set(change) != {"model", "pk", *_SIDES}:
        raise NoChangeError
    model = labels().get(str(change["model"]))
    if model is None:
        raise NoChangeError
    sides = {side: _imported_fields(model, change[side], number) for side in _SIDES}
    return {"model": change["model"], "pk": number(numbered_as(model), change["pk"]), **sides}


def _imported_fields(model: type[Model], fields: object, number: Number) -> Change | None:
    if fields is None:
        return None
    if not isinstance(fields, dict):
        raise NoChangeError
    by_name = {field.attname: field for field in model._meta.concrete_fields}
    taken = {}
    for name, value in fields.items():
        if name not in by_name or name in SECRET:
            raise NoChangeError
        taken[name] = _imported_value(by_name[name], value, number)
    return taken


def _imported_value(field: Any, value: Any, number: Number) -> Any:
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
