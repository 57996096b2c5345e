"""The next nights, with weekly ones repeated."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, time, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from director.models import Club, NextNight

WEEKS_AHEAD = 4
"""Weeks in which a weekly night is listed."""
MAX_NIGHTS = 12


@dataclass(frozen=True, slots=True)
class ComingNight:
    """A planned night on one of its days."""

    date: date
    starts_at: time | None
    kind: str
    text: str


def fetch_planned_nights(club: Club, today: date | None = None) -> QuerySet[NextNight]:
    """Return the planned nights of *club* that aren't over, and all weekly ones. One query."""
    first_day = today or timezone.localdate()
    return NextNight.objects.filter(
        Q(date__gte=first_day) | Q(is_weekly=True), club_id=club.pk
    ).order_by("date", "pk")


def fetch_next_nights(club: Club, today: date | None = None) -> list[ComingNight]:
    """Return the first twelve nights to come, weekly ones for four weeks. One query."""
    first_day = today or timezone.localdate()
    coming = []
    for night in fetch_planned_nights(club, first_day):
        for day in list_night_days(night, first_day):
            coming.append(ComingNight(day, night.starts_at, kind=night.kind, text=night.text))
    coming.sort(key=lambda night: (night.date, night.starts_at or time.min))
    return coming[:MAX_NIGHTS]


def list_night_days(night: NextNight, first_day: date) -> Iterator[date]:
    """Yield the days of *night* from *first_day* on. A weekly night has the next four.

    >>> monday = NextNight(date=date(2026, 11, 2), is_weekly=True)
    >>> [f"{day:%d %b}" for day in list_night_days(monday, date(2026, 11, 25))]
    ['30 Nov', '07 Dec', '14 Dec', '21 Dec']
    """
    if not night.is_weekly:
        if night.date >= first_day:
            yield night.date
        return
    days_past = max((first_day - night.date).days, 0)
    weeks_past = -(-days_past // 7)  # rounded up, to the first such weekday from *first_day* on
    start = night.date + timedelta(weeks=weeks_past)
    for week in range(WEEKS_AHEAD):
        yield start + timedelta(weeks=week)
