"""The club's people, and labels that tell them apart."""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence

from django.db.models import Count, Exists, Model, OuterRef, Q, QuerySet

from director.core.base.sentences import DeskSentences
from director.core.club.people.numbers import begins_number
from director.errors import DeskError
from director.models import Club, EntryPlayer, Event, LineUpSeat, Person, PersonNumber
from director.models.entry import Player
from director.names import by_family

NO_NUMBER = "no number"
"""What stands in brackets behind a name that others carry too, where somebody has no number."""


def people_list(club: Club, text: str = "", *, numbered: bool = True) -> list[Person]:
    """Return the people of *club* by family name that match *text*, with ``others``.

    Every word of *text* must be part of the name or, where the people are *numbered*, begin one of
    the numbers.
    """
    people = club.people.all()
    for word in text.split():
        named = Q(name__icontains=word)
        people = people.filter(named | begins_number(word) if numbered else named)
    others = defaultdict[int, list[PersonNumber]](list)
    for known in PersonNumber.objects.filter(person__club=club):
        others[known.person_id].append(known)
    for person in people:
        person.others = others[person.pk]
    return sorted(people, key=lambda person: (by_family(person.name), person.number))


def count_nights(people: Collection[Person]) -> None:
    """Set ``nights``, the number of events, on each of *people*."""
    nights = Counter[int]()
    for model, session in player_models().items():
        played = model._base_manager.filter(person__in=people)
        if (
            model is LineUpSeat
        ):  # who is entered and has sat in a line-up of the same event counts once
            entered = EntryPlayer.objects.filter(person=OuterRef("person"))
            same = entered.filter(entry__section__session__event=OuterRef(f"{session}__event"))
            played = played.filter(~Exists(same))
        counts = played.values_list("person").annotate(
            nights=Count(f"{session}__event", distinct=True)
        )
        nights.update(dict(counts.order_by()))
    for person in people:
        person.nights = nights[person.pk]


def people_unnumbered(event: Event) -> list[Person]:
    """Return who plays in *event* without a number for exports."""
    played = Q()
    for model, session in player_models().items():
        played |= Q(
            pk__in=model._base_manager.filter(**{f"{session}__event": event}).values("person")
        )
    club = event.club
    numbered = Q(numbers__body__iexact=club.sent_body) if club.sends_other else ~Q(number="")
    return sorted(
        club.people.filter(played).exclude(numbered), key=lambda person: by_family(person.name)
    )


def person_nights(person: Person) -> QuerySet[Event]:
    """Return the events *person* played in, the latest first, with their sessions fetched."""
    played = Q()
    for model, session in player_models().items():
        played |= Q(pk__in=model._base_manager.filter(person=person).values(f"{session}__event"))
    return Event.objects.filter(played).prefetch_related("sessions")


def player_models() -> dict[type[Model], str]:
    """Return the models of players of every kind of event, with the path to the session."""
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
    """Return what to type for each person, by key: the name, with a number if needed.

    Not *numbered* for somebody who may not see numbers.
    """
    people = list(club.people.values_list("pk", "name", "number"))
    if not numbered:
        return {pk: name for pk, name, _number in people}
    times = Counter(name.casefold() for _pk, name, _number in people)
    return {
        pk: f"{name} ({number or NO_NUMBER})" if times[name.casefold()] > 1 else name
        for pk, name, number in people
    }


def distinct_names(club: Club, names: Sequence[str]) -> list[str]:
    """Return *names* as typed for different people.

    The club's own people of that name come first, by number; whoever it does not know has a figure
    behind the name.
    """
    times, seen = Counter(name.casefold() for name in names), Counter[str]()
    apart = []
    for name in names:
        key = name.casefold()
        seen[key] += 1
        no, is_shared = seen[key], bool(name) and times[key] > 1
        called = list(club.people.filter(name__iexact=name).order_by("number")) if is_shared else []
        if is_shared and no <= len(called) > 1:
            apart.append(f"{name} ({called[no - 1].number or NO_NUMBER})")
        else:
            apart.append(f"{name} {no}" if is_shared and no > 1 else name)
    return apart


def person_called(club: Club, text: str) -> Person:
    """Return the person of *club* with the label *text*, ignoring case.

    :raises DeskError: if nobody is called so
    """
    wanted = " ".join(text.split()).casefold()
    called = [pk for pk, label in people_labels(club).items() if label.casefold() == wanted]
    if not called:
        raise DeskError(DeskSentences.NOBODY_CALLED, name=text)
    return Person.objects.get(pk=called[0])
