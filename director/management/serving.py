"""Start-up of every server: lock the data folder, and show the first director's link.

Also the folder of the exported site, which this program may rewrite.
"""

import json
from collections.abc import Mapping
from pathlib import Path

from django.conf import settings
from django.core.cache import caches
from django.db import connection

from director.core.base.locks import (
    DatabaseInUseError,
    DatabaseLock,
    FolderInUseError,
    FolderLock,
    lock_for_serving,
)
from director.core.base.machine_time import list_time_warnings
from director.core.club.accounts import get_or_create_welcome_path
from director.core.club.people import fetch_twin_groups, format_twins_message
from director.core.files.backups.folder import find_newest_good_backup
from director.core.files.running.cache import FaultTolerantRedisCache
from director.core.files.running.setup import get_free_space_warning
from director.management.command import make_refusal
from director.models import Event

_FOREIGN_FOLDER_MESSAGE = "The folder {folder} has other files. Use an empty or a new folder."


def lock_data_folder(address: str) -> FolderLock:
    """Lock the data folder for a program at *address*, and return the lock.

    :raises CommandError: if another program serves the folder, or it can't be written
    """
    try:
        return lock_for_serving(settings.DATA_DIR, address=address)
    except OSError as error:
        raise make_refusal(
            "The data folder {folder} can’t be written ({reason}).",
            folder=settings.DATA_DIR,
            reason=error.strerror,
        ) from error
    except FolderInUseError as error:
        raise make_refusal(
            "Kalamazoo is already running at {address} with the data folder {folder}. Use that "
            "one or stop it first. For another club, set another folder in KALAMAZOO_DATA.",
            address=str(error) or "another address",
            folder=settings.DATA_DIR,
        ) from error


def refuse_during_restore() -> None:
    """Raise if a restore is replacing the database now.

    :raises CommandError: if another program needs the database alone
    """
    lock = DatabaseLock(address="start")
    try:
        with lock:
            pass
    except DatabaseInUseError as error:
        raise make_refusal(
            "A backup is being restored into this database. Wait until that has ended, then start "
            "again."
        ) from error


def get_https_address() -> str:
    """Return the address by which visitors reach the program through the HTTPS server."""
    host_names = (name for name in settings.ALLOWED_HOSTS if name != "*")
    return f"https://{next(host_names, 'YOUR-HTTPS-NAME')}"


def make_start_messages(address: str) -> list[str]:
    """Return the terminal's texts for a program at *address*: the first account's link, warnings."""
    messages = []
    if path := get_or_create_welcome_path():
        messages.append(
            f"First time here: open this link once to name the club and make your account:\n\n    {address}{path}"
        )
        if not Event.objects.exists() and (backup := find_newest_good_backup()):
            messages.append(
                (
                    "No club is set up in {folder}, but there is a backup. To restore it, stop the "
                    "program, type kalamazoo restore {backup}, then start again."
                ).format(folder=settings.DATA_DIR, backup=backup)
            )
    warnings = (get_free_space_warning(), format_twins_message(fetch_twin_groups()))
    messages += filter(None, warnings)
    messages += list_time_warnings()
    return messages


def list_resource_warnings(process_count: int) -> list[str]:
    """Return warnings for the terminal if *process_count* processes lack resources to share."""
    if process_count == 1:
        return []
    possible_warnings = (
        (
            (
                "{workers} processes need a shared cache. Set CACHE_URL to a Redis server, or use one "
                "process (WEB_CONCURRENCY=1)."
            ),
            not isinstance(caches["pages"], FaultTolerantRedisCache),
        ),
        (
            (
                "{workers} processes can’t share one SQLite file well. Set DATABASE_URL to a "
                "PostgreSQL database, or use one process (WEB_CONCURRENCY=1)."
            ),
            connection.vendor == "sqlite",
        ),
    )
    return [
        sentence.format(workers=process_count)
        for sentence, is_lacking in possible_warnings
        if is_lacking
    ]


# The folder of an exported site, which is rewritten without leaving old files.

LIST_FILE = "files.json"
"""The file with the names of all others, by which files that no longer belong are deleted."""


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write *files* below *folder*.

    The folder is created if it is missing. Files of an earlier call that aren't in *files* are
    deleted.

    :raises CommandError: if the folder has files that this program didn't write
    :raises OSError: if a file can't be written
    """
    previous_files = _read_previous_files(folder)
    for name in sorted(previous_files - set(files)):
        (folder / name).unlink(missing_ok=True)
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    (folder / LIST_FILE).write_text(json.dumps(sorted(files), indent=1) + "\n", encoding="utf-8")


def _read_previous_files(folder: Path) -> set[str]:
    """Return the names of the files that an earlier call wrote below *folder*."""
    if not folder.exists() or not any(folder.iterdir()):
        return set()
    try:
        names = json.loads((folder / LIST_FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise make_refusal(_FOREIGN_FOLDER_MESSAGE, folder=folder) from error
    if not isinstance(names, list) or not all(
        isinstance(name, str) and _is_path_below_folder(name) for name in names
    ):
        raise make_refusal(_FOREIGN_FOLDER_MESSAGE, folder=folder)
    return set(names)


def _is_path_below_folder(name: str) -> bool:
    path = Path(name)
    return not path.is_absolute() and ".." not in path.parts and name != LIST_FILE
