"""Events: the lists that a director opens them from, where each is now, and changes of its settings.

Every change of an event is an act of its history, with an undo of its own apart from play.
"""

from collections.abc import Collection, Iterable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import StrEnum
from itertools import count
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Now
from django.urls import reverse
from django.utils import timezone

from director.core.night.event_fields import describe_changes
from director.core.night.history import (
    CHARGES,
    PUBLISHING,
    SETTINGS,
    SETTINGS_KINDS,
    lock_event,
    record_act,
    redo_act,
    refuse_changed_since,
    share_fields,
    undo_act,
)
from director.errors import DeskError
from director.event_kinds import filter_playable, get_event_kind, list_event_kinds
from director.models import Act, Event
from director.models.event import SectionRef

# The lists of events, and the tabs at the top of their pages.


NIGHT_ENDS = timedelta(hours=4)
"""A club's evening belongs to the day it began on, until four in the morning."""
DONE = "done"
NEXT = "next"
NEEDS = "needs"
NOT_YET = "not-yet"
_YEAR_DIGITS = 4
ENTERING = ("result", "card", "sheets")
"""The kinds of acts by which results are entered."""
STATE_WORDS = {DONE: "done", NEXT: "next", NEEDS: "action needed", NOT_YET: "not yet"}
STATE_MARKS = {DONE: "✓", NEXT: "→", NEEDS: "!", NOT_YET: ""}


@dataclass(frozen=True, slots=True)
class SessionStep:
    """A tab of a session's page. *key* ends its address and URL name."""

    number: int
    key: str
    name: str
    state: str
    page: str = "session"  # or "party"

    @property
    def url_name(self) -> str:
        """The name of the step's URL."""
        return f"{self.page}_{self.key}"

    @property
    def state_words(self) -> str:
        """The state in words, for screen readers."""
        return STATE_WORDS[self.state]

    @property
    def mark(self) -> str:
        """The sign of the state on the tab."""
        return STATE_MARKS[self.state]


def mark_next_step(steps: Sequence[SessionStep], *, skipped: int = 0) -> tuple[SessionStep, ...]:
    """Return *steps* with the next one marked and later ones waiting.

    Each of the first *skipped* steps becomes the next one only if no other step needs the
    director; until then its tab still says that it needs action.
    """
    order = (*steps[skipped:], *steps[:skipped])
    next_number = next((step.number for step in order if step.state == NEEDS), len(steps))
    marked_steps = []
    for step in steps:
        if step.state == NEEDS and step.number == next_number:
            marked_steps.append(replace(step, state=NEXT))
        elif step.state == NEEDS and step.number > next_number:
            marked_steps.append(replace(step, state=NOT_YET))
        else:
            marked_steps.append(step)
    return tuple(marked_steps)


def find_next_step(steps: Sequence[SessionStep]) -> SessionStep:
    """Return the next step, or the last one if all are done."""
    return next((step for step in steps if step.state == NEXT), steps[-1])


def list_step_addresses(steps: Iterable[SessionStep], place: SectionRef) -> list[str]:
    """Return the address of each of *steps* at *place*."""
    return [reverse(step.url_name, kwargs={"session_id": place}) for step in steps]


def get_tonight_days(moment: datetime) -> tuple[date, ...]:
    """Return the days shown as tonight at *moment*: after midnight there are two."""
    local = timezone.localtime(moment)
    return tuple(dict.fromkeys(((local - NIGHT_ENDS).date(), local.date())))


def fetch_recent_events(*, but: Collection[date], limit: int) -> QuerySet[Event]:
    """Return the newest events, *limit* of them, with their sessions fetched.

    Events of the club itself on the days *but*, and those over weeks or months that aren't final,
    are left out: the home page shows them already.
    """
    events = find_events("").exclude(date__in=but, source="", is_long_running=False)
    return events.exclude(_RUNNING)[:limit]


_RUNNING = Q(is_long_running=True) & (
    Q(corrections_until__isnull=True) | Q(corrections_until__gt=Now())
)


def fetch_long_running_events() -> QuerySet[Event]:
    """Return the events over weeks or months that aren't final, with their sessions fetched."""
    return find_events("").filter(_RUNNING)


RECENT_NIGHTS = 40
"""The number of nights from which the club's own games are read."""
MAX_RECENT_GAMES = 4
"""The number of the club's own games that are offered first."""


def fetch_recent_games(today: date) -> list[str]:
    """Return the keys of the games that the club played last.

    Those of the weekday of *today* come first: a club that plays bridge on Tuesdays and whist on
    Saturdays starts its usual night without a choice.
    """
    events = list(find_events("").filter(source="")[:RECENT_NIGHTS])
    keys: dict[int, str] = {}
    for kind in list_event_kinds():
        keys |= kind.get_game_keys([event for event in events if event.contest == kind.contest])
    # Sorting keeps the newest first among nights of a weekday.
    events.sort(key=lambda event: event.date.weekday() != today.weekday())
    return list(dict.fromkeys(keys[event.pk] for event in events))[:MAX_RECENT_GAMES]


def fetch_day_event_names(day: date, *, but: Event | None = None) -> set[str]:
    """Return the case-folded names of the events on *day*, except for the event *but*."""
    events = Event.objects.filter(date=day, removed_at__isnull=True, club__is_practice=False)
    return {event.name.casefold() for event in events if event != but}


def find_free_name(name: str, taken_names: Collection[str]) -> str:
    """Return *name*, with a number if it is one of *taken_names*.

    >>> find_free_name("Tuesday pairs", ()), find_free_name("Tuesday pairs", {"tuesday pairs"})
    ('Tuesday pairs', 'Tuesday pairs 2')
    """
    free_name = name
    numbers = count(2)
    while free_name.casefold() in taken_names:
        free_name = f"{name} {next(numbers)}"
    return free_name


def find_listed_copy(event: Event) -> Event | None:
    """Return another event on the lists that is the same as *event*, or None.

    Files of results are known by their fingerprint, under any name; other events by name and date.
    """
    listed = Event.objects.filter(
        club=event.club_id, contest=event.contest, removed_at__isnull=True
    ).exclude(pk=event.pk)
    is_same = Q(name=event.name, date=event.date)
    if event.source_fingerprint:
        is_same &= Q(source_fingerprint="")
        is_same |= Q(source_fingerprint=event.source_fingerprint)
    return listed.filter(is_same).first()


def find_events(text: str, *, archived: bool = False) -> QuerySet[Event]:
    """Return the events that match every word of *text*, newest first."""
    events = Event.objects.filter(removed_at__isnull=not archived, club__is_practice=False)
    return filter_by_words(filter_playable(events).prefetch_related("sessions"), text)


def filter_by_words(events: QuerySet[Event], text: str) -> QuerySet[Event]:
    """Return *events* whose name has every word of *text*. A word may be the year instead."""
    for word in text.split():
        matches = Q(name__icontains=word)
        if word.isdecimal() and len(word) == _YEAR_DIGITS:
            matches |= Q(date__year=int(word))
        events = events.filter(matches)
    return events


class NightState(StrEnum):
    """Where a night is now."""

    OPEN = "open"  # it is set up or played
    OVER = "over"  # only its staff can read the results
    PUBLISHED = "published"
    FINAL = "final"

    @property
    def is_over(self) -> bool:
        """Whether play is over."""
        return self is not NightState.OPEN

    @property
    def takes_corrections(self) -> bool:
        """Whether results can be entered and corrected."""
        return self is not NightState.FINAL


def get_night_state(event: Event, *, is_played: bool) -> NightState:
    """Return the state of *event*. *is_played* says whether no round is left to play."""
    if event.is_final:
        return NightState.FINAL
    if not is_played:
        return NightState.OPEN
    if event.is_published:
        return NightState.PUBLISHED
    return NightState.OVER


def format_room_note(state: NightState, *, has_standings: bool) -> str:
    """Return what the screens say once play is over.

    *has_standings* says whether the director shows the standings on the screens.
    """
    if state is NightState.FINAL:
        outcome = "The results are final."
    elif state is NightState.PUBLISHED:
        outcome = "The results are published."
    elif has_standings:
        outcome = "The standings are shown."
    else:
        outcome = "Standings follow soon."
    return f"Play is over. {outcome}"


# Changes.


def change_event(
    *, event: Event, game: str = "", user: User | None = None, **settings: Any
) -> Event:
    """Change the game or other *settings* of *event*, which are its fields. Return it.

    :raises DeskError: if the game changes although results were entered
    :raises TypeError: if an event has no such setting
    """
    unknown_settings = set(settings) - {field.name for field in Event._meta.concrete_fields}
    if unknown_settings:
        raise TypeError(f"An event has no {', '.join(sorted(unknown_settings))}.")
    event_kind = get_event_kind(event)
    with transaction.atomic():
        stored = lock_event(event)
        changed = copy(stored)
        names = [*settings]
        if game not in ("", stored.game) and event_kind.can_change_game:
            event_kind.change_game(changed, game)
            names += ["game", "scoring", "scoring_options"]
        for name, value in settings.items():
            setattr(changed, name, value)
        changed.full_clean()
        _record_changes_act(stored, changed, names, kind=SETTINGS, user=user)
    return stored


def change_charges(*, event: Event, user: User | None = None, **charges: str) -> Event:
    """Change the fields of *event* that its file for the union names. Return the event."""
    with transaction.atomic():
        stored = lock_event(event)
        changed = copy(stored)
        for name, value in charges.items():
            setattr(changed, name, value)
        _record_changes_act(stored, changed, charges, kind=CHARGES, user=user)
    return stored


def _record_changes_act(
    stored: Event, changed: Event, names: Iterable[str], *, kind: str, user: User | None
) -> None:
    """Store the fields *names* of *changed* in the locked event *stored*, as an act."""
    words = describe_changes(stored, changed, names)
    with record_act(event=stored, kind=kind, words=words, user=user) as journal:
        journal.change(stored, **{name: getattr(changed, name) for name in names})
        if stored.is_long_running and stored.corrections_until and not stored.is_final:
            # It is open until it is made final, so no period may end it a day later.
            journal.follow(stored, corrections_until=None)


def undo_settings(*, event: Event, number: int, user: User | None) -> Act:
    """Undo act *number*, a change of settings of *event*. Return it.

    Only a later change of the same settings prevents it, and final results don't.

    :raises DeskError: if the same was changed since, or the game although results were entered
    """
    with transaction.atomic():
        stored = lock_event(event)
        acts = stored.acts.filter(kind__in=SETTINGS_KINDS)
        act = acts.filter(number=number, undone_at__isnull=True).first()
        if act:
            refuse_changed_since(act, "after")
            _refuse_game_change(stored, act, "before")
        done = undo_act(acts=acts, number=number, user=user, builds_on=share_fields)
    # The button may be pressed twice.
    return done or event.acts.get(number=number)


def redo_settings(*, event: Event, number: int, user: User | None) -> Act:
    """Redo act *number*, the last change of settings undone. Return the new act.

    :raises DeskError: if the same was changed since, or the game although results were entered
    """
    with transaction.atomic():
        stored = lock_event(event)
        acts = stored.acts.filter(kind__in=SETTINGS_KINDS)
        act = acts.filter(number=number, undone_at__isnull=False, agains__isnull=True).first()
        if act:
            refuse_changed_since(act, "before")
            _refuse_game_change(stored, act, "after")
        done = redo_act(event=stored, acts=acts, number=number, user=user, builds_on=share_fields)
    return done or event.acts.get(again_of__number=number, undone_at__isnull=True)


def _refuse_game_change(event: Event, act: Act, side: str) -> None:
    """Raise if an undo or redo of *act* changes the game of *event* after results were entered."""
    for change in act.changes:
        game = (change[side] or {}).get("game")
        if change["model"] == Event._meta.label_lower and game is not None:
            get_event_kind(event).change_game(copy(event), game)


def remove_event(*, event: Event, user: User | None = None) -> Event:
    """Archive *event* and hide it from visitors."""
    with transaction.atomic():
        stored = lock_event(event)
        if stored.removed_at:
            return stored
        changed = copy(stored)
        changed.removed_at = timezone.now()
        changed.unpublish()
        _record_archive_act(stored, changed, "Archived.", user)
    return stored


def restore_event(*, event: Event, user: User | None = None) -> Event:
    """Restore an archived event. It stays unpublished.

    :raises DeskError: if the same event was imported since, so that both would count
    """
    with transaction.atomic():
        stored = lock_event(event)
        _refuse_listed_copy(stored)
        changed = copy(stored)
        changed.removed_at = None
        _record_archive_act(stored, changed, "Restored from the archive.", user)
    return stored


def _record_archive_act(stored: Event, changed: Event, words: str, user: User | None) -> None:
    # As publishing, it has buttons of its own.
    with record_act(event=stored, kind=PUBLISHING, words=words, user=user) as journal:
        names = ("removed_at", "published_at", "corrections_until", "is_period_stopped")
        journal.change(stored, **{name: getattr(changed, name) for name in names})


def _refuse_listed_copy(event: Event) -> None:
    listed = find_listed_copy(event)
    if listed:
        raise DeskError(
            "restored-twice",
            "{name} on {date} is on the list, as event {event_id}. Archive it first, or rename it "
            "if it is another event.",
            name=listed.name,
            date=f"{listed.date:%d %B %Y}".lstrip("0"),
            event_id=listed.pk,
        )
