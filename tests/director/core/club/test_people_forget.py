"""Deleting somebody on request: the name is nowhere any more, what they played stays as it was."""

import json
from pathlib import Path

import pytest
from django.core import serializers
from django.db import OperationalError, connection
from django.utils import timezone

from director.additions.seasons.settings import add_season, add_season_events
from director.additions.seasons.standings import make_season_standings
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.scores.result import import_result
from director.boards.play.seats.entrants import Entrant
from director.boards.play.seats.seating import name_entry
from director.boards.scoring.standings.event import EventResults
from director.core.club.people import change_person
from director.core.club.people_forget import forget_person
from director.core.club.people_merge import merge_person, undo_merge
from director.core.files.event_file import make_event_archive
from director.core.night.links import open_table_addresses
from director.core.night.phones import set_phone_admission
from director.core.night.publishing import finalise_results, publish_results
from director.core.night.table_settings import DEFAULT_TABLE_SETTINGS, store_table_settings
from director.models import Act, Event, Person, PersonMerge, Submission
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
        phone="020 7946 0001",
    )
    name, event = person.name, section.session.event_id
    assert name in everything()
    page = forget(desk, person)
    assert f"Deleted. Results show Former player {person.pk} instead." in " ".join(
        find_texts(page, ".say")
    )
    kept = everything()
    assert name not in kept
    assert json.dumps(name)[1:-1] not in kept
    assert {text in kept for text in ("12345", "ada@example.org", '"77"', "7946")} == {False}
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
    assert find_texts(refused, "p.bad") == [
        f"This isn’t the name. Type {person.name} as it is shown, then delete."
    ]
    assert Person.objects.get(pk=person.pk).name == person.name


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


def test_family_name_of_a_renamed_team_stays_in_the_names_of_others(desk):
    section = make_contest_section(Contest.TEAMS)
    captain, other = (section.entries.get(pair_no=number).players.first() for number in (1, 2))
    change_person(person=captain, name="Quill Xerx", number="")
    change_person(person=other, name="Bob Xerx", number="")
    own = tuple(player.name for player in section.entries.get(pair_no=1).players.all())
    name_entry(section=section, pair_no=1, names=Entrant(own, team="Xerx"))
    enter_all_results(section)
    publish_results(event=section.session.event)
    forget(desk, Person.objects.get(pk=captain.pk))
    stored = everything()
    assert section.entries.get(pair_no=1).name == f"Former player {captain.pk}"
    assert "Quill" not in stored
    assert f"Bob Former player {captain.pk}" not in stored
    assert "Bob Xerx" in stored


def test_guest_of_a_namesake_stays(desk, section):
    person = somebody(section)
    twin = Person.objects.create(club=person.club, name=person.name, number="999")
    guest = f"Guest of {person.name}"
    Person.objects.create(club=person.club, name=guest, is_placeholder=True)
    forget(desk, person)
    assert Person.objects.filter(name=guest).exists()
    assert Person.objects.get(pk=twin.pk).name == twin.name


def test_answers_for_forms_sent_twice_do_not_keep_the_name(desk, section):
    person = somebody(section)
    name = person.name
    Submission.objects.create(key="k", made_at=timezone.now(), status=302, messages=[name])
    forget(desk, person)
    assert name not in everything()


def test_a_season_keeps_the_points_of_somebody_deleted(desk, section):
    event = section.session.event
    season = add_season(club=event.club, name="Winter")
    add_season_events(season=season, event_ids=[event.pk])
    person = somebody(section)
    before = {row.key: row.total for row in make_season_standings(season, is_published=True).rows}
    forget(desk, person)
    rows = make_season_standings(season, is_published=True).rows
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


def test_a_name_is_deleted_although_another_event_brought_its_stand_in(desk, section):
    person, club = somebody(section), section.session.event.club
    name = person.name
    Person.objects.create(club=club, name=f"former player {person.pk}")
    Person.objects.create(club=club, name=f"Former player {person.pk + 1}", number="3")
    expected = f"Former player {person.pk + 2}"
    html = desk.get(f"/people/{person.pk}/forget/").content.decode()
    assert f"“{expected}”" in html
    page = forget(desk, person)
    assert f"Deleted. Results show {expected} instead." in " ".join(find_texts(page, ".say"))
    assert name not in everything()
    forget(desk, Person.objects.get(pk=person.pk))
    assert Person.objects.get(pk=person.pk).name == expected


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


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL's files are its server's")
def test_a_deletion_on_request_is_done_though_its_traces_cannot_be_overwritten(quagmire):
    with connection.execute_wrapper(_refuse_vacuum):
        forget_person(person=quagmire)
    assert not Person.objects.filter(name__contains="Quagmire").exists()


def _refuse_vacuum(execute, sql, params, many, context):
    if sql == "VACUUM":
        raise OperationalError("database or disk is full")
    return execute(sql, params, many, context)


def test_the_name_before_a_merge_is_gone_from_what_was_published(desk, client, section):
    person = somebody(section)
    other = Person.objects.create(club=person.club, name="Adele Newname")
    name = person.name
    merge_person(person=person, into=other)
    forget_person(person=other)
    changes = client.get(f"/events/{section.session.event_id}/changes/").text
    assert name not in changes
    assert name not in everything()


def test_the_name_of_somebody_who_was_replaced_is_gone_from_what_was_published(section):
    person = somebody(section)
    name = person.name
    partner = section.entries.get(pair_no=1).players.last()
    name_entry(section=section, pair_no=1, names=["Zoe Zander", partner.name], from_round=0)
    forget_person(person=person)
    assert name not in everything()


def test_a_name_from_before_a_rename_is_gone_too(desk, section):
    person, name = somebody(section), somebody(section).name
    for new_name in ("Ada Newlywed", "Ada Thirdname"):
        change_person(person=person, name=new_name, number="")
    event = section.session.event
    finalise_results(event=event)
    assert name in everything()
    forget(desk, person)
    kept = everything()
    assert [former for former in (name, "Ada Newlywed", "Ada Thirdname") if former in kept] == []


def test_a_name_from_before_a_rename_and_a_merge_is_gone_too(desk, section):
    person, name = somebody(section), somebody(section).name
    change_person(person=person, name="Ada Newlywed", number="")
    into = Person.objects.create(club=person.club, name="Ada Newlywed Ash")
    merge_person(person=person, into=into)
    assert name in everything()
    forget(desk, into)
    assert name not in everything()


def test_undoing_a_merge_keeps_former_names(section):
    person, name = somebody(section), somebody(section).name
    change_person(person=person, name="Ada Newlywed", number="")
    into = Person.objects.create(club=person.club, name="Ada Newlywed Ash")
    merge_person(person=person, into=into)
    restored = undo_merge(merge=PersonMerge.objects.get())
    assert restored.former_names == name


def test_a_person_who_gets_the_former_name_back_has_one_former_name(section):
    person, name = somebody(section), somebody(section).name
    change_person(person=person, name="Ada Newlywed", number="")
    change_person(person=person, name=name, number="")
    person.refresh_from_db()
    assert person.former_names.splitlines() == [name, "Ada Newlywed"]


def test_a_blocked_phone_and_a_name_from_a_phone_leave_no_first_name_anywhere(client, desk):
    section = make_night(pairs=6, named=False)
    store_table_settings(
        section=section,
        settings=DEFAULT_TABLE_SETTINGS.with_changes({"names": True}),
        settings_by_table={},
    )
    names = {1: ("Quillon Zephyrine", "Fridolin Wexcombe"), 2: ("Ada Ash", "Bert Birch")}
    for pair_no, pair in names.items():
        name_entry(section=section, pair_no=pair_no, names=pair)
    (access,) = open_table_addresses(session=section.session, section=section, tables=[1]).values()
    for device in ("aa", "bb"):
        client.get(f"/t/{access.token}/state.json?device={device}&side=ns")
    entered = {"key": "k", "seat": "E", "name": "Wilhelmina Oakhurst", "visitor": True}
    sent = client.post(f"/t/{access.token}/names", json.dumps(entered), "application/json")
    phone = access.table_phones.get(device="bb")
    listed = find_texts(desk.get(f"/sessions/{section.ref}/tables/?table=1"), ".tables")
    shown = phone.first_player.name.split()[0]
    assert f"{shown} & " in " ".join(listed)
    set_phone_admission(access=access, device="bb", is_admitted=False, user=None)
    people = [phone.first_player, phone.second_player]
    people += Person.objects.filter(name=entered["name"])
    first_names = [person.name.split()[0] for person in people]
    for person in people:
        forget(desk, person)
    stored = everything()
    assert [name for name in first_names if name in stored] == []
    archive = make_event_archive(section.session.event).decode()
    assert [name for name in first_names if name in archive] == []
    assert "".join(Act.objects.values_list("words", flat=True)).count("joined at") == 1
    again = client.post(f"/t/{access.token}/names", json.dumps(entered), "application/json")
    assert sent.status_code == 201
    assert again.status_code == 200
