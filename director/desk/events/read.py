"""The nights a director may want to open, and the steps of each, as tabs across the top."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from director.models import Event
from director.models.event import SectionPlace

NIGHT_ENDS = timedelta(hours=4)
"""A club's evening belongs to the day it began on; at four everybody is in bed."""
DONE, NEEDS, NOT_YET = "done", "needs", "not-yet"
STATE_WORDS = {DONE: "done", NEEDS: "needs you", NOT_YET: "not yet"}
STATE_MARKS = {DONE: "✓", NEEDS: "!", NOT_YET: ""}


@dataclass(frozen=True, slots=True)
class Step:
    """One tab of a session's page; *key* is also the last part of its address and of its URL name."""

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


def step_addresses(steps: Iterable[Step], place: SectionPlace) -> list[str]:
    """Return where the *steps* of the night of *place* are."""
    return [reverse(step.url_name, kwargs={"session_id": place}) for step in steps]


def days_of_tonight(moment: datetime) -> tuple[date, ...]:
    """Return the days whose nights are tonight's at *moment*: after midnight the evening that goes on, then today."""
    local = timezone.localtime(moment)
    return tuple(dict.fromkeys(((local - NIGHT_ENDS).date(), local.date())))


def nights_recent(*, but: Collection[date] = (), limit: int | None = None) -> QuerySet[Event]:
    """Return events that are on the lists, newest first, with their sessions fetched.

    Those played here on the days *but* are left out: the home page shows them already.
    """
    events = Event.objects.filter(removed_at__isnull=True).prefetch_related("sessions")
    if but:
        events = events.exclude(date__in=but, source="")
    return events[:limit] if limit else events
