"""Which records belong to one event, whatever kind it is, and how each of them hangs on it."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from django.contrib.auth.models import User
from django.core import serializers
from django.db.models import Field, ForeignKey, Model

from director.desk.backup.file import Record
from director.desk.backup.write import KEPT
from director.models import Access, Club, Event, Person, TableWord

OF_OTHERS = (User, Club, Person)
"""What an event points to and does not own."""
OF_THE_NIGHT = (Access, TableWord)
"""Private addresses and what was said by them: of no use elsewhere, and secret."""
SECRET = frozenset({"token"})
"""Fields that leave in no file; elsewhere they are made anew."""


@cache
def event_models() -> dict[type[Model], str]:
    """Return every model of an event, each after those it points to, with the way to the event as a query says it."""
    ways: dict[type[Model], str] = {Event: "pk"}
    for model in KEPT:
        if model in (*OF_OTHERS, *OF_THE_NIGHT, Event):
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
    """Return the model whose numbers the records of *model* have: another's where one is a part of it."""
    key: Field[Any, Any] = model._meta.pk
    return numbered_as(key.related_model) if isinstance(key, ForeignKey) else model


def rows_of(event: Event) -> Iterator[Record]:
    """Yield every record of *event*, model by model in the order of their numbers; a query for each model."""
    for model, way in event_models().items():
        for record in serializers.serialize("python", model._base_manager.filter(**{way: event.pk}).order_by("pk")):
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
    numbers = {record["fields"].get(name) for record in records for name in names[record["model"]]}
    return {number for number in numbers if number is not None}
