"""Settings shared by every test: marks, Hypothesis profiles, the test database."""

import gc
import hashlib
import os
import time
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, settings

# What is asked of a commit must be the same each time it is asked, so that a refusal speaks of the
# commit; what nobody has drawn yet is looked for with HYPOTHESIS_PROFILE=explore.
everyday = settings(
    max_examples=8, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("everyday", everyday)
settings.register_profile("explore", everyday, max_examples=200, derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "everyday"))

GO_ON_MARKS = ("doors", "walk", "mutated")
"""Marks of tests that go on as long as ``--seconds`` says."""
TESTS = Path(__file__).parent
MIGRATIONS = TESTS.parent / "director" / "migrations"
MARKED_FOLDERS = frozenset({TESTS / "bench", TESTS / "browser", TESTS / "live"})
"""Folders in which every test has the mark of their name."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a run say how long the tests without an end go on."""
    parser.getgroup("selection of tests").addoption(
        "--seconds",
        type=int,
        default=0,
        help="how long the tests marked doors, walk and mutated each go on (left out without it)",
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Import no module of a folder that nobody asked for."""
    if collection_path in MARKED_FOLDERS:
        return f"not {collection_path.name}" in config.option.markexpr or None
    return None


def uses_records(item: pytest.Item) -> bool:
    """Return whether *item* reads or writes records."""
    has_mark = item.get_closest_marker("django_db") is not None
    return has_mark or not {"db", "transactional_db"}.isdisjoint(item.fixturenames)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests that read or write records; leave out those without an end."""
    for item in items:
        if uses_records(item):
            item.add_marker("database")
    if not config.option.seconds:
        endless = [item for item in items if has_any_mark(item, GO_ON_MARKS)]
        config.hook.pytest_deselected(items=endless)
        items[:] = [item for item in items if not has_any_mark(item, GO_ON_MARKS)]


def has_any_mark(item: pytest.Item, names: Iterable[str]) -> bool:
    """Return whether *item* has a mark of one of *names*."""
    return any(item.get_closest_marker(name) for name in names)


def pytest_collection_finish() -> None:
    """Collect garbage before the first test, and less often from then on."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(scope="session", autouse=True)
def clock_of_greenwich() -> None:
    """Go by UTC, as what is stored: tests compare the one with the other, wherever they run."""
    if hasattr(time, "tzset"):
        os.environ["TZ"] = "UTC"
        time.tzset()


@pytest.fixture(scope="session", autouse=True)
def temporary_databases_open() -> Iterator[None]:
    """Let the program open its temporary databases, which Django keeps from tests as any other database."""
    if not find_spec("django"):  # the pure packages are also tested without it
        yield
        return
    from django.db.utils import ConnectionHandler

    create_connection = ConnectionHandler.create_connection

    def create(self: ConnectionHandler, alias: str):
        connection = create_connection(self, alias)
        if alias.startswith("temporary-"):
            # Of this connection alone: Django's guard is a method of the class.
            connection.ensure_connection = lambda: (
                connection.connect() if connection.connection is None else None
            )
        return connection

    with patch.object(ConnectionHandler, "create_connection", create):
        yield


@pytest.fixture(scope="session")
def ready_database(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return where a migrated SQLite database is kept for the next run, whether or not it exists."""
    digest = hashlib.sha256(version("django").encode())
    for path in sorted(MIGRATIONS.glob("*.py")):
        digest.update(path.read_bytes())
    # Without pytest's cache (-p no:cacheprovider) each run migrates its own.
    cache = getattr(pytestconfig, "cache", None)
    folder = Path(cache.mkdir("database")) if cache else tmp_path_factory.mktemp("ready")
    return folder / f"{digest.hexdigest()[:16]}.sqlite3"


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, ready_database: Path, django_db_blocker) -> None:
    """Keep the database that was just migrated for the next run."""
    import sqlite3

    from django.db import connection

    if connection.vendor == "sqlite" and not ready_database.exists():
        part = ready_database.with_suffix(f".{os.getpid()}")
        with django_db_blocker.unblock():
            connection.ensure_connection()
            with sqlite3.connect(part) as copy:
                connection.connection.backup(copy)
            copy.close()
        part.replace(ready_database)
