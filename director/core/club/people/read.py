"""The club's people, and labels that tell them apart."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from functools import partial
from typing import Any

from django.db.models import Count, Exists, Max, Model, OuterRef, Q, QuerySet

from director.core.base.sentences import DeskSentences
from director.core.base.storage.lru_cache import LruCache
from director.core.club.people.namesakes import (
    fetch_people_by_name,
    make_namesake_marks,
    make_person_label,
)
from director.core.club.people.numbers import make_number_condition
from director.errors import DeskError
from director.models import Club, EntryPlayer, Event, LineUpSeat, Person, PersonNumber
from director.models.change_number import has_uncommitted
from director.models.entry import Player
from director.names import make_family_key, make_name_key

_FOUND_KEYS = LruCache[list[int]](64)
"""The keys of searches by club, version of its people, and text. A thousand take 40 kB."""


def fetch_people(club: Club, text: str = "", *, numbered: bool = True) -> list[Person]:
    """Return the club's people that match *text*, by family name, with ``others`` set.

    Every word of *text* must be part of the name or, if *numbered*, the beginning of a number.
    """
    people = list(_filter_people(club, text, numbered=numbered))
    _set_other_numbers(people, PersonNumber.objects.filter(person__club=club))
    return sorted(people, key=lambda person: (make_family_key(person.name), person.number))


def find_people(club: Club, text: str = "", *, numbered: bool = True) -> list[int]:
    """Return the keys of the people that :func:`fetch_people` returns, in the same order.

    Names are read and sorted once for each change of the club's people, so that a page costs the
    same in a club of any size.
    """

    def find() -> list[int]:
        names = _filter_people(club, text, numbered=numbered).values_list("name", "number", "pk")
        ordered = sorted(names, key=lambda row: (make_family_key(row[0]), row[1]))
        return [key for *_name, key in ordered]

    return _FOUND_KEYS.get_or_make(
        partial(_fetch_people_version, club), find, club.pk, text, numbered
    )


def _fetch_people_version(club: Club) -> tuple[Any, ...] | None:
    """Return what changes with the people of *club*, or None if nothing may be cached. One query.

    The change number counts every change of people, but not that a new one is added.
    """
    if has_uncommitted():
        return None
    people = Club.objects.filter(pk=club.pk).annotate(last=Max("people__pk"))
    return people.annotate(count=Count("people")).values_list("change_no", "last", "count").first()


def fetch_people_of_page(keys: Sequence[int]) -> list[Person]:
    """Return the people with *keys* in their order, with ``others`` set. Two queries."""
    people_by_key = Person.objects.in_bulk(keys)
    people = [people_by_key[key] for key in keys if key in people_by_key]
    _set_other_numbers(people, PersonNumber.objects.filter(person__in=keys))
    return people


def _filter_people(club: Club, text: str, *, numbered: bool) -> QuerySet[Person]:
    people = club.people.filter(is_placeholder=False)
    for word in text.split():
        matches = Q(name_key__contains=make_name_key(word))
        if numbered:
            matches |= make_number_condition(word)
        people = people.filter(matches)
    return people


def _set_other_numbers(people: Iterable[Person], numbers: Iterable[PersonNumber]) -> None:
    numbers_by_person = defaultdict[int, list[PersonNumber]](list)
    for row in numbers:
        numbers_by_person[row.person_id].append(row)
    for person in people:
        person.others = numbers_by_person[person.pk]


def annotate_nights(people: Collection[Person]) -> None:
    """Set ``nights`` on each of *people*: the number of their events."""
    nights = Counter[int]()
    for model, session in list_player_models().items():
        rows = model._base_manager.filter(person__in=people)
        if model is LineUpSeat:
            # A player in a line-up is usually also entered in the team. The event counts once.
            entries = EntryPlayer.objects.filter(person=OuterRef("person"))
            same_event = entries.filter(
                entry__section__session__event=OuterRef(f"{session}__event")
            )
            rows = rows.filter(~Exists(same_event))
        counts = rows.values_list("person").annotate(
            nights=Count(f"{session}__event", distinct=True)
        )
        nights.update(dict(counts.order_by()))
    for person in people:
        person.nights = nights[person.pk]


def fetch_unnumbered_people(event: Event) -> list[Person]:
    """Return the players of *event* without a number for exports, by family name."""
    has_played = Q()
    for model, session in list_player_models().items():
        rows = model._base_manager.filter(**{f"{session}__event": event})
        has_played |= Q(pk__in=rows.values("person"))
    club = event.club
    has_number = ~Q(number="")
    if club.sends_other:
        has_number = Q(numbers__body_key=make_name_key(club.sent_body))
    people = club.people.filter(is_placeholder=False).filter(has_played).exclude(has_number)
    return sorted(people, key=lambda person: make_family_key(person.name))


def fetch_person_nights(person: Person) -> QuerySet[Event]:
    """Return the events of *person*, the latest first, with their sessions fetched."""
    was_played = Q()
    for model, session in list_player_models().items():
        rows = model._base_manager.filter(person=person)
        was_played |= Q(pk__in=rows.values(f"{session}__event"))
    return Event.objects.filter(was_played).prefetch_related("sessions")


def list_player_models() -> dict[type[Model], str]:
    """Return all models of players, each with its lookup path to the session."""
    # Found by their foreign key to Person, because this folder can't import the kinds.
    paths: dict[type[Model], str] = {}
    for field in Person._meta.get_fields(include_hidden=True):
        model = field.related_model
        if field.one_to_many and isinstance(model, type) and issubclass(model, Player):
            paths[model] = model.SESSION
    return paths


def fetch_player_keys(event_id: int, names: Collection[str]) -> dict[str, int]:
    """Return the keys of the players of an event who have one of *names*, by name.

    One query for each model of players, none without names.
    """
    keys: dict[str, int] = {}
    if not names:
        return keys
    for model, session in list_player_models().items():
        rows = model._base_manager.filter(person__name__in=names, **{f"{session}__event": event_id})
        keys.update(rows.values_list("person__name", "person_id"))
    return keys


def fetch_people_labels(club: Club, *, numbered: bool = True) -> dict[int, str]:
    """Return the text to type for each person, by key: the name, with a number if ambiguous.

    Not *numbered* for a reader who may not see numbers.
    """
    columns = ("pk", "name", "name_key", "number", "is_placeholder")
    people = list(club.people.values_list(*columns))
    labels = {pk: name for pk, name, *_columns in people}
    if not numbered:
        return labels
    namesakes_by_key = defaultdict[str, list[tuple[int, str]]](list)
    for pk, _name, key, number, is_placeholder in people:
        if not is_placeholder:
            namesakes_by_key[key].append((pk, number))
    for namesakes in namesakes_by_key.values():
        if len(namesakes) > 1:
            for pk, mark in make_namesake_marks(namesakes).items():
                labels[pk] = f"{labels[pk]} ({mark})"
    return labels


def make_names_distinct(club: Club, names: Sequence[str]) -> list[str]:
    """Return *names* with repeated ones changed, as typed for different people.

    A repeated name becomes the labels of the club's people of that name, in order of their numbers.
    If the club has fewer people of the name, a figure follows the name.
    """
    name_counts = Counter(map(make_name_key, names))
    used_counts = Counter[str]()
    distinct = []
    for name in names:
        key = make_name_key(name)
        used_counts[key] += 1
        occurrence = used_counts[key]
        if not name or name_counts[key] == 1:
            distinct.append(name)
            continue
        namesakes = list(fetch_people_by_name(club, name))
        if len(namesakes) > 1 and occurrence <= len(namesakes):
            distinct.append(make_person_label(namesakes[occurrence - 1], namesakes))
        elif occurrence > 1:
            distinct.append(f"{name} {occurrence}")
        else:
            distinct.append(name)
    return distinct


def get_person_by_label(club: Club, text: str) -> Person:
    """Return the person of *club* with the label *text*, ignoring case.

    :raises DeskError: if no person has the label
    """
    searched_label = make_name_key(text)
    listed_people = club.people.filter(is_placeholder=False).in_bulk()
    for pk, label in fetch_people_labels(club).items():
        if make_name_key(label) == searched_label and pk in listed_people:
            return listed_people[pk]
    raise DeskError(DeskSentences.NOBODY_CALLED, name=text)
