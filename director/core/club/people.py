"""The club's people: found by name or membership number, told apart, added, renamed and removed.

Two people of one name have different numbers. Older versions let SQLite compare names, which took
*Émile Zola* and *émile Zola* without numbers for two: such *twins* stay two people until a director
merges them or gives one a number.

A *body* is a union or club that gives numbers. The number of the club's usual body is a field of the
person; those of other bodies are rows of ``PersonNumber``.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import F, Model, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from director.core.base.refusals import make_long_name_error
from director.core.base.versions import LruCache, increment_club_version
from director.core.night.former_people import filter_slips, iter_player_models
from director.core.night.journal import Journal
from director.errors import DeskError
from director.event_kinds import get_event_kind
from director.formats.names.person import is_placeholder, split_typed_people
from director.formats.reading import strip_invisible
from director.models import Club, Event, Person, PersonNumber
from director.models.change_number import has_uncommitted_change
from director.models.club import MAX_BODY_LENGTH, MAX_NAME_LENGTH, MAX_NUMBER_LENGTH
from director.names import (
    is_member_number,
    join_names,
    make_family_key,
    make_name_key,
    make_search_pattern,
    split_search_words,
)
from movements.option import format_count

# People who share a name.


NO_NUMBER_MARK = "no number"
"""The text in brackets after an ambiguous name, for a person without a number."""
_MAX_NAMED_GROUPS = 10


def fetch_people_by_name(club: Club, name: str) -> QuerySet[Person]:
    """Return the people of *club* with *name*, however its capitals and accents are written."""
    people = club.people.filter(is_placeholder=False).filter(name_key=make_name_key(name))
    return people.order_by("number", "pk")


def make_marks_by_person_id(namesakes: Iterable[tuple[int, str]]) -> dict[int, str]:
    """Return the text in brackets that tells *namesakes* apart, by key.

    *namesakes* are the keys and numbers of all people of one name, in the order of their keys.

    >>> make_marks_by_person_id([(1, "1001"), (2, ""), (3, "")])
    {1: '1001', 2: 'no number', 3: 'no number, 2'}
    """
    counts = Counter[str]()
    marks = {}
    for pk, number in sorted(namesakes):
        counts[number] += 1
        mark = number or NO_NUMBER_MARK
        marks[pk] = f"{mark}, {counts[number]}" if counts[number] > 1 else mark
    return marks


def make_person_label(person: Person, namesakes: Sequence[Person]) -> str:
    """Return the text to type for *person*: the name, with a mark if there are other *namesakes*."""
    if len(namesakes) == 1:
        return person.name
    marks = make_marks_by_person_id((namesake.pk, namesake.number) for namesake in namesakes)
    return f"{person.name} ({marks[person.pk]})"


def fetch_twin_groups(club: Club | None = None) -> list[list[Person]]:
    """Return groups of people in one club who share name and number.

    With a *club*, only its own groups. One query if there are none, else two.
    """
    people = (club.people if club else Person.objects).filter(is_placeholder=False)
    # All but one of each group have a number that tells them apart.
    later_twins = people.filter(twin_no__gt=0).order_by()
    name_keys = set(later_twins.values_list("name_key", flat=True))
    if not name_keys:
        return []
    groups = defaultdict[tuple[int, str, str], list[Person]](list)
    possible_twins = people.filter(name_key__in=name_keys)
    for person in possible_twins.order_by("name_key", "number", "pk"):
        groups[person.club_id, person.name_key, person.number].append(person)
    return [people for people in groups.values() if len(people) > 1]


def format_twins_message(groups: Sequence[Sequence[Person]]) -> str:
    """Return which people of *groups* may be the same person, or "" without any."""
    if not groups:
        return ""
    names = [join_names([person.name for person in people]) for people in groups]
    if len(names) > _MAX_NAMED_GROUPS:
        names = [*names[:_MAX_NAMED_GROUPS], f"{len(names) - _MAX_NAMED_GROUPS} more"]
    return (
        "Same person? {names} differ only in capitals. In People, merge them or give one a number."
    ).format(names="; ".join(names))


def choose_free_twin_no(taken_numbers: Iterable[int]) -> int:
    """Return a twin number above the *taken_numbers* of namesakes with the same number."""
    return max(taken_numbers, default=-1) + 1


# Membership numbers.


def parse_numbers_by_body(text: str) -> dict[str, str]:
    """Return the numbers in *text* by body, one per line: ``"Club: 17"`` or ``"ACBL J123456"``.

    >>> parse_numbers_by_body("Club: 17\\nACBL J123456")
    {'Club': '17', 'ACBL': 'J123456'}

    :raises DeskError: if a line lacks the body or the number, or a body has two numbers
    """
    numbers_by_body: dict[str, str] = {}
    for line in filter(None, map(strip_invisible, text.splitlines())):
        separator = ":" if ":" in line else " "
        body, _, number = (part.strip() for part in line.rpartition(separator))
        if not body or not is_member_number(number):
            raise DeskError(
                "number-of-body",
                "“{line}” isn’t a membership number. Type organisation and number, such as Club: 17.",
                line=line[:60],
            )
        if len(body) > MAX_BODY_LENGTH or len(number) > MAX_NUMBER_LENGTH:
            raise make_body_too_long_error(line)
        if make_name_key(body) in map(make_name_key, numbers_by_body):
            raise DeskError(
                "body-twice", "{body} is listed twice. Keep one number per organisation.", body=body
            )
        numbers_by_body[body] = number
    return numbers_by_body


def format_numbers(person: Person) -> str:
    """Return the numbers of *person* with other bodies, as a director would type them."""
    return "\n".join(f"{row.body}: {row.number}" for row in person.numbers.all())


def store_numbers(person: Person, numbers_by_body: Mapping[str, str]) -> None:
    """Replace the numbers of *person* with other bodies by *numbers_by_body*, by body."""
    with transaction.atomic(savepoint=False):
        increment_club_version(person.club_id)
        person.numbers.all().delete()
        PersonNumber.objects.bulk_create(
            PersonNumber(person=person, body=body, number=number)
            for body, number in numbers_by_body.items()
        )


def make_number_condition(text: str, path: str = "") -> Q:
    """Return the condition that a number of a person begins with *text*.

    *path* is the lookup that leads to the person, such as ``"person__"``.
    """
    holders = PersonNumber.objects.filter(number__istartswith=text).values("person")
    return Q(**{f"{path}number__istartswith": text}) | Q(**{f"{path}pk__in": holders})


def fetch_people_by_number(club: Club, number: str) -> list[Person]:
    """Return up to two people of *club* with this *number*, whatever its body."""
    holders = PersonNumber.objects.filter(number__iexact=number).values("person")
    # Two are enough to tell that the number is ambiguous.
    return list(
        club.people.filter(is_placeholder=False).filter(
            Q(number__iexact=number) | Q(pk__in=holders)
        )[:2]
    )


def make_exported_number_expression(club: Club, path: str = "person") -> Combinable:
    """Return the query expression for a person's number in exports of *club*.

    *path* is the lookup from the queried rows to the person, or "" if the rows are people.
    """
    if not club.has_other_exported_body:
        return F(f"{path}__number" if path else "number")
    numbers = PersonNumber.objects.filter(
        person=OuterRef(path or "pk"), body_key=make_name_key(club.sent_body)
    ).values("number")
    return Coalesce(Subquery(numbers[:1]), Value(""))


# Lists of people, and labels that tell them apart.


_PERSON_IDS_CACHE = LruCache[list[int]](64)
"""The keys of searches by club, version of its people, and text. A thousand take 40 kB."""


def fetch_people(club: Club, text: str = "", *, can_match_numbers: bool = True) -> list[Person]:
    """Return the club's people that match *text*, by family name, with ``others`` set.

    Every word of *text* must be part of the name, with or without its accents, or, if
    *can_match_numbers*, the beginning of a number.
    """
    people = list(_filter_people(club, text, can_match_numbers=can_match_numbers))
    _set_other_numbers(people, PersonNumber.objects.filter(person__club=club))
    return sorted(people, key=lambda person: (make_family_key(person.name), person.number))


def fetch_person_ids(club: Club, text: str = "", *, can_match_numbers: bool = True) -> list[int]:
    """Return the keys of the people that :func:`fetch_people` returns, in the same order.

    Names are read and sorted once for each change of the club's people, so that a page costs the
    same in a club of any size.
    """

    def fetch_ordered_ids() -> list[int]:
        names = _filter_people(club, text, can_match_numbers=can_match_numbers).values_list(
            "name", "number", "pk"
        )
        ordered_rows = sorted(names, key=lambda row: (make_family_key(row[0]), row[1]))
        return [key for *_name, key in ordered_rows]

    return _PERSON_IDS_CACHE.get_or_make(
        partial(_fetch_people_version, club), fetch_ordered_ids, club.pk, text, can_match_numbers
    )


def _fetch_people_version(club: Club) -> tuple[Any, ...] | None:
    """Return a version of the people of *club*, or None if nothing may be cached. One query.

    The change number counts every change of people and every removal, but not that a new one is added.
    """
    if has_uncommitted_change():
        return None
    newest_people = Person.objects.filter(club=OuterRef("pk")).order_by("-pk").values("pk")
    clubs = Club.objects.filter(pk=club.pk).order_by()
    return clubs.values_list("change_no", Subquery(newest_people[:1])).first()


def fetch_people_by_ids(keys: Sequence[int]) -> list[Person]:
    """Return the people with *keys* in their order, with ``others`` set. Two queries."""
    people_by_key = Person.objects.in_bulk(keys)
    people = [people_by_key[key] for key in keys if key in people_by_key]
    _set_other_numbers(people, PersonNumber.objects.filter(person__in=keys))
    return people


def _filter_people(club: Club, text: str, *, can_match_numbers: bool) -> QuerySet[Person]:
    people = club.people.filter(is_placeholder=False)
    for word in split_search_words(text):
        matches = Q(name_key__regex=make_search_pattern(word))
        if can_match_numbers:
            matches |= make_number_condition(word)
        people = people.filter(matches)
    return people


def _set_other_numbers(people: Iterable[Person], numbers: Iterable[PersonNumber]) -> None:
    numbers_by_person = defaultdict[int, list[PersonNumber]](list)
    for row in numbers:
        numbers_by_person[row.person_id].append(row)
    for person in people:
        person.others = numbers_by_person[person.pk]


def fetch_unnumbered_people(event: Event) -> list[Person]:
    """Return the players of *event* without a number for exports, by family name."""
    has_played = Q()
    for model, session_path in get_session_paths_by_player_model().items():
        rows = model._base_manager.filter(**{f"{session_path}__event": event})
        has_played |= Q(pk__in=rows.values("person"))
    club = event.club
    has_number = ~Q(number="")
    if club.has_other_exported_body:
        has_number = Q(numbers__body_key=make_name_key(club.sent_body))
    people = club.people.filter(is_placeholder=False).filter(has_played).exclude(has_number)
    return sorted(people, key=lambda person: make_family_key(person.name))


def fetch_person_events(person: Person) -> QuerySet[Event]:
    """Return the events of *person*, the latest first, with their sessions fetched."""
    was_played = Q()
    for model, session_path in get_session_paths_by_player_model().items():
        rows = model._base_manager.filter(person=person)
        was_played |= Q(pk__in=rows.values(f"{session_path}__event"))
    return Event.objects.filter(was_played).prefetch_related("sessions")


def get_session_paths_by_player_model() -> dict[type[Model], str]:
    """Return all models of players, each with its lookup path to the session."""
    return {model: model.SESSION for model in iter_player_models()}


def fetch_player_ids_by_name(event_id: int, names: Collection[str]) -> dict[str, int]:
    """Return the keys of the players of an event who have one of *names*, by name.

    One query for each model of players, none without names.
    """
    ids_by_name: dict[str, int] = {}
    if not names:
        return ids_by_name
    for model, session in get_session_paths_by_player_model().items():
        rows = model._base_manager.filter(person__name__in=names, **{f"{session}__event": event_id})
        ids_by_name.update(rows.values_list("person__name", "person_id"))
    return ids_by_name


def fetch_labels_by_person_id(club: Club, *, with_member_numbers: bool = True) -> dict[int, str]:
    """Return the text to type for each person, by key: the name, with a number if ambiguous.

    Without *with_member_numbers*, no label has a number, for readers who may not see them.
    """
    columns = ("pk", "name", "name_key", "number", "is_placeholder")
    people = list(club.people.values_list(*columns))
    labels = {pk: name for pk, name, *_columns in people}
    if not with_member_numbers:
        return labels
    namesakes_by_key = defaultdict[str, list[tuple[int, str]]](list)
    for pk, _name, key, number, is_unnamed in people:
        if not is_unnamed:
            namesakes_by_key[key].append((pk, number))
    for namesakes in namesakes_by_key.values():
        if len(namesakes) > 1:
            for pk, mark in make_marks_by_person_id(namesakes).items():
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


def fetch_person_by_label(club: Club, text: str) -> Person:
    """Return the person of *club* with the label *text*, ignoring case.

    :raises DeskError: if no person has the label
    """
    searched_label = make_name_key(text)
    listed_people = club.people.filter(is_placeholder=False).in_bulk()
    for pk, label in fetch_labels_by_person_id(club).items():
        if make_name_key(label) == searched_label and pk in listed_people:
            return listed_people[pk]
    raise DeskError(
        "nobody-called",
        "Nobody in People is called “{name}”. Choose a name from the list.",
        name=text,
    )


# Changes.


def delete_unseated_slips(journal: Journal) -> None:
    """Delete the people whom *journal* unseated and whom only a name at a seat had added.

    Who has played or paid, has a number, or was edited in People, stays.
    """
    unseated_ids = set()
    for change in journal.changes:
        if person_id := (change["before"] or {}).get("person_id"):
            unseated_ids.add(person_id)
    if not unseated_ids:
        return
    # One query, since it is asked with each list of names.
    slips = list(filter_slips(Person.objects.filter(pk__in=unseated_ids)))
    if slips:
        journal.delete_all(slips)
        increment_club_version(slips[0].club_id)


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
    numbers = parse_numbers_by_body(others)
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
            store_numbers(person, parse_numbers_by_body(others))
    return person


def remove_person(*, person: Person) -> None:
    """Remove a person who never played or paid from the club's list.

    :raises DeskError: if they played or paid
    """
    event_count = fetch_person_events(person).count()
    if event_count:
        raise DeskError(
            "person-played",
            "{name} has played in {nights} and can’t be removed. To remove a duplicate, merge the "
            "two.",
            name=person.name,
            nights=format_count(event_count, "night"),
        )
    if payment := person.payments.select_related("session__event").first():
        raise DeskError(
            "person-paid",
            "{name} has paid at {event} and can’t be removed. Take the payment back in Money there "
            "first.",
            name=person.name,
            event=payment.session.event.name,
        )
    with transaction.atomic():
        person.delete()
        increment_club_version(person.club_id)


@contextmanager
def record_corrections(person: Person, user: User | None) -> Iterator[None]:
    """Record changes of *person* made in the block as corrections of published events."""
    with transaction.atomic(), ExitStack() as stack:
        for event in fetch_person_events(person).select_related("club").order_by("pk"):
            if event.has_been_published and not event.is_final:
                stack.enter_context(get_event_kind(event).open_correction(event, user))
        yield


def make_two_people_error(name: str) -> DeskError:
    return DeskError(
        "name-of-two", "“{name}” is two people. Enter each by their own name.", name=name
    )


def make_not_a_number_error(number: str) -> DeskError:
    return DeskError(
        "no-number",
        "“{number}” isn’t a membership number: those have digits, such as 1234567 or J123456. "
        "Correct or remove it.",
        number=number,
    )


def make_body_too_long_error(line: str) -> DeskError:
    return DeskError(
        "body-too-long",
        "“{line}” is too long: use at most {most} characters, then {digits} for the number.",
        line=line[:60],
        most=MAX_BODY_LENGTH,
        digits=MAX_NUMBER_LENGTH,
    )


def refuse_two_people(name: str) -> None:
    """Refuse the *name* of two people if one person was asked for.

    :raises DeskError: if it is two people, such as "Ada Ash & Bert Birch"
    """
    if len(split_typed_people(name)) > 1:
        raise make_two_people_error(name)


def refuse_placeholder(name: str) -> None:
    """Refuse *name* if it stands for nobody, such as "Guest".

    :raises DeskError: if it does
    """
    if is_placeholder(name):
        raise DeskError(
            "name-of-nobody", "“{name}” isn’t a name. Type the person’s name.", name=name
        )


def make_listed_error(name: str, number: str) -> DeskError:
    """Return the refusal of a second person with this *name* and *number*."""
    known = f"with the number {number}" if number else "without a number"
    return DeskError(
        "person-listed",
        "{name} is already in People, {known}. Type another number.",
        name=name,
        known=known,
    )


def save_person(person: Person, name: str, number: str) -> Person:
    """Save *person* with *name* and *number*. Return the person.

    :raises DeskError: as :func:`add_person`
    """
    name = strip_invisible(name)
    number = strip_invisible(number)
    refuse_bad_length(name, number)
    # A number that the person has already stays valid, whatever the rule says today.
    if number and number != person.number and not is_member_number(number):
        raise make_not_a_number_error(number[:20])
    listed_error = make_listed_error(name, number)
    is_new = person.pk is None
    # A twin whose name and number stay is saved, because the two were twins before.
    is_same = not is_new and (person.name_key, person.number) == (make_name_key(name), number)
    namesakes = fetch_people_by_name(person.club, name).exclude(pk=person.pk)
    # A name at a seat was checked there, unless it came in a file, which has one person in a cell.
    if not (is_same or (is_new and person.is_from_seat)):
        refuse_two_people(name)
    if not is_same:
        refuse_placeholder(name)
    if not is_same and namesakes.filter(number=number).exists():
        raise listed_error
    person.name, person.number = name, number
    if not is_new:
        _add_previous_name(person)
        # Whoever is edited or listed is more than a name at a seat.
        person.is_from_seat = False
    try:
        with transaction.atomic():
            person.save()
            # A new person is on no cached page before an event names them.
            if not is_new:
                increment_club_version(person.club_id)
    except IntegrityError as error:
        # Another request stored the same person since the check, as after a double click.
        raise listed_error from error
    return person


def _add_previous_name(person: Person) -> None:
    """Add the stored name of *person* to the previous names if it changes."""
    stored_name = Person.objects.values_list("name", flat=True).get(pk=person.pk)
    previous_names = person.former_names.splitlines()
    if stored_name not in (person.name, *previous_names):
        person.former_names = "\n".join([*previous_names, stored_name])


def refuse_bad_length(name: str, number: str) -> None:
    """Refuse a name or number that can't be stored.

    :raises DeskError: if the name is empty, or either is too long
    """
    if not name:
        raise DeskError("name-missing", "Type a name.")
    if len(name) > MAX_NAME_LENGTH:
        raise make_long_name_error(name, MAX_NAME_LENGTH)
    if len(number) > MAX_NUMBER_LENGTH:
        raise DeskError(
            "number-too-long",
            "The number “{number}…” has more than {most} characters. Shorten it.",
            number=number[:20],
            most=MAX_NUMBER_LENGTH,
        )
