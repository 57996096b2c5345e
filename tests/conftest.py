"""Settings shared by every test: Hypothesis profiles and where the test database lies."""

import gc
import os
import time

import pytest
from hypothesis import HealthCheck, settings

from tests.sample import PARTS, part_of, spread

# What is asked of a commit must be the same each time it is asked, so that a refusal speaks of the commit; what nobody
# has drawn yet is looked for with HYPOTHESIS_PROFILE=explore.
everyday = settings(max_examples=8, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("everyday", everyday)
settings.register_profile("ci", everyday, max_examples=25)
settings.register_profile("explore", everyday, max_examples=200, derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "everyday"))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a run ask for a part of the suite."""
    help_text = "sample: what runs every day; rest: what that leaves out; all of it where folders or files are named"
    parser.addoption("--part", choices=PARTS, help=help_text)
    help_text = "at most so many cases of each test, evenly spread, its first and its last among them"
    parser.addoption("--cases", type=int, default=0, help=help_text)


def pytest_configure(config: pytest.Config) -> None:
    """Take the sample where the whole suite is run, everything where something is named; the workers are told."""
    if config.option.part is None:
        whole = config.args_source is not pytest.Config.ArgsSource.ARGS and not config.option.keyword
        config.option.part = "sample" if whole and not os.environ.get("CI") else "all"


@pytest.hookimpl(tryfirst=True)  # before those are left out that have not the mark asked for
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark whatever reads or writes records, also where only a fixture asks for them; leave the other part out."""
    for item in items:
        if item.get_closest_marker("django_db") or {"db", "transactional_db"} & set(item.fixturenames):
            item.add_marker("database")
    items[:], left_out = part_of(items, config.option.part)
    if config.option.cases:
        kept = {item.nodeid for item in spread(items, config.option.cases)}
        left_out += [item for item in items if item.nodeid not in kept]
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
def django_db_modify_db_settings(tmp_path_factory, django_db_modify_db_settings_parallel_suffix) -> None:
    """Lay the SQLite test database in a file, as the program does: threads and a live server then meet real locks."""
    from django.conf import settings as django_settings

    default = django_settings.DATABASES["default"]
    if default["ENGINE"].endswith("sqlite3"):
        default.setdefault("TEST", {})["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")
