"""Deleting somebody on request: the name is nowhere any more, what they played stays as it was."""

from pathlib import Path

import pytest
from django.core import serializers
from django.db import connection

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.scores.result import import_result
from director.boards.play.seats.entrants import Entrant
from director.boards.play.seats.seating import name_entry
from director.core.club.people import change_person
from director.core.club.people_forget import forget_person
from director.core.night.publishing import publish_results
from director.models import Event, Person
from director.models.event import Contest
from tests.director.boards.others import make_contest_section
from tests.director.pages import find_texts
from tests.factories import enter_all_results, make_night

pytestmark = pytest.mark.django_db


@pytest.fixture
def section():
    """A published night with a correction, so that versions of its standings have names."""
    section = make_night(pairs=6)
    club = section.session.event.club
    club.has_player_pages = True
    club.save()
    enter_all_results(section)
    publish_results(event=section.session.event)
    import_result(
        section=section, line=fetch_section_lines(section).all[0], text="7NTXXS-13", user=None
    )
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


def test_the_page_says_what_happens_and_asks_for_the_name(desk, section):
    person = somebody(section)
    page = desk.get(f"/people/{person.pk}/forget/").content.decode()
    assert "You can’t undo this." in page
    refused = desk.post(f"/people/{person.pk}/forget/", {"name": "Ada"})
    assert refused.status_code == 422
    assert find_texts(refused, "p.bad") == [
        f"This isn’t the name. Type {person.name} as it is shown, then delete."
    ]
    assert Person.objects.get(pk=person.pk).name == person.name


@pytest.mark.slow
def test_guests_and_teams_called_after_the_person_are_renamed_and_listed_before(desk, client):
    section = make_contest_section(Contest.TEAMS)
    event = section.session.event
    captain = section.entries.get(pair_no=1).players.first()
    change_person(person=captain, name="Quill Xerx", number="")
    host = section.entries.get(pair_no=2)
    others = [player.name for player in host.players.all()][1:]
    name_entry(
        section=section,
        pair_no=2,
        names=Entrant(("Guest of Quill Xerx", *others), team="Quill Xerx"),
    )
    own = [player.name for player in section.entries.get(pair_no=1).players.all()]
    name_entry(section=section, pair_no=1, names=Entrant(tuple(own), team="Team Xerx"))
    dragons = [player.name for player in section.entries.get(pair_no=3).players.all()]
    name_entry(section=section, pair_no=3, names=Entrant(tuple(dragons), team="Xerx Dragons"))
    enter_all_results(section)
    publish_results(event=event)
    captain.refresh_from_db()
    warned = " ".join(find_texts(desk.get(f"/people/{captain.pk}/forget/"), "li"))
    for text in ("“Guest of Quill Xerx”", "team “Quill Xerx”", "team “Team Xerx”"):
        assert text in warned
    assert "Dragons" not in warned
    forget(desk, captain)
    stored = everything()
    assert "Quill Xerx" not in stored
    assert "Team Xerx" not in stored
    assert "Xerx Dragons" in stored
    public = client.get(f"/events/{event.pk}/results.json").text
    assert f"Guest of Former player {captain.pk}" in public
    assert "Quill" not in public
    names = set(section.entries.values_list("name", flat=True))
    assert len(names) == section.entries.count()


def test_guest_of_a_namesake_stays(desk, section):
    person = somebody(section)
    twin = Person.objects.create(club=person.club, name=person.name, number="999")
    guest = f"Guest of {person.name}"
    Person.objects.create(club=person.club, name=guest, is_placeholder=True)
    forget(desk, person)
    assert Person.objects.filter(name=guest).exists()
    assert Person.objects.get(pk=twin.pk).name == twin.name


def files_with(text: bytes) -> list[str]:
    """Return the names of the database's own files that have *text*."""
    path = Path(connection.settings_dict["NAME"])
    return [file.name for file in path.parent.glob(f"{path.name}*") if text in file.read_bytes()]


@pytest.fixture
def quagmire(real_database):
    """Somebody in a night that is published, of the name Quagmire alone, and many more removed."""
    person = somebody(make_night(pairs=4))
    change_person(person=person, name="Zebedee Quagmire", number="", email="zq@example.org")
    publish_results(event=Event.objects.get())
    return person


@pytest.mark.slow
@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL's files are its server's")
@pytest.mark.parametrize("setting", ["ON", "OFF"])
def test_no_trace_of_the_name_stays_in_the_files_of_the_database(quagmire, setting):
    """Also of rows that older versions deleted, which had no secure_delete."""
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA secure_delete={setting}")
    club = quagmire.club
    for number in range(300):
        Person.objects.create(club=club, name=f"Zebedee Quagmire {number}")
    Person.objects.filter(name__startswith="Zebedee Quagmire ").delete()
    assert files_with(b"Quagmire")
    forget_person(person=quagmire)
    assert files_with(b"Quagmire") == []
    assert files_with(b"Former player")
