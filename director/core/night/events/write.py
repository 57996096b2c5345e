"""Changing a night, taking it off the lists and putting it back."""

from datetime import date

from django.utils import timezone

from director.kinds import kind_of
from director.models import Event


def change_event(*, event: Event, name: str, on: date, game: str) -> Event:
    """Give *event* another name or day, or another game with what usually goes with it; return it.

    :raises DeskError: if the game changes and results are in
    """
    kind = kind_of(event)
    if game != event.game and kind.can_change_game:
        kind.change_game(event, game)
    event.name, event.date = name, on
    event.full_clean()
    event.save(update_fields=["name", "date", "game", "scoring", "scoring_options"])
    return event


def remove_event(*, event: Event) -> Event:
    """Take *event* off the lists and close it to visitors; everything is kept and can be put back."""
    if event.removed_at:
        return event
    event.removed_at = timezone.now()
    event.unpublish()
    event.save(update_fields=["removed_at", "published_at", "corrections_until"])
    return event


def restore_event(*, event: Event) -> Event:
    """Undo :func:`remove_event`; it stays unpublished."""
    event.removed_at = None
    event.save(update_fields=["removed_at"])
    return event
