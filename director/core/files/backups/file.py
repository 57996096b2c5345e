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
from pathlib import Path
from typing import IO, Any

from director.core.base.machine_time import get_local_now, get_zone
from director.errors import BackupError

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
