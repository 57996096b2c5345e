"""People named in the history, including those merged or removed since.

A person's number is never given to anybody else, so an old act always names the same person.
"""

from itertools import count

from django.db.models import Q, QuerySet

from director.models import Person, PersonMerge
from director.names import make_name_key


def choose_former_name(*, club_id: int, person_id: int) -> str:
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
    return people.filter(is_typed, merges=None, numbers=None, email="")


def add_former_person(*, club_id: int, person_id: int | None) -> int:
    """Store a removed person again without name and data. Return the id.

    *person_id* is None for a person whom the file of an imported event didn't name.
    """
    name = choose_former_name(club_id=club_id, person_id=person_id or 1)
    person = Person(pk=person_id, club_id=club_id, name=name, is_hidden=True)
    person.save(force_insert=True)
    return person.pk


def note_restored_row(merge: PersonMerge, *, label: str, row_id: int) -> None:
    """Let the undo of *merge* return a row that the history restored after it.

    The row also belongs to the later merges that *merge* became part of.
    """
    merge_label = PersonMerge._meta.label_lower
    for stored in PersonMerge.objects.filter(into=merge.into_id):
        if stored.pk == merge.pk or merge.pk in stored.moved.get(merge_label, []):
            stored.moved.setdefault(label, []).append(row_id)
            stored.save(update_fields=["moved"])
