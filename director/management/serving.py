"""What every server does first.

It takes the data folder, and says where the first director begins.
"""

import json
from collections.abc import Mapping
from pathlib import Path

from django.conf import settings
from django.core.cache import caches
from django.db import connection

from director.core.base.storage.lock import FolderInUseError, FolderLock
from director.core.club.accounts.links import welcome_path
from director.core.files.backups.folder import newest_good_backup
from director.core.files.running.cache import PatientCache
from director.core.files.running.setup import little_room
from director.management.command import refusal
from director.management.sentences import CommandSentences
from director.models import Event


def lock_folder(address: str) -> FolderLock:
    """Return the right to serve the data folder, taken for a program at *address*.

    :raises CommandError: if another program serves it, or it cannot be written
    """
    try:
        return FolderLock(settings.DATA_DIR, address=address)
    except OSError as error:
        raise refusal(
            CommandSentences.SERVED_FOLDER, folder=settings.DATA_DIR, reason=error.strerror
        ) from error
    except FolderInUseError as taken:
        raise refusal(
            CommandSentences.OPEN_ALREADY,
            address=str(taken) or "another address",
            folder=settings.DATA_DIR,
        ) from taken


def https_address() -> str:
    """Return the address by which visitors reach the program through the HTTPS server."""
    return f"https://{next((name for name in settings.ALLOWED_HOSTS if name != '*'), 'YOUR-HTTPS-NAME')}"


def first_words(address: str) -> list[str]:
    """Return what a terminal shows when the program opens at *address*.

    The first link, and warnings.
    """
    words = []
    if path := welcome_path():
        words.append(
            f"First time here: open this link once to name the club and make your account:\n\n    {address}{path}"
        )
        if not Event.objects.exists() and (backup := newest_good_backup()):
            words.append(
                CommandSentences.NO_CLUB_BUT_BACKUP.says(folder=settings.DATA_DIR, backup=backup)
            )
    if warning := little_room():
        words.append(warning)
    return words


def shared_words(workers: int) -> list[str]:
    """Return what a terminal says where so many processes lack what they have to share."""
    if workers == 1:
        return []
    lacking = (
        (CommandSentences.EACH_FOR_ITSELF, not isinstance(caches["pages"], PatientCache)),
        (CommandSentences.SHARED_FILE, connection.vendor == "sqlite"),
    )
    return [sentence.says(workers=workers) for sentence, lacks in lacking if lacks]


# A folder of files that this program writes, and writes again without leaving anything old behind.

LIST = "files.json"
"""The file that names all others, so that those that are no more can be taken away."""


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write *files* below *folder*.

    The folder is made if missing; files written earlier and not now are deleted.

    :raises CommandError: if there is anything in it that this program did not write
    :raises OSError: if something cannot be written
    """
    former = _written_before(folder)
    for name in sorted(former - set(files)):
        (folder / name).unlink(missing_ok=True)
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    (folder / LIST).write_text(json.dumps(sorted(files), indent=1) + "\n", encoding="utf-8")


def _written_before(folder: Path) -> set[str]:
    """Return the names of the files that an earlier call wrote below *folder*."""
    if not folder.exists() or not any(folder.iterdir()):
        return set()
    try:
        names = json.loads((folder / LIST).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise refusal(CommandSentences.FOREIGN_FOLDER, folder=folder) from error
    if not isinstance(names, list) or not all(
        isinstance(name, str) and _is_below(name) for name in names
    ):
        raise refusal(CommandSentences.FOREIGN_FOLDER, folder=folder)
    return set(names)


def _is_below(name: str) -> bool:
    path = Path(name)
    return not path.is_absolute() and ".." not in path.parts and name != LIST
