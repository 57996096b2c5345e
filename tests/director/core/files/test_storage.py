"""A disk that takes nothing more, a database of a newer program, two programs on one folder: each is told."""

import contextlib
import errno
import gzip
import re
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.test import Client

from director.core.base import locks
from director.core.base.locks import (
    SERVING_FILE,
    FolderInUseError,
    FolderLock,
    find_serving_address,
    lock_for_serving,
    wait_for_lock,
)
from director.core.files.backups.automatic import write_automatic_backup
from director.core.files.backups.database import write_backup_file
from director.core.files.backups.storage_errors import find_storage_problem
from director.core.files.running import setup
from director.errors import BackupError
from tests.director.boards.play.scores.entry_pages import (
    HTMX,
    list_stored_results,
    make_posted_line,
    scores_address,
)
from tests.director.management.test_serve import (
    ROOT,
    Running,
    find_free_port,
    make_environment,
    run_manage,
)
from tests.director.pages import find_elements, find_texts
from tests.factories import make_night

RELEASES = ROOT / "tests" / "fixtures" / "releases"
FULL = "The disk with {} is full, so nothing was saved. Move or delete other files to free space, then send it again."
READ_ONLY = (
    "The program can’t write to {}, so nothing was saved. "
    "Check that the disk isn’t write-protected and that this account can write there, then send it again."
)


@pytest.fixture
def section(transactional_db, director):
    return make_night(pairs=8, boards_per_set=2)


@pytest.fixture
def read_only_disk(section):
    """A database that takes nothing, as on a write-protected disk."""
    on, off = {
        "sqlite": ("PRAGMA query_only = ON", "PRAGMA query_only = OFF"),
        "postgresql": (
            "SET default_transaction_read_only = on",
            "SET default_transaction_read_only = off",
        ),
    }[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(on)
    yield
    with connection.cursor() as cursor:
        cursor.execute(off)


def test_line_typed_on_a_read_only_disk_is_told_and_stays_typed(
    desk, section, read_only_disk, settings
):
    line = make_posted_line("1-1-5", "4SS=")
    page = desk.post(scores_address(section, "boards/1/"), line, **HTMX)
    assert page.status_code == 507
    assert page.content.decode() == READ_ONLY.format(settings.DATA_DIR)
    assert page.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert list_stored_results() == []


def test_form_on_a_read_only_disk_offers_what_was_typed_once_more(
    desk, section, read_only_disk, settings
):
    page = desk.post(scores_address(section, "boards/1/"), make_posted_line("1-1-5", "4SS="))
    assert page.status_code == 507
    assert READ_ONLY.format(settings.DATA_DIR) in page.context["message"]
    assert ("text-1-1-5", "4SS=") in page.context["fields"]


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
    trouble = find_storage_problem(full_error())
    assert trouble.entry_message == FULL.format(settings.DATA_DIR)
    assert trouble.start_message == (
        f"The disk with {settings.DATA_DIR} is full. Move or delete other files to free space, then start again."
    )


@pytest.mark.parametrize(
    "error",
    [OSError(errno.ENOENT, "none"), sqlite3.IntegrityError("twice"), ValueError("no")],
    ids=repr,
)
def test_other_errors_are_not_the_disk_s(error):
    assert find_storage_problem(error) is None


def test_little_room_is_told_at_start(monkeypatch, tmp_path, settings):
    settings.DATA_DIR, settings.SECRET_KEY_FILE = tmp_path, tmp_path / "secret.key"
    assert setup.get_free_space_warning() == "" or "MB are free" in setup.get_free_space_warning()
    monkeypatch.setattr(setup, "LOW_SPACE_BYTES", 10**18)
    assert re.fullmatch(
        rf"Only \d+ MB are free on the disk with {re.escape(str(tmp_path))}. Free some space before the event\.",
        setup.get_free_space_warning(),
    )


@pytest.mark.slow
def test_second_program_on_a_folder_is_told_where_the_first_is(data_folder):
    with Running(data_folder) as first, first.get("/sign-in/"):
        assert run_manage(
            data_folder, "serve", "--host", "127.0.0.1", "--port", str(find_free_port())
        ) == (
            2,
            "",
            f"Kalamazoo is already running at http://127.0.0.1:{first.port}/ with the data folder {data_folder}. "
            "Use that one or stop it first. For another club, set another folder in KALAMAZOO_DATA.\n",
        )


@pytest.mark.slow
def test_second_program_is_told_of_a_first_that_did_not_say_where_it_is(data_folder):
    with FolderLock(data_folder, address=""):
        assert run_manage(
            data_folder, "serve", "--host", "127.0.0.1", "--port", str(find_free_port())
        )[2].startswith(
            f"Kalamazoo is already running at another address with the data folder {data_folder}. "
        )


@pytest.mark.slow
def test_folder_of_a_killed_program_is_free_again(data_folder):
    program = Running(data_folder)
    with program, program.get("/sign-in/"):
        assert find_serving_address(data_folder) == f"http://127.0.0.1:{program.port}/"
        program.process.kill()
        program.process.wait(timeout=10)
        assert find_serving_address(data_folder) is None


def test_lock_is_held_by_one(tmp_path):
    with FolderLock(tmp_path, address="http://first/"):
        with pytest.raises(FolderInUseError, match=r"^http://first/$"):
            FolderLock(tmp_path, address="http://second/")
        assert find_serving_address(tmp_path) == "http://first/"
    assert find_serving_address(tmp_path) is None


@pytest.fixture
def release_later(tmp_path):
    """Return a function that locks a file of the folder, as another program does for half a second."""
    timers = []

    def hold(file: str) -> None:
        taken = FolderLock(tmp_path, address="", file=file)
        timers.append(threading.Timer(0.5, taken.__exit__))
        timers[-1].start()

    yield hold
    for timer in timers:
        timer.join()


def test_a_program_that_only_asks_who_serves_is_not_taken_for_one_that_serves(
    tmp_path, release_later
):
    release_later(SERVING_FILE)
    assert find_serving_address(tmp_path) is None
    release_later(SERVING_FILE)
    with lock_for_serving(tmp_path, address="http://first/"):
        assert find_serving_address(tmp_path) == "http://first/"


def test_a_second_update_waits_for_the_first(tmp_path, release_later, monkeypatch):
    release_later(setup.UPDATE_LOCK_FILE)
    with wait_for_lock(tmp_path, file=setup.UPDATE_LOCK_FILE):
        monkeypatch.setattr(locks, "MAX_WAIT_SECONDS", 0.1)
        with pytest.raises(FolderInUseError):
            wait_for_lock(tmp_path, file=setup.UPDATE_LOCK_FILE)


@pytest.mark.slow
@pytest.mark.skipif(connection.vendor != "sqlite", reason="the folder has its database")
def test_two_updates_at_once_both_succeed_with_one_backup(tmp_path):
    dump = gzip.decompress((RELEASES / "0.2.0.sqlite.sql.gz").read_bytes()).decode()
    with contextlib.closing(sqlite3.connect(tmp_path / "kalamazoo.sqlite3")) as database:
        database.executescript(dump)
    command = [sys.executable, "manage.py", "prepare"]
    programs = [
        subprocess.Popen(
            command, cwd=ROOT, env=make_environment(tmp_path), stderr=subprocess.PIPE, text=True
        )
        for _number in range(2)
    ]
    refusals = [program.communicate()[1] for program in programs]
    assert refusals == ["", ""]
    assert [program.returncode for program in programs] == [0, 0]
    assert len(list((tmp_path / "backups").glob("*-before-update.backup"))) == 1


def remember_step(folder, name: str) -> None:
    """Let the database say that a program has made the step *name*."""
    with sqlite3.connect(folder / "kalamazoo.sqlite3") as database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('director', ?, '2027-01-01')",
            [name],
        )


@pytest.mark.slow
def test_database_of_a_newer_program_is_refused(data_folder):
    if not (data_folder / "kalamazoo.sqlite3").exists():
        assert run_manage(data_folder, "standings", "1")[0] == 2
    remember_step(data_folder, "0999_future")
    assert run_manage(data_folder, "serve", "--port", str(find_free_port())) == (
        2,
        "",
        f"A newer Kalamazoo has used the database in {data_folder} (this one doesn’t know 0999_future). "
        "Start the newer program, or restore a backup in another folder.\n",
    )


@pytest.mark.slow
def test_database_is_not_changed_while_an_older_program_serves_it(data_folder):
    with Running(data_folder) as older, older.get("/sign-in/"):
        with sqlite3.connect(data_folder / "kalamazoo.sqlite3") as database:
            database.execute(
                "DELETE FROM django_migrations WHERE app = 'director' AND name > '0018'"
            )
        assert run_manage(data_folder, "standings", "1") == (
            2,
            "",
            f"An older Kalamazoo serves {data_folder} at http://127.0.0.1:{older.port}/. Stop it, then start again.\n",
        )


class Away:
    """Lets the database answer nothing, from the first question on."""

    def __init__(self, error):
        self.error = error

    def __call__(self, *_asked):
        raise self.error


@pytest.mark.parametrize("error", ["refused", "closed"])
def test_entry_while_postgresql_is_away_is_told_before_any_view_is_asked(
    desk, section, monkeypatch, error
):
    raised = {
        "refused": OperationalError("connection refused"),
        "closed": InterfaceError("the connection is closed"),
    }
    monkeypatch.setattr(connection, "vendor", "postgresql")
    desk.raise_request_exception = False
    with connection.execute_wrapper(Away(raised[error])):
        page = desk.post(scores_address(section, "boards/1/"), make_posted_line("1-1-5", "4SS="))
        shown = desk.get(scores_address(section, "boards/1/"))
        health = Client().get("/health/")
        ready = Client().get("/health/ready/")
        live = Client().get("/health/live/")
    assert page.status_code == 503
    assert find_texts(page, ".say.bad") == [
        "The database isn’t responding, so nothing was saved. Wait a moment, then send it again."
    ]
    assert [box.get("name") for box in find_elements(page, "textarea")].count("text-1-1-5") == 1
    assert shown.status_code == 503
    assert find_texts(shown, ".say.bad") == [
        "The database isn’t responding. Wait a moment, then load the page again."
    ]
    assert health.status_code == 503
    assert health.content == "The database isn’t responding.\n".encode()
    assert ready.status_code == health.status_code
    assert ready.content == health.content
    assert live.status_code == 200
    assert live.content == b"ok\n"


def test_health_is_told_to_anybody(client, db):
    response = client.get("/health/")
    assert response.status_code == 200
    assert response.content == b"ok\n"
    assert response["Cache-Control"] == "max-age=0, no-cache, no-store, must-revalidate, private"


class Damaged:
    """A data folder of its own whose database has a hole, with what it held in a backup."""

    def __init__(self, folder, *, hole=True):
        self.folder, self.database = folder, folder / "kalamazoo.sqlite3"
        assert run_manage(folder, "demo")[0] == 0
        self.backup = folder / "backups" / "kalamazoo-20260101-030000-nightly.backup"
        self.backup.parent.mkdir()
        assert run_manage(folder, "backup", str(self.backup))[0] == 0
        with sqlite3.connect(self.database) as opened:
            opened.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        opened.close()
        content = bytearray(self.database.read_bytes())
        self.whole = bytes(content)
        if hole:
            middle = len(content) // 2 // 4096 * 4096
            content[middle : middle + 40 * 4096] = b"\xa5" * 40 * 4096
        else:
            content[:100] = b"no database" * 9 + b"\0"
        self.database.write_bytes(content)

    def told(self, *, backup=None):
        return (
            f"The database {self.database} is damaged. "
            f"Stop the program, type kalamazoo restore {backup or self.backup}, then start again."
        )


@pytest.mark.slow
@pytest.mark.skipif(connection.vendor != "sqlite", reason="the file of a database")
@pytest.mark.parametrize("hole", [True, False], ids=["hole", "no-database"])
def test_damaged_database_is_not_served_and_comes_back_from_the_newest_good_backup(tmp_path, hole):
    damaged = Damaged(tmp_path, hole=hole)
    newer = damaged.backup.with_name("kalamazoo-20260102-030000-nightly.backup")
    newer.write_bytes(damaged.backup.read_bytes()[:-40])  # cut short, so no good one
    for command in (
        ["serve", "--port", str(find_free_port())],
        ["backup", str(tmp_path / "x.backup")],
        ["standings", "1"],
    ):
        assert run_manage(tmp_path, *command) == (2, "", damaged.told() + "\n")
    assert list(tmp_path.rglob("*.part")) == []
    assert run_manage(tmp_path, "restore", str(newer))[0] == 2
    assert damaged.database.read_bytes() != damaged.whole  # a bad backup moves nothing
    status, answer, said = run_manage(tmp_path, "restore", str(damaged.backup))
    assert status == 0, said
    aside = Path(answer.strip())
    assert aside.parent == tmp_path
    assert aside.name.startswith("kalamazoo-damaged-")
    assert run_manage(tmp_path, "standings", "1")[0] == 0


@pytest.mark.skipif(connection.vendor != "sqlite", reason="the file of a database")
def test_damage_that_is_met_while_writing_is_told_with_the_newest_good_backup(
    desk, section, settings, tmp_path, caplog
):
    settings.DATA_DIR, settings.SECRET_KEY_FILE = tmp_path, tmp_path / "secret.key"
    path, _count = write_automatic_backup(reason="by-hand")
    error = sqlite3.DatabaseError("database disk image is malformed")
    error.sqlite_errorname = "SQLITE_CORRUPT"
    raised = DatabaseError("database disk image is malformed")
    raised.__cause__ = error
    desk.raise_request_exception = False
    with connection.execute_wrapper(Away(raised)):
        page = desk.post(scores_address(section, "boards/1/"), make_posted_line("1-1-5", "4SS="))
        with pytest.raises(BackupError, match="is damaged") as refused:
            write_backup_file(path=tmp_path / "y.backup")
    name = settings.DATABASES["default"]["NAME"]
    # Nobody knows any more who is a director, so the page has no paths. The log has.
    assert str(tmp_path) not in page.content.decode()
    assert name not in page.content.decode()
    sentence = f"The database {name} is damaged. Stop the program, type kalamazoo restore {path}."
    assert sentence in caplog.text
    assert str(refused.value).endswith(f"type kalamazoo restore {path}.")
    assert list(tmp_path.rglob("*.part")) == []
