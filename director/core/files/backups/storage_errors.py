"""Messages for a full disk or an unusable database."""

import contextlib
import errno
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, connection

from director.core.files.backups.folder import newest_good_backup


@dataclass(frozen=True, slots=True)
class Trouble:
    """A problem with the disk or database, what to do, and the response *status*."""

    what: str
    remedy: str
    status: int = 507
    is_damage: bool = False  # of the database itself

    @property
    def sentence(self) -> str:
        """What is wrong and what to do."""
        return f"{self.what}. {self.remedy}."

    @property
    def at_start(self) -> str:
        """The sentences for somebody who starts the program."""
        return f"{self.what}. {self.remedy}, then start again."

    @property
    def at_entry(self) -> str:
        """The sentences for somebody who sent something to be stored."""
        return f"{self.what}, so nothing was saved. {self.remedy}, then send it again."

    @property
    def at_page(self) -> str:
        """The sentences for somebody who asked for a page."""
        return f"{self.what}. {self.remedy}, then load the page again."


FULL = Trouble("The disk with {folder} is full", "Move or delete other files to free space")
READ_ONLY = Trouble(
    "The program can’t write to {folder}",
    "Check that the disk isn’t write-protected and that this account can write there",
)
BROKEN = Trouble(
    "The disk with {folder} has an error ({reason})",
    "Check that it is connected, or use another disk",
)
DAMAGED = Trouble(
    "The database {database} is damaged",
    "Stop the program, type kalamazoo restore {backup}",
    is_damage=True,
)
AWAY = Trouble("The database isn’t responding", "Wait a moment", status=503)
BUSY = Trouble("The database is busy with something else", "Wait a moment", status=503)
BLOCK = 65_536
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
    "55P03": BUSY,  # a lock was not to be had
    "40P01": BUSY,  # two waited for each other
    "57014": BUSY,  # no answer in the time that a request may take
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
    """A damaged database file. ``str()`` says where."""


def refuse_damaged() -> None:
    """Look through the file of the database, which takes a second for each gigabyte or two.

    :raises DatabaseError: if it is damaged
    """
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA quick_check(1)")
        (result,) = cursor.fetchone()
    if result != "ok":
        raise DamagedError(result)


def storage_trouble(error: BaseException) -> Trouble | None:
    """Return the disk or database problem behind *error*, or None."""
    for cause in _causes(error):
        if trouble := _trouble(cause):
            if (
                trouble is not FULL and _is_full()
            ):  # SQLite calls it an I/O error where it cannot make a file
                trouble = FULL
            if trouble is DAMAGED:
                return _damage()
            reason = " ".join(str(cause).split()).rstrip(".")
            return replace(
                trouble, what=trouble.what.format(folder=settings.DATA_DIR, reason=reason)
            )
    if connection.vendor == "postgresql" and isinstance(error, OperationalError | InterfaceError):
        return AWAY  # it says so in many ways: refused, closed, shutting down, too many connections
    return None


def _damage() -> Trouble:
    backup = newest_good_backup()
    if backup:
        remedy = DAMAGED.remedy.format(backup=backup)
    else:
        remedy = "There is no good backup, so ask for help before you continue"
    return replace(
        DAMAGED,
        what=DAMAGED.what.format(database=settings.DATABASES["default"]["NAME"]),
        remedy=remedy,
    )


def _is_full() -> bool:
    """Whether the disk of the data folder has no room for a single block more."""
    with contextlib.suppress(OSError):
        return shutil.disk_usage(settings.DATA_DIR).free < BLOCK
    return False


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Yield *error* and its causes, since Django wraps the errors of the driver."""
    cause: BaseException | None = error
    while cause is not None:
        yield cause
        cause = cause.__cause__


def _trouble(error: BaseException) -> Trouble | None:
    if isinstance(error, DamagedError):
        return DAMAGED
    if isinstance(error, sqlite3.Error):
        name = getattr(error, "sqlite_errorname", "")
        return next((trouble for kind, trouble in _SQLITE.items() if name.startswith(kind)), None)
    if state := getattr(error, "sqlstate", None):
        return _POSTGRESQL.get(state)
    if isinstance(error, OSError) and error.errno:
        return _SYSTEM.get(error.errno)
    return None
