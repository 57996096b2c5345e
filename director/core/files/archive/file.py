"""Write the file of a whole event, and check such a file before it is stored.

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

``upgrade`` brings files of older versions up to date, ``write`` stores the records under new numbers,
and ``history`` renumbers the changes of acts.
"""

import json
from collections import Counter
from copy import deepcopy
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.db.models import Model

from director.additions import EventRules, list_additions
from director.core.base.sentences import DeskSentences
from director.core.base.standings_versions import complete_versions
from director.core.base.storage.lru_cache import LruCache
from director.core.club.people.forget import is_former_player
from director.core.files.archive.errors import make_not_whole_error
from director.core.files.archive.history import (
    SECRET_FIELDS,
    fetch_event_records,
    find_referenced_keys,
    get_models_by_label,
    list_named_people,
    prepare_sent_changes,
)
from director.core.files.archive.upgrade import refuse_unknown_schema, upgrade_event_records
from director.core.files.backups.file import Record, to_plain_text
from director.core.files.backups.records import BadRecordError, build_object
from director.core.files.backups.upgrade import get_newest_schema
from director.core.night.events.fields import Copy, list_fields_in_copy
from director.errors import BackupError
from director.formats.names.person import is_placeholder
from director.models import Act, Event, Person, PersonMerge
from director.models.club import LONGEST_NAME, LONGEST_NUMBER

KIND = "kalamazoo-event"
FORMAT = 2
READABLE_FORMATS = (1, FORMAT)
UPGRADED = LruCache[list[Record]](1)
"""The upgraded records of the last file of an older version, by the hash of the file.

A file is read for the preview and again for the import, and an upgrade takes four seconds.
"""
MAX_CACHED_BYTES = 3_000_000
"""Size of a file whose records are cached. They take about ten times as much memory."""


def make_event_archive(event: Event) -> bytes:
    """Return *event* as a file. One query for each model."""
    # Corrections may have left a version due, and a due version lacks its standings.
    complete_versions([event.pk])
    records = list(fetch_event_records(event))
    for record in records:
        if record["model"] == Event._meta.label_lower:
            for name in list_fields_in_copy(Copy.LEFT_OUT):
                record["fields"].pop(name, None)
    acts = [record["fields"] for record in records if record["model"] == Act._meta.label_lower]
    merged = _fetch_merged_people(event)
    for act in acts:
        act["changes"] = prepare_sent_changes(act["changes"], merged)
    # An undo may restore an entry with a person whom no current record names.
    people_in_history = chain.from_iterable(list_named_people(act["changes"]) for act in acts)
    person_ids = find_referenced_keys(records, Person) | set(people_in_history)
    content = {
        "kind": KIND,
        "format": FORMAT,
        "schema": get_newest_schema(),
        "club": event.club.name,
        "people": _list_people(event, person_ids),
        "accounts": _list_accounts(records),
        "rules": _make_rules(event),
        "records": records,
    }
    return json.dumps(
        content, ensure_ascii=False, separators=(",", ":"), default=to_plain_text
    ).encode()


def _make_rules(event: Event) -> dict[str, Any]:
    """Return what additions write of *event*, by name."""
    rules: dict[str, Any] = {}
    for event_rules in _list_event_rules():
        rules |= event_rules.write(event)
    return rules


def _list_event_rules() -> list[EventRules]:
    return [addition.event_rules for addition in list_additions() if addition.event_rules]


def _fetch_merged_people(event: Event) -> dict[int, int]:
    """Return the numbers of merged people in the club, each with the number they have now."""
    merges = PersonMerge.objects.filter(into__club=event.club_id).order_by("pk")
    return {former["pk"]: into_id for former, into_id in merges.values_list("was", "into_id")}


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
    users = User.objects.filter(pk__in=find_referenced_keys(records, User))
    rows = users.values_list("pk", "username")
    # Some accounts have an e-mail address as their name, which the file leaves out.
    return [{"pk": pk, "name": name} for pk, name in rows if "@" not in name]


@dataclass(frozen=True, slots=True)
class EventFile:
    """The unsaved records of a file by model, with its people and accounts.

    *club* is the name of the event's club in the file. *former_players* are the numbers of people
    deleted on request. *accounts* are names by number. *rules* are what additions read of their
    own; without an addition its rules in the file are ignored.
    """

    club: str
    records: dict[type[Model], list[Model]]
    people: list[Person]
    former_players: frozenset[int]
    accounts: dict[int, str]
    rules: list[tuple[EventRules, Any]]

    @property
    def event(self) -> Event:
        """The one event."""
        (event,) = self.records[Event]
        assert isinstance(event, Event)  # noqa: S101  the type of *records* can't tell
        return event


def is_event_file(start: bytes) -> bool:
    """Return whether a file that begins with *start* claims to be a whole event."""
    # After a byte order mark, which some editors add.
    return start.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") and KIND.encode() in start[:200]


def read_event_file(data: bytes) -> EventFile:
    """Return the event in *data*, checked but not saved.

    The records of an older version are upgraded, which takes seconds the first time.

    :raises BackupError: if it isn't a whole event, or is from a newer version of the program
    """
    content = _parse_content(data)
    record_entries = _read_entries(content, "records", {"model": str, "pk": int, "fields": dict})
    people_entries = _read_people_entries(content)
    account_entries = _read_entries(content, "accounts", {"pk": int, "name": str})
    people = [_build_person(entry) for entry in people_entries]
    accounts = {entry["pk"]: entry["name"] for entry in account_entries}
    _refuse_duplicates(Person, [person.pk for person in people])
    rules = content.get("rules", {})
    if content["schema"] != get_newest_schema():
        for event_rules in _list_event_rules():
            rules = event_rules.upgrade(record_entries, rules)
        record_entries = _upgrade_entries(data, content)
    records = _build_records(record_entries)
    former_players = set()
    for person, entry in zip(people, people_entries, strict=True):
        # Format 1 has only the name to go by.
        if entry.get("former", is_former_player(person)):
            former_players.add(person.pk)
    club = str(content.get("club", ""))
    return EventFile(
        club=club,
        records=records,
        people=people,
        former_players=frozenset(former_players),
        accounts=accounts,
        rules=[(event_rules, event_rules.read(rules)) for event_rules in _list_event_rules()],
    )


def _read_people_entries(content: dict[str, Any]) -> list[dict[str, Any]]:
    types: dict[str, type] = {"pk": int, "name": str, "number": str}
    if content["format"] > 1:
        types |= {"visitor": bool, "hidden": bool, "former": bool}
    return _read_entries(content, "people", types)


def _upgrade_entries(data: bytes, content: dict[str, Any]) -> list[Record]:
    """Return the records in the *content* of the file *data* as this version writes them."""
    file_hash = sha256(data).hexdigest()
    entries = UPGRADED.get(file_hash)
    if entries is None:
        entries = upgrade_event_records(
            content["records"],
            schema=content["schema"],
            people=content["people"],
            accounts=content["accounts"],
        )
        if len(data) <= MAX_CACHED_BYTES:
            UPGRADED.set(file_hash, entries)
    # A copy, because storing the records changes them.
    return deepcopy(entries)


def _build_records(entries: list[dict[str, Any]]) -> dict[type[Model], list[Model]]:
    records: dict[type[Model], list[Model]] = {
        model: [] for model in get_models_by_label().values()
    }
    for entry in entries:
        instance = _build_record(entry)
        records[type(instance)].append(instance)
    for model, instances in records.items():
        _refuse_duplicates(model, [instance.pk for instance in instances])
    if len(records[Event]) != 1:
        raise make_not_whole_error(
            DeskSentences.EVENT_FILE_NOT_ONE, count=len(records[Event]) or "no"
        )
    return records


def _parse_content(data: bytes) -> dict[str, Any]:
    try:
        content = json.loads(data, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise make_not_whole_error(DeskSentences.EVENT_FILE_NO_JSON) from error
    if not isinstance(content, dict) or content.get("kind") != KIND:
        raise make_not_whole_error(DeskSentences.EVENT_FILE_NO_HEADING)
    if content.get("format") not in READABLE_FORMATS:
        raise BackupError(DeskSentences.EVENT_FILE_NEWER)
    refuse_unknown_schema(content.get("schema"))
    return content


def _refuse_constant(name: str) -> None:
    """Raise for NaN and Infinity, which Python reads although they aren't JSON."""
    raise ValueError(name)


def _read_entries(
    content: dict[str, Any], key: str, types: dict[str, type]
) -> list[dict[str, Any]]:
    """Return the list at *key* if each entry has exactly the keys and *types*.

    :raises BackupError: if it doesn't
    """
    entries = content.get(key)
    if not isinstance(entries, list) or not all(_has_types(entry, types) for entry in entries):
        raise make_not_whole_error(DeskSentences.EVENT_FILE_NO_LIST, what=key)
    return entries


def _has_types(entry: object, types: dict[str, type]) -> bool:
    # Not isinstance(), which takes true for an integer.
    return (
        isinstance(entry, dict)
        and set(entry) == set(types)
        and all(type(entry[name]) is kind for name, kind in types.items())
    )


def _build_record(record: dict[str, Any]) -> Model:
    # This program leaves secrets out of its files; anybody else's secrets aren't taken over.
    for name in SECRET_FIELDS & set(record["fields"]):
        del record["fields"][name]
    try:
        return build_object(record, apps, set(get_models_by_label()), needs_validation=True)
    except BadRecordError as error:
        raise BackupError(DeskSentences.EVENT_FILE_BROKEN, reason=str(error).rstrip(".")) from error


def _build_person(entry: dict[str, Any]) -> Person:
    name = _clean(entry["name"])
    number = _clean(entry["number"])
    if not name or len(name) > LONGEST_NAME or len(number) > LONGEST_NUMBER:
        raise make_not_whole_error(DeskSentences.EVENT_FILE_NO_LIST, what="people")
    return Person(
        pk=entry["pk"],
        name=name,
        number=number,
        is_visitor=entry.get("visitor", False),
        is_hidden=entry.get("hidden", False),
        is_placeholder=is_placeholder(name) and not number,
    )


def _clean(text: str) -> str:
    """Return *text* with single spaces and without NUL, which PostgreSQL can't store."""
    return " ".join(text.replace("\0", "").split())


def _refuse_duplicates(model: type[Model], numbers: list[int]) -> None:
    for number, count in Counter(numbers).items():
        if count > 1:
            raise make_not_whole_error(
                DeskSentences.EVENT_FILE_TWICE, record=f"{model._meta.model_name} {number}"
            )
