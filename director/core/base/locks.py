"""Locks between processes: by name, on a PostgreSQL database, and on the data folder.

On SQLite one process serves a data folder, so its threads only need locks of Python: a lock of the
database would keep everybody else from storing anything.
"""

import logging
import os
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path

from django.db import (
    DEFAULT_DB_ALIAS,
    DatabaseError,
    InterfaceError,
    connection,
    connections,
    transaction,
)

# Locks by name between the processes that share a PostgreSQL database.


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
_release_condition = threading.Condition()


@contextmanager
def hold_named_lock(name: str) -> Iterator[None]:
    """Lock *name* against other threads and processes during the block, without a transaction."""
    # First among the threads of this process, which is all that SQLite needs.
    with _release_condition:
        _release_condition.wait_for(lambda: name not in _locked_names)
        _locked_names.add(name)
    try:
        with _lock_in_database(name):
            yield
    finally:
        with _release_condition:
            _locked_names.discard(name)
            _release_condition.notify_all()


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


# The lock on a PostgreSQL database that several machines may serve. Every program that serves it shares
# the lock, and a restore needs it alone. A lost connection releases it, so a killed program leaves
# nothing behind. On SQLite nothing is locked here: the lock on the data folder is enough, because the
# database is in it.


APPLICATION_PREFIX = "kalamazoo "
"""The start of the name by which PostgreSQL lists the connection of a lock. The address follows."""
CHECK_SECONDS = 10  # between two checks of the connection
_LOCK_NUMBER = compute_lock_number("serving")
_MAX_NAME_BYTES = 63  # PostgreSQL cuts longer names
_log = logging.getLogger("director.lock")


class DatabaseInUseError(Exception):
    """Another program holds the lock. ``str()`` is its address, if known."""


class DatabaseLock:
    """The lock on the database, on a connection of its own.

    Programs that serve at an *address* share it. Without an address it is for one program alone.
    """

    def __init__(self, *, address: str = "") -> None:
        self._address = address
        self._connection = connections.create_connection(DEFAULT_DB_ALIAS)
        # One thread takes the lock at the start, and another checks the connection.
        self._connection.inc_thread_sharing()

    def take(self) -> None:
        """Take the lock unless this program holds it already.

        :raises DatabaseInUseError: if another program holds it
        """
        if self._connection.vendor != "postgresql":
            return
        function = "pg_try_advisory_lock_shared" if self._address else "pg_try_advisory_lock"
        with self._connection.cursor() as cursor:
            name = APPLICATION_PREFIX + self._address
            cursor.execute(
                "SELECT set_config('application_name', %s, false)", [name[:_MAX_NAME_BYTES]]
            )
            cursor.execute(f"SELECT {function}(%s)", [_LOCK_NUMBER])
            if cursor.fetchone() == (True,):
                return
        self.release()
        raise DatabaseInUseError(find_database_address() or "")

    def is_connected(self) -> bool:
        """Return whether the connection that holds the lock still works."""
        return self._connection.connection is not None and self._connection.is_usable()

    def release(self) -> None:
        """Release the lock."""
        with suppress(DatabaseError, InterfaceError):
            self._connection.close()

    def __enter__(self) -> "DatabaseLock":
        self.take()
        return self

    def __exit__(self, *_exception: object) -> None:
        """Release the lock."""
        self.release()


def find_database_address() -> str | None:
    """Return the address of a program that serves the database now, or None."""
    if connection.vendor != "postgresql":
        return None
    with connection.cursor() as cursor:
        # A number of eight bytes is listed in two halves. A connection that is newer than the
        # transaction has no row in pg_stat_activity, so its address is unknown.
        cursor.execute(
            "SELECT activity.application_name FROM pg_locks LEFT JOIN pg_stat_activity AS activity USING (pid)"
            " WHERE locktype = 'advisory' AND mode = 'ShareLock' AND granted"
            " AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())"
            " AND (classid::bigint << 32) | objid::bigint = %s ORDER BY 1 LIMIT 1",
            [_LOCK_NUMBER],
        )
        row = cursor.fetchone()
    if row is None:
        return None
    return str(row[0] or "").removeprefix(APPLICATION_PREFIX)


class ServingLock(threading.Thread):
    """A thread that holds the shared lock of a process, also after PostgreSQL was restarted."""

    def __init__(self, address: str) -> None:
        super().__init__(name="lock on the database", daemon=True)
        self._lock = DatabaseLock(address=f"{address} on {socket.gethostname()}")

    def run(self) -> None:
        """Check the lock every ``CHECK_SECONDS``, until the program ends."""
        if connection.vendor != "postgresql":
            return
        never_set = threading.Event()
        while True:
            self.check()
            never_set.wait(CHECK_SECONDS)

    def check(self) -> None:
        """Take the lock again if its connection was lost. Errors are logged and retried."""
        if self._lock.is_connected():
            return
        self._lock.release()
        try:
            self._lock.take()
        except (DatabaseError, InterfaceError, DatabaseInUseError) as error:
            _log.warning("The database isn’t locked against a restore: %s", error)


# The lock on the data folder, because only one program may serve it at a time.


if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

SERVING_FILE = "serving.lock"
TEXT_BYTES = 4096
"""Space for the address. On Windows the byte behind it is locked, so that others can read it."""

PAUSE_SECONDS = 0.05
"""Between two attempts to take a lock."""
SERVING_WAIT_SECONDS = 2
"""Longer than a program that only asks who serves a folder ever holds the lock, on a slow disk."""
MAX_WAIT_SECONDS = 900
"""Longer than the backup and the update of a large database take on an old machine."""


class FolderInUseError(Exception):
    """Another process holds the lock. ``str()`` is its address, if known."""


class FolderLock:
    """The lock on *folder*, held until it is released or the process ends.

    Other work for one process at a time, such as nightly backups, locks a *file* of its own.
    """

    def __init__(self, folder: Path, *, address: str, file: str = SERVING_FILE) -> None:
        """Take the lock and write *address* for other processes.

        :raises FolderInUseError: if another process holds the lock
        :raises OSError: if the folder can't be written
        """
        self._file = os.open(
            folder / file, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600
        )
        try:
            _lock_file(self._file)
        except OSError:
            holder = os.read(self._file, TEXT_BYTES).decode(errors="replace").strip()
            os.close(self._file)
            raise FolderInUseError(holder) from None
        # A process that was killed has left its address in the file.
        os.ftruncate(self._file, 0)
        os.write(self._file, address.encode())

    def __enter__(self) -> "FolderLock":
        return self

    def __exit__(self, *_exception: object) -> None:
        """Release the lock."""
        os.ftruncate(self._file, 0)
        os.close(self._file)


def lock_for_serving(folder: Path, *, address: str) -> FolderLock:
    """Take the lock on *folder*, after programs that only ask who holds it.

    :raises FolderInUseError: if a program serves the folder
    :raises OSError: if the folder can't be written
    """
    deadline = time.monotonic() + SERVING_WAIT_SECONDS
    while True:
        try:
            return FolderLock(folder, address=address)
        except FolderInUseError as error:
            # Whoever only asks holds the lock for an instant, and has no address.
            if str(error) or time.monotonic() > deadline:
                raise
        time.sleep(PAUSE_SECONDS)


def wait_for_lock(folder: Path, *, file: str) -> FolderLock:
    """Take the lock *file* of *folder* as soon as other programs have released it.

    :raises FolderInUseError: if another program holds it for longer than ``MAX_WAIT_SECONDS``
    :raises OSError: if the folder can't be written
    """
    deadline = time.monotonic() + MAX_WAIT_SECONDS
    while True:
        try:
            return FolderLock(folder, address="", file=file)
        except FolderInUseError:
            if time.monotonic() > deadline:
                raise
        time.sleep(PAUSE_SECONDS)


def find_serving_address(folder: Path) -> str | None:
    """Return the address of the program that serves *folder* now, or None."""
    if not (folder / SERVING_FILE).exists():
        return None
    # A killed process leaves the file, so the file alone doesn't mean that the program runs.
    with suppress(OSError):
        try:
            with lock_for_serving(folder, address=""):
                return None
        except FolderInUseError as error:
            return str(error)
    return None


def _lock_file(file: int) -> None:
    """Lock *file* for this process, without waiting.

    :raises OSError: if another process has locked it
    """
    if sys.platform == "win32":
        os.lseek(file, TEXT_BYTES, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(file, 0, os.SEEK_SET)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
