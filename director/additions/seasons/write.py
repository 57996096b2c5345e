"""Add, change and remove a season, and choose the events that count."""

from collections.abc import Collection
from typing import Any

from django.db import transaction

from director.additions.seasons.sentences import SeasonSentences
from director.core.base.versions import count_club_change
from director.errors import DeskError
from director.models import Club, Event, Season, SeasonEvent
from director.names import make_name_key


def add_season(*, club: Club, **rules: Any) -> Season:
    """Add a season to *club*, with its name and *rules*. Return it.

    :raises DeskError: if the name is taken
    """
    return store_season(season=Season(club=club), **rules)


def store_season(*, season: Season, **rules: Any) -> Season:
    """Save *season* with its name and *rules*. Return it.

    :raises DeskError: if another season of the club has the name
    """
    with transaction.atomic():
        other_seasons = Season.objects.filter(club=season.club).exclude(pk=season.pk)
        other_names = other_seasons.values_list("name", flat=True)
        if make_name_key(rules["name"]) in map(make_name_key, other_names):
            raise DeskError(SeasonSentences.SEASON_NAME_TAKEN, name=rules["name"])
        for name, value in rules.items():
            setattr(season, name, value)
        season.save()
        count_club_change(season.club_id)
    return season


def remove_season(*, season: Season) -> None:
    """Delete *season*. Its events stay."""
    with transaction.atomic():
        season.delete()
        count_club_change(season.club_id)


def add_season_events(*, season: Season, event_ids: Collection[int]) -> list[Event]:
    """Add events to *season*. Return the events that it had before.

    :raises DeskError: if no event is given, or one isn't a listed event of the club
    """
    if not event_ids:
        raise DeskError(SeasonSentences.SEASON_NO_EVENT)
    with transaction.atomic():
        events = list(
            Event.objects.filter(
                pk__in=event_ids, club=season.club, removed_at__isnull=True
            ).order_by("pk")
        )
        if len(events) < len(set(event_ids)):
            raise DeskError(SeasonSentences.SEASON_EVENT_GONE)
        counted_before = SeasonEvent.objects.filter(season=season, event__in=events)
        counted_ids = set(counted_before.values_list("event_id", flat=True))
        SeasonEvent.objects.bulk_create(
            SeasonEvent(season=season, event=event)
            for event in events
            if event.pk not in counted_ids
        )
        count_club_change(season.club_id)
    return [event for event in events if event.pk in counted_ids]


def remove_season_event(*, season: Season, event_id: int) -> None:
    """Remove an event from *season*."""
    with transaction.atomic():
        SeasonEvent.objects.filter(season=season, event_id=event_id).delete()
        count_club_change(season.club_id)
