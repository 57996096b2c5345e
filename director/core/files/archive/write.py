"""Import a whole event with its history, all or nothing."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import DatabaseError, connection, transaction
from django.db.models import Model
from django.http.response import HttpResponseRedirectBase
from django.urls import resolve

from director.core.base.requests import DeskRequest, internal_request
from director.core.base.sentences import DeskSentences
from director.core.files.archive.file import EventFile, not_whole_error
from director.core.files.archive.history import (
    OF_OTHERS,
    NoChangeError,
    Number,
    foreign_keys,
    imported_changes,
    numbered_as,
)
from director.core.files.archive.numbers import reserve_numbers
from director.core.files.backups.write import lock_out_writers
from director.errors import AlreadyHereError, DeskError
from director.kinds import kind_of
from director.models import Act, Club, Event, Person
from scoring import ScoringError

_PEOPLE_BATCH = 500


def match_people(club: Club, named: Sequence[Person]) -> tuple[Mapping[int, int], int]:
    """Return the club's person for each of *named*, and how many were added.

    Somebody known by name alone must be the only one of that name, and one of the two without a
    number.  Nobody is two people of the file, and nobody of the club is changed.
    """
    by_name: dict[str, list[Person]] = defaultdict(list)
    for person in club.people.order_by("pk"):
        by_name[person.name.casefold()].append(person)
    known: dict[int, int] = {}
    taken: set[int] = set()
    for is_sure in (True, False):
        for person in named:
            if person.pk in known:
                continue
            if match := _match(person, by_name[person.name.casefold()], taken, is_sure=is_sure):
                known[person.pk] = match
                taken.add(match)
    new = [person for person in named if person.pk not in known]
    added = [Person(club=club, name=person.name, number=person.number) for person in new]
    for person, stored in zip(
        new, Person.objects.bulk_create(added, batch_size=_PEOPLE_BATCH), strict=True
    ):
        known[person.pk] = stored.pk
    return known, len(new)


def _match(
    person: Person, namesakes: Sequence[Person], taken: set[int], *, is_sure: bool
) -> int | None:
    if is_sure:
        same = [
            each.pk
            for each in namesakes
            if each.number == person.number and each.name == person.name
        ]
        if same and same[0] not in taken:
            return same[0]
        return None
    left = [each for each in namesakes if each.pk not in taken]
    if (
        len(namesakes) == 1
        and left
        and ("" in (person.number, left[0].number) or left[0].number == person.number)
    ):
        return left[0].pk
    return next((each.pk for each in left if each.number == person.number), None)


_BATCH = 200
_NOT_HERE = frozenset(
    {"unknown-method", "unknown-option", "unknown-choice", "party-method", "party-tie-rule"}
)
"""What scoring says of a method, an option or a rule that there is not, and that no event has."""


@dataclass(frozen=True, slots=True)
class ImportedEvent:
    """The *event* as it is stored here, and what there is to say about its people."""

    event: Event
    notes: tuple[str, ...]


def take_in_event(*, club: Club, file: EventFile, again: bool = False) -> ImportedEvent:
    """Store the event of *file* as one of *club*: its records, its people, its whole history.

    Its records get numbers of their own here.  People are those of the club with the same name and
    number, else new. What was done by an account of a name that is here is that account's, else
    nobody's.  Visitors see the event once it is published here.

    :raises EventFileError: if its records do not fit together; nothing is stored then
    :raises AlreadyHereError: if it is here already and not wanted *again*
    """
    _refuse_again(club, file.event, again=again)
    with transaction.atomic():
        lock_out_writers()
        try:
            with transaction.atomic():
                notes = _Taking(club, file).store()
                _check(file)
        except DeskError:
            raise
        except (
            DatabaseError,
            OverflowError,
            ValueError,
        ) as error:  # a driver refuses some values before it asks
            raise not_whole_error(DeskSentences.EVENT_FILE_NOT_STORABLE) from error
        event = Event.objects.select_related("club").get(pk=file.event.pk)
        kind_of(event).after_import(event)
    return ImportedEvent(event, notes)


def _refuse_again(club: Club, event: Event, *, again: bool) -> None:
    here = Event.objects.filter(club=club, name=event.name, date=event.date, contest=event.contest)
    former = here.filter(removed_at__isnull=True).first()
    if former and not again:
        date = f"{former.date:%d %B %Y}".lstrip("0")
        raise AlreadyHereError(
            DeskSentences.EVENT_FILE_IS_HERE, name=former.name, date=date, event=former
        )


class _Taking:
    """The records of one file on their way into the database of *club*."""

    def __init__(self, club: Club, file: EventFile) -> None:
        self._club, self._file = club, file
        self._numbers: dict[type[Model], dict[int, int]] = {}

    def store(self) -> tuple[str, ...]:
        people, added = match_people(self._club, self._file.people)
        self._numbers[Person] = dict(people)
        self._numbers[User] = self._accounts()
        for model, records in self._file.records.items():
            if records and numbered_as(model) is model:
                first = reserve_numbers(model, len(records))
                self._numbers[model] = {record.pk: first + at for at, record in enumerate(records)}
        event = self._file.event
        event.club, event.published_at, event.removed_at = self._club, None, None
        for records in self._file.records.values():
            for record in records:
                self._renumber(record)
        self._reserve_past()
        self._change_acts(self._number_then)
        for model, records in self._file.records.items():
            model._base_manager.bulk_create(records, batch_size=_BATCH)
        tables = [model._meta.db_table for model in self._file.records]
        connection.check_constraints(table_names=tables)
        return tuple(_notes(len(people), added))

    def _accounts(self) -> dict[int, int]:
        here = dict(
            User.objects.filter(username__in=set(self._file.accounts.values())).values_list(
                "username", "pk"
            )
        )
        return {number: here[name] for number, name in self._file.accounts.items() if name in here}

    def _renumber(self, record: Model) -> None:
        for field in foreign_keys(type(record)):
            number = getattr(record, field.attname)
            if number is None or field.related_model is Club:
                continue
            new = self._numbers.get(numbered_as(field.related_model), {}).get(number)
            if new is None and (field.related_model is not User or not field.null):
                raise not_whole_error(
                    DeskSentences.EVENT_FILE_LOOSE,
                    record=f"{record._meta.model_name} {record.pk}",
                    what=field.related_model._meta.verbose_name,
                )
            setattr(record, field.attname, new)
        if numbered_as(type(record)) is type(record):
            record.pk = self._numbers[type(record)][record.pk]

    def _change_acts(self, number: Number) -> None:
        """Renumber the records in the history."""
        for act in self._file.records[Act]:
            assert isinstance(act, Act)  # noqa: S101  a dictionary of models knows no better
            try:
                act.changes = imported_changes(act.changes, number)
            except NoChangeError as error:
                raise not_whole_error(
                    DeskSentences.EVENT_FILE_BAD_ACT, number=act.number
                ) from error

    def _reserve_past(self) -> None:
        """Reserve numbers for deleted records that an undo may restore."""
        past: dict[type[Model], dict[int, None]] = {}

        def seen(model: type[Model], number: Any) -> Any:
            if type(number) is not int:
                raise NoChangeError
            if model not in OF_OTHERS and number not in self._numbers.get(numbered_as(model), {}):
                past.setdefault(numbered_as(model), {})[number] = None
            return number

        self._change_acts(seen)
        for model, numbers in past.items():
            first = reserve_numbers(model, len(numbers))
            self._numbers.setdefault(model, {}).update(
                {number: first + at for at, number in enumerate(numbers)}
            )

    def _number_then(self, model: type[Model], number: Any) -> int | None:
        """Return the new number of a record in the history, or None."""
        if model is Club:
            return self._club.pk
        return self._numbers[numbered_as(model)].get(number)


def _notes(named: int, added: int) -> list[str]:
    known = named - added
    if not named:
        return []
    return [f"{named} people: {known} already in People, {added} added."]


def _check(file: EventFile) -> None:
    """Refuse an event whose pages can't be shown."""
    event = Event.objects.select_related("club").get(pk=file.event.pk)
    try:
        kind = kind_of(event)
        for show in (
            kind.standings_snapshot,
            kind.as_json,
            lambda shown: kind.tables(shown).tables,
        ):
            _show(show, event)
        for address in (*kind.pages(event), event.get_absolute_url()):
            _open(address)
    except DatabaseError:
        raise
    except Exception as error:  # whatever a page would fail of
        raise not_whole_error(DeskSentences.EVENT_FILE_NOT_SHOWN) from error


def _show(show: Callable[[Event], object], event: Event) -> None:
    try:
        show(event)
    except (DeskError, ScoringError) as error:  # an event may be saved before it can be scored
        if error.code in _NOT_HERE:
            raise


def _open(address: str) -> None:
    path, _, query = address.partition("?")
    match = resolve(path)
    request = internal_request(DeskRequest(), User(is_superuser=True), path, query, match)
    answer = match.func(request, *match.args, **match.kwargs)
    if isinstance(answer, HttpResponseRedirectBase):
        _open(answer.url)
