"""The club's next nights, with weekly ones repeated, for the public home and calendars.

Other programs get them as an iCalendar file, which fixtures use too, and as an Atom feed.
Format: RFC 5545, Internet Calendaring and Scheduling; RFC 4287, The Atom Syndication Format.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape

from director.core.base.versions import increment_club_version
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
    coming_nights = []
    for night in fetch_planned_nights(club, first_day):
        for day in iter_night_days(night, first_day):
            coming_nights.append(
                ComingNight(day, night.starts_at, kind=night.kind, text=night.text)
            )
    coming_nights.sort(key=lambda night: (night.date, night.starts_at or time.min))
    return coming_nights[:MAX_NIGHTS]


def iter_night_days(night: NextNight, first_day: date) -> Iterator[date]:
    """Yield the days of *night* from *first_day* on. A weekly night has the next four.

    >>> monday = NextNight(date=date(2026, 11, 2), is_weekly=True)
    >>> [f"{day:%d %b}" for day in iter_night_days(monday, date(2026, 11, 25))]
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


def add_next_night(*, club: Club, **settings: Any) -> NextNight:
    """Add a night to the club's calendar. Return it. *settings* are its fields."""
    with transaction.atomic():
        night = NextNight.objects.create(club=club, **settings)
        increment_club_version(club.pk)
    return night


def remove_next_night(*, night: NextNight) -> None:
    """Delete *night*."""
    with transaction.atomic():
        night.delete()
        increment_club_version(night.club_id)


CALENDAR_CONTENT_TYPE = "text/calendar; charset=utf-8"
MAX_LINE_OCTETS = 75  # RFC 5545, 3.1
NIGHT_HOURS = 3  # the length of a night in the calendar, because a club enters only its start
_ID_NAMESPACE = UUID("0a7f4f0e-6a52-5d33-8f0f-3b1f6f5f0d11")
"""Part of every id. It never changes, or calendars would show a night twice."""
_ESCAPES = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n", "\r": None})


@dataclass(frozen=True, slots=True)
class CalendarEntry:
    """An entry of a calendar: all day, unless it has a start."""

    uid: str
    created_at: datetime
    day: date
    title: str
    description: str = ""
    starts_at: time | None = None
    is_weekly: bool = False


def write_calendar(club: Club, nights: Iterable[NextNight]) -> bytes:
    """Return *nights* of *club* as an iCalendar file in local time."""
    entries = [
        CalendarEntry(
            uid=f"{_make_id(club, night)}",
            created_at=night.created_at,
            day=night.date,
            title=night.kind,
            description=night.text,
            starts_at=night.starts_at,
            is_weekly=night.is_weekly,
        )
        for night in nights
    ]
    return write_entries(club.name, "Next nights", entries)


def write_entries(name: str, product: str, entries: Iterable[CalendarEntry]) -> bytes:
    """Return *entries* as an iCalendar file called *name*, in local time."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        f"PRODID:-//Kalamazoo//{product}//EN",
        f"X-WR-CALNAME:{_escape_text(name)}",
    ]
    for entry in entries:
        lines += _format_entry(entry)
    lines.append("END:VCALENDAR")
    return b"".join(map(_fold_line, lines))


def _format_entry(entry: CalendarEntry) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{entry.uid}"
    yield f"DTSTAMP:{entry.created_at.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    if entry.starts_at:
        yield f"DTSTART:{entry.day:%Y%m%d}T{entry.starts_at:%H%M%S}"
        yield f"DURATION:PT{NIGHT_HOURS}H"
    else:
        yield f"DTSTART;VALUE=DATE:{entry.day:%Y%m%d}"
        yield f"DTEND;VALUE=DATE:{entry.day + timedelta(days=1):%Y%m%d}"
    if entry.is_weekly:
        yield "RRULE:FREQ=WEEKLY"
    yield f"SUMMARY:{_escape_text(entry.title)}"
    if entry.description:
        yield f"DESCRIPTION:{_escape_text(entry.description)}"
    yield "END:VEVENT"


def _make_id(club: Club, night: NextNight) -> UUID:
    return uuid5(_ID_NAMESPACE, f"{club.pk} {night.pk} {night.created_at.isoformat()}")


def _escape_text(text: str) -> str:
    return text.translate(_ESCAPES)


def _fold_line(line: str) -> bytes:
    """Return *line*, folded after 75 octets, with its line end.

    >>> _fold_line("SUMMARY:Pairs")
    b'SUMMARY:Pairs\\r\\n'
    """
    parts: list[str] = []
    max_octets = MAX_LINE_OCTETS
    while line:
        # Errors are ignored, so that a character isn't split but goes to the next line.
        part = line.encode()[:max_octets].decode(errors="ignore")
        parts.append(part)
        line = line[len(part) :]
        max_octets = MAX_LINE_OCTETS - 1  # further lines begin with a space
    return "\r\n ".join(parts).encode() + b"\r\n"


def write_next_nights_feed(
    club: Club, nights: Iterable[NextNight], *, home_url: str, feed_url: str
) -> bytes:
    """Return *nights* of *club* as an Atom feed."""
    feed = Atom1Feed(
        title=f"Next nights of {club.name}", link=home_url, description="", feed_url=feed_url
    )
    for night in nights:
        title = f"{night.kind}, {night.date:%A} {night.date.day} {night.date:%B %Y}"
        if night.starts_at:
            title += f", {night.starts_at:%H:%M}"
        if night.is_weekly:
            title += " and every week"
        feed.add_item(
            title=title,
            link=home_url,
            description=escape(night.text),  # feed readers show it as HTML
            unique_id=_make_id(club, night).urn,
            pubdate=night.created_at,
            updateddate=night.created_at,
        )
    xml: str = feed.writeString("utf-8")
    return xml.encode()
