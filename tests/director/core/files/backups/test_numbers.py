"""Numbers of records are never used again: after a restore, a migration, and an import elsewhere."""

import pytest
from django.db import connection

from director.boards.play.seats.seating import name_entry
from director.core.club.people import add_person, remove_person
from director.core.club.people_lists.file import read_people
from director.core.club.people_lists.matching import match_listed_people
from director.core.club.people_lists.storing import store_people
from director.core.files.backups import database
from director.core.files.backups.database import BACKUP_MODELS, restore_backup, write_backup_file
from director.core.files.backups.numbers import get_numbering_model, preserve_numbers
from director.models import Person
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
