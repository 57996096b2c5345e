"""The folder of the program's backups, and copies in a second folder."""

import logging
import os
import re
import shutil
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from director.core.base.machine_time import get_local_now, parse_clock_time
from director.core.files.backups.file import check_backup, open_private_file
from director.errors import BackupError

NIGHTLY = "nightly"
BEFORE_UPDATE = "before-update"
BEFORE_RESTORE = "before-restore"
BY_HAND = "by-hand"
REASON_LABELS = {
    NIGHTLY: "nightly, automatic",
    BEFORE_UPDATE: "before an update",
    BEFORE_RESTORE: "before a restore",
    BY_HAND: "manual",
}
"""The reasons for a backup: as a part of its file name, and in words."""
_FILE_NAME_PATTERN = re.compile(rf"kalamazoo-(\d{{8}}-\d{{6}})-({'|'.join(REASON_LABELS)})\.backup")
_MAX_NAME_LEAD = timedelta(minutes=1)
"""How much later than it was made a backup may be named: those of one second get the next ones."""
_log = logging.getLogger("director.backup")


@dataclass(frozen=True, slots=True)
class BackupFile:
    """A backup in the program's folder."""

    path: Path
    made_at: datetime
    reason: str

    @property
    def reason_label(self) -> str:
        """The reason in words."""
        return REASON_LABELS[self.reason]

    @property
    def size(self) -> int:
        """The size of the file in bytes."""
        return self.path.stat().st_size


def get_backup_folder() -> Path:
    """Return the folder of the backups, which may not exist."""
    return settings.DATA_DIR / "backups"


def make_backup_name(reason: str) -> str:
    """Return a new file name for a backup made now, for *reason*, a key of ``REASONS``."""
    moment = get_local_now()
    while True:
        name = f"kalamazoo-{moment:%Y%m%d-%H%M%S}-{reason}.backup"
        if not (get_backup_folder() / name).exists():
            return name
        # Another was made in this second, or the clock was put back, or it is autumn's second hour.
        moment += timedelta(seconds=1)


def list_backup_files(folder: Path | None = None) -> list[BackupFile]:
    """Return the backups in *folder*, newest first."""
    paths: list[Path] = []
    with suppress(OSError):  # a second folder may be a stick that is not there
        paths += (folder or get_backup_folder()).glob("kalamazoo-*.backup")
    files = []
    for path in paths:
        match = _FILE_NAME_PATTERN.fullmatch(path.name)
        if match:
            made_at = parse_clock_time(match[1], "%Y%m%d-%H%M%S")
            files.append(BackupFile(path, made_at, match[2]))
    # Names begin with the time.
    return sorted(files, key=lambda file: file.path.name, reverse=True)


def find_newest_good_backup() -> Path | None:
    """Return the newest readable backup in either folder, or None."""
    files = list_backup_files() + _list_second_backups()
    for file in sorted(files, key=lambda file: file.path.name, reverse=True):
        try:
            with file.path.open("rb") as content:
                check_backup(content, file.path)
        except (BackupError, OSError):
            continue
        return file.path
    return None


def _list_second_backups() -> list[BackupFile]:
    if settings.SECOND_BACKUPS:
        return list_backup_files(settings.SECOND_BACKUPS)
    return []


def copy_backup(path: Path) -> None:
    """Copy the backup *path* to the second folder. Errors are logged."""
    try:
        copy_backup_or_refuse(path)
    except BackupError as error:
        _log.warning(
            "No copy of %s was made in %s: %s",
            path,
            settings.SECOND_BACKUPS,
            error.params["reason"],
        )


def copy_backup_or_refuse(path: Path) -> None:
    """Copy the backup *path* to the second folder, if there is one and it isn't there already.

    :raises BackupError: if it can't be copied, or would replace a file that isn't a backup
    """
    folder = settings.SECOND_BACKUPS
    if not folder or _is_in_folder(path, folder):
        return
    part_path = folder / f"{path.name}.part"
    try:
        part_path.unlink(missing_ok=True)  # of a copy that was interrupted
        with path.open("rb") as source, open(part_path, "xb", opener=open_private_file) as copy:
            shutil.copyfileobj(source, copy)
            copy.flush()
            os.fsync(copy.fileno())
        with part_path.open("rb") as copied_file:
            check_backup(copied_file, part_path)
        refuse_to_overwrite(folder / path.name)
        part_path.replace(folder / path.name)
    except (BackupError, OSError) as error:
        raise BackupError(
            "backup-not-copied",
            "The backup {path} was written, but couldn’t be copied to {folder} ({reason}). "
            "Connect that disk, then try again.",
            path=path,
            folder=folder,
            reason=_format_reason(error),
        ) from error
    finally:
        with suppress(OSError):
            part_path.unlink(missing_ok=True)


def refuse_to_overwrite(path: Path) -> None:
    """Refuse to overwrite a file that isn't a backup, such as the database itself.

    :raises BackupError: if *path* is such a file
    """
    if not path.exists():
        return
    try:
        with path.open("rb") as file:
            check_backup(file, path)
    except (BackupError, OSError) as error:
        raise BackupError(
            "not-to-replace",
            "{path} already exists and isn’t a backup. Choose another file name.",
            path=path,
        ) from error


def _is_in_folder(path: Path, folder: Path) -> bool:
    with suppress(OSError):
        return path.resolve().parent == folder.resolve()
    return False


def _format_reason(error: BackupError | OSError) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.rstrip(".")
    return str(error).rstrip(".")


def needs_second_copy() -> bool:
    """Return whether there is a second folder, but without the newest backup."""
    files = list_backup_files()
    if not files or not settings.SECOND_BACKUPS:
        return False
    # A file of the future was written by a wrong clock. Newer ones may be listed after it.
    latest_name_time = timezone.now() + _MAX_NAME_LEAD
    newest_backup = next((file for file in files if file.made_at <= latest_name_time), files[0])
    return newest_backup.path.name not in {copy.path.name for copy in _list_second_backups()}
