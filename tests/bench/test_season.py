"""What a season of 50 events, the club's home and a player's page cost beside a published page of standings.

In processor time: kept, and first asked.

``CLUB_NIGHTS=2000 pytest -n 0 -m bench tests/bench/test_season.py``.
"""

from time import process_time

import pytest
from django.core.cache import caches
from django.db import connection, transaction
from django.db.models import Count

from director.additions.seasons.settings import add_season, add_season_events
from director.core.base.versions import LruCache
from director.models import EntryPlayer, Event
from tests.bench.club import make_club_of_years

pytestmark = [
    pytest.mark.bench,
    pytest.mark.django_db,
    pytest.mark.benchmark(timer=process_time, min_rounds=5),
]
EVENTS = 50
PAGES = ["a published night", "a season", "the home", "a player"]


@pytest.fixture(scope="module")
def addresses(django_db_setup, django_db_blocker):
    """The addresses of a published event and of a season, in a club that is laid once."""
    with django_db_blocker.unblock(), transaction.atomic():
        club = make_club_of_years(sections=1).night.club
        club.has_player_pages = True
        club.save()
        events = Event.objects.filter(published_at__isnull=False).order_by("-pk")[:EVENTS]
        season = add_season(
            club=club,
            name="Year",
            counting="people",
            points="percent",
            best=10,
            minimum=0,
            attendance=0,
            table="",
        )
        add_season_events(season=season, event_ids=[event.pk for event in events])
        connection.run_on_commit.clear()  # pages are kept as if the club were stored
        person = (
            EntryPlayer.objects.values("person")
            .annotate(nights=Count("pk"))
            .order_by("-nights")[0]["person"]
        )
        yield {
            "a published night": f"/events/{events[0].pk}/",
            "a season": f"/club-seasons/{season.pk}/",
            "the home": "/results/",
            "a player": f"/players/{person}/",
        }
        transaction.set_rollback(True)


def forget():
    """Keep nothing that was made before."""
    caches["pages"].clear()
    LruCache.clear_all()


@pytest.mark.parametrize("page", PAGES)
def test_kept_page(benchmark, client, addresses, page):
    client.get(addresses[page])
    assert benchmark(client.get, addresses[page]).status_code == 200


@pytest.mark.parametrize("page", PAGES)
def test_page_first_asked(benchmark, client, addresses, page):
    response = benchmark.pedantic(client.get, (addresses[page],), setup=forget, rounds=5)
    assert response.status_code == 200
