"""Merge two entries in People that are the same person, and undo a merge."""

from operator import attrgetter
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User

from director.core.base.changes import count_club_change
from director.core.base.sentences import DeskSentences
from director.core.club.people.namesakes import fetch_people_by_name
from director.core.club.people.numbers import store_numbers
from director.core.club.people.read import list_player_models
from director.core.club.people.write import record_corrections
from director.errors import DeskError
from director.models import Person, PersonMerge
from director.names import make_name_key

KEPT = ("name", "number", "sits_still", "email", "is_visitor", "is_hidden", "needs_large_print")
"""The fields of a person that are stored so that a merge or a list can be undone."""


def check_merge(*, person: Person, into: Person) -> None:
    """Refuse a merge of two people who can't be the same person.

    :raises DeskError: if *person* is *into*, both played in one session, or a namesake of *into*
        has the number that *into* would take over
    """
    if person.pk == into.pk:
        raise DeskError(DeskSentences.MERGED_WITH_THEMSELVES, name=person.name)
    if person.number and not into.number:
        namesakes = fetch_people_by_name(into.club, into.name).filter(number=person.number)
        if namesakes.exclude(pk=person.pk).exists():
            raise DeskError(
                DeskSentences.MERGED_NUMBER_TAKEN,
                name=person.name,
                number=person.number,
                other=into.name,
            )
    sessions: set[int] = set()
    for model, session in list_player_models().items():
        sessions.update(model._base_manager.filter(person=person).values_list(session, flat=True))
    for model, session in list_player_models().items():
        together = model._base_manager.filter(person=into, **{f"{session}__in": sessions})
        if player := together.select_related(f"{session}__event").first():
            event = attrgetter(session.replace("__", "."))(player).event
            raise DeskError(
                DeskSentences.BOTH_PLAYED,
                name=person.name,
                other=into.name,
                event=event.name,
                date=event.date,
            )


def merge_person(*, person: Person, into: Person, user: User | None = None) -> Person:
    """Move all entries of *person* to *into*, add missing numbers and e-mail, and delete *person*.

    :func:`undo_merge` restores *person*. Published standings that aren't final yet get a new
    version.

    :raises DeskError: as :func:`check_merge`
    """
    with record_corrections(person, user):
        check_merge(person=person, into=into)
        former = _make_person_record(person)
        moved = {}
        for model in list_player_models():
            rows = model._base_manager.filter(person=person)
            moved[model._meta.label_lower] = list(rows.values_list("pk", flat=True))
            rows.update(person=into)
        # Earlier merges into *person* move too, or they would be deleted with them.
        moved[PersonMerge._meta.label_lower] = list(person.merges.values_list("pk", flat=True))
        person.merges.update(into=into)
        # Before *into* takes over the number, which only one person of a name can have.
        person.delete()
        record_before = _make_person_record(into)
        into.number = into.number or former["number"]
        into.email = into.email or former["email"]
        into.sits_still = into.sits_still or former["sits_still"]
        into.is_hidden = into.is_hidden or former["is_hidden"]
        into.needs_large_print = into.needs_large_print or former["needs_large_print"]
        into.save()
        count_club_change(into.club_id)
        own_bodies = set(map(make_name_key, record_before["numbers"]))
        numbers = dict(record_before["numbers"])
        for body, number in former["numbers"].items():
            if make_name_key(body) not in own_bodies:
                numbers[body] = number
        store_numbers(into, numbers)
        gained = _find_differences(record_before, _make_person_record(into))
        PersonMerge.objects.create(into=into, was=former, moved=moved, gained=gained)
    return into


def undo_merge(*, merge: PersonMerge, user: User | None = None) -> Person:
    """Undo a merge and return the restored person.

    Fields and numbers that the other person gained by the merge and still has are removed. Entries
    that were changed since the merge stay with that person.

    :raises DeskError: if somebody else now has the name and number that one of the two would have
    """
    into = merge.into
    former = merge.was
    with record_corrections(into, user):
        # Only values that nobody has changed since the merge go back.
        for name, (value_before, value_after) in merge.gained.items():
            if name != "numbers" and getattr(into, name) == value_after:
                setattr(into, name, value_before)
        _refuse_namesake(into)
        into.save()
        count_club_change(into.club_id)
        if "numbers" in merge.gained:
            value_before, value_after = merge.gained["numbers"]
            remaining = {}
            for row in into.numbers.all():
                if row.body in value_before or value_after.get(row.body) != row.number:
                    remaining[row.body] = row.number
            store_numbers(into, remaining)
        # A merge stored by an older program may lack a field.
        fields = {
            name: former[name] for name in (*KEPT, "twin_no", "former_names") if name in former
        }
        person = Person(pk=former["pk"], club=into.club, **fields)
        # An older version may have given the number to somebody new after a restore.
        if Person.objects.filter(pk=person.pk).exists():
            person.pk = None
        _refuse_namesake(person)
        person.save(force_insert=True)
        store_numbers(person, former["numbers"])
        earlier_merges = merge.moved.pop(PersonMerge._meta.label_lower)
        PersonMerge.objects.filter(pk__in=earlier_merges, into=into).update(into=person)
        for label, keys in merge.moved.items():
            rows = apps.get_model(label)._base_manager.filter(pk__in=keys, person=into)
            rows.update(person=person)
        merge.delete()
    return person


def _refuse_namesake(person: Person) -> None:
    """Raise if somebody else has the name and number of *person*. A twin may: they had before."""
    namesakes = fetch_people_by_name(person.club, person.name).exclude(pk=person.pk)
    number = person.number
    if namesakes.filter(number=number, twin_no=person.twin_no).exists():
        number_words = f"with the number {number}" if number else "without a number"
        raise DeskError(DeskSentences.MERGE_STAYS, name=person.name, known=number_words)


def _make_person_record(person: Person) -> dict[str, Any]:
    """Return the key, fields and numbers of *person*, as a merge stores them."""
    numbers = {row.body: row.number for row in person.numbers.all()}
    identity = {
        "pk": person.pk,
        "twin_no": person.twin_no,
        "former_names": person.former_names,
        "numbers": numbers,
    }
    return identity | {name: getattr(person, name) for name in KEPT}


def _find_differences(
    record_before: dict[str, Any], record_after: dict[str, Any]
) -> dict[str, list[Any]]:
    return {
        name: [record_before[name], record_after[name]]
        for name in record_before
        if record_before[name] != record_after[name]
    }
