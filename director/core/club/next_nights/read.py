"""The next nights, with weekly ones repeated."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, time, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from director.models import Club, NextNight

WEEKS_AHEAD = 4
"""Weeks in which a weekly night is listed."""
MOST_NIGHTS = 12


@dataclass(frozen=True, slots=True)
class ComingNight:
    """One night to come."""

    date: date
    starts_at: time | None
    kind: str
    text: str


def fetch_planned_nights(club: Club, today: date | None = None) -> QuerySet[NextNight]:
    """Return the planned nights of *club* that aren't over, and all weekly ones. One query."""
    first = today or timezone.localdate()
    return NextNight.objects.filter(
        Q(date__gte=first) | Q(is_weekly=True), club_id=club.pk
    ).order_by("date", "pk")


def fetch_next_nights(club: Club, today: date | None = None) -> list[ComingNight]:
    """Return the first twelve nights to come, weekly ones for four weeks. One query."""
    first = today or timezone.localdate()
    coming = []
    for night in fetch_planned_nights(club, first):
        for day in list_night_days(night, first):
            coming.append(ComingNight(day, night.starts_at, night.kind, night.text))
    coming.sort(key=lambda night: (night.date, night.starts_at or time.min))
    return coming[:MOST_NIGHTS]


def list_night_days(night: NextNight, first: date) -> Iterator[date]:
    """Yield the days of *night* from *first* on, the next four of a weekly one.

    >>> monday = NextNight(date=date(2026, 11, 2), is_weekly=True)
    >>> [f"{day:%d %b}" for day in list_night_days(monday, date(2026, 11, 25))]
    ['30 Nov', '07 Dec', '14 Dec', '21 Dec']
    """
    if not night.is_weekly:
        if night.date >= first:
            yield night.date
        return
    days_past = max((first - night.date).days, 0)
    weeks_past = -(-days_past // 7)  # rounded up, to the first such weekday on or after *first*
    start = night.date + timedelta(weeks=weeks_past)
    for week in range(WEEKS_AHEAD):
        yield start + timedelta(weeks=week)
