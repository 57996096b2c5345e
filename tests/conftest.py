"""Settings shared by every test: which tests a run takes, Hypothesis profiles, the test database."""

import gc
import hashlib
import os
import shutil
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, settings

from tests.changed import find_tests_of_additions, list_concerned_tests
from tests.compiled import keep_compiled_in
from tests.measured import CostRecorder, write_costs
from tests.selection import (
    COSTS,
    keep_cases,
    keep_everyday,
    keep_one_function_in,
    keep_part,
    read_case_costs,
)

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

CONCERNED_TESTS = pytest.StashKey[list[str] | None]()
"""The modules of tests that concern what changed, if only those were asked for."""
LEFT_OUT_TESTS = pytest.StashKey[set[str]]()
"""The modules of tests that use an addition without which this run is (``KALAMAZOO_APPS``)."""
TESTS = Path(__file__).parent
MIGRATIONS = TESTS.parent / "director" / "migrations"
MARKED_FOLDERS = frozenset({TESTS / "bench", TESTS / "browser", TESTS / "live"})
"""Folders in which every test has the mark of their name."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a run ask for fewer tests or for more than the everyday ones."""
    group = parser.getgroup("selection of tests")
    group.addoption(
        "--select",
        choices=("everyday", "rest", "all"),
        help="everyday: few cases of what is slow (usual); rest: the others; all: both "
        "(usual where files are named)",
    )
    group.addoption(
        "--since",
        metavar="REVISION",
        help="only tests of what differs from this revision of git, and of all that imports it",
    )
    group.addoption(
        "--cases",
        type=int,
        default=0,
        help="at most this many cases of each test, evenly spread, its first and its last among them",
    )
    group.addoption(
        "--one-in", type=int, default=1, help="one in this many functions of each module"
    )
    group.addoption(
        "--part",
        default="1/1",
        metavar="K/N",
        help="the K-th of N equal parts of the chosen tests, each evenly spread over all modules",
    )
    group.addoption(
        "--mutated-files",
        type=int,
        default=300,
        help="files of each format that the slow tests mutate",
    )
    group.addoption(
        "--doors-seconds",
        type=int,
        default=0,
        help="seconds for which all forms and imports are used with odd values (tests/director/doors)",
    )
    group.addoption(
        "--doors-seed", type=int, default=0, help="the seed of the first of these odd values"
    )
    group.addoption(
        "--walk-seconds",
        type=int,
        default=0,
        help="seconds for which every kind of event is played by what people do (tests/walk)",
    )
    group.addoption(
        "--measure", action="store_true", help="run all cases and write what they cost to costs.csv"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Choose the modules of tests and measure them, if asked; each worker writes to a folder of the run."""
    if cache := getattr(config, "cache", None):  # not with -p no:cacheprovider
        keep_compiled_in(Path(cache.mkdir("compiled")))
    if is_worker(config):
        config.stash[CONCERNED_TESTS] = config.workerinput["concerned_tests"]
    elif config.option.since:
        config.stash[CONCERNED_TESTS] = list_concerned_tests(config.option.since)
    else:
        config.stash[CONCERNED_TESTS] = None
    config.stash[LEFT_OUT_TESTS] = find_tests_of_additions(list_left_out_additions())
    if config.option.measure:
        folder = Path(config.cache.mkdir("measured"))
        config.pluginmanager.register(CostRecorder(folder))
        if not is_worker(config):
            for path in folder.glob("*.jsonl"):
                path.unlink()


def list_left_out_additions() -> set[str]:
    """Return the additions that the environment leaves out."""
    kept = os.environ.get("KALAMAZOO_APPS")
    if kept is None:
        return set()
    from tests.additions import ADDITIONS

    return set(ADDITIONS).difference(kept.split(","))


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node) -> None:
    """Hand the chosen modules of tests to a worker."""
    node.workerinput["concerned_tests"] = node.config.stash[CONCERNED_TESTS]


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out modules of nothing that changed or of additions left out, and folders that nobody wants."""
    if collection_path in MARKED_FOLDERS:
        return f"not {collection_path.name}" in config.option.markexpr or None
    concerned = config.stash[CONCERNED_TESTS]
    left_out = config.stash[LEFT_OUT_TESTS]
    if collection_path.suffix != ".py":
        return None
    path = collection_path.relative_to(config.rootpath).as_posix()
    if path in left_out and path.rpartition("/")[2].startswith("test_"):
        return True
    if concerned is None:
        return None
    return path not in concerned or None


def pytest_unconfigure(config: pytest.Config) -> None:
    """Write the table of costs when all workers have ended."""
    if config.option.measure and not is_worker(config):
        write_costs(Path(config.cache.mkdir("measured")))


def is_worker(config: pytest.Config) -> bool:
    """Return whether this process runs tests for another one."""
    return hasattr(config, "workerinput")


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Let every other worker read the modules from the last to the first.

    Workers that read them in the same order all compile each of them; so two compile half of them
    each, and find the others compiled.
    """
    config = session.config
    if config.stash[CONCERNED_TESTS] is not None:
        return
    if not is_worker(config) or int(config.workerinput["workerid"].removeprefix("gw")) % 2 == 0:
        return
    folders = [path for path in map(Path, config.args) if path.is_dir()]
    paths = [path.resolve() for folder in folders for path in folder.rglob("test_*.py")]
    for path in sorted(paths, reverse=True):
        if MARKED_FOLDERS.isdisjoint(path.parents):
            module = ".".join(path.relative_to(TESTS.parent).with_suffix("").parts)
            with suppress(Exception, pytest.skip.Exception):  # it is told when it is collected
                import_module(module)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Iterator[None]:
    """Mark the tests that read or write records, and select those that the run asks for."""
    # Cases are chosen before those without the mark that was asked for are left out, the part after.
    _choose_cases(config, items)
    yield
    if not config.getoption("lf", False):  # what failed was in this part
        _leave_out(config, items, keep_part(items, *map(int, config.option.part.split("/"))))


def _choose_cases(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests that read or write records, and keep the cases that the run asks for."""
    for item in items:
        if item.get_closest_marker("django_db") or {"db", "transactional_db"} & set(
            item.fixturenames
        ):
            item.add_marker("database")
    chosen = _select(config, items)
    chosen = keep_one_function_in(chosen, config.option.one_in)
    if config.option.cases:
        chosen = keep_cases(chosen, config.option.cases)
    for mark in ("doors", "walk"):
        if not config.getoption(f"{mark}_seconds"):
            chosen = [item for item in chosen if not item.get_closest_marker(mark)]
    _leave_out(config, items, chosen)
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
    if concerned := config.stash[CONCERNED_TESTS]:
        distances = {path: distance for distance, path in enumerate(concerned)}
        items.sort(key=lambda item: distances[item.nodeid.partition("::")[0]])


def _leave_out(
    config: pytest.Config, items: list[pytest.Item], chosen: Iterable[pytest.Item]
) -> None:
    """Leave all *items* out that aren't *chosen*."""
    kept = {item.nodeid for item in chosen}
    left_out = [item for item in items if item.nodeid not in kept]
    items[:] = [item for item in items if item.nodeid in kept]
    if left_out:
        config.hook.pytest_deselected(items=left_out)


def _select(config: pytest.Config, items: list[pytest.Item]) -> list[pytest.Item]:
    names_files = any(".py" in argument for argument in config.args)
    # Other stages choose by mark and have their own numbers of cases.
    has_own_choice = config.option.cases or "not browser" not in config.option.markexpr
    is_thorough = bool(os.environ.get("CI")) or config.option.measure
    usual = "all" if names_files or has_own_choice or is_thorough else "everyday"
    selection = config.option.select or usual
    if selection == "all":
        return items
    everyday_items = keep_everyday(items, read_case_costs(COSTS))
    if selection == "everyday":
        return everyday_items
    kept = {item.nodeid for item in everyday_items}
    return [item for item in items if item.nodeid not in kept]


def pytest_collection_finish() -> None:
    """Collect garbage before the first test, and less often from then on."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(autouse=True)
def only_kinds_there_are() -> Iterator[None]:
    """Skip a test that stores an event of a kind without which this run is."""
    if not list_left_out_additions():
        yield
        return
    from django.db.models.signals import pre_save

    from director.event_kinds import list_event_kinds
    from director.models import Event

    contests = {kind.contest for kind in list_event_kinds()}

    def refuse(instance: Event, **_options: object) -> None:
        if instance.contest not in contests:
            pytest.skip(f"There are no events of {instance.contest} in this run.")

    pre_save.connect(refuse, sender=Event)
    yield
    pre_save.disconnect(refuse, sender=Event)


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


@pytest.fixture(scope="session", autouse=True)
def kept_rows(pytestconfig: pytest.Config) -> None:
    """Keep the nights that tests begin with for the other workers and for the next run."""
    # Without pytest's cache (-p no:cacheprovider) each process makes its own.
    cache = getattr(pytestconfig, "cache", None)
    if cache and find_spec("django"):
        from django.conf import settings as django_settings

        from tests.cached_rows import keep_rows_in

        django_settings.SECRET_KEY = "the key of every test"  # noqa: S105  phones are known by it
        keep_rows_in(Path(cache.mkdir("rows")))


@pytest.fixture(scope="session")
def django_db_keepdb(ready_database: Path) -> bool:
    """Return whether the tests begin with the ready database, which has nothing left to migrate."""
    from django.conf import settings as django_settings

    engine = django_settings.DATABASES["default"]["ENGINE"]
    return engine.endswith("sqlite3") and ready_database.exists()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    tmp_path_factory: pytest.TempPathFactory,
    django_db_modify_db_settings_parallel_suffix: None,
    ready_database: Path,
    django_db_keepdb: bool,
) -> None:
    """Put the SQLite test database in a file, as the program does: threads then meet real locks."""
    from django.conf import settings as django_settings

    default = django_settings.DATABASES["default"]
    if not default["ENGINE"].endswith("sqlite3"):
        return
    path = tmp_path_factory.mktemp("database") / "test.sqlite3"
    test_settings = default.setdefault("TEST", {})
    test_settings["NAME"] = str(path)
    if django_db_keepdb:
        shutil.copyfile(ready_database, path)
        test_settings["MIGRATE"] = False
    # Nobody cuts the power of this database: waiting for the disk takes a fifth of the time of
    # the whole suite.
    options = default["OPTIONS"]
    default["OPTIONS"] = options | {"init_command": options["init_command"].replace("FULL", "OFF")}


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
