"""The time of the machine: its zone, the time there now, and whether its clock can be right.

Whatever shows a time, names a file by it or asks which evening it is goes by this module. Stored
times are UTC (why: ``docs/decisions/database.md``).
"""

import os
import time
from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo

from django.db.models import Max
from django.utils import timezone

from director.models import Act

RELEASE_DATE = datetime(2026, 11, 30, tzinfo=UTC)
"""The day of the last release. A clock that shows an earlier time is wrong."""
MAX_CLOCK_LAG = timedelta(days=1)
"""How far the clock may be behind the last change: a wrong zone, put right, makes 14 hours."""
MAX_IDLE_PERIOD = timedelta(days=400)
"""How long after the last change the clock is believed. Clubs pause for a summer, not for years."""
MAX_COMPARED_ACTS = 100
"""Acts that the clock is compared with, about an evening: a wrong clock, put right, is forgotten."""


class MachineZone(tzinfo):
    """The zone of the machine by its own rules, with the summer time of every date.

    The operating system is asked for each time, so this needs neither the name of the zone nor a
    list of zones, which Windows lacks.
    """

    def utcoffset(self, moment: datetime | None) -> timedelta | None:
        """Return the offset that the machine's clock has at the local time *moment*."""
        return _attach_machine_offset(moment).utcoffset() if moment else None

    def dst(self, _moment: datetime | None) -> timedelta | None:
        """Return None, because the system tells only the whole offset."""
        return None

    def tzname(self, moment: datetime | None) -> str | None:
        """Return the system's name of its time at *moment*, such as BST."""
        return _attach_machine_offset(moment).tzname() if moment else "/".join(time.tzname)

    def fromutc(self, moment: datetime) -> datetime:
        """Return *moment*, a time in UTC, as the machine's clock shows it."""
        in_utc = moment.replace(tzinfo=UTC)
        try:
            local = in_utc.astimezone()
        except (OSError, OverflowError, ValueError):
            local = in_utc.astimezone(datetime.now().astimezone().tzinfo)
        shown = local.replace(tzinfo=self)
        # In the hour that autumn repeats, the second one is marked.
        is_second = shown.utcoffset() != local.utcoffset()
        return shown.replace(fold=1) if is_second else shown

    def __repr__(self) -> str:
        return f"MachineZone({'/'.join(time.tzname)})"


def _attach_machine_offset(moment: datetime) -> datetime:
    clock_time = moment.replace(tzinfo=None)
    try:
        return clock_time.astimezone()
    except (OSError, OverflowError, ValueError):
        # Windows knows no offset before 1970, and no system has one for the first and last days.
        return clock_time.replace(tzinfo=datetime.now().astimezone().tzinfo)


MACHINE_ZONE = MachineZone()


def get_zone() -> tzinfo:
    """Return the zone that times are shown in.

    It is the machine's, or the one that the environment variable ``TZ`` names.
    """
    return _find_zone(_get_zone_name()) or MACHINE_ZONE


def get_local_now() -> datetime:
    """Return the time now, as the clock on the wall shows it."""
    return timezone.now().astimezone(get_zone())


def parse_clock_time(text: str, pattern: str) -> datetime:
    """Return the time that *text* has in *pattern*, which names no zone."""
    return datetime.strptime(text, pattern).replace(tzinfo=get_zone())


def format_moment(moment: datetime) -> str:
    """Return *moment* as the clock on the wall shows it, with the date."""
    return f"{moment.astimezone(get_zone()):%d %B %Y, %H:%M}".lstrip("0")


def list_time_warnings() -> list[str]:
    """Return what makes the machine's times doubtful, in sentences. One query."""
    warnings = []
    name = _get_zone_name()
    # The C library reads what isn't a name: rules such as CET-1CEST, or the path of a file.
    is_posix_rule = name.startswith("/") or any(sign.isdigit() for sign in name)
    if name and not is_posix_rule and _find_zone(name) is None:
        warnings.append(
            (
                "The time zone {name} is unknown, so times may be wrong. Set TZ to a name such as "
                "Europe/London."
            ).format(name=name)
        )
    if problem := fetch_clock_problem():
        warnings.append(problem)
    return warnings


def fetch_clock_problem() -> str:
    """Return why the machine's clock can't be right, in a sentence, or "". One query."""
    now = timezone.now()
    if now < RELEASE_DATE:
        return (
            "This computer’s clock says {now}, which can’t be right. Set its date and time before "
            "you publish results."
        ).format(now=format_moment(now))
    last_change = _fetch_last_change()
    if last_change is None or -MAX_CLOCK_LAG < now - last_change < MAX_IDLE_PERIOD:
        return ""
    return (
        "This computer’s clock says {now}, but the last change is dated {last}. Check its "
        "date and time before you publish results."
    ).format(now=format_moment(now), last=format_moment(last_change))


def _fetch_last_change() -> datetime | None:
    # By number: after a wrong clock, the latest time isn't that of the latest act.
    last_acts = Act.objects.order_by("-pk")[:MAX_COMPARED_ACTS]
    last_change: datetime | None = last_acts.aggregate(last=Max("made_at"))["last"]
    return last_change


def _get_zone_name() -> str:
    return os.environ.get("TZ", "").removeprefix(":")


@lru_cache
def _find_zone(name: str) -> ZoneInfo | None:
    try:
        return ZoneInfo(name)
    except (KeyError, OSError, ValueError):
        return None
