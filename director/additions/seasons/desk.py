"""Links to seasons and their public pages, and the rules of seasons in the file of an event."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import cast

from django.urls import reverse

from director.additions.seasons.settings import (
    SeasonFields,
    add_to_weekly_seasons,
    import_seasons,
    read_season_rules,
    upgrade_season_rules,
    write_season_rules,
)
from director.additions.seasons.standings import (
    fetch_public_seasons,
    fetch_season_version,
    fetch_seasons_of_events,
)
from director.core.club.hooks import EventCounting, EventLink, SiteLinks, SitePages
from director.core.files.hooks import EventRules
from director.models import Club, Event


def count_new_event(instance: Event, *, created: bool, raw: bool, **_signal: object) -> None:
    """Add an event to the seasons of its weekday when it is created, but not when it is restored."""
    if created and not raw:
        add_to_weekly_seasons(instance)


class CountingSeasons(EventCounting):
    """Standings of several events."""

    help = "Results → Seasons adds an evening to the standings of the year."

    def list_event_links(self, events: Sequence[Event]) -> list[EventLink]:
        """Return the seasons that count any of *events*, latest first. One query."""
        return [
            EventLink("Season", season.name, reverse("club_season", args=[season.pk]))
            for season in fetch_seasons_of_events(events)
        ]

    def list_site_links(self, club: Club) -> list[SiteLinks]:
        """Return the club's public seasons. One query."""
        links = [
            (season.name, reverse("club_season", args=[season.pk]))
            for season in fetch_public_seasons(club)
        ]
        return [SiteLinks("seasons", "Seasons", links)] if links else []

    def iter_site_pages(self, club: Club) -> Iterator[SitePages]:
        """Yield the pages of each public season, without the pages that explain a total."""
        for season in fetch_public_seasons(club):
            page = reverse("club_season", args=[season.pk])
            json = reverse("club_season_json", args=[season.pk])
            if version := fetch_season_version(season.pk):
                yield SitePages((page, json), version)


class SeasonRules(EventRules):
    """The seasons that an event counts for, with their rules."""

    def write(self, event: Event) -> dict[str, object]:
        """Return the rules of each season of *event*."""
        return write_season_rules(event)

    def upgrade(self, records: Collection[Mapping[str, object]], rules: object) -> object:
        """Return the *rules* of an older file, in which only a party named its season."""
        return upgrade_season_rules(records, rules)

    def read(self, rules: object) -> list[SeasonFields]:
        """Return the rules of each season, checked."""
        return read_season_rules(rules)

    def store(self, event: Event, rules: object) -> tuple[str, ...]:
        """Add *event* to its seasons, created if needed."""
        return import_seasons(event, cast(list[SeasonFields], rules))
