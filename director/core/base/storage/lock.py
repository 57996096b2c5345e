"""A lock on the data folder, because only one program may serve it at a time."""

import contextlib
import os
import sys
import time
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

FILE = "serving.lock"
TEXT_BYTES = 4096
"""Space for the address. On Windows the byte behind it is locked, so that others can read it."""

PAUSE_SECONDS = 0.05
"""Between two attempts to take a lock."""
ASKING_SECONDS = 2
"""Longer than a program that only asks who serves a folder ever holds the lock, on a slow disk."""
MAX_WAIT_SECONDS = 900
"""Longer than the backup and the update of a large database take on an old machine."""


class FolderInUseError(Exception):
    """Another process holds the lock. ``str()`` is its address, if known."""


class FolderLock:
    """The lock on *folder*, held until it is released or the process ends.

    Other work for one process at a time, such as nightly backups, locks a *file* of its own.
    """

    def __init__(self, folder: Path, *, address: str, file: str = FILE) -> None:
        """Take the lock and write *address* for other processes.

        :raises FolderInUseError: if another process holds the lock
        :raises OSError: if the folder can't be written
        """
        self._file = os.open(
            folder / file, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600
        )
        try:
            _lock(self._file)
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
    until = time.monotonic() + ASKING_SECONDS
    while True:
        try:
            return FolderLock(folder, address=address)
        except FolderInUseError as error:
            # Whoever only asks holds the lock for an instant, and has no address.
            if str(error) or time.monotonic() > until:
                raise
        time.sleep(PAUSE_SECONDS)


def wait_for_lock(folder: Path, *, file: str) -> FolderLock:
    """Take the lock *file* of *folder* as soon as other programs have released it.

    :raises FolderInUseError: if another program holds it for longer than ``MAX_WAIT_SECONDS``
    :raises OSError: if the folder can't be written
    """
    until = time.monotonic() + MAX_WAIT_SECONDS
    while True:
        try:
            return FolderLock(folder, address="", file=file)
        except FolderInUseError:
            if time.monotonic() > until:
                raise
        time.sleep(PAUSE_SECONDS)


def find_serving_address(folder: Path) -> str | None:
    """Return the address of the program that serves *folder* now, or None."""
    if not (folder / FILE).exists():
        return None
    # A killed process leaves the file, so the file alone doesn't mean that the program runs.
    with contextlib.suppress(OSError):
        try:
            with lock_for_serving(folder, address=""):
                return None
        except FolderInUseError as error:
            return str(error)
    return None


def _lock(file: int) -> None:
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
