"""The feed of published nights: valid, with names that stay, and times that change only with results."""

from datetime import UTC, datetime, timedelta
from uuid import UUID
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.core.files.site import fetch_published_events, make_club_site
from director.core.night.events import change_event, move_to_archive
from director.core.night.publishing import (
    finalise_results,
    publish_results,
    reopen_results,
    unpublish_results,
)
from director.models import Club, Event
from tests.director.core.files.sites import SECRET, make_published
from tests.factories import enter_on_line, make_played_section

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
def test_a_published_night_is_told():
    event = make_published()
    (entry,) = feed()["entries"]
    assert entry["title"] == "Tuesday pairs, 17 November 2026"
    assert entry["link"] == f"http://testserver/events/{event.pk}/"
    assert entry["summary"].endswith("%")
    assert SECRET not in str(feed())
    assert feed()["links"] == {
        "alternate": "http://testserver/results/",
        "self": "http://testserver/results/feed.atom",
    }
    assert "/results/feed.atom" in Client().get("/results/").content.decode()


@pytest.mark.django_db
def test_only_results_change_the_time():
    section = make_played_section()
    event = section.session.event
    Event.objects.update(created_at=datetime(2026, 11, 1, tzinfo=UTC))
    long_ago = datetime(2026, 11, 18, tzinfo=UTC)
    event.versions.update(made_at=long_ago)
    (before,) = feed()["entries"]
    assert before["updated"] == before["published"] == "2026-11-18T00:00:00+00:00"
    event.refresh_from_db()
    for act in (unpublish_results, publish_results, finalise_results, reopen_results):
        act(event=event, **({"hours": 5} if act is reopen_results else {}))
    change_event(
        event=event, name="Wednesday pairs", date=event.date + timedelta(days=1), game="bridge"
    )
    (same,) = feed()["entries"]
    assert (same["id"], same["updated"]) == (before["id"], before["updated"])
    assert same["title"] == "Wednesday pairs, 18 November 2026"
    line = fetch_section_lines(section).all[0]
    enter_on_line(section, line, "7NTNX-5")
    (after,) = feed()["entries"]
    assert after["updated"] > before["updated"]
    assert (after["id"], after["published"]) == (before["id"], before["published"])


@pytest.mark.django_db
def test_unpublished_events_are_not_in_the_feed():
    first, second = make_played_section().session.event, make_played_section().session.event
    whole = feed()
    unpublish_results(event=first)
    move_to_archive(event=second)
    assert feed()["entries"] == []
    assert feed()["id"] == whole["id"]


@pytest.mark.django_db
def test_the_feed_is_sent_once(django_assert_num_queries):
    make_played_section(), make_played_section()
    with django_assert_num_queries(6):
        response = Client().get("/results/feed.atom")
    page = Client().get("/results/feed.atom", headers={"If-None-Match": response.headers["ETag"]})
    assert page.status_code == 304


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
