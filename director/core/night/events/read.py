"""The events that a director may want to open, and the tabs at the top of their pages."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from itertools import count

from django.db.models import Q, QuerySet
from django.db.models.functions import Now
from django.urls import reverse
from django.utils import timezone

from director.kinds import filter_playable, list_event_kinds
from director.models import Event
from director.models.event import SectionRef

NIGHT_ENDS = timedelta(hours=4)
"""A club's evening belongs to the day it began on, until four in the morning."""
DONE = "done"
NEXT = "next"
NEEDS = "needs"
NOT_YET = "not-yet"
ENTERING = ("result", "card", "sheets")
"""The kinds of acts by which results are entered."""
STATE_WORDS = {DONE: "done", NEXT: "next", NEEDS: "action needed", NOT_YET: "not yet"}
STATE_MARKS = {DONE: "✓", NEXT: "→", NEEDS: "!", NOT_YET: ""}


@dataclass(frozen=True, slots=True)
class SessionStep:
    """A tab of a session's page. *key* ends its address and URL name."""

    number: int
    key: str
    name: str
    state: str
    page: str = "session"  # or "party"

    @property
    def url_name(self) -> str:
        """The name of the step's URL."""
        return f"{self.page}_{self.key}"

    @property
    def state_words(self) -> str:
        """The state in words, for screen readers."""
        return STATE_WORDS[self.state]

    @property
    def mark(self) -> str:
        """The sign of the state on the tab."""
        return STATE_MARKS[self.state]


def mark_next_step(steps: Sequence[SessionStep], *, skipped: int = 0) -> tuple[SessionStep, ...]:
    """Return *steps* with the next one marked and later ones waiting.

    Each of the first *skipped* steps becomes the next one only if no other step needs the
    director; until then its tab still says that it needs action.
    """
    order = (*steps[skipped:], *steps[:skipped])
    next_number = next((step.number for step in order if step.state == NEEDS), len(steps))
    marked_steps = []
    for step in steps:
        if step.state == NEEDS and step.number == next_number:
            marked_steps.append(replace(step, state=NEXT))
        elif step.state == NEEDS and step.number > next_number:
            marked_steps.append(replace(step, state=NOT_YET))
        else:
            marked_steps.append(step)
    return tuple(marked_steps)


def find_next_step(steps: Sequence[SessionStep]) -> SessionStep:
    """Return the next step, or the last one if all are done."""
    return next((step for step in steps if step.state == NEXT), steps[-1])


def list_step_addresses(steps: Iterable[SessionStep], place: SectionRef) -> list[str]:
    """Return the address of each of *steps* at *place*."""
    return [reverse(step.url_name, kwargs={"session_id": place}) for step in steps]


def get_tonight_days(moment: datetime) -> tuple[date, ...]:
    """Return the days shown as tonight at *moment*: after midnight there are two."""
    local = timezone.localtime(moment)
    return tuple(dict.fromkeys(((local - NIGHT_ENDS).date(), local.date())))


def fetch_recent_events(*, but: Collection[date], limit: int) -> QuerySet[Event]:
    """Return the newest events, *limit* of them, with their sessions fetched.

    Events of the club itself on the days *but*, and those over weeks or months that aren't final,
    are left out: the home page shows them already.
    """
    events = find_events("").exclude(date__in=but, source="", is_long_running=False)
    return events.exclude(_RUNNING)[:limit]


_RUNNING = Q(is_long_running=True) & (
    Q(corrections_until__isnull=True) | Q(corrections_until__gt=Now())
)


def fetch_long_running_events() -> QuerySet[Event]:
    """Return the events over weeks or months that aren't final, with their sessions fetched."""
    return find_events("").filter(_RUNNING)


RECENT_NIGHTS = 40
"""The number of nights from which the club's own games are read."""
MAX_RECENT_GAMES = 4
"""The number of the club's own games that are offered first."""


def fetch_recent_games(today: date) -> list[str]:
    """Return the keys of the games that the club played last.

    Those of the weekday of *today* come first: a club that plays bridge on Tuesdays and whist on
    Saturdays starts its usual night without a choice.
    """
    events = list(find_events("").filter(source="")[:RECENT_NIGHTS])
    keys: dict[int, str] = {}
    for kind in list_event_kinds():
        keys |= kind.get_game_keys([event for event in events if event.contest == kind.contest])
    # Sorting keeps the newest first among nights of a weekday.
    events.sort(key=lambda event: event.date.weekday() != today.weekday())
    return list(dict.fromkeys(keys[event.pk] for event in events))[:MAX_RECENT_GAMES]


def fetch_day_event_names(day: date, *, but: Event | None = None) -> set[str]:
    """Return the case-folded names of the events on *day*, except for the event *but*."""
    events = Event.objects.filter(date=day, removed_at__isnull=True, club__is_practice=False)
    return {event.name.casefold() for event in events if event != but}


def find_free_name(name: str, taken_names: Collection[str]) -> str:
    """Return *name*, with a number if it is one of *taken_names*.

    >>> find_free_name("Tuesday pairs", ()), find_free_name("Tuesday pairs", {"tuesday pairs"})
    ('Tuesday pairs', 'Tuesday pairs 2')
    """
    free_name = name
    numbers = count(2)
    while free_name.casefold() in taken_names:
        free_name = f"{name} {next(numbers)}"
    return free_name


def find_listed_copy(event: Event) -> Event | None:
    """Return another event on the lists that is the same as *event*, or None.

    Files of results are known by their fingerprint, under any name; other events by name and date.
    """
    listed = Event.objects.filter(
        club=event.club_id, contest=event.contest, removed_at__isnull=True
    ).exclude(pk=event.pk)
    is_same = Q(name=event.name, date=event.date)
    if event.source_fingerprint:
        is_same &= Q(source_fingerprint="")
        is_same |= Q(source_fingerprint=event.source_fingerprint)
    return listed.filter(is_same).first()


def find_events(text: str, *, archived: bool = False) -> QuerySet[Event]:
    """Return the events that match every word of *text*, newest first."""
    events = Event.objects.filter(removed_at__isnull=not archived, club__is_practice=False)
    events = filter_playable(events).prefetch_related("sessions")
    for word in text.split():
        matches = Q(name__icontains=word)
        if word.isdecimal() and len(word) == 4:  # perhaps a year
            matches |= Q(date__year=word)
        events = events.filter(matches)
    return events
