"""An empty database beside that of the test, in which a backup is restored as on another machine."""

import gzip
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import psycopg
from django.core.cache import caches
from django.core.management import call_command
from django.db import connection, connections
from django.db.backends.postgresql.base import DatabaseWrapper as PostgresConnection
from django.db.backends.sqlite3.base import DatabaseWrapper as SqliteConnection

from director.core.base.versions import LruCache
from director.core.files.backups.database import BACKUP_MODELS

POSTGRES = {"HOST": "127.0.0.1", "PORT": "5432", "USER": "postgres", "PASSWORD": ""}
RELEASES = Path(__file__).parents[2] / "fixtures" / "releases"
_made: dict[str, str] = {}
"""The databases on the PostgreSQL server, by what they are for."""


@dataclass(frozen=True)
class Place:
    """Where a club is restored: a *vendor* of databases and a *folder*.

    *ready_database* is an empty SQLite database with all tables, if an earlier run has left it.
    """

    vendor: str
    folder: Path
    ready_database: Path


def has_postgres() -> bool:
    """Return whether a PostgreSQL server answers on this machine."""
    try:
        psycopg.connect(_parse_address("postgres"), connect_timeout=3).close()
    except psycopg.OperationalError:
        return False
    return True


def _parse_address(name: str) -> str:
    return f"postgresql://{POSTGRES['USER']}@{POSTGRES['HOST']}:{POSTGRES['PORT']}/{name}"


@contextmanager
def use_empty_database(place: Place) -> Iterator[None]:
    """Let the program work with an empty database, and with its own again at the end."""
    with _make_connection(place) as other, _use_connection(other):
        yield


@contextmanager
def use_older_database(place: Place, release: str) -> Iterator[None]:
    """Let the program work with the database that *release* has left, as it is before migrations."""
    dump = gzip.decompress((RELEASES / f"{release}.{place.vendor}.sql.gz").read_bytes()).decode()
    if place.vendor == "sqlite":
        name = str(place.folder / "older.sqlite3")
        with closing(sqlite3.connect(name)) as older:
            older.executescript(dump)
        with _use_connection(SqliteConnection(_make_settings("sqlite3", name), "default")):
            yield
        return
    name = _create_postgres_database(place.folder, "older")
    with closing(psycopg.connect(_parse_address(name), autocommit=True)) as older:
        older.execute(dump)
    with _use_connection(PostgresConnection(_make_settings("postgresql", name), "default")):
        yield


@contextmanager
def _use_connection(other: SqliteConnection | PostgresConnection) -> Iterator[None]:
    usual = connections["default"]
    connections["default"] = other
    _clear_caches()
    try:
        yield
    finally:
        other.close()
        connections["default"] = usual
        _clear_caches()


def _clear_caches() -> None:
    """Forget what is cached: events of both databases have the same numbers."""
    for name, module in list(sys.modules.items()):
        if name.startswith("director."):
            _forget_queries(module)
    caches["pages"].clear()
    caches["tables"].clear()
    LruCache.clear_all()


def _forget_queries(module: ModuleType) -> None:
    """Forget queries of *module* that are built once, in the words of one database."""
    for name, function in vars(module).items():
        if name.endswith(("_query", "_question")) and hasattr(function, "cache_clear"):
            function.cache_clear()


@contextmanager
def _make_connection(place: Place) -> Iterator[SqliteConnection | PostgresConnection]:
    if place.vendor == "sqlite":
        path = place.folder / "restored.sqlite3"
        path.unlink(missing_ok=True)
        other = SqliteConnection(_make_settings("sqlite3", str(path)), "default")
        if place.ready_database.exists():
            shutil.copyfile(place.ready_database, path)
        else:
            _migrate(other)
        yield other
        return
    other = PostgresConnection(
        _make_settings("postgresql", _get_postgres_database(place.folder)), "default"
    )
    with other.cursor() as cursor:
        tables = ", ".join(other.ops.quote_name(model._meta.db_table) for model in BACKUP_MODELS)
        cursor.execute(f"TRUNCATE {tables} RESTART IDENTITY CASCADE")
    yield other


def _make_settings(engine: str, name: str) -> dict[str, object]:
    settings = deepcopy(connection.settings_dict)
    settings |= {"ENGINE": f"django.db.backends.{engine}", "NAME": name, "ATOMIC_REQUESTS": False}
    settings["OPTIONS"] = {}
    if engine == "postgresql":
        settings |= POSTGRES
    return settings


def _get_postgres_database(folder: Path) -> str:
    """Return the name of a PostgreSQL database with all tables, made once in a process."""
    if "empty" not in _made:
        name = _create_postgres_database(folder, "empty")
        _migrate(PostgresConnection(_make_settings("postgresql", name), "default"))
    return _made["empty"]


def _create_postgres_database(folder: Path, use: str) -> str:
    """Create a PostgreSQL database without tables for *use*, and return its name."""
    name = f"doors_{use}_{folder.name.replace('-', '_').lower()}"[:60]
    with closing(psycopg.connect(_parse_address("postgres"), autocommit=True)) as server:
        server.execute(f'DROP DATABASE IF EXISTS "{name}"')
        server.execute(f'CREATE DATABASE "{name}"')
    _made[use] = name
    return name


def drop_databases() -> None:
    """Remove the databases that were made on a server."""
    while _made:
        _use, name = _made.popitem()
        with closing(psycopg.connect(_parse_address("postgres"), autocommit=True)) as server:
            server.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def _migrate(other: SqliteConnection | PostgresConnection) -> None:
    with _use_connection(other):
        call_command("migrate", verbosity=0, interactive=False)
