"""Events: the lists that a director opens them from, where each is now, and changes of its settings.

Every change of an event is an act of its history, with an undo of its own apart from play.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import IntEnum, StrEnum
from itertools import count
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from director.core.base.act_kinds import ActKind
from director.core.night.event_fields import describe_changes
from director.core.night.history import (
    SETTINGS_KINDS,
    have_common_field,
    redo_act,
    refuse_later_change,
    undo_act,
)
from director.core.night.journal import lock_event, record_act
from director.errors import DeskError
from director.event_kinds import (
    filter_playable,
    get_event_kind,
    list_event_kinds,
)
from director.models import Act, Event
from director.models.event import SectionRef
from director.names import split_search_words

# The lists of events, and the tabs at the top of their pages.


NIGHT_END_TIME = timedelta(hours=4)
"""A club's evening belongs to the day it began on, until four in the morning."""
STEP_DONE = "done"
STEP_NEXT = "next"
ACTION_NEEDED = "needs"
STEP_NOT_YET = "not-yet"
_YEAR_DIGITS = 4
ENTRY_KINDS = (ActKind.RESULT, ActKind.CARD, ActKind.SHEETS)
"""The kinds of acts by which results are entered."""
STATE_LABELS = {
    STEP_DONE: "done",
    STEP_NEXT: "next",
    ACTION_NEEDED: "action needed",
    STEP_NOT_YET: "not yet",
}
STATE_MARKS = {STEP_DONE: "✓", STEP_NEXT: "→", ACTION_NEEDED: "!", STEP_NOT_YET: ""}


@dataclass(frozen=True, slots=True)
class SessionStep:
    """A tab of a session's page."""

    number: int
    key: str  # the end of its address and URL name
    name: str
    state: str
    page: str = "session"  # or "party"

    @property
    def url_name(self) -> str:
        """The name of the step's URL."""
        return f"{self.page}_{self.key}"

    @property
    def state_label(self) -> str:
        """The state in words, for screen readers."""
        return STATE_LABELS[self.state]

    @property
    def mark(self) -> str:
        """The sign of the state on the tab."""
        return STATE_MARKS[self.state]


@dataclass(frozen=True, slots=True)
class EntryBar:
    """A bar that shows how many results are entered."""

    entered_count: int
    due_count: int
    label: str = ""  # the name of its section, if there are several

    @property
    def percent(self) -> int:
        """The length of the bar, full only once nothing is missing.

        >>> [EntryBar(count, 700).percent for count in (0, 1, 350, 699, 700)], EntryBar(0, 0).percent
        ([0, 1, 50, 99, 100], 0)
        """
        if not (self.due_count and self.entered_count):
            return 0
        return min(100, max(1, 100 * self.entered_count // self.due_count))


class NightTurn(IntEnum):
    """The order of nights on Tonight: those that run come first, those that are over last."""

    RUNNING = 1
    SET_UP = 2
    UNPUBLISHED = 3  # all results are entered
    FINISHED = 4


@dataclass(frozen=True, slots=True)
class NightProgress:
    """The progress of an event of today, as its card on Tonight shows it."""

    turn: NightTurn
    facts: str = ""  # what is played: "Mitchell, 7 tables"
    round_noun: str = "round"
    round_no: int = 0  # the round that is played; 0 if nobody has started the clock or a round
    round_count: int = 0
    bars: Sequence[EntryBar] = ()
    entered_text: str = ""  # what *bars* show, in words

    @property
    def round_text(self) -> str:
        """The round in words: "Round 3 of 13", or "" before play."""
        if not self.round_no:
            return ""
        return f"{self.round_noun.capitalize()} {self.round_no} of {self.round_count}"


def choose_night_turn(event: Event, *, has_begun: bool, is_complete: bool) -> NightTurn:
    """Return the turn of *event* on Tonight. *is_complete* says whether all results are entered."""
    if is_complete:
        return NightTurn.FINISHED if event.is_published else NightTurn.UNPUBLISHED
    return NightTurn.RUNNING if has_begun else NightTurn.SET_UP


def mark_next_step(
    steps: Sequence[SessionStep], *, skipped_count: int = 0
) -> tuple[SessionStep, ...]:
    """Return *steps* with the next one marked and later ones waiting.

    Each of the first *skipped_count* steps becomes the next one only if no other step needs the
    director; until then its tab still says that it needs action.
    """
    order = (*steps[skipped_count:], *steps[:skipped_count])
    next_number = next((step.number for step in order if step.state == ACTION_NEEDED), len(steps))
    marked_steps = []
    for step in steps:
        if step.state == ACTION_NEEDED and step.number == next_number:
            marked_steps.append(replace(step, state=STEP_NEXT))
        elif step.state == ACTION_NEEDED and step.number > next_number:
            marked_steps.append(replace(step, state=STEP_NOT_YET))
        else:
            marked_steps.append(step)
    return tuple(marked_steps)


def get_next_step(steps: Sequence[SessionStep]) -> SessionStep:
    """Return the next step, or the last one if all are done."""
    return next((step for step in steps if step.state == STEP_NEXT), steps[-1])


def get_step_after(steps: Sequence[SessionStep], key: str) -> SessionStep:
    """Return where the page of the step *key* leads on: the next step of the night, if that comes later."""
    number = next(step.number for step in steps if step.key == key)
    next_step = get_next_step(steps)
    return next_step if next_step.number > number else steps[number]


def list_step_urls(steps: Iterable[SessionStep], section_ref: SectionRef) -> list[str]:
    """Return the address of each of *steps* at *section_ref*."""
    return [reverse(step.url_name, args=[section_ref]) for step in steps]


def get_tonight_days(moment: datetime) -> tuple[date, ...]:
    """Return the days shown as tonight at *moment*: after midnight there are two."""
    local = timezone.localtime(moment)
    return tuple(dict.fromkeys(((local - NIGHT_END_TIME).date(), local.date())))


MAX_RECENT_EVENTS = 8


def fetch_recent_events(*, excluded_days: tuple[date, ...]) -> list[Event]:
    """Return the newest events with their sessions fetched. Two queries.

    The club's own events from the first to the last of *excluded_days* are left out, because the page
    shows them already.
    """
    own_events_of_days = Q(
        date__gte=excluded_days[0],
        date__lte=excluded_days[-1],
        source="",
    )
    return list(fetch_events("").exclude(own_events_of_days)[:MAX_RECENT_EVENTS])


RECENT_NIGHTS = 40
"""The number of nights from which the club's own games are read."""
MAX_RECENT_GAMES = 4
"""The number of the club's own games that are offered first."""


def fetch_recent_games(today: date) -> list[str]:
    """Return the keys of the games that the club played lately, the one for *today* first.

    It is the game of the last night of this weekday, so that a club that plays bridge on Tuesdays and
    whist on Saturdays needn't choose. Nights of *today* itself don't count for that: a second night
    of a day is seldom like the first. All other games follow, the most frequent first.
    """
    events = list(fetch_events("").filter(source="")[:RECENT_NIGHTS])
    keys_by_event_id: dict[int, str] = {}
    for kind in list_event_kinds():
        keys_by_event_id |= kind.fetch_game_keys_by_event_id(
            [event for event in events if event.contest == kind.contest]
        )
    games = [keys_by_event_id[event.pk] for event in events]
    games_of_weekday = [
        keys_by_event_id[event.pk]
        for event in events
        if event.date < today and event.date.weekday() == today.weekday()
    ]
    # Of equally frequent games the newest comes first.
    frequent_games = [game for game, _count in Counter(games).most_common()]
    return list(dict.fromkeys([*games_of_weekday, *frequent_games]))[:MAX_RECENT_GAMES]


def fetch_day_event_names(day: date, *, excluded_event: Event | None = None) -> set[str]:
    """Return the case-folded names of the events on *day*, except for *excluded_event*."""
    events = Event.objects.filter(date=day, removed_at__isnull=True, club__is_practice=False)
    return {event.name.casefold() for event in events if event != excluded_event}


def choose_free_name(name: str, taken_names: Collection[str]) -> str:
    """Return *name*, with a number if it is one of *taken_names*.

    >>> choose_free_name("Tuesday pairs", ()), choose_free_name("Tuesday pairs", {"tuesday pairs"})
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
    listed_events = Event.objects.filter(
        club=event.club_id, contest=event.contest, removed_at__isnull=True
    ).exclude(pk=event.pk)
    is_same = Q(name=event.name, date=event.date)
    if event.source_fingerprint:
        is_same &= Q(source_fingerprint="")
        is_same |= Q(source_fingerprint=event.source_fingerprint)
    return listed_events.filter(is_same).first()


def fetch_events(text: str) -> QuerySet[Event]:
    """Return the playable events that match every word of *text*, newest first."""
    return filter_playable(fetch_kept_events(text))


def fetch_kept_events(text: str, *, is_archived: bool = False) -> QuerySet[Event]:
    """Return the events that match every word of *text*, also those whose kind has ended."""
    events = Event.objects.filter(removed_at__isnull=not is_archived, club__is_practice=False)
    return filter_by_words(events.prefetch_related("sessions"), text)


def filter_by_words(events: QuerySet[Event], text: str) -> QuerySet[Event]:
    """Return *events* whose name has every word of *text*. A word may be the year instead."""
    for word in split_search_words(text):
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
    def can_take_corrections(self) -> bool:
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


def format_room_message(state: NightState, *, has_standings: bool) -> str:
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
        stored_event = lock_event(event)
        changed_event = copy(stored_event)
        names = [*settings]
        if game not in ("", stored_event.game) and event_kind.can_change_game:
            event_kind.change_game(changed_event, game)
            names += ["game", "scoring", "scoring_options"]
        for name, value in settings.items():
            setattr(changed_event, name, value)
        changed_event.full_clean()
        _record_changes_act(stored_event, changed_event, names, kind=ActKind.SETTINGS, user=user)
    return stored_event


def change_charges(*, event: Event, user: User | None = None, **charges: str) -> Event:
    """Change the fields of *event* that its file for the union names. Return the event."""
    with transaction.atomic():
        stored_event = lock_event(event)
        changed_event = copy(stored_event)
        for name, value in charges.items():
            setattr(changed_event, name, value)
        _record_changes_act(stored_event, changed_event, charges, kind=ActKind.CHARGES, user=user)
    return stored_event


def _record_changes_act(
    stored_event: Event,
    changed_event: Event,
    names: Iterable[str],
    *,
    kind: ActKind,
    user: User | None,
) -> None:
    """Store the fields with *names* of *changed_event* in the locked *stored_event*, as an act."""
    message = describe_changes(stored_event, changed_event, names)
    with record_act(event=stored_event, kind=kind, message=message, user=user) as journal:
        journal.change(stored_event, **{name: getattr(changed_event, name) for name in names})


def undo_settings(*, event: Event, number: int, user: User | None) -> Act:
    """Undo act *number*, a change of settings of *event*. Return it.

    Only a later change of the same settings prevents it, and final results don't.

    :raises DeskError: if the same was changed since, or the game although results were entered
    """
    with transaction.atomic():
        stored_event = lock_event(event)
        acts = stored_event.acts.filter(kind__in=SETTINGS_KINDS)
        act = acts.filter(number=number, undone_at__isnull=True).first()
        if act:
            refuse_later_change(act, "after")
            _refuse_game_change(stored_event, act, "before")
        undone_act = undo_act(acts=acts, number=number, user=user, depends_on=have_common_field)
    # The button may be pressed twice.
    return undone_act or event.acts.get(number=number)


def redo_settings(*, event: Event, number: int, user: User | None) -> Act:
    """Redo act *number*, the last change of settings undone. Return the new act.

    :raises DeskError: if the same was changed since, or the game although results were entered
    """
    with transaction.atomic():
        stored_event = lock_event(event)
        acts = stored_event.acts.filter(kind__in=SETTINGS_KINDS)
        act = acts.filter(number=number, undone_at__isnull=False, agains__isnull=True).first()
        if act:
            refuse_later_change(act, "before")
            _refuse_game_change(stored_event, act, "after")
        redone_act = redo_act(
            event=stored_event, acts=acts, number=number, user=user, depends_on=have_common_field
        )
    return redone_act or event.acts.get(again_of__number=number, undone_at__isnull=True)


def _refuse_game_change(event: Event, act: Act, side: str) -> None:
    """Raise if an undo or redo of *act* changes the game of *event* after results were entered."""
    for change in act.changes:
        game = (change[side] or {}).get("game")
        if change["model"] == Event._meta.label_lower and game is not None:
            get_event_kind(event).change_game(copy(event), game)


def move_to_archive(*, event: Event, user: User | None = None) -> Event:
    """Archive *event* and hide it from visitors."""
    with transaction.atomic():
        stored_event = lock_event(event)
        if stored_event.removed_at:
            return stored_event
        changed_event = copy(stored_event)
        changed_event.removed_at = timezone.now()
        changed_event.unpublish()
        _record_archive_act(stored_event, changed_event, "Archived.", user)
    return stored_event


def restore_event(*, event: Event, user: User | None = None) -> Event:
    """Restore an archived event. It stays unpublished.

    :raises DeskError: if the same event was imported since, so that both would count
    """
    with transaction.atomic():
        stored_event = lock_event(event)
        _refuse_listed_copy(stored_event)
        changed_event = copy(stored_event)
        changed_event.removed_at = None
        _record_archive_act(stored_event, changed_event, "Restored from the archive.", user)
    return stored_event


def _record_archive_act(
    stored_event: Event, changed_event: Event, message: str, user: User | None
) -> None:
    # As publishing, it has buttons of its own.
    with record_act(
        event=stored_event, kind=ActKind.PUBLISHING, message=message, user=user
    ) as journal:
        names = ("removed_at", "published_at", "corrections_until", "is_period_stopped")
        journal.change(stored_event, **{name: getattr(changed_event, name) for name in names})


def _refuse_listed_copy(event: Event) -> None:
    listed_copy = find_listed_copy(event)
    if listed_copy:
        raise DeskError(
            "restored-twice",
            "{name} on {date} is on the list, as event {event_id}. Archive it first, or rename it "
            "if it is another event.",
            name=listed_copy.name,
            date=f"{listed_copy.date:%d %B %Y}".lstrip("0"),
            event_id=listed_copy.pk,
        )
