"""Write the file of a whole event with its history, for another database.

The file is JSON. ``kind`` and ``format`` identify it, ``schema`` is the last migration of its
database. The other keys are:

- ``club``: the name of the club;
- ``people``: the people named in the event, with their number in the file, name, membership number, and
  whether they are visitors, have no public page, or were deleted on request;
- ``accounts``: the accounts that changed the event, with their number in the file and name;
- ``rules``: the rules of the seasons that the event counts for, as ``seasons`` writes them;
- ``records``: all rows of the event, each with its model, number and fields.

Passwords, e-mail addresses, private links and entries sent through them are left out. Format 1 has no
``rules``, and only the names and numbers of people.

The addition ``imports`` reads it.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from typing import Any

from django.contrib.auth.models import User
from django.core import serializers
from django.db.models import Model

from director.core.base.standings_versions import complete_versions
from director.core.club.people_forget import is_former_player
from director.core.files.backups.database import BACKUP_MODELS
from director.core.files.backups.file import (
    Record,
    serialize_as_text,
)
from director.core.files.backups.numbers import get_foreign_keys
from director.core.files.backups.upgrade import get_newest_schema
from director.core.files.hooks import EVENT_RULES
from director.core.night.event_fields import CopyRule, list_fields_in_copy
from director.errors import BackupError
from director.models import (
    Access,
    Act,
    Club,
    Event,
    Person,
    PersonMerge,
    SeasonEvent,
    TableWord,
)


def make_not_whole_error(reason: str, /, **params: object) -> BackupError:
    """Return the error for a file that isn't a whole event, for the reason *reason*."""
    return make_event_file_broken_error(reason=reason.format(**params))


# Which models belong to an event, how its rows are found, and which records they refer to. The changes
# of its acts are dictionaries of fields *before* and *after*, which an undo writes back: they are
# renumbered too.


REFERENCED_MODELS = (User, Club, Person)
"""Models that an event refers to but doesn't own."""
SECRET_MODELS = (Access, TableWord)
"""Private links and what was sent through them: secret, and useless in another club."""
SEASON_MODELS = (SeasonEvent,)
"""Models that belong to a season of the club, although they refer to an event."""
SECRET_FIELDS = frozenset({"token"})
"""Fields that no file contains. The importing program creates new ones."""


@cache
def get_event_paths_by_model() -> dict[type[Model], str]:
    """Return the models of an event, each after the models it refers to, with paths to the event.

    A path is a lookup for ``filter()``, such as ``"section__session__event"``.
    """
    paths_by_model: dict[type[Model], str] = {Event: "pk"}
    for model in BACKUP_MODELS:
        if model in (*REFERENCED_MODELS, *SECRET_MODELS, *SEASON_MODELS, Event):
            continue
        for field in get_foreign_keys(model):
            # A path through an optional field would miss the rows without it.
            if field.related_model in paths_by_model and not field.null:
                path = paths_by_model[field.related_model]
                paths_by_model[model] = field.name if path == "pk" else f"{field.name}__{path}"
                break
    return paths_by_model


def fetch_event_records(event: Event) -> Iterator[Record]:
    """Yield every record of *event*, model by model. One query per model."""
    for model, path in get_event_paths_by_model().items():
        rows = model._base_manager.filter(**{path: event.pk}).order_by("pk")
        for record in serializers.serialize("python", rows):
            fields = _remove_secrets(record["fields"])
            yield {"model": record["model"], "pk": record["pk"], "fields": fields}


def get_models_by_label() -> dict[str, type[Model]]:
    """Return the models of an event by their labels."""
    return {model._meta.label_lower: model for model in get_event_paths_by_model()}


def collect_referenced_keys(records: Iterable[Record], target: type[Model]) -> set[int]:
    """Return the primary keys of *target* that *records* refer to."""
    names_by_label = {}
    for label, model in get_models_by_label().items():
        keys = [key for key in get_foreign_keys(model) if key.related_model is target]
        names_by_label[label] = [key.name for key in keys]
    record_keys = set()
    for record in records:
        for name in names_by_label[record["model"]]:
            record_keys.add(record["fields"].get(name))
    return {number for number in record_keys if number is not None}


Change = dict[str, Any]
"""One change of an act: the model, the record's number, and its fields before and after."""
SIDES = ("before", "after")


def make_exported_changes(
    changes: list[Change], person_ids_by_merged_id: Mapping[int, int]
) -> list[Change]:
    """Return the *changes* of an act without private links and secrets.

    *person_ids_by_merged_id* has the numbers of people by the numbers of those who were merged with them.
    """
    known_labels = get_models_by_label()
    return [
        change
        | {side: _make_exported_fields(change[side], person_ids_by_merged_id) for side in SIDES}
        for change in changes
        if change["model"] in known_labels
    ]


def _make_exported_fields(
    fields: Change | None, person_ids_by_merged_id: Mapping[int, int]
) -> Change | None:
    if fields is None:  # the record didn't exist
        return None
    exported_fields = _remove_secrets(fields)
    if exported_fields.get("person_id") in person_ids_by_merged_id:
        exported_fields["person_id"] = person_ids_by_merged_id[exported_fields["person_id"]]
    return exported_fields


def iter_named_person_ids(changes: list[Change]) -> Iterator[int]:
    """Yield the numbers of the people that *changes* name."""
    for change in changes:
        for side in SIDES:
            fields = change[side] or {}
            if fields.get("person_id") is not None:
                yield fields["person_id"]


def _remove_secrets(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name not in SECRET_FIELDS}


EVENT_FILE_KIND = "kalamazoo-event"
EVENT_FILE_FORMAT = 2


def make_event_archive(event: Event) -> bytes:
    """Return *event* as a file. One query for each model."""
    # Corrections may have left a version due, and a due version lacks its standings.
    complete_versions([event.pk])
    records = list(fetch_event_records(event))
    for record in records:
        if record["model"] == Event._meta.label_lower:
            for name in list_fields_in_copy(CopyRule.LEFT_OUT):
                record["fields"].pop(name, None)
    acts = [record["fields"] for record in records if record["model"] == Act._meta.label_lower]
    person_ids_by_merged_id = _fetch_person_ids_by_merged_id(event)
    for act in acts:
        act["changes"] = make_exported_changes(act["changes"], person_ids_by_merged_id)
    # An undo may restore an entry with a person whom no current record names.
    people_in_history = chain.from_iterable(iter_named_person_ids(act["changes"]) for act in acts)
    person_ids = collect_referenced_keys(records, Person) | set(people_in_history)
    content = {
        "kind": EVENT_FILE_KIND,
        "format": EVENT_FILE_FORMAT,
        "schema": get_newest_schema(),
        "club": event.club.name,
        "people": _list_people(event, person_ids),
        "accounts": _list_accounts(records),
        "rules": EVENT_RULES.answers.write(event),
        "records": records,
    }
    return json.dumps(
        content, ensure_ascii=False, separators=(",", ":"), default=serialize_as_text
    ).encode()


def _fetch_person_ids_by_merged_id(event: Event) -> dict[int, int]:
    """Return the numbers of merged people in the club, each with the number they have now."""
    merges = PersonMerge.objects.filter(into__club=event.club_id).order_by("pk")
    return {
        person_record["pk"]: into_id
        for person_record, into_id in merges.values_list("was", "into_id")
    }


def _list_people(event: Event, person_ids: set[int]) -> list[dict[str, Any]]:
    people = event.club.people.order_by("pk")
    return [
        {
            "pk": person.pk,
            "name": person.name,
            "number": person.number,
            "visitor": person.is_visitor,
            "hidden": person.is_hidden,
            "former": is_former_player(person),
        }
        for person in people
        if person.pk in person_ids
    ]


def _list_accounts(records: list[Record]) -> list[dict[str, Any]]:
    users = User.objects.filter(pk__in=collect_referenced_keys(records, User))
    rows = users.values_list("pk", "username")
    # Some accounts have an e-mail address as their name, which the file leaves out.
    return [{"pk": pk, "name": name} for pk, name in rows if "@" not in name]


def make_event_file_broken_error(*, reason: object) -> BackupError:
    return BackupError(
        "event-file-broken",
        "This file isn’t a whole event from Kalamazoo: {reason}. Export the event again and "
        "choose that file.",
        reason=reason,
    )
