"""PostgreSQL gives up on a lock or an answer in time, and only where somebody waits for it."""

import threading

import pytest
from django.db import OperationalError, connection, connections

from director.core.base.database import lift_timeouts
from director.core.files.backups.database import restore_backup, write_backup_file
from director.core.files.backups.storage_errors import find_storage_problem
from tests.director.boards.play.scores.entry_pages import (
    HTMX,
    list_stored_results,
    make_posted_line,
    scores_address,
)
from tests.director.pages import find_texts
from tests.factories import make_night

pytestmark = [
    pytest.mark.skipif(
        connection.vendor != "postgresql", reason="SQLite has a time of its own for a lock"
    ),
    pytest.mark.django_db(transaction=True),
]

TOLD = "The database is busy with something else, so nothing was saved. Wait a moment, then send it again."


@pytest.fixture(autouse=True)
def usual(settings):
    """Shorter times on a connection of its own; the usual ones are returned."""
    usual = settings.POSTGRESQL_TIMEOUTS
    settings.POSTGRESQL_TIMEOUTS = {"lock_timeout": "300ms", "statement_timeout": "1s"}
    connection.close()
    yield usual
    connection.close()
    lift_timeouts()


@pytest.fixture
def section():
    return make_night(pairs=8, boards_per_set=2)


@pytest.fixture
def locked(section):
    """The results are locked by another connection."""
    other = connections.create_connection("default")
    other.inc_thread_sharing()
    other.set_autocommit(False)
    with other.cursor() as cursor:
        cursor.execute("LOCK TABLE director_result IN ACCESS EXCLUSIVE MODE")
    yield other
    other.rollback()
    other.close()


def times() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('lock_timeout'), current_setting('statement_timeout')"
        )
        return list(cursor.fetchone())


def test_usual_times_are_seconds(usual):
    assert usual == {"lock_timeout": "8s", "statement_timeout": "30s"}


def test_every_connection_has_them():
    assert times() == ["300ms", "1s"]


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_entry_in_a_locked_table_is_told_and_stays_typed(desk, section, locked, headers):
    page = desk.post(
        scores_address(section, "boards/1/"), make_posted_line("1-1-5", "4SS="), **headers
    )
    assert page.status_code == 503
    if headers:
        assert page.content.decode() == TOLD
    else:
        assert find_texts(page, ".say.bad") == [TOLD]
    locked.rollback()
    assert list_stored_results() == []
    if not headers:
        assert (
            desk.post(
                scores_address(section, "boards/1/"), dict(page.context["fields"])
            ).status_code
            == 302
        )
        assert [text for *_line, text in list_stored_results()] == ["4SS="]


def test_answer_that_takes_too_long_is_told_as_busy():
    with pytest.raises(OperationalError) as refused, connection.cursor() as cursor:
        cursor.execute("SELECT pg_sleep(5)")
    assert find_storage_problem(refused.value).message == (
        "The database is busy with something else. Wait a moment."
    )


def test_backup_waits_as_long_as_it_takes(section, locked, tmp_path):
    threading.Timer(1.5, locked.rollback).start()
    assert write_backup_file(path=tmp_path / "club.backup") > 50
    assert times() == ["300ms", "1s"]


def test_restore_waits_as_long_as_it_takes(section, tmp_path, locked):
    locked.rollback()
    write_backup_file(path=tmp_path / "club.backup")
    with locked.cursor() as cursor:
        cursor.execute("LOCK TABLE director_result IN ACCESS EXCLUSIVE MODE")
    threading.Timer(1.5, locked.rollback).start()
    assert restore_backup(path=tmp_path / "club.backup", safety_path=None) > 50
    assert times() == ["300ms", "1s"]
