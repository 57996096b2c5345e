"""A player's public page: events with place and percentage, partners, curve; only what club and player allow."""

from datetime import date
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from director.core.club.people import change_person
from director.core.club.players import make_player_curve
from director.core.files.site import fetch_published_events, make_club_site
from director.models import Club, Person
from tests.director.core.files.sites import find_broken_links
from tests.director.query_cost import count_cost

pytestmark = pytest.mark.django_db


def page_of(person):
    return Client().get(f"/players/{person.pk}/")


def test_nobody_has_a_page_unless_the_club_allows_it(section):
    person = Person.objects.first()
    assert page_of(person).status_code == 200
    club = Club.objects.get()
    club.has_player_pages = False
    club.save()
    assert page_of(person).status_code == 404
    found = Client().get("/results/", {"q": person.name})
    assert f'href="{reverse("player", args=[person.pk])}"' not in found.content.decode()


def test_kept_page_costs_one_question(section):
    person = Person.objects.first()
    page_of(person)
    with count_cost() as cost:
        page_of(person)
    assert cost.queries == 1


def test_site_has_the_pages_of_players_who_are_shown(section):
    hidden = Person.objects.last()
    change_person(person=hidden, name=hidden.name, number="", is_hidden=True)
    club = Club.objects.get()
    files = make_club_site(club, list(fetch_published_events(club)))
    shown = {f"players/{person.pk}.html" for person in Person.objects.exclude(pk=hidden.pk)}
    assert {name for name in files if name.startswith("players/")} == shown
    assert find_broken_links(files) == []


def test_curve_has_a_point_per_percentage():
    figures = [(date(2026, 1, day), Fraction(40 + day)) for day in range(1, 11)]
    drawn = make_player_curve(figures)
    assert [tick.label for tick in drawn.curve.ticks] == ["35%", "40%", "45%", "50%", "55%", "60%"]
    assert [tick.label for tick in drawn.curve.ticks if tick.is_middle] == ["50%"]
    assert len(drawn.curve.dots) == 10
    heights = [dot.y for dot in drawn.curve.dots]
    assert heights == sorted(heights, reverse=True)
    assert drawn.date_format == "j M Y"
    assert make_player_curve(figures[:1]) is None
