"""The feed of published nights: valid, with names that stay, and times that change only with results."""

from datetime import datetime, timedelta
from uuid import UUID
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse

from director.core.files.site import fetch_published_events, make_club_site
from director.models import Club, Event
from tests.director.core.files.sites import make_published
from tests.factories import make_played_section

ATOM = "{http://www.w3.org/2005/Atom}"


def read(content: bytes) -> dict:
    """Return what a reader takes from a feed; one that is not as RFC 4287 asks fails."""
    root = ElementTree.fromstring(content)  # noqa: S314  our own
    assert root.tag == f"{ATOM}feed"
    assert {
        UUID(element.text.removeprefix("urn:uuid:")).version for element in root.iter(f"{ATOM}id")
    } <= {5}
    for element in (root, *root.iter(f"{ATOM}entry")):
        assert [len(element.findall(f"{ATOM}{tag}")) for tag in ("id", "title", "updated")] == [
            1,
            1,
            1,
        ]
    assert root.findtext(f"{ATOM}author/{ATOM}name")
    for time in (*root.iter(f"{ATOM}updated"), *root.iter(f"{ATOM}published")):
        assert datetime.fromisoformat(time.text).utcoffset() == timedelta(0)
    return {
        "links": {link.get("rel"): link.get("href") for link in root.findall(f"{ATOM}link")},
        "id": root.findtext(f"{ATOM}id"),
        "entries": [
            {child.tag.removeprefix(ATOM): child.text or child.get("href") for child in entry}
            for entry in root.findall(f"{ATOM}entry")
        ],
    }


def feed() -> dict:
    response = Client().get("/results/feed.atom")
    assert response.headers["Content-Type"] == "application/atom+xml; charset=utf-8"
    return read(response.content)


@pytest.mark.django_db
def test_the_feed_of_a_site_leads_into_its_folder():
    make_played_section()
    club = Club.objects.get()
    files = make_club_site(club, list(fetch_published_events(club)))
    told = read(files["feed.atom"])
    assert told["links"] == {"alternate": "index.html"}
    assert [entry["link"] in files for entry in told["entries"]] == [True]
    assert told["entries"][0]["id"] == feed()["entries"][0]["id"]


@pytest.mark.django_db
def test_characters_that_xml_cannot_hold_are_left_out():
    event = make_published()
    Event.objects.filter(pk=event.pk).update(name="A\x0b & <B>")
    (entry,) = feed()["entries"]
    assert entry["title"] == "A & <B>, 17 November 2026"


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["published", "feed", "embedded_latest"])
def test_reading_before_the_club_is_set_up_makes_no_club(name):
    assert Client().get(reverse(name)).status_code == 200
    assert Club.objects.count() == 0
