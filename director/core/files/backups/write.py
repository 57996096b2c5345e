"""Write the whole database to one file and restore it, for SQLite and PostgreSQL."""

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

from django.apps import apps
from django.apps.registry import Apps
from django.contrib.auth.models import User
from django.db import DatabaseError, connection, transaction
from django.db.models import ForeignKey, Model

from director.core.base.sentences import DeskSentences
from director.core.base.storage.timeouts import without_timeouts
from director.core.files.backups.file import (
    BackupHeader,
    Record,
    check_backup,
    records_in,
    write_backup,
)
from director.core.files.backups.folder import refuse_to_replace
from director.core.files.backups.records import BadRecordError, object_of, records_of
from director.core.files.backups.storage_errors import refuse_damaged, storage_trouble
from director.core.files.backups.upgrade import (
    known_schemas,
    migration_of,
    newest_schema,
    upgraded_records,
)
from director.errors import AS_SAID, BackupError
from director.models import SignInAttempt, Submission

LEFT_OUT = (SignInAttempt, Submission)
"""What is of this machine, not of the club: who signed in from where, which forms were sent."""


def backup_models(apps: Apps) -> tuple[type[Model], ...]:
    """Return every model of the club in *apps*, each after those it refers to.

    *apps* are those of this program or of the one that a database was made by, whose models may be
    called otherwise.
    """
    left_out = {model._meta.label_lower for model in LEFT_OUT}
    waiting = [
        model
        for model in apps.get_models()
        if _is_ours(model) and model._meta.label_lower not in left_out
    ]
    kept: list[type[Model]] = []
    while waiting:
        ready = [model for model in waiting if not _points_to(model) & set(waiting) - {model}]
        kept += ready
        waiting = [model for model in waiting if model not in ready]
    return tuple(kept)


def _points_to(model: type[Model]) -> set[type[Model]]:
    return {
        field.related_model
        for field in model._meta.concrete_fields
        if isinstance(field, ForeignKey)
    }


def _is_ours(model: type[Model]) -> bool:
    return model._meta.app_label == "director" or model._meta.label_lower == User._meta.label_lower


KEPT = backup_models(apps)
LABELS = {model._meta.label_lower for model in KEPT}


def write_backup_file(*, path: Path, models: Iterable[type[Model]] = KEPT, schema: str = "") -> int:
    """Write a consistent backup to *path* and read it back. Return the number of records.

    *models* and *schema* are those of the database where it is older than the program.

    :raises BackupError: if the file cannot be written, does not read back as it should, or would
        replace another file that is no backup
    """
    refuse_to_replace(path)
    try:
        with _one_moment():
            refuse_damaged()
            return write_backup(
                path, schema=schema or newest_schema(), records=records_of(models)
            ).count
    except DatabaseError as error:
        if trouble := storage_trouble(error):
            raise BackupError(AS_SAID, text=trouble.sentence) from error
        raise


def backup_readable(path: Path) -> BackupHeader:
    """Return the heading of the backup *path*, after reading all of it.

    :raises BackupError: if the file isn't a backup of this program or an older one
    """
    try:
        with path.open("rb") as file:
            heading = check_backup(file, path)
    except FileNotFoundError as error:
        raise BackupError(DeskSentences.BACKUP_MISSING, path=path) from error
    except OSError as error:
        raise BackupError(
            DeskSentences.BACKUP_UNREADABLE, path=path, reason=error.strerror
        ) from error
    if heading.schema not in known_schemas():
        raise BackupError(DeskSentences.BACKUP_NEWER, path=path)
    if migration_of(heading.schema) is None:
        raise BackupError(DeskSentences.BACKUP_BETWEEN, path=path, schema=heading.schema)
    if not heading.count:
        raise BackupError(DeskSentences.BACKUP_WITHOUT_RECORDS, path=path)
    return heading


def restore_backup(*, path: Path, before: Path | None, director: User | None = None) -> int:
    """Replace everything by the backup *path*, all or nothing. Return the number of records.

    What was there is first written to the new backup *before*, if one is named; nobody can write
    anything in between. A backup of an older program is brought up to date on the way.  The account
    of *director* stays as it is now, also where the backup is older than it.

    :raises BackupError: if the file is no good backup; nothing is changed then
    """
    heading = backup_readable(path)
    try:
        with path.open("rb") as file:
            records = records_in(file, path)
            source: AbstractContextManager[Iterable[Record]] = nullcontext(records)
            if heading.schema != newest_schema():
                left_out = [model._meta.label_lower for model in LEFT_OUT]
                source = upgraded_records(
                    records, schema=heading.schema, left_out=left_out, models=KEPT
                )
            with source as current:
                return _replace(current, before, director)
    except OSError as error:
        raise BackupError(
            DeskSentences.BACKUP_UNREADABLE, path=path, reason=error.strerror
        ) from error
    except BadRecordError as error:
        raise BackupError(DeskSentences.BACKUP_ALTERED, path=path, reason=error) from error
    except DatabaseError as error:
        if trouble := storage_trouble(error):
            raise BackupError(AS_SAID, text=trouble.sentence) from error
        raise BackupError(DeskSentences.BACKUP_UNFIT, path=path) from error


def _replace(records: Iterable[Record], before: Path | None, director: User | None) -> int:
    """Replace everything but the account of *director* by *records*, after a backup to *before*."""
    count = 0
    with transaction.atomic(), without_timeouts():
        lock_out_writers()
        if before:
            write_backup_file(path=before)
        for model in reversed(KEPT):
            model._base_manager.all()._raw_delete(
                connection.alias
            )  # rows that point here are gone already
        for count, record in enumerate(records, start=1):  # noqa: B007  (the last number is how many there are)
            object_of(record, apps, LABELS).save_base(raw=True, force_insert=True)
        connection.check_constraints()
        _restart_numbering()
        if director:
            director.pk = (
                User.objects.filter(username=director.username).values_list("pk", flat=True).first()
            )
            director.save()
    return count


@contextmanager
def _one_moment() -> Iterator[None]:
    """Read the database at one moment without blocking writers.

    SQLite's transactions lock writers out here from their start (immediate), so a reading one is
    asked for; PostgreSQL's see every moment anew, so one moment is asked for.  In a transaction
    that keeps writers out, both are so already.
    """
    if connection.in_atomic_block:
        with without_timeouts():
            yield
        return
    connection.ensure_connection()
    database: Any = connection  # only SQLite's has such a mode
    usual = getattr(database, "transaction_mode", None)
    if database.vendor == "sqlite":
        database.transaction_mode = "DEFERRED"
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            with without_timeouts():
                yield
    finally:
        if connection.vendor == "sqlite":
            database.transaction_mode = usual


def lock_out_writers() -> None:
    """Block writers until the transaction ends."""
    if connection.vendor == "postgresql":
        tables = ", ".join(connection.ops.quote_name(model._meta.db_table) for model in KEPT)
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {tables} IN EXCLUSIVE MODE")


def _restart_numbering() -> None:
    """Set the database's sequences behind the restored records."""
    from django.core.management.color import no_style  # only PostgreSQL has statements to run here

    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), KEPT):
            cursor.execute(statement)
