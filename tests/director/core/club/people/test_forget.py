"""Deleting somebody on request: the name is nowhere any more, what they played stays as it was."""

import json

import pytest
from django.core import serializers

from director.boards.movement.lines.read import section_lines
from director.boards.play.scores.result import import_result
from director.boards.scoring.standings.event import EventResults
from director.core.club.people.merge import merge_person
from director.core.club.people.write import change_person
from director.core.club.seasons.read import season_sheet
from director.core.club.seasons.write import add_season, add_season_events
from director.core.night.publishing.write import publish_results
from director.models import Person, PersonMerge
from tests.director.pages import texts
from tests.factories import enter_all, make_night

pytestmark = pytest.mark.django_db


@pytest.fixture
def section():
    """A published night with a correction, so that versions of its standings have names."""
    section = make_night(pairs=6)
    club = section.session.event.club
    club.has_player_pages = True
    club.save()
    enter_all(section)
    publish_results(event=section.session.event)
    import_result(section=section, line=section_lines(section).all[0], text="7NTXXS-13", user=None)
    return section


def somebody(section):
    return section.entries.get(pair_no=1).players.first()


def forget(desk, person):
    return desk.post(f"/people/{person.pk}/forget/", {"name": person.name}, follow=True)


def everything():
    """Return every record of the program but sessions of signing in, as text."""
    from django.apps import apps

    models = apps.get_app_config("director").get_models()
    return "\n".join(serializers.serialize("jsonl", model._base_manager.all()) for model in models)


def figures(section):
    groups = EventResults(section.session.event).standings.groups
    return [(row.place, row.label, row.total) for group in groups for row in group.rows]


def test_the_name_is_gone_and_the_results_stay(desk, client, section):
    person, before = somebody(section), figures(section)
    change_person(
        person=person,
        name=person.name,
        number="12345",
        others="EBU: 77",
        email="ada@example.org",
    )
    name, event = person.name, section.session.event_id
    assert name in everything()
    page = forget(desk, person)
    assert f"Deleted. Results show Former player {person.pk} instead." in " ".join(
        texts(page, ".say")
    )
    kept = everything()
    assert name not in kept
    assert json.dumps(name)[1:-1] not in kept
    assert {text in kept for text in ("12345", "ada@example.org", '"77"')} == {False}
    assert figures(section) == before
    for address in (
        f"/events/{event}/",
        f"/events/{event}/changes/",
        f"/events/{event}/results.json",
        "/results/",
    ):
        assert name not in client.get(address).content.decode()
    assert f"Former player {person.pk}" in client.get(f"/events/{event}/").content.decode()
    assert client.get(f"/players/{person.pk}/").status_code == 404


def test_the_page_says_what_happens_and_asks_for_the_name(desk, section):
    person = somebody(section)
    page = desk.get(f"/people/{person.pk}/forget/").content.decode()
    assert "You can’t undo this." in page
    refused = desk.post(f"/people/{person.pk}/forget/", {"name": "Ada"})
    assert refused.status_code == 422
    assert texts(refused, "p.bad") == [
        f"This isn’t the name. Type {person.name} as it is shown, then delete."
    ]
    assert Person.objects.get(pk=person.pk).name == person.name


def test_a_season_keeps_the_points_of_somebody_deleted(desk, section):
    event = section.session.event
    season = add_season(club=event.club, name="Winter")
    add_season_events(season=season, event_ids=[event.pk])
    person = somebody(section)
    before = {row.key: row.total for row in season_sheet(season, published=True).rows}
    forget(desk, person)
    rows = season_sheet(season, published=True).rows
    assert {row.key: row.total for row in rows} == before
    assert {row.name for row in rows if row.key == str(person.pk)} == {f"Former player {person.pk}"}


def test_a_merge_is_forgotten_with_the_person(desk, section):
    person, club = somebody(section), section.session.event.club
    merge_person(person=Person.objects.create(club=club, name="Adah Ashe"), into=person)
    forget(desk, person)
    assert not PersonMerge.objects.exists()
    assert "Adah Ashe" not in everything()


def test_a_namesake_in_the_same_event_keeps_the_name(desk, section):
    person, other = (
        section.entries.get(pair_no=1).players.first(),
        section.entries.get(pair_no=2).players.first(),
    )
    change_person(person=other, name=person.name, number="777")
    forget(desk, person)
    assert Person.objects.get(pk=other.pk).name == person.name
    rows = [
        row.names
        for group in EventResults(section.session.event).standings.groups
        for row in group.rows
    ]
    assert sum(person.name in names for names in rows) == 1
