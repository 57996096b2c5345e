"""Publish the results of an event and take corrections.

Sent twice, each is done once.

An answer can be lost and a button pressed twice, so what is as asked already stays exactly as it
is: no second version, no later deadline.  Only who asks for something else than somebody did
meanwhile is told of it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from director.core.base.sentences import DeskSentences
from director.core.base.standings_versions import add_version
from director.core.night.history.read import PUBLISHING
from director.core.night.history.write import act_kept
from director.errors import DeskError
from director.kinds import kind_of
from director.models import Event
from director.models.event import STOPPED
from director.models.version import Action

LONGEST = 720  # hours a correction period may last


def publish_results(*, event: Event, hours: int | None = None, user: User | None = None) -> Event:
    """Let visitors read the results of *event*, open to corrections for *hours* from now.

    Without *hours* the time is the usual one of the event.  What is final stays so: it has to be
    opened again first.

    :raises DeskError: for more than 720 hours, or if it was published for another time
    :raises DeskError: if the event is off the lists, where no visitor could read it
    """
    with _change(event, Action.PUBLISHED, user) as now:
        if now.removed_at:
            raise DeskError(DeskSentences.OFF_THE_LISTS, event=now.name)
        if now.club.is_practice:
            raise DeskError(DeskSentences.PRACTICE_NOT_PUBLISHED)
        hours = now.correction_hours if hours is None else hours
        _refuse_hours(hours, least=0)
        if now.is_published and now.corrections_until is not None:
            if hours != now.correction_hours and not now.is_final:
                raise DeskError(
                    DeskSentences.PUBLISHED_ALREADY,
                    field="hours",
                    event=now.name,
                    state=_correction_text(now),
                )
            return now
        now.published_at = now.published_at or timezone.now()
        if not now.is_final:
            _take(now, hours)
    return now


def refuse_missing(event: Event, *, final: bool = False) -> None:
    """Ask before *event* is published, or made *final*, while results are missing.

    :raises DeskError: saying how many; or that it is not published, which comes before it is made
        final
    """
    if final and not event.is_published:
        raise DeskError(DeskSentences.FINAL_BEFORE_PUBLISHED, event=event.name)
    if not (final or event.takes_entries) or not (missing := kind_of(event).missing(event)):
        return
    if final:
        raise DeskError(DeskSentences.FINAL_WITH_MISSING, missing=missing, is_asked=True)
    raise DeskError(DeskSentences.RESULTS_MISSING, missing=missing, is_asked=True)


def unpublish_results(*, event: Event, user: User | None = None) -> Event:
    """Hide the results of *event* from visitors.

    The correction period stops until they are published again.
    """
    with _change(event, Action.CLOSED, user) as now:
        now.unpublish()
    return now


def finalise_results(*, event: Event, user: User | None = None) -> Event:
    """Make the results of *event* final now.

    :raises DeskError: unless they are published
    """
    with _change(event, Action.FINAL, user) as now:
        if now.is_final:
            return now
        if not now.is_published:
            raise DeskError(DeskSentences.FINAL_BEFORE_PUBLISHED, event=now.name)
        now.corrections_until = timezone.now()
    return now


def reopen_results(
    *, event: Event, hours: int, seen: datetime | None = None, user: User | None = None
) -> Event:
    """Take corrections of the results of *event* for *hours* from now, whether or not they are final.

    *seen* is the end of the time for corrections that the page showed, ``None`` if it is not known.

    :raises DeskError: unless they have been published, for no hours or more than 720, or if
        somebody else has set another time since the page was made
    """
    with _change(event, Action.OPENED, user) as now:
        if not now.was_published:
            raise DeskError(DeskSentences.OPENED_BEFORE_PUBLISHED, event=now.name)
        _refuse_hours(hours, least=1)
        if seen not in (None, now.corrections_until):
            if now.is_final or hours != now.correction_hours:
                raise DeskError(
                    DeskSentences.PUBLISHED_OTHERWISE,
                    field="hours",
                    event=now.name,
                    state=_correction_text(now),
                )
            return now
        _take(now, hours)
    return now


_WORDS = {
    Action.PUBLISHED: "Published",
    Action.CLOSED: "Unpublished",
    Action.FINAL: "Made final",
    Action.OPENED: "Reopened",
}
_CHANGED = ("published_at", "correction_hours", "corrections_until")


@contextmanager
def _change(event: Event, action: Action, user: User | None = None) -> Iterator[Event]:
    """Return a context in which the publishing state of *event* may change.

    Only a change is stored, as a version.
    """
    with transaction.atomic():
        now = Event.objects.select_for_update(of=("self",)).select_related("club").get(pk=event.pk)
        before = [getattr(now, name) for name in _CHANGED]
        yield now
        after = [getattr(now, name) for name in _CHANGED]
        if before != after:
            for name, value in zip(_CHANGED, before, strict=True):
                setattr(now, name, value)
            with act_kept(
                event=now, kind=PUBLISHING, words=f"{_WORDS[action]}.", user=user
            ) as journal:
                journal.change(now, **dict(zip(_CHANGED, after, strict=True)))
                if action in (Action.PUBLISHED, Action.OPENED):
                    journal.words = f"{_WORDS[action]}: {_correction_text(now)}."
            add_version(event=now, action=action, user=user)
    for name in _CHANGED:
        setattr(event, name, getattr(now, name))


def _take(event: Event, hours: int) -> None:
    until = timezone.now() + timedelta(hours=hours) if event.is_published else STOPPED
    event.correction_hours, event.corrections_until = hours, until


def _refuse_hours(hours: int, *, least: int) -> None:
    if hours < least == 1:
        raise DeskError(DeskSentences.PERIOD_TOO_SHORT, field="hours")
    if not least <= hours <= LONGEST:
        raise DeskError(
            DeskSentences.PERIOD_TOO_LONG, field="hours", hours=hours, least=least, most=LONGEST
        )


def _correction_text(event: Event) -> str:
    if event.corrections_until == STOPPED:
        return "open to corrections"
    at = f"{timezone.localtime(event.corrections_until):%d %B %Y, %H:%M}".lstrip("0")
    if event.is_final:
        return f"final since {at}"
    return f"open to corrections until {at}"
