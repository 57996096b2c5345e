"""Find, add, rename and remove people of the club."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from director.core.base.changes import count_club_change
from director.core.base.sentences import DeskSentences
from director.core.club.people.numbers import numbers_typed, people_numbered, store_numbers
from director.core.club.people.read import NO_NUMBER, person_nights
from director.errors import DeskError
from director.formats.reading import visible_text
from director.kinds import kind_of
from director.models import Club, Person
from director.models.club import LONGEST_NAME, LONGEST_NUMBER
from director.names import is_member_number, name_and_number


def find_person(*, club: Club, text: str) -> Person:
    """Return the person of *club* called *text*, added if new.

    Somebody can be called by number alone, with whatever body.  What stands in brackets is a number
    if it can be one, or is the one the club has; anything else is part of the name.

    :raises DeskError: if a name without number belongs to several people
    :raises DeskError: if the name or the number is too long, or the number alone is that of several
        people
    """
    text = visible_text(text)
    called = list(club.people.filter(name__iexact=text))
    if len(called) > 1:
        numbered = next(person for person in called if person.number)
        raise DeskError(
            DeskSentences.SAME_NAME,
            count=len(called),
            name=text,
            example=f"{numbered.name} ({numbered.number})",
        )
    if called:
        return called[0]
    if is_member_number(text) and (of_number := people_numbered(club, text)):
        if len(of_number) > 1:
            raise DeskError(
                DeskSentences.NUMBER_OF_SEVERAL,
                number=text,
                first=of_number[0].name,
                second=of_number[1].name,
            )
        return of_number[0]
    name, bracketed = name_and_number(text)
    number = "" if bracketed == NO_NUMBER else bracketed
    person = club.people.filter(name__iexact=name, number=number).first()
    if person is None and number and not is_member_number(number):
        name, number = text, ""
    return person or add_person(club=club, name=name, number=number)


def add_person(  # noqa: PLR0913
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
    """Add a person to *club*. *others* are other numbers as typed.

    :raises DeskError: if the name is empty, name or number too long, or the same name and number
        there already
    """
    numbers = numbers_typed(others)
    with transaction.atomic():
        person = Person(club=club, sits_still=seat == "stays", email=email, is_visitor=is_visitor)
        person.is_hidden = is_hidden
        save_person(person, name, number)
        if numbers:
            store_numbers(person, numbers)
    return person


def change_person(  # noqa: PLR0913
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
    """Change a person's name, number and other data, in every event. Return the person.

    *others* are the numbers of other bodies as they are typed.

    Standings that are published and not final yet keep the change as a version.

    :raises DeskError: as :func:`add_person`
    """
    with corrections(person, user):
        person.sits_still = person.sits_still if seat is None else seat == "stays"
        person.email = person.email if email is None else email
        person.is_visitor = person.is_visitor if is_visitor is None else is_visitor
        person.is_hidden = person.is_hidden if is_hidden is None else is_hidden
        save_person(person, name, number)
        if others is not None:
            store_numbers(person, numbers_typed(others))
    return person


def remove_person(*, person: Person) -> None:
    """Take *person*, who never played, off the club's list.

    :raises DeskError: if they played
    """
    nights = person_nights(person).count()
    if nights:
        raise DeskError(
            DeskSentences.PERSON_PLAYED,
            name=person.name,
            nights=f"{nights} night{'s' * (nights != 1)}",
        )
    with transaction.atomic():
        person.delete()
        count_club_change(person.club_id)


@contextmanager
def corrections(person: Person, user: User | None) -> Iterator[None]:
    """Record the changes of *person* made inside as corrections of published events."""
    with transaction.atomic(), ExitStack() as stack:
        for event in person_nights(person).select_related("club").order_by("pk"):
            if event.was_published and not event.is_final:
                stack.enter_context(kind_of(event).correction(event, user))
        yield


def save_person(person: Person, name: str, number: str) -> Person:
    """Save *person* with *name* and *number*. Return the person.

    :raises DeskError: as :func:`add_person`
    """
    name, number = visible_text(name), visible_text(number)
    _refuse_impossible(name, number)
    if number and number != person.number and not is_member_number(number):
        raise DeskError(DeskSentences.NO_NUMBER, number=number[:20])
    others = person.club.people.exclude(pk=person.pk)
    known = f"with the number {number}" if number else "without a number"
    taken = DeskError(DeskSentences.PERSON_LISTED, name=name, known=known)
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
        raise DeskError(DeskSentences.NAME_MISSING)
    if len(name) > LONGEST_NAME:
        raise DeskError(DeskSentences.NAME_TOO_LONG, name=name[:40], most=LONGEST_NAME)
    if len(number) > LONGEST_NUMBER:
        raise DeskError(DeskSentences.NUMBER_TOO_LONG, number=number[:20], most=LONGEST_NUMBER)
