"""Who of the club the people of a file are: the same name and number, else the same name, else somebody new."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from director.models import Club, Person

_BATCH = 500


def people_take(club: Club, named: Sequence[Person]) -> tuple[Mapping[int, int], int]:
    """Return who of *club* each of *named* (with its number in the file) is, and how many were added.

    Somebody known by name alone must be the only one of that name, and one of the two without a number.  Nobody is two
    people of the file, and nobody of the club is changed.
    """
    by_name: dict[str, list[Person]] = defaultdict(list)
    for person in club.people.order_by("pk"):
        by_name[person.name.casefold()].append(person)
    known: dict[int, int] = {}
    taken: set[int] = set()
    for is_sure in (True, False):
        for person in named:
            if person.pk in known:
                continue
            if match := _match(person, by_name[person.name.casefold()], taken, is_sure=is_sure):
                known[person.pk] = match
                taken.add(match)
    new = [person for person in named if person.pk not in known]
    added = [Person(club=club, name=person.name, number=person.number) for person in new]
    for person, stored in zip(new, Person.objects.bulk_create(added, batch_size=_BATCH), strict=True):
        known[person.pk] = stored.pk
    return known, len(new)


def _match(person: Person, namesakes: Sequence[Person], taken: set[int], *, is_sure: bool) -> int | None:
    if is_sure:
        same = [each.pk for each in namesakes if each.number == person.number and each.name == person.name]
        return same[0] if same and same[0] not in taken else None
    left = [each for each in namesakes if each.pk not in taken]
    if len(namesakes) == 1 and left and ("" in (person.number, left[0].number) or left[0].number == person.number):
        return left[0].pk
    return next((each.pk for each in left if each.number == person.number), None)
