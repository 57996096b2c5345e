"""The lock on a PostgreSQL database that programs on several machines serve."""

import time
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from director.core.base.locks import (
    DatabaseInUseError,
    DatabaseLock,
    ServingLock,
    find_database_address,
)
from director.management.serving import refuse_during_restore
from director.models import Event
from tests.factories import make_night

ADDRESS = "http://127.0.0.1:8000/ on web1"
pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite lies in the data folder"),
]


@pytest.fixture
def backup(tmp_path, settings) -> Path:
    """A backup, and the data folder of a second machine."""
    settings.DATA_DIR = tmp_path / "second"
    settings.SECRET_KEY_FILE = settings.DATA_DIR / "secret.key"
    make_night(pairs=6)
    call_command("backup", tmp_path / "club.backup")
    Event.objects.update(name="Now")
    return tmp_path / "club.backup"


def assert_nobody_serves() -> None:
    """Wait for PostgreSQL to end a closed connection, which takes it a moment."""
    for _attempt in range(100):
        if find_database_address() is None:
            return
        time.sleep(0.05)
    raise AssertionError(f"{find_database_address()} still holds the lock")


def test_a_second_machine_restores_nothing_under_a_running_program(backup):
    with DatabaseLock(address=ADDRESS), pytest.raises(CommandError) as refusal:
        call_command("restore", backup)
    assert str(refusal.value) == (
        f"Kalamazoo is running at {ADDRESS} with this database, so nothing was changed. "
        "Stop it first, or add --force."
    )
    assert Event.objects.get().name == "Now"
    call_command("restore", backup)
    assert Event.objects.get().name == "Tuesday pairs"


def test_a_restore_can_be_forced(backup):
    with DatabaseLock(address=ADDRESS):
        call_command("restore", backup, "--force")
    assert Event.objects.get().name == "Tuesday pairs"


def test_programs_share_the_lock_and_a_restore_does_not():
    with DatabaseLock(address=ADDRESS), DatabaseLock(address="http://127.0.0.1:8000/ on web2"):
        assert find_database_address() == ADDRESS
        with pytest.raises(DatabaseInUseError, match="web1"), DatabaseLock():
            pass
    assert_nobody_serves()
    with DatabaseLock(), pytest.raises(CommandError, match="is being restored"):
        refuse_during_restore()
    refuse_during_restore()


def test_a_lost_lock_is_taken_again():
    serving = ServingLock("http://127.0.0.1:8000/")
    serving.check()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'kalamazoo %'"
        )
    assert_nobody_serves()
    serving.check()
    assert find_database_address() is not None
    serving._lock.release()
