"""Who plays in an event, with the numbers by which a federation knows them."""

from collections import defaultdict
from collections.abc import Mapping

from director.desk.people.numbers import sent_number
from director.files.sent import SentPlayer
from director.models import EntryPlayer, Event
from director.names import family_name

People = Mapping[tuple[int, int], tuple[SentPlayer, ...]]
"""The players of every entry, by the key of its section and its number there."""


def event_people(event: Event, *, numbered: bool = True) -> People:
    """Return who plays in *event*, by section and number, each with their own number if *numbered*; one query."""
    people: dict[tuple[int, int], tuple[SentPlayer, ...]] = defaultdict(tuple)
    players = EntryPlayer.objects.filter(section__session__event=event).order_by("section", "entry__pair_no", "order")
    sent = players.annotate(sent=sent_number(event.club))
    for section_id, pair_no, name, number in sent.values_list("section_id", "entry__pair_no", "person__name", "sent"):
        people[section_id, pair_no] += (SentPlayer(name, number if numbered else "", family_name(name)),)
    return people
