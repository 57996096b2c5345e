"""Find, add, rename and remove people of the club."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import TypeVar

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, QuerySet

from director.core.base.changes import count_club_change
from director.core.base.sentences import DeskSentences
from director.core.club.people.namesakes import (
    NO_NUMBER,
    fetch_people_by_name,
    make_namesake_marks,
    make_person_label,
)
from director.core.club.people.numbers import (
    fetch_people_by_number,
    parse_typed_numbers,
    store_numbers,
)
from director.core.club.people.read import fetch_person_nights, list_player_models
from director.core.night.history.people import filter_only_seated
from director.core.night.history.write import Journal
from director.errors import DeskError
from director.formats.names.person import (
    is_placeholder,
    make_unordered_key,
    read_person,
    split_typed_people,
)
from director.formats.reading import strip_invisible
from director.kinds import get_event_kind
from director.models import Club, Person
from director.models.club import LONGEST_NAME, LONGEST_NUMBER
from director.names import is_member_number, make_name_key, split_name_and_number

SeatKey = TypeVar("SeatKey", int, str)
"""A box at Seats, or a seat of a line-up."""


def find_person(
    *, club: Club, text: str, seated: Iterable[Person] = (), is_one: bool = False
) -> Person:
    """Return the person of *club* named *text*, added if new.

    A placeholder such as *Guest* is a new one, or that of the same text among *seated*. Otherwise
    *text* is a name, a number with any body, or a name with a number in brackets. Brackets that
    hold neither a possible number nor that of a person of the name are part of the name. If *text*
    *is_one* person for certain, signs between names are part of the name as well.

    :raises DeskError: if several people have the name or the number, or either is too long
    :raises DeskError: if *text* is two people
    """
    text = strip_invisible(text)
    if is_placeholder(text):
        return _find_placeholder(seated, text) or add_placeholder(club=club, text=text)
    namesakes = list(fetch_people_by_name(club, text))
    if len(namesakes) > 1:
        # The last has a number, unless they are twins, who have a figure instead.
        example = make_person_label(namesakes[-1], namesakes)
        raise DeskError(DeskSentences.SAME_NAME, count=len(namesakes), name=text, example=example)
    if namesakes:
        return namesakes[0]
    if is_member_number(text):
        holders = fetch_people_by_number(club, text)
        if len(holders) > 1:
            raise DeskError(
                DeskSentences.NUMBER_OF_SEVERAL,
                number=text,
                first=holders[0].name,
                second=holders[1].name,
            )
        if holders:
            return holders[0]
    # Whatever the order of names and number, they are stored in the usual one.
    name, bracketed = split_name_and_number(read_person(text).label or text)
    number = "" if bracketed == NO_NUMBER else bracketed
    namesakes = list(fetch_people_by_name(club, name))
    marks = make_namesake_marks((person.pk, person.number) for person in namesakes)
    for person in namesakes:
        if marks[person.pk] == (number or NO_NUMBER):
            return person
    if number and not is_member_number(number):
        name, number = text, ""
    holder = _find_holder(club, name, number)
    return holder or _add_person_from_seat(club, name, number, is_one=is_one)


def _add_person_from_seat(club: Club, name: str, number: str, *, is_one: bool) -> Person:
    if not is_one:
        refuse_two_people(name)
    return add_person(club=club, name=name, number=number, is_from_seat=True)


def find_people(
    *,
    club: Club,
    texts: Mapping[SeatKey, str],
    seated: QuerySet[Person],
    are_single: bool = False,
) -> dict[SeatKey, Person]:
    """Return the people with the names *texts* by the same keys, as :func:`find_person`.

    *seated* are the people of the place, so that a placeholder that is sent again stays the same.
    *are_single* says that each text is one person, also if it looks like two.
    """
    remaining: list[Person] = []
    if any(map(is_placeholder, texts.values())):
        remaining = list(seated.filter(is_placeholder=True))
    people = {}
    for key, text in texts.items():
        person = find_person(club=club, text=text, seated=remaining, is_one=are_single)
        people[key] = person
        remaining = [placeholder for placeholder in remaining if placeholder != person]
    return people


def _find_placeholder(seated: Iterable[Person], text: str) -> Person | None:
    return next(
        (person for person in seated if person.is_placeholder and person.name == text), None
    )


def add_placeholder(*, club: Club, text: str) -> Person:
    """Add somebody without a name to *club*, shown as *text* at one seat and not in People.

    :raises DeskError: if *text* is too long
    """
    _refuse_bad_length(text, "")
    return Person.objects.create(club=club, name=text, is_placeholder=True, is_hidden=True)


def delete_unused_people(journal: Journal) -> None:
    """Delete the people whom *journal* unseated, if only a name at a seat had added them.

    Who has played, or was edited in People, stays.
    """
    unseated_ids: set[int] = set()
    for change in journal.changes:
        person_id = (change["before"] or {}).get("person_id")
        if person_id:
            unseated_ids.add(person_id)
    if not unseated_ids:
        return
    people = filter_only_seated(Person.objects.filter(pk__in=unseated_ids))
    for model in list_player_models():
        people = people.exclude(Exists(model._base_manager.filter(person=OuterRef("pk"))))
    unused_people = list(people)
    if unused_people:
        journal.delete(Person.objects.filter(pk__in=[person.pk for person in unused_people]))
        count_club_change(unused_people[0].club_id)


def _find_holder(club: Club, name: str, number: str) -> Person | None:
    """Return the holder of *number* whose name has the words of *name*, or None."""
    holders = fetch_people_by_number(club, number) if number else []
    key = make_unordered_key(name)
    return next((person for person in holders if make_unordered_key(person.name) == key), None)


def add_person(
    *,
    club: Club,
    name: str,
    number: str = "",
    seat: str = "",
    others: str = "",
    **settings: object,
) -> Person:
    """Add a person to *club*. *others* are the numbers of other bodies as typed.

    *settings* are other fields of the person.

    :raises DeskError: if the name is empty, the name or number is too long, or another person has
        both
    """
    numbers = parse_typed_numbers(others)
    with transaction.atomic():
        person = Person(club=club, **({"sits_still": seat == "stays"} | settings))
        save_person(person, name, number)
        if numbers:
            store_numbers(person, numbers)
    return person


def change_person(
    *,
    person: Person,
    name: str,
    number: str,
    seat: str | None = None,
    others: str | None = None,
    user: User | None = None,
    **settings: object,
) -> Person:
    """Change a person's name, number and other data, in every event. Return the person.

    Data that are None stay as they are. *others* are the numbers of other bodies as typed,
    *settings* other fields of the person. Published standings that aren't final yet get a new
    version.

    :raises DeskError: as :func:`add_person`
    """
    with record_corrections(person, user):
        if seat is not None:
            person.sits_still = seat == "stays"
        for field, value in settings.items():
            setattr(person, field, value)
        save_person(person, name, number)
        if others is not None:
            store_numbers(person, parse_typed_numbers(others))
    return person


def remove_person(*, person: Person) -> None:
    """Remove a person who never played from the club's list.

    :raises DeskError: if they played
    """
    nights = fetch_person_nights(person).count()
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
def record_corrections(person: Person, user: User | None) -> Iterator[None]:
    """Record changes of *person* made in the block as corrections of published events."""
    with transaction.atomic(), ExitStack() as stack:
        for event in fetch_person_nights(person).select_related("club").order_by("pk"):
            if event.was_published and not event.is_final:
                stack.enter_context(get_event_kind(event).open_correction(event, user))
        yield


def refuse_two_people(name: str) -> None:
    """Refuse *name* where one person is asked for.

    :raises DeskError: if it is two people, such as "Ada Ash & Bert Birch"
    """
    if len(split_typed_people(name)) > 1:
        raise DeskError(DeskSentences.NAME_OF_TWO, name=name)


def save_person(person: Person, name: str, number: str) -> Person:
    """Save *person* with *name* and *number*. Return the person.

    :raises DeskError: as :func:`add_person`
    """
    name = strip_invisible(name)
    number = strip_invisible(number)
    _refuse_bad_length(name, number)
    # A number that the person has already stays valid, whatever the rule says today.
    if number and number != person.number and not is_member_number(number):
        raise DeskError(DeskSentences.NO_NUMBER, number=number[:20])
    number_words = f"with the number {number}" if number else "without a number"
    listed_error = DeskError(DeskSentences.PERSON_LISTED, name=name, known=number_words)
    is_new = person.pk is None
    # A twin whose name and number stay is saved: nothing comes between the two that wasn't there.
    is_same = not is_new and (person.name_key, person.number) == (make_name_key(name), number)
    namesakes = fetch_people_by_name(person.club, name).exclude(pk=person.pk)
    # A name at a seat was checked there, unless it came in a file, which has one person in a cell.
    if not (is_same or (is_new and person.is_from_seat)):
        refuse_two_people(name)
    if not is_same and is_placeholder(name):
        raise DeskError(DeskSentences.NAME_OF_NOBODY, name=name)
    if not is_same and namesakes.filter(number=number).exists():
        raise listed_error
    person.name, person.number = name, number
    if not is_new:
        _note_former_name(person)
        # Whoever is edited or listed is more than a name at a seat.
        person.is_from_seat = False
    try:
        with transaction.atomic():
            person.save()
            # A new person is on no cached page before an event names them.
            if not is_new:
                count_club_change(person.club_id)
    except IntegrityError as error:
        # Another request stored the same person since the check, as after a double click.
        raise listed_error from error
    return person


def _note_former_name(person: Person) -> None:
    """Add the stored name of *person* to the former ones if it changes."""
    (stored_name,) = Person.objects.filter(pk=person.pk).values_list("name", flat=True)
    former_names = person.former_names.splitlines()
    if stored_name not in (person.name, *former_names):
        person.former_names = "\n".join([*former_names, stored_name])


def _refuse_bad_length(name: str, number: str) -> None:
    if not name:
        raise DeskError(DeskSentences.NAME_MISSING)
    if len(name) > LONGEST_NAME:
        raise DeskError(DeskSentences.NAME_TOO_LONG, name=name[:40], most=LONGEST_NAME)
    if len(number) > LONGEST_NUMBER:
        raise DeskError(DeskSentences.NUMBER_TOO_LONG, number=number[:20], most=LONGEST_NUMBER)
