"""Import a whole event with its history, all or nothing.

``event_file`` reads the file. Here its people are matched with those of the club, its records
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

from director.additions.imports.store.event_file import (
    EventFile,
    InvalidChangeError,
    Renumber,
    renumber_changes,
)
from director.core.base.refusals import EVENT_FILE_NOT_STORABLE_TEXT, refuse_missing_kind
from director.core.base.requests import DeskRequest, fill_internal_request
from director.core.base.versions import increment_club_version
from director.core.club.people import choose_free_twin_no, fetch_twin_groups, format_twins_message
from director.core.club.people_forget import rename_in_event
from director.core.files.backups.database import lock_out_writers
from director.core.files.backups.numbers import (
    get_foreign_keys,
    get_numbering_model,
    reserve_numbers,
)
from director.core.files.event_file import REFERENCED_MODELS, make_not_whole_error
from director.core.files.hooks import EVENT_RULES
from director.core.night.event_fields import CopyRule, list_fields_in_copy
from director.core.night.former_people import add_anonymous_person
from director.errors import DeskError, DuplicateImportError
from director.event_kinds import EndedKindError, get_event_kind
from director.models import Act, Club, Event, Person
from director.models.event import Contest
from scoring.errors import ScoringError

_PEOPLE_BATCH_SIZE = 500


def match_or_add_people(club: Club, named_people: Sequence[Person]) -> tuple[dict[int, int], int]:
    """Match the people *named_people* in a file with the club's, and add the others.

    Return the club's person by number in the file, and how many were added.

    People match by name and number. By name alone they match only if the club has one person of the
    name, and one of the two lacks a number. No person of the club matches two of the file. A matched
    person loses the public page if the file says so, and is otherwise unchanged.
    """
    namesakes_by_name: dict[str, list[Person]] = defaultdict(list)
    for person in club.people.filter(is_placeholder=False).order_by("pk"):
        namesakes_by_name[person.name_key].append(person)
    ids_by_file_number: dict[int, int] = {}
    used_ids: set[int] = set()
    # Exact matches first, so that a looser one doesn't take somebody's exact match.
    for is_exact in (True, False):
        for person in named_people:
            if person.pk in ids_by_file_number or person.is_placeholder:
                continue
            namesakes = namesakes_by_name[person.name_key]
            if is_exact:
                match = _find_exact_match(person, namesakes, used_ids)
            else:
                match = _find_loose_match(person, namesakes, used_ids)
            if match:
                ids_by_file_number[person.pk] = match
                used_ids.add(match)
    unmatched_people = [person for person in named_people if person.pk not in ids_by_file_number]
    stored_people = _add_people(club, unmatched_people, namesakes_by_name)
    for person, stored_person in zip(unmatched_people, stored_people, strict=True):
        ids_by_file_number[person.pk] = stored_person.pk
    hidden_ids = [ids_by_file_number[person.pk] for person in named_people if person.is_hidden]
    if club.people.filter(pk__in=hidden_ids, is_hidden=False).update(is_hidden=True):
        increment_club_version(club.pk)
    return ids_by_file_number, len(unmatched_people)


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
        new_person.twin_no = choose_free_twin_no(
            namesake.twin_no for namesake in namesakes if namesake.number == new_person.number
        )
        namesakes.append(new_person)
    return Person.objects.bulk_create(new_people, batch_size=_PEOPLE_BATCH_SIZE)


def add_anonymous_players(club: Club, named_people: Sequence[Person]) -> dict[int, Person]:
    """Add former players to *club* under new names. Return them by their number in the file.

    Nobody knows who they were, so they match nobody, not even a former player of the same number.
    """
    former_players = {}
    for person in named_people:
        number = add_anonymous_person(club_id=club.pk, person_id=reserve_numbers(Person, 1))
        former_players[person.pk] = Person.objects.get(pk=number)
    return former_players


def _find_exact_match(
    person: Person, namesakes: Sequence[Person], used_ids: set[int]
) -> int | None:
    for namesake in namesakes:
        if (namesake.name, namesake.number) == (person.name, person.number):
            # Only the first namesake counts: between two with the same number, neither is certain.
            return None if namesake.pk in used_ids else namesake.pk
    return None


def _find_loose_match(
    person: Person, namesakes: Sequence[Person], used_ids: set[int]
) -> int | None:
    unused_namesakes = [namesake for namesake in namesakes if namesake.pk not in used_ids]
    if len(namesakes) == 1 and unused_namesakes:
        namesake = unused_namesakes[0]
        if "" in (person.number, namesake.number) or namesake.number == person.number:
            return namesake.pk
    return next(
        (namesake.pk for namesake in unused_namesakes if namesake.number == person.number), None
    )


_BATCH_SIZE = 200
_UNKNOWN_RULE_CODES = frozenset(
    {"unknown-method", "unknown-option", "unknown-choice", "party-method", "party-tie-rule"}
)
"""Error codes for a method, option or rule of scoring that doesn't exist in any event."""


@dataclass(frozen=True, slots=True)
class ImportedEvent:
    """The stored *event*, and sentences about its people."""

    event: Event
    notes: tuple[str, ...]


def import_event_file(*, club: Club, file: EventFile, can_repeat: bool = False) -> ImportedEvent:
    """Store the event in *file* for *club*, with its records, people and history.

    Records get new primary keys. People are matched with those of the club or added. Acts belong to
    the account of the same name, or to nobody. The event isn't published here yet.

    :raises BackupError: if the records don't fit together; nothing is stored then
    :raises DuplicateImportError: if the event has been imported before, unless *can_repeat*
    """
    _refuse_second_import(club, file.event, can_repeat=can_repeat)
    with transaction.atomic():
        # Numbers are reserved for a table at once, so nobody else may take one in between.
        lock_out_writers()
        try:
            if file.event.contest not in Contest.values:  # no version ever had it
                raise make_not_whole_error("its results can’t be shown")
            refuse_missing_kind(file.event)
            with transaction.atomic():
                notes = _EventImport(club, file).store()
                _try_pages(file)
        except DeskError:
            raise  # some of these are ValueErrors
        except (DatabaseError, OverflowError, ValueError) as error:
            # A database driver raises the latter two for values that it can't send.
            raise make_not_whole_error(EVENT_FILE_NOT_STORABLE_TEXT) from error
        event = Event.objects.select_related("club").get(pk=file.event.pk)
        get_event_kind(event).check_import(event)
        notes += EVENT_RULES.answers.store(event, file.rules)
    return ImportedEvent(event, notes)


def _refuse_second_import(club: Club, event: Event, *, can_repeat: bool) -> None:
    same_events = Event.objects.filter(
        club=club, name=event.name, date=event.date, contest=event.contest
    )
    previous_event = same_events.filter(removed_at__isnull=True).first()
    if previous_event and not can_repeat:
        date = f"{previous_event.date:%d %B %Y}".lstrip("0")
        raise DuplicateImportError(
            "event-file-is-here",
            "{name} on {date} has already been imported.",
            name=previous_event.name,
            date=date,
            event=previous_event,
        )


class _EventImport:
    """The import of one *file* for *club*.

    *_new_keys_by_model* holds the new primary key of every record by model and old key.
    """

    def __init__(self, club: Club, file: EventFile) -> None:
        self._club = club
        self._file = file
        self._new_keys_by_model: dict[type[Model], dict[int, int]] = {}

    def store(self) -> tuple[str, ...]:
        """Store everything under new numbers, and return notes about people."""
        former_player_numbers = self._file.former_player_numbers
        former_people = [
            person for person in self._file.people if person.pk in former_player_numbers
        ]
        present_people = [
            person for person in self._file.people if person.pk not in former_player_numbers
        ]
        former_players = add_anonymous_players(self._club, former_people)
        people, added_count = match_or_add_people(self._club, present_people)
        self._new_keys_by_model[Person] = people | {
            previous_number: person.pk for previous_number, person in former_players.items()
        }
        self._new_keys_by_model[User] = self._match_accounts_by_number()
        # All numbers are known before any record is changed, because records refer to later ones.
        for model, records in self._file.records_by_model.items():
            if records and get_numbering_model(model) is model:
                self._reserve_numbers(model, [record.pk for record in records])
        event = self._file.event
        event.club = self._club
        # A correction period doesn't run on where nobody can see the results.
        event.unpublish()
        new_event = Event(pk=event.pk)
        for name in list_fields_in_copy(CopyRule.NEW):
            setattr(event, name, getattr(new_event, name))
        for records in self._file.records_by_model.values():
            for record in records:
                self._renumber_record(record)
        self._reserve_deleted_numbers()
        self._renumber_acts(self._get_new_number)
        for model, records in self._file.records_by_model.items():
            model._base_manager.bulk_create(records, batch_size=_BATCH_SIZE)
        tables = [model._meta.db_table for model in self._file.records_by_model]
        connection.check_constraints(table_names=tables)
        if former_people:
            names = {person.name: former_players[person.pk].name for person in former_people}
            rename_in_event(event, names)
        people_ids = set(self._new_keys_by_model[Person].values())
        return tuple(_make_import_notes(self._club, people_ids, added_count + len(former_people)))

    def _reserve_numbers(self, model: type[Model], previous_numbers: Iterable[int]) -> None:
        previous_numbers = list(previous_numbers)
        new_numbers = count(reserve_numbers(model, len(previous_numbers)))
        self._new_keys_by_model.setdefault(model, {}).update(
            zip(previous_numbers, new_numbers, strict=False)
        )

    def _match_accounts_by_number(self) -> dict[int, int]:
        users = User.objects.filter(username__in=set(self._file.account_names_by_number.values()))
        keys_by_name = dict(users.values_list("username", "pk"))
        return {
            number: keys_by_name[name]
            for number, name in self._file.account_names_by_number.items()
            if name in keys_by_name
        }

    def _renumber_record(self, record: Model) -> None:
        for field in get_foreign_keys(type(record)):
            number = getattr(record, field.attname)
            if number is None or field.related_model is Club:
                continue
            new_number = self._new_keys_by_model.get(
                get_numbering_model(field.related_model), {}
            ).get(number)
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
            record.pk = self._new_keys_by_model[type(record)][record.pk]

    def _renumber_acts(self, get_new_key: Renumber) -> None:
        """Apply *get_new_key* to every record number in the history."""
        for act in self._file.records_by_model[Act]:
            assert isinstance(act, Act)  # noqa: S101  the type of *records* can't tell
            try:
                act.changes = renumber_changes(act.changes, get_new_key)
            except InvalidChangeError as error:
                raise make_not_whole_error(
                    "change {number} refers to something unknown", number=act.number
                ) from error

    def _reserve_deleted_numbers(self) -> None:
        """Reserve numbers for deleted records and removed people, whom an undo may restore."""
        # Dictionaries keep the order in which the history names the records.
        deleted_keys_by_model: dict[type[Model], dict[int, None]] = {}

        def collect(model: type[Model], number: Any) -> Any:
            if type(number) is not int:
                raise InvalidChangeError
            is_stored = model is Person or model not in REFERENCED_MODELS
            if is_stored and number not in self._new_keys_by_model.get(
                get_numbering_model(model), {}
            ):
                deleted_keys_by_model.setdefault(get_numbering_model(model), {})[number] = None
            return number

        self._renumber_acts(collect)
        for model, previous_numbers in deleted_keys_by_model.items():
            self._reserve_numbers(model, previous_numbers)

    def _get_new_number(self, model: type[Model], number: Any) -> int | None:
        """Return the new number of a record in the history, None for accounts not known here."""
        if model is Club:
            return self._club.pk
        return self._new_keys_by_model[get_numbering_model(model)].get(number)


def _make_import_notes(club: Club, person_ids: Collection[int], added_count: int) -> list[str]:
    if not person_ids:
        return []
    matched_count = len(person_ids) - added_count
    notes = [f"{len(person_ids)} people: {matched_count} already in People, {added_count} added."]
    groups = fetch_twin_groups(club)
    event_groups = [group for group in groups if any(person.pk in person_ids for person in group)]
    return [*notes, *filter(None, [format_twins_message(event_groups)])]


def _try_pages(file: EventFile) -> None:
    """Make the pages of the stored event on trial.

    :raises BackupError: if one of them fails
    """
    event = Event.objects.select_related("club").get(pk=file.event.pk)
    try:
        kind = get_event_kind(event)
        _try_calculation(kind.make_standings_snapshot, event)
        _try_calculation(kind.serialize_results, event)
        _try_calculation(lambda stored: kind.make_export_tables(stored).tables, event)
        desk_addresses = kind.list_desk_addresses(event)
        for address in (*desk_addresses, event.get_absolute_url()):
            _open_page(address)
    except DatabaseError:
        raise
    except EndedKindError:
        return  # it is kept, and its pages say why they show nothing
    except Exception as error:  # a page may fail in any way for data that no program wrote
        raise make_not_whole_error("its results can’t be shown") from error


def _try_calculation(function: Callable[[Event], object], event: Event) -> None:
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
