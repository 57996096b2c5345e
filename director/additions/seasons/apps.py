"""What seasons add to the core's pages and files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from django.urls import reverse

from director.additions import AdditionConfig, AdditionTab, EventLink, SiteLinks, SitePages

if TYPE_CHECKING:
    from director.models import Club, Event


class SeasonsConfig(AdditionConfig):
    """Standings of several events, on the public home and beside each event."""

    name = "director.additions.seasons"
    nights_tabs = (AdditionTab("seasons", "Seasons", previous_tab_key="archived"),)
    event_menu = (("event_seasons", "Seasons"),)
    counting_help = "Results → Seasons adds an evening to the standings of the year."

    def ready(self) -> None:
        """Register what the file of an event carries of seasons."""
        from director.additions.seasons.settings import SEASON_RULES

        self.event_rules = SEASON_RULES

    def list_event_links(self, events: Sequence[Event]) -> list[EventLink]:
        """Return the seasons that count any of *events*, latest first. One query."""
        from director.additions.seasons.standings import fetch_seasons_of_events

        return [
            EventLink("Season", season.name, reverse("club_season", args=[season.pk]))
            for season in fetch_seasons_of_events(events)
        ]

    def make_site_links(self, club: Club) -> SiteLinks:
        """Return the club's public seasons. One query."""
        from director.additions.seasons.standings import fetch_public_seasons

        links = [
            (season.name, reverse("club_season", args=[season.pk]))
            for season in fetch_public_seasons(club)
        ]
        return SiteLinks("seasons", "Seasons", links)

    def iter_site_pages(self, club: Club) -> Iterator[SitePages]:
        """Yield the pages of each public season, without the pages that explain a total."""
        from director.additions.seasons.standings import fetch_public_seasons, fetch_season_version

        for season in fetch_public_seasons(club):
            page = reverse("club_season", args=[season.pk])
            json = reverse("club_season_json", args=[season.pk])
            if version := fetch_season_version(season.pk):
                yield SitePages((page, json), version)
