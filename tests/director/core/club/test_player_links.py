"""The pages of a pair, a party's player and a season lead to the pages of players, where they are shown."""

import pytest
from django.test import Client
from django.urls import reverse

from director.additions.seasons.settings import add_season, add_season_events
from director.models import Club
from tests.director.pages import find_elements

pytestmark = pytest.mark.django_db


def players_linked(path: str) -> set[str]:
    """Return the addresses of players' pages on the public page at *path*, which all answer."""
    page = Client().get(path)
    assert page.status_code == 200
    links = {link.get("href") for link in find_elements(page, "main a")}
    found = {link for link in links if (link or "").startswith("/players/")}
    assert all(Client().get(link).status_code == 200 for link in found)
    return found


def test_a_club_without_pages_of_players_has_no_links(section):
    season = add_season(club=Club.objects.get(), name="Winter", points="percent", best=0)
    add_season_events(season=season, event_ids=[section.session.event_id])
    club = Club.objects.get()
    club.has_player_pages = False
    club.save()
    for path in (
        reverse("event_pair", args=[section.session.event_id, 1]),
        reverse("club_season", args=[season.pk]),
    ):
        assert players_linked(path) == set()
