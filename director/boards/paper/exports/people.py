"""The people of an event with their membership numbers."""

from collections.abc import Mapping, Sequence

from django.db.models import Q

from director.boards.movement.words import EntryNames
from director.boards.scoring.standings.parts import PlayedPart
from director.core.club.people.numbers import sent_number
from director.formats.event_file import SentPlayer
from director.models import EntryPlayer, Event, LineUpSeat, Person
from director.names import family_name

People = Mapping[int, SentPlayer]
"""Everybody who played in an event, by the key of the person."""


def event_people(event: Event, *, numbered: bool = True) -> People:
    """Return who played in *event*, with numbers if *numbered*. One query.

    Those who were replaced or sat for a team without being of it played too.
    """
    played = Q()
    for model in (EntryPlayer, LineUpSeat):
        played |= Q(
            pk__in=model._base_manager.filter(section__session__event=event).values("person")
        )
    sent = Person.objects.filter(played).annotate(sent=sent_number(event.club, ""))
    return {
        pk: SentPlayer(name, number if numbered else "", family_name(name))
        for pk, name, number in sent.values_list("pk", "name", "sent")
    }


def entry_people(
    people: People, entered: EntryNames | None, parts: Sequence[PlayedPart]
) -> tuple[SentPlayer, ...]:
    """Return who played at the place of *entered*, starters first."""
    if entered is None:
        return ()
    sitters = (part.sitter for part in parts) if parts else entered.seated.values()
    return tuple(people.get(sitter.person_id, SentPlayer(sitter.name)) for sitter in sitters)
