"""What every way of serving the program does first: takes the data folder, and says where the first director begins."""

from django.conf import settings
from django.core.cache import caches
from django.db import connection

from director.desk.account.links import welcome_path
from director.desk.backup.folder import newest_good_backup
from director.desk.storage.cache import PatientCache
from director.desk.storage.lock import FolderLock, FolderTakenError
from director.desk.storage.setup import little_room
from director.management import sentences
from director.management.command import refusal
from director.models import Event


def folder_taken(address: str) -> FolderLock:
    """Return the right to serve the data folder, taken for a program at *address*.

    :raises CommandError: if another program serves it, or it cannot be written
    """
    try:
        return FolderLock(settings.DATA_DIR, address=address)
    except OSError as error:
        raise refusal(sentences.SERVED_FOLDER, folder=settings.DATA_DIR, reason=error.strerror) from error
    except FolderTakenError as taken:
        raise refusal(
            sentences.OPEN_ALREADY, address=str(taken) or "another address", folder=settings.DATA_DIR
        ) from taken


def https_address() -> str:
    """Return the address by which visitors reach the program through the HTTPS server."""
    return f"https://{next((name for name in settings.ALLOWED_HOSTS if name != '*'), 'YOUR-HTTPS-NAME')}"


def first_words(address: str) -> list[str]:
    """Return what a terminal says at the start of a program that is open at *address*: the first link, and warnings."""
    words = []
    if path := welcome_path():
        words.append(
            f"First time here: open this link once to name the club and make your account:\n\n    {address}{path}"
        )
        if not Event.objects.exists() and (backup := newest_good_backup()):
            words.append(sentences.NO_CLUB_BUT_BACKUP.says(folder=settings.DATA_DIR, backup=backup))
    if warning := little_room():
        words.append(warning)
    return words


def shared_words(workers: int) -> list[str]:
    """Return what a terminal says where so many processes lack what they have to share."""
    if workers == 1:
        return []
    lacking = (
        (sentences.EACH_FOR_ITSELF, not isinstance(caches["pages"], PatientCache)),
        (sentences.SHARED_FILE, connection.vendor == "sqlite"),
    )
    return [sentence.says(workers=workers) for sentence, lacks in lacking if lacks]
