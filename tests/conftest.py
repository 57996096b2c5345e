"""Settings shared by every test: Hypothesis profiles and where the test database lies."""

import gc
import os

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("everyday", max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", parent=settings.get_profile("everyday"), max_examples=60)
settings.load_profile("ci" if os.environ.get("CI") else "everyday")


@pytest.hookimpl(tryfirst=True)  # before those are left out that have not the mark asked for
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark whatever reads or writes records, also where only a fixture of it asks for them."""
    for item in items:
        if item.get_closest_marker("django_db") or {"db", "transactional_db"} & set(item.fixturenames):
            item.add_marker("database")


def pytest_collection_finish() -> None:
    """Let the collector of rubbish pass over all that is there before the first test, and come by less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory, django_db_modify_db_settings_parallel_suffix) -> None:
    """Lay the SQLite test database in a file, as the program does: threads and a live server then meet real locks."""
    from django.conf import settings as django_settings

    default = django_settings.DATABASES["default"]
    if default["ENGINE"].endswith("sqlite3"):
        default.setdefault("TEST", {})["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")
