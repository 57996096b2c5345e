"""A disk that takes nothing more, a database of a newer program, two programs on one folder: each is told."""

import errno
import os
import re
import sqlite3

import pytest
from django.db import OperationalError, connection

from director.desk.storage import setup
from director.desk.storage.lock import FolderLock, FolderTakenError, serving_address
from director.desk.storage.trouble import storage_trouble
from tests.director.boards.scores.entry_pages import HTMX, address, stored, typed
from tests.director.management.test_serve import Running, free_port, manage
from tests.factories import make_night
from tests.laid import THOROUGH

FULL = (
    "The disk with {} is full, so nothing was stored. "
    "Make room on it by moving or deleting other files, then send it again."
)
READ_ONLY = (
    "The program may not write to {}, so nothing was stored. "
    "See that the disk is not write-protected and that this account may write there, then send it again."
)


@pytest.fixture
def section(transactional_db, director):
    return make_night(pairs=8, boards_per_set=2)


@pytest.fixture
def read_only_disk(section):
    """A database that takes nothing, as on a write-protected disk."""
    on, off = {
        "sqlite": ("PRAGMA query_only = ON", "PRAGMA query_only = OFF"),
        "postgresql": ("SET default_transaction_read_only = on", "SET default_transaction_read_only = off"),
    }[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(on)
    yield
    with connection.cursor() as cursor:
        cursor.execute(off)


def test_line_typed_on_a_read_only_disk_is_told_and_stays_typed(desk, section, read_only_disk, settings):
    line = typed("1-1-5", "4SS=")
    page = desk.post(address(section, "boards/1/"), line, **HTMX)
    assert (page.status_code, page.content.decode()) == (507, READ_ONLY.format(settings.DATA_DIR))
    assert page.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert stored() == []


def test_form_on_a_read_only_disk_offers_what_was_typed_once_more(desk, section, read_only_disk, settings):
    page = desk.post(address(section, "boards/1/"), typed("1-1-5", "4SS="))
    assert page.status_code == 507
    assert READ_ONLY.format(settings.DATA_DIR) in page.context["sentence"]
    assert ("text-1-1-5", "4SS=") in page.context["fields"]


def test_reading_goes_on_while_the_disk_is_read_only(desk, section, read_only_disk):
    assert desk.get(address(section, "boards/1/")).status_code == 200


def full_error() -> Exception:
    """Return what Django raises when SQLite finds no room."""
    database = sqlite3.connect(":memory:")
    database.execute("PRAGMA max_page_count = 2")
    try:
        database.execute("CREATE TABLE filling (text TEXT)")
        database.execute("INSERT INTO filling VALUES (?)", ("x" * 100_000,))
    except sqlite3.Error as error:
        try:
            raise OperationalError(*error.args) from error
        except OperationalError as wrapped:
            return wrapped
    raise AssertionError("there was room")


def test_full_disk_is_told_at_start_and_at_the_entry(settings):
    trouble = storage_trouble(full_error())
    assert trouble.at_entry == FULL.format(settings.DATA_DIR)
    assert trouble.at_start == (
        f"The disk with {settings.DATA_DIR} is full. "
        "Make room on it by moving or deleting other files, then start again."
    )


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EIO])
def test_errors_of_the_system_are_told(number, settings):
    assert str(settings.DATA_DIR) in storage_trouble(OSError(number, os.strerror(number))).what


@pytest.mark.parametrize(
    "error", [OSError(errno.ENOENT, "none"), sqlite3.IntegrityError("twice"), ValueError("no")], ids=repr
)
def test_other_errors_are_not_the_disk_s(error):
    assert storage_trouble(error) is None


def test_little_room_is_told_at_start(monkeypatch, tmp_path, settings):
    settings.DATA_DIR = tmp_path
    assert setup.little_room() == "" or "MB are free" in setup.little_room()
    monkeypatch.setattr(setup, "LITTLE_ROOM", 10**18)
    assert re.fullmatch(
        rf"Only \d+ MB are free on the disk with {re.escape(str(tmp_path))}. Make room on it before the night\.",
        setup.little_room(),
    )


@pytest.mark.slow
def test_second_program_on_a_folder_is_told_where_the_first_is(data_folder):
    with Running(data_folder) as first, first.get("/sign-in/"):
        assert manage(data_folder, "serve", "--host", "127.0.0.1", "--port", str(free_port())) == (
            2,
            "",
            f"Kalamazoo is open already at http://127.0.0.1:{first.port}/ and keeps everything in {data_folder}. "
            "Use that one, or stop it first; another club’s is started with a folder of its own in KALAMAZOO_DATA.\n",
        )
        if THOROUGH:
            assert manage(data_folder, "standings", "1")[2] == "There is no event 1; there are none yet.\n"
    if THOROUGH:  # every day the folder of a killed program, below, holds that it is free
        with Running(data_folder) as second, second.get("/sign-in/"):
            pass


@pytest.mark.slow
def test_second_program_is_told_of_a_first_that_did_not_say_where_it_is(data_folder):
    with FolderLock(data_folder, address=""):
        assert manage(data_folder, "serve", "--host", "127.0.0.1", "--port", str(free_port()))[2].startswith(
            f"Kalamazoo is open already at another address and keeps everything in {data_folder}. "
        )


@pytest.mark.slow
def test_folder_of_a_killed_program_is_free_again(data_folder):
    program = Running(data_folder)
    with program, program.get("/sign-in/"):
        assert serving_address(data_folder) == f"http://127.0.0.1:{program.port}/"
        program.process.kill()
        program.process.wait(timeout=10)
        assert serving_address(data_folder) is None


def test_lock_is_held_by_one(tmp_path):
    with FolderLock(tmp_path, address="http://first/"):
        with pytest.raises(FolderTakenError, match=r"^http://first/$"):
            FolderLock(tmp_path, address="http://second/")
        assert serving_address(tmp_path) == "http://first/"
    assert serving_address(tmp_path) is None


def remember_step(folder, name: str) -> None:
    """Let the database say that a program has made the step *name*."""
    with sqlite3.connect(folder / "kalamazoo.sqlite3") as database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('director', ?, '2027-01-01')", [name]
        )


@pytest.mark.slow
def test_database_of_a_newer_program_is_refused(data_folder):
    if not (data_folder / "kalamazoo.sqlite3").exists():
        assert manage(data_folder, "standings", "1")[0] == 2
    remember_step(data_folder, "0999_future")
    for command in (("serve", "--port", str(free_port())), ("backup",))[: None if THOROUGH else 1]:
        assert manage(data_folder, *command) == (
            2,
            "",
            f"The database in {data_folder} was used by a newer Kalamazoo (this one does not know 0999_future), "
            "so it is not touched. Start the newer program, or restore a backup in another folder.\n",
        )


@pytest.mark.slow
def test_database_is_not_changed_while_an_older_program_serves_it(data_folder):
    with Running(data_folder) as older, older.get("/sign-in/"):
        with sqlite3.connect(data_folder / "kalamazoo.sqlite3") as database:
            database.execute("DELETE FROM django_migrations WHERE app = 'director' AND name > '0012'")
        assert manage(data_folder, "standings", "1") == (
            2,
            "",
            f"An older Kalamazoo serves {data_folder} at http://127.0.0.1:{older.port}/. Stop it, then start again.\n",
        )
