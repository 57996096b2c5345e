"""Undo an imported list of people.

While a list is imported, :func:`record_list_changes` records each person before and after. Undoing
removes new people and restores changed ones, unless they played or were changed in the meantime.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from director.core.base.versions import increment_club_version
from director.core.club.people import (
    get_session_paths_by_player_model,
    record_corrections,
    save_person,
    store_numbers,
)
from director.core.club.people_merge import RECORDED_FIELDS
from director.models import Club, Payment, PeopleList, Person, PersonMerge

MAX_UNDOABLE_LISTS = 20
"""Lists of a club that can be undone, the latest ones."""


@dataclass(slots=True)
class ListChanges:
    """The people that a list added or changed, as snapshots by the text of their key."""

    added_by_id: dict[str, dict[str, Any]] = field(default_factory=dict)  # as added
    changed_by_id: dict[str, list[dict[str, Any]]] = field(default_factory=dict)  # before, after

    def record_change(
        self,
        person: Person,
        previous_snapshot: Mapping[str, Any] | None,
        numbers: Mapping[str, str],
    ) -> None:
        """Record the change of *person* from *previous_snapshot*, which is None for a new person.

        *numbers* are those of other bodies now.
        """
        new_snapshot = _make_snapshot(person, numbers)
        if previous_snapshot is None:
            self.added_by_id[str(person.pk)] = new_snapshot
        elif previous_snapshot != new_snapshot:
            self.changed_by_id[str(person.pk)] = [dict(previous_snapshot), new_snapshot]


@dataclass(frozen=True, slots=True)
class ListUndoResult:
    """What the undo of a list did."""

    removed_count: int  # people who were removed
    restored_count: int  # people who were restored
    remaining_names: Sequence[str] = ()  # people who stay as they are


@contextmanager
def record_list_changes(club: Club, source: str, user: User | None) -> Iterator[ListChanges]:
    """Record the changes made inside as a list that :func:`undo_list_import` can undo."""
    with transaction.atomic():
        changes = ListChanges()
        yield changes
        if changes.added_by_id or changes.changed_by_id:
            club.lists.create(
                source=source[:200],
                made_by=user,
                added=changes.added_by_id,
                changed=changes.changed_by_id,
            )
            expired_ids = club.lists.values_list("pk", flat=True)[MAX_UNDOABLE_LISTS:]
            # As a list, because a query with a limit can't be part of a deletion.
            PeopleList.objects.filter(pk__in=list(expired_ids)).delete()


def make_person_snapshot(person: Person) -> dict[str, Any]:
    """Return the fields and numbers of *person* that a list can change."""
    return _make_snapshot(person, {row.body: row.number for row in person.numbers.all()})


def _make_snapshot(person: Person, numbers: Mapping[str, str]) -> dict[str, Any]:
    return {"numbers": dict(numbers)} | {name: getattr(person, name) for name in RECORDED_FIELDS}


def undo_list_import(*, people_list: PeopleList, user: User | None) -> ListUndoResult:
    """Undo an imported list: remove the people that it added and restore those that it changed.

    People who have played since stay, and fields that were changed since keep their value. The
    outcome names both.

    :raises DeskError: if somebody else now has a name and number that would be restored
    """
    restored_count = 0
    remaining_names: list[str] = []
    listed_people = people_list.club.people.filter(
        pk__in=[*people_list.added, *people_list.changed]
    )
    people_by_id = {str(person.pk): person for person in listed_people.prefetch_related("numbers")}
    with transaction.atomic(), ExitStack() as stack:
        used_ids = _fetch_used_person_ids(people_list.club)
        removed_ids = []
        # People of the list who are missing here were removed or merged in the meantime.
        for key in people_list.added.keys() & people_by_id.keys():
            person = people_by_id[key]
            if person.pk in used_ids or make_person_snapshot(person) != people_list.added[key]:
                remaining_names.append(person.name)
            else:
                removed_ids.append(person.pk)
        # Before the others are restored, whose old name and number a removed person may have.
        people_list.club.people.filter(pk__in=removed_ids).delete()
        increment_club_version(people_list.club_id)
        for key, (previous_snapshot, imported_snapshot) in people_list.changed.items():
            if key not in people_by_id:
                continue
            person = people_by_id[key]
            stack.enter_context(record_corrections(person, user))
            if _revert_person(person, previous_snapshot, imported_snapshot):
                restored_count += 1
            else:
                remaining_names.append(person.name)
        people_list.delete()
    return ListUndoResult(
        removed_count=len(removed_ids),
        restored_count=restored_count,
        remaining_names=sorted(remaining_names),
    )


def _fetch_used_person_ids(club: Club) -> set[int]:
    """Return the keys of people who have played or paid, or were merged with somebody."""
    key_lists = [
        model._base_manager.filter(person__club=club).values_list("person_id", flat=True)
        for model in get_session_paths_by_player_model()
    ]
    payments = Payment.objects.filter(person__club=club)
    merges = PersonMerge.objects.filter(into__club=club)
    return set(
        chain(
            *key_lists,
            payments.values_list("person_id", flat=True),
            merges.values_list("into_id", flat=True),
        )
    )


def _revert_person(
    person: Person, previous_values: Mapping[str, Any], imported_values: Mapping[str, Any]
) -> bool:
    """Restore the fields of *person* that are still as *imported_values*. Return whether all were."""
    current_values = make_person_snapshot(person)
    is_complete = True
    # A list stored by an older program may lack a field.
    for name in [name for name in RECORDED_FIELDS if name in previous_values]:
        if previous_values[name] != imported_values[name]:
            if current_values[name] == imported_values[name]:
                setattr(person, name, previous_values[name])
            else:
                is_complete = False
    save_person(person, person.name, person.number)
    numbers = dict(current_values["numbers"])
    for body in {*previous_values["numbers"], *imported_values["numbers"]}:
        previous_number = previous_values["numbers"].get(body)
        imported_number = imported_values["numbers"].get(body)
        if previous_number == imported_number:
            continue
        if numbers.get(body) != imported_number:
            is_complete = False
        elif previous_number is None:
            numbers.pop(body)
        else:
            numbers[body] = previous_number
    store_numbers(person, numbers)
    return is_complete
