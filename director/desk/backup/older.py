"""A backup of an older program, brought up to date in a database of its own before anything here is touched."""

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from django.db import connections, transaction
from django.db.models import Model

from director.desk.backup.file import Record
from director.desk.backup.records import object_of, records_of
from director.desk.storage.steps import StepLoader, step_executor

ALIAS = "older"
APP = "director"


@cache
def newest_schema() -> str:
    """Return the name of the last migration of this program."""
    leaves: list[tuple[str, str]] = StepLoader(None).graph.leaf_nodes(APP)
    return next(name for app, name in leaves if app == APP)


@cache
def known_schemas() -> frozenset[str]:
    """Return the names of all migrations that this program knows, and of those that were all at once up to any of them.

    A database that was made at once by an older program remembers by which.
    """
    steps = {name for app, name in StepLoader(None).disk_migrations if app == APP}
    return frozenset(steps | {f"0001_squashed_{step}" for step in steps})


@contextmanager
def brought_up(
    records: Iterable[Record], *, schema: str, left_out: Iterable[str], models: Iterable[type[Model]]
) -> Iterator[Iterator[Record]]:
    """Let the block read *records*, which a program of migration *schema* wrote, as this program writes them.

    They are stored in a new SQLite database as that program had it, and take every migration since.

    :raises BadRecordError: if that program could not have written one of them
    """
    with tempfile.TemporaryDirectory(prefix="kalamazoo-") as folder:
        connections.settings[ALIAS] = connections.settings["default"] | {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": str(Path(folder) / "older.sqlite3"),
            "OPTIONS": {},
            "CONN_MAX_AGE": 0,
        }
        try:
            _migrate(schema)
            _store(records, set(left_out))
            _migrate(newest_schema())
            yield records_of(models, using=ALIAS)
        finally:
            connections[ALIAS].close()
            del connections[ALIAS]
            del connections.settings[ALIAS]


def _migrate(schema: str) -> None:
    executor = step_executor(connections[ALIAS])
    others = [node for node in executor.loader.graph.leaf_nodes() if node[0] != APP]
    executor.migrate([*others, (APP, schema)])


def _store(records: Iterable[Record], left_out: set[str]) -> None:
    loader = StepLoader(connections[ALIAS])
    state = loader.project_state([node for node in loader.applied_migrations if node in loader.graph.nodes])
    # What that program called its models, of which some have another name by now.
    labels = {f"{app}.{name}" for app, name in state.models if app == APP or name == "user"} - left_out
    with transaction.atomic(using=ALIAS):
        for record in records:
            object_of(record, state.apps, labels).save_base(raw=True, force_insert=True, using=ALIAS)
