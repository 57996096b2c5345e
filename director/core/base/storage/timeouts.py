"""Timeouts of PostgreSQL connections: short for requests, none for long work."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper


def set_timeouts(connection: BaseDatabaseWrapper, **_signal: Any) -> None:
    """Set the timeouts of a new *connection* from the settings.

    They are set by statements, because PgBouncer refuses them as options of the connection.
    """
    if connection.vendor == "postgresql":
        _set_config(connection, settings.POSTGRESQL_TIMEOUTS)


def lift_timeouts(*, using: str = DEFAULT_DB_ALIAS, **_signal: Any) -> None:
    """Remove the timeouts of the connection *using*, for migrations and commands."""
    if connections[using].vendor == "postgresql":
        _set_config(connections[using], dict.fromkeys(settings.POSTGRESQL_TIMEOUTS, "0"))


@contextmanager
def without_timeouts() -> Iterator[None]:
    """Remove the timeouts during the block, for work on the whole database.

    The block must be within a transaction.
    """
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        names = list(settings.POSTGRESQL_TIMEOUTS)
        cursor.execute(f"SELECT {', '.join(f'current_setting({name!r})' for name in names)}")
        usual_timeouts = dict(zip(names, cursor.fetchone(), strict=True))
    _set_config(connection, dict.fromkeys(names, "0"), local=True)
    yield
    # If the block fails, the end of the transaction resets local settings.
    _set_config(connection, usual_timeouts, local=True)


def _set_config(
    connection: BaseDatabaseWrapper, values: dict[str, str], *, local: bool = False
) -> None:
    """Set *values*, only for the current transaction if *local*."""
    calls = ", ".join("set_config(%s, %s, %s)" for _name in values)
    params: list[str | bool] = []
    for name, value in values.items():
        params += (name, value, local)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {calls}", params)
