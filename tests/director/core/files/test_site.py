"""The pages of published nights in a folder: every link leads to a file there, and nothing private is in one."""

import json
from datetime import date, timedelta
from html import escape
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.test import Client
from django.utils import timezone

from director.core.base.kind_parts import VersionedKind
from director.core.files.linked_pages import LinkedPage
from director.core.files.site import fetch_published_events, make_club_site, make_event_site
from director.core.night.publishing import publish_results, unpublish_results
from director.errors import DeskError
from director.event_kinds import ask_kind
from director.models import Club, Event
from tests.director.core.files.sites import KINDS, SECRET, find_broken_links, make_published
from tests.director.pages import find_texts
from tests.factories import make_played_section, make_sections

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "called", ["", *(pytest.param(called, marks=pytest.mark.slow) for called in KINDS)]
)
def test_a_site_is_whole_holds_nothing_private_and_is_the_same_every_time(called):
    event = make_published(called)
    files = make_event_site(event)
    assert find_broken_links(files) == []
    assert [
        name for name, content in files.items() if SECRET.casefold().encode() in content.lower()
    ] == []
    assert files["index.html"].count(b"<h1>") == 1
    assert list(make_event_site(event).items()) == list(files.items())
    anew = Client().get(f"{event.get_absolute_url()}results.json")
    assert json.loads(files["results.json"]) == json.loads(anew.content)
    names = {
        row["names"]
        for group in ask_kind(event, VersionedKind).make_standings_snapshot(event).standings
        for row in group["rows"]
    }
    assert names
    assert [name for name in names if escape(name) not in files["index.html"].decode()] == []


def test_a_site_says_the_same_after_the_time_for_corrections():
    event = make_played_section().session.event
    before = make_event_site(event)["index.html"]
    ends = timezone.now() - timedelta(days=3)
    Event.objects.update(corrections_until=ends)
    after = make_event_site(event)["index.html"]
    assert b"left)" not in before
    assert b"Final from" in before
    assert b"Final from" in after


def test_pages_of_a_night_of_pairs():
    names = make_event_site(make_played_section().session.event)
    pairs = [f"pairs/{number}.html" for number in range(1, 5)]
    boards = [f"boards/{number}.html" for number in range(1, 7)]
    pages = ["changes.html", "index.html", "recap.html", "results.json"]
    assert sorted(name for name in names if not name.startswith("style/")) == sorted(
        pairs + boards + pages
    )


def test_every_session_of_an_event_is_in_its_site():
    event = make_sections(letters="A", sessions=2)[0].session.event
    publish_results(event=event)
    files = make_event_site(event)
    assert {
        "sessions/1.html",
        "sessions/2.html",
        "sessions/2/boards/1.html",
        "sessions/1/pairs/3.html",
    } <= set(files)
    assert find_broken_links(files) == []


def test_a_night_that_is_not_published_is_no_site():
    event = make_played_section().session.event
    unpublish_results(event=event)
    with pytest.raises(DeskError) as refused:
        make_event_site(event)
    assert str(refused.value) == (
        "Tuesday pairs isn’t published. Publish it first, then save it as a site."
    )


def test_a_site_of_the_club_lists_its_nights():
    first = make_published()
    second = make_played_section().session.event
    club = Club.objects.get()
    files = make_club_site(club, list(fetch_published_events(club)))
    assert find_broken_links(files) == []
    assert not [name for name in files if SECRET.encode() in files[name]]
    listed = [
        link
        for link in LinkedPage(files["index.html"].decode()).addresses
        if link.startswith("events/")
    ]
    assert sorted(listed) == sorted(f"events/{event.pk}/index.html" for event in (first, second))
    assert b'href="../../index.html"' in files[f"events/{second.pk}/index.html"]


def test_the_site_is_taken_away_as_a_zip(desk):
    event = make_played_section().session.event
    response = desk.get(f"/events/{event.pk}/export/site/")
    assert (
        response.headers["Content-Disposition"]
        == 'attachment; filename="tuesday-pairs-2026-11-17-site.zip"'
    )
    with ZipFile(BytesIO(response.content)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    assert files == make_event_site(event)
    unpublish_results(event=event)
    refused = desk.get(f"/events/{event.pk}/export/site/")
    assert refused.status_code == 422
    assert find_texts(refused, ".say.bad")[0][:31] == "Tuesday pairs isn’t published. "


def test_visitors_find_the_published_nights():
    event = make_published()
    response = Client().get("/results/")
    assert f'<a href="{event.get_absolute_url()}">{event.name}</a>' in response.content.decode()
    assert SECRET not in response.content.decode()


def test_the_list_of_nights_costs_the_same_however_many(django_assert_num_queries):
    make_played_section()
    with django_assert_num_queries(9):
        Client().get("/results/")
    for number in range(5):
        event = Event.objects.first()
        event.pk, event.name, event.date = None, f"Night {number}", date(2025, 1, 1 + number)
        event.save()
    with django_assert_num_queries(9):
        assert Client().get("/results/").content.decode().count("Night ") == 5
