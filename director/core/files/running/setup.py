"""Making the data folder and the database ready, at the first start and after an update."""

import os
import shutil
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from director.core.base.sentences import DeskSentences
from director.core.base.storage.lock import serving_address
from director.core.base.storage.timeouts import lift_timeouts
from director.core.files.backups.automatic import backup_before_update
from director.core.files.backups.storage_errors import AWAY, BUSY, refuse_damaged, storage_trouble
from director.core.files.backups.upgrade import APP, is_between_releases, known_schemas
from director.errors import BackupError

LITTLE_ROOM = 100_000_000
"""Fewer free bytes than this are told at the start: a night takes a few million, a backup as many again."""


def data_prepare() -> None:
    """Create the data folder and the secret key, and migrate the database after a backup.

    :raises CommandError: if the folder cannot be written, the database not be used, or it is of a
        newer program
    """
    try:
        settings.DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
        keep_secret_key()
        keep_database_private()
    except OSError as error:
        raise CommandError(
            DeskSentences.DATA_FOLDER.says(folder=settings.DATA_DIR, reason=error.strerror)
        ) from error
    try:
        lift_timeouts()
        refuse_damaged()
        _bring_up_to_date()
    except DatabaseError as error:
        raise CommandError(_unusable(error)) from error
    except BackupError as error:
        raise CommandError(DeskSentences.NOT_BACKED_UP.says(reason=error)) from error


def damaged_set_aside() -> Path | None:
    """Give the database's file another name if it is damaged, and return that, else ``None``.

    :raises CommandError: if the program is serving it now
    """
    try:
        refuse_damaged()
    except DatabaseError as error:
        trouble = storage_trouble(error)
        if connection.vendor != "sqlite" or not (trouble and trouble.is_damage):
            raise
    else:
        return None
    if (address := serving_address(settings.DATA_DIR)) is not None:
        raise CommandError(
            DeskSentences.STILL_SERVING.says(folder=settings.DATA_DIR, address=address)
        )
    connection.close()
    database = Path(str(settings.DATABASES["default"]["NAME"]))
    aside = database.with_name(
        f"{database.stem}-damaged-{datetime.now():%Y%m%d-%H%M%S}{database.suffix}"
    )
    for end in ("-wal", "-shm", ""):
        if (file := database.with_name(database.name + end)).exists():
            file.rename(aside.with_name(aside.name + end))
    return aside


def data_writable() -> None:
    """Check that the database can be written to.

    :raises CommandError: if it does not, naming the disk's trouble
    """
    try:
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE django_migrations SET name = name WHERE id = (SELECT MIN(id) FROM django_migrations)"
            )
    except DatabaseError as error:
        raise CommandError(_unusable(error)) from error


def little_room() -> str:
    """Return a warning where the disk of the data folder is nearly full, else an empty text."""
    free = shutil.disk_usage(settings.DATA_DIR).free
    if free >= LITTLE_ROOM:
        return ""
    return DeskSentences.LITTLE_ROOM.says(megabytes=free // 1_000_000, folder=settings.DATA_DIR)


def _bring_up_to_date() -> None:
    """Give the database what this program needs.

    :raises CommandError: if a newer program has used it, or one between two releases, or an older
        one is serving it now
    """
    of_ours = {
        name for app, name in MigrationRecorder(connection).applied_migrations() if app == APP
    }
    if newer := sorted(of_ours - known_schemas()):
        raise CommandError(
            DeskSentences.DATABASE_NEWER.says(folder=settings.DATA_DIR, newest=newer[-1])
        )
    if is_between_releases(connection, of_ours):
        raise CommandError(
            DeskSentences.DATABASE_BETWEEN.says(folder=settings.DATA_DIR, newest=max(of_ours))
        )
    executor = MigrationExecutor(connection)
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return
    if of_ours:
        address = serving_address(settings.DATA_DIR)
        if address is not None:
            raise CommandError(
                DeskSentences.OLDER_IS_SERVING.says(folder=settings.DATA_DIR, address=address)
            )
        backup_before_update(list(executor.loader.applied_migrations))
    call_command("migrate", verbosity=0, interactive=False)


def keep_secret_key() -> None:
    """Write the signing key to the data folder, readable by its owner only.

    The file is whole or not there, also after a power cut.
    """
    path = settings.SECRET_KEY_FILE
    if os.environ.get("KALAMAZOO_SECRET_KEY") or (
        path.exists() and path.read_bytes().decode("ascii", errors="ignore").strip(settings.NO_KEY)
    ):
        return
    new = path.with_name(f"{path.name}.{os.getpid()}")
    with open(
        os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii"
    ) as file:
        file.write(settings.SECRET_KEY)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


def keep_database_private() -> None:
    """Let only the owner read the database file, since it holds names and passwords.

    SQLite gives the files beside it, which hold the latest changes, the same rights.
    """
    if connection.vendor != "sqlite" or os.name != "posix":
        return
    database = Path(str(settings.DATABASES["default"]["NAME"]))
    database.touch(mode=0o600)
    for file in (database, *(database.with_name(database.name + end) for end in ("-wal", "-shm"))):
        if file.exists() and file.stat().st_mode & 0o077:
            file.chmod(0o600)


def _unusable(error: DatabaseError) -> str:
    """Return the sentence for a database that can't be used."""
    trouble = storage_trouble(error)
    if trouble and trouble.status not in (AWAY.status, BUSY.status):
        return trouble.at_start
    reason = " ".join(str(error).split()).rstrip(".")
    database = settings.DATABASES["default"]
    if connection.vendor == "sqlite":
        return DeskSentences.DATABASE_UNUSABLE.says(database=database["NAME"], reason=reason)
    where = f"{database['HOST'] or 'localhost'}:{database['PORT'] or 5432}"
    return DeskSentences.POSTGRESQL_UNUSABLE.says(
        database=database["NAME"], where=where, reason=reason
    )
