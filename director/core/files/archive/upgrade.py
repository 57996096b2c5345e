"""Bring the file of an event from an older version to the form that this version writes.

The records take the way of a backup: they are stored in a temporary database of the older version,
and the program's own migrations change them. A file lacks rows that such a database requires, so
stand-ins are stored beside its records: a club, its people, and an account for each number.
"""

from collections.abc import Collection, Iterator
from typing import Any

from django.contrib.auth.models import User
from django.db import DatabaseError
from django.db.models import Model

from director.core.base.sentences import DeskSentences
from director.core.files.archive.errors import make_not_whole_error
from director.core.files.archive.history import get_event_models
from director.core.files.backups.file import Record
from director.core.files.backups.records import BadRecordError
from director.core.files.backups.storage_errors import find_storage_problem
from director.core.files.backups.upgrade import (
    find_migration,
    find_references,
    get_known_schemas,
    get_newest_schema,
    upgrade_records,
)
from director.core.files.backups.write import KEPT, LEFT_OUT
from director.errors import AS_SAID, BackupError
from director.models import Club, Event, Person

_CLUB = 1
"""The number of the club in the temporary database."""


def refuse_unknown_schema(schema: object) -> None:
    """Raise if this program can't upgrade a file with *schema*.

    :raises BackupError: for a newer version, or one between two releases
    """
    if not isinstance(schema, str) or schema not in get_known_schemas():
        raise BackupError(DeskSentences.EVENT_FILE_NEWER)
    if find_migration(schema) is None:
        raise BackupError(DeskSentences.EVENT_FILE_BETWEEN, schema=schema)


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
    stand_ins = [
        _make_record(Club, _CLUB, {"name": "-"}),
        *_make_people_records(people),
        *_make_account_records(records, accounts, schema),
    ]
    in_club = find_references(Club._meta.label_lower, schema=schema)
    for record in records:
        for name in in_club.get(record["model"], ()):
            record["fields"][name] = _CLUB
    current_records = _run_migrations([*stand_ins, *records], schema)
    for record in current_records:
        if record["model"] == Event._meta.label_lower:
            del record["fields"]["club"]
    return current_records


def _run_migrations(records: list[Record], schema: str) -> list[Record]:
    left_out = [model._meta.label_lower for model in LEFT_OUT]
    try:
        with upgrade_records(
            records, schema=schema, left_out=left_out, models=get_event_models()
        ) as upgraded:
            return list(upgraded)
    except BadRecordError as error:
        reason = str(error).rstrip(".")
        raise BackupError(DeskSentences.EVENT_FILE_BROKEN, reason=reason) from error
    except OSError:
        raise  # the temporary folder can't be used, which is no fault of the file
    except DatabaseError as error:
        if problem := find_storage_problem(error):
            raise BackupError(AS_SAID, text=problem.sentence) from error
        raise make_not_whole_error(DeskSentences.EVENT_FILE_NOT_STORABLE) from error
    except Exception as error:  # a migration may fail in any way for data that no program wrote
        raise make_not_whole_error(DeskSentences.EVENT_FILE_NOT_STORABLE) from error


def _refuse_foreign_records(records: list[Record]) -> None:
    """Raise if a record can't be part of an event, such as an account."""
    models: list[type[Model]] = [*KEPT, *LEFT_OUT]
    own_models = get_event_models()
    foreign_labels = {model._meta.label_lower for model in models if model not in own_models}
    for record in records:
        if record["model"] in foreign_labels:
            error = BadRecordError(DeskSentences.RECORD_UNKNOWN, label=record["model"])
            raise BackupError(DeskSentences.EVENT_FILE_BROKEN, reason=str(error).rstrip("."))


def _make_people_records(people: Collection[dict[str, Any]]) -> Iterator[Record]:
    for person in people:
        fields = {"club": _CLUB, "name": person["name"], "number": person["number"]}
        yield _make_record(Person, person["pk"], fields)


def _make_account_records(
    records: list[Record], accounts: Collection[dict[str, Any]], schema: str
) -> Iterator[Record]:
    """Yield an account for each number in the file. Some have no name there."""
    names_by_number = {account["pk"]: account["name"] for account in accounts}
    fields_by_label = find_references(User._meta.label_lower, schema=schema)
    for record in records:
        for name in fields_by_label.get(record["model"], ()):
            number = record["fields"].get(name)
            if type(number) is int:
                # No other account has such a name: the file has no name with an @.
                names_by_number.setdefault(number, f"{number}@")
    for pk, name in names_by_number.items():
        yield _make_record(User, pk, {"username": name})


def _make_record(model: type[Club | Person | User], pk: int, fields: dict[str, Any]) -> Record:
    return {"model": model._meta.label_lower, "pk": pk, "fields": fields}
