"""Locks by name between the processes that share a PostgreSQL database.

On SQLite one process serves a data folder, so its threads only need locks of Python. A lock of the
database would keep everybody else from storing anything.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from threading import Condition

from django.db import DatabaseError, InterfaceError, connection, transaction


@contextmanager
def hold_locks(*names: str) -> Iterator[None]:
    """Lock *names* against other processes until the transaction has been committed.

    On PostgreSQL the block is a transaction. On SQLite nothing is locked.
    """
    if connection.vendor != "postgresql":
        yield
        return
    with transaction.atomic(), connection.cursor() as cursor:
        # In the same order everywhere, so that no two processes wait for each other.
        for number in sorted(map(compute_lock_number, names)):
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [number])
        yield


def compute_lock_number(name: str) -> int:
    """Return the number of the lock *name*, which PostgreSQL limits to eight signed bytes."""
    return int.from_bytes(sha256(f"kalamazoo {name}".encode()).digest()[:8], signed=True)


_locked_names: set[str] = set()
_released = Condition()


@contextmanager
def hold_named_lock(name: str) -> Iterator[None]:
    """Lock *name* against other threads and processes during the block, without a transaction."""
    # First among the threads of this process, which is all that SQLite needs.
    with _released:
        _released.wait_for(lambda: name not in _locked_names)
        _locked_names.add(name)
    try:
        with _lock_in_database(name):
            yield
    finally:
        with _released:
            _locked_names.discard(name)
            _released.notify_all()


@contextmanager
def _lock_in_database(name: str) -> Iterator[None]:
    if connection.vendor != "postgresql":
        yield
        return
    params = [compute_lock_number(name)]
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", params)
    try:
        yield
    finally:
        # If the connection is lost, so is the lock.
        with suppress(DatabaseError, InterfaceError), connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", params)
