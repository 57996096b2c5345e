"""Automatic backups: nightly and before updates. The last ten are kept."""

import contextlib
import logging
import threading
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import User
from django.db import DatabaseError, close_old_connections, connection
from django.db.migrations.loader import MigrationLoader
from django.db.models import Model
from django.utils import timezone

from director.core.base.sentences import DeskSentences
from director.core.base.storage.lock import FolderInUseError, FolderLock
from director.core.files.backups.folder import (
    BEFORE_UPDATE,
    BY_HAND,
    NIGHTLY,
    backup_files,
    backup_folder,
    backup_name,
    copy_backup,
)
from director.core.files.backups.upgrade import APP
from director.core.files.backups.write import KEPT, backup_models, write_backup_file
from director.core.night.events.read import NIGHT_ENDS
from director.errors import BackupError
from director.models import Club

KEPT_BY_ITSELF = 10
LOOKS_EVERY = 600
BEING_WRITTEN = "backup.lock"
"""The file that the process holds which writes a nightly backup."""
_log = logging.getLogger("director.backup")


def keep_backup(
    *, why: str, models: Iterable[type[Model]] = KEPT, schema: str = ""
) -> tuple[Path, int]:
    """Write a backup to the program's folder. Return the file and the number of records.

    A copy goes to the second folder, if there is one and it takes it.  Of those made by themselves
    the last ten are kept in each; those made by hand stay.  *models* and *schema* are as for
    ``write_backup_file``.

    :raises BackupError: if it cannot be written
    """
    folder = backup_folder()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BackupError(
            DeskSentences.BACKUP_FOLDER, folder=folder, reason=error.strerror
        ) from error
    path = folder / backup_name(why)
    count = write_backup_file(path=path, models=models, schema=schema)
    copy_backup(path)
    for place in filter(None, (folder, settings.SECOND_BACKUPS)):
        for old in [file for file in backup_files(place) if file.why != BY_HAND][KEPT_BY_ITSELF:]:
            with contextlib.suppress(OSError):  # somebody has it open: the next one tries again
                old.path.unlink()
    return path, count


def backup_before_update(applied: Sequence[tuple[str, str]]) -> Path | None:
    """Back up a database before migrations, unless it is empty.

    :raises BackupError: if it cannot be written; the database must not be changed then
    """
    loader = MigrationLoader(connection)
    state = loader.project_state([node for node in applied if node in loader.graph.nodes])
    models = backup_models(state.apps)
    if not any(model._base_manager.exists() for model in models):
        return None
    schema = max(name for app, name in applied if app == APP)
    return keep_backup(why=BEFORE_UPDATE, models=models, schema=schema)[0]


def nightly_is_due(now: datetime) -> bool:
    """Return whether the nightly backup before *now* is missing and needed."""
    nights = {_night(file.made) for file in backup_files() if file.why == NIGHTLY}
    return _night(now) not in nights and (Club.objects.exists() or User.objects.exists())


def _night(moment: datetime) -> date:
    return (timezone.localtime(moment, datetime.now().astimezone().tzinfo) - NIGHT_ENDS).date()


class NightlyBackups(threading.Thread):
    """A thread that writes the nightly backup when it is due.

    Where several processes serve a data folder each of them looks, and one writes.
    """

    def __init__(self) -> None:
        super().__init__(name="nightly backups", daemon=True)

    def run(self) -> None:
        """Go on until the program ends."""
        waiting = threading.Event()
        while True:
            self.look()
            waiting.wait(LOOKS_EVERY)

    def look(self) -> None:
        """Write a nightly backup if one is due. Errors are logged and retried."""
        try:
            with FolderLock(settings.DATA_DIR, address="", file=BEING_WRITTEN):
                if nightly_is_due(timezone.now()):
                    path, count = keep_backup(why=NIGHTLY)
                    _log.info("Backup %s: %s records.", path, count)
        except FolderInUseError:
            pass  # another process writes it now
        except (BackupError, DatabaseError, OSError) as error:
            _log.warning("No backup was made: %s", error)
        finally:
            close_old_connections()
