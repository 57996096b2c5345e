"""The club's people, and labels that tell them apart."""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence

from django.db.models import Count, Exists, Model, OuterRef, Q, QuerySet

from director.core.base.sentences import DeskSentences
from director.core.club.people.namesakes import label_among, marks_of_namesakes, people_named
from director.core.club.people.numbers import begins_number
from director.errors import DeskError
from director.models import Club, EntryPlayer, Event, LineUpSeat, Person, PersonNumber
from director.models.entry import Player
from director.names import by_family, name_key


def people_list(club: Club, text: str = "", *, numbered: bool = True) -> list[Person]:
    """Return the people of *club* who match *text*, by family name, with ``others`` set.

    Every word of *text* must be part of the name or, if *numbered*, the beginning of a number.
    """
    people = club.people.all()
    for word in text.split():
        matches = Q(name_key__contains=name_key(word))
        if numbered:
            matches |= begins_number(word)
        people = people.filter(matches)
    numbers_by_person = defaultdict[int, list[PersonNumber]](list)
    for row in PersonNumber.objects.filter(person__club=club):
        numbers_by_person[row.person_id].append(row)
    for person in people:
        person.others = numbers_by_person[person.pk]
    return sorted(people, key=lambda person: (by_family(person.name), person.number))


def count_nights(people: Collection[Person]) -> None:
    """Set ``nights``, the number of events, on each of *people*."""
    nights = Counter[int]()
    for model, session in player_models().items():
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


def people_unnumbered(event: Event) -> list[Person]:
    """Return the players of *event* without a number for exports, by family name."""
    has_played = Q()
    for model, session in player_models().items():
        rows = model._base_manager.filter(**{f"{session}__event": event})
        has_played |= Q(pk__in=rows.values("person"))
    club = event.club
    has_number = ~Q(number="")
    if club.sends_other:
        has_number = Q(numbers__body_key=name_key(club.sent_body))
    people = club.people.filter(has_played).exclude(has_number)
    return sorted(people, key=lambda person: by_family(person.name))


def person_nights(person: Person) -> QuerySet[Event]:
    """Return the events of *person*, the latest first, with their sessions fetched."""
    was_played = Q()
    for model, session in player_models().items():
        rows = model._base_manager.filter(person=person)
        was_played |= Q(pk__in=rows.values(f"{session}__event"))
    return Event.objects.filter(was_played).prefetch_related("sessions")


def player_models() -> dict[type[Model], str]:
    """Return the models of players of every kind of event, with the path to the session."""
    # Found by their foreign key to Person, because this folder can't import the kinds.
    models = (
        field.related_model
        for field in Person._meta.get_fields(include_hidden=True)
        if field.one_to_many
    )
    return {
        model: model.SESSION
        for model in models
        if isinstance(model, type) and issubclass(model, Player)
    }


def people_labels(club: Club, *, numbered: bool = True) -> dict[int, str]:
    """Return the text to type for each person, by key: the name, with a number if ambiguous.

    Not *numbered* for a reader who may not see numbers.
    """
    people = list(club.people.values_list("pk", "name", "name_key", "number"))
    labels = {pk: name for pk, name, _key, _number in people}
    if not numbered:
        return labels
    namesakes_by_key = defaultdict[str, list[tuple[int, str]]](list)
    for pk, _name, key, number in people:
        namesakes_by_key[key].append((pk, number))
    for namesakes in namesakes_by_key.values():
        if len(namesakes) > 1:
            for pk, mark in marks_of_namesakes(namesakes).items():
                labels[pk] = f"{labels[pk]} ({mark})"
    return labels


def distinct_names(club: Club, names: Sequence[str]) -> list[str]:
    """Return *names* with repeated ones changed, as typed for different people.

    A repeated name becomes the labels of the club's people of that name, in order of their numbers.
    If the club has fewer people of the name, a figure follows the name.
    """
    name_counts = Counter(map(name_key, names))
    used_counts = Counter[str]()
    distinct = []
    for name in names:
        key = name_key(name)
        used_counts[key] += 1
        occurrence = used_counts[key]
        if not name or name_counts[key] == 1:
            distinct.append(name)
            continue
        namesakes = list(people_named(club, name))
        if len(namesakes) > 1 and occurrence <= len(namesakes):
            distinct.append(label_among(namesakes[occurrence - 1], namesakes))
        elif occurrence > 1:
            distinct.append(f"{name} {occurrence}")
        else:
            distinct.append(name)
    return distinct


def person_called(club: Club, text: str) -> Person:
    """Return the person of *club* with the label *text*, ignoring case.

    :raises DeskError: if no person has the label
    """
    searched_label = name_key(text)
    for pk, label in people_labels(club).items():
        if name_key(label) == searched_label:
            return Person.objects.get(pk=pk)
    raise DeskError(DeskSentences.NOBODY_CALLED, name=text)
