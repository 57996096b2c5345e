"""Membership numbers: parsed, found and exported."""

from collections.abc import Mapping

from django.db import transaction
from django.db.models import F, OuterRef, Q, Subquery, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from director.core.base.changes import count_club_change
from director.core.base.sentences import DeskSentences
from director.errors import DeskError
from director.formats.reading import visible_text
from director.models import Club, Person, PersonNumber
from director.models.club import LONGEST_BODY, LONGEST_NUMBER
from director.names import is_member_number


def numbers_typed(text: str) -> dict[str, str]:
    """Return the numbers of *text* by body, one a line: ``"Club: 17"`` or ``"ACBL J123456"``.

    >>> numbers_typed("Club: 17\\nACBL J123456")
    {'Club': '17', 'ACBL': 'J123456'}

    :raises DeskError: if a line has no body or no number, or a body two
    """
    numbers: dict[str, str] = {}
    for line in filter(None, map(visible_text, text.splitlines())):
        body, _, number = (part.strip() for part in line.rpartition(":" if ":" in line else " "))
        if not body or not is_member_number(number):
            raise DeskError(DeskSentences.NUMBER_OF_BODY, line=line[:60])
        if len(body) > LONGEST_BODY or len(number) > LONGEST_NUMBER:
            raise DeskError(
                DeskSentences.BODY_TOO_LONG,
                line=line[:60],
                most=LONGEST_BODY,
                digits=LONGEST_NUMBER,
            )
        if body.casefold() in map(str.casefold, numbers):
            raise DeskError(DeskSentences.BODY_TWICE, body=body)
        numbers[body] = number
    return numbers


def numbers_text(person: Person) -> str:
    """Return the numbers of *person* with other bodies as they are typed."""
    return "\n".join(f"{known.body}: {known.number}" for known in person.numbers.all())


def store_numbers(person: Person, numbers: Mapping[str, str]) -> None:
    """Let *numbers*, by body, be all that other bodies know *person* by."""
    with transaction.atomic(savepoint=False):
        count_club_change(person.club_id)
        person.numbers.all().delete()
        PersonNumber.objects.bulk_create(
            PersonNumber(person=person, body=body, number=number)
            for body, number in numbers.items()
        )


def begins_number(text: str, way: str = "") -> Q:
    """Return the condition that *text* begins a number of the person at *way*."""
    others = PersonNumber.objects.filter(number__istartswith=text).values("person")
    return Q(**{f"{way}number__istartswith": text}) | Q(**{f"{way}pk__in": others})


def people_numbered(club: Club, number: str) -> list[Person]:
    """Return the people of *club* whose number with any body is *number*, two at most."""
    others = PersonNumber.objects.filter(number__iexact=number).values("person")
    return list(club.people.filter(Q(number__iexact=number) | Q(pk__in=others))[:2])


def sent_number(club: Club, way: str = "person") -> Combinable:
    """Return the number of a person for exports of *club*.

    It is asked for beside the rows of who plays, from which *way* leads to the person, or beside
    people (``""``).
    """
    if not club.sends_other:
        return F(f"{way}__number" if way else "number")
    numbers = PersonNumber.objects.filter(
        person=OuterRef(way or "pk"), body__iexact=club.sent_body
    ).values("number")
    return Coalesce(Subquery(numbers[:1]), Value(""))
