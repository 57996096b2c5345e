"""An event's rows and history in a file, with the record numbers of another database.

The first half says which models belong to an event, how its rows are found, and which records they
refer to. The second half reads and renumbers the changes of its acts: dictionaries of fields
*before* and *after*, which an undo writes back. New numbers are given by ``write``.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from django.contrib.auth.models import User
from django.core import serializers
from django.core.exceptions import ValidationError
from django.db.models import ForeignKey, Model

from director.core.files.backups.file import Record
from director.core.files.backups.numbers import get_foreign_keys, get_numbering_model
from director.core.files.backups.write import KEPT
from director.core.night.history.write import FOLLOWS
from director.models import Access, ApiToken, Club, Event, Person, SeasonEvent, TableWord

OF_OTHERS = (User, Club, Person)
"""Models that an event refers to but doesn't own."""
OF_THE_NIGHT = (Access, ApiToken, TableWord)
"""Private links and what was sent through them: secret, and useless in another club."""
OF_SEASONS = (SeasonEvent,)
"""Models that belong to a season of the club, although they refer to an event."""
SECRET_FIELDS = frozenset({"token"})
"""Fields that no file contains. The importing program creates new ones."""


@cache
def get_event_models() -> dict[type[Model], str]:
    """Return the models of an event, each after the models it refers to, with paths to the event.

    A path is a lookup for ``filter()``, such as ``"section__session__event"``.
    """
    paths: dict[type[Model], str] = {Event: "pk"}
    for model in KEPT:
        if model in (*OF_OTHERS, *OF_THE_NIGHT, *OF_SEASONS, Event):
            continue
        for field in get_foreign_keys(model):
            # A path through an optional field would miss the rows without it.
            if field.related_model in paths and not field.null:
                path = paths[field.related_model]
                paths[model] = field.name if path == "pk" else f"{field.name}__{path}"
                break
    return paths


def fetch_event_records(event: Event) -> Iterator[Record]:
    """Yield every record of *event*, model by model. One query per model."""
    for model, path in get_event_models().items():
        rows = model._base_manager.filter(**{path: event.pk}).order_by("pk")
        for record in serializers.serialize("python", rows):
            fields = _without_secrets(record["fields"])
            yield {"model": record["model"], "pk": record["pk"], "fields": fields}


def get_models_by_label() -> dict[str, type[Model]]:
    """Return the models of an event by their labels."""
    return {model._meta.label_lower: model for model in get_event_models()}


def find_referenced_keys(records: Iterable[Record], target: type[Model]) -> set[int]:
    """Return the primary keys of *target* that *records* refer to."""
    names_by_label = {}
    for label, model in get_models_by_label().items():
        keys = [key for key in get_foreign_keys(model) if key.related_model is target]
        names_by_label[label] = [key.name for key in keys]
    numbers = set()
    for record in records:
        for name in names_by_label[record["model"]]:
            numbers.add(record["fields"].get(name))
    return {number for number in numbers if number is not None}


Change = dict[str, Any]
"""One change of an act: the model, the record's number, and its fields before and after."""
Number = Callable[[type[Model], Any], Any]
"""A function that returns a record's number in the importing database, by model and old number."""
_SIDES = ("before", "after")


class NoChangeError(ValueError):
    """A change that no act of an event can make."""


def prepare_sent_changes(changes: list[Change], merged: Mapping[int, int]) -> list[Change]:
    """Return the *changes* of an act without private links and secrets.

    *merged* has the numbers of people by the numbers of those who were merged with them.
    """
    known_labels = get_models_by_label()
    return [
        change | {side: _prepare_sent_fields(change[side], merged) for side in _SIDES}
        for change in changes
        if change["model"] in known_labels
    ]


def _prepare_sent_fields(fields: Change | None, merged: Mapping[int, int]) -> Change | None:
    if fields is None:  # the record didn't exist
        return None
    sent = _without_secrets(fields)
    if sent.get("person_id") in merged:
        sent["person_id"] = merged[sent["person_id"]]
    return sent


def renumber_changes(changes: object, number: Number) -> list[Change]:
    """Return the *changes* of an act in a file, with *number* applied to every record number.

    :raises NoChangeError: if a change isn't about a record of an event, or a field refuses its value
    """
    if not isinstance(changes, list):
        raise NoChangeError
    return [_renumber_change(change, number) for change in changes]


def list_named_people(changes: list[Change]) -> Iterator[int]:
    """Yield the numbers of the people that *changes* name."""
    for change in changes:
        for side in _SIDES:
            fields = change[side] or {}
            if fields.get("person_id") is not None:
                yield fields["person_id"]


def _without_secrets(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name not in SECRET_FIELDS}


def _renumber_change(change: object, number: Number) -> Change:
    if not isinstance(change, dict) or set(change) - {FOLLOWS} != {"model", "pk", *_SIDES}:
        raise NoChangeError
    model = get_models_by_label().get(str(change["model"]))
    if model is None:
        raise NoChangeError
    sides = {side: _renumber_fields(model, change[side], number) for side in _SIDES}
    mark = {}
    if FOLLOWS in change:
        if change[FOLLOWS] is not True or None in sides.values():
            raise NoChangeError
        mark = {FOLLOWS: True}
    return {
        "model": change["model"],
        "pk": number(get_numbering_model(model), change["pk"]),
        **sides,
        **mark,
    }


def _renumber_fields(model: type[Model], fields: object, number: Number) -> Change | None:
    if fields is None:
        return None
    if not isinstance(fields, dict):
        raise NoChangeError
    fields_by_name = {field.attname: field for field in model._meta.concrete_fields}
    imported = {}
    for name, value in fields.items():
        if name not in fields_by_name or name in SECRET_FIELDS:
            raise NoChangeError
        imported[name] = _renumber_value(fields_by_name[name], value, number)
    return imported


def _renumber_value(field: Any, value: Any, number: Number) -> Any:
    if value is None:
        if not (field.null or field.primary_key):
            raise NoChangeError
        return None
    if isinstance(field, ForeignKey):
        return number(field.related_model, value)
    if field.primary_key:
        return number(get_numbering_model(field.model), value)
    try:
        field.clean(value, None)
    except ValidationError as error:
        # Blank values are accepted, because only forms require more than the database holds.
        error_codes = {part.code for part in error.error_list}
        if error_codes - {"blank"}:
            raise NoChangeError from error
    except (TypeError, ValueError, AttributeError, OverflowError) as error:
        raise NoChangeError from error
    return value
