"""Numbers of records are never used again: after a restore, a migration, and an import elsewhere."""

import pytest
from django.db import connection

from director.additions.imports.store.event import import_file
from director.boards.movement.sections import fetch_first_section
from director.boards.play.results.acts import undo_section
from director.boards.play.seats.seating import name_entry
from director.core.club.people import add_person, remove_person
from director.core.club.people_lists import match_listed_people, read_people, store_people
from director.core.club.people_merge import merge_person, undo_merge
from director.core.files.backups import database
from director.core.files.backups.database import BACKUP_MODELS, restore_backup, write_backup_file
from director.core.files.backups.numbers import get_numbering_model, preserve_numbers
from director.core.files.event_file import make_event_archive
from director.models import Event, Person, PersonMerge
from tests.factories import make_club, make_night

pytestmark = pytest.mark.django_db


@pytest.fixture
def backup(tmp_path):
    return tmp_path / "club.backup"


@pytest.fixture
def section(db):
    """A night on which Ada Ash, the newest in People, was seated and replaced."""
    section = make_night(pairs=4, named=False)
    for name in ("Bert Birch", "Zoe Zander", "Ada Ash"):
        add_person(club=make_club(), name=name)
    name_entry(section=section, pair_no=1, names=["Bert Birch", "Zoe Zander"])
    name_entry(section=section, pair_no=1, names=["Bert Birch", "Ada Ash"])
    name_entry(section=section, pair_no=1, names=["Bert Birch", "Zoe Zander"])
    return section


def remove(name: str) -> int:
    """Remove somebody from People and return their number."""
    person = Person.objects.get(name=name)
    number = person.pk
    remove_person(person=person)
    return number


def restart_numbers() -> None:
    """Let every table count from 1, as in a database that was just made."""
    with connection.cursor() as cursor:
        for model in BACKUP_MODELS:
            if get_numbering_model(model) is not model:
                continue
            if connection.vendor == "sqlite":
                cursor.execute(
                    "DELETE FROM sqlite_sequence WHERE name = %s", [model._meta.db_table]
                )
            else:
                cursor.execute(
                    "SELECT setval(pg_get_serial_sequence(%s, 'id'), 1, false)",
                    [model._meta.db_table],
                )


def restore_into_empty(path) -> None:
    for model in reversed(BACKUP_MODELS):
        model._base_manager.all()._raw_delete(connection.alias)
    restart_numbers()
    restore_backup(path=path, safety_path=None)


def write_as_older_version(monkeypatch) -> None:
    """Let backups be written without the last numbers of tables, which older versions left out."""
    monkeypatch.setattr(database, "fetch_last_keys_by_label", lambda _models: {})


def undo_latest(section) -> list[str]:
    """Undo the latest act of *section* and return the names of pair 1."""
    act = section.acts.filter(undone_at=None).first()
    undo_section(section=section, number=act.number, user=None)
    players = section.entries.get(pair_no=1).entry_players.order_by("order")
    return [player.person.name for player in players]


def test_undo_after_a_restore_seats_nobody_else(section, backup):
    number = remove("Ada Ash")
    write_backup_file(path=backup)
    restore_into_empty(backup)
    stranger = add_person(club=make_club(), name="Someone Else")
    assert stranger.pk > number
    assert undo_latest(section) == ["Bert Birch", f"Former player {number}"]


def test_undo_after_the_restore_of_an_older_backup_seats_nobody_else(section, backup, monkeypatch):
    number = remove("Ada Ash")
    write_as_older_version(monkeypatch)
    write_backup_file(path=backup)
    restore_into_empty(backup)
    assert add_person(club=make_club(), name="Someone Else").pk > number
    assert undo_latest(section) == ["Bert Birch", f"Former player {number}"]


def test_the_number_of_a_merged_person_stays_theirs(section, backup, monkeypatch):
    ada = add_person(club=make_club(), name="Ada Ashe")
    number = ada.pk
    merge_person(person=ada, into=Person.objects.get(name="Ada Ash"))
    write_as_older_version(monkeypatch)
    write_backup_file(path=backup)
    restore_into_empty(backup)
    assert add_person(club=make_club(), name="Someone Else").pk > number
    assert undo_merge(merge=PersonMerge.objects.get()).pk == number


def test_the_number_of_somebody_on_a_list_stays_theirs(backup, monkeypatch):
    club = make_club()
    entries = match_listed_people(
        club, read_people(b"Name;Number\nCora Cedar;9002\n", club).people, {}
    )
    store_people(club, entries, source="members.csv")
    number = remove("Cora Cedar")
    write_as_older_version(monkeypatch)
    write_backup_file(path=backup)
    restore_into_empty(backup)
    assert add_person(club=make_club(), name="Someone Else").pk > number


def test_a_number_that_nothing_names_is_not_used_again_after_a_restore(section, backup):
    person = add_person(club=make_club(), name="Cora Cedar")
    event = make_night(pairs=4).session.event
    numbers = person.pk, event.pk
    person.delete()
    event.delete()
    write_backup_file(path=backup)
    restore_into_empty(backup)
    new_event = make_night(pairs=4, named=False).session.event
    assert add_person(club=make_club(), name="Someone Else").pk > numbers[0]
    assert new_event.pk > numbers[1]


def test_a_restore_of_an_earlier_state_leaves_later_numbers_used(section, backup):
    write_backup_file(path=backup)
    later = make_night(pairs=4, named=False).session.event.pk
    restore_backup(path=backup, safety_path=None)
    assert not Event.objects.filter(pk=later).exists()
    assert make_night(pairs=4, named=False).session.event.pk > later


def test_a_second_backup_holds_the_numbers_of_the_first(section, backup):
    number = add_person(club=make_club(), name="Cora Cedar").pk
    remove("Cora Cedar")
    for _ in range(2):
        write_backup_file(path=backup)
        restore_into_empty(backup)
    assert add_person(club=make_club(), name="Someone Else").pk > number


def copy_tables() -> None:
    """Let tables count again from 1 where a migration copies them, which PostgreSQL never does."""
    if connection.vendor == "sqlite":
        restart_numbers()


def test_a_table_that_a_migration_copies_counts_on(section):
    named = remove("Ada Ash")
    unnamed = add_person(club=make_club(), name="Cora Cedar").pk
    remove("Cora Cedar")
    with preserve_numbers():
        copy_tables()
    assert add_person(club=make_club(), name="Someone Else").pk > unnamed > named


def test_a_migration_lifts_numbers_that_an_older_restore_forgot(section):
    number = remove("Ada Ash")
    restart_numbers()
    with preserve_numbers():
        pass
    assert add_person(club=make_club(), name="Someone Else").pk > number


def import_elsewhere(event):
    make_club("Elsewhere")
    event_copy = import_file(
        data=make_event_archive(event), file_name="night.json", club_name="Elsewhere"
    ).event
    return fetch_first_section(event_copy.pk)


def test_undo_elsewhere_seats_somebody_removed_without_a_name(section):
    remove("Ada Ash")
    section_copy = import_elsewhere(section.session.event)
    bert, former = undo_latest(section_copy)
    assert bert == "Bert Birch"
    assert former.startswith("Former player ")
    assert Person.objects.get(name=former).club.name == "Elsewhere"


def test_undo_elsewhere_seats_the_person_that_somebody_was_merged_with(section):
    merged = add_person(club=make_club(), name="Ada Ashe")
    merge_person(person=Person.objects.get(name="Ada Ash"), into=merged)
    section_copy = import_elsewhere(section.session.event)
    assert undo_latest(section_copy) == ["Bert Birch", "Ada Ashe"]
