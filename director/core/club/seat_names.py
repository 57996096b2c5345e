"""The people whom the names typed for seats mean: known ones found, new ones added to the club.

A list is looked up as a whole and its new people are stored together, so that naming a field costs
a few queries, however many play.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TypeVar

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.db.models.functions import Upper

from director.core.base.versions import increment_club_version
from director.core.club.people import (
    NO_NUMBER_MARK,
    make_listed_error,
    make_marks_by_person_id,
    refuse_bad_length,
    refuse_placeholder,
    refuse_two_people,
)
from director.errors import DeskError
from director.formats.names.person import (
    is_placeholder,
    make_unordered_key,
    parse_person,
    without_degree,
)
from director.formats.reading import strip_invisible
from director.models import Club, Person, PersonNumber
from director.names import is_member_number, make_name_key, split_name_and_number
from scoring.bridge.entry_codes import ENTRY_CODES

SeatKey = TypeVar("SeatKey", int, str)
"""A box at Seats, or a seat of a line-up."""
_MAX_KEYS = 900
"""Names and numbers per query. Every SQLite takes 999 parameters."""


def get_or_add_person(
    *, club: Club, text: str, seated: Iterable[Person] = (), is_one: bool = False
) -> Person:
    """Return the person of *club* named *text*, added if new.

    :raises DeskError: as :meth:`PeopleFinder.get_or_add_person`
    """
    finder = PeopleFinder(club, [text])
    person = finder.get_or_add_person(text, seated=seated, is_one=is_one)
    finder.add_new_people()
    return person


def get_or_add_people_by_seat(
    *, club: Club, texts: Mapping[SeatKey, str], seated: QuerySet[Person]
) -> dict[SeatKey, Person]:
    """Return the people with the names *texts* by the same keys, as :func:`get_or_add_person`.

    *seated* are the people of the place, so that a placeholder that is sent again stays the same.
    """
    placeholders: list[Person] = []
    if any(map(is_placeholder, texts.values())):
        placeholders = list(seated.filter(is_placeholder=True))
    finder = PeopleFinder(club, texts.values())
    people = finder.get_or_add_people_by_seat(texts, seated=placeholders)
    finder.add_new_people()
    return people


class PeopleFinder:
    """Finds the people of *club* by the names typed for seats, and adds the new ones.

    All *texts* are looked up by one query, and by two more if one of them has a number. New people
    are stored by :meth:`add_new_people`, and until then have no primary key.
    """

    def __init__(self, club: Club, texts: Iterable[str]) -> None:
        self._club = club
        self._new_people: list[Person] = []
        self._new_visitors: list[Person] = []
        keys: set[str] = set()
        self._numbers: set[str] = set()
        for text in map(strip_invisible, texts):
            name, bracketed = _split_text(text)
            keys |= {make_name_key(text), make_name_key(name), make_name_key(without_degree(name))}
            self._numbers |= {
                number.upper() for number in (text, bracketed) if is_member_number(number)
            }
        self._namesakes_by_key = self._fetch_namesakes_by_name(keys)

    def get_or_add_person(
        self, text: str, *, seated: Iterable[Person] = (), is_one: bool = False
    ) -> Person:
        """Return the person named *text*, new if unknown.

        A placeholder such as *Guest* is a new one, or that of the same text among *seated*.
        Otherwise *text* is a name, a number with any body, or a name with a number in brackets.
        Brackets that hold neither a possible number nor that of a person of the name are part of the
        name. If *text* *is_one* person for certain, signs between names are part of the name as well.

        :raises DeskError: if several people have the name or the number, or either is too long
        :raises DeskError: if *text* is two people
        """
        text = strip_invisible(text)
        if is_placeholder(text):
            return _find_placeholder(seated, text) or self._make_placeholder(text)
        namesakes = self._namesakes_by_key[make_name_key(text)]
        if len(namesakes) > 1:
            raise _make_same_name_error(text, namesakes)
        if namesakes:
            return namesakes[0]
        if is_member_number(text):
            holders = self._holders_by_number[text.upper()]
            if len(holders) > 1:
                raise DeskError(
                    "number-of-several",
                    "{first} and {second} both have number {number}. Type the name.",
                    number=text,
                    first=holders[0].name,
                    second=holders[1].name,
                )
            if holders:
                return holders[0]
        name, bracketed = self._split_known_text(text)
        number = "" if bracketed == NO_NUMBER_MARK else bracketed
        is_visitor = parse_person(text).is_visitor
        namesakes = self._namesakes_by_key[make_name_key(name)]
        for person, mark in zip(namesakes, _list_marks(namesakes), strict=True):
            if mark == (number or NO_NUMBER_MARK):
                return self._mark_visitor(person) if is_visitor else person
        if number and not is_member_number(number):
            name, number = text, ""
        person = self._find_holder(name, number) or self._make_person(name, number, is_one=is_one)
        return self._mark_visitor(person) if is_visitor else person

    def _mark_visitor(self, person: Person) -> Person:
        """Note that *person* is no member. Who was listed or edited in People stays as they are."""
        if person.is_from_seat and not person.is_visitor:
            person.is_visitor = True
            self._new_visitors.append(person)
        return person

    def _split_known_text(self, text: str) -> tuple[str, str]:
        """Return the name and what is in brackets, without a title that nobody known has."""
        name, bracketed = _split_text(text)
        if not self._namesakes_by_key[make_name_key(name)]:
            name = without_degree(name)
        return name, bracketed

    def get_or_add_people_by_seat(
        self, texts: Mapping[SeatKey, str], *, seated: Sequence[Person], is_one: bool = False
    ) -> dict[SeatKey, Person]:
        """Return the people with the names *texts* by the same keys, as :meth:`get_or_add_person`.

        *seated* are the people of the place. Each placeholder among them is found once.
        """
        remaining = list(seated)
        people = {}
        for key, text in texts.items():
            person = self.get_or_add_person(text, seated=remaining, is_one=is_one)
            people[key] = person
            remaining = [other for other in remaining if other != person]
        return people

    def has_name(self, text: str) -> bool:
        """Return whether somebody is called *text* as a whole."""
        return bool(self._namesakes_by_key[make_name_key(strip_invisible(text))])

    def add_new_people(self) -> None:
        """Store everybody who was found to be new, and known people who turned out to be visitors.

        :raises DeskError: if another request has stored one of them since they were looked up
        """
        self._store_new_visitors()
        if not self._new_people:
            return
        try:
            with transaction.atomic():
                Person.objects.bulk_create(self._new_people)
        except IntegrityError as error:
            named = [person for person in self._new_people if not person.is_placeholder]
            stored = self._fetch_namesakes_by_name({person.name_key for person in named})
            for person in named:
                numbers = {other.number for other in stored[person.name_key]}
                if person.number in numbers:
                    raise make_listed_error(person.name, person.number) from error
            raise
        self._new_people = []

    def _store_new_visitors(self) -> None:
        known_ids = [person.pk for person in self._new_visitors if person.pk]
        if known_ids:
            Person.objects.filter(pk__in=known_ids).update(is_visitor=True)
            increment_club_version(self._club.pk)
        self._new_visitors = []

    def _fetch_namesakes_by_name(self, keys: Collection[str]) -> dict[str, list[Person]]:
        """Return the people with each of *keys* of names, in the order of their numbers."""
        namesakes: dict[str, list[Person]] = {key: [] for key in keys}
        for some_keys in _split_keys(keys):
            people = self._club.people.filter(is_placeholder=False, name_key__in=some_keys)
            for person in people.order_by("number", "pk"):
                namesakes[person.name_key].append(person)
        return namesakes

    @cached_property
    def _holders_by_number(self) -> dict[str, list[Person]]:
        """The people with each number of the list, whatever its body. Two queries, or none."""
        holders: dict[str, list[Person]] = {number: [] for number in self._numbers}
        for numbers in _split_keys(self._numbers):
            people = self._club.people.filter(is_placeholder=False)
            # Numbers have letters of ASCII only, whose capitals all databases know.
            for person in people.annotate(upper=Upper("number")).filter(upper__in=numbers):
                holders[person.number.upper()].append(person)
            rows = PersonNumber.objects.filter(
                person__club=self._club, person__is_placeholder=False
            ).annotate(upper=Upper("number"))
            for row in rows.filter(upper__in=numbers).select_related("person"):
                if row.person not in holders[row.number.upper()]:
                    holders[row.number.upper()].append(row.person)
        for people_of_number in holders.values():
            people_of_number.sort(key=lambda person: (person.name, person.number))
        return holders

    def _find_holder(self, name: str, number: str) -> Person | None:
        """Return the holder of *number* whose name has the words of *name*, or None."""
        holders = self._holders_by_number[number.upper()] if number else []
        key = make_unordered_key(name)
        return next((person for person in holders if make_unordered_key(person.name) == key), None)

    def _make_placeholder(self, text: str) -> Person:
        """Return somebody new without a name, shown as *text* at one seat and not in People."""
        refuse_bad_length(text, "")
        person = Person(club=self._club, name=text, is_placeholder=True, is_hidden=True)
        self._new_people.append(person)
        return person

    def _make_person(self, name: str, number: str, *, is_one: bool) -> Person:
        if not is_one:
            refuse_two_people(name)
        refuse_bad_length(name, number)
        refuse_placeholder(name)
        _refuse_figure(name)
        person = Person(club=self._club, name=name, number=number, is_from_seat=True)
        self._new_people.append(person)
        # The rest of the list may name them again.
        self._namesakes_by_key[person.name_key].append(person)
        if number:
            self._holders_by_number[number.upper()].append(person)
        return person


def _split_keys(keys: Collection[str]) -> Iterator[list[str]]:
    """Yield *keys* in parts that one query can ask for."""
    ordered_keys = sorted(keys)
    for start in range(0, len(ordered_keys), _MAX_KEYS):
        yield ordered_keys[start : start + _MAX_KEYS]


def _split_text(text: str) -> tuple[str, str]:
    """Return the name and what is in brackets after it, in the usual order."""
    if _is_entry_code(text):
        return text, ""  # a name would lose the sign of AVE-
    return split_name_and_number(parse_person(text).label or text)


def _refuse_figure(name: str) -> None:
    """Raise if *name* is only a figure."""
    if is_figure(name):
        raise DeskError(
            "name-begins-with-figure",
            "Nobody in People is called “{name}” or has it as a number. Type the name, or add the person in People first.",
            name=name,
        )


def is_figure(name: str) -> bool:
    """Return whether *name* is a figure without a name, as a result or the key of a step by mistake is.

    >>> [is_figure(name) for name in ("54SS=", "5", "A6040", "AVE-", "Ave", "5 Aces", "1 O'Neil", "Ada Ash")]
    [True, True, True, True, False, False, False, False]
    """
    has_name = any(len(word) > 1 and word.isalpha() for word in re.split(r"[\s'’.-]+", name))
    return (name[:1].isdigit() and not has_name) or _is_entry_code(name)


def _is_entry_code(text: str) -> bool:
    """Return whether *text* is a code for a result and nobody's name. One of letters alone may be."""
    capitals = text.upper()
    return not text.isalpha() and any(
        code.pattern.fullmatch(capitals) for code in ENTRY_CODES if not code.can_be_name
    )


def _find_placeholder(seated: Iterable[Person], text: str) -> Person | None:
    return next(
        (person for person in seated if person.is_placeholder and person.name == text), None
    )


def _list_marks(namesakes: Sequence[Person]) -> list[str]:
    """Return the mark of each of *namesakes*, who are in the order of their numbers.

    People who aren't stored yet come after the others.
    """
    by_age = sorted(namesakes, key=lambda person: (person.pk is None, person.pk or 0))
    marks = make_marks_by_person_id((age, person.number) for age, person in enumerate(by_age))
    return [marks[by_age.index(person)] for person in namesakes]


def _make_same_name_error(text: str, namesakes: Sequence[Person]) -> DeskError:
    # The last has a number, unless they are twins, who have a figure instead.
    last = max(range(len(namesakes)), key=lambda index: (namesakes[index].number, index))
    example = f"{namesakes[last].name} ({_list_marks(namesakes)[last]})"
    return DeskError(
        "same-name",
        "{count} people are called {name}. Add the number, as in {example}.",
        count=len(namesakes),
        name=text,
        example=example,
    )
