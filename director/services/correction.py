"""Corrections after publishing: refused once the results are final, and each kept as a version of the standings."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from director.errors import FinalError, PeriodError
from director.models import Event, Section, StandingsVersion
from director.models.version import Action
from director.selectors.versions import facts_changed, section_facts, standings_read

LONGEST = 720  # hours a correction period may last


@contextmanager
def correction(*, section: Section, user: AbstractBaseUser | None) -> Iterator[None]:
    """Let the results of *section* change inside, one change at a time and all or nothing.

    Where they have been published, the standings that follow and what changed are kept as a version.

    :raises FinalError: if the results are final
    """
    with transaction.atomic():
        # Also keeps the movement from being changed meanwhile.
        locked = Section.objects.select_for_update(no_key=True, of=("self",)).select_related("session__event")
        event = locked.get(pk=section.pk).session.event
        if event.is_final:
            when = f"{timezone.localtime(event.corrections_until):%d %B %Y, %H:%M}".lstrip("0")
            raise FinalError(name=event.name, when=when)
        if not event.was_published:
            yield
            return
        before = section_facts(section)
        yield
        if changes := facts_changed(before, section_facts(section)):
            version_keep(section=section, action=Action.CORRECTED, user=user, changes=changes)


def version_keep(
    *, section: Section, action: Action, user: AbstractBaseUser | None, changes: list[dict[str, str]] | None = None
) -> StandingsVersion:
    """Return the next version of the standings of *section*, as they are read now."""
    event = section.session.event
    last = event.versions.aggregate(last=Max("number"))["last"] or 0
    return StandingsVersion.objects.create(
        event=event,
        number=last + 1,
        action=action,
        changes=changes or [],
        standings=standings_read(section),
        made_by=user,
        made_at=timezone.now(),
    )


def period_start(*, section: Section, user: AbstractBaseUser | None, hours: int | None = None) -> Event:
    """Publish the event of *section*; corrections are taken for *hours* from now, if not given for as long as usual.

    An event that is final stays so: it has to be opened again first.

    :raises PeriodError: for more than 720 hours, or a negative number
    """
    with transaction.atomic():
        event = _locked(section)
        event.published_at = timezone.now()
        if not event.is_final:
            _set_hours(event, event.correction_hours if hours is None else hours)
        return _saved(section, event, Action.PUBLISHED, user)


def period_end(*, section: Section, user: AbstractBaseUser | None) -> Event:
    """Make the results of *section* final now.

    :raises PeriodError: unless they are published and not final yet
    """
    with transaction.atomic():
        event = _locked(section)
        if event.is_final:
            raise PeriodError(text=f"{event.name} is final already.")
        if not event.is_published:
            raise PeriodError(text=f"{event.name} is not published yet. Publish it first, then make it final.")
        event.corrections_until = timezone.now()
        return _saved(section, event, Action.FINAL, user)


def period_open(*, section: Section, user: AbstractBaseUser | None, hours: int) -> Event:
    """Take corrections of the results of *section* for *hours* from now, whether or not they are final; it is logged.

    :raises PeriodError: unless they have been published, or for no hours or more than 720
    """
    with transaction.atomic():
        event = _locked(section)
        if not event.was_published:
            raise PeriodError(text=f"{event.name} is not published yet, so it can be corrected as it is.")
        if hours < 1:
            raise PeriodError(text="Corrections cannot be taken for less than an hour. Type a number from 1.")
        _set_hours(event, hours)
        return _saved(section, event, Action.OPENED, user)


def _locked(section: Section) -> Event:
    return Event.objects.select_for_update().get(pk=section.session.event_id)


def _set_hours(event: Event, hours: int) -> None:
    if not 0 <= hours <= LONGEST:
        raise PeriodError(text=f"A correction period of {hours} hours is not possible. Give 0 to {LONGEST}.")
    event.correction_hours = hours
    event.corrections_until = timezone.now() + timedelta(hours=hours)


def _saved(section: Section, event: Event, action: Action, user: AbstractBaseUser | None) -> Event:
    event.save(update_fields=["published_at", "correction_hours", "corrections_until"])
    version_keep(section=section, action=action, user=user)
    return event
