"""Which pages search engines may list: published results, while the club lets them, and no page of a single player."""

import pytest
from django.test import Client

from director.core.club.club import get_or_create_club
from tests.director.core.files.sites import KINDS, make_published
from tests.director.pages import find_elements
from tests.director.party.parties import make_seated_party, play_round

pytestmark = pytest.mark.django_db


def robots(page) -> list[str]:
    return [
        meta.get("content") for meta in find_elements(page, "meta") if meta.get("name") == "robots"
    ]


def test_published_results_are_listed_and_pages_of_players_are_not():
    event = make_published()
    base = event.get_absolute_url()
    pages = ("", "boards/1/", "recap/", "pairs/1/")
    assert [robots(Client().get(f"{base}{page}")) for page in pages] == [[], [], [], ["noindex"]]
    assert [
        robots(Client().get(page)) for page in ("/results/", "/embedded/latest/", "/sign-in/")
    ] == [
        [],
        [],
        ["noindex"],
    ]


def test_unpublished_results_are_not_listed(desk):
    party = make_seated_party()
    play_round(party)
    base = party.session.event.get_absolute_url()
    assert [robots(desk.get(page)) for page in (base, f"{base}players/1/", "/")] == [
        ["noindex"]
    ] * 3


def test_club_keeps_published_results_off_the_lists(desk):
    event = make_published()
    Client().get(event.get_absolute_url())  # kept by now
    club = get_or_create_club()
    assert desk.post("/club/", {"club_name": club.name, "paper": club.paper}).status_code == 302
    pages = (event.get_absolute_url(), "/results/", "/embedded/latest/")
    assert [robots(Client().get(page)) for page in pages] == [["noindex"]] * 3
    desk.post("/club/", {"club_name": club.name, "paper": club.paper, "is_indexed": "on"})
    assert [robots(Client().get(page)) for page in pages] == [[]] * 3


FILES = ("results.json", "players.csv")


@pytest.mark.parametrize("called", KINDS)
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


def test_files_of_the_desk_and_of_phones_are_not_listed(desk):
    event = make_published()
    exports = [
        f"/events/{event.pk}/export/{form}/" for form in ("csv", "xlsx", "zip", "usebio", "json")
    ]
    answers = [desk.get(address) for address in (*exports, "/health/", "/t/table.js")]
    assert [response.status_code for response in answers] == [200] * 7
    assert {response.headers.get("X-Robots-Tag") for response in answers} == {"noindex"}


def test_a_page_that_is_unchanged_is_not_taken_off_the_lists():
    address = make_published().get_absolute_url()
    page = Client().get(address)
    unchanged = Client().get(address, headers={"If-None-Match": page.headers["ETag"]})
    assert page.status_code == 200
    assert unchanged.status_code == 304
    assert [response.headers.get("X-Robots-Tag") for response in (page, unchanged)] == [None, None]
