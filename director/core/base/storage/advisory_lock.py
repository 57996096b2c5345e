"""One process at a time, where several share a database."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from threading import Condition

from django.db import DatabaseError, InterfaceError, connection, transaction


@contextmanager
def hold_locks(*names: str) -> Iterator[None]:
    """Lock *names* against other processes until the transaction has been committed.

    On PostgreSQL the block is a transaction.  On SQLite it is left as it is: one process serves a
    folder there, and a lock would keep everybody from storing anything meanwhile.
    """
    if connection.vendor != "postgresql":
        yield
        return
    with transaction.atomic(), connection.cursor() as cursor:
        for number in sorted(
            map(_number, names)
        ):  # in one order everywhere, so that no two wait for each other
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [number])
        yield


def _number(name: str) -> int:
    """Return the number of *name* among the locks of the database, eight bytes with a sign."""
    return int.from_bytes(sha256(f"kalamazoo {name}".encode()).digest()[:8], signed=True)


_busy: set[str] = set()
_freed = Condition()


@contextmanager
def one_at_a_time(name: str) -> Iterator[None]:
    """Lock *name* against other processes during the block, without a transaction."""
    with _freed:
        _freed.wait_for(lambda: name not in _busy)
        _busy.add(name)
    try:
        with _locked_elsewhere(name):
            yield
    finally:
        with _freed:
            _busy.discard(name)
            _freed.notify_all()


@contextmanager
def _locked_elsewhere(name: str) -> Iterator[None]:
    """Lock other processes of a PostgreSQL database out."""
    if connection.vendor != "postgresql":
        yield
        return
    number = [_number(name)]
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", number)
    try:
        yield
    finally:
        with suppress(DatabaseError, InterfaceError), connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", number)
