"""Problems of the disk and the database: recognise one behind an error, and say what to do.

A :class:`StorageProblem` has its remedy, in sentences for whoever starts the program, sends a form
or asks for a page. :func:`find_storage_problem` finds it by the code that SQLite, PostgreSQL or the
operating system gives the error. What is answered or logged is up to the callers.
"""

import contextlib
import errno
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, connection

from director.core.files.backups.folder import find_newest_good_backup
from director.errors import BackupError


@dataclass(frozen=True, slots=True)
class StorageProblem:
    """A problem with the disk or database, what to do, and the response *status*."""

    description: str
    remedy: str
    status: int = 507
    is_damage: bool = False  # of the database itself

    @property
    def message(self) -> str:
        """What is wrong and what to do."""
        return f"{self.description}. {self.remedy}."

    @property
    def start_message(self) -> str:
        """The problem and remedy for the person who starts the program."""
        return f"{self.description}. {self.remedy}, then start again."

    @property
    def visitor_problem(self) -> "StorageProblem":
        """The problem without anything about the machine."""
        if self.status == DATABASE_AWAY.status:
            return self
        remedy = "Tell the director, who finds the reason where the program was started"
        return replace(self, description="Kalamazoo has a problem with its disk", remedy=remedy)

    @property
    def entry_message(self) -> str:
        """The problem and remedy for the sender of a form."""
        return f"{self.description}, so nothing was saved. {self.remedy}, then send it again."

    @property
    def page_message(self) -> str:
        """The problem and remedy for the reader of a page."""
        return f"{self.description}. {self.remedy}, then load the page again."


DISK_FULL = StorageProblem(
    "The disk with {folder} is full", "Move or delete other files to free space"
)
DISK_READ_ONLY = StorageProblem(
    "The program can’t write to {folder}",
    "Check that the disk isn’t write-protected and that this account can write there",
)
DISK_BROKEN = StorageProblem(
    "The disk with {folder} has an error ({reason})",
    "Check that it is connected, or use another disk",
)
DATABASE_DAMAGED = StorageProblem(
    "The database {database} is damaged",
    "Stop the program, type kalamazoo restore {backup}",
    is_damage=True,
)
DATABASE_AWAY = StorageProblem("The database isn’t responding", "Wait a moment", status=503)
DATABASE_BUSY = StorageProblem(
    "The database is busy with something else", "Wait a moment", status=503
)
MIN_FREE_BYTES = 65_536
"""Bytes: a disk with less free space counts as full."""
_SQLITE_PROBLEMS = {
    "SQLITE_FULL": DISK_FULL,
    "SQLITE_READONLY": DISK_READ_ONLY,
    "SQLITE_CANTOPEN": DISK_READ_ONLY,
    "SQLITE_IOERR": DISK_BROKEN,
    "SQLITE_CORRUPT": DATABASE_DAMAGED,
    "SQLITE_NOTADB": DATABASE_DAMAGED,
    "SQLITE_BUSY": DATABASE_BUSY,
    "SQLITE_LOCKED": DATABASE_BUSY,
}
_POSTGRESQL_PROBLEMS = {
    "53100": DISK_FULL,
    "25006": DISK_READ_ONLY,
    "XX001": DATABASE_DAMAGED,
    "XX002": DATABASE_DAMAGED,
    "55P03": DATABASE_BUSY,  # no lock within the timeout
    "40P01": DATABASE_BUSY,  # deadlock
    "57014": DATABASE_BUSY,  # statement timeout
}
_SYSTEM_PROBLEMS = {
    errno.ENOSPC: DISK_FULL,
    getattr(errno, "EDQUOT", errno.ENOSPC): DISK_FULL,
    errno.EROFS: DISK_READ_ONLY,
    errno.EACCES: DISK_READ_ONLY,
    errno.EPERM: DISK_READ_ONLY,
    errno.EIO: DISK_BROKEN,
}


class DamagedError(DatabaseError):
    """A damaged database file. ``str()`` is the report of SQLite."""


def refuse_damaged_database() -> None:
    """Check the whole database file. A gigabyte or two takes a second.

    :raises DatabaseError: if it is damaged
    """
    if connection.vendor != "sqlite":
        return  # PostgreSQL's files aren't ours to check
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA quick_check(1)")
        (result,) = cursor.fetchone()
    if result != "ok":
        raise DamagedError(result)


def find_storage_problem(error: BaseException) -> StorageProblem | None:
    """Return the disk or database problem behind *error*, or None."""
    for cause in _iter_causes(error):
        problem = _find_cause_problem(cause)
        if problem is None:
            continue
        # On a full disk SQLite reports an I/O error if it can't create a file.
        if problem is not DISK_FULL and _is_disk_full():
            problem = DISK_FULL
        if problem is DATABASE_DAMAGED:
            return _describe_damage()
        reason = " ".join(str(cause).split()).rstrip(".")
        return replace(
            problem, description=problem.description.format(folder=settings.DATA_DIR, reason=reason)
        )
    if connection.vendor == "postgresql" and isinstance(error, OperationalError | InterfaceError):
        # Lost connections have many codes: refused, closed, shutting down, too many connections.
        return DATABASE_AWAY
    return None


def refuse_storage_problem(error: DatabaseError) -> None:
    """Refuse with the disk or database problem behind *error*, if there is one.

    :raises BackupError: that says what to do
    """
    problem = find_storage_problem(error)
    if problem:
        raise BackupError.from_message(problem.message) from error


def _describe_damage() -> StorageProblem:
    backup = find_newest_good_backup()
    if backup:
        remedy = DATABASE_DAMAGED.remedy.format(backup=backup)
    else:
        remedy = "There is no good backup, so ask for help before you continue"
    return replace(
        DATABASE_DAMAGED,
        description=DATABASE_DAMAGED.description.format(
            database=settings.DATABASES["default"]["NAME"]
        ),
        remedy=remedy,
    )


def _is_disk_full() -> bool:
    with contextlib.suppress(OSError):
        return shutil.disk_usage(settings.DATA_DIR).free < MIN_FREE_BYTES
    return False


def _iter_causes(error: BaseException) -> Iterator[BaseException]:
    """Yield *error* and its causes, since Django wraps the errors of the driver."""
    cause: BaseException | None = error
    while cause is not None:
        yield cause
        cause = cause.__cause__


def _find_cause_problem(error: BaseException) -> StorageProblem | None:
    if isinstance(error, DamagedError):
        return DATABASE_DAMAGED
    if isinstance(error, sqlite3.Error):
        # Extended codes begin with the primary one, such as SQLITE_IOERR_WRITE.
        name = getattr(error, "sqlite_errorname", "")
        return next(
            (problem for kind, problem in _SQLITE_PROBLEMS.items() if name.startswith(kind)), None
        )
    if state := getattr(error, "sqlstate", None):
        return _POSTGRESQL_PROBLEMS.get(state)
    if isinstance(error, OSError) and error.errno:
        return _SYSTEM_PROBLEMS.get(error.errno)
    return None
