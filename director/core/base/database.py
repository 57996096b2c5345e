"""What Django's ORM lacks: fast inserts of many rows, and timeouts of PostgreSQL."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model

# Rows without a model instance for each: a file of 100 clubs of 12 tables takes 2.8 seconds of the
# processor with ``bulk_create`` and 1.7 with this. For the largest file, of 5,004 tables, the difference
# is four seconds (``tests/bench/test_from_file_to_standings.py``).


_BATCH_SIZE = 5_000
"""Rows per call of the database driver."""


def insert_rows(model: type[Model], columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Insert *rows* into the table of *model*, with values for the fields *columns*."""
    quote = connection.ops.quote_name
    columns_by_field = {field.name: field.column for field in model._meta.concrete_fields}
    table = quote(model._meta.db_table)
    names = ", ".join(quote(str(columns_by_field[field])) for field in columns)
    placeholders = ", ".join(["%s"] * len(columns))
    statement = f"INSERT INTO {table} ({names}) VALUES ({placeholders})"  # noqa: S608  names of models
    remaining_rows = iter(rows)
    with connection.cursor() as cursor:
        while batch := list(islice(remaining_rows, _BATCH_SIZE)):
            cursor.executemany(statement, batch)


# Timeouts: short for requests, none for long work.


def set_timeouts(connection: BaseDatabaseWrapper, **_signal: Any) -> None:
    """Set the timeouts of a new *connection* from the settings.

    They are set by statements, because PgBouncer refuses them as options of the connection.
    """
    if connection.vendor == "postgresql":
        from director.core.base.postgresql.base import limit_waiting

        _set_config(connection, settings.POSTGRESQL_TIMEOUTS)
        limit_waiting(connection.connection)


def lift_timeouts(*, using: str = DEFAULT_DB_ALIAS, **_signal: Any) -> None:
    """Remove the timeouts of the connection *using*, for migrations and commands."""
    if connections[using].vendor == "postgresql":
        from director.core.base.postgresql.base import lift_limit

        _set_config(connections[using], dict.fromkeys(settings.POSTGRESQL_TIMEOUTS, "0"))
        lift_limit(connections[using].connection)


@contextmanager
def suspend_timeouts() -> Iterator[None]:
    """Remove the timeouts during the block, for work on the whole database.

    The block must be within a transaction.
    """
    if connection.vendor != "postgresql":
        yield
        return
    from director.core.base.postgresql.base import suspend_limit

    with connection.cursor() as cursor:
        names = list(settings.POSTGRESQL_TIMEOUTS)
        cursor.execute(f"SELECT {', '.join(f'current_setting({name!r})' for name in names)}")
        previous_timeouts = dict(zip(names, cursor.fetchone(), strict=True))
    with suspend_limit(connection.connection):
        _set_config(connection, dict.fromkeys(names, "0"), is_local=True)
        yield
        # If the block fails, the end of the transaction resets local settings.
        _set_config(connection, previous_timeouts, is_local=True)


def _set_config(
    connection: BaseDatabaseWrapper, values: dict[str, str], *, is_local: bool = False
) -> None:
    """Set *values*, only for the current transaction if *is_local*."""
    calls = ", ".join("set_config(%s, %s, %s)" for _name in values)
    params: list[str | bool] = []
    for name, value in values.items():
        params += (name, value, is_local)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {calls}", params)
