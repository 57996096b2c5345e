"""Add and remove planned nights."""

from typing import Any

from django.db import transaction

from director.core.base.changes import count_club_change
from director.models import Club, NextNight


def add_next_night(*, club: Club, **settings: Any) -> NextNight:
    """Add a night to the club's calendar. Return it. *settings* are its fields."""
    with transaction.atomic():
        night = NextNight.objects.create(club=club, **settings)
        count_club_change(club.pk)
    return night


def remove_next_night(*, night: NextNight) -> None:
    """Delete *night*."""
    with transaction.atomic():
        night.delete()
        count_club_change(night.club_id)
