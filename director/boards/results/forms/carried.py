"""Carry-over from an event that was played before: what its contestants had in the end, for those who play again."""

import re
from dataclasses import dataclass
from fractions import Fraction

from director.boards import sentences
from director.boards.results.read.event import EventResults
from director.boards.words import names_by_pair
from director.desk.forms.numbers import small_number
from director.errors import DeskError
from director.models import Event, Section
from scoring import points_text

MOST_EVENTS = 30
WHOLE = 100


@dataclass(frozen=True, slots=True)
class Carried:
    """What is carried over, by number in the section, and a sentence that says from where and for how many."""

    amounts: dict[int, str]
    words: str


def events_before(section: Section) -> list[Event]:
    """Return the events of the club from which points can be carried over, the latest first; one query."""
    event = section.session.event
    own = Event.objects.filter(club=event.club_id, contest=event.contest, removed_at__isnull=True).exclude(pk=event.pk)
    return list(own.filter(sessions__sections__results__isnull=False).distinct()[:MOST_EVENTS])


def carried_from(section: Section, event_id: str, share: str) -> Carried:
    """Return what each contestant of *section* had in the event *event_id*, a *share* of it in per cent.

    They are known by their names: those of a team, or of both players in any order.  Totals are rounded to hundredths.

    :raises DeskError: for an event that is none of those to choose from, a share that is none, or nobody who played
    :raises ScoringError: if the results of that event cannot be scored
    """
    event = next((event for event in events_before(section) if str(event.pk) == event_id), None)
    if event is None:
        raise DeskError(sentences.CARRIED_FROM)
    percent = small_number(share.replace("%", "").strip() or str(WHOLE))
    if not 1 <= percent <= WHOLE:
        raise DeskError(sentences.CARRIED_SHARE, share=f"“{share[:10]}”")
    totals = {
        _who(row.names): Fraction(row.total)
        for group in EventResults(event).standings.groups
        for row in group.rows
        if row.names and row.total is not None
    }
    own = {number: _who(names) for number, names in names_by_pair(section).items() if names}
    amounts = {
        number: points_text(totals[who] * percent / WHOLE, 2).replace("\N{MINUS SIGN}", "-")
        for number, who in own.items()
        if who in totals
    }
    if not amounts:
        raise DeskError(sentences.CARRIED_NOBODY, name=event.name)
    part = "" if percent == WHOLE else f" {percent} % of"
    words = f"Filled in{part} what {len(amounts)} of {len(own)} had in {event.name}. Press Store to keep it."
    return Carried(amounts, words)


def _who(names: str) -> frozenset[str]:
    """Return by whom *names* are known, whatever their order and capitals.

    >>> _who("Ada Ash & Bert Birch") == _who("bert birch & Ada Ash")
    True
    """
    return frozenset(part.strip().casefold() for part in re.split(r" & |, ", names))
