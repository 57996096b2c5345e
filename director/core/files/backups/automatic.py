"""Automatic backups: nightly and before updates. The last ten of each kind are kept."""

import contextlib
import logging
import threading
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, close_old_connections, connection
from django.db.migrations.loader import MigrationLoader
from django.db.models import Model
from django.utils import timezone

from director.core.base.locks import FolderInUseError, FolderLock
from director.core.base.machine_time import fetch_clock_problem, get_zone
from director.core.files.backups.database import (
    BACKUP_MODELS,
    list_backup_models,
    write_backup_file,
)
from director.core.files.backups.file import check_backup, make_backup_differs_error
from director.core.files.backups.folder import (
    BEFORE_UPDATE,
    BY_HAND,
    NIGHTLY,
    BackupFile,
    copy_backup,
    get_backup_folder,
    list_backup_files,
    make_backup_name,
)
from director.core.files.backups.upgrade import APP_LABEL
from director.core.night.events import NIGHT_END_TIME
from director.errors import BackupError
from director.models import Club

MAX_AUTOMATIC_FILES = 10
"""Automatic backups of each kind that are kept in a folder."""
CHECK_SECONDS = 600
BACKUP_LOCK_FILE = "backup.lock"
"""The file that a process locks while it writes a nightly backup."""
_log = logging.getLogger("director.backup")


def write_automatic_backup(
    *, reason: str, models: Iterable[type[Model]] = BACKUP_MODELS, schema: str = ""
) -> tuple[Path, int]:
    """Write a backup to the program's folder. Return the file and the number of records.

    A copy goes to the second folder, if there is one; a failed copy is only logged. Each folder
    keeps the last ten automatic backups of each kind and all manual ones. *models* and *schema* are
    as for ``write_backup_file``.

    :raises BackupError: if the backup can't be written
    """
    folder = get_backup_folder()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BackupError(
            "backup-folder",
            "Kalamazoo can’t create the folder {folder} ({reason}).",
            folder=folder,
            reason=error.strerror,
        ) from error
    path = folder / make_backup_name(reason)
    count = write_backup_file(path=path, models=models, schema=schema)
    copy_backup(path)
    # Old backups are deleted only now that the new one is safe.
    for backup_folder in filter(None, (folder, settings.SECOND_BACKUPS)):
        _delete_old_backups(backup_folder, path.name)
    return path, count


def _delete_old_backups(folder: Path, written_name: str) -> None:
    """Delete automatic backups beyond the last ten of each kind, but never the one just written."""
    now = timezone.now()
    files_by_kind: dict[tuple[str, bool], list[BackupFile]] = {}
    for file in list_backup_files(folder):
        if file.reason != BY_HAND:
            # The clock is wrong, or was when a file of the future was written. Either may be the
            # better backup, so neither counts among the ten of the other.
            is_in_future = file.made_at > now
            files_by_kind.setdefault((file.reason, is_in_future), []).append(file)
    for files in files_by_kind.values():
        for outdated_file in files[MAX_AUTOMATIC_FILES:]:
            if outdated_file.path.name == written_name:
                continue
            # A file that somebody has open is deleted after the next backup.
            with contextlib.suppress(OSError):
                outdated_file.path.unlink()


def write_backup_before_update(applied: Sequence[tuple[str, str]]) -> Path | None:
    """Back up a database before migrations, unless it is empty.

    :raises BackupError: if the backup can't be written, or isn't on the disk in the end; the
        database must not be changed then
    """
    # Models of the applied migrations: today's may have columns that the database lacks as yet.
    loader = MigrationLoader(connection)
    state = loader.project_state([node for node in applied if node in loader.graph.nodes])
    models = list_backup_models(state.apps)
    if not any(model._base_manager.exists() for model in models):
        return None
    schema = max(name for app, name in applied if app == APP_LABEL)
    path, count = write_automatic_backup(reason=BEFORE_UPDATE, models=models, schema=schema)
    _refuse_unreadable_backup(path, count)
    return path


def _refuse_unreadable_backup(path: Path, record_count: int) -> None:
    """Read the backup *path* of *record_count* records from the disk.

    :raises BackupError: if it isn't there, or is another
    """
    try:
        with path.open("rb") as file:
            header = check_backup(file, path)
    except OSError as error:
        raise make_backup_differs_error(path=path) from error
    if header.record_count != record_count:
        raise make_backup_differs_error(path=path)


def is_nightly_due(now: datetime) -> bool:
    """Return whether the nightly backup before *now* is missing and needed."""
    backup_nights = {
        _get_night(file.made_at) for file in list_backup_files() if file.reason == NIGHTLY
    }
    # Before that there is only the account behind the first director's link.
    is_set_up = Club.objects.exists()
    return _get_night(now) not in backup_nights and is_set_up


def _get_night(moment: datetime) -> date:
    # Hours after midnight belong to the night before.
    return (moment.astimezone(get_zone()) - NIGHT_END_TIME).date()


class NightlyBackups(threading.Thread):
    """A thread that writes the nightly backup when it is due.

    If several processes serve a data folder, each has such a thread and one of them writes.
    """

    def __init__(self) -> None:
        super().__init__(name="nightly backups", daemon=True)
        self._has_written = False

    def run(self) -> None:
        """Back up when it is due, checked every ``CHECK_SECONDS`` until the program ends."""
        never_set = threading.Event()
        while True:
            self.back_up_if_due()
            never_set.wait(CHECK_SECONDS)

    def back_up_if_due(self) -> None:
        """Write a nightly backup if one is due. Errors are logged and retried."""
        try:
            # The lock comes before the question, or two processes could both find a backup due.
            with FolderLock(settings.DATA_DIR, address="", file=BACKUP_LOCK_FILE):
                if is_nightly_due(timezone.now()) or self._is_due_at_start():
                    path, count = write_automatic_backup(reason=NIGHTLY)
                    self._has_written = True
                    _log.info("Backup %s: %s records.", path, count)
        except FolderInUseError:
            pass  # another process writes it now
        except (BackupError, DatabaseError, OSError) as error:
            _log.warning("No backup was made: %s", error)
        finally:
            close_old_connections()

    def _is_due_at_start(self) -> bool:
        """Return whether this program must back up once, because its clock can't tell the nights.

        Without a battery the clock of a laptop shows the same night at every start.
        """
        return not self._has_written and Club.objects.exists() and bool(fetch_clock_problem())
