"""Membership numbers: parsed, stored, searched and exported.

A *body* is a union or club that gives numbers. The number of the club's usual body is a field of the
person; those of other bodies are rows of ``PersonNumber``.
"""

from collections.abc import Mapping

from django.db import transaction
from django.db.models import F, OuterRef, Q, Subquery, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from director.core.base.changes import count_club_change
from director.core.base.sentences import DeskSentences
from director.errors import DeskError
from director.formats.reading import strip_invisible
from director.models import Club, Person, PersonNumber
from director.models.club import LONGEST_BODY, LONGEST_NUMBER
from director.names import is_member_number, make_name_key


def parse_typed_numbers(text: str) -> dict[str, str]:
    """Return the numbers in *text* by body, one per line: ``"Club: 17"`` or ``"ACBL J123456"``.

    >>> parse_typed_numbers("Club: 17\\nACBL J123456")
    {'Club': '17', 'ACBL': 'J123456'}

    :raises DeskError: if a line lacks the body or the number, or a body has two numbers
    """
    numbers: dict[str, str] = {}
    for line in filter(None, map(strip_invisible, text.splitlines())):
        separator = ":" if ":" in line else " "
        body, _, number = (part.strip() for part in line.rpartition(separator))
        if not body or not is_member_number(number):
            raise DeskError(DeskSentences.NUMBER_OF_BODY, line=line[:60])
        if len(body) > LONGEST_BODY or len(number) > LONGEST_NUMBER:
            raise DeskError(
                DeskSentences.BODY_TOO_LONG,
                line=line[:60],
                most=LONGEST_BODY,
                digits=LONGEST_NUMBER,
            )
        if make_name_key(body) in map(make_name_key, numbers):
            raise DeskError(DeskSentences.BODY_TWICE, body=body)
        numbers[body] = number
    return numbers


def format_numbers(person: Person) -> str:
    """Return the numbers of *person* with other bodies, as a director would type them."""
    return "\n".join(f"{row.body}: {row.number}" for row in person.numbers.all())


def store_numbers(person: Person, numbers: Mapping[str, str]) -> None:
    """Replace the numbers of *person* with other bodies by *numbers*, by body."""
    with transaction.atomic(savepoint=False):
        count_club_change(person.club_id)
        person.numbers.all().delete()
        PersonNumber.objects.bulk_create(
            PersonNumber(person=person, body=body, number=number)
            for body, number in numbers.items()
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


def make_sent_number_expression(club: Club, path: str = "person") -> Combinable:
    """Return the query expression for a person's number in exports of *club*.

    *path* is the lookup from the queried rows to the person, or "" if the rows are people.
    """
    if not club.sends_other:
        return F(f"{path}__number" if path else "number")
    numbers = PersonNumber.objects.filter(
        person=OuterRef(path or "pk"), body_key=make_name_key(club.sent_body)
    ).values("number")
    return Coalesce(Subquery(numbers[:1]), Value(""))
