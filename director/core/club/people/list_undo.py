"""Imported lists of people, and undoing one.

While a list is imported, :func:`record_list_changes` records each person before and after. Undoing removes
new people and restores changed ones, unless they played or were changed in the meantime.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from director.core.base.changes import count_club_change
from director.core.club.people.merge import KEPT
from director.core.club.people.numbers import store_numbers
from director.core.club.people.read import list_player_models
from director.core.club.people.write import record_corrections, save_person
from director.models import Club, PeopleList, Person, PersonMerge

MAX_KEPT = 20
"""Lists of a club that can be undone, the latest ones."""


@dataclass(slots=True)
class ListChanges:
    """The people *added* by a list, and the *changed* ones with their state before and after."""

    added: dict[str, dict[str, Any]] = field(default_factory=dict)
    changed: dict[str, list[dict[str, Any]]] = field(default_factory=dict)

    def note(self, person: Person, snapshot_before: Mapping[str, Any] | None) -> None:
        """Record the change of *person* from *snapshot_before*, which is None for a new person."""
        snapshot_after = make_person_snapshot(person)
        if snapshot_before is None:
            self.added[str(person.pk)] = snapshot_after
        elif snapshot_before != snapshot_after:
            self.changed[str(person.pk)] = [dict(snapshot_before), snapshot_after]


@dataclass(frozen=True, slots=True)
class UndoneList:
    """The numbers of people removed and restored by an undo, and the names of people who stay."""

    removed_count: int
    restored_count: int
    remaining_names: Sequence[str] = ()


@contextmanager
def record_list_changes(club: Club, source: str, user: User | None) -> Iterator[ListChanges]:
    """Record the changes made inside as a list that :func:`undo_list_import` can undo."""
    with transaction.atomic():
        changes = ListChanges()
        yield changes
        if changes.added or changes.changed:
            club.lists.create(
                source=source[:200], made_by=user, added=changes.added, changed=changes.changed
            )
            old_lists = club.lists.values_list("pk", flat=True)[MAX_KEPT:]
            # As a list, because a query with a limit can't be part of a deletion.
            PeopleList.objects.filter(pk__in=list(old_lists)).delete()


def make_person_snapshot(person: Person) -> dict[str, Any]:
    """Return the fields and numbers of *person* that a list can change."""
    numbers = {row.body: row.number for row in person.numbers.all()}
    return {"numbers": numbers} | {name: getattr(person, name) for name in KEPT}


def undo_list_import(*, people_list: PeopleList, user: User | None) -> UndoneList:
    """Undo an imported list: remove the people that it added and restore those that it changed.

    People who have played since stay, and fields that were changed since keep their value. The
    outcome names both.

    :raises DeskError: if somebody else now has a name and number that would be restored
    """
    restored_count = 0
    remaining_names: list[str] = []
    listed = people_list.club.people.filter(pk__in=[*people_list.added, *people_list.changed])
    people = {str(person.pk): person for person in listed.prefetch_related("numbers")}
    with transaction.atomic(), ExitStack() as stack:
        used_ids = _fetch_used_people(people_list.club)
        removed_ids = []
        # People of the list who are missing here were removed or merged in the meantime.
        for key in people_list.added.keys() & people.keys():
            person = people[key]
            if person.pk in used_ids or make_person_snapshot(person) != people_list.added[key]:
                remaining_names.append(person.name)
            else:
                removed_ids.append(person.pk)
        # Before the others are restored, whose old name and number a removed person may have.
        people_list.club.people.filter(pk__in=removed_ids).delete()
        count_club_change(people_list.club_id)
        for key, (snapshot_before, snapshot_after) in people_list.changed.items():
            if key not in people:
                continue
            person = people[key]
            stack.enter_context(record_corrections(person, user))
            if _revert_person(person, snapshot_before, snapshot_after):
                restored_count += 1
            else:
                remaining_names.append(person.name)
        people_list.delete()
    return UndoneList(
        removed_count=len(removed_ids),
        restored_count=restored_count,
        remaining_names=sorted(remaining_names),
    )


def _fetch_used_people(club: Club) -> set[int]:
    """Return the keys of people who have played, or were merged with somebody."""
    key_lists = [
        model._base_manager.filter(person__club=club).values_list("person_id", flat=True)
        for model in list_player_models()
    ]
    merges = PersonMerge.objects.filter(into__club=club)
    return set(chain(*key_lists, merges.values_list("into_id", flat=True)))


def _revert_person(
    person: Person, values_before: Mapping[str, Any], values_after: Mapping[str, Any]
) -> bool:
    """Restore the fields of *person* that are still as *values_after*. Return whether all were."""
    current = make_person_snapshot(person)
    is_complete = True
    for name in KEPT:
        if values_before[name] != values_after[name]:
            if current[name] == values_after[name]:
                setattr(person, name, values_before[name])
            else:
                is_complete = False
    save_person(person, person.name, person.number)
    numbers = dict(current["numbers"])
    for body in {*values_before["numbers"], *values_after["numbers"]}:
        number_before = values_before["numbers"].get(body)
        number_after = values_after["numbers"].get(body)
        if number_before == number_after:
            continue
        if numbers.get(body) != number_after:
            is_complete = False
        elif number_before is None:
            numbers.pop(body)
        else:
            numbers[body] = number_before
    store_numbers(person, numbers)
    return is_complete
