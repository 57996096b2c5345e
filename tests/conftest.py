"""Settings shared by every test: Hypothesis profiles and where the test database lies."""

import gc
import os
import time

import pytest
from hypothesis import HealthCheck, settings

from tests.selection import one_in, spread

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


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a stage of ``.ci/run`` ask for fewer tests."""
    help_text = (
        "at most this many cases of each test, evenly spread, its first and its last among them"
    )
    parser.addoption("--cases", type=int, default=0, help=help_text)
    help_text = "one in this many functions of each module"
    parser.addoption("--one-in", type=int, default=1, help=help_text)
    help_text = "files of each format that the slow tests mutate"
    parser.addoption("--mutated-files", type=int, default=300, help=help_text)


@pytest.hookimpl(tryfirst=True)  # before those without the mark that was asked for are left out
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark tests that read or write records, also those that only use a fixture which does; select from the rest."""
    for item in items:
        if item.get_closest_marker("django_db") or {"db", "transactional_db"} & set(
            item.fixturenames
        ):
            item.add_marker("database")
    chosen = one_in(items, config.option.one_in)
    if config.option.cases:
        chosen = spread(chosen, config.option.cases)
    kept = {item.nodeid for item in chosen}
    left_out = [item for item in items if item.nodeid not in kept]
    items[:] = [item for item in items if item.nodeid in kept]
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
    if left_out:
        config.hook.pytest_deselected(items=left_out)


def pytest_collection_finish() -> None:
    """Let the collector of rubbish pass over all that is there before the first test, and come by less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(scope="session", autouse=True)
def clock_of_greenwich() -> None:
    """Go by UTC, as what is stored: tests compare the one with the other, wherever they run."""
    if hasattr(time, "tzset"):
        os.environ["TZ"] = "UTC"
        time.tzset()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    tmp_path_factory, django_db_modify_db_settings_parallel_suffix
) -> None:
    """Lay the SQLite test database in a file, as the program does: threads and a live server then meet real locks."""
    from django.conf import settings as django_settings

    default = django_settings.DATABASES["default"]
    if default["ENGINE"].endswith("sqlite3"):
        default.setdefault("TEST", {})["NAME"] = str(
            tmp_path_factory.mktemp("database") / "test.sqlite3"
        )
        # Nobody cuts the power of this database: waiting for the disk takes a fifth of the time of
        # the whole suite.
        options = default["OPTIONS"]
        default["OPTIONS"] = options | {
            "init_command": options["init_command"].replace("FULL", "OFF")
        }
