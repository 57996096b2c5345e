"""The file format of backups: compressed lines of JSON with a checksum, a record on each line.

The first line is the header: kind, format, the time when the backup was made, the last migration of
its database, and the last number that each table gave to a record. Each further line is one record.
The last line holds the number of records and the SHA-256 of all lines before it.

Files are written and read line by line, so that a large federation's backup needs no more memory
than a club's. ``database`` chooses the records.
"""

import gzip
import hashlib
import json
import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime, time
from itertools import islice
from pathlib import Path
from typing import IO, Any

from django.apps.registry import Apps
from django.core import serializers
from django.core.exceptions import FieldDoesNotExist, ValidationError
from django.core.validators import (
    DecimalValidator,
    MaxLengthValidator,
    MaxValueValidator,
    MinValueValidator,
)
from django.db import IntegrityError
from django.db.models import ForeignKey, JSONField, Model

from director.core.base.machine_time import get_local_now, get_zone
from director.errors import BackupError
from director.formats.errors import format_for_sentence
from director.formats.reading import has_nul
from director.names import make_name_key

RECORD_UNKNOWN_TEXT = "there are no records called {label!r}"

BACKUP_KIND = "kalamazoo-backup"
BACKUP_FORMAT = 2
MAX_LINE_BYTES = 50_000_000
MAX_UNPACKED_BYTES = 8_000_000_000
"""Limit of an unpacked backup, a hundred times the largest known event with its history."""
OLDEST_FORMAT = 1
MAX_OLDEST_BYTES = 500_000_000
"""Limit of a backup of the first format, a single JSON text that is read into memory at once."""
OLDEST_SCHEMA = "0011_skat_sheets"
"""The last migration of the programs that wrote the first format."""

Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class BackupHeader:
    """The header of a backup. *schema* is the last migration, *record_count* the number of records.

    *made_at* is the time of the backup by the clock of its machine, or None if the file lacks it.
    *last_keys_by_model* are the highest record numbers of its database, by model label.
    """

    format: int
    schema: str
    record_count: int
    made_at: datetime | None = field(default=None, compare=False)
    last_keys_by_model: Mapping[str, int] = field(default_factory=dict, compare=False)


def write_backup(
    path: Path,
    *,
    schema: str,
    records: Iterable[Record],
    last_keys_by_model: Mapping[str, int],
    check_records: Callable[[Iterable[Record]], object],
) -> BackupHeader:
    """Write *records* to *path*, read them back, and return the header.

    An incomplete file never appears under the name *path*: the backup is written to a file beside
    it, forced to the disk, read again and only then renamed. Only its owner can read it.
    *check_records* is called with the records as they were read.

    :raises BackupError: if it can't be written or doesn't read back as it was written
    """
    part_path = path.with_name(path.name + ".part")
    try:
        # Left by a run that was killed, or a link that somebody put there to redirect the write.
        part_path.unlink(missing_ok=True)
        with open(part_path, "xb", opener=open_private_file) as file:
            header = _write_lines(file, schema, records, last_keys_by_model)
            file.flush()
            os.fsync(file.fileno())
        with part_path.open("rb") as file:
            if check_backup(file, path) != header:
                raise make_backup_differs_error(path=path)
            check_records(read_records(file, path))
        part_path.replace(path)
    except OSError as error:
        raise BackupError(
            "backup-not-written",
            "Kalamazoo can’t write the backup {path} ({reason}). Choose another place.",
            path=path,
            reason=error.strerror,
        ) from error
    finally:
        with suppress(OSError):
            part_path.unlink(missing_ok=True)
    return header


def check_backup(file: IO[bytes], path: Path) -> BackupHeader:
    """Read the whole backup *file* and return its header.

    :raises BackupError: if it isn't a backup, or is altered, incomplete, too large, or of a newer
        program
    """
    return next(entry for entry in _iter_entries(file, path) if isinstance(entry, BackupHeader))


def read_records(file: IO[bytes], path: Path) -> Iterator[Record]:
    """Yield the records of a backup.

    :raises BackupError: as :func:`check_backup`, but only when the bad line is reached
    """
    return (entry for entry in _iter_entries(file, path) if not isinstance(entry, BackupHeader))


def open_private_file(path: str, flags: int) -> int:
    """Open a new file that only its owner can read, because backups hold password hashes."""
    # O_NOFOLLOW, which Windows lacks, refuses a link that would lead to another file.
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), 0o600)


def _write_lines(
    file: IO[bytes], schema: str, records: Iterable[Record], last_keys_by_model: Mapping[str, int]
) -> BackupHeader:
    digest = hashlib.sha256()
    record_count = 0
    with gzip.GzipFile(fileobj=file, mode="wb", compresslevel=6, filename="") as gzip_file:

        def write_line(content: Record) -> None:
            line = (
                json.dumps(content, ensure_ascii=False, default=serialize_as_text).encode() + b"\n"
            )
            digest.update(line)
            gzip_file.write(line)

        made_at = get_local_now()
        write_line(
            {
                "kind": BACKUP_KIND,
                "format": BACKUP_FORMAT,
                "made": made_at,
                "schema": schema,
                "last_numbers": last_keys_by_model,
            }
        )
        for record_count, record in enumerate(records, start=1):  # noqa: B007  (the last number is the number of records)
            write_line(record)
        # Not by write_line: the last line isn't part of its own checksum.
        gzip_file.write(
            json.dumps({"count": record_count, "sha256": digest.hexdigest()}).encode() + b"\n"
        )
    return BackupHeader(BACKUP_FORMAT, schema, record_count, last_keys_by_model=last_keys_by_model)


def serialize_as_text(value: object) -> str:
    """Return *value*, which JSON can't represent, as text. Times keep their microseconds."""
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    return str(value)


def _iter_entries(file: IO[bytes], path: Path) -> Iterator[Record | BackupHeader]:
    """Yield every record of *file*, then its header."""
    file.seek(0)
    gzip_file = gzip.GzipFile(fileobj=file)
    try:
        # One byte more than the limit, so that a line that is too long can be told from one that fits.
        first_line = gzip_file.readline(MAX_LINE_BYTES + 1)
        if _read_format_number(first_line, path) == OLDEST_FORMAT:
            yield from _iter_oldest_format(first_line, gzip_file, path)
        else:
            yield from _iter_lines(first_line, gzip_file, path)
    except BackupError:
        # A BackupError is a ValueError, which the next clause would replace.
        raise
    except (OSError, EOFError, zlib.error, ValueError, RecursionError) as error:
        raise BackupError(
            "backup-or-damaged",
            "{path} is not a backup of this program, or is damaged. Nothing was changed.",
            path=path,
        ) from error


def _read_format_number(first_line: bytes, path: Path) -> int:
    """Return the format that *first_line* names.

    :raises BackupError: if this program can't read the format
    """
    if not first_line:
        raise BackupError("backup-file-empty", "{path} is empty. Nothing was changed.", path=path)
    is_long = len(first_line) > MAX_LINE_BYTES
    if is_long and first_line.startswith(b'{"kind": "' + BACKUP_KIND.encode()):
        return OLDEST_FORMAT  # the first format is one long line
    _refuse_long_line(first_line, path)
    header = json.loads(first_line)
    if not isinstance(header, dict) or header.get("kind") != BACKUP_KIND:
        raise BackupError(
            "no-backup", "{path} is not a backup of this program. Nothing was changed.", path=path
        )
    number = header.get("format")
    if number not in (OLDEST_FORMAT, BACKUP_FORMAT):
        raise make_backup_newer_error(path=path)
    return int(number)


def _iter_lines(
    first_line: bytes, gzip_file: gzip.GzipFile, path: Path
) -> Iterator[Record | BackupHeader]:
    digest = hashlib.sha256(first_line)
    record_count = 0
    total_bytes = len(first_line)
    header = json.loads(first_line)
    # Read one line ahead, because the last line isn't a record but holds the checksum.
    line = gzip_file.readline(MAX_LINE_BYTES + 1)
    while next_line := gzip_file.readline(MAX_LINE_BYTES + 1):
        _refuse_long_line(line, path)
        total_bytes += len(line)
        if total_bytes > MAX_UNPACKED_BYTES:
            raise _make_backup_too_large_error(path=path)
        digest.update(line)
        record_count += 1
        yield _check_record(json.loads(line), path)
        line = next_line
    _refuse_long_line(line, path)
    checksum = json.loads(line)
    # In an incomplete file the last line is a record.
    if not isinstance(checksum, dict) or set(checksum) != {"count", "sha256"}:
        raise BackupError(
            "backup-cut-short",
            "{path} is incomplete: its last line is missing. Nothing was changed.",
            path=path,
        )
    if (checksum["count"], checksum["sha256"]) != (record_count, digest.hexdigest()):
        raise BackupError(
            "backup-checksum",
            "{path} was altered or is damaged: its checksum differs. Nothing was changed.",
            path=path,
        )
    yield BackupHeader(
        format=BACKUP_FORMAT,
        schema=str(header.get("schema", "")),
        record_count=record_count,
        made_at=_read_header_time(header.get("made")),
        last_keys_by_model=_read_keys_by_model(header.get("last_numbers")),
    )


def _iter_oldest_format(
    first_line: bytes, gzip_file: gzip.GzipFile, path: Path
) -> Iterator[Record | BackupHeader]:
    text = first_line + gzip_file.read(MAX_OLDEST_BYTES)
    if len(text) > MAX_OLDEST_BYTES:
        raise _make_backup_too_large_error(path=path)
    content = json.loads(text)
    records = content.get("records")
    if not isinstance(records, list):
        raise BackupError(
            "backup-without-list",
            "{path} is damaged: it holds no list of records. Nothing was changed.",
            path=path,
        )
    for record in records:
        yield _check_record(record, path)
    yield BackupHeader(
        format=OLDEST_FORMAT,
        schema=OLDEST_SCHEMA,
        record_count=len(records),
        made_at=_read_header_time(content.get("made")),
    )


def _read_header_time(text: object) -> datetime | None:
    with suppress(ValueError, TypeError):
        return datetime.fromisoformat(str(text)).astimezone(get_zone())
    return None


def _read_keys_by_model(keys_by_model: object) -> dict[str, int]:
    """Return the *keys_by_model* of a header, which older programs left out."""
    if not isinstance(keys_by_model, dict):
        return {}
    return {label: number for label, number in keys_by_model.items() if type(number) is int}


def _check_record(record: object, path: Path) -> Record:
    if (
        isinstance(record, dict)
        and isinstance(record.get("model"), str)
        and isinstance(record.get("fields"), dict)
        and "pk" in record
    ):
        return record
    raise BackupError(
        "backup-bad-record",
        "{path} is damaged: it holds something that isn’t a record. Nothing was changed.",
        path=path,
    )


def _refuse_long_line(line: bytes, path: Path) -> None:
    if len(line) > MAX_LINE_BYTES:
        raise _make_backup_too_large_error(path=path)


# Records: from rows of the database, and validated before they are rows again.


CHUNK_SIZE = 500
"""Rows in memory at once."""
_INTEGER_LIMIT = 2**63
"""Limit of integers in SQLite and PostgreSQL. Python and JSON have larger ones."""

_COLUMN_VALIDATORS = (DecimalValidator, MaxLengthValidator, MaxValueValidator, MinValueValidator)


class BadRecordError(ValueError):
    """A record that the database can't hold. ``str()`` names the record and the reason."""

    def __init__(self, text: str, /, **params: object) -> None:
        super().__init__(text.format(**params))


def serialize_records(models: Iterable[type[Model]], *, using: str = "default") -> Iterator[Record]:
    """Yield the records of *models*, model by model, ordered by primary key."""
    for model in models:
        # The base manager also returns rows that a model's usual manager hides.
        rows = model._base_manager.using(using).order_by("pk").iterator(chunk_size=CHUNK_SIZE)
        while chunk := list(islice(rows, CHUNK_SIZE)):
            yield from serializers.serialize("python", chunk)


def store_records(
    records: Iterable[Record], apps: Apps, allowed_labels: set[str], *, using: str = "default"
) -> int:
    """Store *records* as rows of the *allowed_labels* models, and return their number.

    The block around it must be a transaction, which checks references when it ends.

    :raises BadRecordError: if the database can't hold a record
    """
    count = 0
    for count, record in enumerate(records, start=1):  # noqa: B007  (the last number is the number of records)
        instance = make_instance(record, apps, allowed_labels)
        try:
            # Raw, since a record is stored as it is, without what save() and signals would add.
            instance.save_base(raw=True, force_insert=True, using=using)
        except IntegrityError as error:
            raise BadRecordError(
                "{record} doesn’t fit the other records", record=_format_record_name(record)
            ) from error
    return count


def make_instance(
    record: Record, apps: Apps, allowed_labels: set[str], *, needs_validation: bool = False
) -> Model:
    """Build an unsaved model instance from *record*, whose label must be one of *allowed_labels*.

    A value from our own database only has to fit its column, because validators change from version
    to version. *needs_validation* runs them too, for files that others may have written.

    :raises BadRecordError: if the model or a field doesn't exist, or a field refuses its value
    """
    label, fields = record["model"], record["fields"]
    if label not in allowed_labels:
        raise BadRecordError(RECORD_UNKNOWN_TEXT, label=label)
    model = apps.get_model(label)
    instance: Model = model()
    _set_field(
        instance, model._meta.pk, record["pk"], record=record, needs_validation=needs_validation
    )
    for name, value in fields.items():
        try:
            field = model._meta.get_field(name)
        except FieldDoesNotExist as error:
            raise BadRecordError(
                "{record} has an unknown field {field!r}",
                record=_format_record_name(record),
                field=name,
            ) from error
        if field.many_to_many and not value:
            continue  # groups and permissions of an account, which are empty here
        _set_field(instance, field, value, record=record, needs_validation=needs_validation)
    _set_name_keys(instance, fields)
    return instance


def _set_name_keys(instance: Model, fields: dict[str, Any]) -> None:
    """Set the normalised names, which files leave out and models of migrations don't compute."""
    concrete_fields: tuple[Any, ...] = instance._meta.concrete_fields
    for model_field in concrete_fields:
        source = model_field.name.removesuffix("_key")
        if not model_field.serialize and source != model_field.name and source in fields:
            setattr(instance, model_field.attname, make_name_key(getattr(instance, source)))


def _set_field(
    instance: Model, field: Any, value: object, *, record: Record, needs_validation: bool
) -> None:
    """Set *field* of *instance* if the field accepts *value*.

    Blank values are accepted, because only forms require more than the database holds.
    """
    # The field that knows the type of the value: for a foreign key the key that it refers to.
    value_field = field.target_field if isinstance(field, ForeignKey) else field
    try:
        value = value_field.to_python(value)
        if value is None and not field.null:
            raise BadRecordError(
                "{record} has no {field}",
                record=_format_record_name(record),
                field=field.name,
            )
        # A foreign key's own clean() would look up the row, which may not be stored yet.
        if value is not None and value_field is field and not field.auto_created:
            _validate_value(field, value, instance, needs_validation=needs_validation)
        if isinstance(field, JSONField) and not _has_json_type(field, value):
            raise TypeError
        if has_nul(value):
            raise BadRecordError(
                "{record} has a NUL in its {field}",
                record=_format_record_name(record),
                field=field.name,
            )
    except ValidationError as error:
        error_codes = {part.code for part in error.error_list}
        if error_codes - {"blank"}:
            raise BadRecordError(
                "{record} has a wrong {field}: {reason}",
                record=_format_record_name(record),
                field=field.name,
                reason=format_for_sentence(error.messages[0].rstrip(".")),
            ) from error
    except (TypeError, ValueError, AttributeError, OverflowError) as error:
        if isinstance(error, BadRecordError):  # which is a ValueError
            raise
        raise BadRecordError(
            "{record} has a wrong {field}", record=_format_record_name(record), field=field.name
        ) from error
    setattr(instance, field.attname, value)


def _validate_value(field: Any, value: object, instance: Model, *, needs_validation: bool) -> None:
    field.validate(value, instance)
    if value in field.empty_values:
        return
    validators = field.validators
    if not needs_validation:
        validators = _get_column_validators(field)
    for validator in validators:
        validator(value)


def _get_column_validators(field: Any) -> list[Callable[[Any], None]]:
    """Return the validators that follow from the type and size of the column."""
    return [
        validator
        for validator in field.validators
        if isinstance(validator, _COLUMN_VALIDATORS) and validator not in field._validators
    ]


def _format_record_name(record: Record) -> str:
    return f"{record['model'].partition('.')[2]} {record['pk']}"


def _has_json_type(field: "JSONField[Any, Any]", value: object) -> bool:
    """Return whether *value* has the type of the field's default, a list or a dictionary."""
    default = field.get_default()
    has_type = default is None or value is None or type(value) is type(default)
    return has_type and _has_small_numbers(value)


def _has_small_numbers(value: object) -> bool:
    if isinstance(value, dict):
        return all(map(_has_small_numbers, value.values()))
    if isinstance(value, list):
        return all(map(_has_small_numbers, value))
    return not isinstance(value, int) or -_INTEGER_LIMIT <= value < _INTEGER_LIMIT


def _make_backup_too_large_error(*, path: object) -> BackupError:
    return BackupError(
        "backup-too-large",
        "{path} is too large to be a backup of this program. Nothing was changed.",
        path=path,
    )


def make_backup_newer_error(*, path: object) -> BackupError:
    return BackupError(
        "backup-newer",
        "{path} was made by a newer program. Update this one first. Nothing was changed.",
        path=path,
    )


def make_backup_differs_error(*, path: object) -> BackupError:
    return BackupError(
        "backup-reads-otherwise",
        "The backup {path} doesn’t read back as it was written. Try another disk.",
        path=path,
    )
