"""The file format of backups: compressed lines of JSON with a checksum.

The first line is the heading (kind, format, when it was made, the last migration of the database it
is of), each further line one record, the last line says how many there are and the SHA-256 of all
lines before it.  It is written and read line by line, so that a large federation's needs no more
memory than a club's.
"""

import gzip
import hashlib
import json
import os
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime, time
from pathlib import Path
from typing import IO, Any

from director.core.base.sentences import DeskSentences
from director.errors import BackupError

KIND = "kalamazoo-backup"
FORMAT = 2
LONGEST_LINE = 50_000_000
MOST_BYTES = 8_000_000_000
"""What a backup may hold when it is unpacked; the largest event there is, with its history, is a hundredth of it."""
OLDEST_FORMAT = 1
MOST_BYTES_OLDEST = 500_000_000
"""The first format was one JSON text, read at once."""
OLDEST_SCHEMA = "0011_skat_sheets"
"""The last migration of the programs that wrote the first format."""

Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class BackupHeader:
    """The header of a backup: format, last migration, and number of records.

    ``made`` is when it was made by the clock of that machine, None if it doesn't say so.
    """

    format: int
    schema: str
    count: int
    made: datetime | None = field(default=None, compare=False)


def write_backup(path: Path, *, schema: str, records: Iterable[Record]) -> BackupHeader:
    """Write *records* to *path*, read them back, and return the header.

    The file is complete or not there: it is written beside its place, forced to the disk, read
    again, and only then takes its name.  Only its owner can read it, and no link that lies in its
    place is followed.

    :raises BackupError: if it cannot be written or does not read back as it was written
    """
    part = path.with_name(path.name + ".part")
    try:
        part.unlink(missing_ok=True)  # of a run that was killed, or a link that somebody laid there
        with open(part, "xb", opener=for_the_owner) as file:
            written = _write_lines(file, schema, records)
            file.flush()
            os.fsync(file.fileno())
        with part.open("rb") as file:
            if check_backup(file, path) != written:
                raise BackupError(DeskSentences.BACKUP_READS_OTHERWISE, path=path)
        part.replace(path)
    except OSError as error:
        raise BackupError(
            DeskSentences.BACKUP_NOT_WRITTEN, path=path, reason=error.strerror
        ) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    return written


def check_backup(file: IO[bytes], path: Path) -> BackupHeader:
    """Read the whole backup *file* and return its header.

    :raises BackupError: if it is none, altered, cut short, too large, or of a newer program
    """
    return next(entry for entry in _walk(file, path) if isinstance(entry, BackupHeader))


def records_in(file: IO[bytes], path: Path) -> Iterator[Record]:
    """Yield the records of a backup, one after the other.

    :raises BackupError: as :func:`check_backup`, when that point is reached
    """
    return (entry for entry in _walk(file, path) if not isinstance(entry, BackupHeader))


def for_the_owner(path: str, flags: int) -> int:
    """Open a new file that only its owner can read, since it holds password hashes."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), 0o600)


def _write_lines(file: IO[bytes], schema: str, records: Iterable[Record]) -> BackupHeader:
    digest, count = hashlib.sha256(), 0
    with gzip.GzipFile(fileobj=file, mode="wb", compresslevel=6, filename="") as packed:

        def line(content: Record) -> None:
            text = json.dumps(content, ensure_ascii=False, default=plain).encode() + b"\n"
            digest.update(text)
            packed.write(text)

        line(
            {"kind": KIND, "format": FORMAT, "made": datetime.now().astimezone(), "schema": schema}
        )
        for count, record in enumerate(records, start=1):  # noqa: B007  (the last number is how many there are)
            line(record)
        packed.write(json.dumps({"count": count, "sha256": digest.hexdigest()}).encode() + b"\n")
    return BackupHeader(FORMAT, schema, count)


def plain(value: object) -> str:
    """Return a value that JSON has no form for as text: moments to the microsecond."""
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    return str(value)


def _walk(file: IO[bytes], path: Path) -> Iterator[Record | BackupHeader]:
    """Yield every record of *file*, and last its heading."""
    file.seek(0)
    packed = gzip.GzipFile(fileobj=file)
    try:
        first = packed.readline(LONGEST_LINE + 1)
        yield from (
            _first_format(first, packed, path)
            if _format(first, path) == OLDEST_FORMAT
            else _lines(first, packed, path)
        )
    except BackupError:
        raise
    except (OSError, EOFError, zlib.error, ValueError, RecursionError) as error:
        raise BackupError(DeskSentences.BACKUP_OR_DAMAGED, path=path) from error


def _format(first: bytes, path: Path) -> int:
    """Return the format that the first line names.

    :raises BackupError: if it names none that can be read
    """
    if not first:
        raise BackupError(DeskSentences.BACKUP_FILE_EMPTY, path=path)
    if len(first) > LONGEST_LINE and first.startswith(b'{"kind": "' + KIND.encode()):
        return OLDEST_FORMAT  # the first format has no other lines
    _refuse_long(first, path)
    heading = json.loads(first)
    if not isinstance(heading, dict) or heading.get("kind") != KIND:
        raise BackupError(DeskSentences.NO_BACKUP, path=path)
    number = heading.get("format")
    if number not in (OLDEST_FORMAT, FORMAT):
        raise BackupError(DeskSentences.BACKUP_NEWER, path=path)
    return int(number)


def _lines(first: bytes, packed: gzip.GzipFile, path: Path) -> Iterator[Record | BackupHeader]:
    digest, count, total = hashlib.sha256(first), 0, len(first)
    heading = json.loads(first)
    line = packed.readline(LONGEST_LINE + 1)
    while following := packed.readline(LONGEST_LINE + 1):
        _refuse_long(line, path)
        total += len(line)
        if total > MOST_BYTES:
            raise BackupError(DeskSentences.BACKUP_TOO_LARGE, path=path)
        digest.update(line)
        count += 1
        yield _record(json.loads(line), path)
        line = following
    _refuse_long(line, path)
    last = json.loads(line)  # cut short, there is no such line
    if not isinstance(last, dict) or set(last) != {"count", "sha256"}:
        raise BackupError(DeskSentences.BACKUP_CUT_SHORT, path=path)
    if (last["count"], last["sha256"]) != (count, digest.hexdigest()):
        raise BackupError(DeskSentences.BACKUP_CHECKSUM, path=path)
    yield BackupHeader(FORMAT, str(heading.get("schema", "")), count, _moment(heading.get("made")))


def _first_format(
    first: bytes, packed: gzip.GzipFile, path: Path
) -> Iterator[Record | BackupHeader]:
    text = first + packed.read(MOST_BYTES_OLDEST)
    if len(text) > MOST_BYTES_OLDEST:
        raise BackupError(DeskSentences.BACKUP_TOO_LARGE, path=path)
    content = json.loads(text)
    records = content.get("records")
    if not isinstance(records, list):
        raise BackupError(DeskSentences.BACKUP_WITHOUT_LIST, path=path)
    yield from (_record(record, path) for record in records)
    yield BackupHeader(OLDEST_FORMAT, OLDEST_SCHEMA, len(records), _moment(content.get("made")))


def _moment(text: object) -> datetime | None:
    with suppress(ValueError, TypeError):
        return datetime.fromisoformat(str(text)).astimezone()
    return None


def _record(record: object, path: Path) -> Record:
    """Return *record* if it has the form of one."""
    if (
        isinstance(record, dict)
        and isinstance(record.get("model"), str)
        and isinstance(record.get("fields"), dict)
        and "pk" in record
    ):
        return record
    raise BackupError(DeskSentences.BACKUP_BAD_RECORD, path=path)


def _refuse_long(line: bytes, path: Path) -> None:
    if len(line) > LONGEST_LINE:
        raise BackupError(DeskSentences.BACKUP_TOO_LARGE, path=path)
