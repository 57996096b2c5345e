"""What pages cost in a club of many nights and in a large event, in processor time beside one page of standings.

``CLUB_NIGHTS=2000 CLUB_SECTIONS=26 pytest -n 0 -m bench tests/bench/test_club.py``.
"""

from time import process_time

import pytest
from django.contrib.auth import get_user_model
from django.db import transaction

from director.core.night.publishing import publish_results
from director.models import Club, Event, Person, Result
from tests.bench.club import make_club_of_years
from tests.director.query_cost import count_cost
from tests.factories import make_director

pytestmark = [
    pytest.mark.bench,
    pytest.mark.django_db,
    pytest.mark.benchmark(timer=process_time, min_rounds=15),
]
PAGES = {
    "a published night": "/events/{event}/",
    "tonight": "/",
    "nights": "/nights/",
    "nights found": "/nights/?find=pairs+2025",
    "people": "/people/",
    "people found": "/people/?q=ada+7",
    "a person": "/people/{person}/",
    "seasons": "/seasons/",
    "results": "/results/",
    "results found": "/results/?q=ada+7",
    "a player": "/players/{person}/",
    "feed": "/results/feed.atom",
    "a board at scores": "/sessions/{section}/scores/boards/1/",
    "a table at scores": "/sessions/{section}/scores/rounds/1/tables/1/",
    "history": "/sessions/{session}/acts/",
}


@pytest.fixture(scope="module")
def addresses(django_db_setup, django_db_blocker):
    """What stands in the addresses of a club that is laid once for all pages."""
    with django_db_blocker.unblock(), transaction.atomic():
        club = make_club_of_years()
        make_director()
        Club.objects.update(has_player_pages=True)
        yield {
            "event": club.night.pk,
            "session": club.tonight[0].session_id,
            "section": club.tonight[0].ref,
            "person": Person.objects.order_by("pk").first().pk,
        }
        transaction.set_rollback(True)


@pytest.mark.parametrize("page", PAGES)
def test_page_of_the_club(benchmark, client, addresses, page):
    address = PAGES[page].format(**addresses)
    if page != "a published night":
        client.force_login(get_user_model().objects.get())
    client.get(address)
    with count_cost() as cost:
        response = client.get(address)
    assert benchmark(client.get, address).status_code == 200
    benchmark.extra_info |= {
        "queries": cost.queries,
        "rows": cost.rows,
        "bytes": len(response.content),
    }


@pytest.mark.parametrize("is_published", [False, True], ids=["at-the-desk", "published"])
def test_entry_of_tonight(benchmark, client, addresses, is_published):
    """One result is entered after the other, and the page of its board answered with it."""
    client.force_login(get_user_model().objects.get())
    event = Event.objects.get(sessions=addresses["session"])
    if is_published:
        publish_results(event=event)
    pk = (
        Result.objects.filter(section__session__event=event, section__letter="A", board_no=1)
        .earliest("ns")
        .pk
    )

    def enter():
        line = Result.objects.get(pk=pk)
        key, text = f"1-{line.ns}-{line.ew}", "4SS-1" if line.text == "4SS=" else "4SS="
        typed = {f"text-{key}": text, f"shown-{key}": line.text, f"version-{key}": line.version}
        return client.post(
            f"/sessions/{addresses['section']}/scores/boards/1/", typed, HTTP_HX_REQUEST="true"
        )

    enter()
    with count_cost() as cost:
        enter()
    assert benchmark(enter).status_code == 200
    benchmark.extra_info |= {"queries": cost.queries, "rows": cost.rows}
