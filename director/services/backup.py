"""Everything in one file, and back: the same file for SQLite and PostgreSQL."""

import gzip
import json
import os
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from django.contrib.auth.models import User
from django.core import serializers
from django.core.serializers.base import DeserializationError
from django.db import IntegrityError, connection, transaction
from django.db.models import Model

from director.errors import BackupError
from director.models import (
    Club,
    Entry,
    EntryPlayer,
    Event,
    Party,
    PartyAct,
    PartyPlayer,
    PartyResult,
    PartyRound,
    Person,
    Plan,
    PlanRow,
    Result,
    ResultVersion,
    Ruling,
    Section,
    Session,
    SkatSheet,
    StandingsVersion,
)

KIND = "kalamazoo-backup"
FORMAT = 1
KEPT = (
    User,
    Club,
    Person,
    Event,
    Session,
    Section,
    Plan,
    PlanRow,
    Entry,
    EntryPlayer,
    Result,
    ResultVersion,
    Ruling,
    StandingsVersion,
    Party,
    PartyPlayer,
    PartyRound,
    PartyResult,
    SkatSheet,
    PartyAct,
)
"""Every model of the club, each after those it points to."""


def backup_write(*, path: Path) -> int:
    """Write everything the club has, at one moment, to *path* and read it back; return how many records it holds.

    The file is complete or not there: it is written beside its place, forced to the disk, read again and compared, and
    only then takes the name *path*.  Only its owner can read it.

    :raises BackupError: if the file cannot be written, does not read back as it should, or would replace another file
        that is no backup
    """
    _refuse_to_replace(path)
    with _one_moment():
        records = json.loads(serializers.serialize("json", _records()))
    half_written = path.with_name(path.name + ".part")
    content = {"kind": KIND, "format": FORMAT, "made": datetime.now().astimezone().isoformat(), "records": records}
    try:
        with open(half_written, "wb", opener=_for_the_owner) as file:
            file.write(gzip.compress(json.dumps(content, ensure_ascii=False).encode()))
            file.flush()
            os.fsync(file.fileno())
        if backup_read(path=half_written) != records:
            raise BackupError(text=f"The backup {path} does not read back as it was written; try another disk.")
        half_written.replace(path)
    except OSError as error:
        raise BackupError(
            text=f"The backup {path} cannot be written ({error.strerror}). Name another place."
        ) from error
    return len(records)


def backup_read(*, path: Path) -> list[dict[str, object]]:
    """Return the records in the backup *path*.

    :raises BackupError: if the file is missing, damaged, or no backup of this program
    """
    try:
        content = json.loads(gzip.decompress(path.read_bytes()))
    except FileNotFoundError as error:
        raise BackupError(text=f"There is no file {path}.") from error
    except (OSError, EOFError, zlib.error, ValueError) as error:
        raise BackupError(
            text=f"{path} is not a backup of this program, or is damaged. Nothing was changed."
        ) from error
    if not isinstance(content, dict) or content.get("kind") != KIND:
        raise BackupError(text=f"{path} is not a backup of this program. Nothing was changed.")
    if content.get("format") != FORMAT:
        raise BackupError(text=f"{path} was made by a newer program. Update this one first. Nothing was changed.")
    return content["records"]


def backup_restore(*, path: Path, before: Path) -> int:
    """Replace everything by what the backup *path* holds, all or nothing; return how many records that is.

    What was there is first written to the new backup *before*; nobody can write anything in between.

    :raises BackupError: if the file is no good backup; nothing is changed then
    """
    records = backup_read(path=path)
    wanted = Counter(record["model"] for record in records)
    try:
        with transaction.atomic():
            _lock_out_writers()
            backup_write(path=before)
            for model in reversed(KEPT):
                model._base_manager.all()._raw_delete(connection.alias)  # rows that point here are gone already
            for record in serializers.deserialize("python", records):
                record.save()
            found = Counter({model._meta.label_lower: model._base_manager.count() for model in KEPT})
            if +found != wanted:
                raise BackupError(text=f"{path} is damaged: records are missing. Nothing was changed.")
            _restart_numbering()
    except (DeserializationError, IntegrityError, KeyError) as error:
        raise BackupError(text=f"{path} is damaged ({type(error).__name__}). Nothing was changed.") from error
    return len(records)


def _refuse_to_replace(path: Path) -> None:
    """Refuse to write over a file that is no backup, such as the database itself."""
    if not path.exists():
        return
    try:
        backup_read(path=path)
    except BackupError as error:
        raise BackupError(text=f"{path} is there already and is no backup. Name another file.") from error


def _for_the_owner(path: str, flags: int) -> int:
    """Open a new file that only its owner can read: it holds the directors' passwords in their stored form."""
    return os.open(path, flags, 0o600)


@contextmanager
def _one_moment() -> Iterator[None]:
    """Read everything as it is at one moment, whoever writes meanwhile.

    SQLite's transactions are so by themselves here (immediate); PostgreSQL is asked, unless a transaction that keeps
    writers out is open already.
    """
    ask = connection.vendor == "postgresql" and not connection.in_atomic_block
    with transaction.atomic(), connection.cursor() as cursor:
        if ask:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        yield


def _lock_out_writers() -> None:
    """Let nobody else write until the transaction ends; SQLite's immediate transactions do so by themselves."""
    if connection.vendor == "postgresql":
        tables = ", ".join(connection.ops.quote_name(model._meta.db_table) for model in KEPT)
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {tables} IN EXCLUSIVE MODE")


def _records() -> Iterator[Model]:
    for model in KEPT:
        yield from model._base_manager.order_by("pk").iterator()


def _restart_numbering() -> None:
    """Let new records be numbered after the restored ones, where the database keeps its own counters."""
    from django.core.management.color import no_style  # only PostgreSQL has statements to run here

    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), KEPT):
            cursor.execute(statement)
