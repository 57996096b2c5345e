"""People named in the history, including those merged or removed since.

A person's number is never given to anybody else, so an old act always names the same person.
"""

from collections.abc import Iterable, Iterator
from itertools import count

from django.db.models import Exists, Model, OuterRef, Q, QuerySet

from director.models import Person, PersonMerge
from director.models.entry import Player
from director.names import make_name_key


def choose_anonymous_name(*, club_id: int, person_id: int) -> str:
    """Return the name that stands for a deleted person, such as "Former player 17".

    If another person has that name, as after the import of an event, the next free number is used.
    """
    other_people = Person.objects.filter(club=club_id).exclude(pk=person_id)
    names = (f"Former player {number}" for number in count(person_id))
    return next(
        name for name in names if not other_people.filter(name_key=make_name_key(name)).exists()
    )


def find_merge(person_id: int) -> PersonMerge | None:
    """Return the merge by which the person *person_id* was removed, or None."""
    merges = PersonMerge.objects.filter(was__pk=person_id).select_related("into")
    return merges.order_by("-pk").first()


def filter_only_seated(people: QuerySet[Person]) -> QuerySet[Person]:
    """Return those of *people* whom only a name at a seat added, and nobody edited in People."""
    is_typed = Q(is_from_seat=True) | Q(is_placeholder=True)
    return people.filter(is_typed, merges=None, numbers=None, payments=None, email="", phone="")


def filter_slips(people: QuerySet[Person]) -> QuerySet[Person]:
    """Return those of *people* who were only a slip of the pen: without a seat, number or data.

    Who was typed with a number stays, unless somebody else has it too: then the slip was the name.
    """
    people = filter_only_seated(people)
    holders = Person.objects.filter(club=OuterRef("club"), number__iexact=OuterRef("number"))
    people = people.filter(Q(number="") | Exists(holders.exclude(pk=OuterRef("pk"))))
    player_models: Iterable[type[Model]] = iter_player_models()
    for model in player_models:
        people = people.exclude(Exists(model._base_manager.filter(person=OuterRef("pk"))))
    return people


def iter_player_models() -> Iterator[type[Player]]:
    """Yield all models of players."""
    # Found by their foreign key to Person, because the core can't import the models of kinds.
    for field in Person._meta.get_fields(include_hidden=True):
        model = field.related_model
        if field.one_to_many and isinstance(model, type) and issubclass(model, Player):
            yield model


def add_anonymous_person(*, club_id: int, person_id: int | None) -> int:
    """Store a removed person again without name and data. Return the id.

    *person_id* is None for a person whom the file of an imported event didn't name.
    """
    name = choose_anonymous_name(club_id=club_id, person_id=person_id or 1)
    person = Person(pk=person_id, club_id=club_id, name=name, is_hidden=True)
    person.save(force_insert=True)
    return person.pk


def add_restored_row(merge: PersonMerge, *, label: str, row_id: int) -> None:
    """Let the undo of *merge* return a row that the history restored after it.

    The row also belongs to the later merges that *merge* became part of.
    """
    merge_label = PersonMerge._meta.label_lower
    for stored_merge in PersonMerge.objects.filter(into=merge.into_id):
        if stored_merge.pk == merge.pk or merge.pk in stored_merge.moved.get(merge_label, []):
            stored_merge.moved.setdefault(label, []).append(row_id)
            stored_merge.save(update_fields=["moved"])
