"""Add and remove planned nights."""

from datetime import date, time

from django.db import transaction

from director.core.base.changes import count_club_change
from director.models import Club, NextNight


def add_next_night(
    *,
    club: Club,
    date: date,
    kind: str,
    starts_at: time | None = None,
    text: str = "",
    is_weekly: bool = False,
) -> NextNight:
    """Add a night to the club's calendar. Return it."""
    with transaction.atomic():
        night = NextNight.objects.create(
            club=club, date=date, starts_at=starts_at, kind=kind, text=text, is_weekly=is_weekly
        )
        count_club_change(club.pk)
    return night


def remove_next_night(*, night: NextNight) -> None:
    """Delete *night*."""
    with transaction.atomic():
        night.delete()
        count_club_change(night.club_id)
