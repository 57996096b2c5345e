"""The lock on a PostgreSQL database that several machines may serve.

Every program that serves the database shares the lock, and a restore needs it alone. A lost connection
releases it, so a killed program leaves nothing behind. On SQLite nothing is locked here: the lock on
the data folder is enough, because the database is in it.
"""

import contextlib
import logging
import socket
import threading

from django.db import DEFAULT_DB_ALIAS, DatabaseError, InterfaceError, connection, connections

from director.core.base.storage.advisory_lock import compute_lock_number

APPLICATION = "kalamazoo "
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
            name = APPLICATION + self._address
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
        with contextlib.suppress(DatabaseError, InterfaceError):
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
    return str(row[0] or "").removeprefix(APPLICATION)


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
            _log.warning("The database isn't locked against a restore: %s", error)
