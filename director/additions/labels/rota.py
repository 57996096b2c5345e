"""The rota of stand-by partners: who comes on which night so that nobody has to stay away alone.

The organiser draws it up for half a year, basically in alphabetical order, and members swap among
themselves.

Source: [EBUHOSTS].
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from director.additions.labels.people import PrintedPerson
from director.names import make_name_key


@dataclass(frozen=True, slots=True)
class RotaNight:
    """A night with the member who stands by."""

    day: date
    person: PrintedPerson


def make_rota(
    people: Sequence[PrintedPerson],
    *,
    first_day: date,
    night_count: int,
    days_between: int,
    last_name: str = "",
) -> list[RotaNight]:
    """Return the nights of a rota, on which *people* stand by in their order.

    It begins after the member called *last_name*, who stood by last, or with the first. Everybody has
    a turn before anybody has a second one.

    :raises KeyError: if nobody is called *last_name*
    :raises OverflowError: if a night would be after the year 9999
    """
    if not people:
        return []
    start = 0
    if last_name:
        index_by_name = {make_name_key(person.name): index for index, person in enumerate(people)}
        start = index_by_name[make_name_key(last_name)] + 1
    return [
        RotaNight(
            first_day + timedelta(days=days_between * index),
            people[(start + index) % len(people)],
        )
        for index in range(night_count)
    ]
