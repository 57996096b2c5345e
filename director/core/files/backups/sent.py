"""Uploaded backups that wait to be restored."""

import hashlib
import os
import re
import secrets
import time
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile

from director.core.base.sentences import DeskSentences
from director.core.files.backups.contents import read_backup_contents
from director.core.files.backups.file import open_for_owner
from director.errors import AS_SAID, BackupError
from director.formats.reading import strip_invisible

MAX_BYTES = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
"""Limit of one request to the program's own server. A larger file is restored by the command."""
MAX_NAME_LENGTH = 80
WAITING_SECONDS = 3600
_KEY = re.compile(r"[0-9a-f]{64}")


def get_sent_folder() -> Path:
    """Return the folder of uploaded backups, which may not exist."""
    return settings.DATA_DIR / "restoring"


def keep_uploaded_file(upload: "UploadedFile[bytes]") -> str:
    """Keep *upload* if it is a good backup, and return its key.

    The upload is copied in chunks. Nothing remains of a refused file.

    :raises BackupError: if it isn't a backup of this program or an older one, or is too large
    :raises OSError: if the file can't be written
    """
    forget_old_backups()
    folder = get_sent_folder()
    digest = hashlib.sha256()
    if (upload.size or 0) > MAX_BYTES:
        raise BackupError(DeskSentences.BACKUP_SENT_TOO_LARGE, megabytes=MAX_BYTES // 1_000_000)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = folder / f"{secrets.token_hex(8)}.part"
    try:
        with open(part, "xb", opener=open_for_owner) as file:
            for chunk in upload.chunks():
                digest.update(chunk)
                file.write(chunk)
        try:
            read_backup_contents(part)
        except BackupError as error:
            # The error names the temporary file; the sender knows the file by its own name.
            raise BackupError(
                AS_SAID, text=str(error).replace(str(part), format_sent_name(upload))
            ) from error
        part.replace(_get_path(digest.hexdigest()))
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    return digest.hexdigest()


def format_sent_name(upload: "UploadedFile[bytes]") -> str:
    """Return the name of the uploaded file in quotes, for a sentence."""
    return f"“{strip_invisible(upload.name or 'the file')[-MAX_NAME_LENGTH:]}”"


def find_sent_backup(key: str) -> Path | None:
    """Return the backup that waits under *key*, or None."""
    path = _get_path(key)
    # The key comes from a form: only hexadecimal digits can't lead out of the folder.
    if _KEY.fullmatch(key) and path.is_file():
        return path
    return None


def forget_backup(path: Path) -> None:
    """Delete the waiting backup *path*, and the folder if no other backup waits."""
    with suppress(OSError):
        path.unlink(missing_ok=True)
        get_sent_folder().rmdir()  # fails while the folder has another file


def forget_old_backups() -> None:
    """Delete uploads after an hour."""
    with suppress(OSError):
        for path in get_sent_folder().iterdir():
            if time.time() - os.stat(path).st_mtime > WAITING_SECONDS:
                forget_backup(path)


def _get_path(key: str) -> Path:
    return get_sent_folder() / f"{key}.backup"
