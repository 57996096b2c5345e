"""The people of the club: found or added by what is typed, renamed, merged, taken off the list."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from operator import attrgetter
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from director.core.base import sentences
from director.core.base.changes import count_club_change
from director.core.club.people.numbers import numbers_store, numbers_typed, people_numbered
from director.core.club.people.read import NO_NUMBER, person_nights, player_models
from director.errors import DeskError
from director.formats.reading import visible_text
from director.kinds import kind_of
from director.models import Club, Person, PersonMerge
from director.models.club import LONGEST_NAME, LONGEST_NUMBER
from director.names import is_member_number, name_and_number

# The people of the club: found or added by what is typed, renamed, taken off the list.


def person_find(*, club: Club, text: str) -> Person:
    """Return the person of *club* called *text*, added if new; ``"Ada Ash (no number)"`` is the one without.

    Somebody can be called by number alone, with whatever body.  What stands in brackets is a number if it can be one,
    or is the one the club has; anything else is part of the name.

    :raises DeskError: if a name without number belongs to several people
    :raises DeskError: if the name or the number is too long, or the number alone is that of several people
    """
    text = visible_text(text)
    called = list(club.people.filter(name__iexact=text))
    if len(called) > 1:
        numbered = next(person for person in called if person.number)
        raise DeskError(
            sentences.SAME_NAME, count=len(called), name=text, example=f"{numbered.name} ({numbered.number})"
        )
    if called:
        return called[0]
    if is_member_number(text) and (of_number := people_numbered(club, text)):
        if len(of_number) > 1:
            raise DeskError(sentences.NUMBER_OF_SEVERAL, number=text, first=of_number[0].name, second=of_number[1].name)
        return of_number[0]
    name, bracketed = name_and_number(text)
    number = "" if bracketed == NO_NUMBER else bracketed
    person = club.people.filter(name__iexact=name, number=number).first()
    if person is None and number and not is_member_number(number):
        name, number = text, ""
    return person or person_add(club=club, name=name, number=number)


def person_add(  # noqa: PLR0913
    *,
    club: Club,
    name: str,
    number: str = "",
    seat: str = "",
    others: str = "",
    email: str = "",
    is_visitor: bool = False,
    is_hidden: bool = False,
) -> Person:
    """Return a new person of *club*; the *seat* ``"stays"`` if they asked for one, *others* as they are typed.

    :raises DeskError: if the name is empty, name or number too long, or the same name and number there already
    """
    numbers = numbers_typed(others)
    with transaction.atomic():
        person = Person(club=club, sits_still=seat == "stays", email=email, is_visitor=is_visitor)
        person.is_hidden = is_hidden
        person_stored(person, name, number)
        if numbers:
            numbers_store(person, numbers)
    return person


def person_change(  # noqa: PLR0913
    *,
    person: Person,
    name: str,
    number: str,
    seat: str | None = None,
    others: str | None = None,
    email: str | None = None,
    is_visitor: bool | None = None,
    is_hidden: bool | None = None,
    user: User | None = None,
) -> Person:
    """Give *person* another name or number, in every night they played, and what else is given; return them.

    *others* are the numbers of other bodies as they are typed.

    Standings that are published and not final yet keep the change as a version.

    :raises DeskError: as :func:`person_add`
    """
    with corrections(person, user):
        person.sits_still = person.sits_still if seat is None else seat == "stays"
        person.email = person.email if email is None else email
        person.is_visitor = person.is_visitor if is_visitor is None else is_visitor
        person.is_hidden = person.is_hidden if is_hidden is None else is_hidden
        person_stored(person, name, number)
        if others is not None:
            numbers_store(person, numbers_typed(others))
    return person


def person_remove(*, person: Person) -> None:
    """Take *person*, who never played, off the club's list.

    :raises DeskError: if they played
    """
    nights = person_nights(person).count()
    if nights:
        raise DeskError(sentences.PERSON_PLAYED, name=person.name, nights=f"{nights} night{'s' * (nights != 1)}")
    with transaction.atomic():
        person.delete()
        count_club_change(person.club_id)


@contextmanager
def corrections(person: Person, user: User | None) -> Iterator[None]:
    """Let the name of *person* change in every night at once, as a correction of those that can still be corrected."""
    with transaction.atomic(), ExitStack() as stack:
        for event in person_nights(person).select_related("club").order_by("pk"):
            if event.was_published and not event.is_final:
                stack.enter_context(kind_of(event).correction(event, user))
        yield


def person_stored(person: Person, name: str, number: str) -> Person:
    """Store *person* under *name* and *number*; return them.

    :raises DeskError: as :func:`person_add`
    """
    name, number = visible_text(name), visible_text(number)
    _refuse_impossible(name, number)
    if number and number != person.number and not is_member_number(number):
        raise DeskError(sentences.NO_NUMBER, number=number[:20])
    others = person.club.people.exclude(pk=person.pk)
    known = f"with the number {number}" if number else "without a number"
    taken = DeskError(sentences.PERSON_LISTED, name=name, known=known)
    if others.filter(name__iexact=name, number=number).exists():
        raise taken
    is_new = person.pk is None
    person.name, person.number = name, number
    try:
        with transaction.atomic():
            person.save()
            if not is_new:  # somebody new is on no page before an event names them
                count_club_change(person.club_id)
    except IntegrityError as error:  # the same request a moment ago, as by a double click
        raise taken from error
    return person


def _refuse_impossible(name: str, number: str) -> None:
    if not name:
        raise DeskError(sentences.NAME_MISSING)
    if len(name) > LONGEST_NAME:
        raise DeskError(sentences.NAME_TOO_LONG, name=name[:40], most=LONGEST_NAME)
    if len(number) > LONGEST_NUMBER:
        raise DeskError(sentences.NUMBER_TOO_LONG, number=number[:20], most=LONGEST_NUMBER)


# Two people of the list who are one: made one, and taken apart again.

KEPT = ("name", "number", "sits_still", "email", "is_visitor", "is_hidden")
"""What is kept of a person who is another now."""


def person_merge_check(*, person: Person, into: Person) -> None:
    """Refuse two who cannot be one person.

    :raises DeskError: if the two are the same or played in one session
    """
    if person.pk == into.pk:
        raise DeskError(sentences.MERGED_WITH_THEMSELVES, name=person.name)
    sessions: set[int] = set()
    for model, session in player_models().items():
        sessions.update(model._base_manager.filter(person=person).values_list(session, flat=True))
    for model, session in player_models().items():
        together = model._base_manager.filter(person=into, **{f"{session}__in": sessions})
        if met := together.select_related(f"{session}__event").first():
            event = attrgetter(session.replace("__", "."))(met).event
            raise DeskError(sentences.BOTH_PLAYED, name=person.name, other=into.name, event=event.name, date=event.date)


def person_merge(*, person: Person, into: Person, user: User | None = None) -> Person:
    """Give all entries of *person* to *into*, and what *into* lacks: numbers, an e-mail address; return *into*.

    *person* is gone then, until :func:`merge_undo`.  Standings that are published and not final yet keep the change as
    a version.

    :raises DeskError: as :func:`person_merge_check`
    """
    with corrections(person, user):
        person_merge_check(person=person, into=into)
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
        gained = {body: number for body, number in was["numbers"].items() if body.casefold() not in theirs}
        numbers_store(into, before["numbers"] | gained)
        PersonMerge.objects.create(into=into, was=was, moved=moved, gained=_differing(before, _as_is(into)))
    return into


def merge_undo(*, merge: PersonMerge, user: User | None = None) -> Person:
    """Take two apart who were made one: give the former person back what was theirs, and return them.

    What *into* gained and still has goes back too; entries that were changed since stay where they are.

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
            numbers_store(into, {body: n for body, n in kept.items() if body in before or after.get(body) != n})
        if into.club.people.filter(name__iexact=was["name"], number=was["number"]).exists():
            known = f"with the number {was['number']}" if was["number"] else "without a number"
            raise DeskError(sentences.MERGE_STAYS, name=was["name"], known=known)
        person = Person.objects.create(
            pk=was["pk"], club=into.club, **{name: was[name] for name in KEPT if name in was}
        )
        numbers_store(person, was["numbers"])
        earlier = merge.moved.pop(PersonMerge._meta.label_lower)
        PersonMerge.objects.filter(pk__in=earlier, into=into).update(into=person)
        for label, rows in merge.moved.items():
            apps.get_model(label)._base_manager.filter(pk__in=rows, person=into).update(person=person)
        merge.delete()
    return person


def _as_is(person: Person) -> dict[str, Any]:
    """Return *person* as it is kept: its key, fields and numbers."""
    numbers = {known.body: known.number for known in person.numbers.all()}
    return {"pk": person.pk, "numbers": numbers} | {name: getattr(person, name) for name in KEPT}


def _differing(before: dict[str, Any], after: dict[str, Any]) -> dict[str, list[Any]]:
    return {name: [before[name], after[name]] for name in before if before[name] != after[name]}
