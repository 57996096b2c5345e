"""Prepare the data folder and the database, at the first start and after an update.

Commands and ``director.hosting`` call :func:`prepare_data` before anything else uses the database.
Errors become a ``CommandError`` with a sentence for the person at the terminal. Backups are made by
``director.core.files.backups``.
"""

import os
import shutil
from pathlib import Path

from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from director.core.base.database import lift_timeouts
from director.core.base.locks import (
    FolderInUseError,
    find_database_address,
    find_serving_address,
    hold_named_lock,
    wait_for_lock,
)
from director.core.base.machine_time import get_local_now
from director.core.base.program import read_program_call
from director.core.files.backups.automatic import write_backup_before_update
from director.core.files.backups.numbers import preserve_numbers
from director.core.files.backups.storage_errors import (
    DATABASE_AWAY,
    DATABASE_BUSY,
    find_storage_problem,
    refuse_damaged_database,
)
from director.core.files.backups.upgrade import (
    APP_LABEL,
    create_tables,
    get_intermediate_release,
    get_newest_schema,
    is_between_releases,
    is_newer_schema,
)
from director.core.files.running.ended_features import list_ended_features
from director.errors import BackupError

_DATA_FOLDER_TEXT = (
    "Kalamazoo can’t write to the data folder {folder} ({reason}). Set the environment "
    "variable KALAMAZOO_DATA to another folder."
)

UPDATE_LOCK_FILE = "update.lock"
"""The file that a program locks while it updates the database."""
LOW_SPACE_BYTES = 100_000_000
"""Free bytes below which the program warns. An event takes a few million, a backup as many again."""


def prepare_data() -> tuple[str, ...]:
    """Create the data folder and the secret key, and migrate the database after a backup.

    Return a message for each feature that an update has ended and the club has used.

    :raises CommandError: if the folder can't be written, or the database can't be used or belongs
        to a newer program
    """
    make_data_folder()
    try:
        ensure_secret_key()
        make_database_private()
    except OSError as error:
        raise CommandError(
            _DATA_FOLDER_TEXT.format(folder=settings.DATA_DIR, reason=error.strerror)
        ) from error
    try:
        lift_timeouts()
        refuse_damaged_database()
        return _update_database()
    except DatabaseError as error:
        raise CommandError(_describe_unusable_database(error)) from error
    except BackupError as error:
        raise CommandError(
            "The database was not changed, because it must be backed up first. {reason}".format(
                reason=error
            )
        ) from error


def make_data_folder() -> None:
    """Create the data folder if it doesn't exist.

    :raises CommandError: if it can't be created
    """
    try:
        settings.DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(
            _DATA_FOLDER_TEXT.format(folder=settings.DATA_DIR, reason=error.strerror)
        ) from error


def set_aside_damaged_database() -> Path | None:
    """Rename the database's file if it is damaged. Return its new path, or None if it is sound.

    :raises CommandError: if the program is serving it now
    """
    try:
        refuse_damaged_database()
    except DatabaseError as error:
        problem = find_storage_problem(error)
        if connection.vendor != "sqlite" or not (problem and problem.is_damage):
            raise
    else:
        return None
    if (address := find_serving_address(settings.DATA_DIR)) is not None:
        raise CommandError(
            "Kalamazoo serves {folder} at {address}. Stop it, then restore the backup.".format(
                folder=settings.DATA_DIR, address=address
            )
        )
    connection.close()
    database = Path(str(settings.DATABASES["default"]["NAME"]))
    new_path = database.with_name(
        f"{database.stem}-damaged-{get_local_now():%Y%m%d-%H%M%S}{database.suffix}"
    )
    # The files of SQLite's write-ahead log go first: a new database must never read the old ones.
    for ending in ("-wal", "-shm", ""):
        file = database.with_name(database.name + ending)
        if file.exists():
            file.rename(new_path.with_name(new_path.name + ending))
    return new_path


def check_data_writable() -> None:
    """Check that the database can be written to.

    :raises CommandError: if it can't, with the problem of the disk
    """
    try:
        with connection.cursor() as cursor:
            # An update that changes nothing still needs the write lock and the disk.
            cursor.execute(
                "UPDATE django_migrations SET name = name WHERE id = (SELECT MIN(id) FROM django_migrations)"
            )
    except DatabaseError as error:
        raise CommandError(_describe_unusable_database(error)) from error


def get_free_space_warning() -> str:
    """Return a warning if the disk of the data folder is nearly full, else ""."""
    free = shutil.disk_usage(settings.DATA_DIR).free
    if free >= LOW_SPACE_BYTES:
        return ""
    return (
        "Only {megabytes} MB are free on the disk with {folder}. Free some space before the event."
    ).format(megabytes=free // 1_000_000, folder=settings.DATA_DIR)


def _update_database() -> tuple[str, ...]:
    """Migrate the database if it isn't up to date. Of several programs one does it.

    Return what :func:`_migrate` returns.

    :raises CommandError: as :func:`_migrate`, or if another program does it and doesn't finish
    """
    if _is_up_to_date():
        return ()
    try:
        lock = wait_for_lock(settings.DATA_DIR, file=UPDATE_LOCK_FILE)
    except FolderInUseError as error:
        raise CommandError(
            (
                "Another Kalamazoo is still updating the database in {folder}. Start again when it "
                "has finished."
            ).format(folder=settings.DATA_DIR)
        ) from error
    except OSError as error:
        raise CommandError(
            _DATA_FOLDER_TEXT.format(folder=settings.DATA_DIR, reason=error.strerror)
        ) from error
    # Programs with data folders of their own may share a database.
    with lock, hold_named_lock("update"):
        return _migrate()


def _is_up_to_date() -> bool:
    applied = {
        name for app, name in MigrationRecorder(connection).applied_migrations() if app == APP_LABEL
    }
    # The executor can't read a database that belongs to a newer program or is between two releases.
    if any(map(is_newer_schema, applied)) or is_between_releases(connection, applied):
        return False
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def _migrate() -> tuple[str, ...]:
    """Migrate the database, after a backup, if it isn't up to date.

    What is applied is read here, because another program may just have migrated it. Return a
    message for each feature that the update ends.

    :raises CommandError: if the database belongs to a newer program or is between two releases, or
        an older program is serving it now
    """
    applied = {
        name for app, name in MigrationRecorder(connection).applied_migrations() if app == APP_LABEL
    }
    if unknown := sorted(filter(is_newer_schema, applied)):
        raise CommandError(
            (
                "A newer Kalamazoo has used the database in {folder} (this one doesn’t know "
                "{newest}). Start the newer program, or restore a backup in another folder."
            ).format(folder=settings.DATA_DIR, newest=unknown[-1])
        )
    if is_between_releases(connection, applied):
        raise CommandError(
            (
                "The database in {folder} is between two releases (at {newest}). Start Kalamazoo "
                "{release} on it once, then this one."
            ).format(
                folder=settings.DATA_DIR,
                newest=max(applied),
                release=get_intermediate_release(max(applied)),
            )
        )
    executor = MigrationExecutor(connection)
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return ()
    messages: tuple[str, ...] = ()
    if applied:  # not a new, empty database
        address = find_serving_address(settings.DATA_DIR)
        if address is None:
            # A program on another machine has a data folder of its own.
            address = find_database_address()
        if address is not None:
            raise CommandError(
                "An older Kalamazoo serves {folder} at {address}. Stop it, then start again.".format(
                    folder=settings.DATA_DIR, address=address
                )
            )
        applied_migrations = list(executor.loader.applied_migrations)
        write_backup_before_update(applied_migrations)
        messages = list_ended_features(applied_migrations)
    if not executor.loader.applied_migrations:
        create_tables(DEFAULT_DB_ALIAS, get_newest_schema())
    with preserve_numbers():
        # Also tells Django's own applications that there are tables.
        call_command("migrate", verbosity=0, interactive=False)
    return messages


def ensure_secret_key() -> None:
    """Write the signing key to the data folder, readable by its owner only."""
    path = settings.SECRET_KEY_FILE
    if os.environ.get("KALAMAZOO_SECRET_KEY"):
        return
    if path.exists():
        stored_key = path.read_bytes().decode("ascii", errors="ignore").strip(settings.NO_KEY)
        if stored_key:
            return
    # Written to a file of its own, forced to the disk and renamed: after a power cut the key is
    # complete or missing. The process number keeps two programs apart that start together.
    new_file = path.with_name(f"{path.name}.{os.getpid()}")
    descriptor = os.open(new_file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with open(descriptor, "w", encoding="ascii") as file:
        file.write(settings.SECRET_KEY)
        file.flush()
        os.fsync(file.fileno())
    new_file.replace(path)


def make_database_private() -> None:
    """Let only the owner read the database file, because it holds names and passwords."""
    if connection.vendor != "sqlite" or os.name != "posix":
        return
    database = Path(str(settings.DATABASES["default"]["NAME"]))
    if "mode=memory" in database.name:  # a test's database, which has no file
        return
    # Created before SQLite does, which gives its log files the same rights as this one.
    database.touch(mode=0o600)
    for ending in ("", "-wal", "-shm"):
        file = database.with_name(database.name + ending)
        if file.exists() and file.stat().st_mode & 0o077:
            file.chmod(0o600)


def _describe_unusable_database(error: DatabaseError) -> str:
    problem = find_storage_problem(error)
    if problem and problem.status not in (DATABASE_AWAY.status, DATABASE_BUSY.status):
        return problem.start_message
    reason = " ".join(str(error).split()).rstrip(".")
    database = settings.DATABASES["default"]
    if connection.vendor == "sqlite":
        return (
            "Kalamazoo can’t use the database {database} ({reason}). Close Kalamazoo in other "
            "windows. Otherwise move the file away and restore a backup with {program} restore."
        ).format(database=database["NAME"], reason=reason, program=read_program_call())
    server_address = f"{database['HOST'] or 'localhost'}:{database['PORT'] or 5432}"
    return (
        "Kalamazoo can’t use the PostgreSQL database {database} at {where} ({reason}). Check "
        "that it runs and that DATABASE_URL is right."
    ).format(database=database["NAME"], where=server_address, reason=reason)
