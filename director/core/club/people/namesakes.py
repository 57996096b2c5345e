"""People who share a name: find them, distinguish them, and find likely duplicates.

Two people of one name have different numbers. Older versions let SQLite compare names, which took
*Émile Zola* and *émile Zola* without numbers for two: such *twins* stay two people until a director
merges them or gives one a number.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from django.db.models import Count, QuerySet

from director.core.base.sentences import DeskSentences
from director.models import Club, Person
from director.names import join_names, make_name_key

NO_NUMBER = "no number"
"""The text in brackets after an ambiguous name, for a person without a number."""
_MAX_NAMED_GROUPS = 10


def fetch_people_by_name(club: Club, name: str) -> QuerySet[Person]:
    """Return the people of *club* with *name*, however its capitals and accents are written."""
    people = club.people.filter(is_placeholder=False).filter(name_key=make_name_key(name))
    return people.order_by("number", "pk")


def make_namesake_marks(namesakes: Iterable[tuple[int, str]]) -> dict[int, str]:
    """Return the text in brackets that tells *namesakes* apart, by key.

    *namesakes* are the keys and numbers of all people of one name, in the order of their keys.

    >>> make_namesake_marks([(1, "1001"), (2, ""), (3, "")])
    {1: '1001', 2: 'no number', 3: 'no number, 2'}
    """
    counts = Counter[str]()
    marks = {}
    for pk, number in sorted(namesakes):
        counts[number] += 1
        mark = number or NO_NUMBER
        marks[pk] = f"{mark}, {counts[number]}" if counts[number] > 1 else mark
    return marks


def make_person_label(person: Person, namesakes: Sequence[Person]) -> str:
    """Return the text to type for *person*, one of all *namesakes*: with a mark if they are several."""
    if len(namesakes) == 1:
        return person.name
    marks = make_namesake_marks((namesake.pk, namesake.number) for namesake in namesakes)
    return f"{person.name} ({marks[person.pk]})"


def fetch_twin_groups(club: Club | None = None) -> list[list[Person]]:
    """Return groups of people in one club who share name and number.

    Only those of *club*, unless it is None. One query if there are none, else two.
    """
    people = (club.people if club else Person.objects).filter(is_placeholder=False)
    shared = (
        people.order_by()
        .values("club", "name_key", "number")
        .annotate(people=Count("pk"))
        .filter(people__gt=1)
    )
    keys = {(row["name_key"], row["number"]) for row in shared}
    if not keys:
        return []
    groups = defaultdict[tuple[int, str, str], list[Person]](list)
    possible_twins = people.filter(name_key__in={name for name, _number in keys})
    for person in possible_twins.order_by("name_key", "number", "pk"):
        groups[person.club_id, person.name_key, person.number].append(person)
    return [people for people in groups.values() if len(people) > 1]


def format_twins_sentence(groups: Sequence[Sequence[Person]]) -> str:
    """Return which people of *groups* may be the same person, or "" without any."""
    if not groups:
        return ""
    names = [join_names([person.name for person in people]) for people in groups]
    if len(names) > _MAX_NAMED_GROUPS:
        names = [*names[:_MAX_NAMED_GROUPS], f"{len(names) - _MAX_NAMED_GROUPS} more"]
    return DeskSentences.TWINS.format(names="; ".join(names))


def find_free_twin_no(taken: Iterable[int]) -> int:
    """Return a twin number above all that namesakes of the same number have *taken*."""
    return max(taken, default=-1) + 1
