"""Change, archive and restore an event."""

from datetime import date
from typing import Any

from django.utils import timezone

from director.kinds import get_event_kind
from director.models import Event


def change_event(*, event: Event, name: str, on: date, game: str = "", **settings: Any) -> Event:
    """Change the name, date, game or other *settings* of *event*. Return it.

    :raises DeskError: if the game changes although results were entered
    :raises TypeError: if an event has no such setting
    """
    unknown_settings = set(settings) - {field.name for field in Event._meta.concrete_fields}
    if unknown_settings:
        raise TypeError(f"An event has no {', '.join(sorted(unknown_settings))}.")
    kind = get_event_kind(event)
    if game != event.game and kind.can_change_game:
        kind.change_game(event, game)
    event.name = name
    event.date = on
    for field_name, value in settings.items():
        setattr(event, field_name, value)
    event.full_clean()
    event.save(update_fields=["name", "date", "game", "scoring", "scoring_options", *settings])
    return event


def change_charges(*, event: Event, charge_code: str, point_scale: str) -> Event:
    """Change the charge code and point scale for the union of *event*. Return the event."""
    event.charge_code = charge_code
    event.point_scale = point_scale
    event.save(update_fields=["charge_code", "point_scale"])
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
    """Restore an archived event. It stays unpublished."""
    event.removed_at = None
    event.save(update_fields=["removed_at"])
    return event
