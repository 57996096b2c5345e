"""Import the lines of a list of people."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import prefetch_related_objects

from director.core.base.versions import increment_club_version
from director.core.club.people_lists.matching import PersonImport
from director.core.club.people_lists.undoing import (
    ListChanges,
    make_person_snapshot,
    record_list_changes,
)
from director.errors import DeskError
from director.formats.reading import strip_invisible
from director.models import Club, Person, PersonNumber
from director.names import make_name_key

_ROWS_PER_STATEMENT = 500


def store_people(
    club: Club, rows: Sequence[PersonImport], *, source: str = "", user: User | None = None
) -> tuple[int, int]:
    """Store all lines of a list, or none. Return how many people were added and changed.

    The changes are recorded as a list called *source*, which can be undone.

    :raises DeskError: if a line has a problem, or two people would have one name and number
    """
    with record_list_changes(club, source, user) as changes:
        _store_rows(club, rows, changes)
    return len(changes.added_by_id), len(changes.changed_by_id)


@dataclass(slots=True)
class _PendingPerson:
    """A person with the changes of a line, not stored yet."""

    line_no: int
    person: Person
    snapshot_before: dict[str, Any] | None  # None for a new person
    numbers: dict[str, str]  # by body, except for the club's usual one

    @property
    def has_other_numbers(self) -> bool:
        """Whether the numbers of other bodies differ from the stored ones."""
        stored_numbers: dict[str, str] = (self.snapshot_before or {}).get("numbers", {})
        return self.numbers != stored_numbers


def _store_rows(club: Club, rows: Sequence[PersonImport], changes: ListChanges) -> None:
    for row in rows:
        if row.problem:
            raise DeskError(
                "line-faulty",
                "Line {line}: {fault} Nothing has been imported yet.",
                line=row.line_no,
                fault=row.problem,
            )
    imported_rows = [row for row in rows if not row.is_skipped]
    known_people = [row.person for row in imported_rows if row.person]
    # Their name on a list is no slip of the pen, even if it changes nothing.
    seat_ids = [person.pk for person in known_people if person.is_from_seat]
    for ids in _divide_in_batches(seat_ids):
        Person.objects.filter(pk__in=ids).update(is_from_seat=False)
    prefetch_related_objects(known_people, "numbers")
    pending_people = [
        _apply_line(club, row) for row in imported_rows if row.person is None or row.changes
    ]
    if not (seat_ids or pending_people):
        return
    increment_club_version(club.pk)
    _refuse_listed(club, pending_people)
    try:
        with transaction.atomic():
            _save_all(pending_people)
    except IntegrityError as error:
        # Another request stored the same person since the check, as after a double click.
        raise DeskError(
            "people-changed-meanwhile",
            "People changed while the list was imported. Preview the list again.",
        ) from error
    for pending in pending_people:
        changes.record_change(pending.person, pending.snapshot_before, pending.numbers)


def _divide_in_batches(items: Sequence[Any]) -> Iterator[Sequence[Any]]:
    for start in range(0, len(items), _ROWS_PER_STATEMENT):
        yield items[start : start + _ROWS_PER_STATEMENT]


def _apply_line(club: Club, row: PersonImport) -> _PendingPerson:
    """Return the person of *row*, with what the line says set but not saved."""
    line = row.listed_person
    person = row.person or Person(club=club, name=strip_invisible(line.name))
    snapshot_before = make_person_snapshot(person) if row.person else None
    stored_numbers = snapshot_before["numbers"] if snapshot_before else {}
    person.email = line.email or person.email
    person.is_visitor = person.is_visitor or line.is_visitor
    person.number = strip_invisible(line.number) or person.number
    # Whoever is listed is more than a name at a seat.
    person.is_from_seat = False
    # A body that the person has already keeps its spelling.
    spellings = {make_name_key(body): body for body in stored_numbers}
    numbers = dict(stored_numbers)
    for body, number in line.other_numbers.items():
        numbers[spellings.get(make_name_key(body), body)] = number
    return _PendingPerson(row.line_no, person, snapshot_before, numbers)


def _refuse_listed(club: Club, pending_people: Sequence[_PendingPerson]) -> None:
    """Raise if two people would have one name and one number.

    :raises DeskError: with the line and the person
    """
    stored_people = club.people.filter(is_placeholder=False).values_list("pk", "name_key", "number")
    holders = {(name_key, number): pk for pk, name_key, number in stored_people}
    for pending in pending_people:
        person = pending.person
        identity = person.name_key, person.number
        before = pending.snapshot_before
        if before and (make_name_key(before["name"]), before["number"]) == identity:
            continue
        if identity in holders and holders[identity] != person.pk:
            number_phrase = "without a number"
            if person.number:
                number_phrase = f"with the number {person.number}"
            raise DeskError(
                "line-listed",
                "Line {line}: {name} is already in People, {known}. Type another number. Nothing "
                "has been imported yet.",
                line=pending.line_no,
                name=person.name,
                known=number_phrase,
            )


def _save_all(pending_people: Sequence[_PendingPerson]) -> None:
    new_people = [pending.person for pending in pending_people if pending.snapshot_before is None]
    known_people = [
        pending.person for pending in pending_people if pending.snapshot_before is not None
    ]
    Person.objects.bulk_create(new_people, batch_size=_ROWS_PER_STATEMENT)
    fields = ("number", "email", "is_visitor", "is_from_seat")
    Person.objects.bulk_update(known_people, fields, batch_size=_ROWS_PER_STATEMENT)
    renumbered = [pending for pending in pending_people if pending.has_other_numbers]
    for batch in _divide_in_batches(renumbered):
        PersonNumber.objects.filter(person__in=[pending.person.pk for pending in batch]).delete()
    PersonNumber.objects.bulk_create(
        (
            PersonNumber(person=pending.person, body=body, number=number)
            for pending in renumbered
            for body, number in pending.numbers.items()
        ),
        batch_size=_ROWS_PER_STATEMENT,
    )
