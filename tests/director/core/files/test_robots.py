"""Which pages search engines may list: published results, while the club lets them, and no page of a single player."""

import pytest
from django.test import Client

from tests.cases import leave_to_slow
from tests.director.core.files.sites import KINDS, make_published
from tests.director.pages import find_elements
from tests.director.party.parties import make_seated_party, play_round

pytestmark = pytest.mark.django_db


def robots(page) -> list[str]:
    return [
        meta.get("content") for meta in find_elements(page, "meta") if meta.get("name") == "robots"
    ]


@pytest.mark.slow
def test_unpublished_results_are_not_listed(desk):
    party = make_seated_party()
    play_round(party)
    base = party.session.event.get_absolute_url()
    assert [robots(desk.get(page)) for page in (base, f"{base}players/1/", "/")] == [
        ["noindex"]
    ] * 3


FILES = ("results.json", "players.csv")


@pytest.mark.parametrize("called", leave_to_slow(KINDS, but=1))
def test_files_of_published_results_are_not_listed(called):
    event = make_published(called)
    base = event.get_absolute_url()
    answers = [Client().get(f"{base}{name}") for name in FILES] + [
        Client().get("/results/feed.atom")
    ]
    found = [response for response in answers if response.status_code == 200]
    assert len(found) == (3 if called == "teams" else 2)
    assert {response.headers.get("X-Robots-Tag") for response in found} == {"noindex"}
    page = Client().get(f"{base}results.json")  # kept by now
    assert page.content == found[0].content
    assert page.headers["X-Robots-Tag"] == "noindex"
