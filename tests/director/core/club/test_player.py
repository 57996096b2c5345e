"""A player's public page: events with place and percentage, partners, curve; only what club and player allow."""

from datetime import date
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from director.core.base.kind_parts import VersionedKind
from director.core.base.standings_versions import complete_versions
from director.core.club.people import change_person
from director.core.club.players import make_player_curve, make_player_results
from director.core.files.site import fetch_published_events, make_club_site
from director.core.night.publishing import unpublish_results
from director.event_kinds import ask_kind
from director.models import Club, Entry, Person, StandingsVersion
from tests.director.core.files.sites import KINDS, find_broken_links, make_published
from tests.director.pages import find_elements, find_texts
from tests.director.query_cost import count_cost

pytestmark = pytest.mark.django_db


def page_of(person):
    return Client().get(f"/players/{person.pk}/")


@pytest.mark.parametrize("called", KINDS)
def test_page_says_what_the_standings_say_of_every_player(called):
    event = make_published(called)
    Club.objects.update(has_player_pages=True)
    rows = [
        row
        for group in ask_kind(event, VersionedKind).make_standings_snapshot(event).standings
        for row in group["rows"]
    ]
    checked = 0
    for person in Person.objects.all():
        night = make_player_results(person).events[0]
        own = [row for row in rows if person.name in row["names"].split(" & ")]
        if len(own) == 1:
            assert night.rank == own[0]["place"]
            assert night.score == (
                f"{own[0]['percent']}%" if own[0]["percent"] else own[0]["total"]
            )
            checked += 1
        else:  # a team has a name of its own
            assert night.rank in {row["place"] for row in rows}
    assert checked == (0 if called == "teams" else Person.objects.count())


def test_page_has_partner_and_average(section):
    entry = section.entries.first()
    one, other = entry.players.all()
    page = page_of(one)
    assert find_texts(page, "h1") == [one.name]
    assert other.name in find_texts(page, ".player a")
    percent = make_player_results(one).events[0].percent
    assert make_player_results(one).average == percent
    assert [
        meta.get("content") for meta in find_elements(page, "meta") if meta.get("name") == "robots"
    ] == ["noindex"]


def test_nobody_has_a_page_unless_the_club_allows_it(section):
    person = Person.objects.first()
    assert page_of(person).status_code == 200
    club = Club.objects.get()
    club.has_player_pages = False
    club.save()
    assert page_of(person).status_code == 404
    found = Client().get("/results/", {"q": person.name})
    assert f'href="{reverse("player", args=[person.pk])}"' not in found.content.decode()


def test_hidden_player_has_no_page_and_is_nobodys_partner(section, desk):
    one, other = section.entries.first().players.all()
    assert other.name in find_texts(page_of(one), ".player a")
    typed = {"name": other.name, "number": "", "is_hidden": "on"}
    assert desk.post(f"/people/{other.pk}/", typed).status_code == 302
    assert page_of(other).status_code == 404
    assert other.name not in page_of(one).content.decode()
    assert other.name not in find_texts(Client().get("/results/", {"q": other.name}), "li a")
    assert one.name in find_texts(Client().get("/results/", {"q": one.name}), "li a")
    assert list(Person.objects.filter(is_hidden=True)) == [other]


def test_unpublished_events_appear_nowhere(section):
    person = Person.objects.first()
    assert page_of(person).status_code == 200
    unpublish_results(event=section.session.event)
    assert page_of(person).status_code == 404
    assert find_texts(Client().get("/results/", {"q": person.name}), "li a") == []


def test_new_name_shows_at_once_also_on_a_final_night(section):
    person = Person.objects.first()
    place = make_player_results(person).events[0].rank
    event = section.session.event
    event.corrections_until = event.published_at
    event.save()
    change_person(person=person, name="Zora Oak", number="")
    assert find_texts(page_of(person), "h1") == ["Zora Oak"]
    assert make_player_results(person).events[0].rank == place != ""


def test_namesakes_are_not_taken_for_each_other(section):
    first, second = Entry.objects.all()[:2]
    one, other = first.players.first(), second.players.first()
    change_person(person=other, name=one.name, number="17")
    complete_versions([section.session.event_id])
    rows = {
        row["pair"]: row["place"] for row in StandingsVersion.objects.first().standings[0]["rows"]
    }
    for entry, person in ((first, one), (second, other)):
        person.refresh_from_db()
        assert make_player_results(person).events[0].rank == rows[section.get_label(entry.pair_no)]


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
