"""Lists of people that were taken in, each an act that can be taken back."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from director.desk.people.merge import KEPT
from director.desk.people.numbers import numbers_store
from director.desk.people.read import player_models
from director.desk.people.write import corrections, person_stored
from director.models import Club, PeopleList, Person, PersonMerge

MOST_KEPT = 20
"""So many lists of a club can be taken back; what older ones did stays."""


@dataclass(slots=True)
class ListKept:
    """What a list does: the people it *added*, and what it *changed* of whom, as they were and are."""

    added: dict[str, dict[str, Any]] = field(default_factory=dict)
    changed: dict[str, list[dict[str, Any]]] = field(default_factory=dict)

    def note(self, person: Person, before: Mapping[str, Any] | None) -> None:
        """Keep what became of *person*, who was *before*, ``None`` for somebody new."""
        now = person_kept(person)
        if before is None:
            self.added[str(person.pk)] = now
        elif before != now:
            self.changed[str(person.pk)] = [dict(before), now]


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What came of taking a list back: how many people are *gone*, and *as_before*; who *stays*, and *why*."""

    gone: int
    as_before: int
    stays: Sequence[str] = ()


@contextmanager
def list_kept(club: Club, source: str, user: User | None) -> Iterator[ListKept]:
    """Keep what a list called *source* does inside as something that :func:`list_undo` takes back, all or nothing."""
    with transaction.atomic():
        kept = ListKept()
        yield kept
        if kept.added or kept.changed:
            club.lists.create(source=source[:200], made_by=user, added=kept.added, changed=kept.changed)
            old = club.lists.values_list("pk", flat=True)[MOST_KEPT:]
            PeopleList.objects.filter(pk__in=list(old)).delete()


def person_kept(person: Person) -> dict[str, Any]:
    """Return *person* as a list keeps it: fields and numbers."""
    numbers = {known.body: known.number for known in person.numbers.all()}
    return {"numbers": numbers} | {name: getattr(person, name) for name in KEPT}


def list_undo(*, taken: PeopleList, user: User | None) -> TakenBack:
    """Take back what a list did: its new people go off the list, and whom it changed is as before.

    Somebody who has played since stays, and so does what was changed since; who that is is told.

    :raises DeskError: if somebody else has a name and number by now that would be given back
    """
    as_before = 0
    stays: list[str] = []
    listed = taken.club.people.filter(pk__in=[*taken.added, *taken.changed]).prefetch_related("numbers")
    people = {str(person.pk): person for person in listed}
    with transaction.atomic(), ExitStack() as stack:
        used = _used(taken.club)
        off = []
        for key in taken.added.keys() & people.keys():  # the others were taken off, or merged with somebody since
            if people[key].pk in used or person_kept(people[key]) != taken.added[key]:
                stays.append(people[key].name)
            else:
                off.append(people[key].pk)
        gone = len(off)
        taken.club.people.filter(pk__in=off).delete()
        for key, (before, after) in taken.changed.items():
            if key not in people:
                continue
            person = people[key]
            stack.enter_context(corrections(person, user))
            if _given_back(person, before, after):
                as_before += 1
            else:
                stays.append(person.name)
        taken.delete()
    return TakenBack(gone, as_before, sorted(stays))


def _used(club: Club) -> set[int]:
    """Return who of *club* has played, or was made one with somebody."""
    rows = [
        model._base_manager.filter(person__club=club).values_list("person_id", flat=True) for model in player_models()
    ]
    return set(chain(*rows, PersonMerge.objects.filter(into__club=club).values_list("into_id", flat=True)))


def _given_back(person: Person, before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Give *person* back what it was *before* wherever it still is as *after*; return whether that is all of it."""
    now = person_kept(person)
    is_all = True
    for name in KEPT:
        if before[name] != after[name]:
            is_all &= now[name] == after[name]
            setattr(person, name, before[name] if now[name] == after[name] else now[name])
    person_stored(person, person.name, person.number)
    numbers = dict(now["numbers"])
    for body in {*before["numbers"], *after["numbers"]}:
        was, became = (side["numbers"].get(body) for side in (before, after))
        if was == became:
            continue
        if numbers.get(body) != became:
            is_all = False
        elif was is None:
            numbers.pop(body)
        else:
            numbers[body] = was
    numbers_store(person, numbers)
    return is_all
