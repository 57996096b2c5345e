"""Upgrade a backup of an older version in a temporary database."""

import tempfile
from collections.abc import Iterable, Iterator, Set
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.models import Model

from director.core.files.backups.file import Record
from director.core.files.backups.records import object_of, records_of

ALIAS = "older"
APP = "director"


ALSO = {"0019_acts_without_parties": "0017_journal_of_every_event"}
"""What else the last step of a release was called: 0.2 did in 0017 what a later program did in three."""


@cache
def _parts() -> dict[str, dict[str, None]]:
    """Return the migrations of this program in order, each with the migrations it replaces."""
    graph = MigrationLoader(None).graph
    nodes = [node for node in graph.forwards_plan(*graph.leaf_nodes(APP)) if node[0] == APP]
    return {
        node[1]: dict.fromkeys(name for _app, name in graph.nodes[node].replaces or [node])
        for node in nodes
    }


def newest_schema() -> str:
    """Return the name of the last step of this program."""
    *_before, last = _parts().values()
    return list(last)[-1]


def known_schemas() -> frozenset[str]:
    """Return the names of all migrations that this program can upgrade from.

    A database that was made at once by an older program remembers by which.
    """
    steps = {step for part in _parts().values() for step in part}
    return frozenset(steps | set(_parts()) | {f"0001_squashed_{step}" for step in steps})


def migration_of(schema: str) -> str | None:
    """Return the migration that ends with *schema*, or None."""
    return {list(steps)[-1]: name for name, steps in _parts().items()}.get(ALSO.get(schema, schema))


def is_between_releases(connection: BaseDatabaseWrapper, taken: Set[str]) -> bool:
    """Return whether the database has only part of a squashed migration applied."""
    if any(
        not taken.isdisjoint(steps) and not taken >= steps.keys() for steps in _parts().values()
    ):
        return True
    if taken.isdisjoint(ALSO) and not taken.isdisjoint(ALSO.values()):
        with connection.cursor() as cursor:
            acts = connection.introspection.get_table_description(cursor, "director_act")
        return "party_id" in {column.name for column in acts}
    return False


@contextmanager
def upgraded_records(
    records: Iterable[Record],
    *,
    schema: str,
    left_out: Iterable[str],
    models: Iterable[type[Model]],
) -> Iterator[Iterator[Record]]:
    """Yield *records* of the migration *schema* as this version writes them.

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
    executor = MigrationExecutor(connections[ALIAS])
    others = [node for node in executor.loader.graph.leaf_nodes() if node[0] != APP]
    executor.migrate([*others, (APP, migration_of(schema))])


def _store(records: Iterable[Record], left_out: set[str]) -> None:
    loader = MigrationLoader(connections[ALIAS])
    state = loader.project_state(
        [node for node in loader.applied_migrations if node in loader.graph.nodes]
    )
    # What that program called its models, of which some have another name by now.
    labels = {
        f"{app}.{name}" for app, name in state.models if app == APP or name == "user"
    } - left_out
    with transaction.atomic(using=ALIAS):
        for record in records:
            object_of(record, state.apps, labels).save_base(
                raw=True, force_insert=True, using=ALIAS
            )
