"""Read the file of a whole event and check it, without storing anything.

``core.files.event_file`` says what the file holds, and writes it. ``event_import`` stores the
records under new numbers.
"""

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from copy import deepcopy
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import DatabaseError
from django.db.models import ForeignKey, Model

from director.core.base.refusals import EVENT_FILE_NO_LIST_TEXT, EVENT_FILE_NOT_STORABLE_TEXT
from director.core.base.versions import LruCache
from director.core.club.people_forget import is_former_player
from director.core.files.backups.database import BACKUP_MODELS, OMITTED_LABELS, OMITTED_MODELS
from director.core.files.backups.file import Record
from director.core.files.backups.numbers import get_numbering_model
from director.core.files.backups.records import RECORD_UNKNOWN_TEXT, BadRecordError, make_instance
from director.core.files.backups.storage_errors import refuse_storage_problem
from director.core.files.backups.upgrade import (
    collect_fields_by_label,
    find_migration,
    get_intermediate_release,
    get_newest_schema,
    is_newer_schema,
    upgrade_records,
)
from director.core.files.event_file import (
    EVENT_FILE_FORMAT,
    EVENT_FILE_KIND,
    SECRET_FIELDS,
    SIDES,
    Change,
    get_event_paths_by_model,
    get_models_by_label,
    make_event_file_broken_error,
    make_not_whole_error,
)
from director.core.files.hooks import EVENT_RULES
from director.core.night.journal import FOLLOWS_KEY
from director.errors import BackupError
from director.formats.names.person import is_placeholder
from director.models import Club, Event, Person
from director.models.club import MAX_NAME_LENGTH, MAX_NUMBER_LENGTH


def _make_bad_record_error(error: BadRecordError) -> BackupError:
    return make_event_file_broken_error(reason=str(error).rstrip("."))


Renumber = Callable[[type[Model], Any], Any]
"""A function that returns a record's number in the importing database, by model and old number."""


class InvalidChangeError(ValueError):
    """A change that no act of an event can make."""


def renumber_changes(changes: object, renumber: Renumber) -> list[Change]:
    """Return the *changes* of an act in a file, with *renumber* applied to every record number.

    :raises InvalidChangeError: if a change isn't about a record of an event, or a field refuses its value
    """
    if not isinstance(changes, list):
        raise InvalidChangeError
    return [_renumber_change(change, renumber) for change in changes]


def _renumber_change(change: object, renumber: Renumber) -> Change:
    if not isinstance(change, dict) or set(change) - {FOLLOWS_KEY} != {"model", "pk", *SIDES}:
        raise InvalidChangeError
    model = get_models_by_label().get(str(change["model"]))
    if model is None:
        raise InvalidChangeError
    sides = {side: _renumber_fields(model, change[side], renumber) for side in SIDES}
    mark = {}
    if FOLLOWS_KEY in change:
        if change[FOLLOWS_KEY] is not True or None in sides.values():
            raise InvalidChangeError
        mark = {FOLLOWS_KEY: True}
    return {
        "model": change["model"],
        "pk": renumber(get_numbering_model(model), change["pk"]),
        **sides,
        **mark,
    }


def _renumber_fields(model: type[Model], fields: object, renumber: Renumber) -> Change | None:
    if fields is None:
        return None
    if not isinstance(fields, dict):
        raise InvalidChangeError
    fields_by_name = {field.attname: field for field in model._meta.concrete_fields}
    imported_fields = {}
    for name, value in fields.items():
        if name not in fields_by_name or name in SECRET_FIELDS:
            raise InvalidChangeError
        imported_fields[name] = _renumber_value(fields_by_name[name], value, renumber)
    return imported_fields


def _renumber_value(field: Any, value: Any, renumber: Renumber) -> Any:
    if value is None:
        if not (field.null or field.primary_key):
            raise InvalidChangeError
        return None
    if isinstance(field, ForeignKey):
        return renumber(field.related_model, value)
    if field.primary_key:
        return renumber(get_numbering_model(field.model), value)
    try:
        field.clean(value, None)
    except ValidationError as error:
        # Blank values are accepted, because only forms require more than the database holds.
        error_codes = {part.code for part in error.error_list}
        if error_codes - {"blank"}:
            raise InvalidChangeError from error
    except (TypeError, ValueError, AttributeError, OverflowError) as error:
        raise InvalidChangeError from error
    return value


# Files of older versions. Their records take the way of a backup: they are stored in a temporary
# database of the older version, and the program's own migrations change them. A file lacks rows that
# such a database requires, so stand-ins are stored beside its records: a club, its people, and an
# account for each number.


_STAND_IN_CLUB_ID = 1
"""The number of the club in the temporary database."""


def refuse_unknown_schema(schema: object) -> None:
    """Raise if this program can't upgrade a file with *schema*.

    :raises BackupError: for a newer version, or one between two releases
    """
    if not isinstance(schema, str) or is_newer_schema(schema):
        raise _make_event_file_newer_error()
    if find_migration(schema) is None:
        raise BackupError(
            "event-file-between",
            "The file was made between two releases (at {schema}). Import it with Kalamazoo "
            "{release}, and export the event again there.",
            schema=schema,
            release=get_intermediate_release(schema),
        )


def upgrade_event_records(
    records: list[Record],
    *,
    schema: str,
    people: Collection[dict[str, Any]],
    accounts: Collection[dict[str, Any]],
) -> list[Record]:
    """Return the *records* of an event as this version writes them, under the same numbers.

    *people* and *accounts* are those of the file. Migrations add records under new numbers.

    :raises BackupError: if a program of *schema* could not have written the records
    """
    if schema == get_newest_schema():
        return records
    _refuse_foreign_records(records)
    stand_in_records = [
        _make_stand_in(Club, _STAND_IN_CLUB_ID, {"name": "-"}),
        *_make_people_records(people),
        *_make_account_records(records, accounts, schema),
    ]
    club_fields_by_label = collect_fields_by_label(Club._meta.label_lower, schema=schema)
    for record in records:
        for name in club_fields_by_label.get(record["model"], ()):
            record["fields"][name] = _STAND_IN_CLUB_ID
    current_records = _run_migrations([*stand_in_records, *records], schema)
    for record in current_records:
        if record["model"] == Event._meta.label_lower:
            del record["fields"]["club"]
    return current_records


def _run_migrations(records: list[Record], schema: str) -> list[Record]:
    try:
        with upgrade_records(
            records, schema=schema, omitted_labels=OMITTED_LABELS, models=get_event_paths_by_model()
        ) as upgraded:
            return list(upgraded)
    except BadRecordError as error:
        raise _make_bad_record_error(error) from error
    except OSError:
        raise  # the temporary folder can't be used, which is no fault of the file
    except DatabaseError as error:
        refuse_storage_problem(error)
        raise make_not_whole_error(EVENT_FILE_NOT_STORABLE_TEXT) from error
    except Exception as error:  # a migration may fail in any way for data that no program wrote
        raise make_not_whole_error(EVENT_FILE_NOT_STORABLE_TEXT) from error


def _refuse_foreign_records(records: list[Record]) -> None:
    """Raise if a record can't be part of an event, such as an account."""
    models: list[type[Model]] = [*BACKUP_MODELS, *OMITTED_MODELS]
    event_models = get_event_paths_by_model()
    foreign_labels = {model._meta.label_lower for model in models if model not in event_models}
    for record in records:
        if record["model"] in foreign_labels:
            raise _make_bad_record_error(BadRecordError(RECORD_UNKNOWN_TEXT, label=record["model"]))


def _make_people_records(people: Collection[dict[str, Any]]) -> Iterator[Record]:
    for person in people:
        fields = {"club": _STAND_IN_CLUB_ID, "name": person["name"], "number": person["number"]}
        yield _make_stand_in(Person, person["pk"], fields)


def _make_account_records(
    records: list[Record], accounts: Collection[dict[str, Any]], schema: str
) -> Iterator[Record]:
    """Yield an account for each number in the file. Some have no name there."""
    names_by_number = {account["pk"]: account["name"] for account in accounts}
    fields_by_label = collect_fields_by_label(User._meta.label_lower, schema=schema)
    for record in records:
        for name in fields_by_label.get(record["model"], ()):
            number = record["fields"].get(name)
            if type(number) is int:
                # No other account has such a name: the file has no name with an @.
                names_by_number.setdefault(number, f"{number}@")
    for pk, name in names_by_number.items():
        yield _make_stand_in(User, pk, {"username": name})


def _make_stand_in(model: type[Club | Person | User], pk: int, fields: dict[str, Any]) -> Record:
    return {"model": model._meta.label_lower, "pk": pk, "fields": fields}


READABLE_FORMATS = (1, EVENT_FILE_FORMAT)
UPGRADED_RECORDS_CACHE = LruCache[list[Record]](1)
"""The upgraded records of the last file of an older version, by the hash of the file.

A file is read for the preview and again for the import, and an upgrade takes four seconds.
"""
MAX_CACHED_BYTES = 3_000_000
"""Size of a file whose records are cached. They take about ten times as much memory."""


@dataclass(frozen=True, slots=True)
class EventFile:
    """The unsaved records of a file by model, with its people and accounts.

    *club_name* is the name of the event's club in the file. *former_player_numbers* are the numbers of people
    deleted on request. *account_names_by_number* are names by number. *rules* are what applications read of
    their own; without an application its rules in the file are ignored.
    """

    club_name: str
    records_by_model: dict[type[Model], list[Model]]
    people: list[Person]
    former_player_numbers: frozenset[int]
    account_names_by_number: dict[int, str]
    rules: object

    @property
    def event(self) -> Event:
        """The one event."""
        (event,) = self.records_by_model[Event]
        assert isinstance(event, Event)  # noqa: S101  the type of *records_by_model* can't tell
        return event


def is_event_file(start: bytes) -> bool:
    """Return whether a file that begins with *start* claims to be a whole event."""
    # After a byte order mark, which some editors add.
    return (
        start.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")
        and EVENT_FILE_KIND.encode() in start[:200]
    )


def read_event_file(data: bytes) -> EventFile:
    """Return the event in *data*, checked but not saved.

    The records of an older version are upgraded, which takes seconds the first time.

    :raises BackupError: if it isn't a whole event, or is from a newer version of the program
    """
    content = _read_content(data)
    record_entries = _read_entries(content, "records", {"model": str, "pk": int, "fields": dict})
    people_entries = _read_people_entries(content)
    account_entries = _read_entries(content, "accounts", {"pk": int, "name": str})
    people = [_make_unsaved_person(entry) for entry in people_entries]
    account_names_by_number = {entry["pk"]: entry["name"] for entry in account_entries}
    _refuse_duplicates(Person, [person.pk for person in people])
    rules = content.get("rules", {})
    if content["schema"] != get_newest_schema():
        rules = EVENT_RULES.answers.upgrade(record_entries, rules)
        record_entries = _upgrade_entries(data, content)
    records = _make_records_by_model(record_entries)
    former_players = set()
    for person, entry in zip(people, people_entries, strict=True):
        # Format 1 has only the name to go by.
        if entry.get("former", is_former_player(person)):
            former_players.add(person.pk)
    club = str(content.get("club", ""))
    return EventFile(
        club_name=club,
        records_by_model=records,
        people=people,
        former_player_numbers=frozenset(former_players),
        account_names_by_number=account_names_by_number,
        rules=EVENT_RULES.answers.read(rules),
    )


def _read_people_entries(content: dict[str, Any]) -> list[dict[str, Any]]:
    types_by_key: dict[str, type] = {"pk": int, "name": str, "number": str}
    if content["format"] > 1:
        types_by_key |= {"visitor": bool, "hidden": bool, "former": bool}
    return _read_entries(content, "people", types_by_key)


def _upgrade_entries(data: bytes, content: dict[str, Any]) -> list[Record]:
    """Return the records in the *content* of the file *data* as this version writes them."""
    file_hash = sha256(data).hexdigest()
    entries = UPGRADED_RECORDS_CACHE.get(file_hash)
    if entries is None:
        entries = upgrade_event_records(
            content["records"],
            schema=content["schema"],
            people=content["people"],
            accounts=content["accounts"],
        )
        if len(data) <= MAX_CACHED_BYTES:
            UPGRADED_RECORDS_CACHE.set(file_hash, entries)
    # A copy, because storing the records changes them.
    return deepcopy(entries)


def _make_records_by_model(entries: list[dict[str, Any]]) -> dict[type[Model], list[Model]]:
    records_by_model: dict[type[Model], list[Model]] = {
        model: [] for model in get_models_by_label().values()
    }
    for entry in entries:
        instance = _make_record_instance(entry)
        records_by_model[type(instance)].append(instance)
    for model, instances in records_by_model.items():
        _refuse_duplicates(model, [instance.pk for instance in instances])
    if len(records_by_model[Event]) != 1:
        raise make_not_whole_error(
            "it contains {count} events, not one", count=len(records_by_model[Event]) or "no"
        )
    return records_by_model


def _read_content(data: bytes) -> dict[str, Any]:
    try:
        content = json.loads(data, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise make_not_whole_error("it isn’t JSON, or is incomplete") from error
    if not isinstance(content, dict) or content.get("kind") != EVENT_FILE_KIND:
        raise make_not_whole_error("its heading is missing")
    if content.get("format") not in READABLE_FORMATS:
        raise _make_event_file_newer_error()
    refuse_unknown_schema(content.get("schema"))
    return content


def _refuse_constant(name: str) -> None:
    """Raise for NaN and Infinity, which Python reads although they aren't JSON."""
    raise ValueError(name)


def _read_entries(
    content: dict[str, Any], key: str, types_by_key: dict[str, type]
) -> list[dict[str, Any]]:
    """Return the list at *key* if each entry has exactly the keys and *types_by_key*.

    :raises BackupError: if it doesn't
    """
    entries = content.get(key)
    if not isinstance(entries, list) or not all(
        _has_types(entry, types_by_key) for entry in entries
    ):
        raise make_not_whole_error(EVENT_FILE_NO_LIST_TEXT, what=key)
    return entries


def _has_types(entry: object, types_by_key: dict[str, type]) -> bool:
    # Not isinstance(), which takes true for an integer.
    return (
        isinstance(entry, dict)
        and set(entry) == set(types_by_key)
        and all(type(entry[name]) is kind for name, kind in types_by_key.items())
    )


def _make_record_instance(record: dict[str, Any]) -> Model:
    # This program leaves secrets out of its files; anybody else's secrets aren't taken over.
    for name in SECRET_FIELDS & set(record["fields"]):
        del record["fields"][name]
    try:
        return make_instance(record, apps, set(get_models_by_label()), needs_validation=True)
    except BadRecordError as error:
        raise _make_bad_record_error(error) from error


def _make_unsaved_person(entry: dict[str, Any]) -> Person:
    name = _clean_text(entry["name"])
    number = _clean_text(entry["number"])
    if not name or len(name) > MAX_NAME_LENGTH or len(number) > MAX_NUMBER_LENGTH:
        raise make_not_whole_error(EVENT_FILE_NO_LIST_TEXT, what="people")
    return Person(
        pk=entry["pk"],
        name=name,
        number=number,
        is_visitor=entry.get("visitor", False),
        is_hidden=entry.get("hidden", False),
        is_placeholder=is_placeholder(name) and not number,
    )


def _clean_text(text: str) -> str:
    """Return *text* with single spaces and without NUL, which PostgreSQL can't store."""
    return " ".join(text.replace("\0", "").split())


def _refuse_duplicates(model: type[Model], numbers: list[int]) -> None:
    for number, count in Counter(numbers).items():
        if count > 1:
            raise make_not_whole_error(
                "{record} is in it twice", record=f"{model._meta.model_name} {number}"
            )


def _make_event_file_newer_error() -> BackupError:
    return BackupError(
        "event-file-newer",
        "The file is from a newer version of Kalamazoo. Update this one, then import the file "
        "again.",
    )
