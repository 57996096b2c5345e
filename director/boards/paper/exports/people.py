"""The people of an event with their membership numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q

from director.boards.movement.words import EntryNames
from director.boards.scoring.standings.parts import PlayedPart
from director.core.club.people import make_sent_number_expression
from director.models import EntryPlayer, Event, LineUpSeat, Person
from director.names import get_family_name


@dataclass(frozen=True, slots=True)
class SentPlayer:
    """A person's *name* and membership *number*.

    *family* is the part of the name that lists are sorted by, empty where it is not known.
    """

    name: str
    number: str = ""
    family: str = ""


People = Mapping[int, SentPlayer]
"""All people who played in an event, by primary key."""


def fetch_event_people(event: Event, *, numbered: bool = True) -> People:
    """Return all people who played in *event*, with numbers if *numbered*. Costs one query.

    This includes players who were replaced, and those who sat for a team without being in it.
    """
    entered = EntryPlayer.objects.filter(section__session__event=event).values("person")
    lined_up = LineUpSeat.objects.filter(section__session__event=event).values("person")
    played = Person.objects.filter(Q(pk__in=entered) | Q(pk__in=lined_up))
    people = played.annotate(sent=make_sent_number_expression(event.club, ""))
    players = {}
    for pk, name, number in people.values_list("pk", "name", "sent"):
        players[pk] = SentPlayer(name, number if numbered else "", get_family_name(name))
    return players


def list_entry_people(
    people: People, entered: EntryNames | None, parts: Sequence[PlayedPart]
) -> tuple[SentPlayer, ...]:
    """Return the players of an entry, starters first. *parts* are what each of them played."""
    if entered is None:
        return ()
    sitters = [part.sitter for part in parts] or list(entered.sitters.values())
    return tuple(people.get(sitter.person_id, SentPlayer(sitter.name)) for sitter in sitters)
