"""Settings shared by every test: which tests a run takes, Hypothesis profiles, the test database."""

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

from tests.changed import list_concerned_tests
from tests.everyday import keep_everyday, keep_few_cases, read_nightly

# What is asked of a commit must be the same each time it is asked, so that a refusal speaks of the
# commit; what nobody has drawn yet is looked for with HYPOTHESIS_PROFILE=explore.
everyday = settings(
    max_examples=8, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("everyday", everyday)
settings.register_profile("ci", everyday, max_examples=25)
settings.register_profile("explore", everyday, max_examples=200, derandomize=False)
settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "everyday")
)

CONCERNED_TESTS = pytest.StashKey[dict[str, int] | None]()
"""The modules of tests that concern what changed with their distances, if only those were asked for."""
NIGHTLY_TESTS = pytest.StashKey[frozenset[str]]()
"""The modules and functions of tests that the run leaves to .ci/nightly."""
SINCE_SECONDS = 60
GO_ON_MARKS = ("doors", "walk", "mutated")
"""Marks of tests that go on as long as ``--seconds`` says."""
TESTS = Path(__file__).parent
MIGRATIONS = TESTS.parent / "director" / "migrations"
MARKED_FOLDERS = frozenset({TESTS / "bench", TESTS / "browser", TESTS / "live"})
"""Folders in which every test has the mark of their name."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a run ask for more than the everyday tests, or for those of a change."""
    group = parser.getgroup("selection of tests")
    group.addoption(
        "--all",
        action="store_true",
        help="every test and every case (usual where files are named), not only the everyday ones",
    )
    group.addoption(
        "--since",
        metavar="REVISION",
        help="the tests of what differs from this revision of git, the nearest first, for a minute",
    )
    group.addoption(
        "--seconds",
        type=int,
        default=0,
        help="how long the tests marked doors, walk and mutated each go on (left out without it)",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Find what a change concerns, if only that was asked for."""
    if is_worker(config):
        config.stash[CONCERNED_TESTS] = config.workerinput["concerned_tests"]
    elif config.option.since:
        config.stash[CONCERNED_TESTS] = list_concerned_tests(config.option.since)
        config.option.dist = "load"  # worksteal would begin in the middle, too
        config.option.maxschedchunk = 1
        config.pluginmanager.register(StopAfter(SINCE_SECONDS))
    else:
        config.stash[CONCERNED_TESTS] = None
    config.stash[NIGHTLY_TESTS] = read_nightly() if is_everyday(config) else frozenset()


def is_everyday(config: pytest.Config) -> bool:
    """Return whether a run takes the everyday tests: it names no file, no other mark, and not ``--all``."""
    names_files = any(".py" in argument for argument in config.args)
    return not (config.option.all or names_files or "not slow" not in config.option.markexpr)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node) -> None:
    """Hand the chosen modules of tests to a worker."""
    node.workerinput["concerned_tests"] = node.config.stash[CONCERNED_TESTS]


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out modules of nothing that changed, and folders that nobody wants."""
    if collection_path in MARKED_FOLDERS:
        return f"not {collection_path.name}" in config.option.markexpr or None
    if collection_path.suffix != ".py" or not collection_path.name.startswith("test_"):
        return None
    path = collection_path.relative_to(config.rootpath).as_posix()
    concerned = config.stash[CONCERNED_TESTS]
    if concerned is not None:
        return path not in concerned or None
    return path in config.stash[NIGHTLY_TESTS] or None


def pytest_pycollect_makeitem(collector: pytest.Collector, name: str) -> list[pytest.Item] | None:
    """Make no test of a function that is left to .ci/nightly."""
    is_nightly = f"{collector.nodeid}::{name}" in collector.config.stash[NIGHTLY_TESTS]
    return [] if is_nightly and collector.config.stash[CONCERNED_TESTS] is None else None


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> Iterator[None]:
    """Make only the cases that run every day: four of five of all 23,000 are left out."""
    yield
    config = metafunc.config
    if is_everyday(config) and config.stash[CONCERNED_TESTS] is None:
        has_records = uses_records(metafunc.definition, metafunc.fixturenames)
        metafunc._calls[:] = keep_few_cases(metafunc._calls, has_records=has_records)


def uses_records(item: pytest.Item, fixturenames: Iterable[str]) -> bool:
    """Return whether *item*, which asks for *fixturenames*, reads or writes records."""
    has_mark = item.get_closest_marker("django_db") is not None
    return has_mark or not {"db", "transactional_db"}.isdisjoint(fixturenames)


def is_worker(config: pytest.Config) -> bool:
    """Return whether this process runs tests for another one."""
    return hasattr(config, "workerinput")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Iterator[None]:
    """Mark the tests that read or write records, and keep those that the run asks for."""
    for item in items:
        if uses_records(item, item.fixturenames):
            item.add_marker("database")
    concerned = config.stash[CONCERNED_TESTS] or {}
    chosen = items
    if is_everyday(config):
        chosen = keep_everyday(items, config.stash[NIGHTLY_TESTS])
        chosen += [item for item in items if concerned.get(get_path(item)) == 0]
    if not config.option.seconds:
        chosen = [item for item in chosen if not has_any_mark(item, GO_ON_MARKS)]
    kept = {item.nodeid for item in chosen}
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in kept])
    items[:] = [item for item in items if item.nodeid in kept]
    yield
    # Behind the other plugins: pytest-django sorts all tests with a database before the others.
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
    if concerned:
        positions = {path: position for position, path in enumerate(concerned)}
        items.sort(key=lambda item: positions[get_path(item)])


def get_path(item: pytest.Item) -> str:
    """Return the path of the module of *item*."""
    return item.nodeid.partition("::")[0]


def has_any_mark(item: pytest.Item, names: Iterable[str]) -> bool:
    """Return whether *item* has a mark of one of *names*."""
    return any(item.get_closest_marker(name) for name in names)


class StopAfter:
    """A plugin that ends a run after so many seconds and says how many tests are left."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._end = 0.0
        self._left = 0

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Count the tests, where no worker runs them."""
        self._left = len(session.items)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        """Count the tests that the workers run."""
        self._left = len(ids)

    def pytest_runtest_logstart(self) -> None:
        """Count the time from the first test."""
        self._end = self._end or time.monotonic() + self._seconds

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Stop the run once the time is up."""
        if report.when != "teardown":
            return
        self._left -= 1
        if self._left > 0 and time.monotonic() > self._end:
            self._stop(f"a minute is over; {self._left} tests are left (pytest runs them)")

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        """Remember what stops: the workers have a session of their own."""
        self._session = session.config.pluginmanager.getplugin("dsession") or session

    def _stop(self, reason: str) -> None:
        self._session.shouldstop = reason


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
