"""Publishing a party, and closing it to visitors again."""

from datetime import timedelta

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from director.errors import DeskError, PeriodError
from director.models import Event, Party, StandingsVersion
from director.models.version import Action
from director.selectors.party_games import party_evening
from director.selectors.party_sheets import evening_sheets
from director.selectors.party_words import figure
from director.services.correction import LONGEST


def party_publish(*, party: Party, user: AbstractBaseUser | None, hours: int | None = None) -> Event:
    """Let visitors read the results of *party* from now on, open to corrections for *hours*.

    What is published stays as it is, so that pressing twice publishes once.

    :raises PeriodError: for more than 720 hours
    :raises DeskError: if the event is off the lists, or nothing was played
    """
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=party.session.event_id)
        if event.removed_at:
            raise DeskError(
                text=f"{event.name} is off the lists, so nobody could read it. Put it back under Nights first."
            )
        hours = event.correction_hours if hours is None else hours
        if not 0 <= hours <= LONGEST:
            raise PeriodError(text=f"A correction period of {hours} hours is not possible. Give 0 to {LONGEST}.")
        if event.is_published:
            return event
        event.published_at = timezone.now()
        if not event.is_final:
            event.correction_hours, event.corrections_until = hours, event.published_at + timedelta(hours=hours)
        return _saved(party, event, Action.PUBLISHED, user)


def party_unpublish(*, party: Party, user: AbstractBaseUser | None) -> Event:
    """Close the results of *party* to visitors, once however often; the time for corrections goes on."""
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=party.session.event_id)
        if not event.is_published:
            return event
        event.published_at = None
        return _saved(party, event, Action.CLOSED, user)


def party_final(*, party: Party, user: AbstractBaseUser | None) -> Event:
    """Make the results of *party* final now.

    :raises PeriodError: unless they are published and not final yet
    """
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=party.session.event_id)
        if event.is_final or not event.is_published:
            raise PeriodError(
                text=f"{event.name} is {'final already' if event.is_final else 'not published yet'}. "
                "Results become final once, after they are published."
            )
        event.corrections_until = timezone.now()
        return _saved(party, event, Action.FINAL, user)


def party_reopen(*, party: Party, user: AbstractBaseUser | None, hours: int) -> Event:
    """Take corrections of *party* for *hours* from now, whether or not its results are final.

    :raises PeriodError: unless they have been published, or for no hours or more than 720
    """
    if not 1 <= hours <= LONGEST:
        raise PeriodError(text=f"Corrections cannot be taken for {hours} hours. Give 1 to {LONGEST}.")
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=party.session.event_id)
        if not event.was_published:
            raise PeriodError(text=f"{event.name} is not published yet, so it can be corrected as it is.")
        event.correction_hours, event.corrections_until = hours, timezone.now() + timedelta(hours=hours)
        return _saved(party, event, Action.OPENED, user)


def party_version_keep(
    *, party: Party, action: Action, user: AbstractBaseUser | None, changes: list[dict[str, str]] | None = None
) -> StandingsVersion:
    """Return the next version of the standings of *party*, as they are read now."""
    event = party.session.event
    last = event.versions.aggregate(last=Max("number"))["last"] or 0
    sheets = evening_sheets(party_evening(party))
    rows = [
        {
            "place": row.place,
            "pair": str(row.number),
            "names": row.name,
            "penalties": "",
            "total": figure(row.total),
            "percent": "",
        }
        for row in sheets.standings
    ]
    return StandingsVersion.objects.create(
        event=event,
        number=last + 1,
        action=action,
        changes=changes or [],
        standings=[{"title": "", "rows": rows}] if rows else [],
        made_by=user,
        made_at=timezone.now(),
    )


def _saved(party: Party, event: Event, action: Action, user: AbstractBaseUser | None) -> Event:
    event.save(update_fields=["published_at", "correction_hours", "corrections_until"])
    party.session.event = event
    party_version_keep(party=party, action=action, user=user)
    return event
