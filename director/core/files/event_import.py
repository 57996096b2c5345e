"""Import a whole event with its history, all or nothing.

The parsed file comes from ``file``. Here its people are matched with those of the club, its records
get new primary keys, and references to them are changed everywhere, also in the history. Then
everything is stored, and the pages of the event are made once on trial. Where an older number stands
for a record that was deleted, a new number is reserved, because an undo may restore the record.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from django.contrib.auth.models import User
from django.db import DatabaseError, connection, transaction
from django.db.models import Model
from django.http.response import HttpResponseRedirectBase
from django.urls import resolve

from director.core.base.refusals import EVENT_FILE_NOT_STORABLE_TEXT, refuse_left_out
from director.core.base.requests import DeskRequest, fill_internal_request
from director.core.base.versions import count_club_change
from director.core.club.people import fetch_twin_groups, find_free_twin_no, format_twins_sentence
from director.core.club.people_forget import rename_in_event
from director.core.files.backups.database import lock_out_writers
from director.core.files.backups.numbers import (
    get_foreign_keys,
    get_numbering_model,
    reserve_numbers,
)
from director.core.files.event_file import (
    OF_OTHERS,
    EventFile,
    NoChangeError,
    Number,
    make_not_whole_error,
    renumber_changes,
)
from director.core.night.event_fields import Copy, list_fields_in_copy
from director.core.night.former_people import add_former_person
from director.errors import DeskError, DuplicateImportError
from director.event_kinds import get_event_kind
from director.models import Act, Club, Event, Person
from director.models.event import Contest
from scoring.errors import ScoringError

_PEOPLE_BATCH = 500


def match_people(club: Club, named: Sequence[Person]) -> tuple[dict[int, int], int]:
    """Match the people *named* in a file with the club's, and add the others.

    Return the club's person by number in the file, and how many were added.

    People match by name and number. By name alone they match only if the club has one person of the
    name, and one of the two lacks a number. No person of the club matches two of the file. A matched
    person loses the public page if the file says so, and is otherwise unchanged.
    """
    namesakes_by_name: dict[str, list[Person]] = defaultdict(list)
    for person in club.people.filter(is_placeholder=False).order_by("pk"):
        namesakes_by_name[person.name_key].append(person)
    matches: dict[int, int] = {}
    used: set[int] = set()
    # Exact matches first, so that a looser one doesn't take somebody's exact match.
    for is_exact in (True, False):
        for person in named:
            if person.pk in matches or person.is_placeholder:
                continue
            namesakes = namesakes_by_name[person.name_key]
            if is_exact:
                match = _find_exact_match(person, namesakes, used)
            else:
                match = _find_loose_match(person, namesakes, used)
            if match:
                matches[person.pk] = match
                used.add(match)
    unmatched = [person for person in named if person.pk not in matches]
    stored_people = _add_people(club, unmatched, namesakes_by_name)
    for person, stored in zip(unmatched, stored_people, strict=True):
        matches[person.pk] = stored.pk
    hidden = [matches[person.pk] for person in named if person.is_hidden]
    if club.people.filter(pk__in=hidden, is_hidden=False).update(is_hidden=True):
        count_club_change(club.pk)
    return matches, len(unmatched)


def _add_people(
    club: Club, people: Sequence[Person], namesakes_by_name: Mapping[str, list[Person]]
) -> list[Person]:
    new_people = []
    for person in people:
        new_person = Person(
            club=club,
            name=person.name,
            number=person.number,
            is_visitor=person.is_visitor,
            is_hidden=person.is_hidden,
            is_placeholder=person.is_placeholder,
        )
        new_people.append(new_person)
        if new_person.is_placeholder:
            continue
        namesakes = namesakes_by_name[new_person.name_key]
        # An older version may have told two by capitals; they stay two.
        new_person.twin_no = find_free_twin_no(
            namesake.twin_no for namesake in namesakes if namesake.number == new_person.number
        )
        namesakes.append(new_person)
    return Person.objects.bulk_create(new_people, batch_size=_PEOPLE_BATCH)


def add_former_players(club: Club, named: Sequence[Person]) -> dict[int, Person]:
    """Add former players to *club* under new names. Return them by their number in the file.

    Nobody knows who they were, so they match nobody, not even a former player of the same number.
    """
    former_players = {}
    for person in named:
        number = add_former_person(club_id=club.pk, person_id=reserve_numbers(Person, 1))
        former_players[person.pk] = Person.objects.get(pk=number)
    return former_players


def _find_exact_match(person: Person, namesakes: Sequence[Person], used: set[int]) -> int | None:
    for namesake in namesakes:
        if (namesake.name, namesake.number) == (person.name, person.number):
            # Only the first namesake counts: between two with the same number, neither is certain.
            return None if namesake.pk in used else namesake.pk
    return None


def _find_loose_match(person: Person, namesakes: Sequence[Person], used: set[int]) -> int | None:
    unused = [namesake for namesake in namesakes if namesake.pk not in used]
    if len(namesakes) == 1 and unused:
        namesake = unused[0]
        if "" in (person.number, namesake.number) or namesake.number == person.number:
            return namesake.pk
    return next((namesake.pk for namesake in unused if namesake.number == person.number), None)


_BATCH = 200
_UNKNOWN_RULE_CODES = frozenset(
    {"unknown-method", "unknown-option", "unknown-choice", "party-method", "party-tie-rule"}
)
"""Error codes for a method, option or rule of scoring that doesn't exist in any event."""


@dataclass(frozen=True, slots=True)
class ImportedEvent:
    """The stored *event*, and sentences about its people."""

    event: Event
    notes: tuple[str, ...]


def import_event_file(*, club: Club, file: EventFile, may_repeat: bool = False) -> ImportedEvent:
    """Store the event in *file* for *club*, with its records, people and history.

    Records get new primary keys. People are matched with those of the club or added. Acts belong to
    the account of the same name, or to nobody. The event isn't published here yet.

    :raises BackupError: if the records don't fit together; nothing is stored then
    :raises DuplicateImportError: if the event has been imported before, unless *may_repeat*
    """
    _refuse_second_import(club, file.event, may_repeat=may_repeat)
    with transaction.atomic():
        # Numbers are reserved for a table at once, so nobody else may take one in between.
        lock_out_writers()
        try:
            # A contest that no version has is a fault of the file, found below.
            if file.event.contest in Contest.values:
                refuse_left_out(file.event)
            with transaction.atomic():
                notes = _EventImport(club, file).store()
                _check_pages(file)
        except DeskError:
            raise  # some of these are ValueErrors
        except (DatabaseError, OverflowError, ValueError) as error:
            # A database driver raises the latter two for values that it can't send.
            raise make_not_whole_error(EVENT_FILE_NOT_STORABLE_TEXT) from error
        event = Event.objects.select_related("club").get(pk=file.event.pk)
        get_event_kind(event).check_import(event)
        for event_rules, value in file.rules:
            notes += event_rules.store(event, value)
    return ImportedEvent(event, notes)


def _refuse_second_import(club: Club, event: Event, *, may_repeat: bool) -> None:
    same_events = Event.objects.filter(
        club=club, name=event.name, date=event.date, contest=event.contest
    )
    former = same_events.filter(removed_at__isnull=True).first()
    if former and not may_repeat:
        date = f"{former.date:%d %B %Y}".lstrip("0")
        raise DuplicateImportError(
            "event-file-is-here",
            "{name} on {date} has already been imported.",
            name=former.name,
            date=date,
            event=former,
        )


class _EventImport:
    """The import of one *file* for *club*.

    *_numbers* holds the new primary key of every record by model and old key.
    """

    def __init__(self, club: Club, file: EventFile) -> None:
        self._club = club
        self._file = file
        self._numbers: dict[type[Model], dict[int, int]] = {}

    def store(self) -> tuple[str, ...]:
        """Store everything under new numbers, and return notes about people."""
        former_numbers = self._file.former_players
        former = [person for person in self._file.people if person.pk in former_numbers]
        present_people = [person for person in self._file.people if person.pk not in former_numbers]
        former_players = add_former_players(self._club, former)
        people, added = match_people(self._club, present_people)
        self._numbers[Person] = people | {
            old_number: person.pk for old_number, person in former_players.items()
        }
        self._numbers[User] = self._match_accounts()
        # All numbers are known before any record is changed, because records refer to later ones.
        for model, records in self._file.records.items():
            if records and get_numbering_model(model) is model:
                self._reserve_numbers(model, [record.pk for record in records])
        event = self._file.event
        event.club = self._club
        # A correction period doesn't run on where nobody can see the results.
        event.unpublish()
        new_event = Event(pk=event.pk)
        for name in list_fields_in_copy(Copy.NEW):
            setattr(event, name, getattr(new_event, name))
        for records in self._file.records.values():
            for record in records:
                self._renumber_record(record)
        self._reserve_for_deleted()
        self._renumber_acts(self._get_new_number)
        for model, records in self._file.records.items():
            model._base_manager.bulk_create(records, batch_size=_BATCH)
        tables = [model._meta.db_table for model in self._file.records]
        connection.check_constraints(table_names=tables)
        if former:
            names = {person.name: former_players[person.pk].name for person in former}
            rename_in_event(event, names)
        people_ids = set(self._numbers[Person].values())
        return tuple(_make_import_notes(self._club, people_ids, added + len(former)))

    def _reserve_numbers(self, model: type[Model], old_numbers: Iterable[int]) -> None:
        old_numbers = list(old_numbers)
        new_numbers = count(reserve_numbers(model, len(old_numbers)))
        self._numbers.setdefault(model, {}).update(zip(old_numbers, new_numbers, strict=False))

    def _match_accounts(self) -> dict[int, int]:
        users = User.objects.filter(username__in=set(self._file.accounts.values()))
        keys_by_name = dict(users.values_list("username", "pk"))
        return {
            number: keys_by_name[name]
            for number, name in self._file.accounts.items()
            if name in keys_by_name
        }

    def _renumber_record(self, record: Model) -> None:
        for field in get_foreign_keys(type(record)):
            number = getattr(record, field.attname)
            if number is None or field.related_model is Club:
                continue
            new_number = self._numbers.get(get_numbering_model(field.related_model), {}).get(number)
            # An account may be unknown here; any other record must be in the file.
            if new_number is None and (field.related_model is not User or not field.null):
                raise make_not_whole_error(
                    "{record} belongs to a {what} that is not in it",
                    record=f"{record._meta.model_name} {record.pk}",
                    what=field.related_model._meta.verbose_name,
                )
            setattr(record, field.attname, new_number)
        # Otherwise the primary key is one of the foreign keys above.
        if get_numbering_model(type(record)) is type(record):
            record.pk = self._numbers[type(record)][record.pk]

    def _renumber_acts(self, number: Number) -> None:
        """Apply *number* to every record number in the history."""
        for act in self._file.records[Act]:
            assert isinstance(act, Act)  # noqa: S101  the type of *records* can't tell
            try:
                act.changes = renumber_changes(act.changes, number)
            except NoChangeError as error:
                raise make_not_whole_error(
                    "change {number} refers to something unknown", number=act.number
                ) from error

    def _reserve_for_deleted(self) -> None:
        """Reserve numbers for deleted records and removed people, whom an undo may restore."""
        # Dictionaries keep the order in which the history names the records.
        deleted: dict[type[Model], dict[int, None]] = {}

        def collect(model: type[Model], number: Any) -> Any:
            if type(number) is not int:
                raise NoChangeError
            is_stored = model is Person or model not in OF_OTHERS
            if is_stored and number not in self._numbers.get(get_numbering_model(model), {}):
                deleted.setdefault(get_numbering_model(model), {})[number] = None
            return number

        self._renumber_acts(collect)
        for model, old_numbers in deleted.items():
            self._reserve_numbers(model, old_numbers)

    def _get_new_number(self, model: type[Model], number: Any) -> int | None:
        """Return the new number of a record in the history, None for accounts not known here."""
        if model is Club:
            return self._club.pk
        return self._numbers[get_numbering_model(model)].get(number)


def _make_import_notes(club: Club, people: Collection[int], added: int) -> list[str]:
    if not people:
        return []
    matched = len(people) - added
    notes = [f"{len(people)} people: {matched} already in People, {added} added."]
    groups = fetch_twin_groups(club)
    of_event = [group for group in groups if any(person.pk in people for person in group)]
    return [*notes, *filter(None, [format_twins_sentence(of_event)])]


def _check_pages(file: EventFile) -> None:
    """Make the pages of the stored event on trial.

    :raises BackupError: if one of them fails
    """
    event = Event.objects.select_related("club").get(pk=file.event.pk)
    try:
        kind = get_event_kind(event)
        _calculate(kind.make_standings_snapshot, event)
        _calculate(kind.serialize_results, event)
        _calculate(lambda stored_event: kind.make_export_tables(stored_event).tables, event)
        for address in (*kind.list_desk_addresses(event), event.get_absolute_url()):
            _open_page(address)
    except DatabaseError:
        raise
    except Exception as error:  # a page may fail in any way for data that no program wrote
        raise make_not_whole_error("its results can’t be shown") from error


def _calculate(function: Callable[[Event], object], event: Event) -> None:
    try:
        function(event)
    except (DeskError, ScoringError) as error:
        # An event that can't be scored yet is sound, unless nothing could ever score it.
        if error.code in _UNKNOWN_RULE_CODES:
            raise


def _open_page(address: str) -> None:
    path, _, query = address.partition("?")
    match = resolve(path)
    director = User(is_superuser=True)
    request = fill_internal_request(DeskRequest(), director, path=path, query=query, match=match)
    response = match.func(request, *match.args, **match.kwargs)
    if isinstance(response, HttpResponseRedirectBase):
        _open_page(response.url)
