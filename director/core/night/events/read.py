"""The nights a director may want to open, and the steps of each, as tabs across the top."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from director.models import Event
from director.models.event import SectionPlace

NIGHT_ENDS = timedelta(hours=4)
"""A club's evening belongs to the day it began on; at four everybody is in bed."""
DONE, NEXT, NEEDS, NOT_YET = "done", "next", "needs", "not-yet"
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
        """The state for people who do not see the mark."""
        return STATE_WORDS[self.state]

    @property
    def mark(self) -> str:
        """The sign of the state on the tab."""
        return STATE_MARKS[self.state]


def steps_in_turn(steps: Sequence[SessionStep], *, skipped: int = 0) -> tuple[SessionStep, ...]:
    """Return *steps* with the next one marked and later ones waiting.

    The first *skipped* of them are the next only when nothing else is; until then they go on
    needing the director.
    """
    order = (*steps[skipped:], *steps[:skipped])
    coming = next((step.number for step in order if step.state == NEEDS), len(steps))
    return tuple(
        replace(step, state=NEXT if step.number == coming else NOT_YET)
        if step.state == NEEDS and step.number >= coming
        else step
        for step in steps
    )


def next_step(steps: Sequence[SessionStep]) -> SessionStep:
    """Return the step that is next, the last one when all is done."""
    return next((step for step in steps if step.state == NEXT), steps[-1])


def step_addresses(steps: Iterable[SessionStep], place: SectionPlace) -> list[str]:
    """Return where the *steps* of the night of *place* are."""
    return [reverse(step.url_name, kwargs={"session_id": place}) for step in steps]


def days_of_tonight(moment: datetime) -> tuple[date, ...]:
    """Return the days shown as tonight at *moment*, two after midnight."""
    local = timezone.localtime(moment)
    return tuple(dict.fromkeys(((local - NIGHT_ENDS).date(), local.date())))


def nights_recent(*, but: Collection[date], limit: int) -> QuerySet[Event]:
    """Return the newest events, *limit* of them, with their sessions fetched.

    Those played here on the days *but* are left out: the home page shows them already.
    """
    return nights_found("").exclude(date__in=but, source="")[:limit]


def nights_found(text: str, *, archived: bool = False) -> QuerySet[Event]:
    """Return the events that match every word of *text*, newest first."""
    events = Event.objects.filter(
        removed_at__isnull=not archived, club__is_practice=False
    ).prefetch_related("sessions")
    for word in text.split():
        named = Q(name__icontains=word)
        events = events.filter(
            named | Q(date__year=word) if word.isdecimal() and len(word) == 4 else named
        )
    return events
