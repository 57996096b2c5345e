"""What a disk that takes nothing more is told as, at start and when something is entered."""

import contextlib
import errno
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.conf import settings


@dataclass(frozen=True, slots=True)
class Trouble:
    """What is wrong with a disk, and what to do."""

    what: str
    remedy: str

    @property
    def at_start(self) -> str:
        """The sentences for somebody who starts the program."""
        return f"{self.what}. {self.remedy}, then start again."

    @property
    def at_entry(self) -> str:
        """The sentences for somebody who sent something to be stored."""
        return f"{self.what}, so nothing was stored. {self.remedy}, then send it again."


FULL = Trouble("The disk with {folder} is full", "Make room on it by moving or deleting other files")
READ_ONLY = Trouble(
    "The program may not write to {folder}",
    "See that the disk is not write-protected and that this account may write there",
)
BROKEN = Trouble(
    "The disk with {folder} answered with an error ({reason})", "See that it is connected, or use another disk"
)
BLOCK = 65_536
_SQLITE = {"SQLITE_FULL": FULL, "SQLITE_READONLY": READ_ONLY, "SQLITE_CANTOPEN": READ_ONLY, "SQLITE_IOERR": BROKEN}
_POSTGRESQL = {"53100": FULL, "25006": READ_ONLY}
_SYSTEM = {
    errno.ENOSPC: FULL,
    getattr(errno, "EDQUOT", errno.ENOSPC): FULL,
    errno.EROFS: READ_ONLY,
    errno.EACCES: READ_ONLY,
    errno.EPERM: READ_ONLY,
    errno.EIO: BROKEN,
}


def storage_trouble(error: BaseException) -> Trouble | None:
    """Return what is wrong with the disk below *error*, ``None`` for any other error."""
    for cause in _causes(error):
        if trouble := _trouble(cause):
            if trouble is not FULL and _is_full():  # SQLite calls it an I/O error where it cannot make a file
                trouble = FULL
            reason = " ".join(str(cause).split()).rstrip(".")
            return replace(trouble, what=trouble.what.format(folder=settings.DATA_DIR, reason=reason))
    return None


def _is_full() -> bool:
    """Whether the disk of the data folder has no room for a single block more."""
    with contextlib.suppress(OSError):
        return shutil.disk_usage(settings.DATA_DIR).free < BLOCK
    return False


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Yield *error* and what it came from; Django's errors of the database come from those of its driver."""
    cause: BaseException | None = error
    while cause is not None:
        yield cause
        cause = cause.__cause__


def _trouble(error: BaseException) -> Trouble | None:
    if isinstance(error, sqlite3.Error):
        name = getattr(error, "sqlite_errorname", "")
        return next((trouble for kind, trouble in _SQLITE.items() if name.startswith(kind)), None)
    if state := getattr(error, "sqlstate", None):
        return _POSTGRESQL.get(state)
    return _SYSTEM.get(error.errno) if isinstance(error, OSError) and error.errno else None
