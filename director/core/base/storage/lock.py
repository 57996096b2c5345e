"""A lock on the data folder, since one program serves it at a time."""

import contextlib
import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

FILE = "serving.lock"
BEHIND = 4096
"""Where the locked byte lies: behind the text, which everybody may read."""


class FolderInUseError(Exception):
    """Another program serves the folder. ``str()`` is its address, if known."""


class FolderLock:
    """The lock on *folder*, held until it is released or the process ends.

    What only one process may do at a time beside serving has a *file* of its own.
    """

    def __init__(self, folder: Path, *, address: str, file: str = FILE) -> None:
        """Take the right and say *address*.

        :raises FolderInUseError: if another process holds it
        :raises OSError: if the folder cannot be written
        """
        self._file = os.open(
            folder / file, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600
        )
        try:
            _lock(self._file)
        except OSError:
            said = os.read(self._file, BEHIND).decode(errors="replace").strip()
            os.close(self._file)
            raise FolderInUseError(said) from None
        os.ftruncate(self._file, 0)
        os.write(self._file, address.encode())

    def __enter__(self) -> "FolderLock":
        return self

    def __exit__(self, *_trouble: object) -> None:
        """Give the right back."""
        os.ftruncate(self._file, 0)
        os.close(self._file)


def serving_address(folder: Path) -> str | None:
    """Return the address of the program that serves *folder* now, ``None`` if there is none."""
    if not (folder / FILE).exists():
        return None
    with contextlib.suppress(OSError):
        try:
            with FolderLock(folder, address=""):
                return None
        except FolderInUseError as taken:
            return str(taken)
    return None


def _lock(file: int) -> None:
    """Lock a byte of *file* for this process alone.

    :raises OSError: if another process has it
    """
    if sys.platform == "win32":
        os.lseek(file, BEHIND, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(file, 0, os.SEEK_SET)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
