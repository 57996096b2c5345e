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
from director.errors import AS_SAID, BackupError


@dataclass(frozen=True, slots=True)
class StorageProblem:
    """A problem with the disk or database, what to do, and the response *status*."""

    description: str
    remedy: str
    status: int = 507
    is_damage: bool = False  # of the database itself

    @property
    def sentence(self) -> str:
        """What is wrong and what to do."""
        return f"{self.description}. {self.remedy}."

    @property
    def start_sentence(self) -> str:
        """The problem and remedy for the person who starts the program."""
        return f"{self.description}. {self.remedy}, then start again."

    @property
    def visitor_problem(self) -> "StorageProblem":
        """The problem without anything about the machine."""
        if self.status == AWAY.status:
            return self
        remedy = "Tell the director, who finds the reason where the program was started"
        return replace(self, description="Kalamazoo has a problem with its disk", remedy=remedy)

    @property
    def entry_sentence(self) -> str:
        """The problem and remedy for the sender of a form."""
        return f"{self.description}, so nothing was saved. {self.remedy}, then send it again."

    @property
    def page_sentence(self) -> str:
        """The problem and remedy for the reader of a page."""
        return f"{self.description}. {self.remedy}, then load the page again."


FULL = StorageProblem("The disk with {folder} is full", "Move or delete other files to free space")
READ_ONLY = StorageProblem(
    "The program can’t write to {folder}",
    "Check that the disk isn’t write-protected and that this account can write there",
)
BROKEN = StorageProblem(
    "The disk with {folder} has an error ({reason})",
    "Check that it is connected, or use another disk",
)
DAMAGED = StorageProblem(
    "The database {database} is damaged",
    "Stop the program, type kalamazoo restore {backup}",
    is_damage=True,
)
AWAY = StorageProblem("The database isn’t responding", "Wait a moment", status=503)
BUSY = StorageProblem("The database is busy with something else", "Wait a moment", status=503)
BLOCK = 65_536
"""Bytes: a disk with less free space counts as full."""
_SQLITE = {
    "SQLITE_FULL": FULL,
    "SQLITE_READONLY": READ_ONLY,
    "SQLITE_CANTOPEN": READ_ONLY,
    "SQLITE_IOERR": BROKEN,
    "SQLITE_CORRUPT": DAMAGED,
    "SQLITE_NOTADB": DAMAGED,
    "SQLITE_BUSY": BUSY,
    "SQLITE_LOCKED": BUSY,
}
_POSTGRESQL = {
    "53100": FULL,
    "25006": READ_ONLY,
    "XX001": DAMAGED,
    "XX002": DAMAGED,
    "55P03": BUSY,  # no lock within the timeout
    "40P01": BUSY,  # deadlock
    "57014": BUSY,  # statement timeout
}
_SYSTEM = {
    errno.ENOSPC: FULL,
    getattr(errno, "EDQUOT", errno.ENOSPC): FULL,
    errno.EROFS: READ_ONLY,
    errno.EACCES: READ_ONLY,
    errno.EPERM: READ_ONLY,
    errno.EIO: BROKEN,
}


class DamagedError(DatabaseError):
    """A damaged database file. ``str()`` is the report of SQLite."""


def refuse_damaged() -> None:
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
    for cause in _iterate_causes(error):
        problem = _find_problem(cause)
        if problem is None:
            continue
        # On a full disk SQLite reports an I/O error if it can't create a file.
        if problem is not FULL and _is_full():
            problem = FULL
        if problem is DAMAGED:
            return _describe_damage()
        reason = " ".join(str(cause).split()).rstrip(".")
        return replace(
            problem, description=problem.description.format(folder=settings.DATA_DIR, reason=reason)
        )
    if connection.vendor == "postgresql" and isinstance(error, OperationalError | InterfaceError):
        # Lost connections have many codes: refused, closed, shutting down, too many connections.
        return AWAY
    return None


def refuse_storage_problem(error: DatabaseError) -> None:
    """Refuse with the disk or database problem behind *error*, if there is one.

    :raises BackupError: that says what to do
    """
    problem = find_storage_problem(error)
    if problem:
        raise BackupError(*AS_SAID, text=problem.sentence) from error


def _describe_damage() -> StorageProblem:
    backup = find_newest_good_backup()
    if backup:
        remedy = DAMAGED.remedy.format(backup=backup)
    else:
        remedy = "There is no good backup, so ask for help before you continue"
    return replace(
        DAMAGED,
        description=DAMAGED.description.format(database=settings.DATABASES["default"]["NAME"]),
        remedy=remedy,
    )


def _is_full() -> bool:
    with contextlib.suppress(OSError):
        return shutil.disk_usage(settings.DATA_DIR).free < BLOCK
    return False


def _iterate_causes(error: BaseException) -> Iterator[BaseException]:
    """Yield *error* and its causes, since Django wraps the errors of the driver."""
    cause: BaseException | None = error
    while cause is not None:
        yield cause
        cause = cause.__cause__


def _find_problem(error: BaseException) -> StorageProblem | None:
    if isinstance(error, DamagedError):
        return DAMAGED
    if isinstance(error, sqlite3.Error):
        # Extended codes begin with the primary one, such as SQLITE_IOERR_WRITE.
        name = getattr(error, "sqlite_errorname", "")
        return next((problem for kind, problem in _SQLITE.items() if name.startswith(kind)), None)
    if state := getattr(error, "sqlstate", None):
        return _POSTGRESQL.get(state)
    if isinstance(error, OSError) and error.errno:
        return _SYSTEM.get(error.errno)
    return None
