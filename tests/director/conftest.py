"""Fixtures of the tests that need a database."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path
from shutil import copyfile

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from director.pdf import writing
from tests.director.write_guard import watch_writes
from tests.factories import forget_cached, make_director, sign_in


@pytest.fixture(autouse=True)
def quick_passwords(settings):
    """Hash passwords quickly: these accounts guard nothing, and the real way takes half a second each."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def files_on_demand(settings):
    """Look for static files when one is asked for, not all of them for every browser a test opens."""
    settings.WHITENOISE_AUTOREFRESH = True


@pytest.fixture(scope="session", autouse=True)
def no_fonts_but_our_own():
    """Print with the faces of the program alone, whatever fonts this machine has."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(writing, "FONT_FOLDERS_BY_PLATFORM", {"": ()})
        yield


@pytest.fixture(scope="session", autouse=True)
def json_is_known() -> None:
    """Let Django know that databases have JSON: it asks them once, among the queries that a test counts."""
    connection.features.__dict__["supports_json_field"] = True


@pytest.fixture(autouse=True)
def nothing_kept():
    """Keep no page or phone from one test to the next: the nights that are laid anew are the same to the last sign."""
    forget_cached()


@pytest.fixture(autouse=True)
def every_write_is_counted(request):
    """Fail a test in which the program writes what a page can show and doesn't count it in the same transaction."""
    if not (
        request.node.get_closest_marker("django_db")
        or {"db", "transactional_db"} & set(request.fixturenames)
    ):
        yield
        return
    request.getfixturevalue("_django_db_helper")
    with watch_writes() as watch:
        yield
    assert not watch.failures, "\n".join(dict.fromkeys(watch.failures))


@pytest.fixture
def director(db):
    """A director's account."""
    return make_director()


@pytest.fixture
def desk(director) -> Client:
    """A browser with the director signed in."""
    return sign_in(director)


@pytest.fixture
def data_folder(tmp_path, ready_database) -> Path:
    """A data folder for programs of their own, with the tables made and nothing in them: a start is then quicker.

    Where the tests keep their records in PostgreSQL, and before any test has made a database, the
    folder is empty.
    """
    if connection.vendor == "sqlite" and ready_database.exists():
        path = tmp_path / "kalamazoo.sqlite3"
        copyfile(ready_database, path)
        with closing(sqlite3.connect(path)) as here, here:
            here.execute("DELETE FROM sqlite_sequence")  # the first record there has number 1
    return tmp_path


@pytest.fixture
def real_database(transactional_db, tmp_path):
    """A database that several threads can really write to at once: SQLite in a file, or PostgreSQL as it is."""
    if connection.vendor != "sqlite":
        yield
        return
    connection.ensure_connection()
    in_memory, name = connection.connection, connection.settings_dict["NAME"]
    path = tmp_path / "night.sqlite3"
    with sqlite3.connect(path) as copy:
        in_memory.backup(copy)
    copy.close()
    connection.connection, connection.settings_dict["NAME"] = None, str(path)
    yield
    connection.close()
    connection.connection, connection.settings_dict["NAME"] = in_memory, name


@pytest.fixture
def set_now(monkeypatch) -> Callable[[datetime], None]:
    """A function that sets the clock of the program."""
    return lambda moment: monkeypatch.setattr(timezone, "now", lambda: moment)
