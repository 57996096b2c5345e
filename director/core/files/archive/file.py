"""What the file of a whole event holds, held to its form before anything of it is stored."""

import json
from collections import Counter
from dataclasses import dataclass
from itertools import chain
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.db.models import Model

from director.core.base.sentences import DeskSentences
from director.core.base.standings_versions import complete_versions
from director.core.files.archive.history import (
    SECRET,
    changes_sent,
    labels,
    people_in,
    pointed_to,
    rows_of,
)
from director.core.files.backups.file import Record, plain
from director.core.files.backups.records import BadRecordError, object_of
from director.core.files.backups.upgrade import newest_schema
from director.errors import BackupError, Phrase
from director.models import Act, Event, Person
from director.models.club import LONGEST_NAME, LONGEST_NUMBER

# One event as a file: every record that hangs on it, the people it names, and what was done when by
# whom.
#
# The file is JSON: ``kind``, ``format``, ``schema`` (the last migration of the database it is of),
# ``club``, ``people`` (number in the file, name, number at the club), ``accounts`` (number in the
# file and name) and ``records``, each with its model, its number and its fields. Passwords, e-mail,
# private addresses and what was said by them are not in it.

KIND = "kalamazoo-event"
FORMAT = 1


def event_archive(event: Event) -> bytes:
    """Return *event* as a file. One query for each model."""
    complete_versions([event.pk])
    records = [_without_others(record) for record in rows_of(event)]
    acts = [record["fields"] for record in records if record["model"] == Act._meta.label_lower]
    for act in acts:
        act["changes"] = changes_sent(act["changes"])
    named = chain.from_iterable(people_in(act["changes"]) for act in acts)
    people = pointed_to(records, Person) | set(named)
    content = {
        "kind": KIND,
        "format": FORMAT,
        "schema": newest_schema(),
        "club": event.club.name,
        "people": [
            {"pk": pk, "name": name, "number": number}
            for pk, name, number in event.club.people.order_by("pk").values_list(
                "pk", "name", "number"
            )
            if pk in people
        ],
        "accounts": [
            {"pk": pk, "name": name}
            for pk, name in User.objects.filter(pk__in=pointed_to(records, User)).values_list(
                "pk", "username"
            )
            if "@" not in name
        ],
        "records": records,
    }
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"), default=plain).encode()


def _without_others(record: Record) -> Record:
    """Return *record* without the club it belongs to, which is another one elsewhere."""
    record["fields"].pop("club", None)
    return record


class EventFileError(BackupError):
    """The file is no whole event or doesn't fit. ``str()`` says what to do."""


@dataclass(frozen=True, slots=True)
class EventFile:
    """The unsaved records of a file by model, with its people and accounts.

    *club* is what the club of the event is called there.
    """

    club: str
    records: dict[type[Model], list[Model]]
    people: list[Person]
    accounts: dict[int, str]

    @property
    def event(self) -> Event:
        """The one event."""
        (event,) = self.records[Event]
        assert isinstance(event, Event)  # noqa: S101  a dictionary of models knows no better
        return event


def not_whole_error(phrase: Phrase, /, **params: object) -> EventFileError:
    """Return the error that the file is no whole event, because of *phrase*."""
    return EventFileError(DeskSentences.EVENT_FILE_BROKEN, reason=phrase.says(**params))


def is_event_file(start: bytes) -> bool:
    """Return whether a file that begins with *start* says that it is a whole event."""
    return start.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") and KIND.encode() in start[:200]


def event_file(data: bytes) -> EventFile:
    """Return what *data* holds.

    :raises EventFileError: if it is no whole event, or of another version of the program
    """
    content = _content(data)
    records: dict[type[Model], list[Model]] = {model: [] for model in labels().values()}
    for record in _records_of_kind(content, "records", {"model": str, "pk": int, "fields": dict}):
        built = _built(record)
        records[type(built)].append(built)
    for model, built_records in records.items():
        _refuse_twice(model, [record.pk for record in built_records])
    if len(records[Event]) != 1:
        raise not_whole_error(DeskSentences.EVENT_FILE_NOT_ONE, count=len(records[Event]) or "no")
    people = [
        _person(person)
        for person in _records_of_kind(content, "people", {"pk": int, "name": str, "number": str})
    ]
    accounts = {
        account["pk"]: account["name"]
        for account in _records_of_kind(content, "accounts", {"pk": int, "name": str})
    }
    _refuse_twice(Person, [person.pk for person in people])
    return EventFile(str(content.get("club", "")), records, people, accounts)


def _content(data: bytes) -> dict[str, Any]:
    try:
        content = json.loads(data, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise not_whole_error(DeskSentences.EVENT_FILE_NO_JSON) from error
    if not isinstance(content, dict) or content.get("kind") != KIND:
        raise not_whole_error(DeskSentences.EVENT_FILE_NO_HEADING)
    if (content.get("format"), content.get("schema")) != (FORMAT, newest_schema()):
        raise EventFileError(DeskSentences.EVENT_FILE_OTHER_VERSION)
    return content


def _no_constant(name: str) -> None:
    """Refuse NaN and Infinity, which are no JSON and which no database keeps."""
    raise ValueError(name)


def _records_of_kind(
    content: dict[str, Any], what: str, form: dict[str, type]
) -> list[dict[str, Any]]:
    listed = content.get(what)
    if not isinstance(listed, list) or not all(_has_form(entry, form) for entry in listed):
        raise not_whole_error(DeskSentences.EVENT_FILE_NO_LIST, what=what)
    return listed


def _has_form(entry: object, form: dict[str, type]) -> bool:
    return (
        isinstance(entry, dict)
        and set(entry) == set(form)
        and all(type(entry[name]) is kind for name, kind in form.items())
    )


def _built(record: dict[str, Any]) -> Model:
    for name in SECRET & set(record["fields"]):
        del record["fields"][name]
    try:
        return object_of(record, apps, set(labels()))
    except BadRecordError as error:
        raise EventFileError(
            DeskSentences.EVENT_FILE_BROKEN, reason=str(error).rstrip(".")
        ) from error


def _person(person: dict[str, Any]) -> Person:
    name, number = (" ".join(person[part].replace("\0", "").split()) for part in ("name", "number"))
    if not name or len(name) > LONGEST_NAME or len(number) > LONGEST_NUMBER:
        raise not_whole_error(DeskSentences.EVENT_FILE_NO_LIST, what="people")
    return Person(pk=person["pk"], name=name, number=number)


def _refuse_twice(model: type[Model], numbers: list[int]) -> None:
    for number, count in Counter(numbers).items():
        if count > 1:
            raise not_whole_error(
                DeskSentences.EVENT_FILE_TWICE, record=f"{model._meta.model_name} {number}"
            )
