"""Change, archive and restore an event."""

from typing import Any

from django.utils import timezone

from director.core.base.sentences import DeskSentences
from director.core.night.events.read import find_listed_copy
from director.errors import DeskError
from director.kinds import get_event_kind
from director.models import Event


def change_event(*, event: Event, game: str = "", **settings: Any) -> Event:
    """Change the game or other *settings* of *event*, which are its fields. Return it.

    :raises DeskError: if the game changes although results were entered
    :raises TypeError: if an event has no such setting
    """
    unknown_settings = set(settings) - {field.name for field in Event._meta.concrete_fields}
    if unknown_settings:
        raise TypeError(f"An event has no {', '.join(sorted(unknown_settings))}.")
    kind = get_event_kind(event)
    if game not in ("", event.game) and kind.can_change_game:
        kind.change_game(event, game)
    for field_name, value in settings.items():
        setattr(event, field_name, value)
    if event.is_long_running and event.corrections_until and not event.is_final:
        # It is open until it is made final, so no period may end it a day later.
        event.corrections_until = None
        settings["corrections_until"] = None
    event.full_clean()
    event.save(update_fields=["game", "scoring", "scoring_options", *settings])
    return event


def change_charges(*, event: Event, **charges: str) -> Event:
    """Change the fields of *event* that its file for the union names. Return the event."""
    for name, value in charges.items():
        setattr(event, name, value)
    event.save(update_fields=[*charges])
    return event


def remove_event(*, event: Event) -> Event:
    """Archive *event* and hide it from visitors."""
    if event.removed_at:
        return event
    event.removed_at = timezone.now()
    event.unpublish()
    event.save(
        update_fields=["removed_at", "published_at", "corrections_until", "is_period_stopped"]
    )
    return event


def restore_event(*, event: Event) -> Event:
    """Restore an archived event. It stays unpublished.

    :raises DeskError: if the same event was imported since, so that both would count
    """
    copy = find_listed_copy(event)
    if copy:
        raise DeskError(
            DeskSentences.RESTORED_TWICE,
            name=copy.name,
            date=f"{copy.date:%d %B %Y}".lstrip("0"),
            event_id=copy.pk,
        )
    event.removed_at = None
    event.save(update_fields=["removed_at"])
    return event
