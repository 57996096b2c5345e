"""The club's public home: the latest results with winner, score and game, found by name, true at once."""

from datetime import date

import pytest
from django.core.cache import cache
from django.test import Client

from director.core.club.people import get_session_paths_by_player_model
from director.models import Event, Person
from tests.cases import leave_to_slow
from tests.director.core.files.sites import KINDS, make_published
from tests.director.pages import find_elements, find_texts
from tests.director.query_cost import count_cost
from tests.factories import make_club, make_played_section

pytestmark = pytest.mark.django_db


def home(**asked):
    return Client().get("/results/", asked)


def test_lists_say_that_the_order_is_not_the_last_word():
    make_played_section(leave=1)
    page = Client().get("/results/", {"find": "Tuesday"})
    assert all("so far" in text for text in find_texts(page, ".latest td p"))


def test_events_are_found_by_name_and_year():
    make_played_section()
    Event.objects.update(name="Autumn pairs")
    found = [
        find_texts(home(q=text), ".latest tbody th a")
        for text in ("autumn", "Pairs 2026", "2025", "zzz")
    ]
    assert found == [["Autumn pairs"], ["Autumn pairs"], [], []]
    assert "Nothing matches “zzz”." in home(q="zzz").content.decode()


def test_empty_club_says_so():
    make_club()
    assert find_texts(home(), "main p")[0] == "No results are published yet."


@pytest.mark.parametrize("called", leave_to_slow(KINDS, but=1))
def test_a_name_is_found_in_every_night_of_a_club_without_pages_of_players(called):
    make_published(called)
    later = make_played_section().session.event
    Event.objects.filter(pk=later.pk).update(date=date(2026, 12, 1))
    model, session_path = next(
        (model, path)
        for model, path in get_session_paths_by_player_model().items()
        if model.objects.exclude(**{f"{path}__event": later}).exclude(person=None).exists()
    )
    player = model.objects.exclude(**{f"{session_path}__event": later}).exclude(person=None).first()
    page = home(q=player.person.name)
    assert f"{player.person.name} Demonstration {called}, 17 Nov 2026" in find_texts(
        page, ".sheet .links li"
    )
    (link,) = [
        link for link in find_elements(page, ".sheet .links a") if "find=" in link.get("href")
    ]
    assert player.person.name in Client().get(link.get("href"), follow=True).content.decode()
    Person.objects.filter(pk=player.person_id).update(is_hidden=True)
    cache.clear()
    assert find_elements(home(q=player.person.name), ".sheet .links") == []


def test_kept_home_costs_one_question():
    make_played_section()
    home()
    with count_cost() as cost:
        home()
    assert cost.queries == 1
