"""Repeat an earlier night: find the one that the club would repeat, and make a new one like it."""

import datetime as dt
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count, Q, QuerySet, Sum
from django.utils import timezone

from director.core.base.versions import LruCache
from director.core.night.event_fields import RepeatRule, list_fields_in_repeat
from director.core.night.events import (
    RECENT_NIGHTS,
    choose_free_name,
    fetch_day_event_names,
    fetch_events,
)
from director.event_kinds import get_event_kind, list_event_kinds
from director.models import Event, Session
from director.models.change_number import has_uncommitted_change

_MAX_NAME_LENGTH = 80
_NUMBER_LENGTH = 4  # of the number that a second night of a day gets
_STEP = dt.timedelta(minutes=5)  # to which the end of play is rounded up


@dataclass(frozen=True, slots=True)
class NightRepeat:
    """The parts of a previous event that a new one repeats."""

    text: str  # "14 pairs, Mitchell 7 × 4"
    minutes: int = 0  # of play, 0 if unknown
    ended_at: dt.datetime | None = None  # when play of the previous event ended
    has_movement: bool = True  # entrants and movement are repeated, not only the settings


@dataclass(frozen=True, slots=True)
class RepeatOffer:
    """An earlier night that can be repeated with one press, and *day_text*: "last Thursday"."""

    event: Event
    repeat: NightRepeat
    day_text: str

    @property
    def end_text(self) -> str:
        """When results were complete then, or how long play takes: "results by 22:30"."""
        if self.repeat.ended_at:
            return f"results by {_round_up(timezone.localtime(self.repeat.ended_at)):%H:%M}"
        if self.repeat.minutes:
            hours, minutes = divmod(self.repeat.minutes, 60)
            return f"about {hours} h {minutes:02} min"
        return ""


def fetch_repeatable_events() -> QuerySet[Event]:
    """Return the nights that can be repeated: on the lists, and not played elsewhere."""
    return fetch_events("").filter(source="")


_OFFERS = LruCache[RepeatOffer | None](2)


def find_repeat_offer(today: dt.date) -> RepeatOffer | None:
    """Return the night that the club would repeat *today*, or None if it had none.

    That is its latest of the same weekday, else its latest of all. One query until an earlier night
    changes.
    """
    return _OFFERS.get_or_make(
        lambda: _fetch_version(today), lambda: _fetch_repeat_offer(today), today
    )


def _fetch_version(today: dt.date) -> tuple[int, int] | None:
    """Return the number of nights before *today* and the sum of their change numbers. One query."""
    if has_uncommitted_change():
        return None
    earlier_nights = Event.objects.filter(date__lt=today, removed_at__isnull=True).order_by()
    numbers = earlier_nights.aggregate(count=Count("pk"), sum=Sum("change_no"))
    return numbers["count"], int(numbers["sum"] or 0)


def _fetch_repeat_offer(today: dt.date) -> RepeatOffer | None:
    is_set_up = Q()
    for kind in list_event_kinds():
        is_set_up |= kind.make_set_up_condition()
    # Only the sessions of the chosen night are looked at.
    nights = fetch_repeatable_events().filter(is_set_up, date__lt=today).prefetch_related(None)
    events = list(nights[:RECENT_NIGHTS])
    # Of nights that compare equal, min returns the first, which is the newest.
    event = min(events, key=lambda event: event.date.weekday() != today.weekday(), default=None)
    repeat = get_event_kind(event).describe_repeat(event) if event else None
    if event is None or repeat is None:
        return None
    return RepeatOffer(event, repeat, _describe_day(event.date, today))


def repeat_night(*, event: Event, date: dt.date, user: User | None) -> Session:
    """Make a night on *date* like *event*, without names and results. Return its session.

    It has the game, settings, number of entrants and movement of *event*, or only game and settings
    if its rounds are drawn.

    :raises DeskError: if its movement or settings can't be stored any more
    """
    with transaction.atomic():
        return get_event_kind(event).repeat_event(
            event,
            name=_choose_repeat_name(event, date),
            date=date,
            user=user,
            settings=_copy_settings(event),
        )


def _copy_settings(event: Event) -> dict[str, object]:
    """Return the fields of *event* that the new night has too, without its contest."""
    names = list_fields_in_repeat(RepeatRule.COPIED)
    return {name: getattr(event, name) for name in names if name != "contest"}


def _choose_repeat_name(event: Event, date: dt.date) -> str:
    """Return the name of *event* with the weekday of *date*, and with a number if it is taken."""
    name = event.name
    weekday, _space, rest = name.partition(" ")
    if weekday == f"{event.date:%A}" and rest:
        name = f"{date:%A} {rest}"
    if len(name) > _MAX_NAME_LENGTH - _NUMBER_LENGTH:
        name = name[: _MAX_NAME_LENGTH - _NUMBER_LENGTH].rstrip()
    return choose_free_name(name, fetch_day_event_names(date))


def _describe_day(day: dt.date, today: dt.date) -> str:
    """Return *day* as a sentence names it.

    >>> _describe_day(dt.date(2026, 11, 19), dt.date(2026, 11, 26))
    'last Thursday'
    >>> _describe_day(dt.date(2026, 11, 24), dt.date(2026, 11, 26))
    'Tuesday 24 November'
    >>> _describe_day(dt.date(2025, 11, 25), dt.date(2026, 11, 26))
    'Tuesday 25 November 2025'
    """
    if today - day == dt.timedelta(weeks=1):
        return f"last {day:%A}"
    year = "" if day.year == today.year else f" {day.year}"
    return f"{day:%A} {day.day} {day:%B}{year}"


def _round_up(moment: dt.datetime) -> dt.datetime:
    """Return *moment* rounded up to five minutes.

    >>> _round_up(dt.datetime(2026, 11, 26, 22, 26, 40)).time()
    datetime.time(22, 30)
    """
    midnight = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    return midnight + -(-(moment - midnight) // _STEP) * _STEP
