"""Merge two people who are one, and undo that."""

from operator import attrgetter
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User

from director.core.base.changes import count_club_change
from director.core.base.sentences import DeskSentences
from director.core.club.people.numbers import store_numbers
from director.core.club.people.read import player_models
from director.core.club.people.write import corrections
from director.errors import DeskError
from director.models import Person, PersonMerge

KEPT = ("name", "number", "sits_still", "email", "is_visitor", "is_hidden")
"""What is kept of a person who is another now."""


def check_merge(*, person: Person, into: Person) -> None:
    """Refuse two who cannot be one person.

    :raises DeskError: if the two are the same or played in one session
    """
    if person.pk == into.pk:
        raise DeskError(DeskSentences.MERGED_WITH_THEMSELVES, name=person.name)
    sessions: set[int] = set()
    for model, session in player_models().items():
        sessions.update(model._base_manager.filter(person=person).values_list(session, flat=True))
    for model, session in player_models().items():
        together = model._base_manager.filter(person=into, **{f"{session}__in": sessions})
        if met := together.select_related(f"{session}__event").first():
            event = attrgetter(session.replace("__", "."))(met).event
            raise DeskError(
                DeskSentences.BOTH_PLAYED,
                name=person.name,
                other=into.name,
                event=event.name,
                date=event.date,
            )


def merge_person(*, person: Person, into: Person, user: User | None = None) -> Person:
    """Move all entries of *person* to *into*, with missing numbers and e-mail.

    *person* is gone then, until :func:`merge_undo`.  Standings that are published and not final yet
    keep the change as a version.

    :raises DeskError: as :func:`check_merge`
    """
    with corrections(person, user):
        check_merge(person=person, into=into)
        was = _as_is(person)
        moved = {}
        for model in player_models():
            rows = model._base_manager.filter(person=person)
            moved[model._meta.label_lower] = list(rows.values_list("pk", flat=True))
            rows.update(person=into)
        moved[PersonMerge._meta.label_lower] = list(person.merges.values_list("pk", flat=True))
        person.merges.update(into=into)
        person.delete()
        before = _as_is(into)
        into.number, into.email = into.number or was["number"], into.email or was["email"]
        into.sits_still = into.sits_still or was["sits_still"]
        into.is_hidden = into.is_hidden or was["is_hidden"]
        into.save()
        count_club_change(into.club_id)
        theirs = {body.casefold() for body in before["numbers"]}
        gained = {
            body: number for body, number in was["numbers"].items() if body.casefold() not in theirs
        }
        store_numbers(into, before["numbers"] | gained)
        PersonMerge.objects.create(
            into=into, was=was, moved=moved, gained=_differing(before, _as_is(into))
        )
    return into


def merge_undo(*, merge: PersonMerge, user: User | None = None) -> Person:
    """Undo a merge and return the restored person.

    What *into* gained and still has goes back too; entries that were changed since stay where they
    are.

    :raises DeskError: if somebody else has the name and the number by now
    """
    into, was = merge.into, merge.was
    with corrections(into, user):
        for name, (before, after) in merge.gained.items():
            if name != "numbers" and getattr(into, name) == after:
                setattr(into, name, before)
        into.save()
        count_club_change(into.club_id)
        if "numbers" in merge.gained:
            before, after = merge.gained["numbers"]
            kept = {known.body: known.number for known in into.numbers.all()}
            store_numbers(
                into,
                {body: n for body, n in kept.items() if body in before or after.get(body) != n},
            )
        if into.club.people.filter(name__iexact=was["name"], number=was["number"]).exists():
            known = f"with the number {was['number']}" if was["number"] else "without a number"
            raise DeskError(DeskSentences.MERGE_STAYS, name=was["name"], known=known)
        person = Person.objects.create(
            pk=was["pk"], club=into.club, **{name: was[name] for name in KEPT if name in was}
        )
        store_numbers(person, was["numbers"])
        earlier = merge.moved.pop(PersonMerge._meta.label_lower)
        PersonMerge.objects.filter(pk__in=earlier, into=into).update(into=person)
        for label, rows in merge.moved.items():
            apps.get_model(label)._base_manager.filter(pk__in=rows, person=into).update(
                person=person
            )
        merge.delete()
    return person


def _as_is(person: Person) -> dict[str, Any]:
    """Return *person* as it is kept: its key, fields and numbers."""
    numbers = {known.body: known.number for known in person.numbers.all()}
    return {"pk": person.pk, "numbers": numbers} | {name: getattr(person, name) for name in KEPT}


def _differing(before: dict[str, Any], after: dict[str, Any]) -> dict[str, list[Any]]:
    return {name: [before[name], after[name]] for name in before if before[name] != after[name]}
