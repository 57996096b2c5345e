"""The health check behind ``/health/``, cheap enough for every second."""

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from threading import Lock
from time import monotonic

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection

from director.core.files.backups.storage_errors import MIN_FREE_BYTES

DATABASE_AWAY_MESSAGE = "The database isn’t responding."
DATABASE_DAMAGED_MESSAGE = "The database is damaged."
DATABASE_READ_ONLY_MESSAGE = "The database can’t be written."
FOLDER_READ_ONLY_MESSAGE = "The data folder can’t be written."

PAUSE_FACTOR = 50
"""A check of the whole file is followed by a pause of 50 times its duration.

A check takes milliseconds for a club's file and seconds for the largest.
"""
_BUSY_ERROR_NAMES = ("SQLITE_BUSY", "SQLITE_LOCKED")
_DAMAGE_ERROR_NAMES = ("SQLITE_CORRUPT", "SQLITE_NOTADB")


def detect_health_problem() -> str:
    """Return a problem in a sentence that reveals nothing about the machine, or ""."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM django_migrations LIMIT 1")
            if connection.vendor == "postgresql":
                cursor.execute("SHOW transaction_read_only")
                if cursor.fetchone() == ("on",):
                    return DATABASE_READ_ONLY_MESSAGE
    except (DatabaseError, InterfaceError) as error:
        if _is_damage(error.__cause__):
            return DATABASE_DAMAGED_MESSAGE
        return DATABASE_AWAY_MESSAGE
    return _detect_file_problem() or _detect_disk_problem()


def _detect_file_problem() -> str:
    """Return a problem of the SQLite file, or "".

    The check opens its own connection, because the connection for requests may have cached what it
    read before the file was damaged.
    """
    path = Path(str(connection.settings_dict["NAME"])).absolute()
    if connection.vendor != "sqlite" or not path.is_file():
        return ""
    address = f"{path.as_uri()}?mode=rw"
    try:
        # Without a timeout, because a busy database is a good answer and needn't be waited for.
        with closing(
            sqlite3.connect(address, uri=True, timeout=0, isolation_level=None)
        ) as check_connection:
            if _latest_check.is_damaged(check_connection):
                return DATABASE_DAMAGED_MESSAGE
            # Takes the write lock, which fails if the file or the folder is read-only.
            check_connection.execute("BEGIN IMMEDIATE")
            check_connection.execute("ROLLBACK")
    except sqlite3.Error as error:
        if _is_damage(error):
            return DATABASE_DAMAGED_MESSAGE
        if not _get_error_name(error).startswith(_BUSY_ERROR_NAMES):
            return DATABASE_READ_ONLY_MESSAGE
    return ""


class _IntegrityCheck:
    """The time and result of the latest integrity check, shared by requests."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._next_check = 0.0
        self._is_damaged = False

    def is_damaged(self, database: sqlite3.Connection) -> bool:
        """Return whether *database* is damaged, after a check if the latest one is old."""
        with self._lock:
            start = monotonic()
            if start >= self._next_check:
                self._is_damaged = database.execute("PRAGMA quick_check(1)").fetchone() != ("ok",)
                self._next_check = monotonic() + PAUSE_FACTOR * (monotonic() - start)
            return self._is_damaged


_latest_check = _IntegrityCheck()


def _detect_disk_problem() -> str:
    """Return a problem of the data folder, or "". Writing some bytes also detects quotas."""
    try:
        with tempfile.TemporaryFile(dir=settings.DATA_DIR) as file:
            file.write(bytes(MIN_FREE_BYTES))
            file.flush()
    except FileNotFoundError:
        return ""  # the folder is created when something is written there
    except OSError:
        return FOLDER_READ_ONLY_MESSAGE
    return ""


def _is_damage(error: BaseException | None) -> bool:
    return isinstance(error, sqlite3.Error) and _get_error_name(error).startswith(
        _DAMAGE_ERROR_NAMES
    )


def _get_error_name(error: sqlite3.Error) -> str:
    return str(getattr(error, "sqlite_errorname", ""))
