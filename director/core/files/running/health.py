"""The health check behind ``/health/``, cheap enough for every second."""

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from threading import Lock
from time import monotonic

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection

from director.core.files.backups.storage_errors import BLOCK

AWAY = "The database isn't responding."
DAMAGED = "The database is damaged."
READ_ONLY = "The database can't be written."
NO_ROOM = "The data folder can't be written."

SHARE = 50
"""A look through the whole file may take a fiftieth of the time: a club's takes milliseconds, the largest seconds."""
_BUSY = ("SQLITE_BUSY", "SQLITE_LOCKED")
_DAMAGE = ("SQLITE_CORRUPT", "SQLITE_NOTADB")


def health_problem() -> str:
    """Return a problem in a sentence that reveals nothing about the machine, or ""."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM django_migrations LIMIT 1")
            if connection.vendor == "postgresql":
                cursor.execute("SHOW transaction_read_only")
                if cursor.fetchone() == ("on",):
                    return READ_ONLY
    except (DatabaseError, InterfaceError) as error:
        if _is_damage(error.__cause__):
            return DAMAGED
        return AWAY
    return _file_problem() or _disk_problem()


def _file_problem() -> str:
    """Return a problem of the SQLite file, or "".

    It opens its own connection: the one for requests may have cached what it read before the file
    was damaged.
    """
    path = Path(str(connection.settings_dict["NAME"])).absolute()
    if connection.vendor != "sqlite" or not path.is_file():
        return ""
    try:
        with closing(
            sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True, timeout=0, isolation_level=None)
        ) as opened:
            if _looks.is_damaged(opened):
                return DAMAGED
            opened.execute("BEGIN IMMEDIATE")
            opened.execute("ROLLBACK")
    except sqlite3.Error as error:
        if _is_damage(error):
            return DAMAGED
        return (
            "" if _error_name(error).startswith(_BUSY) else READ_ONLY
        )  # while somebody writes, it can be written
    return ""


class _Looks:
    """The time and result of the latest integrity check, shared by requests."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._next = 0.0
        self._is_damaged = False

    def is_damaged(self, opened: sqlite3.Connection) -> bool:
        """Return whether the database is damaged, checked from time to time."""
        with self._lock:
            start = monotonic()
            if start >= self._next:
                self._is_damaged = opened.execute("PRAGMA quick_check(1)").fetchone() != ("ok",)
                self._next = monotonic() + SHARE * (monotonic() - start)
            return self._is_damaged


_looks = _Looks()


def _disk_problem() -> str:
    """Return whether the data folder takes a few blocks, which also detects quotas."""
    try:
        with tempfile.TemporaryFile(dir=settings.DATA_DIR) as file:
            file.write(bytes(BLOCK))
            file.flush()
    except FileNotFoundError:
        return ""  # it is made when something is to be written there
    except OSError:
        return NO_ROOM
    return ""


def _is_damage(error: BaseException | None) -> bool:
    return isinstance(error, sqlite3.Error) and _error_name(error).startswith(_DAMAGE)


def _error_name(error: sqlite3.Error) -> str:
    return str(getattr(error, "sqlite_errorname", ""))
