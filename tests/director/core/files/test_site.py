"""The pages of published nights in a folder: every link leads to a file there, and nothing private is in one."""

import json
from datetime import date
from html import escape

import pytest
from django.test import Client

from director.core.files.site import make_event_site
from director.core.night.publishing import unpublish_results
from director.errors import DeskError
from director.event_kinds import get_event_kind
from director.models import Event
from tests.director.core.files.sites import KINDS, SECRET, find_broken_links, make_published
from tests.factories import make_played_section

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
        for group in get_event_kind(event).make_standings_snapshot(event).standings
        for row in group["rows"]
    }
    assert names
    assert [name for name in names if escape(name) not in files["index.html"].decode()] == []


def test_a_night_that_is_not_published_is_no_site():
    event = make_played_section().session.event
    unpublish_results(event=event)
    with pytest.raises(DeskError) as refused:
        make_event_site(event)
    assert str(refused.value) == (
        "Tuesday pairs isn’t published. Publish it first, then save it as a site."
    )


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
