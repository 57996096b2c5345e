"""Change, archive and restore an event. Each change is an act of its history."""

from collections.abc import Iterable
from copy import copy
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from director.core.base.sentences import DeskSentences
from director.core.night.events.fields import describe_changes
from director.core.night.events.read import find_listed_copy
from director.core.night.history.read import CHARGES, PUBLISHING, SETTINGS, SETTINGS_KINDS
from director.core.night.history.write import (
    lock_event,
    record_act,
    redo_act,
    refuse_changed_since,
    share_fields,
    undo_act,
)
from director.errors import DeskError
from director.kinds import get_event_kind
from director.models import Act, Event


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
            DeskSentences.RESTORED_TWICE,
            name=listed.name,
            date=f"{listed.date:%d %B %Y}".lstrip("0"),
            event_id=listed.pk,
        )
