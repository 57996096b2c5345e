"""Upgrade the records of a backup or an event's file in a temporary database."""

import re
import tempfile
import threading
from collections.abc import Iterable, Iterator, Set
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState
from django.db.models import ForeignKey, Model

from director.core.files.backups.file import Record
from director.core.files.backups.records import serialize_records, store_records

APP_LABEL = "director"

EQUAL_SCHEMAS = {"0019_acts_without_parties": "0017_journal_of_every_event"}
"""The schema of a later program by that of 0.2, whose single step 0017 became three steps."""

LAST_SQUASHED_NUMBER = "0103_"
"""The last migration of 0.4.0. Of those up to it only the last of each release is left."""

FORMER_JOURNAL_STEP = "0017_journal_of_every_event"
"""The last migration of 0.2.0, which three migrations of the repository made."""


@cache
def _get_loader() -> MigrationLoader:
    """Return every migration on its own, with those that the first one replaces."""
    return MigrationLoader(None, replace_migrations=False)


def get_newest_schema() -> str:
    """Return the name of this program's last migration."""
    return max(name for app, name in _get_loader().disk_migrations if app == APP_LABEL)


def is_newer_schema(name: str) -> bool:
    """Return whether the migration *name* is of a newer program.

    A squashed migration counts by the number of the last one that it replaces.
    """
    number = re.findall(r"\d{4}_", f"0000_{name}")[-1]
    return number > LAST_SQUASHED_NUMBER and find_migration(name) is None


def find_migration(schema: str) -> str | None:
    """Return the migration that ends with *schema*, or None."""
    name = EQUAL_SCHEMAS.get(schema, schema)
    return name if (APP_LABEL, name) in _get_loader().disk_migrations else None


def is_between_releases(connection: BaseDatabaseWrapper, applied: Set[str]) -> bool:
    """Return whether this program can't migrate from the last of the *applied* migrations."""
    if not applied:
        return False
    newest_applied = max(applied)
    if newest_applied == FORMER_JOURNAL_STEP:
        # Its name doesn't tell how far it got, but a column that it removes does.
        with connection.cursor() as cursor:
            columns = connection.introspection.get_table_description(cursor, "director_act")
        return "party_id" in {column.name for column in columns}
    return (APP_LABEL, newest_applied) not in _get_loader().disk_migrations


def get_intermediate_release(schema: str) -> str:
    """Return the release that upgrades a database between two releases, at *schema*."""
    return "0.3.0" if schema < "0067" else "0.4.0"


@contextmanager
def upgrade_records(
    records: Iterable[Record],
    *,
    schema: str,
    omitted_labels: Iterable[str],
    models: Iterable[type[Model]],
) -> Iterator[Iterator[Record]]:
    """Yield *records* of the migration *schema* as this version writes them.

    The records are stored in a temporary SQLite database of that migration, which then runs every
    later migration. *omitted_labels* are the labels of models that are not restored.

    :raises BadRecordError: if a program of that migration could not have written a record
    """
    with create_temporary_database() as alias:
        state = create_tables(alias, schema)
        labels = {
            f"{app}.{name}" for app, name in state.models if app == APP_LABEL or name == "user"
        }
        with transaction.atomic(using=alias):
            store_records(records, state.apps, labels - set(omitted_labels), using=alias)
        _migrate_database(alias, get_newest_schema())
        yield serialize_records(models, using=alias)


def create_tables(alias: str, schema: str) -> ProjectState:
    """Create the tables of the migration *schema* in an empty database, and return its models.

    They are made from the models of that migration. To run every migration up to it would take six
    seconds, and change nothing else: no migration adds rows to an empty database.
    """
    connection = connections[alias]
    executor = MigrationExecutor(connection)
    if (APP_LABEL, find_migration(schema)) not in executor.loader.graph.nodes:
        # The first migration replaces it, and a database of that migration has part of the first.
        executor.loader = MigrationLoader(connection, replace_migrations=False)
    targets = _list_targets(executor, schema)
    state: ProjectState = executor.loader.project_state(targets)
    executor.recorder.ensure_schema()
    # One transaction: a program that is stopped meanwhile leaves all tables or none.
    with connection.schema_editor() as editor:
        for model in state.apps.get_models():
            editor.create_model(model)
        for migration, _is_backwards in executor.migration_plan(targets):
            # Names, because a database records the steps that a squashed migration replaces.
            for app, name in migration.replaces or [(migration.app_label, migration.name)]:
                executor.recorder.record_applied(app, name)
    return state


def collect_fields_by_label(target: str, *, schema: str) -> dict[str, list[str]]:
    """Return the fields that refer to the model *target* in a database of *schema*, by label.

    Labels are in lower case, such as ``"director.event"`` and ``"auth.user"``.
    """
    state = _get_loader().project_state((APP_LABEL, find_migration(schema) or ""))
    fields_by_label: dict[str, list[str]] = {}
    for (app, name), model in state.models.items():
        for field_name, field in model.fields.items():
            if isinstance(field, ForeignKey) and _get_target_label(field) == target:
                fields_by_label.setdefault(f"{app}.{name}", []).append(field_name)
    return fields_by_label


def _get_target_label(field: "ForeignKey[Any, Any]") -> str:
    # Migrations name a model by its label; only a rendered model is a class.
    return str(field.remote_field.model).lower()


_SETTINGS_LOCK = threading.Lock()


@contextmanager
def create_temporary_database() -> Iterator[str]:
    """Yield the name of an empty SQLite database among Django's connections.

    Each has a name of its own, because two people may import old files at the same time.
    """
    alias = f"temporary-{uuid4().hex}"
    with tempfile.TemporaryDirectory(prefix="kalamazoo-") as folder:
        database = connections.settings["default"] | {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": str(Path(folder) / "temporary.sqlite3"),
            "OPTIONS": {},
            "CONN_MAX_AGE": 0,
        }
        # Replaced, not changed: other threads loop over the settings at the end of each request.
        with _SETTINGS_LOCK:
            connections.settings = connections.settings | {alias: database}
        try:
            yield alias
        finally:
            connections[alias].close()
            del connections[alias]
            with _SETTINGS_LOCK:
                settings = connections.settings
                connections.settings = {name: settings[name] for name in settings if name != alias}


def _list_targets(executor: MigrationExecutor, schema: str) -> list[tuple[str, str]]:
    other_migrations = [node for node in executor.loader.graph.leaf_nodes() if node[0] != APP_LABEL]
    return [*other_migrations, (APP_LABEL, find_migration(schema) or "")]


def _migrate_database(alias: str, schema: str) -> None:
    executor = MigrationExecutor(connections[alias])
    executor.migrate(_list_targets(executor, schema))
